package format

import (
	"bytes"
	"slices"
	"strconv"

	"hopscope/journey"
	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

// lineWorker turns the lines of a lineForm into events.
type lineWorker struct {
	form   *lineForm
	walker *walk.Walker
	pool   eventPool
	keys   Keys
	names  names
	scheme recogniser
	out    *Events

	// The line that is looked at: its fields, and all hits in order.
	line walk.Line
	top  []walk.Range
	hits []walk.Hit
	elem []walk.Range // the fields of one element, see each
	// calls and results are where those of the line stand.
	calls   []lineCall
	results []lineResult

	// What the lines before it said, to report changes only.
	seen Meta
	turn uint64
	// agent is the subagent of the line, empty for the main line.
	agent string
}

// lineCall is a call in a line. Where it has no arguments, args is empty.
type lineCall struct {
	id, name, args walk.Range
	// named is the name where it is a part of a text only.
	named      string
	space      walk.Range
	turn, from uint64
	time       int64
	flags      journey.RowFlags
	extra      *journey.Extra
}

// lineResult is a result in a line: body is what the model read.
type lineResult struct {
	id, body walk.Range
	class    journey.Class
	// failed: class and extra are decided by the text of the body.
	failed bool
	extra  *journey.Extra
}

// End hands over the events. Each chunk reports its metadata anew, because
// another worker may have read the chunk before it.
func (w *lineWorker) End() *Events {
	out := w.out
	w.out, w.seen, w.turn = w.pool.get(), Meta{}, 0
	return out
}

// Line takes one line, or a whole document.
func (w *lineWorker) Line(l walk.Line) {
	if l.Long {
		w.out.status(l, walk.Status{})
		return
	}
	if w.form.list != "" && l.Last && l.At == 0 && w.form.Whole(l.Text) {
		w.document(l)
		return
	}
	w.line = l
	if st := w.walk(); st != nil {
		w.out.status(l, *st)
	}
}

// walk goes over the line and takes it; a status is returned when it is no
// object.
func (w *lineWorker) walk() *walk.Status {
	hits, st := w.walker.Walk(w.line.Text)
	if st.Result != walk.OK || st.Root != walk.Object {
		return &st
	}
	w.calls, w.results = w.calls[:0], w.results[:0]
	w.fields(hits)
	w.form.take(w)
	return nil
}

func (w *lineWorker) fields(hits []walk.Hit) {
	clear(w.top)
	w.hits, w.agent = hits, ""
	for _, h := range hits {
		w.top[h.Slot] = h.Range
	}
}

// inside takes each object of an array in the line, or one object, as if it
// were a line.
func (w *lineWorker) inside(list walk.Range) {
	in := node.Loose(list.Of(w.line.Text))
	each := in.Elements()
	if list.Kind == walk.Object {
		each = slices.Values([]node.Value{in})
	}
	for v := range each {
		start := list.Start + uint32(v.Offset())
		hits, st := w.walker.Walk(v.Raw())
		if st.Result != walk.OK || st.Root != walk.Object {
			continue
		}
		for i := range hits {
			hits[i].Start += start
			hits[i].End += start
		}
		w.fields(hits)
		w.form.take(w)
	}
}

// document takes an object with a list of messages, or several one after
// another: first its own members, then each message. Of a cut document the
// messages before the cut are taken.
func (w *lineWorker) document(l walk.Line) {
	d := docReader{text: l.Text}
	for at := bomLen(l.Text); at < len(l.Text); {
		doc := node.Loose(l.Text[at:])
		if doc.Kind() != node.Object {
			break
		}
		end := at + doc.Offset() + len(doc.Raw())
		w.whole(&d, at, end, doc.Get(w.form.list))
		at = end
	}
}

// docReader counts the lines of a document as it is read.
type docReader struct {
	text   []byte
	at     int
	number uint32
}

// line is the value at an offset as a line.
func (d *docReader) line(start, end int) walk.Line {
	d.number += uint32(bytes.Count(d.text[d.at:start], []byte{'\n'}))
	d.at = start
	return walk.Line{Text: d.text[start:end], At: int64(start), Number: d.number}
}

// whole takes one document, which stands from at to end.
func (w *lineWorker) whole(d *docReader, at, end int, list node.Value) {
	w.line = d.line(at, end)
	broken := w.walk() != nil
	if broken && list.Kind() == node.Array {
		w.line.Text = append(bytes.Clone(w.line.Text[:list.Offset()]), "[]}"...)
		_ = w.walk() // what stands before the list
	}
	for v := range list.Elements() {
		start := at + v.Offset()
		w.line = d.line(start, start+len(v.Raw()))
		_ = w.walk()
	}
	if broken {
		w.out.fault(d.line(end, end), "the document is cut or damaged after the last call that is shown", "the messages before that are read")
	}
}

// of returns the bytes of a field.
func (w *lineWorker) of(s walk.Slot) []byte { return w.top[s].Of(w.line.Text) }

// text returns a field as text, cut to NameMax bytes.
func (w *lineWorker) text(s walk.Slot) string { return w.str(w.top[s]) }

// str returns a value as text: the same string for the same bytes.
func (w *lineWorker) str(r walk.Range) string { return w.names.of(r.Of(w.line.Text)) }

// is reports whether a field is this text.
func (w *lineWorker) is(s walk.Slot, text string) bool { return w.equal(w.top[s], text) }

func (w *lineWorker) equal(r walk.Range, text string) bool {
	return r.Kind == walk.String && walk.Equal(r.Of(w.line.Text), text)
}

// has reports whether the line has a field and it is not null.
func (w *lineWorker) has(s walk.Slot) bool { return there(w.top[s]) }

func there(r walk.Range) bool { return r.Kind != walk.None && r.Kind != walk.Null }

// key is the key of a field that is an id.
func (w *lineWorker) key(s walk.Slot) uint64 { return w.keys.of(w.of(s)) }

// each calls f for each value of slot end, which is an element of an array,
// with the fields inside it; at is valid during the call.
func (w *lineWorker) each(end walk.Slot, f func(at []walk.Range)) {
	if w.elem == nil {
		w.elem = make([]walk.Range, len(w.form.paths))
	}
	at := w.elem
	clear(at)
	for _, h := range w.hits {
		at[h.Slot] = h.Range
		if h.Slot == end {
			if h.Kind == walk.Object {
				f(at)
			}
			clear(at)
		}
	}
}

// add adds an event with what the line gives to all of them.
func (w *lineWorker) add(e Event) {
	e.Line, e.At = w.line.Number, w.line.At
	if e.Agent == "" {
		e.Agent = w.agent
	}
	if e.Agent != "" && e.Kind == CallEvent {
		e.Flags |= journey.FlagSidechain
	}
	w.out.add(e)
}

// note gives data to the format's merge.
func (w *lineWorker) note(data any) { w.add(Event{Kind: SpecialEvent, Data: data}) }

// meta reports what the line says about the session, where it is news.
func (w *lineWorker) meta(m Meta) {
	news := false
	for _, p := range [...]struct{ now, before *string }{
		{&m.Version, &w.seen.Version}, {&m.Session, &w.seen.Session}, {&m.Cwd, &w.seen.Cwd}, {&m.Model, &w.seen.Model},
		{&m.Parent, &w.seen.Parent}, {&m.Client, &w.seen.Client}, {&m.Provider, &w.seen.Provider},
	} {
		if *p.now == *p.before {
			*p.now = ""
		}
		if *p.now != "" {
			*p.before, news = *p.now, true
		}
	}
	if news {
		w.add(Event{Kind: MetaEvent, Data: &m})
	}
}

// message reports a message of the model and returns its turn: the key of its
// id, else the line itself.
func (w *lineWorker) message(key uint64) uint64 {
	if key == 0 {
		key = uint64(w.line.At) + 1
	}
	if key != w.turn {
		w.turn = key
		w.add(Event{Kind: TurnEvent, Turn: key})
	}
	return key
}

// call adds a call.
func (w *lineWorker) call(c lineCall) {
	e := w.callEvent(c)
	w.add(e)
	if c.name.Len() > NameMax && len(e.Name) >= NameMax-4 {
		w.out.fault(w.line, "a tool name of "+itoa(c.name.Len())+" bytes", "read to "+itoa(NameMax)+" bytes; the call is there")
	}
}

func (w *lineWorker) callEvent(c lineCall) Event {
	text := w.line.Text
	w.calls = append(w.calls, c)
	e := Event{
		Kind: CallEvent, Flags: c.flags, Turn: c.turn, From: c.from, Time: c.time, Extra: c.extra,
		Key: w.keys.of(c.id.Of(text)), Name: w.nameOf(&c), Space: w.str(c.space), Args: c.args.Start,
	}
	if e.Key != 0 && c.id.Len() < 256 {
		e.ID, e.IDLen = c.id.Start, uint8(c.id.Len())
	}
	if e.Name == "" {
		e.Flags |= journey.FlagEmptyName
	}
	return e
}

func (w *lineWorker) nameOf(c *lineCall) string {
	if c.named != "" {
		return c.named
	}
	return w.str(c.name)
}

// result adds a result.
func (w *lineWorker) result(r lineResult) { w.add(w.resultEvent(r)) }

func (w *lineWorker) resultEvent(r lineResult) Event {
	w.results = append(w.results, r)
	e := Event{Kind: ResultEvent, Key: w.keys.of(r.id.Of(w.line.Text)), Class: r.class, Extra: r.extra}
	if r.failed || r.class != journey.ClassOK {
		e.Text, _ = w.form.text(r.body.Of(w.line.Text), errorHead)
	}
	if r.failed {
		class, extra := failedClass(w.scheme, e.Text)
		if r.class == journey.ClassOK || class.Unknown() {
			e.Class = class
		}
		if extra != nil {
			e.Extra = extra
		}
	}
	return e
}

// refused reports a request that was refused because of a tool's name.
func (w *lineWorker) refused(r walk.Range) {
	if r.Kind != walk.String {
		return
	}
	if text, _ := walk.Head(r.Of(w.line.Text), errorHead); aboutNames(text) {
		w.add(Event{Kind: RefusedEvent, Text: text})
	}
}

// moment reads a time: RFC 3339, or a number of milliseconds since 1970.
func moment(raw []byte) int64 {
	if len(raw) > 0 && raw[0] == '"' {
		return millis(raw)
	}
	n, err := strconv.ParseInt(string(raw[:min(len(raw), 20)]), 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}
