package format

import (
	"fmt"

	"hopscope/journey"
	"hopscope/sessions/walk"
)

// Builder makes batches of the events of one or more inputs that become one
// session: it numbers rows, turns, texts and agents, and pairs results with
// calls. It lives on one goroutine.
//
// Turns count the distinct messages of the model, from 1, in file order; of
// several inputs they go on counting, so that a turn is one moment of the
// session.
type Builder struct {
	batch journey.Batch
	// rows is the number of rows so far, with those of batch.
	rows   uint32
	turns  uint32
	syms   map[string]journey.Sym
	agents map[string]uint16
	// about is what is known of agents before their first line.
	about map[string]journey.Agent
	// copies are the calls of all inputs, nil with one input: a resumed
	// session repeats the lines of the one before it.
	copies *callTable
	keys   Keys
	src    *source
	limits limits
	// declared are the declared lists of all inputs.
	declared toolLists
	join     join
	ahead    *ahead
	// grows: inputs may go on after their end, so that ended keeps them.
	grows bool
	ended map[uint8]*source
	// ends: the input that was read last has ended.
	ends bool
}

// source is the state of the input that is being read.
type source struct {
	index  uint8
	name   string
	agent  string
	info   Info
	reader Reader
	lines  uint32
	turns  turnTable
	last   struct {
		key  uint64
		turn uint32
	}
	pairing pairing
	cwd     bool
	client  journey.Client
}

// NewBuilder returns a builder. several says that more than one input follows.
func NewBuilder(several bool) *Builder {
	b := &Builder{syms: map[string]journey.Sym{}, agents: map[string]uint16{"": 0}, about: map[string]journey.Agent{}, keys: newKeys()}
	if several {
		b.copies = &callTable{}
	}
	b.batch.Agents = []journey.Agent{{}}
	return b
}

// Begin starts the next input. name is its name in problems; agent is the
// subagent whose file it is, empty for a main line.
func (b *Builder) Begin(index uint8, name, agent string, f Format) Reader {
	info := f.Info()
	b.ends = false
	b.src = &source{index: index, name: name, agent: agent, info: info, reader: f.Open(b.keys), pairing: newPairing()}
	b.src.client = journey.Client{ID: info.Client, Label: info.Label, Why: "shape of the lines"}
	if info.Capture {
		b.src.client.Why = "field user-agent"
		if r, ok := b.src.reader.(*captureReader); ok {
			for _, g := range b.join.groups {
				r.ids = append(r.ids, g.ids...)
			}
		}
		return b.src.reader
	}
	b.join.begin(index, name, info.Client)
	if b.src.client.ID != "" || b.join.recordings == 1 { // what is known stays
		b.batch.Client = b.src.client
	}
	return b.src.reader
}

// About says what is known of a subagent beside its lines.
func (b *Builder) About(a journey.Agent) {
	if old, ok := b.about[a.ID]; ok {
		a.Type = first(a.Type, old.Type)
		a.Parent = first(a.Parent, old.Parent)
	}
	b.about[a.ID] = a
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// Add takes the events of a chunk.
func (b *Builder) Add(c walk.Chunk[*Events]) {
	for i := range c.Out.List {
		e := &c.Out.List[i]
		e.Line += b.src.lines + 1
		b.event(e)
	}
	b.batch.MoreProblems += c.Out.MoreFaults
	b.src.reader.Recycle(c.Out)
	b.src.lines += c.Lines
	b.batch.Lines = b.src.lines
}

func (b *Builder) event(e *Event) {
	if b.src.agent != "" && (e.Agent == "" || e.Agent == ccInline) {
		e.Agent = b.src.agent
		if e.Kind == CallEvent {
			e.Flags |= journey.FlagSidechain
		}
	}
	switch e.Kind {
	case CallEvent:
		b.call(e)
	case ResultEvent:
		b.result(e)
	case TurnEvent:
		b.turn(e.Turn)
	case MetaEvent:
		b.meta(e.Data.(*Meta))
	case FaultEvent:
		p := e.Data.(Problem)
		b.Problem(e.Line, p.What, p.Fix)
	case RefusedEvent:
		b.refused(e)
	case SpecialEvent:
		b.src.reader.Merge(b, e)
	}
}

// turn returns the number of a message's turn; key 0 is the current one.
func (b *Builder) turn(key uint64) uint32 {
	s := b.src
	if key == 0 {
		if b.turns == 0 { // a call before any message that is known as one
			b.turns, b.batch.Turns = 1, 1
		}
		return b.turns
	}
	if s.last.key == key {
		return s.last.turn
	}
	n, ok := s.turns.find(key)
	if !ok {
		b.turns++
		n = b.turns
		s.turns.add(key, n)
		b.batch.Turns = n
	}
	s.last.key, s.last.turn = key, n
	return n
}

func (b *Builder) meta(m *Meta) {
	s := b.src
	if m.Client != "" {
		s.client.ID, s.client.Label = m.Client, m.Label
		b.batch.Client = s.client
	}
	if m.Version != "" {
		s.client.Version, s.client.Why = m.Version, s.info.VersionField
		b.batch.Client = s.client
	}
	if !s.info.Capture {
		b.join.says(m.Session, m.Client)
	}
	if m.Session != "" && s.agent == "" {
		b.batch.ID = m.Session
	}
	if m.Parent != "" {
		b.batch.Parent = m.Parent
	}
	if m.Provider != "" {
		b.batch.Provider = m.Provider
	}
	if m.Cwd != "" && !s.cwd && s.agent == "" {
		b.batch.Cwd, s.cwd = m.Cwd, true
	}
	if m.Model != "" {
		b.batch.Models = append(b.batch.Models, m.Model)
	}
}

// refused adds a refused request. It belongs to the turn that it would have
// been.
func (b *Builder) refused(e *Event) {
	if b.limits.requests++; b.limits.requests > requestsMax {
		if b.limits.requests == requestsMax+1 {
			b.Problem(e.Line, fmt.Sprintf("more than %d refused requests", requestsMax), "the rest is not listed")
		}
		return
	}
	if b.join.wanted && !b.src.info.Capture {
		b.join.refusals[b.keys.text(cutText(e.Text))]++
	}
	b.batch.Requests = append(b.batch.Requests, journey.Request{
		Line: e.Line, Turn: b.turns + 1, Source: b.src.index, Error: cutText(e.Text),
	})
}

// Problem adds something that could not be read.
func (b *Builder) Problem(line uint32, what, fix string) {
	where := b.src.name
	if line > 0 {
		where = fmt.Sprintf("%s: line %d", where, line)
	}
	b.batch.Problems = append(b.batch.Problems, journey.Problem{Where: where, What: what, Fix: fix, Line: line})
}

// Problems adds what could not be read beside the input.
func (b *Builder) Problems(list []journey.Problem) {
	b.batch.Problems = append(b.batch.Problems, list...)
}

// Note adds a note about the input that is being read.
func (b *Builder) Note(text string) { b.batch.Notes = append(b.batch.Notes, text) }

// sym interns a text.
func (b *Builder) sym(s string) journey.Sym {
	if s == "" {
		return 0
	}
	y, ok := b.syms[s]
	if !ok {
		y = journey.Sym(len(b.syms) + 1)
		b.syms[s] = y
		b.batch.Texts = append(b.batch.Texts, s)
	}
	return y
}

// TextsMax is the number of different names and errors that one session may
// hold. What is real has some thousands; a small compressed file could have
// millions, at a kilobyte each.
const TextsMax = 500_000

// Full reports whether there are more names and errors than TextsMax: reading
// should stop.
func (b *Builder) Full() bool { return len(b.syms) > TextsMax }

// agent returns the index of a subagent; the empty id is the main line.
func (b *Builder) agent(id string) uint16 {
	n, ok := b.agents[id]
	if !ok {
		if len(b.agents) > agentsMax {
			return 0
		}
		n = uint16(len(b.agents))
		b.agents[id] = n
		a := b.about[id]
		a.ID = id
		b.batch.Agents = append(b.batch.Agents, a)
	}
	return n
}

// Calls returns the number of calls so far.
func (b *Builder) Calls() int { return int(b.rows) }

// End ends the input that is being read.
func (b *Builder) End() {
	b.src.reader.End(b)
	b.ends = true
	p := &b.src.pairing
	b.settle()
	b.count(p.orphans, "1 result has no call in this file", "%d results have no call in this file", ": an excerpt, or compacted away")
	b.count(p.repeated, "1 call repeats the id of an earlier one", "%d calls repeat the id of an earlier one", "; not counted again")
	b.count(p.copied, "1 call stands in an earlier file too", "%d calls stand in an earlier file too", "; counted there")
	if b.grows {
		b.ended[b.src.index] = b.src
		return
	}
	b.src.pairing = pairing{}
	b.src.turns = turnTable{}
	b.src.reader = nil // with its buffers
}

// count adds a note about n things, if there are any.
func (b *Builder) count(n int, one, many, rest string) {
	switch n {
	case 0:
	case 1:
		b.Note(one + rest)
	default:
		b.Note(fmt.Sprintf(many, n) + rest)
	}
}

// Empty reports whether there is nothing to take.
func (b *Builder) Empty() bool {
	return len(b.batch.Rows)+len(b.batch.Patches)+len(b.batch.Again)+len(b.batch.Snapshots)+len(b.batch.Requests)+len(b.batch.Problems)+len(b.batch.Notes)+b.batch.MoreProblems == 0 &&
		b.batch.Client == (journey.Client{}) && b.batch.Lines == 0
}

// Take returns what was gathered since the last Take.
func (b *Builder) Take() journey.Batch {
	batch := b.batch
	b.batch = journey.Batch{}
	if n := len(batch.Rows); n > 0 && !b.ends { // the next one will have as many
		b.batch.Rows = make([]journey.Row, 0, n)
	}
	return batch
}
