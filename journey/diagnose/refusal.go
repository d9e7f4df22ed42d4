package diagnose

import (
	"regexp"
	"strconv"
	"strings"
)

// site is where in a request a refusal text points.
type site uint8

// siteNone: the text gives no path. siteList: the declared tools. siteHistory:
// an earlier call. siteReference: a tool reference in a result. siteChoice:
// the forced tool.
const (
	siteNone site = iota
	siteList
	siteHistory
	siteReference
	siteChoice
)

// refusal is what the text of a refused request says, whoever wrote it. A text
// can say several things; the flags hold all of them, the path is the first.
type refusal struct {
	site site
	path string
	// index is the position in the list as written, -1 for none; oneBased:
	// counted from 1.
	index    int
	oneBased bool
	// values are the names that the text quotes as the value at fault.
	values []string
	// pattern, length, empty, reserved, duplicate and missing are the rules
	// that the text speaks of.
	pattern, length, empty, reserved, duplicate, missing bool
	// expr is the pattern as written; limit and got are lengths, 0 for none.
	expr       string
	limit, got int
}

var (
	reReference = regexp.MustCompile(`[\w.\[\]]*tool_reference\.tool_name`)
	reHistory   = regexp.MustCompile(`(?:messages|input|contents|history)(?:\[\d+\]|\.\d+)[\w.\[\]]*`)
	reList      = regexp.MustCompile(`(?:toolConfig\.)?(?:tools|functions)(?:\[(\d+)\]|\.(\d+))((?:\.\w+|\[\d+\])*)`)
	reGemini    = regexp.MustCompile(`(?i)function_?declarations\[(\d+)\]`)
	reFunction  = regexp.MustCompile(`(?i)(?:function|tool) at index (\d+)`)
	reChoice    = regexp.MustCompile(`(?i)tool_?choice`)
	reExpr      = regexp.MustCompile(`\^?\[[^\]\s]*(?:a-z|A-Z)[^\]\s]*\][^\s'"\x60]*`)
	reLimit     = regexp.MustCompile(`(?i)(?:maximum length(?: of)?|at most|less than or equal to|max(?:imum)?(?: length)? is|exceeds(?: the)?(?: maximum)?(?: length)?(?: limit)?(?: of)?|longer than|up to|limit of|must be (?:under|below))[ :]+(\d+)`)
	reGot       = regexp.MustCompile(`(?i)(?:with length|length is|current:|\(length|got|has length|length of)[ :]*(\d+)`)
	reRepeat    = regexp.MustCompile(`\{(\d+),(\d+)\}`)
)

var valueForms = []*regexp.Regexp{
	regexp.MustCompile(`Value '([^']*)' at '`),
	regexp.MustCompile(`(?i)Function name was (.*?) but must be`),
	regexp.MustCompile(`'([^']*)' does not match '`),
	regexp.MustCompile(`(?i)invalid (?:tool|function) name:? ['"\x60]([^'"\x60]+)['"\x60]`),
	regexp.MustCompile(`(?i)(?:tool|function)(?: name)? ['"\x60]([^'"\x60]+)['"\x60] (?:is|has|does|contains|exceeds|must)`),
}

var (
	patternPhrases   = []string{"not match pattern", "should match pattern", "must match pattern", "must satisfy regular expression pattern", "invalid function name", "invalid tool name", "has an invalid name", "does not match '^", "must match the pattern", "must be a-z", "invalid characters", "contains invalid", "does not match the pattern", "doesn't match pattern", "must match regex", "match the regex", "does not match regex", "must only contain", "can only contain", "may only contain", "should only contain", "must contain only", "only letters", "illegal character", "invalid character", "must start with", "name is invalid"}
	lengthPhrases    = []string{"too long", "at most", "less than or equal to", "maximum length", "longer than", "exceed", "no more than", "fewer than", "less than", "character limit", "length limit", "max length"}
	emptyPhrases     = []string{"cannot be empty", "must not be empty", "empty string", "at least 1 character", "minimum length 1", "greater than or equal to 1"}
	reservedPhrases  = []string{"is reserved", "reserved name", "reserved for", "not allowed to be", "input should be '", "reserved tool name", "name is not allowed"}
	duplicatePhrases = []string{"must be unique", "duplicate function", "duplicate tool", "duplicated tool", "same name", "already registered", "tool_name_conflict", "not unique", "duplicate name", "declared more than once", "defined more than once", "duplicate declaration", "already declared", "already been declared", "is duplicated", "duplicate names"}
	missingPhrases   = []string{"not found in provided tools", "not found in tools", "not found in available tools", "not found in 'tools'", "not found in `tools`", "not in tools", "not found in the provided tools", "does not match any of the specified", "not found in function declarations", "not present in tools", "not among the tools", "tool_reference_unresolved", "does not exist in tools", "is not in the tools", "must match one of the tools", "not defined in tools", "not declared in tools"}
)

// readRefusal reads the text of a refused request. ok is false when the text
// is not about a name.
func readRefusal(text string) (r refusal, ok bool) {
	t := bounded(text)
	t = strings.NewReplacer(`\"`, `"`, `\\n`, " ", `\n`, " ", "\n", " ").Replace(t)
	low := strings.ToLower(t)
	r = refusal{index: -1}
	r.pattern = containsAny(low, patternPhrases)
	r.length = containsAny(low, lengthPhrases)
	r.empty = containsAny(low, emptyPhrases)
	r.reserved = containsAny(low, reservedPhrases)
	r.duplicate = containsAny(low, duplicatePhrases)
	r.missing = containsAny(low, missingPhrases) || toolMissing(low)
	r.readPath(t)
	for _, re := range valueForms {
		for _, m := range re.FindAllStringSubmatch(t, -1) {
			r.values = append(r.values, m[1])
		}
	}
	r.expr = reExpr.FindString(t)
	r.limit = number(reLimit, t)
	r.got = number(reGot, t)
	if m := reRepeat.FindStringSubmatch(r.expr); m != nil && r.limit == 0 {
		r.limit, _ = strconv.Atoi(m[2]) // the pattern has digits here
	}
	r.readNames(t)
	said := r.pattern || r.length || r.empty || r.reserved || r.duplicate || r.missing
	if !said || r.elsewhere() || r.site == siteNone && !aboutTools(low) || containsAny(low, countPhrases) {
		return refusal{index: -1}, false
	}
	return r, true
}

// countPhrases speak of the number of tools, which is not about a name.
var countPhrases = []string{"array too long", "number of items", "declarations can be", "too many tools"}

// aboutTools reports whether a text without a path is about names of tools:
// other limits, such as that of the context, are worded alike.
func aboutTools(low string) bool {
	named := containsAny(low, []string{"name", "declaration", "not found", "already registered"})
	return named && (strings.Contains(low, "tool") || strings.Contains(low, "function"))
}

// Bounds of what is read of a text: its head and, where errors hold errors,
// its end.
const (
	textHead = 12 << 10
	textTail = 4 << 10
)

func bounded(text string) string {
	if len(text) <= textHead+textTail {
		return text
	}
	return text[:textHead] + " " + text[len(text)-textTail:]
}

// toolMissing reports whether a text misses a tool: the words for "not there"
// and for "tool reference" or "forced tool" stand in it.
func toolMissing(low string) bool {
	return strings.Contains(low, "not found") &&
		(strings.Contains(low, "tool reference") || strings.Contains(low, "tool choice") || strings.Contains(low, "tool_choice") || strings.Contains(low, "input tag"))
}

// readPath finds the first path of a name in the text.
func (r *refusal) readPath(t string) {
	if p := reReference.FindString(t); p != "" {
		r.site, r.path = siteReference, p
		return
	}
	hist := reHistory.FindStringIndex(t)
	list := reList.FindStringSubmatchIndex(t)
	if hist != nil && list != nil && list[0] >= hist[0] && list[0] < hist[1] {
		hist = nil // tools declared inside the input
		r.site, r.path = siteList, t[list[0]:list[1]]
		return
	}
	switch {
	case hist != nil && (list == nil || hist[0] < list[0]):
		r.site, r.path = siteHistory, t[hist[0]:hist[1]]
	case list != nil:
		r.site, r.path = siteList, t[list[0]:list[1]]
		digits := group(t, list, 1) + group(t, list, 2)
		if m := reGemini.FindStringSubmatch(r.path); m != nil {
			digits = m[1]
		}
		r.index, _ = strconv.Atoi(digits) // the pattern has digits here
		r.oneBased = strings.HasPrefix(r.path, "toolConfig.")
	default:
		if m := reFunction.FindStringSubmatch(t); m != nil {
			r.site, r.path = siteList, m[0]
			r.index, _ = strconv.Atoi(m[1]) // the pattern has digits here
		} else if m := reGemini.FindStringSubmatch(t); m != nil {
			r.site, r.path = siteList, m[0]
			r.index, _ = strconv.Atoi(m[1]) // the pattern has digits here
		} else if m := reChoice.FindString(t); m != "" {
			r.site, r.path = siteChoice, m
		}
	}
}

// elsewhere reports whether the path ends at something that is no name: a call
// id, a schema, the list as a whole.
func (r *refusal) elsewhere() bool {
	if r.duplicate || r.missing || r.reserved || r.site == siteNone || r.site == siteChoice {
		return false
	}
	last := r.path[strings.LastIndexAny(r.path, ".]")+1:]
	switch last {
	case "", "name", "tool_name", "namespace":
		return false
	}
	return !strings.Contains(strings.ToLower(r.path), "index") && last != "custom"
}

var nameForms = []*regexp.Regexp{
	regexp.MustCompile(`(?i)declaration found:? ['"\x60]?([^'"\x60\s,;}\\]+)`),
	regexp.MustCompile(`(?i)same name:? ?[(\['"\x60]+([^)\]'"\x60]+)`),
	regexp.MustCompile(`(?i)duplicated? (?:namespace|tool|function|name)s?(?: names| name)?(?: found)?(?: across [\w ]+)?:? ?[\[{('"\x60]*([\w.:/-]+)`),
	regexp.MustCompile(`(?i)not allowed to be:? ?[\['"\x60]+([^\]'"\x60]+)`),
	regexp.MustCompile(`(?i)input should be ['"\x60]([^'"\x60]+)`),
	regexp.MustCompile(`(?i)['"\x60]([^'"\x60]+)['"\x60] is (?:a )?reserved`),
	regexp.MustCompile(`(?i)name ([\w.:/-]+) is (?:a )?reserved`),
	regexp.MustCompile(`(?i)reserved (?:tool |function )?name:? ['"\x60]?([\w.:/-]+)`),
	regexp.MustCompile(`(?i)(?:tool|function|tag|reference|choice|name):? ['"\x60\[]+([^'"\x60\]]+)['"\x60\]]+ (?:was |is )?(?:not |already|does not)`),
	regexp.MustCompile(`(?i)(?:tool|input tag|reference|function) ([\w.:/-]+) (?:was |is )?(?:not found|not in|already)`),
}

// readNames finds the names in texts that give no value at a path.
func (r *refusal) readNames(t string) {
	if !r.duplicate && !r.reserved && !r.missing {
		return
	}
	for _, re := range nameForms {
		for _, m := range re.FindAllStringSubmatch(t, -1) {
			r.values = append(r.values, strings.TrimRight(m[1], ".,;"))
		}
	}
}

func number(re *regexp.Regexp, t string) int {
	m := re.FindStringSubmatch(t)
	if m == nil {
		return 0
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		return 0
	}
	return n
}

func group(t string, idx []int, n int) string {
	if 2*n+1 >= len(idx) || idx[2*n] < 0 {
		return ""
	}
	return t[idx[2*n]:idx[2*n+1]]
}
