package provider

import (
	"strconv"
	"strings"

	"hopscope/journey"
)

const ollamaSource = "ollama/ollama api/types.go ToolFunction, openai/openai.go FromChatRequest @fb3076099"

const ollamaNameless = "tool_use block missing required 'name' field"

// ollamaContract: any text is a name, and nothing is compared. The native API
// wants the name again in the result; at /v1 it is looked up by the call id,
// the last match wins.
var ollamaContract = contract{
	info: journey.ProviderInfo{
		ID: "ollama", Title: "Ollama", Contract: "any text",
		Sources: []journey.Fact{
			{What: "names, results", Source: ollamaSource, AsOf: "2026-11-29", How: "read"},
			{What: "/v1/responses flattens a namespace to NAMESPACE.NAME and sends no namespace back", Source: "openai/codex#23186", AsOf: "2026-11-29", How: "read"},
			{What: "/v1/messages drops a tool called web_search beside the built-in of that name", Source: "ollama/ollama anthropic/anthropic.go @fb3076099", AsOf: "2026-11-29", How: "read"},
		},
	},
	rules: []placeRule{
		{NameRule: journey.NameRule{Place: journey.PlaceDeclare, Chars: "any", Twice: true, Source: ollamaSource}},
		{NameRule: journey.NameRule{Place: journey.PlaceHistoryCall, Chars: "any", Source: ollamaSource}},
		{NameRule: journey.NameRule{Place: journey.PlaceHistoryResult, Chars: "any", Source: ollamaSource}},
	},
	path:  ollamaPath,
	words: func(broken) (string, bool) { return "", false },
}

func ollamaPath(place journey.Place, index int) string {
	if place == journey.PlaceHistoryResult {
		return "messages[" + strconv.Itoa(index) + "].tool_name"
	}
	return openAIChatPath(place, index)
}

// ollama is Ollama's native contract.
type ollama struct {
	*contract
	ollamaCodec
	ollamaShape
}

func newOllama() journey.Provider { return ollama{contract: &ollamaContract} }

// Recognise reads a refusal: the native API refuses no name, /v1/messages a
// call without one.
func (ollama) Recognise(text string) (journey.Refusal, bool) {
	if strings.Contains(text, ollamaNameless) {
		return journey.Refusal{Place: journey.PlaceHistoryCall, Index: -1, Rule: ruleShort, Limit: 1}, true
	}
	return journey.Refusal{}, false
}
