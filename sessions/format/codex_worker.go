package format

import (
	"hopscope/sessions/walk"
)

// cxWorker turns lines into events.
type cxWorker struct {
	walker *walk.Walker
	pool   eventPool
	keys   Keys
	names  names
	scheme recogniser
	lists  *walk.Walker
	out    *Events

	// The line that is looked at.
	line walk.Line
	top  [cxSlots]walk.Range
	// whole: it is an item of a document.
	whole bool
	// texts are the texts of an output of several blocks, result the first one
	// of an MCP tool's.
	texts  []walk.Range
	result walk.Range

	model string // the last one that was reported
	head  []byte // of a result
}

// The Data of this format's special events. Kinds without fields stand for
// lines that only tell where a request ends.
type (
	cxCall     struct{ timed bool }
	cxReturned struct{}
	// cxSaid: the model said something that is no call.
	cxSaid struct{}
	// cxAsked: the user wrote.
	cxAsked struct{}
	// cxMarked: the client noted something between two requests.
	cxMarked    struct{}
	cxCompacted struct{}
	// cxEnded: an event says how a call ended: Class, Text, Extra.
	cxEnded struct{}
	// cxStarted: the call with this id started this subagent.
	cxStarted struct{ agent, role, call string }
)

// Worker returns a worker for one goroutine.
func (r *cxReader) Worker() walk.Worker[*Events] {
	return &cxWorker{
		walker: walk.New(r.spec), pool: r.pool, keys: r.keys, names: names{}, scheme: r.scheme,
		lists: walk.New(cxListSpec), out: r.pool.get(),
	}
}

// End hands over the events. Each chunk reports the model anew, because
// another worker may have read the chunk before it.
func (w *cxWorker) End() *Events {
	out := w.out
	w.out, w.model = w.pool.get(), ""
	return out
}

// of returns the bytes of a field of the line.
func (w *cxWorker) of(s walk.Slot) []byte { return w.top[s].Of(w.line.Text) }

// text returns a field as text.
func (w *cxWorker) text(s walk.Slot) string { return textOf(w.line.Text, w.top[s]) }

// add adds an event of the line.
func (w *cxWorker) add(e Event) {
	e.Line, e.At = w.line.Number, w.line.At
	w.out.add(e)
}

// note adds an event that is nothing but its kind.
func (w *cxWorker) note(data any) { w.add(Event{Kind: SpecialEvent, Data: data}) }

// sort puts the hits into fields.
func (w *cxWorker) sort(hits []walk.Hit) {
	w.top = [cxSlots]walk.Range{}
	w.texts, w.result = w.texts[:0], walk.Range{}
	for _, h := range hits {
		switch h.Slot {
		case cxOutBlock, cxBare + cxOutBlock:
			w.texts = append(w.texts, h.Range)
		case cxItemText, cxOkText:
			if w.result.Kind == walk.None {
				w.result = h.Range
			}
		default:
			w.top[h.Slot] = h.Range
		}
	}
}

// Line takes one line.
func (w *cxWorker) Line(l walk.Line) {
	if l.Long {
		w.out.status(l, walk.Status{})
		return
	}
	if l.Last && l.At == 0 && (codex{}).Whole(l.Text) {
		w.document(l)
		return
	}
	hits, st := w.walker.Walk(l.Text)
	if !w.out.status(l, st) {
		return
	}
	w.line = l
	w.sort(hits)
	typ := w.of(cxBare + cxType)
	switch {
	case w.top[cxPayload].Kind == walk.Object && len(typ) > 0:
		w.envelope(typ)
	case len(typ) > 0:
		w.item(cxBare)
	case w.top[cxRecord].Kind != walk.None:
	case w.top[cxBare+cxRole].Kind == walk.String:
		w.message(cxBare)
	case w.top[cxBare+cxID].Kind == walk.String && w.top[cxBare+cxTimestamp].Kind != walk.None:
		w.add(Event{Kind: SpecialEvent, Data: &cxMeta{id: w.text(cxBare + cxID)}})
	default:
		w.out.fault(l, "an object without a type", skipped)
	}
}

func (w *cxWorker) envelope(typ []byte) {
	switch {
	case walk.Equal(typ, "response_item"):
		w.item(0)
	case walk.Equal(typ, "event_msg"):
		w.event()
	case walk.Equal(typ, "turn_context"):
		w.note(cxMarked{})
		if m := w.text(cxModel); m != "" && m != w.model {
			w.model = m
			w.add(Event{Kind: MetaEvent, Data: &Meta{Model: m}})
		}
	case walk.Equal(typ, "token_usage_record"):
		w.note(cxMarked{})
	case walk.Equal(typ, "session_meta"):
		w.meta()
	case walk.Equal(typ, "compacted"):
		w.note(cxCompacted{})
	}
}

// cxMeta is what a session_meta says.
type cxMeta struct {
	id, cwd, version, provider, parent string
	forked                             bool
}

func (w *cxWorker) meta() {
	m := &cxMeta{
		id: first(w.text(cxID), w.text(cxSession)), cwd: w.text(cxCwd), version: w.text(cxVersion),
		provider: w.text(cxProvider), parent: first(w.text(cxSpawnParent), w.text(cxParent)),
		forked: w.top[cxForked].Kind == walk.String,
	}
	w.add(Event{Kind: SpecialEvent, Data: m})
	w.declared(w.top[cxDynamic], "dynamic_tools", true)
}

// event takes an event_msg: how calls ended, refused requests, subagents.
func (w *cxWorker) event() {
	typ := w.of(cxType)
	switch {
	case walk.Equal(typ, "token_count"), walk.Equal(typ, "task_started"):
		w.note(cxMarked{})
	case walk.Equal(typ, "item_completed"):
		w.completed()
	case walk.Equal(typ, "mcp_tool_call_end"):
		w.mcpEnd()
	case walk.Equal(typ, "exec_command_end"):
		w.ended(cxCallID, Event{Class: cxDeclined(w.of(cxStatus))})
	case walk.Equal(typ, "patch_apply_end"), walk.Equal(typ, "dynamic_tool_call_response"):
		e := Event{Class: cxDeclined(w.of(cxStatus))}
		if w.top[cxSuccess].Kind == walk.False && e.Class == 0 {
			e.Class = cxFailed
			e.Text, _ = walk.Head(w.of(cxStderr), errorHead)
		}
		w.ended(cxCallID, e)
	case walk.Equal(typ, "collab_agent_spawn_end"):
		if id := w.text(cxNewThread); id != "" {
			w.note(cxStarted{id, w.text(cxNewRole), w.text(cxCallID)})
		}
	case walk.Equal(typ, "error"), walk.Equal(typ, "stream_error"):
		w.refusal(cxMessage)
	case walk.Equal(typ, "task_complete"):
		w.refusal(cxErrorText)
	}
}

// refusal reports a request that was refused because of a tool's name.
func (w *cxWorker) refusal(slot walk.Slot) {
	text, _ := walk.Head(w.of(slot), errorHead)
	if aboutNames(text) {
		w.add(Event{Kind: RefusedEvent, Text: text})
	}
}
