// Package provider holds the wire contracts of model providers: what a name may
// look like at each place of a request, how a tool is declared, how calls
// stand in bodies and streams, and how the provider words a refusal.
//
// One file a provider. Adding one means that file and one line in the table
// below. What several providers need stands once: rules with dates
// (contract.go), the shaping of entries (shape.go), streams (events.go), the
// paths in refusals (path.go).
//
// A rule has a source and, where it changed, a date. What nobody saw a
// provider take or refuse is unknown, and unknown fails nothing.
package provider

import (
	"fmt"
	"strings"

	"hopscope/journey"
)

// registration is one provider of the table.
type registration struct {
	id string
	// aliases and known labels, in lower case with - for blanks and _.
	aliases []string
	make    func() journey.Provider
}

// table lists the providers, sorted by id.
var table = []registration{
	{"anthropic-messages", []string{"anthropic", "claude", "messages", "anthropic-messages-api"}, newAnthropic},
	{"azure-openai", []string{"azure", "azure-openai-chat"}, newAzureOpenAI},
	{"bedrock-converse", []string{
		"bedrock", "converse", "aws", "amazon-bedrock", "aws-bedrock", "aws.bedrock", "amazon-bedrock-converse", "bedrock-runtime",
	}, newBedrock},
	{"deepseek", []string{"deepseek-chat"}, newDeepSeek},
	{"gemini", []string{
		"gemini-api", "google", "google-gemini", "google-ai", "google-ai-studio", "google-genai", "google-generative-ai",
		"google.generative-ai", "gcp.gemini", "gcp.gen-ai", "generatecontent",
	}, newGemini},
	{"groq", []string{"groqcloud"}, newGroq},
	{"mcp", []string{"model-context-protocol", "mcp-server"}, newMCP},
	{"mistral", []string{"mistral-ai", "mistralai", "mistral-chat", "la-plateforme"}, newMistral},
	{"ollama", []string{"ollama-chat"}, newOllama},
	{"openai-chat", []string{"openai", "chat", "openai-chat-completions", "chat-completions"}, newOpenAIChat},
	{"openai-responses", []string{"responses", "openai-responses-api", "codex-responses"}, newOpenAIResponses},
	{"otel-genai", []string{"otel", "opentelemetry", "opentelemetry-genai", "gen-ai", "gen-ai-spans"}, newOTel},
	{"vertex", []string{
		"vertex-ai", "vertexai", "google-vertex", "google-vertex-ai", "google-cloud-vertex-ai", "gcp.vertex-ai", "gcp-vertex", "google.vertex",
	}, newVertex},
	{"vllm", []string{"vllm-server"}, newVLLM},
	{"xai", []string{"grok", "x.ai", "x-ai"}, newXAI},
}

// All returns every provider, sorted by id.
func All() []journey.Provider {
	list := make([]journey.Provider, len(table))
	for i := range table {
		list[i] = table[i].make()
	}
	return list
}

// Get returns the provider with this id, alias or known label. Ids are
// compared in lower case, with blanks and _ read as -.
func Get(id string) (journey.Provider, error) {
	if p := find(id); p != nil {
		return p, nil
	}
	known := make([]string, len(table))
	for i := range table {
		known[i] = table[i].id
	}
	return nil, fmt.Errorf("provider %q: not known; known are %s", id, strings.Join(known, ", "))
}

func find(id string) journey.Provider {
	key := journey.PlainID(id)
	for i := range table {
		if table[i].id == key {
			return table[i].make()
		}
		for _, a := range table[i].aliases {
			if a == key {
				return table[i].make()
			}
		}
	}
	return nil
}

// defaults names the provider that a client speaks to when nothing says
// otherwise.
var defaults = map[string]string{
	"claude-code": "anthropic-messages",
	"claude-ai":   "anthropic-messages",
	"native":      "anthropic-messages",
	"codex":       "openai-responses",
	"gemini-cli":  "gemini",
	"grok":        "xai",
	"amazon-q":    "bedrock-converse",
	"kiro":        "bedrock-converse",
	"strands":     "bedrock-converse",
	"adk":         "gemini",
	"vibe":        "mistral",
}

// Default returns the provider that a client (its id) speaks to unless a
// recording says otherwise: OpenAI's chat contract for clients that have no
// provider of their own.
func Default(clientID string) journey.Provider {
	if p := find(defaults[clientID]); p != nil {
		return p
	}
	return newOpenAIChat()
}
