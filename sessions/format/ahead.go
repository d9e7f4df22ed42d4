package format

import (
	"slices"

	"hopscope/journey"
	"hopscope/sessions/walk"
)

// ahead is what is known of the calls that were read before what stands before
// them. A nil *ahead knows nothing.
type ahead struct {
	// rows are the numbers of the calls that were not met yet in file order.
	rows map[aheadKey]uint32
	// first is the number of the first of them, order the rows from there on in
	// file order.
	first uint32
	order []uint32
}

// aheadKey is where a call stands.
type aheadKey struct {
	at       int64
	id, args uint32
}

func placeOf(r *journey.Row) aheadKey { return aheadKey{r.At, r.ID, r.Args} }

// met returns the number of a row that is there already.
func (a *ahead) met(r *journey.Row) (row uint32, ok bool) {
	if a == nil {
		return 0, false
	}
	if row, ok = a.rows[placeOf(r)]; ok {
		delete(a.rows, placeOf(r))
		a.next(row)
	}
	return row, ok
}

// next notes that a row is the next one in file order.
func (a *ahead) next(row uint32) {
	if a != nil {
		a.order = append(a.order, row)
	}
}

// Ahead takes the lines of a chunk near the end of the input, before those in
// between are read: its calls become rows with FlagAhead, with the results that
// the chunk has. They are read by themselves, so what needs the lines before
// them is not known; the reading in file order says all of it again.
func (b *Builder) Ahead(f Format, read func(walk.Worker[*Events]) (walk.Chunk[*Events], error)) error {
	alone := NewBuilder(false)
	c, err := read(alone.Begin(b.src.index, b.src.name, b.src.agent, f).Worker())
	if err != nil {
		return err
	}
	alone.Add(c)
	in := alone.Take()
	sym := func(y journey.Sym) journey.Sym {
		if y == 0 {
			return 0
		}
		return b.sym(in.Texts[y-1])
	}
	b.ahead = &ahead{rows: make(map[aheadKey]uint32, len(in.Rows)), first: b.rows}
	for i, r := range in.Rows {
		key := placeOf(&r)
		if _, again := b.ahead.rows[key]; again {
			continue
		}
		r.Line, r.RetLine, r.Turn, r.Flags = 0, 0, 0, r.Flags|journey.FlagAhead
		r.Name, r.Space, r.Err, r.Agent = sym(r.Name), sym(r.Space), sym(r.Err), b.agent(in.Agents[r.Agent].ID)
		b.ahead.rows[key] = b.rows
		b.batch.Rows = append(b.batch.Rows, r)
		if x, ok := in.Extras[uint32(i)]; ok {
			b.extra(b.rows, &x)
		}
		b.rows++
	}
	return nil
}

// Stopped says that the input is not read to its end: the rows that were read
// ahead stay, behind the others.
func (b *Builder) Stopped() {
	if b.ahead == nil {
		return
	}
	left := make([]uint32, 0, len(b.ahead.rows))
	for _, row := range b.ahead.rows {
		left = append(left, row)
	}
	slices.Sort(left)
	b.ahead.order = append(b.ahead.order, left...)
}

// Pause puts the rows that were read in file order, and those that were read
// ahead and not met yet behind them. Reading goes on later.
func (b *Builder) Pause() {
	a := b.ahead
	if a == nil {
		return
	}
	first := a.first + uint32(len(a.order))
	b.Stopped()
	o := &journey.Order{First: a.first, Rows: a.order}
	to := o.To(int(b.rows))
	for key, row := range a.rows {
		a.rows[key] = uint32(to[row])
	}
	b.src.pairing.renumber(to)
	a.first, a.order, b.batch.Order = first, nil, o
}

// settle puts the rows in file order, at the end of the input.
func (b *Builder) settle() {
	if b.ahead == nil {
		return
	}
	o := &journey.Order{First: b.ahead.first, Rows: b.ahead.order}
	to := o.To(int(b.rows))
	b.rows, b.ahead, b.batch.Order = o.First+uint32(len(o.Rows)), nil, o
	if b.grows {
		b.src.pairing.renumber(to)
	}
}

// renumber follows an order of rows.
func (p *pairing) renumber(to []int) {
	p.calls.renumber(func(row uint32) uint32 {
		if row != rowCopied && to[row] >= 0 {
			return uint32(to[row])
		}
		return row
	})
	renumber := func(list []uint32) {
		for i, row := range list {
			list[i] = uint32(max(to[row], 0))
		}
	}
	renumber(p.open.rows)
	for _, q := range p.byLine {
		renumber(q.rows)
	}
	taken := make(map[uint32]struct{}, len(p.taken))
	for row := range p.taken {
		taken[uint32(max(to[row], 0))] = struct{}{}
	}
	p.taken = taken
}
