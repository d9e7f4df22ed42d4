package provider

import (
	"strings"

	"hopscope/journey"
)

const (
	vllmSource   = "vllm-project/vllm vllm/entrypoints/openai/engine/protocol.py FunctionDefinition @040a2cc2, chat_completion/protocol.py check_tool_usage @002032ee"
	vllmChoice   = "The tool specified in `tool_choice` does not match any of the specified `tools`"
	vllmNoTools  = "`tools` must not be an empty array."
	vllmNoTools2 = " Either provide at least one tool or omit the field entirely."
)

// vllmContract: any text is a name, the empty one too, and nothing is
// compared. A forced choice must name a declared tool; an empty list of tools
// is refused. With a Mistral tokenizer the rules of mistral come on top.
var vllmContract = contract{
	info: journey.ProviderInfo{
		ID: "vllm", Title: "vLLM server", Contract: "any text, even empty",
		Sources: []journey.Fact{
			{What: "names, forced choice, empty list of tools", Source: vllmSource, AsOf: "2026-11-29", How: "read"},
			{What: "Tool choice 'function' not found at its Responses endpoint", Source: "vllm-project/vllm PR #40399", AsOf: "2026-11-29", How: "read"},
		},
	},
	rules: []placeRule{
		{NameRule: journey.NameRule{Place: journey.PlaceDeclare, Chars: "any", Twice: true, Source: vllmSource}},
		{NameRule: journey.NameRule{Place: journey.PlaceHistoryCall, Chars: "any", Source: vllmSource}},
		{NameRule: journey.NameRule{Place: journey.PlaceToolChoice, Chars: "any", Declared: true, Source: vllmSource}},
		{NameRule: journey.NameRule{Place: journey.PlaceToolCount, Min: 1, Source: vllmSource}},
	},
	path:  openAIChatPath,
	words: vllmWords,
}

func vllmWords(b broken) (text string, seen bool) {
	switch b.rule {
	case ruleUnknown:
		return vllmChoice, true
	case ruleTooFew:
		return vllmNoTools + vllmNoTools2, true
	}
	return "", false
}

func vllmRefusal(text string) (journey.Refusal, bool) {
	switch {
	case strings.Contains(text, vllmChoice):
		return journey.Refusal{Place: journey.PlaceToolChoice, Path: "tool_choice", Index: -1, Rule: ruleUnknown}, true
	case strings.Contains(text, vllmNoTools):
		return journey.Refusal{Place: journey.PlaceToolCount, Path: "tools", Index: -1, Rule: ruleTooFew, Limit: 1}, true
	}
	return responsesChoiceRefusal(text)
}

func newVLLM() journey.Provider {
	return chatLike{contract: &vllmContract, recognise: vllmRefusal}
}
