package decide

import (
	"hopscope/journey"
	"hopscope/journey/scheme"
)

// Answer is what one client's own rules do with the call.
type Answer struct {
	// Client is the scheme with its version and, where it matters, its option.
	Client  string          `json:"client"`
	Outcome journey.Outcome `json:"outcome"`
	// Tool is the Title of what runs, empty for none.
	Tool string `json:"tool,omitempty"`
	Via  string `json:"via,omitempty"`
	// Error is the exact text that the model reads.
	Error string `json:"error,omitempty"`
}

// profile is a client that is asked.
type profile struct {
	id, label string
	options   map[string]string
}

// profiles are the clients whose dispatch answers in its own way, those with
// rewriting or repair in front.
var profiles = [...]profile{
	{id: "claude-code"},
	{id: "opencode"},
	{id: "codex"},
	{id: "gemini-cli"},
	{id: "qwen-code"},
	{id: "hermes-agent"},
	{id: "ai-sdk", label: "no repair hook"},
	{id: "ai-sdk", label: "a hook that returns null", options: map[string]string{"repair_hook": "null"}},
	{id: "litellm"},
	{id: "trae-agent"},
	{id: "roo-code"},
}

// Clients says what other programs would really do with the call if these were
// their declared tools: each answer is that scheme's own look-up. The scheme
// that is in force comes first, in its version; nil for none.
func Clients(declared []Declared, call journey.Invocation, own journey.Scheme) []Answer {
	cat := catalogOf(declared)
	var answers []Answer
	ownID := ""
	if own != nil {
		ownID = own.Info().ID
		answers = append(answers, answer(own, "", cat, nil, call))
	}
	for _, p := range profiles {
		s, err := scheme.Get(p.id)
		if err != nil || p.id == ownID && p.options == nil {
			continue
		}
		answers = append(answers, answer(s, p.label, cat, p.options, call))
	}
	return answers
}

// As is the answer of one scheme.
func As(s journey.Scheme, declared []Declared, call journey.Invocation) Answer {
	return answer(s, "", catalogOf(declared), nil, call)
}

// catalogOf is a request that declares just these tools.
func catalogOf(declared []Declared) journey.Catalog {
	cat := journey.Catalog{Form: journey.FormWire, Complete: true}
	for _, d := range declared {
		cat.Tools = append(cat.Tools, journey.Tool{Form: journey.FormWire, Wire: d.Wire, Kind: d.Kind})
	}
	return cat
}

func answer(s journey.Scheme, label string, cat journey.Catalog, options map[string]string, call journey.Invocation) Answer {
	info := s.Info()
	a := Answer{Client: info.ID}
	if info.Version != "" {
		a.Client += " " + info.Version
	}
	if label != "" {
		a.Client += ", " + label
	}
	plan := s.Plan(journey.Setting{Catalog: cat, Options: options})
	r := s.Resolve(&plan, call)
	a.Outcome, a.Via, a.Error = r.Outcome, r.Via, r.Error
	if r.Tool >= 0 && r.Tool < len(plan.Tools) {
		a.Tool = Declared{Wire: plan.Tools[r.Tool].Wire}.Title()
	}
	return a
}
