package provider

import (
	"strings"

	"hopscope/journey"
)

const (
	xaiExamples  = "plain names in public examples, nicobailon/pi-web-access#138"
	xaiUnique    = "chenyme/grok2api#806"
	xaiCount     = "router-for-me/CLIProxyAPI#5214; release notes of a client generated from xAI's OpenAPI document"
	xaiSearch    = "nicobailon/pi-web-access#138"
	xaiDuplicate = "Duplicate tool names: "
)

// xaiContract: xAI publishes no rule. Plain names of letters, digits, _ and -
// stand in public examples; of anything else, and of lengths, nothing is known.
// Names must differ. A tool called web_search is taken and never called.
var xaiContract = contract{
	info: journey.ProviderInfo{
		ID: "xai", Title: "xAI", Contract: "no rule published; plain names are taken, unique",
		Sources: []journey.Fact{
			{What: "plain names", Source: xaiExamples, AsOf: "2026-11-29", How: "read"},
			{What: "names differ in one request", Source: xaiUnique, AsOf: "2026-11-29", How: "read"},
			{What: "web_search is never called, even when a call is forced", Source: xaiSearch, AsOf: "2026-11-29", How: "read"},
			{What: "greatest number of tools: 200, then 350, then 1000", Source: xaiCount, How: "unknown"},
			{What: "pattern, length, first character, the empty name", Source: "not found", How: "unknown"},
		},
		Reserved: []journey.ReservedName{
			{Name: "web_search", Why: "the name of xAI's own search: a tool of this name is taken and never called", Source: xaiSearch},
		},
	},
	rules: []placeRule{
		{
			NameRule: journey.NameRule{
				Place: journey.PlaceDeclare, Unique: true, Source: xaiExamples,
				Unknown: "other characters than letters, digits, _ and -, a first digit, the empty name, names over 32 characters",
			},
			plain: wordDash, plainFirst: newCharset(letters + "_-"), sure: 32, emptyUnknown: true,
		},
		{NameRule: journey.NameRule{Place: journey.PlaceToolCount, Max: 1000, Source: xaiCount, Unknown: "more than 200: the limit moved from 200 to 350 to 1000"}},
	},
	path:  openAIChatPath,
	words: xaiWords,
}

func xaiWords(b broken) (text string, seen bool) {
	if b.rule == ruleDuplicate {
		return "invalid-argument: " + xaiDuplicate + b.name, true
	}
	return "", false
}

func xaiRefusal(text string) (journey.Refusal, bool) {
	if _, name, ok := strings.Cut(text, xaiDuplicate); ok {
		if end := strings.IndexAny(name, " ,\"'\n\\}"); end >= 0 {
			name = name[:end]
		}
		return journey.Refusal{Place: journey.PlaceDeclare, Index: -1, Rule: ruleDuplicate, Name: name}, true
	}
	return journey.Refusal{}, false
}

// xai is xAI's contract.
type xai struct{ chatLike }

func newXAI() journey.Provider {
	return xai{chatLike{contract: &xaiContract, recognise: xaiRefusal, chatShape: chatShape{whole: true}}}
}

// Check warns of a name that is taken and never called.
func (x xai) Check(place journey.Place, name journey.WireName, index int, asOf string) (journey.Verdict, []journey.Violation) {
	verdict, found := x.chatLike.Check(place, name, index, asOf)
	if place == journey.PlaceDeclare && verdict == journey.VerdictAccept {
		found = append(found, xaiOwn(&name)...)
	}
	return verdict, found
}

// Repeat is Check of the declared names of one request.
func (x xai) Repeat(asOf string) func(*journey.WireName, *journey.Site) (journey.Verdict, []journey.Violation) {
	check := x.chatLike.Repeat(asOf)
	return func(name *journey.WireName, at *journey.Site) (journey.Verdict, []journey.Violation) {
		verdict, found := check(name, at)
		if verdict == journey.VerdictAccept {
			found = append(found, xaiOwn(name)...)
		}
		return verdict, found
	}
}

// xaiOwn is the warning about the name of xAI's own search.
func xaiOwn(name *journey.WireName) []journey.Violation {
	if name.Namespace != "" || name.Name != "web_search" {
		return nil
	}
	return []journey.Violation{{
		Place: journey.PlaceDeclare, Rule: ruleReserved, At: -1, Detail: "xAI's own search has this name: the tool is taken and never called",
		Severity: journey.SeverityWarning, Source: xaiSearch, AsOf: "2026-11-29",
	}}
}
