package provider

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"hopscope/journey"
)

const (
	mistralSource   = "mistralai/mistral-common src/mistral_common/protocol/instruct/validator.py @bc022b9"
	mistralIDSource = mistralSource + "; anomalyco/opencode#1680, karthink/gptel#1203"
	mistralPattern  = "^[a-zA-Z0-9_-]{1,64}$"
	mistralID       = "^[a-zA-Z0-9]{9}$"
	// mistralNoID stands in a call whose id is not known yet; it is refused when
	// a request is served.
	mistralNoID = "null"
)

// mistralContract: one check for a declared name, a past call and the name of
// a result. It is Python's re.match, whose $ lets one final newline through. No
// check for two of one name, none for their number. Call ids have 9 characters.
var mistralContract = contract{
	info: journey.ProviderInfo{
		ID: "mistral", Title: "Mistral", Contract: mistralPattern + ", past calls and results too",
		Sources: []journey.Fact{
			{What: "names, 1 to 64, in declarations, calls and results", Source: mistralSource, AsOf: "2026-11-29", How: "run"},
			{What: "call ids of 9 letters and digits", Source: mistralIDSource, AsOf: "2026-11-29", How: "read"},
			{What: "two tools of one name, the number of tools: no check in the open validator, the hosted service was not asked", Source: mistralSource, AsOf: "2026-11-29", How: "read"},
		},
	},
	rules: []placeRule{
		mistralRule(journey.PlaceDeclare),
		mistralRule(journey.PlaceHistoryCall),
		mistralRule(journey.PlaceHistoryResult),
		{NameRule: journey.NameRule{Place: journey.PlaceToolChoice, Pattern: mistralPattern, Chars: wordDashWords, Min: 1, Max: 64, Source: "names a declared tool"}, chars: wordDash, loose: true},
		{NameRule: journey.NameRule{Place: journey.PlaceCallID, Pattern: mistralID, Chars: "A-Z a-z 0-9", Min: 9, Max: 9, Source: mistralIDSource}, chars: newCharset(letters + digits), tail: tailTaken},
	},
	path:  openAIChatPath,
	words: mistralWords,
}

func mistralRule(place journey.Place) placeRule {
	return placeRule{
		NameRule: journey.NameRule{
			Place: place, Pattern: mistralPattern, Chars: wordDashWords, Min: 1, Max: 64, Twice: place == journey.PlaceDeclare, Source: mistralSource,
		},
		chars: wordDash, tail: tailTaken,
	}
}

const (
	mistralName    = "Function name was "
	mistralNameEnd = " but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64."
	mistralCall    = "Tool call id was "
	mistralCallEnd = " but must be a-z, A-Z, 0-9, with a length of 9."
	mistralUndef   = "Tool call id has to be defined."
)

// mistralWords returns the one text of the check, which quotes the name and
// says neither where it stands nor what is wrong.
func mistralWords(b broken) (text string, seen bool) {
	switch {
	case b.place == journey.PlaceCallID && b.name == mistralNoID:
		return mistralUndef, true
	case b.place == journey.PlaceCallID:
		return mistralCall + b.name + mistralCallEnd, true
	}
	return mistralName + b.name + mistralNameEnd, true
}

// mistral is Mistral's chat contract.
type mistral struct {
	*contract
	chatCodec
	chatShape
}

func newMistral() journey.Provider { return mistral{contract: &mistralContract} }

// Recognise reads a refusal. The text does not say where the name stands: the
// declaration is asked first.
func (mistral) Recognise(text string) (journey.Refusal, bool) {
	if strings.Contains(text, mistralUndef) {
		return journey.Refusal{Place: journey.PlaceCallID, Index: -1, Rule: ruleShort, Limit: 9}, true
	}
	if id, ok := between(text, mistralCall, mistralCallEnd); ok {
		r := journey.Refusal{Place: journey.PlaceCallID, Index: -1, Name: id, Rule: ruleIllegal}
		switch n := utf8.RuneCountInString(id); {
		case n > 9:
			r.Rule, r.Limit, r.Length = ruleLong, 9, n
		case n < 9:
			r.Rule, r.Limit, r.Length = ruleShort, 9, n
		}
		return r, true
	}
	name, ok := between(text, mistralName, mistralNameEnd)
	if !ok {
		return journey.Refusal{}, false
	}
	r := journey.Refusal{Place: journey.PlaceDeclare, Index: -1, Name: name, Rule: ruleIllegal}
	switch n := utf8.RuneCountInString(name); {
	case n > 64:
		r.Rule, r.Limit, r.Length = ruleLong, 64, n
	case n == 0:
		r.Rule, r.Limit = ruleShort, 1
	}
	return r, true
}

// between returns what stands between two texts.
func between(text, front, end string) (string, bool) {
	_, rest, ok := strings.Cut(text, front)
	if !ok {
		return "", false
	}
	i := strings.Index(rest, end)
	if i < 0 {
		return "", false
	}
	return rest[:i], true
}

// Call shapes the message of a past call, whose content is empty and not null.
func (mistral) Call(c journey.WireCall, message int) journey.Declaration {
	entry, path := chatCallEntry(&c, textArgs(c.Args))
	var m object
	m.text("role", "assistant")
	m.text("content", "")
	m.raw("tool_calls", arrayOf(entry))
	return journey.Declaration{Path: "messages[" + strconv.Itoa(message) + "].tool_calls[0]." + path, JSON: m.indented()}
}

// Result shapes the message of a result, which may repeat the name.
func (mistral) Result(c journey.WireCall, text string, message int) journey.Declaration {
	var m object
	m.text("role", "tool")
	m.text("tool_call_id", c.ID)
	m.text("content", text)
	m.text("name", string(c.Called.Name))
	return journey.Declaration{Path: "messages[" + strconv.Itoa(message) + "].name", JSON: m.indented()}
}

// Stream words the events of an answer with one call: it comes whole, without
// a type, in the chunk that ends the answer.
func (mistral) Stream(c journey.WireCall) []string {
	var call, function object
	call.optional("id", c.ID)
	if !c.Nameless {
		function.text("name", string(c.Called.Name))
	}
	function.text("arguments", textArgs(c.Args))
	call.raw("function", function.compact())
	call.raw("index", "0")
	return []string{
		chatEvent(`{"role":"assistant","content":""}`, "null"),
		chatEvent(`{"content":"","tool_calls":`+arrayOf(call.compact())+`}`, `"tool_calls"`),
		"data: [DONE]",
	}
}

// Request is a whole request body.
func (p mistral) Request(tools []journey.Naming, past []journey.WireCall, choice int) string {
	return requestOf(p, "messages", userMessage(), entriesOf(p.Declare, tools), past, forcedOf(p, tools, choice))
}
