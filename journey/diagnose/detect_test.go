package diagnose_test

import (
	"testing"

	"hopscope/journey"
	"hopscope/journey/diagnose"
)

func TestDetectProvider(t *testing.T) {
	for _, c := range []struct{ client, label, want string }{
		{"codex", "", "openai-responses"},
		{"codex", "openai", "openai-responses"},
		{"codex", "OpenAI", "openai-responses"},
		{"codex", "OpenAI Chat", "openai-chat"},
		{"codex", "ollama", "ollama"},
		{"opencode", "openai", "openai-chat"},
		{"claude-code", "", "anthropic-messages"},
		{"claude-code", "OpenAI Responses", "openai-responses"},
		{"crush", "Azure OpenAI (team)", "azure-openai"},
		{"crush", "DeepSeek", "deepseek"},
		{"crush", "Groq cloud", "groq"},
		{"crush", "xAI Grok 4", "xai"},
		{"crush", "gpt-oss on vLLM", "vllm"},
	} {
		_, p, _ := diagnose.Detect(&journey.Session{Client: journey.Client{ID: c.client}, Provider: c.label})
		if got := p.Info().ID; got != c.want {
			t.Errorf("Detect(client %s, provider %q) = %s, want %s", c.client, c.label, got, c.want)
		}
	}
}
