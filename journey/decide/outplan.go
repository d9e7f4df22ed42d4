package decide

import (
	"strings"

	"hopscope/journey"
)

// Outgoing is everything that moving the names of one request would change.
type Outgoing struct {
	RenameMap
	// Assumed: no request was recorded; this one is made from the catalog.
	Assumed bool `json:"assumed"`
	// Places of the request that move together, Back those of the answer.
	Places []Move `json:"places"`
	Back   []Move `json:"back"`
	// HalfMoved are names that a rename in the given request forgot already, or
	// that this one forgets.
	HalfMoved []HalfMove `json:"half_moved"`
	// Mentions are descriptions that keep saying old names.
	Mentions []Mention `json:"mentions"`
	// Stubs are what declaring the upstream's names without a map would make.
	Stubs []Stub `json:"stubs"`
	// Prompt is the sentence for the system prompt that lists the declared
	// names which it does not mention; empty: it mentions all.
	Prompt string `json:"prompt,omitempty"`
	// Before and After are the request.
	Before string `json:"-"`
	After  string `json:"-"`
}

// Request is the request whose names would move.
type Request struct {
	Plan     *journey.Plan
	Provider journey.Provider
	// Body as recorded; empty: made from the plan and the past calls.
	Body []byte
	Past []journey.WireCall
	// Forget are paths of places that the rename leaves as they are: what comes
	// of it stands in Outgoing.HalfMoved.
	Forget []string
}

// Move lays out a rename map over a whole request: all places before and
// after, the way back, and what goes wrong where only half is done. What a
// provider's contract does not tell stays empty.
func (r Request) Move(up Upstream, opts Options) Outgoing {
	declared, at := FromPlan(r.Plan)
	out := Outgoing{Places: []Move{}, Back: []Move{}, HalfMoved: []HalfMove{}, Mentions: []Mention{}, Stubs: []Stub{}}
	out.RenameMap = Rename(declared, up, r.judge, opts)
	forward := out.Forward(declared)
	tools := make([]journey.Tool, len(at))
	for i, k := range at {
		tools[i] = r.Plan.Tools[k].Tool
		tools[i].Wire = r.Plan.Tools[k].Wire
	}
	out.Mentions = append(out.Mentions, Mentioned(tools, forward)...)
	out.Stubs = append(out.Stubs, Stubs(declared, wanted(out.RenameMap, up), opts)...)
	body := r.Body
	if len(body) == 0 {
		out.Assumed = true
		body = r.made(at, forward)
	}
	loc, ok := r.Provider.(journey.Locator)
	if !ok || len(body) == 0 {
		return out
	}
	names := make([]string, len(declared))
	for i, d := range declared {
		names[i] = string(d.Wire.Name)
	}
	if system, err := loc.SystemPrompt(body); err == nil {
		out.Prompt = PromptSentence(system, names)
	}
	after, moves, err := mapBody(body, loc, journey.PartRequest, Out, forward, r.Forget)
	if err != nil {
		return out
	}
	out.Before, out.After = string(body), string(after)
	out.Places = append(out.Places, moves...)
	judged := body
	if len(r.Forget) > 0 {
		judged = after
	}
	if faults, err := HalfMoved(judged, loc, forward); err == nil {
		out.HalfMoved = append(out.HalfMoved, faults...)
	}
	out.Back = append(out.Back, r.back(loc, out.RenameMap, forward)...)
	return out
}

// judge is the provider's rule for declarations.
func (r Request) judge(name journey.Wire) (ok bool, why string) {
	verdict, broken := r.Provider.Check(journey.PlaceDeclare, journey.WireName{Name: name}, 0, "")
	if verdict != journey.VerdictReject || len(broken) == 0 {
		return true, ""
	}
	return false, r.Provider.Info().ID + " refuses it: " + broken[0].Detail
}

// wanted are the upstream's names that the map goes to, those of a list whole.
func wanted(m RenameMap, up Upstream) []string {
	if up.Names != nil {
		return up.Names
	}
	var names []string
	for _, row := range m.Rows {
		if row.To != "" {
			names = append(names, string(row.To))
		}
	}
	return names
}

// made is a request of the offered tools with the past calls, or one call of
// the first tool that moves, which is also forced.
func (r Request) made(at []int, forward map[journey.WireName]journey.Wire) []byte {
	shape, ok := r.Provider.(journey.Envelope)
	if !ok {
		return nil
	}
	tools := make([]journey.Naming, len(at))
	choice := -1
	for i, k := range at {
		tools[i] = r.Plan.Tools[k]
		if _, moves := forward[tools[i].Wire]; moves && choice < 0 {
			choice = i
		}
	}
	past := r.Past
	if len(past) == 0 && choice >= 0 {
		past = []journey.WireCall{{Called: journey.Called{Name: journey.Echo(tools[choice].Wire.Name)}, ID: "call_1", Args: "{}"}}
	}
	return []byte(shape.Request(tools, past, choice))
}

// back is the way of one answer: the upstream's name as it is streamed, and the
// caller's name that is stored.
func (r Request) back(loc journey.Locator, m RenameMap, forward map[journey.WireName]journey.Wire) []Move {
	shape, ok := r.Provider.(journey.Envelope)
	if !ok {
		return nil
	}
	for _, row := range m.Rows {
		if row.To == "" {
			continue
		}
		call := journey.WireCall{Called: journey.Called{Name: journey.Echo(row.To)}, ID: "call_2", Args: "{}"}
		var moves []Move
		for _, event := range shape.Stream(call) {
			if _, found, err := MapAnswer(eventData(event), loc, journey.PartEvent, forward); err == nil {
				moves = append(moves, found...)
			}
		}
		return moves
	}
	return nil
}

// eventData returns the JSON of one event: that behind data: of a server-sent
// event, or the event itself.
func eventData(event string) []byte {
	var data []string
	for line := range strings.Lines(event) {
		if text, ok := strings.CutPrefix(line, "data:"); ok {
			data = append(data, strings.TrimSpace(text))
		}
	}
	if len(data) == 0 {
		return []byte(event)
	}
	return []byte(strings.Join(data, "\n"))
}
