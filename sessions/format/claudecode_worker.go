package format

import (
	"hopscope/journey"
	"hopscope/sessions/walk"
)

// ccWorker turns lines into events.
type ccWorker struct {
	walker *walk.Walker
	pool   eventPool
	keys   Keys
	names  names
	scheme recogniser
	out    *Events

	// The line that is looked at.
	line   walk.Line
	top    [ccFields]walk.Range
	blocks []ccBlockFields
	block  ccBlockFields
	refs   []walk.Range // tool references of all blocks
	inner  walk.Range   // type and tool_name of a block in a block
	ref    walk.Range
	att    []walk.Hit // hits of an attachment

	// What the lines before it said, to report changes only.
	seen [4]string
	turn uint64
}

// ccBlockFields are the fields of one content block.
type ccBlockFields struct {
	typ, id, name, input, result, isError, content, text, server, code walk.Range
	refs                                                               int // of ccWorker.refs
}

// Worker returns a worker for one goroutine.
func (r *ccReader) Worker() walk.Worker[*Events] { return r.worker() }

func (r *ccReader) worker() *ccWorker {
	return &ccWorker{walker: walk.New(r.spec), pool: r.pool, keys: r.keys, names: names{}, scheme: r.scheme, out: r.pool.get()}
}

// End hands over the events. Each chunk reports its metadata anew, because
// another worker may have read the chunk before it.
func (w *ccWorker) End() *Events {
	out := w.out
	w.out, w.seen, w.turn = w.pool.get(), [4]string{}, 0
	return out
}

// read walks a line and sorts its fields; false: there is nothing to take.
func (w *ccWorker) read(l walk.Line) bool {
	if l.Long {
		return w.out.status(l, walk.Status{})
	}
	hits, st := w.walker.Walk(l.Text)
	if !w.out.status(l, st) {
		return false
	}
	w.line = l
	w.sort(hits)
	if w.top[ccType].Kind != walk.String {
		w.out.fault(l, "an object without a type", skipped)
		return false
	}
	return true
}

// Line takes one line.
func (w *ccWorker) Line(l walk.Line) {
	if !w.read(l) {
		return
	}
	w.meta()
	typ := w.top[ccType].Of(l.Text)
	switch {
	case walk.Equal(typ, "assistant"):
		w.assistant()
	case walk.Equal(typ, "user"):
		w.user()
	case walk.Equal(typ, "attachment"):
		w.attachment()
	case walk.Equal(typ, "system"):
		w.system()
	}
}

// sort puts the hits into fields and blocks.
func (w *ccWorker) sort(hits []walk.Hit) {
	w.top = [ccFields]walk.Range{}
	w.blocks, w.refs, w.att = w.blocks[:0], w.refs[:0], w.att[:0]
	w.block = ccBlockFields{}
	for _, h := range hits {
		switch {
		case h.Slot < ccFields:
			w.top[h.Slot] = h.Range
		case h.Slot >= ccAdded:
			w.att = append(w.att, h)
		case h.Slot == ccBlock:
			if h.Kind == walk.Object {
				w.blocks = append(w.blocks, w.block)
			}
			w.block = ccBlockFields{refs: len(w.refs)}
		default:
			w.field(h)
		}
	}
}

func (w *ccWorker) field(h walk.Hit) {
	b := &w.block
	switch h.Slot {
	case ccBlockType:
		b.typ = h.Range
	case ccBlockID:
		b.id = h.Range
	case ccBlockName:
		b.name = h.Range
	case ccBlockInput:
		b.input = h.Range
	case ccBlockFor:
		b.result = h.Range
	case ccBlockError:
		b.isError = h.Range
	case ccBlockContent:
		b.content = h.Range
	case ccBlockText:
		b.text = h.Range
	case ccBlockServer:
		b.server = h.Range
	case ccInnerText:
		if b.text.Len() <= 2 {
			b.text = h.Range
		}
	case ccInnerType:
		w.inner = h.Range
	case ccInnerRef:
		w.ref = h.Range
	case ccInner:
		if w.ref.Kind == walk.String && walk.Equal(w.inner.Of(w.line.Text), "tool_reference") {
			w.refs = append(w.refs, w.ref)
		}
		w.inner, w.ref = walk.Range{}, walk.Range{}
	case ccInnerCode:
		b.code = h.Range
	}
}

// of returns the bytes of a field of the line.
func (w *ccWorker) of(s walk.Slot) []byte { return w.top[s].Of(w.line.Text) }

// meta reports what the line says about the session, when it changed.
func (w *ccWorker) meta() {
	var m *Meta
	for i, slot := range [...]walk.Slot{ccVersion, ccSessionID, ccCwd, ccModel} {
		raw := w.of(slot)
		if len(raw) <= 2 || w.seen[i] == string(raw) {
			continue
		}
		w.seen[i] = string(raw)
		if slot == ccModel && walk.Equal(raw, ccSynthetic) || slot == ccVersion && (raw[1] < '0' || raw[1] > '9') {
			continue
		}
		if m == nil {
			m = &Meta{}
		}
		text, _ := walk.Head(raw, NameMax)
		*[...]*string{&m.Version, &m.Session, &m.Cwd, &m.Model}[i] = text
	}
	if m != nil {
		w.add(Event{Kind: MetaEvent, Data: m})
	}
}

// ccSynthetic is the model of messages that the client made itself.
const ccSynthetic = "<synthetic>"

// ccInline stands for a subagent without an id: versions 1.0.x wrote its lines
// into the main file.
const ccInline = "sidechain"

// add adds an event with what the line gives to all of them.
func (w *ccWorker) add(e Event) {
	e.Line, e.At = w.line.Number, w.line.At
	if w.top[ccAgentID].Kind == walk.String {
		e.Agent = w.names.of(w.of(ccAgentID))
	} else if w.top[ccSidechain].Kind == walk.True {
		e.Agent = ccInline
	}
	if w.top[ccSidechain].Kind == walk.True && e.Kind == CallEvent {
		e.Flags |= journey.FlagSidechain
	}
	w.out.add(e)
}
