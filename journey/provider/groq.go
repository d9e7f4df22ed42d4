package provider

import (
	"strconv"
	"strings"

	"hopscope/journey"
)

const (
	groqSource      = "npm groq-sdk@1.6.0 resources/shared.d.ts FunctionDefinition.name (doc comment)"
	groqCountSource = "HunorLaczko/ha-groq-cloud-api#25, gsd-build/gsd-2#4376"
	groqEchoSource  = "mastra-ai/mastra#9688, groq/groq-typescript#28"
	groqEcho        = "attempted to call tool '"
	groqEchoEnd     = "' which was not in request.tools"
	groqCount       = "'tools' : maximum number of items is "
)

// groqContract: letters, digits, _ and -, at most 64, by the comment in its
// SDK. Groq alone checks the model's call against the declared tools and turns
// a foreign name into an error.
var groqContract = contract{
	info: journey.ProviderInfo{
		ID: "groq", Title: "Groq", Contract: "letters, digits, _ and -, at most 64", MaxTools: 128,
		Sources: []journey.Fact{
			{What: "declared names, at most 64", Source: groqSource, AsOf: "2026-11-29", How: "read"},
			{What: "at most 128 tools", Source: groqCountSource, AsOf: "2026-11-29", How: "read"},
			{What: "a called name must be declared", Source: groqEchoSource, AsOf: "2026-11-29", How: "read"},
			{What: "the empty name, two tools of one name, names of past calls, the text about an illegal name", Source: "not found", How: "unknown"},
		},
	},
	rules: []placeRule{
		{NameRule: journey.NameRule{Place: journey.PlaceDeclare, Chars: wordDashWords, Max: 64, Source: groqSource}, chars: wordDash, emptyUnknown: true},
		{NameRule: journey.NameRule{Place: journey.PlaceToolChoice, Chars: wordDashWords, Max: 64, Source: "names a declared tool"}, chars: wordDash, emptyUnknown: true, loose: true},
		{NameRule: journey.NameRule{Place: journey.PlaceModelEcho, Declared: true, Source: groqEchoSource}},
		{NameRule: journey.NameRule{Place: journey.PlaceToolCount, Max: 128, Source: groqCountSource}},
	},
	path:  openAIChatPath,
	words: groqWords,
}

// groqWords: no text about a name's characters or length was seen.
func groqWords(b broken) (text string, seen bool) {
	switch b.rule {
	case ruleTooMany:
		return groqCount + strconv.Itoa(b.limit), true
	case ruleUnknown:
		return "Tool call validation failed: tool call validation failed: " + groqEcho + b.name + groqEchoEnd, b.place == journey.PlaceModelEcho
	}
	return "", false
}

func groqRefusal(text string) (journey.Refusal, bool) {
	if _, rest, ok := strings.Cut(text, groqEcho); ok {
		if name, _, closed := strings.Cut(rest, groqEchoEnd); closed {
			return journey.Refusal{Place: journey.PlaceModelEcho, Index: -1, Rule: ruleUnknown, Name: name}, true
		}
	}
	if strings.Contains(text, groqCount) {
		return journey.Refusal{Place: journey.PlaceToolCount, Path: "tools", Index: -1, Rule: ruleTooMany, Limit: numberAfter(text, groqCount)}, true
	}
	if strings.Contains(text, "requested tool does not exist") {
		return journey.Refusal{Place: journey.PlaceModelEcho, Index: -1, Rule: ruleUnknown}, true
	}
	return journey.Refusal{}, false
}

func newGroq() journey.Provider {
	return chatLike{contract: &groqContract, recognise: groqRefusal, chatShape: chatShape{whole: true}}
}
