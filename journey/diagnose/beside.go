package diagnose

import (
	"regexp"
	"strings"

	"hopscope/journey"
	"hopscope/journey/provider"
)

// besideText is a refusal that is not about the characters of a name: about
// call ids, about calls and results that do not belong together, about the
// list as a whole. The wordings are those that providers were seen to use
// (as of 2026-11-29); compared in lower case.
type besideText struct {
	// all of these stand in the text.
	phrases []string
	// who is the provider that words it so; others may repeat it.
	who    string
	rule   string
	place  journey.Place
	what   string
	advice string
}

// Rules of refusals that are not about a name.
const (
	ruleUnpaired = "unpaired"
	ruleCallID   = "call-id"
	ruleNoTools  = "too-few"
	ruleArgs     = "bad-arguments"
	ruleNoCall   = "unreadable-call"
	ruleDisabled = "disabled"
	ruleHeader   = "header-mismatch"
	ruleDeferred = "all-deferred"
	ruleMissing  = "not-declared"
	ruleTooMany  = "too-many"
)

const (
	pairWhat   = "A call and its result in the history do not belong together; the names are not at fault."
	pairAdvice = "Send each call with exactly one result of the same id, in the message right behind it; repair or cut the history there."
	listAdvice = "Declare the tools that the request uses, or leave the field away."
)

var besideTexts = []besideText{
	{[]string{"must be followed by tool messages"}, "openai-chat", ruleUnpaired, journey.PlaceHistoryCall, pairWhat, pairAdvice},
	{[]string{"must be a response to a prec"}, "openai-chat", ruleUnpaired, journey.PlaceHistoryResult, pairWhat, pairAdvice},
	{[]string{"no tool call found for"}, "openai-responses", ruleUnpaired, journey.PlaceHistoryResult, pairWhat, pairAdvice},
	{[]string{"no tool output found for"}, "openai-responses", ruleUnpaired, journey.PlaceHistoryCall, pairWhat, pairAdvice},
	{[]string{"ids were found without", "blocks immediately after"}, "anthropic-messages", ruleUnpaired, journey.PlaceHistoryCall, pairWhat, pairAdvice},
	{[]string{"unexpected `tool_use_id`"}, "anthropic-messages", ruleUnpaired, journey.PlaceHistoryResult, pairWhat, pairAdvice},
	{[]string{"expected toolresult blocks"}, "bedrock-converse", ruleUnpaired, journey.PlaceHistoryCall, pairWhat, pairAdvice},
	{[]string{"number of toolresult blocks", "exceeds"}, "bedrock-converse", ruleUnpaired, journey.PlaceHistoryResult, pairWhat, pairAdvice},
	{[]string{"toolresult blocks", "duplicate ids"}, "bedrock-converse", ruleUnpaired, journey.PlaceHistoryResult, pairWhat, pairAdvice},
	{[]string{"number of function response parts"}, "gemini", ruleUnpaired, journey.PlaceHistoryResult, pairWhat, pairAdvice},
	{[]string{"contains at least one function_call part"}, "gemini", ruleUnpaired, journey.PlaceHistoryCall, pairWhat, pairAdvice},
	{[]string{"not the same number of function calls and responses"}, "mistral", ruleUnpaired, journey.PlaceHistoryResult, pairWhat, pairAdvice},
	{[]string{"unexpected tool call id"}, "mistral", ruleUnpaired, journey.PlaceHistoryResult, pairWhat, pairAdvice},
	{[]string{"duplicate tool call id"}, "mistral", ruleUnpaired, journey.PlaceHistoryResult, pairWhat, pairAdvice},
	{[]string{"tool call id was", "but must be"}, "mistral", ruleCallID, journey.PlaceCallID, "A call id of the history has a form that this provider does not take.", "Give the calls of the history ids of this provider's form; keep each with its result."},
	{[]string{"tool call id has to be defined"}, "mistral", ruleCallID, journey.PlaceCallID, "A call of the history has no id.", "Give each call an id, and its result the same."},
	{[]string{"must be specified with", "tools"}, "openai-responses", ruleNoTools, journey.PlaceToolChoice, "A tool is forced and the request declares none.", listAdvice},
	{[]string{"set without function_declarations"}, "gemini", ruleNoTools, journey.PlaceToolChoice, "A tool is forced and the request declares none.", listAdvice},
	{[]string{"toolconfig field must be defined"}, "bedrock-converse", ruleNoTools, journey.PlaceToolCount, "The history holds calls and the request declares no tools.", "Declare the tools of the history's calls also in requests that need none."},
	{[]string{"tools", "must not be an empty array"}, "vllm", ruleNoTools, journey.PlaceToolCount, "The request has an empty list of tools.", listAdvice},
	{[]string{"must have defer_loading=false"}, "anthropic-messages", ruleDeferred, journey.PlaceDeclare, "Every tool of the request is deferred, so nothing could load them.", "Declare one tool at once: the tool search itself."},
	{[]string{"tool_reference_unresolved"}, "anthropic-messages", ruleMissing, journey.PlaceToolReference, "A tool reference in a result names a tool that the request does not declare.", "Declare the tool, deferred or not, or drop the reference."},
	{[]string{"parameters for tool", "did not match schema"}, "groq", ruleArgs, journey.PlaceModelEcho, "The name is right; the arguments of the model's call do not fit the schema.", "Look at the arguments and the schema: no name needs to change."},
	{[]string{"failed to call a function", "failed_generation"}, "groq", ruleNoCall, journey.PlaceModelEcho, "The model wrote a call that the provider could not read; failed_generation holds its text.", "Look at failed_generation for the name and the arguments; ask again."},
	{[]string{"requested tool does not exist"}, "groq", "unknown-name", journey.PlaceModelEcho, "The model called a tool that the request does not declare; the text does not name it.", "Look at the model's answer for the name, and explain that name."},
	{[]string{"missing required 'name' field"}, "ollama", "too-short", journey.PlaceHistoryCall, "A call of the history has no name.", "Send the name with each call of the history."},
	{[]string{"header mismatch", "mcp-name"}, "mcp", ruleHeader, journey.PlaceCall, "The name in the header Mcp-Name is not the name in the body of the call.", "Send one name in both: a proxy in between renames only one of them."},
}

// besideName finds the name or the value in such texts.
var besideName = []*regexp.Regexp{
	regexp.MustCompile(`(?i)parameters for tool (\S+) did not match`),
	regexp.MustCompile(`(?i)header value '([^']*)'`),
}

var reDisabled = regexp.MustCompile(`^(?:MCP error -32602: )?Tool (\S+) disabled\.?$`)

// explainBeside reads a refusal that is not about the characters of a name. It
// has no kind: the kinds are faults of names.
func explainBeside(text string) (Explanation, bool) {
	low := strings.ToLower(bounded(text))
	if m := reDisabled.FindStringSubmatch(text); m != nil {
		return Explanation{
			Rule: ruleDisabled, Place: journey.PlaceCall, Tool: m[1], Who: []string{"mcp"},
			What: "The server has this tool and switched it off.", Advice: "Switch it on in the server, or leave it out of the list.",
		}, true
	}
	for _, b := range besideTexts {
		if !containsEvery(low, b.phrases) {
			continue
		}
		x := Explanation{Who: []string{b.who}, Request: b.place != journey.PlaceModelEcho && b.place != journey.PlaceCall, Rule: b.rule, Place: b.place, What: b.what, Advice: b.advice}
		if path := reHistory.FindString(text); path != "" {
			x.Path = strings.TrimRight(path, ".")
		}
		for _, re := range besideName {
			if m := re.FindStringSubmatch(text); m != nil {
				x.Tool = m[1]
				break
			}
		}
		return x, true
	}
	return explainCount(text)
}

// explainCount reads what the providers recognise beside names: the number of
// tools and call ids.
func explainCount(text string) (Explanation, bool) {
	x := Explanation{Request: true}
	for _, p := range provider.All() {
		r, ok := p.Recognise(text)
		if !ok || r.Place != journey.PlaceToolCount && r.Place != journey.PlaceCallID {
			continue
		}
		x.Who = append(x.Who, p.Info().ID)
		if x.Rule == "" {
			x.said(r)
		}
	}
	switch {
	case x.Rule == "":
		return Explanation{}, false
	case x.Place == journey.PlaceCallID:
		x.What, x.Advice = "A call id of the history is refused; the names are not at fault.", "Give the calls of the history ids of this provider's form; keep each with its result."
	case x.Rule == ruleTooMany:
		x.What, x.Advice = "The request declares more tools than the provider takes.", "Disable tools, or let a tool search load them when they are needed."
	default:
		x.What, x.Advice = "The request declares no tools.", listAdvice
	}
	return x, true
}

// said takes over what a provider read in its own text.
func (x *Explanation) said(r journey.Refusal) {
	x.Place, x.Path, x.Rule, x.Limit, x.Length = r.Place, r.Path, r.Rule, r.Limit, r.Length
	if r.Name != "" {
		x.Tool = r.Name
	}
}

func containsEvery(text string, phrases []string) bool {
	for _, p := range phrases {
		if !strings.Contains(text, p) {
			return false
		}
	}
	return true
}
