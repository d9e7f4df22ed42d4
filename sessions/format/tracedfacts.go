package format

import (
	"fmt"
	"strings"

	"hopscope/journey"
	"hopscope/sessions/walk"
)

// tracedWorker turns runs into facts.
type tracedWorker struct {
	r   *tracedReader
	out *Events
}

// Worker returns a worker for one goroutine.
func (r *tracedReader) Worker() walk.Worker[*Events] {
	return &tracedWorker{r: r, out: r.pool.get()}
}

// End hands over the events.
func (w *tracedWorker) End() *Events {
	out := w.out
	w.out = w.r.pool.get()
	return out
}

// Line takes one record.
func (w *tracedWorker) Line(l walk.Line) {
	if l.Long {
		w.out.fault(l, "a record of more than 64 MiB", "skipped; the other records are read")
		return
	}
	_, st := walk.New(walk.Compile(nil)).Walk(l.Text)
	if list := st.Result == walk.OK && st.Root == walk.Array; !list && !w.out.status(l, st) {
		return
	}
	n := uint32(0)
	err := walk.Guarded(func() error {
		for _, run := range w.r.f.sorted(l.Text) {
			w.out.add(Event{Kind: SpecialEvent, Line: l.Number, At: l.At, Time: run.start, Data: w.r.facts(&run, &n)})
		}
		return nil
	})
	if err != nil {
		w.out.fault(l, err.Error(), "skipped; please report it")
	}
}

// tracedFacts are what is kept of a run.
type tracedFacts struct {
	meta       Meta
	id, turn   uint64
	past, said []tracedRow
	results    []tracedEnd
	ran        *tracedRow
	end        tracedEnd
	tools      *journey.Catalog
	list       uint64
	model      bool
	refusal    string
}

// tracedRow is a call: number is that in its record, key that of its id.
type tracedRow struct {
	key    uint64
	number uint32
	name   string
}

// tracedEnd is what came of a call.
type tracedEnd struct {
	key   uint64
	class journey.Class
	text  string
	extra *journey.Extra
}

// facts keeps what Merge needs; n numbers the calls of the record.
func (r *tracedReader) facts(run *tracedRun, n *uint32) *tracedFacts {
	f := &tracedFacts{
		meta:  Meta{Session: kept(run.session), Model: kept(run.model), Provider: kept(run.provider), Cwd: run.cwd},
		model: run.ofModel, refusal: cutText(run.refusal), id: r.keys.text(run.id),
	}
	row := func(c *tracedCall) tracedRow {
		*n++
		return tracedRow{r.keys.text(c.id), *n, kept(c.name)}
	}
	for i := range run.told.calls {
		f.past = append(f.past, row(&run.told.calls[i]))
	}
	for i := range run.said {
		f.said = append(f.said, row(&run.said[i]))
	}
	for i := range run.told.results {
		x := &run.told.results[i]
		if x.id != "" { // without an id it answers no call for sure
			f.results = append(f.results, r.ended(x.id, x.text, x.failed))
		}
	}
	if run.tool {
		ran := row(&run.call)
		f.ran, f.end = &ran, r.ended(run.call.id, run.output, run.failed)
	}
	if len(run.told.tools) > 0 {
		f.tools = &journey.Catalog{Form: journey.FormWire, Complete: true, Tools: run.told.tools}
		var b strings.Builder
		for i := range run.told.tools {
			t := &run.told.tools[i]
			fmt.Fprintf(&b, "%s\x00%s\x00%s\x00", t.Wire.Name, t.Type, t.Schema)
		}
		f.list = r.keys.text(b.String())
	}
	return f
}

// ended decides what came of a call. A text without a mark of failure is a
// failure only where it is known as the refusal of a name.
func (r *tracedReader) ended(id, text string, failed bool) tracedEnd {
	e := tracedEnd{key: r.keys.text(id)}
	head, _ := cutAt(text, errorHead)
	if failed {
		e.class, e.extra = failedClass(r.scheme, head)
		if strings.HasPrefix(head, "GraphInterrupt(") { // LangGraph waits for a human
			e.class = journey.ClassCancelled
		}
	} else if refused, ok := r.scheme.Recognise(head); ok {
		e.class, e.extra = refused.Class, &journey.Extra{Offered: refused.Offered, Reason: cutText(refused.Reason)}
	}
	if e.class != journey.ClassOK {
		e.text = head
	}
	return e
}
