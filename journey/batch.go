package journey

import "slices"

// Batch is what a reader found since its last batch. A reader owns the
// numbering: its rows follow each other in file order, and patches change rows
// of this or an earlier batch.
type Batch struct {
	// Texts are new interned texts; their symbols follow those of before. The
	// first text of the first batch of a session gets symbol 1.
	Texts   []string
	Agents  []Agent
	Rows    []Row
	Patches []Patch
	// Again are rows of before as the reading in file order finds them.
	Again     []Again
	Extras    map[uint32]Extra
	Snapshots []Snapshot
	Requests  []Request
	Prompts   []Prompt
	Problems  []Problem
	// Sightings are calls of other sources that a capture shows.
	Sightings []Sighting
	// MoreProblems counts problems that are not listed.
	MoreProblems int
	// Meta fields replace those of the session when they are not empty.
	Client   Client
	Provider string
	ID, Cwd  string
	Parent   string
	Model    string   // appended to Models when new
	Models   []string // likewise, where there are several
	Servers  []ServerEntry
	Lines    uint32 // lines read so far
	Turns    uint32 // turns so far
	// Background of a case file.
	Background *Background
	Notes      []string // for Sources[0]
	// Order puts rows in file order when all else of the batch is applied.
	Order *Order
}

// Patch completes a row when its result is read.
type Patch struct {
	Row     uint32
	Ret     int64
	RetLine uint32
	Class   Class
	Err     Sym
	Flags   RowFlags // set in addition
}

// problemsKept bounds Session.Problems; the count goes on.
const problemsKept = 1000

// Expect says how many calls the session will have in all, as far as that can
// be told, so that its rows are not copied again and again while they grow.
func (s *Session) Expect(calls int) { s.expected = calls }

// smallRows is how many rows a session has that may take a quarter more room
// than it needs.
const smallRows = 1 << 14

// room is for how many rows there should be room when there are need: those
// that are expected, unless that is much more than was read.
func (s *Session) room(need int) int {
	switch {
	case s.expected >= need:
		return min(s.expected+s.expected/32, 8*need)
	case s.expected == 0 && need < smallRows:
		return need + need/4
	}
	return need + max(need/32, 64) // rows may come for hours
}

// Trim gives back the room that rows have and do not need, where that is more
// than one part of so many: it is for the end of the reading.
func (s *Session) Trim(parts int) {
	if n := len(s.Rows); cap(s.Rows)-n > n/parts+16 {
		s.Rows = append(make([]Row, 0, n), s.Rows...)
	}
	for _, n := range s.Tally.order {
		if cap(n.Rows)-len(n.Rows) > len(n.Rows)/parts+16 {
			n.Rows = append(make([]uint32, 0, len(n.Rows)), n.Rows...)
		}
	}
}

// Apply adds a batch to the session.
func (s *Session) Apply(b Batch) {
	if len(s.texts) == 0 {
		s.texts = append(s.texts, "")
	}
	s.texts = append(s.texts, b.Texts...)
	s.Agents = append(s.Agents, b.Agents...)
	first := len(s.Rows)
	if need := first + len(b.Rows); need > cap(s.Rows) {
		s.Rows = slices.Grow(s.Rows, max(s.room(need), need)-first)
	}
	s.Rows = append(s.Rows, b.Rows...)
	for i := first; i < len(s.Rows); i++ {
		s.Tally.add(s, uint32(i))
	}
	for _, a := range b.Again {
		s.again(a)
	}
	for row, x := range b.Extras {
		if s.Extras == nil {
			s.Extras = map[uint32]Extra{}
		}
		if old := s.Extras[row]; x.Seen == nil {
			x.Seen = old.Seen
		}
		s.Extras[row] = x
		s.Rows[row].Flags |= FlagExtra
	}
	for _, p := range b.Patches {
		s.patch(p)
	}
	for _, g := range b.Sightings {
		s.sight(g)
	}
	s.Snapshots = append(s.Snapshots, b.Snapshots...)
	s.indexSnapshots()
	s.Requests = append(s.Requests, b.Requests...)
	s.addPrompts(b.Prompts)
	s.ProblemCount += len(b.Problems) + b.MoreProblems
	for _, p := range b.Problems {
		if len(s.Problems) < problemsKept {
			s.Problems = append(s.Problems, p)
		}
	}
	s.applyMeta(b)
	if b.Order != nil {
		s.reorder(b.Order)
	}
}

// TextCount is the number of interned texts, the empty one included: the
// symbol that the next one gets.
func (s *Session) TextCount() int { return len(s.texts) }

func (s *Session) patch(p Patch) {
	r := &s.Rows[p.Row]
	s.Tally.remove(s, p.Row)
	r.Ret, r.RetLine, r.Class, r.Err = p.Ret, p.RetLine, p.Class, p.Err
	r.Flags |= p.Flags
	s.Tally.restore(s, p.Row)
}

// sight keeps what a capture shows of a row beside what is known of it.
func (s *Session) sight(g Sighting) {
	if s.Extras == nil {
		s.Extras = map[uint32]Extra{}
	}
	x := s.Extras[g.Row]
	lists := func(g *Sighting) bool { return len(s.snapshotsOf(offerKey{g.Source, 0})) > 0 }
	if x.Seen == nil || g.Requested || !x.Seen.Requested && !lists(x.Seen) {
		x.Seen = &g
	}
	if x.Dispatched == nil {
		x.Dispatched = g.Dispatched
	}
	s.Extras[g.Row] = x
	s.Rows[g.Row].Flags |= FlagExtra
	s.Sighted++
}

func (s *Session) applyMeta(b Batch) {
	if b.Client != (Client{}) {
		s.Client = b.Client
	}
	setText(&s.Provider, b.Provider)
	setText(&s.ID, b.ID)
	setText(&s.Cwd, b.Cwd)
	setText(&s.Parent, b.Parent)
	for _, m := range append([]string{b.Model}, b.Models...) {
		if m != "" && !contains(s.Models, m) {
			s.Models = append(s.Models, m)
		}
	}
	s.Servers = append(s.Servers, b.Servers...)
	s.Lines = max(s.Lines, b.Lines)
	s.Turns = max(s.Turns, b.Turns)
	if b.Background != nil {
		s.Background = b.Background
	}
	if len(b.Notes) > 0 && len(s.Sources) > 0 {
		s.Sources[0].Notes = append(s.Sources[0].Notes, b.Notes...)
	}
}

func setText(dst *string, v string) {
	if v != "" {
		*dst = v
	}
}

func contains(list []string, v string) bool {
	for _, s := range list {
		if s == v {
			return true
		}
	}
	return false
}
