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
	return NewPanel(declared, own).Answers(call)
}

// Panel asks the same clients about call after call: their requests are made
// once. It is safe for use by several goroutines.
type Panel struct{ seats []seat }

// seat is one client with its request.
type seat struct {
	client string
	scheme journey.Scheme
	plan   journey.Plan
}

// NewPanel prepares Clients for these tools.
func NewPanel(declared []Declared, own journey.Scheme) *Panel {
	cat := catalogOf(declared)
	p := &Panel{}
	ownID := ""
	if own != nil {
		ownID = own.Info().ID
		p.seats = append(p.seats, newSeat(own, "", cat, nil))
	}
	for _, x := range profiles {
		s, err := scheme.Get(x.id)
		if err != nil || x.id == ownID && x.options == nil {
			continue
		}
		p.seats = append(p.seats, newSeat(s, x.label, cat, x.options))
	}
	return p
}

// Answers are those of all clients, in order.
func (p *Panel) Answers(call journey.Invocation) []Answer {
	answers := make([]Answer, len(p.seats))
	for i := range p.seats {
		answers[i] = p.seats[i].answer(call)
	}
	return answers
}

// As is the answer of one scheme.
func As(s journey.Scheme, declared []Declared, call journey.Invocation) Answer {
	at := newSeat(s, "", catalogOf(declared), nil)
	return at.answer(call)
}

// catalogOf is a request that declares just these tools.
func catalogOf(declared []Declared) journey.Catalog {
	cat := journey.Catalog{Form: journey.FormWire, Complete: true}
	for _, d := range declared {
		cat.Tools = append(cat.Tools, journey.Tool{Form: journey.FormWire, Wire: d.Wire, Kind: d.Kind})
	}
	return cat
}

func newSeat(s journey.Scheme, label string, cat journey.Catalog, options map[string]string) seat {
	info := s.Info()
	name := info.ID
	if info.Version != "" {
		name += " " + info.Version
	}
	if label != "" {
		name += ", " + label
	}
	return seat{name, s, s.Plan(journey.Setting{Catalog: cat, Options: options})}
}

func (s *seat) answer(call journey.Invocation) Answer {
	r := s.scheme.Resolve(&s.plan, call)
	a := Answer{Client: s.client, Outcome: r.Outcome, Via: r.Via, Error: r.Error}
	if r.Tool >= 0 && r.Tool < len(s.plan.Tools) {
		a.Tool = Declared{Wire: s.plan.Tools[r.Tool].Wire}.Title()
	}
	return a
}
