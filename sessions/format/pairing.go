package format

import (
	"cmp"

	"hopscope/journey"
)

// pairing brings calls and results of one input together. Of a call it keeps a
// few bytes until the input ends, because ids may come again.
type pairing struct {
	calls callTable
	// early holds results that came before their call; most of them have none.
	early map[uint64]Event
	// byLine holds the rows without an id, by the line of the call, and open
	// the same rows in file order; taken are those that have a result.
	byLine map[uint64]*queue
	open   queue
	taken  map[uint32]struct{}
	// orphans counts results without a call, repeated calls whose id came
	// before, copied calls that stand in another input too.
	orphans, repeated, copied int
}

// queue is a list of rows that is taken from its front.
type queue struct {
	rows []uint32
	next int
}

func newPairing() pairing {
	return pairing{early: map[uint64]Event{}, byLine: map[uint64]*queue{}, taken: map[uint32]struct{}{}}
}

const (
	earlyMax    = 4096
	openMax     = 65536
	requestsMax = 10_000
	agentsMax   = 60_000
	rowsMax     = 1 << 31
)

// limits counts what is bounded over all inputs.
type limits struct {
	requests int
	rows     bool
	// tools and text count what the snapshots hold.
	tools, text, count int
	snapshots          bool
}

// call adds a row, unless the id came before.
func (b *Builder) call(e *Event) {
	p := &b.src.pairing
	if e.Key != 0 {
		if _, again := p.calls.find(e.Key); again {
			p.repeated++
			return
		}
		if b.copies != nil {
			copied := e.Key ^ e.From*0x9E3779B97F4A7C15
			if b.copies.met(copied) && e.From != 0 {
				p.copied++
				b.join.again(cmp.Or(e.CallKey, e.Key))
				p.calls.add(e.Key, rowCopied)
				return
			}
		}
	}
	if b.rows >= rowsMax {
		if !b.limits.rows {
			b.limits.rows = true
			b.Problem(e.Line, "more than 2,147,483,648 calls", "the rest is not listed")
		}
		return
	}
	row := b.callAt(e, b.turn(e.Turn))
	if e.Key == 0 {
		p.unnamed(row, e.From)
		return
	}
	p.calls.add(e.Key, row)
	if r, ok := p.early[e.Key]; ok {
		delete(p.early, e.Key)
		p.orphans--
		b.result(&r)
	}
}

// callAt adds the row of a call and returns its number.
func (b *Builder) callAt(e *Event, turn uint32) uint32 {
	b.batch.Turns = max(b.batch.Turns, turn)
	r := journey.Row{
		At: e.At, Ret: -1, Time: e.Time, Line: e.Line, Turn: turn,
		Name: b.sym(e.Name), Space: b.sym(e.Space), ID: e.ID, IDLen: e.IDLen, Args: e.Args,
		Agent: b.agent(e.Agent), Source: b.src.index, Class: journey.ClassNoResult, Flags: e.Flags,
	}
	row := b.place(&r)
	b.extra(row, e.Extra)
	if !b.src.info.Capture {
		called := journey.Called{Namespace: journey.Namespace(e.Space), Name: journey.Echo(e.Name)}
		b.join.keep(cmp.Or(e.CallKey, e.Key), &r, row, called)
	}
	return row
}

// place gives a row its number.
func (b *Builder) place(r *journey.Row) uint32 {
	if row, ok := b.ahead.met(r); ok {
		b.batch.Again = append(b.batch.Again, journey.Again{Row: row, Is: *r})
		return row
	}
	row := b.rows
	b.rows++
	b.batch.Rows = append(b.batch.Rows, *r)
	b.ahead.next(row)
	return row
}

// row returns the row of a call that counts in this input.
func (p *pairing) row(key uint64) (row uint32, ok bool) {
	row, ok = p.calls.find(key)
	return row, ok && row != rowCopied
}

// unnamed keeps a call without an id until a result without one comes.
func (p *pairing) unnamed(row uint32, line uint64) {
	if len(p.open.rows) >= openMax {
		return
	}
	p.open.rows = append(p.open.rows, row)
	q := p.byLine[line]
	if q == nil {
		q = &queue{}
		p.byLine[line] = q
	}
	q.rows = append(q.rows, row)
}

// result completes the row of its call. Of several results for one call the
// last one counts: it is what the model read last.
func (b *Builder) result(e *Event) {
	p := &b.src.pairing
	if e.Key == 0 {
		if row, ok := p.takeUnnamed(e.From); ok {
			b.complete(row, e)
		} else {
			p.orphans++
		}
		return
	}
	row, ok := p.calls.find(e.Key)
	switch {
	case !ok:
		if _, again := p.early[e.Key]; !again {
			p.orphans++
		}
		if len(p.early) < earlyMax {
			p.early[e.Key] = *e
		}
	case row != rowCopied:
		b.complete(row, e)
	}
}

// takeUnnamed returns the oldest row without an id and without a result: of
// the line that the result names, else of all. When all calls of the named
// line have one, it is another result for the last of them.
func (p *pairing) takeUnnamed(line uint64) (row uint32, ok bool) {
	q := p.byLine[line]
	if line == 0 || q == nil {
		return p.oldest(&p.open)
	}
	if row, ok = p.oldest(q); ok {
		return row, true
	}
	return q.rows[len(q.rows)-1], true
}

// oldest takes the first row that was not taken from another queue already.
func (p *pairing) oldest(q *queue) (row uint32, ok bool) {
	for q.next < len(q.rows) {
		row = q.rows[q.next]
		q.next++
		if _, taken := p.taken[row]; !taken {
			p.taken[row] = struct{}{}
			return row, true
		}
	}
	return 0, false
}

// complete writes the result into the row, in this batch or by a patch.
func (b *Builder) complete(row uint32, e *Event) {
	b.extra(row, e.Extra)
	b.join.outcome(row, e.Class)
	err := b.sym(cutText(e.Text))
	base := b.rows - uint32(len(b.batch.Rows))
	if row < base {
		b.batch.Patches = append(b.batch.Patches, journey.Patch{
			Row: row, Ret: e.At, RetLine: e.Line, Class: e.Class, Err: err, Flags: e.Flags,
		})
		return
	}
	r := &b.batch.Rows[row-base]
	r.Ret, r.RetLine, r.Class, r.Err = e.At, e.Line, e.Class, err
	r.Flags |= e.Flags
}

// extra keeps what few calls have.
func (b *Builder) extra(row uint32, x *journey.Extra) {
	if x == nil {
		return
	}
	if b.batch.Extras == nil {
		b.batch.Extras = map[uint32]journey.Extra{}
	}
	b.batch.Extras[row] = *x
}
