package provider

import (
	"strings"

	"hopscope/journey"
)

const (
	responsesSource  = "openai/openai-openapi openapi.yaml FunctionToolParam.name (pattern, 1..128) @f85dbe2"
	responsesEarlier = "error text in openai/codex#1289 (2025-06)"
	responsesBetween = "64 in 2025-06 (openai/codex#1289), 128 in the first complete specification 5162af9 (2026-05-13)"
	responsesPast    = "EasyMetaAu/helm-api PR #906 (400 at input[492].name)"
	responsesResult  = "openai/openai-openapi FunctionCallOutputItemParam @f85dbe2"
	responsesCallID  = "AnswerDotAI/fastllm#45, NousResearch/hermes-agent PR #72006"
	responsesChoice  = "measured at OpenAI in vllm-project/vllm PR #40399"
	responsesPair    = "openai/openai-openapi FunctionToolCall.namespace @f85dbe2"
)

// responsesContract: letters, digits, _ and -, 1 to 128 (64 in 2025) for
// functions. Custom tools have no rule in the schema. A namespace has at most
// 64, and namespace and name together are the identity. Past calls are held to
// the pattern.
var responsesContract = contract{
	info: journey.ProviderInfo{
		ID: "openai-responses", Title: "OpenAI Responses", Contract: openAIPattern + ", 1 to 128",
		Sources: []journey.Fact{
			{What: "declared names, 1 to 128", Source: responsesSource, AsOf: "2026-08-21", How: "read"},
			{What: "declared names, 1 to 64", Source: responsesEarlier, AsOf: "2025-06-01", How: "read"},
			{What: "names of past calls", Source: responsesPast, AsOf: "2026-11-29", How: "read"},
			{What: "namespaces and results", Source: responsesResult, AsOf: "2026-08-21", How: "read"},
			{What: "call ids, 1 to 64", Source: responsesCallID, AsOf: "2026-08-21", How: "read"},
			{What: "a forced choice names a declared tool", Source: responsesChoice, AsOf: "2026-11-29", How: "read"},
			{What: "names of custom tools, two tools of one name, greatest number of tools", Source: "no rule in the schema, no observation", How: "unknown"},
		},
	},
	rules: []placeRule{
		{NameRule: responsesDeclared(64, "", responsesEarlier), chars: wordDash},
		{NameRule: responsesDeclared(128, "2025-07-01", responsesBetween), chars: wordDash, sure: 64},
		{NameRule: responsesDeclared(128, "2026-05-13", responsesSource), chars: wordDash},
		{NameRule: openAIRule(journey.PlaceHistoryCall, 0, responsesPast), chars: wordDash, sure: 128},
		{NameRule: journey.NameRule{Place: journey.PlaceHistoryResult, Chars: "any", Min: 1, Max: 128, Source: responsesResult}},
		{NameRule: openAIRule(journey.PlaceNamespace, 64, responsesResult), chars: wordDash},
		{NameRule: journey.NameRule{Place: journey.PlaceIdentity, Chars: "any", Unique: true, Source: responsesPair}},
		{NameRule: journey.NameRule{Place: journey.PlaceCallID, Chars: "any", Min: 1, Max: 64, Source: responsesCallID}},
		{NameRule: responsesChosen(), chars: wordDash, loose: true},
	},
	path:  responsesPath,
	words: responsesWords,
}

func responsesDeclared(most int, asOf, source string) journey.NameRule {
	r := openAIRule(journey.PlaceDeclare, most, source)
	r.AsOf = asOf
	return r
}

func responsesChosen() journey.NameRule {
	r := openAIRule(journey.PlaceToolChoice, 128, responsesChoice)
	r.Declared = true
	return r
}

func responsesPath(place journey.Place, index int) string {
	switch place {
	case journey.PlaceHistoryCall, journey.PlaceHistoryResult:
		return indexed("input[", index, "].name")
	case journey.PlaceCallID:
		return indexed("input[", index, "].call_id")
	case journey.PlaceNamespace:
		return indexed("input[", index, "].namespace")
	case journey.PlaceToolChoice:
		return "tool_choice.name"
	case journey.PlaceToolCount:
		return "tools"
	default:
		return indexed("tools[", index, "].name")
	}
}

var responsesTexts = openAIWords(map[journey.Place][]string{
	journey.PlaceDeclare: {ruleIllegal, ruleShort},
	journey.PlaceCallID:  {ruleLong},
})

// The texts about a forced choice of a tool that is not there.
const (
	choiceStart = "Tool choice '"
	choiceEnd   = "' not found in 'tools' parameter."
)

// responsesWords: at a length of 64 the text about declared names was seen,
// with the limit of today it was not.
func responsesWords(b broken) (text string, seen bool) {
	if b.rule == ruleUnknown {
		return choiceStart + "function" + choiceEnd, true
	}
	text, seen = responsesTexts(b)
	return text, seen || b.place == journey.PlaceDeclare && b.rule == ruleLong && b.limit == 64
}

// responsesChoiceRefusal reads the text about a forced choice.
func responsesChoiceRefusal(text string) (journey.Refusal, bool) {
	_, rest, ok := strings.Cut(text, choiceStart)
	kind, _, closed := strings.Cut(rest, "'")
	if !ok || !closed || !strings.HasPrefix(rest[len(kind):], choiceEnd) {
		return journey.Refusal{}, false
	}
	return journey.Refusal{Place: journey.PlaceToolChoice, Path: "tool_choice", Index: -1, Rule: ruleUnknown}, true
}

// openAIResponses is OpenAI's Responses contract.
type openAIResponses struct {
	*contract
	responsesCodec
	responsesShape
}

func newOpenAIResponses() journey.Provider { return openAIResponses{contract: &responsesContract} }

// Recognise reads a refusal.
func (openAIResponses) Recognise(text string) (journey.Refusal, bool) {
	if r, ok := responsesChoiceRefusal(text); ok {
		return r, true
	}
	r, ok := openAIRefusal(text)
	return r, ok && (flatPath(r.Path) || r.Place == journey.PlaceToolCount)
}

// CheckAt judges a declared name at its site. Only functions are held to the
// pattern: custom tools have no rule, typed entries have no name.
func (o openAIResponses) CheckAt(name journey.WireName, at journey.Site, asOf string) (journey.Verdict, []journey.Violation) {
	return responsesAt(&at, func() (journey.Verdict, []journey.Violation) {
		return o.Check(journey.PlaceDeclare, name, at.Entry, asOf)
	})
}

// Repeat is CheckAt of the declared names of one request.
func (o openAIResponses) Repeat(asOf string) func(*journey.WireName, *journey.Site) (journey.Verdict, []journey.Violation) {
	check := o.contract.Repeat(asOf)
	return func(name *journey.WireName, at *journey.Site) (journey.Verdict, []journey.Violation) {
		return responsesAt(at, func() (journey.Verdict, []journey.Violation) { return check(name, at) })
	}
}

// responsesAt turns the verdict on a function at an entry into that on what
// stands at a site.
func responsesAt(at *journey.Site, check func() (journey.Verdict, []journey.Violation)) (journey.Verdict, []journey.Violation) {
	switch at.Kind {
	case journey.KindFunction:
	case journey.KindCustom:
		verdict, _ := check()
		if verdict == journey.VerdictReject {
			verdict = journey.VerdictUnknown
		}
		return verdict, nil
	default:
		return journey.VerdictAccept, nil
	}
	verdict, found := check()
	if at.Member >= 0 {
		entry, path := responsesPath(journey.PlaceDeclare, at.Entry), sitePath(&journey.Naming{}, *at)
		for i := range found {
			found[i].Error = strings.Replace(found[i].Error, "'"+entry+"'", "'"+path+"'", 1)
		}
	}
	return verdict, found
}
