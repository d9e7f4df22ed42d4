package diagnose

import (
	"strings"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/journey/scheme"
	"hopscope/vocab"
)

// verbatim is the scheme of those whose rules nobody knows.
const verbatim = "verbatim"

// Fallback are the rules for calls of which nothing says whose they are; what
// is nil leaves it to verbatim and the usual contract.
type Fallback struct {
	Scheme   journey.Scheme
	Provider journey.Provider
}

// Detect chooses the scheme and the provider of a recording and says why, for
// example "claude-code 2.0.37: field version". A client without a scheme gets
// verbatim: its names are taken as they stand.
//
// Where several clients made what was read, these are the rules of the one that
// counts for the whole session; the calls of the others are judged by theirs.
func Detect(s *journey.Session) (journey.Scheme, journey.Provider, string) {
	return DetectOr(s, Fallback{})
}

// DetectOr is Detect with the rules for a recording that names no client whose
// rules are known.
func DetectOr(s *journey.Session, f Fallback) (journey.Scheme, journey.Provider, string) {
	sch, p, why := detectFor(s, s.Client, f)
	return sch, p, why + alsoWords(clientsOf(s))
}

// detectFor chooses them for the calls of one client.
func detectFor(s *journey.Session, client journey.Client, f Fallback) (journey.Scheme, journey.Provider, string) {
	sch, ok := scheme.ForClient(client.ID, client.Version)
	if !ok {
		if id, known := vocab.ClientID(client.Label); known {
			sch, ok = scheme.ForClient(id, client.Version)
		}
	}
	if !ok && client.Label != "" {
		if found, err := scheme.Get(client.Label); err == nil {
			sch, ok = found, true
		}
	}
	why := strings.TrimSpace(clientText(client) + " " + client.Version)
	switch {
	case ok && client.Why != "":
		why += ": " + client.Why
	case ok:
		why += ": as recorded"
	case why == "":
		why = "the recording names no client"
	default:
		why = "no rules known for " + why
	}
	if !ok {
		sch, why = f.scheme(why)
	}
	p, known := labelled(s, client)
	if !known && client.ID == "" {
		p, known = shaped(s.Sources)
	}
	switch {
	case known:
	case !ok && f.Provider != nil:
		p = f.Provider
	case !ok && f.Scheme != nil:
		p = provider.Default(sch.Info().ID)
	default:
		p = provider.Default(client.ID)
	}
	return sch, p, why
}

// scheme is the scheme where the recording does not name one, for a reason.
func (f Fallback) scheme(reason string) (journey.Scheme, string) {
	if f.Scheme != nil {
		return f.Scheme, f.Scheme.Info().ID + ": your default; " + reason
	}
	sch, _ := scheme.Get(verbatim) // always there
	return sch, verbatim + ": " + reason
}

// shapes are the contracts whose declarations a list of tools has, by the
// format of the list.
var shapes = map[string]string{
	"openai-chat-tools": "openai-chat", "openai-responses-tools": "openai-responses", "anthropic-tools": "anthropic-messages",
	"gemini-tools": "gemini", "bedrock-tools": "bedrock-converse",
}

// shaped is the contract of the first list of tools that is shaped by one.
func shaped(sources []journey.Source) (journey.Provider, bool) {
	for _, src := range sources {
		if p, err := provider.Get(shapes[src.Format]); err == nil {
			return p, true
		}
	}
	return nil, false
}

// labelled is the contract that a recording's label names. "openai" alone has
// two: the client decides.
func labelled(s *journey.Session, client journey.Client) (journey.Provider, bool) {
	if client.ID != s.Client.ID {
		return nil, false // the label is that of another client's endpoint
	}
	if journey.PlainID(s.Provider) == "openai" {
		if own := provider.Default(client.ID); own.Info().ID == "openai-responses" {
			return own, true
		}
	}
	return ProviderOf(s.Provider)
}

func clientText(c journey.Client) string {
	if c.ID != "" {
		return c.ID
	}
	return c.Label
}

// Words of provider labels, most telling first; all words of a row must stand
// in the label.
var providerLabels = []struct {
	words []string
	id    string
}{
	// Anthropic's own contract stands behind these two, with its own texts.
	{[]string{"bedrock", "invoke"}, "anthropic-messages"},
	{[]string{"vertex", "anthropic"}, "anthropic-messages"},
	{[]string{"vertex", "claude"}, "anthropic-messages"},
	{[]string{"bedrock"}, "bedrock-converse"},
	{[]string{"vertex"}, "vertex"},
	{[]string{"azure"}, "azure-openai"},
	{[]string{"openai", "responses"}, "openai-responses"},
	{[]string{"openai", "chat"}, "openai-chat"},
	{[]string{"gemini"}, "gemini"},
	{[]string{"mistral"}, "mistral"},
	{[]string{"deepseek"}, "deepseek"},
	{[]string{"groq"}, "groq"},
	{[]string{"xai"}, "xai"},
	{[]string{"grok"}, "xai"},
	{[]string{"vllm"}, "vllm"},
	{[]string{"ollama"}, "ollama"},
	{[]string{"anthropic"}, "anthropic-messages"},
	{[]string{"openai"}, "openai-chat"},
}

// ProviderOf returns the contract that a label names: an id or alias, or a
// label with the words of one ("Anthropic Messages (own key)"). ok is false
// for labels of endpoints whose rules are unknown.
func ProviderOf(label string) (p journey.Provider, ok bool) {
	if label == "" {
		return nil, false
	}
	if p, err := provider.Get(label); err == nil {
		return p, true
	}
	low := strings.ToLower(label)
	if strings.Contains(low, "non-") || strings.Contains(low, "compatible") {
		return nil, false
	}
	for _, row := range providerLabels {
		all := true
		for _, w := range row.words {
			all = all && strings.Contains(low, w)
		}
		if !all {
			continue
		}
		if p, err := provider.Get(row.id); err == nil {
			return p, true
		}
		return nil, false
	}
	return nil, false
}
