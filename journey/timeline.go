package journey

import (
	"slices"
	"sort"
)

// PlanSource answers for the requests of a session: the plan in force at a
// call, that of a declared list without one, and whether the list was recorded.
type PlanSource interface {
	// Plan is the request that a row answered, -1: the newest one.
	Plan(row int) *Plan
	// PlanOf is the request that a snapshot of declared tools makes.
	PlanOf(snapshot int) *Plan
	// CatalogKnown is false where the list at a row is assumed.
	CatalogKnown(row int) bool
	// Scheme makes the plans and reads stored calls.
	Scheme() Scheme
}

// Timeline lays a session out in turns: the calls of each, the list that was
// declared, where that list changed, and what the names in the history mean
// from then on. It is made once; asking about a turn costs what the turn and
// the list hold, not what the session holds.
//
// A line is what shares one history: the main line of a session or one
// subagent. Lists and stored names are compared within a line only.
type Timeline struct {
	// Turns in order. Those without a call are there as well, as long as they
	// are not many more than the calls.
	Turns []TimelineTurn
	// Eras are the lists that were in force, in the order in which they came.
	Eras []Era
	// Counted is false where the recording counts no turns: each call is one.
	Counted bool

	s       *Session
	plans   PlanSource
	rows    []uint32 // of all turns, in order
	refused map[int][]int
	wrong   map[uint32]bool
	stories []story
}

// TimelineTurn is one turn: a request and the calls of its answer.
type TimelineTurn struct {
	// Number is the turn's own, from 1.
	Number int
	// From and To bound the calls among those of all turns, see Timeline.Row.
	From, To int
	// Line is whose turn it is, Era the list in force, an index in Eras.
	Line, Era int
	// Failed, Unknown and Wrong count the calls that failed, those whose name
	// was refused, and those that ran another tool than their name meant before.
	Failed, Unknown, Wrong int
	// Refused counts the requests of the turn that the provider refused.
	Refused int
	// Changed: the declared list is another one than that of the line's turn
	// before. Drifted counts the stored names that mean something else, or
	// nothing, since.
	Changed bool
	Drifted int
}

// Notable reports whether something happened that one looks for.
func (t *TimelineTurn) Notable() bool {
	return t.Changed || t.Failed+t.Wrong+t.Refused+t.Drifted > 0
}

// Era is one declared list, from a turn of a line on until the next.
type Era struct {
	// Snapshot is an index in Session.Snapshots, -1: no list was recorded. Row
	// is a call under it, -1 for none.
	Snapshot, Row int
	// Turn is the index of the first turn, Before the era before it in the same
	// line, -1 for none.
	Turn, Before int
	// Known: the list is recorded or given, not assumed.
	Known bool
	// Tools counts the offered ones. Came and Went are the tools that the
	// request has and the one before did not, and the other way round; both are
	// empty for the first list.
	Tools      int
	Came, Went []string
}

// sparse is by how much turns may outnumber calls to be all kept.
const (
	sparseTimes = 4
	sparsePlus  = 4096
)

// NewTimeline lays a session out. Wrong are calls that a diagnosis says ran
// another tool than was meant, in ascending order.
func NewTimeline(s *Session, plans PlanSource, wrong []uint32) *Timeline {
	t := &Timeline{s: s, plans: plans, refused: map[int][]int{}, wrong: map[uint32]bool{}, Counted: true}
	for _, r := range wrong {
		t.wrong[r] = true
	}
	t.layTurns()
	t.findEras()
	t.tell()
	t.drifts()
	t.count()
	return t
}

// turnOf is the turn of a row as the timeline counts; before is the one of the
// row before it.
func (t *Timeline) turnOf(row, before int) int {
	switch n := int(t.s.Rows[row].Turn); {
	case !t.Counted:
		return row + 1
	case n > 0:
		return n
	}
	return max(before, 1)
}

// layTurns sorts the calls by turn.
func (t *Timeline) layTurns() {
	s := t.s
	t.Counted = len(s.Rows) == 0 || slices.ContainsFunc(s.Rows, func(r Row) bool { return r.Turn > 0 })
	turns, last, sorted := make([]int, len(s.Rows)), 0, true
	for i := range s.Rows {
		n := t.turnOf(i, last)
		sorted = sorted && n >= last
		turns[i], last = n, n
	}
	t.rows = make([]uint32, len(s.Rows))
	for i := range t.rows {
		t.rows[i] = uint32(i)
	}
	if !sorted {
		slices.SortStableFunc(t.rows, func(a, b uint32) int { return turns[a] - turns[b] })
	}
	for i := range s.Requests {
		n := max(int(s.Requests[i].Turn), 1)
		t.refused[n] = append(t.refused[n], i)
	}
	for _, n := range t.numbers(turns) {
		t.Turns = append(t.Turns, TimelineTurn{Number: n})
	}
	at := 0
	for i := range t.Turns {
		u := &t.Turns[i]
		u.From = at
		for at < len(t.rows) && turns[t.rows[at]] == u.Number {
			at++
		}
		u.To, u.Refused = at, len(t.refused[u.Number])
	}
}

// numbers are the turns that there are, ascending.
func (t *Timeline) numbers(turns []int) []int {
	s := t.s
	last := 0
	if t.Counted {
		last = int(s.Turns)
	}
	for _, n := range turns {
		last = max(last, n)
	}
	seen := map[int]bool{}
	for n := range t.refused {
		last, seen[n] = max(last, n), true
	}
	if s.Background != nil { // a case may end with a list that nobody used
		for i := range s.Snapshots {
			last = max(last, int(s.Snapshots[i].Turn))
		}
	}
	if last <= sparseTimes*len(turns)+sparsePlus {
		list := make([]int, last)
		for i := range list {
			list[i] = i + 1
		}
		return list
	}
	for _, n := range turns {
		seen[n] = true
	}
	for i := range s.Snapshots {
		if n := int(s.Snapshots[i].Turn); n > 0 && n <= last {
			seen[n] = true
		}
	}
	list := make([]int, 0, len(seen)+1)
	for n := range seen {
		list = append(list, n)
	}
	slices.Sort(list)
	return list
}

// Row is the session's row at a place among the calls of all turns.
func (t *Timeline) Row(at int) int { return int(t.rows[at]) }

// Rows is the number of calls of all turns.
func (t *Timeline) Rows() int { return len(t.rows) }

// Index returns the index of the turn with a number; ok is false where there is
// none.
func (t *Timeline) Index(number int) (i int, ok bool) {
	i = sort.Search(len(t.Turns), func(i int) bool { return t.Turns[i].Number >= number })
	return i, i < len(t.Turns) && t.Turns[i].Number == number
}

// At returns where a row stands: the index of its turn, and its place among
// the calls of all turns.
func (t *Timeline) At(row int) (turn, place int, ok bool) {
	if row < 0 || row >= len(t.rows) {
		return 0, 0, false
	}
	number := row + 1
	if t.Counted {
		number = int(t.s.Rows[row].Turn)
	}
	for i := row; number == 0 && i >= 0; i-- { // as the call before it
		number = int(t.s.Rows[i].Turn)
	}
	turn, ok = t.Index(max(number, 1))
	if !ok {
		return 0, 0, false
	}
	u := &t.Turns[turn]
	for place = u.From; place < u.To; place++ {
		if t.Row(place) == row {
			return turn, place, true
		}
	}
	return 0, 0, false
}

// Refused returns the refused requests of a turn, as indexes in
// Session.Requests.
func (t *Timeline) Refused(turn int) []int { return t.refused[t.Turns[turn].Number] }

// Note is what a case notes about a turn in which nothing was called; empty for
// none.
func (t *Timeline) Note(turn int) string {
	u := &t.Turns[turn]
	if t.s.Background == nil || u.To > u.From {
		return ""
	}
	for _, e := range t.s.Background.Events {
		if e.Before == u.From && e.Note != "" {
			return e.Note
		}
	}
	return ""
}

// Wrong reports whether a call ran another tool than its name meant before.
func (t *Timeline) Wrong(row int) bool { return t.wrong[uint32(row)] }

// count counts what became of the calls of each turn.
func (t *Timeline) count() {
	for i := range t.Turns {
		u := &t.Turns[i]
		for _, row := range t.rows[u.From:u.To] {
			c := t.s.Rows[row].Class
			if c.Unknown() {
				u.Unknown++
			}
			if c.Failed() {
				u.Failed++
			}
			if t.wrong[row] {
				u.Wrong++
			}
		}
	}
}
