package journey

// Rule ids of census findings.
const (
	RuleSharedForm    = "shared-form"
	RuleDuplicate     = "duplicate-name"
	RuleLeftOut       = "left-out"
	RuleRejected      = "rejected"
	RuleReserved      = "reserved-name"
	RuleTooManyTools  = "too-many-tools"
	RuleToolReference = "tool-reference"
	RuleBuiltinName   = "built-in-name"
	RuleCutName       = "cut-name"
	RulePrefixDoubled = "prefix-doubled"
	RuleAmbiguousSeam = "ambiguous-separator"
	RuleInvisibleChar = "invisible-character"
	RuleMixedScript   = "mixed-script"
	RuleCaseTwin      = "case-twin"
	RuleDashTwin      = "dash-twin"
	RuleLookAlike     = "look-alike"
	RuleTaughtName    = "taught-name"
)

// GroupNearTwin holds the rules about names that are easily taken for another.
const GroupNearTwin = "near-twin"

// CensusRule is one rule of the census, for lists and reports.
type CensusRule struct {
	ID string `json:"id"`
	// Group joins rules that screens show as one; empty: the rule stands alone.
	Group string `json:"group,omitempty"`
	// Severity is the usual one. A provider that only advises makes a warning of
	// an error, and a tool that needs what is refused an error of a warning.
	Severity Severity `json:"severity"`
	Hop      Hop      `json:"hop"`
	// Title is the rule in a few words, Help why it matters, Fix the way out.
	Title string `json:"title"`
	Help  string `json:"help"`
	Fix   string `json:"fix"`
}

// censusRules are all rules, in the order in which findings about one tool are
// listed.
var censusRules = [...]CensusRule{
	{
		ID: RuleSharedForm, Severity: SeverityError, Hop: HopSafe, Title: "Two tools, one name in the request",
		Help: "A client gives two tools the same safe form. Depending on the client one of them or both are missing from the request, or a call cannot be told apart.",
		Fix:  "Rename one of the tools, or the key of its server.",
	},
	{
		ID: RuleDuplicate, Severity: SeverityError, Hop: HopRegistered, Title: "One name twice",
		Help: "The same name stands in one request twice. Many providers refuse such a request whole; others keep one tool without saying which.",
		Fix:  "Remove all entries but one, or put the server key in the name.",
	},
	{
		ID: RuleLeftOut, Severity: SeverityError, Hop: HopSafe, Title: "A tool is missing from the request",
		Help: "The client does not offer the tool, so the model cannot call it and nobody is told.",
		Fix:  "Rename the tool as the client's rule wants, or disable it.",
	},
	{
		ID: RuleRejected, Severity: SeverityError, Hop: HopWire, Title: "A provider refuses the name",
		Help: "The name breaks the provider's rule for declared tools: characters, length or first character. One such name fails the whole request.",
		Fix:  "Send a legal name and map it back, or disable the tool for this provider.",
	},
	{
		ID: RuleReserved, Severity: SeverityError, Hop: HopWire, Title: "The name belongs to another part of the request",
		Help: "The provider, or what was given as reserved, owns this name.",
		Fix:  "Rename the tool.",
	},
	{
		ID: RuleTooManyTools, Severity: SeverityError, Hop: HopWire, Title: "More tools than the provider takes",
		Help: "Providers limit the number of declarations in one request and refuse it whole beyond.",
		Fix:  "Disable tools, or let a tool search load them when they are needed.",
	},
	{
		ID: RuleToolReference, Severity: SeverityWarning, Hop: HopWire, Title: "Taken in a declaration, refused in a tool reference",
		Help: "The place where a tool search names a tool takes less than a declaration (64 characters against 128). The tool works until a search loads it.",
		Fix:  "Shorten the name to what a tool reference takes.",
	},
	{
		ID: RuleBuiltinName, Severity: SeverityWarning, Hop: HopWire, Title: "The name of a built-in tool",
		Help: "The client in force brings a tool of this name itself, or the provider defines one. With both in one request it is refused, or one hides the other; models also call it with the arguments of the built-in.",
		Fix:  "Rename the tool so that it is not taken for the built-in.",
	},
	{
		ID: RuleCutName, Severity: SeverityWarning, Hop: HopSafe, Title: "The client cuts the name",
		Help: "The joined name is longer than the client's limit. What is cut off is what told it from others, and the name changes with the server key.",
		Fix:  "Shorten the name or the server key.",
	},
	{
		ID: RulePrefixDoubled, Severity: SeverityWarning, Hop: HopSafe, Title: "The prefix stands in the name twice",
		Help: "The tool's own name begins with its server's key or with the client's prefix, and the client puts it in front once more. Models drop or repeat such a part.",
		Fix:  "Take the server's name out of the tool's own name, or give the server another key.",
	},
	{
		ID: RuleAmbiguousSeam, Severity: SeverityWarning, Hop: HopSafe, Title: "The way back is ambiguous",
		Help: "The separator between server and tool also stands inside one of them: a__b and c make the same name as a and b__c. What splits the name at the separator finds another server.",
		Fix:  "Rename the server key so that it does not hold the separator.",
	},
	{
		ID: RuleInvisibleChar, Severity: SeverityWarning, Hop: HopRegistered, Title: "A character that cannot be seen",
		Help: "Control, zero-width and blank characters make two names look the same, and can hide text from a reader.",
		Fix:  "Rename the tool without that character.",
	},
	{
		ID: RuleMixedScript, Severity: SeverityWarning, Hop: HopRegistered, Title: "Letters of several scripts in one name",
		Help: "A letter of another script that looks like a Latin one is a usual way to pass one tool off as another.",
		Fix:  "Write the name in one script.",
	},
	{
		ID: RuleCaseTwin, Group: GroupNearTwin, Severity: SeverityWarning, Hop: HopRegistered, Title: "Two names differ only in case",
		Help: "Models mix up names that differ only in upper and lower case, and some clients fold case when they look a name up.",
		Fix:  "Rename one so that a word tells them apart.",
	},
	{
		ID: RuleDashTwin, Group: GroupNearTwin, Severity: SeverityWarning, Hop: HopRegistered, Title: "Two names differ only in - and _",
		Help: "Models and gateways write - for _ and _ for -. Then the other tool is called.",
		Fix:  "Rename one so that a word tells them apart.",
	},
	{
		ID: RuleLookAlike, Group: GroupNearTwin, Severity: SeverityWarning, Hop: HopRegistered, Title: "Two names look alike",
		Help: "The names differ only in invisible characters or in characters that look alike (Unicode's list of confusable characters: l, 1 and I, 0 and O, letters of other scripts).",
		Fix:  "Rename one so that a word tells them apart.",
	},
	{
		ID: RuleTaughtName, Severity: SeverityWarning, Hop: HopEcho, Title: "Instructions teach a name that is not declared",
		Help: "A prompt, a skill or a rule names a tool that this request does not have. A model that follows the text calls it, and the call is refused.",
		Fix:  "Write the declared name in that text, or declare the tool.",
	},
}

// CensusRules returns all rules of the census, in order.
func CensusRules() []CensusRule {
	return append([]CensusRule(nil), censusRules[:]...)
}

// CensusRuleOf returns the rule with this id.
func CensusRuleOf(id string) (CensusRule, bool) {
	if i := ruleOrder(id); i < len(censusRules) {
		return censusRules[i], true
	}
	return CensusRule{}, false
}

// ruleOrder is the position of a rule in the table, its length for none.
func ruleOrder(id string) int {
	for i := range censusRules {
		if censusRules[i].ID == id {
			return i
		}
	}
	return len(censusRules)
}
