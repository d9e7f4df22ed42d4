package diagnose_test

import (
	"testing"

	"hopscope/journey"
	"hopscope/journey/diagnose"
	"hopscope/journey/provider"
	"hopscope/journey/scheme"
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

// TestDetectOr holds that a fallback stands in only where nothing says whose
// the calls are.
func TestDetectOr(t *testing.T) {
	t.Parallel()
	codex, err := scheme.Get("codex")
	if err != nil {
		t.Fatal(err)
	}
	groq, err := provider.Get("groq")
	if err != nil {
		t.Fatal(err)
	}
	both, onlyScheme, onlyProvider := diagnose.Fallback{Scheme: codex, Provider: groq}, diagnose.Fallback{Scheme: codex}, diagnose.Fallback{Provider: groq}
	for _, c := range []struct {
		client, label, format    string
		f                        diagnose.Fallback
		scheme, provider, reason string
	}{
		{"", "", "", both, "codex", "groq", "codex: your default; the recording names no client"},
		{"", "", "", onlyScheme, "codex", "openai-responses", "codex: your default; the recording names no client"},
		{"", "", "", onlyProvider, "verbatim", "groq", "verbatim: the recording names no client"},
		{"", "", "", diagnose.Fallback{}, "verbatim", "openai-chat", "verbatim: the recording names no client"},
		{"", "mistral", "", both, "codex", "mistral", "codex: your default; the recording names no client"},
		{"", "", "anthropic-tools", both, "codex", "anthropic-messages", "codex: your default; the recording names no client"},
		{"nobody", "", "", both, "codex", "groq", "codex: your default; no rules known for nobody"},
		{"crush", "", "", both, "crush", "openai-chat", "crush: as recorded"},
	} {
		s := &journey.Session{Client: journey.Client{ID: c.client}, Provider: c.label}
		if c.format != "" {
			s.Sources = []journey.Source{{Path: "x", Format: c.format}}
		}
		sch, p, why := diagnose.DetectOr(s, c.f)
		if sch.Info().ID != c.scheme || p.Info().ID != c.provider || why != c.reason {
			t.Errorf("DetectOr(client %q, label %q, %s) = %s, %s, %q, want %s, %s, %q", c.client, c.label, c.format, sch.Info().ID, p.Info().ID, why, c.scheme, c.provider, c.reason)
		}
		an := diagnose.New(diagnose.Input{Session: s, Fallback: c.f})
		if an.Scheme().Info().ID != c.scheme || an.Provider().Info().ID != c.provider {
			t.Errorf("New(client %q, label %q) has %s, %s", c.client, c.label, an.Scheme().Info().ID, an.Provider().Info().ID)
		}
		verbatim, _ := scheme.Get("verbatim")
		if an := diagnose.New(diagnose.Input{Session: s, Scheme: verbatim, Fallback: c.f}); an.Scheme().Info().ID != "verbatim" {
			t.Errorf("New with verbatim asked for has %s", an.Scheme().Info().ID)
		}
	}
}
