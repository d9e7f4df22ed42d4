package format

import (
	"cmp"
	"slices"

	"hopscope/journey"
)

// tracedReader puts the runs of one input together. Exports stand newest first
// as often as in their order, so it looks at many of them before it says what
// their calls are: a call belongs to the answer that made it, wherever that
// stands.
type tracedReader struct {
	f      *traced
	keys   Keys
	pool   eventPool
	scheme recogniser
	held   []tracedHeld
	weight int
	// rows are the calls that are known by their ids, done those of them with a
	// result, and those whose result is that of the run itself.
	rows, done, sure map[uint64]bool
	// open are the calls of a name whose run was not met, oldest first.
	open map[string][]tracedOpen
	list uint64
	told bool
	// later and earlier count which of two runs is the newer one.
	last, at       int64
	later, earlier int
	untied, runs   int
	seen           map[uint64]struct{} // ids of runs
	twice          int
}

// tracedOpen is a call that an answer made, and when.
type tracedOpen struct {
	key  uint64
	time int64
}

type tracedHeld struct {
	e Event
	f *tracedFacts
}

// tracedHeldMax bounds what is looked at, in calls and results.
const tracedHeldMax = 50_000

// Recycle takes back events that are merged.
func (r *tracedReader) Recycle(e *Events) { r.pool.put(e) }

// Merge takes one run.
func (r *tracedReader) Merge(b *Builder, e *Event) {
	f := e.Data.(*tracedFacts)
	if f.id != 0 {
		if r.seen == nil {
			r.seen = map[uint64]struct{}{}
		}
		if _, again := r.seen[f.id]; again {
			r.twice++
			return
		}
		r.seen[f.id] = struct{}{}
	}
	switch {
	case e.Time == 0 || r.last == 0 || e.At == r.at: // in a record they are sorted
	case e.Time > r.last:
		r.later++
	case e.Time < r.last:
		r.earlier++
	}
	if e.Time != 0 {
		r.last, r.at = e.Time, e.At
	}
	e.Data = nil
	r.held = append(r.held, tracedHeld{*e, f})
	r.weight += 1 + len(f.past) + len(f.said) + len(f.results)
	if r.weight > tracedHeldMax {
		r.release(b)
	}
}

// release takes the runs that were looked at.
func (r *tracedReader) release(b *Builder) {
	if r.rows == nil {
		r.rows, r.done, r.sure, r.open = map[uint64]bool{}, map[uint64]bool{}, map[uint64]bool{}, map[string][]tracedOpen{}
	}
	answered := map[uint64]bool{}
	ran := map[uint64]bool{}
	for i := range r.held {
		h := &r.held[i]
		for k := range h.f.said {
			c := &h.f.said[k]
			if c.key == 0 { // a key of its own, so that its run can be found
				c.key = tracedKey(&h.e, c)
			}
			answered[c.key] = true
		}
		if h.f.ran != nil {
			ran[h.f.ran.key] = true
		}
	}
	r.tie(ran)
	for i := range r.held {
		h := &r.held[i]
		r.run(b, &h.e, h.f, answered)
	}
	r.held, r.weight = nil, 0
}

func tracedKey(e *Event, c *tracedRow) uint64 {
	return max((uint64(e.At)<<20|uint64(c.number))*0x9E3779B97F4A7C15, 1)
}

// tie gives the runs of tools that have no call id the calls that they ran: in
// the order of time, the oldest of the name that has no run.
func (r *tracedReader) tie(ran map[uint64]bool) {
	var runs []*tracedHeld
	for i := range r.held {
		h := &r.held[i]
		for _, c := range h.f.said {
			if !ran[c.key] {
				r.open[c.name] = append(r.open[c.name], tracedOpen{c.key, h.e.Time})
			}
		}
		if h.f.ran != nil && h.f.ran.key == 0 {
			runs = append(runs, h)
		}
	}
	for name := range r.open {
		slices.SortStableFunc(r.open[name], func(a, b tracedOpen) int { return cmp.Compare(a.time, b.time) })
	}
	slices.SortStableFunc(runs, func(a, b *tracedHeld) int { return cmp.Compare(a.e.Time, b.e.Time) })
	for _, h := range runs {
		name := h.f.ran.name
		if list := r.open[name]; len(list) > 0 && (h.e.Time == 0 || list[0].time <= h.e.Time) {
			h.f.ran.key, r.open[name] = list[0].key, list[1:]
		}
	}
}

// run takes one run.
func (r *tracedReader) run(b *Builder, e *Event, f *tracedFacts, answered map[uint64]bool) {
	if r.told {
		f.meta = Meta{Model: f.meta.Model, Provider: f.meta.Provider}
	}
	if f.model || f.meta.Session != "" {
		r.told = r.told || f.meta.Session != ""
		b.meta(&f.meta)
	}
	if f.ran != nil {
		r.ran(b, e, f, answered)
	}
	if !f.model {
		return
	}
	r.runs++
	if f.tools != nil && f.list != r.list {
		r.list = f.list
		b.snapshot(e, "request", *f.tools)
	}
	for i := range f.past {
		if c := &f.past[i]; c.key != 0 && !answered[c.key] {
			r.add(b, e, c, 0, 0)
		}
	}
	for i := range f.results {
		r.result(b, e, &f.results[i], nil)
	}
	if f.refusal != "" {
		b.event(&Event{Kind: RefusedEvent, Line: e.Line, At: e.At, Text: f.refusal})
		return
	}
	if f.turn = f.id; f.turn == 0 {
		f.turn = uint64(e.At) + 1
	}
	b.turn(f.turn)
	for i := range f.said {
		r.add(b, e, &f.said[i], f.turn, 0)
	}
}

// add makes a row of a call that has none.
func (r *tracedReader) add(b *Builder, e *Event, c *tracedRow, turn uint64, flags journey.RowFlags) {
	if r.rows[c.key] && c.key != 0 {
		return
	}
	ev := Event{Kind: CallEvent, Line: e.Line, At: e.At, Time: e.Time, Turn: turn, Key: c.key, Name: c.name, ID: c.number, Flags: flags}
	if c.name == "" {
		ev.Flags |= journey.FlagEmptyName
	}
	if c.key == 0 {
		c.key = tracedKey(e, c)
		ev.Key = c.key
	}
	r.rows[c.key] = true
	b.event(&ev)
}

// result completes a call, once.
func (r *tracedReader) result(b *Builder, e *Event, x *tracedEnd, ran *journey.Ref) {
	if r.done[x.key] && (ran == nil || r.sure[x.key]) {
		return
	}
	r.done[x.key] = true
	r.sure[x.key] = ran != nil
	extra := x.extra
	if ran != nil && !x.class.Unknown() {
		more := journey.Extra{}
		if extra != nil {
			more = *extra
		}
		more.Dispatched = ran
		extra = &more
	}
	b.event(&Event{Kind: ResultEvent, Line: e.Line, At: e.At, Key: x.key, Class: x.class, Text: x.text, Extra: extra})
}

// ran takes the run of a tool: it completes its call. One that no answer made
// is a call of its own.
func (r *tracedReader) ran(b *Builder, e *Event, f *tracedFacts, answered map[uint64]bool) {
	c := f.ran
	if c.key == 0 || !answered[c.key] && !r.rows[c.key] {
		r.untied++
		r.add(b, e, c, 0, journey.FlagNoEcho)
	}
	f.end.key = c.key
	r.result(b, e, &f.end, &journey.Ref{Name: journey.Registered(c.name)})
}

// End says what the input does not show.
func (r *tracedReader) End(b *Builder) {
	r.release(b)
	b.src.pairing.orphans = 0 // results that are repeated in histories
	if r.earlier > r.later {
		b.Note("the runs stand newest first: turns are counted in the order of the file")
	}
	b.count(r.twice, "1 run stands in it twice", "%d runs stand in it twice", "; not counted again")
	b.count(r.untied, "1 run of a tool belongs to no answer of a model that is in this file", "%d runs of tools belong to no answer of a model that is in this file", ": its name is that of what ran")
	if r.runs+r.untied > 0 {
		b.Note("which framework made the runs is not in this file: say it with --scheme")
	}
	if r.runs > 0 && r.list == 0 {
		b.Note("declared tools are not in this file; names that ran are taken as the list")
	}
	if r.runs == 0 {
		b.Note("no run of a model is in this file: what the model said does not show")
	}
}
