package format

import (
	"fmt"
	"strings"

	"hopscope/journey"
)

// join brings the calls of captures together with those of recordings that
// were read before them: by call id, and where ids are not the same by name and
// order.
type join struct {
	// recordings counts the inputs that were read and are no captures; without
	// a capture to come nothing is kept.
	recordings int
	wanted     bool
	byID       map[uint64]*joinedRow
	order      []*joinedRow
	next       int
	// refusals counts the refused requests of the recordings by their text.
	refusals map[uint64]int
	// differ counts the conflicts.
	differ int
}

// joinedRow is a call of a recording.
type joinedRow struct {
	row, turn, line uint32
	source          uint8
	called          journey.Called
	class           journey.Class
	done, taken     bool
}

const (
	// joinMax bounds the calls that are kept for joining.
	joinMax = 1_000_000
	// orderWindow is how far ahead a call without a known id is looked for.
	orderWindow  = 64
	conflictsMax = 50
)

// Join says that captures follow whose calls belong to the recordings.
func (b *Builder) Join() {
	b.join.wanted = true
	b.join.byID, b.join.refusals = map[uint64]*joinedRow{}, map[uint64]int{}
}

// keep remembers a call of a recording.
func (j *join) keep(key uint64, row *journey.Row, n uint32, called journey.Called) {
	if !j.wanted || len(j.order) >= joinMax {
		return
	}
	x := &joinedRow{row: n, turn: row.Turn, line: row.Line, source: row.Source, called: called, class: row.Class}
	j.order = append(j.order, x)
	if key != 0 {
		if _, again := j.byID[key]; !again {
			j.byID[key] = x
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

// find returns the call of a recording with this id.
func (j *join) find(key uint64) *joinedRow {
	if key == 0 {
		return nil
	}
	return j.byID[key]
}

// match finds the call of a recording for one of a capture. Where ids are
// shared they alone decide.
func (j *join) match(r *captureReader, key uint64, called journey.Called) *joinedRow {
	if j.recordings == 0 {
		return nil
	}
	if x := j.find(key); x != nil {
		x.taken, r.byID = true, true
		return x
	}
	if key != 0 && r.byID {
		return nil
	}
	for j.next < len(j.order) && j.order[j.next].taken {
		j.next++
	}
	want := folded(called)
	for i := j.next; i < len(j.order) && i < j.next+orderWindow; i++ {
		if x := j.order[i]; !x.taken && folded(x.called) == want {
			x.taken = true
			return x
		}
	}
	return nil
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
			b.conflict(e, "the capture has %s, the recording (line %d) %s", spelledCall(c.Called), x.line, spelledCall(x.called))
		}
	}
	b.batch.Sightings = append(b.batch.Sightings, g)
}

// judge compares what a capture says became of a call with the recording.
func (b *Builder) judge(x *joinedRow, e *Event, class journey.Class) {
	switch {
	case !x.done:
		b.conflict(e, "the capture has a result of %s, the recording (line %d) none", spelledCall(x.called), x.line)
	case class.Unknown() != x.class.Unknown(), class == journey.ClassToolFailed && x.class == journey.ClassOK:
		b.conflict(e, "the capture says of %s: %s; the recording (line %d): %s", spelledCall(x.called), class.Word(), x.line, x.class.Word())
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
	if b.join.differ++; b.join.differ > conflictsMax {
		return
	}
	b.Problem(e.Line, fmt.Sprintf(form, args...), "both are kept: the recording's name counts, the capture's stands beside it")
}

// conflicts counts those that are not listed.
func (b *Builder) conflicts() {
	if n := b.join.differ - conflictsMax; n > 0 {
		b.Note(fmt.Sprintf("%d more differences from the recording are not listed", n))
	}
	b.join.differ = 0
}
