package provider

import (
	"hopscope/journey"
)

const (
	openAISource      = "openai/openai-openapi openapi.yaml FunctionObject.name @f85dbe2"
	openAIPattern     = "^[a-zA-Z0-9_-]+$"
	openAIMaxTools    = 128
	openAICountSource = "error text in musistudio/claude-code-router#686; openapi.yaml functions.maxItems"
)

// openAIChatContract: letters, digits, _ and -, at most 64, by the published
// schema. Nothing is said about two tools of one name. Past calls and message
// names are held to the pattern; their length limit is not known.
var openAIChatContract = contract{
	info: journey.ProviderInfo{
		ID: "openai-chat", Title: "OpenAI Chat Completions", Contract: openAIPattern + ", 1 to 64", MaxTools: openAIMaxTools,
		Sources: []journey.Fact{
			{What: "declared names", Source: openAISource, AsOf: "2026-08-21", How: "read"},
			{What: "names of past calls", Source: "mcp-use/mcp-use#90", How: "read"},
			{What: "at most 128 tools", Source: openAICountSource, How: "read"},
			{What: "two tools of one name", Source: "no rule in the schema, no observation", How: "unknown"},
		},
	},
	rules: []placeRule{
		{NameRule: openAIRule(journey.PlaceDeclare, 64, openAISource), chars: wordDash},
		{NameRule: openAIRule(journey.PlaceHistoryCall, 0, "mcp-use/mcp-use#90, PR #94"), chars: wordDash, sure: 64},
		{NameRule: openAIRule(journey.PlaceMessageName, 0, "jekalmin/extended_openai_conversation#251"), chars: wordDash, sure: 64},
		{NameRule: openAIRule(journey.PlaceToolChoice, 64, "names a declared tool"), chars: wordDash, loose: true},
		{NameRule: journey.NameRule{Place: journey.PlaceToolCount, Max: openAIMaxTools, Source: openAICountSource}},
	},
	path: openAIChatPath,
	words: openAIWords(map[journey.Place][]string{
		journey.PlaceDeclare:     {ruleIllegal, ruleLong},
		journey.PlaceHistoryCall: {ruleIllegal},
		journey.PlaceMessageName: {ruleIllegal},
		journey.PlaceToolCount:   {ruleTooMany},
	}),
}

func openAIRule(place journey.Place, most int, source string) journey.NameRule {
	return journey.NameRule{Place: place, Pattern: openAIPattern, Chars: wordDashWords, Min: 1, Max: most, Source: source}
}

func openAIChatPath(place journey.Place, index int) string {
	switch place {
	case journey.PlaceHistoryCall:
		return indexed("messages[", index, "].tool_calls[0].function.name")
	case journey.PlaceMessageName:
		return indexed("messages[", index, "].name")
	case journey.PlaceToolChoice:
		return "tool_choice.function.name"
	case journey.PlaceToolCount:
		return "tools"
	default:
		return indexed("tools[", index, "].function.name")
	}
}

// openAIChat is OpenAI's Chat Completions contract.
type openAIChat struct {
	*contract
	chatCodec
	chatShape
}

func newOpenAIChat() journey.Provider { return openAIChat{contract: &openAIChatContract} }

// Recognise reads a refusal whose path is one of this API.
func (openAIChat) Recognise(text string) (journey.Refusal, bool) {
	r, ok := openAIRefusal(text)
	return r, ok && !flatPath(r.Path)
}
