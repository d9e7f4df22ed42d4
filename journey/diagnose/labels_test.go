package diagnose_test

import (
	"testing"

	"hopscope/journey"
	"hopscope/journey/diagnose"
)

// Labels as recordings and gateways write them.
func TestProviderOf(t *testing.T) {
	for label, want := range map[string]string{
		"vertex": "vertex", "Vertex AI": "vertex", "google-vertex": "vertex", "vertex_ai/gemini-2.5-pro": "vertex",
		"bedrock": "bedrock-converse", "Bedrock Converse": "bedrock-converse", "amazon-bedrock": "bedrock-converse", "AWS Bedrock (us-east-1)": "bedrock-converse",
		"Bedrock InvokeModel": "anthropic-messages", "google-vertex-anthropic": "anthropic-messages", "Claude on Vertex": "anthropic-messages",
		"google": "gemini", "Gemini": "gemini", "gemini-2.5-flash": "gemini", "Mistral La Plateforme": "mistral",
		"Anthropic Messages (own key)": "anthropic-messages", "OTel": "otel-genai", "mcp": "mcp",
		"local model": "", "gateway": "", "non-OpenAI Responses endpoint": "", "OpenAI compatible": "", "": "",
	} {
		p, ok := diagnose.ProviderOf(label)
		got := ""
		if ok {
			got = p.Info().ID
		}
		if got != want {
			t.Errorf("ProviderOf(%q) = %q, want %q", label, got, want)
		}
	}
}

// A client without a label speaks its own provider's contract.
func TestDetectDefaults(t *testing.T) {
	for client, want := range map[string]string{
		"gemini-cli": "gemini", "claude-code": "anthropic-messages", "codex": "openai-responses", "qwen-code": "openai-chat", "strands": "bedrock-converse", "adk": "gemini",
	} {
		_, p, _ := diagnose.Detect(&journey.Session{Client: journey.Client{ID: client}})
		if got := p.Info().ID; got != want {
			t.Errorf("Detect(%s) = %s, want %s", client, got, want)
		}
	}
}
