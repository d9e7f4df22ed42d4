package provider

import (
	"strings"

	"hopscope/journey"
)

const (
	deepSeekSource = "error texts in zed-industries/zed#57531, mrexodia/ida-pro-mcp#129, decolua/9router#3333"
	deepSeekSpaces = "openai/codex#44710, #44378, #44729"
	deepSeekUnique = "Tool names must be unique."
)

// deepSeekContract: the pattern and the texts of OpenAI, at most 64, and names
// that differ, on the Chat, the Anthropic-shaped and the Responses-shaped
// endpoint alike. The last takes a namespace once in a request, its history
// included.
var deepSeekContract = contract{
	info: journey.ProviderInfo{
		ID: "deepseek", Title: "DeepSeek", Contract: openAIPattern + ", at most 64, unique",
		Sources: []journey.Fact{
			{What: "declared names, at most 64", Source: deepSeekSource, AsOf: "2026-11-29", How: "read"},
			{What: "names differ in one request, on every endpoint", Source: "probes of 2026-08-15 in decolua/9router PR #3333", AsOf: "2026-08-15", How: "read"},
			{What: "a namespace once in a request", Source: deepSeekSpaces, AsOf: "2026-11-29", How: "read"},
			{What: "greatest number of tools, names of past calls, names that differ in case only", Source: "not found", How: "unknown"},
		},
	},
	rules: []placeRule{
		{NameRule: journey.NameRule{
			Place: journey.PlaceDeclare, Pattern: openAIPattern, Chars: wordDashWords, Min: 1, Max: 64, Unique: true, Source: deepSeekSource,
		}, chars: wordDash, emptyIllegal: true},
		{NameRule: journey.NameRule{Place: journey.PlaceNamespace, Unique: true, Source: deepSeekSpaces}, plain: wordDash, sure: 64, emptyUnknown: true},
		{NameRule: openAIRule(journey.PlaceToolChoice, 64, "names a declared tool"), chars: wordDash, loose: true},
	},
	path:  openAIChatPath,
	words: deepSeekWords,
}

func deepSeekWords(b broken) (text string, seen bool) {
	switch {
	case b.rule == ruleDuplicate && b.place == journey.PlaceNamespace:
		return "Duplicate namespace name '" + b.name + "' in " + b.path + ". Namespace names must be unique.", true
	case b.rule == ruleDuplicate:
		return deepSeekUnique, true
	}
	return deepSeekTexts(b)
}

var deepSeekTexts = openAIWords(map[journey.Place][]string{journey.PlaceDeclare: {ruleIllegal, ruleLong}})

// deepSeekRefusal reads DeepSeek's own texts and those it shares with OpenAI.
func deepSeekRefusal(text string) (journey.Refusal, bool) {
	if _, rest, ok := strings.Cut(text, "Duplicate namespace name '"); ok {
		name, rest, quoted := strings.Cut(rest, "' in ")
		path, _, ended := strings.Cut(rest, ". Namespace names must be unique.")
		if quoted && ended {
			return journey.Refusal{Place: journey.PlaceNamespace, Path: path, Index: -1, Rule: ruleDuplicate, Name: name}, true
		}
	}
	if at := strings.Index(text, deepSeekUnique); at >= 0 && !strings.HasSuffix(text[:at], "tools: ") { // that is Anthropic's
		return journey.Refusal{Place: journey.PlaceDeclare, Index: -1, Rule: ruleDuplicate}, true
	}
	return openAIRefusal(text)
}

func newDeepSeek() journey.Provider {
	return chatLike{contract: &deepSeekContract, recognise: deepSeekRefusal}
}
