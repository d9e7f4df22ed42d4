package format

import (
	"fmt"
	"slices"
	"strings"

	"hopscope/journey"
)

// join brings the calls of captures together with those of recordings that
// were read before them. Calls are joined within one session only: by call id,
// and where ids are not the same by name and order. Which session a
// conversation of a capture belongs to is decided in bind.go.
type join struct {
	// recordings counts the inputs that were read and are no captures; without
	// a capture to come nothing is kept.
	recordings int
	wanted     bool
	// sessions gives the session of each input by its index.
	sessions []string
	groups   []*joinGroup
	// at is the session of the input that is read.
	at *joinGroup
	// order holds the calls of all sessions by row.
	order []*joinedRow
	// refusals counts the refused requests of the recordings by their text.
	refusals map[uint64]int
	// differ counts the conflicts.
	differ int
}

// joinGroup is one session: a recording, and those of its subagents.
type joinGroup struct {
	session string
	// name of its first input, for people; client of its recordings.
	name, client string
	// ids by which requests may name the session.
	ids   []string
	byID  map[uint64]*joinedRow
	order []*joinedRow
	next  int
}

// joinedRow is a call of a recording.
type joinedRow struct {
	row, turn, line uint32
	source          uint8
	time            int64
	called          journey.Called
	class           journey.Class
	done, taken     bool
	group           *joinGroup
}

const (
	// joinMax bounds the calls that are kept for joining.
	joinMax = 1_000_000
	// orderWindow is how far ahead a call without a known id is looked for.
	orderWindow  = 64
	conflictsMax = 50
)

// Join says that captures follow whose calls belong to the recordings.
// sessions gives the session of each input by its index, empty where it is not
// known.
func (b *Builder) Join(sessions []string) {
	b.join.wanted, b.join.sessions = true, sessions
	b.join.refusals = map[uint64]int{}
}

// begin starts a recording.
func (j *join) begin(index uint8, name, client string) {
	j.recordings++
	if !j.wanted {
		return
	}
	session := ""
	if int(index) < len(j.sessions) {
		session = j.sessions[index]
	}
	for _, g := range j.groups {
		if session != "" && g.session == session {
			j.at = g
			return
		}
	}
	j.at = &joinGroup{session: session, name: name, client: client, byID: map[uint64]*joinedRow{}}
	j.groups = append(j.groups, j.at)
	j.says(session, "")
}

// says keeps what a recording says of its session.
func (j *join) says(session, client string) {
	if !j.wanted || j.at == nil {
		return
	}
	if len(session) >= sessionMin && !slices.Contains(j.at.ids, session) {
		j.at.ids = append(j.at.ids, session)
	}
	if client != "" {
		j.at.client = client
	}
}

// keep remembers a call of a recording.
func (j *join) keep(key uint64, row *journey.Row, n uint32, called journey.Called) {
	if !j.wanted || j.at == nil || len(j.order) >= joinMax {
		return
	}
	x := &joinedRow{
		row: n, turn: row.Turn, line: row.Line, source: row.Source, time: row.Time, called: called, class: row.Class, group: j.at,
	}
	j.order = append(j.order, x)
	j.at.order = append(j.at.order, x)
	if key != 0 {
		if _, again := j.at.byID[key]; !again {
			j.at.byID[key] = x
		}
	}
}

// again remembers a call that an earlier recording has too: of a session that
// was resumed.
func (j *join) again(key uint64) {
	if !j.wanted || key == 0 || j.at == nil {
		return
	}
	for _, g := range j.groups {
		if x := g.byID[key]; x != nil {
			j.at.byID[key] = x
			return
		}
	}
}

// outcome remembers what became of a call of a recording.
func (j *join) outcome(row uint32, class journey.Class) {
	if !j.wanted || len(j.order) == 0 {
		return
	}
	lo, hi := 0, len(j.order)
	for lo < hi {
		if mid := (lo + hi) / 2; j.order[mid].row < row {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(j.order) && j.order[lo].row == row {
		j.order[lo].class, j.order[lo].done = class, true
	}
}

// match finds the call of the session of a conversation for one of the
// capture. Where ids are shared they alone decide.
func (r *captureReader) match(b *Builder, e *Event, c *conversation, key uint64, s *spoken) *joinedRow {
	if c.group == nil {
		return nil
	}
	if x := r.byID(b, c, key, s); x != nil {
		if x.weak && folded(x.called) != folded(s.Called) && c.named == "" {
			b.apart(e, "the capture has %s under the id %q, %s %s", spelledCall(s.Called), cutText(s.ID), b.join.place(x.joinedRow), spelledCall(x.called))
			return nil
		}
		x.taken, c.byID = true, true
		return x.joinedRow
	}
	if key != 0 && c.byID {
		return nil
	}
	if x := c.group.inOrder(folded(s.Called)); x != nil {
		x.taken = true
		r.byOrder++
		return x
	}
	return nil
}

// found is a call of a recording under an id, and whether the id alone proves
// little.
type found struct {
	*joinedRow
	weak bool
}

// byID finds a call by its id: in the session of the conversation, and one
// whose id is like no other in the others too.
func (r *captureReader) byID(b *Builder, c *conversation, key uint64, s *spoken) *found {
	if key == 0 {
		return nil
	}
	weak := weakID(s.ID)
	if x := c.group.byID[key]; x != nil {
		return &found{x, weak || b.join.shared(key)}
	}
	if weak || b.join.shared(key) {
		return nil
	}
	for _, g := range b.join.groups {
		if x := g.byID[key]; x != nil && c.agrees(g, true) {
			return &found{x, false}
		}
	}
	return nil
}

// shared reports whether several sessions have calls of their own under one id.
func (j *join) shared(key uint64) bool {
	var one *joinedRow
	for _, g := range j.groups {
		x := g.byID[key]
		if x != nil && one != nil && x != one {
			return true
		}
		if x != nil {
			one = x
		}
	}
	return false
}

// inOrder returns the next call with this folded name that is not joined yet.
func (g *joinGroup) inOrder(want string) *joinedRow {
	for g.next < len(g.order) && g.order[g.next].taken {
		g.next++
	}
	for i := g.next; i < len(g.order) && i < g.next+orderWindow; i++ {
		if x := g.order[i]; !x.taken && folded(x.called) == want {
			return x
		}
	}
	return nil
}

// place names where a call of a recording stands.
func (j *join) place(x *joinedRow) string {
	if len(j.groups) > 1 {
		return fmt.Sprintf("the recording %s (line %d)", x.group.name, x.line)
	}
	return fmt.Sprintf("the recording (line %d)", x.line)
}

// folded is a name without capitals and separators.
func folded(c journey.Called) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r == '_' || r == '-' || r == '.' || r == ' ':
			return -1
		}
		return r
	}, string(c.Namespace)+string(c.Name))
}

// sighting keeps what a capture shows of a call of a recording.
func (b *Builder) sighting(x *joinedRow, e *Event, c *spoken, answer bool) {
	g := journey.Sighting{
		Row: x.row, Source: b.src.index, Line: e.Line, At: e.At, Turn: x.turn, Requested: answer, Dispatched: c.ran,
	}
	if answer {
		g.Called = c.Called
		if c.Called != x.called {
			b.conflict(e, "the capture has %s, %s %s", spelledCall(c.Called), b.join.place(x), spelledCall(x.called))
		}
	}
	b.batch.Sightings = append(b.batch.Sightings, g)
}

// judge compares what a capture says became of a call with the recording.
func (b *Builder) judge(x *joinedRow, e *Event, class journey.Class) {
	switch {
	case !x.done:
		b.conflict(e, "the capture has a result of %s, %s none", spelledCall(x.called), b.join.place(x))
	case class.Unknown() != x.class.Unknown(), class == journey.ClassToolFailed && x.class == journey.ClassOK:
		b.conflict(e, "the capture says of %s: %s; %s: %s", spelledCall(x.called), class.Word(), b.join.place(x), x.class.Word())
	}
}

func spelledCall(c journey.Called) string {
	if c.Namespace != "" {
		return fmt.Sprintf("%q in %q", c.Name, c.Namespace)
	}
	return fmt.Sprintf("%q", c.Name)
}

// conflict reports what two sources say differently of one call.
func (b *Builder) conflict(e *Event, form string, args ...any) {
	b.differs(e, "both are kept: the recording's name counts, the capture's stands beside it", fmt.Sprintf(form, args...))
}

// apart reports calls of a capture that are not joined though something speaks
// for it.
func (b *Builder) apart(e *Event, form string, args ...any) {
	b.differs(e, "counted apart, not joined", fmt.Sprintf(form, args...))
}

func (b *Builder) differs(e *Event, fix, what string) {
	if b.join.differ++; b.join.differ <= conflictsMax {
		b.Problem(e.Line, what, fix)
	}
}

// conflicts counts those that are not listed.
func (b *Builder) conflicts() {
	if n := b.join.differ - conflictsMax; n > 0 {
		b.Note(fmt.Sprintf("%d more differences from the recording are not listed", n))
	}
	b.join.differ = 0
}
