package format

import (
	"bytes"

	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

func newOCWorker(form ocForm, pool eventPool, k Keys) *ocWorker {
	return &ocWorker{rowWorker: newRowWorker(ocPaths, pool, k, refusalsOf("opencode")), form: form, parts: walk.New(ocPartSpec), infos: walk.New(ocInfoSpec), tools: walk.New(ocToolSpec)}
}

// ocWorker turns lines into events.
type ocWorker struct {
	rowWorker
	form  ocForm
	parts *walk.Walker
	infos *walk.Walker
	tools *walk.Walker
	run   string // the session of a run that was reported
	wrote []byte // of the row, see ocPartFields
}

// Line takes one line, or the whole of an export.
func (w *ocWorker) Line(l walk.Line) {
	if w.form == ocExport {
		w.export(l)
		return
	}
	if !w.read(l) {
		return
	}
	var at [ocEnd]walk.Range
	for _, h := range w.more {
		at[h.Slot] = h.Range
	}
	data := at[ocData]
	w.wrote = nil
	if at[ocWrote].Kind == walk.String && w.form == ocDatabase {
		w.wrote = at[ocWrote].Of(l.Text)
	}
	switch {
	case w.form == ocRun:
		w.event(&at)
	case w.table("opencode.session"):
		w.describe(data.Of(l.Text))
		if at[ocLogged].Kind == walk.True {
			w.add(Event{Kind: SpecialEvent, Data: rwLogged{}})
		}
	case w.table(ocEventTable):
		w.logged(at[ocType], data)
	case w.table("opencode.message"):
		w.message(data.Of(l.Text), w.of(rwID))
	case w.table(ocProjected):
		w.projected(at[ocType])
	case w.table("opencode.part") && data.Kind != walk.None:
		w.shift = data.Start
		w.part(data.Of(l.Text), w.of(rwMessage), epoch(w.of(rwTime)))
	}
}

// event takes a line of a run.
func (w *ocWorker) event(at *[ocEnd]walk.Range) {
	text := w.line.Text
	if id := at[ocSessionID].Of(text); len(id) > 2 && string(id) != w.run {
		w.run = string(id)
		w.add(Event{Kind: MetaEvent, Data: &Meta{Session: textOf(text, at[ocSessionID])}})
	}
	if walk.Equal(at[ocType].Of(text), "error") {
		w.refusedRequest(text, at[ocErrMessage], at[ocErrPlain])
	}
	if part := at[ocPart]; part.Kind == walk.Object {
		w.shift = part.Start
		w.top[rwID] = walk.Range{}
		w.part(part.Of(text), nil, epoch(at[ocStamp].Of(text)))
	}
}

// The fields of the description of a session or a message.
const (
	oiNothing = iota
	oiID
	oiFolder
	oiVersion
	oiParent
	oiRole
	oiModel
	oiAgent
	oiErrMessage
	oiErrPlain
	oiFields
)

var ocInfoSpec = walk.Compile([]string{
	oiID: "id", oiFolder: "directory", oiVersion: "version", oiParent: "parentID", oiRole: "role", oiModel: "modelID",
	oiAgent: "agent", oiErrMessage: "error.data.message", oiErrPlain: "error.message",
})

// info reads a description; ok is false when it is no object.
func (w *ocWorker) info(raw []byte) (at [oiFields]walk.Range, ok bool) {
	hits, st := w.infos.Walk(raw)
	for _, h := range hits {
		at[h.Slot] = h.Range
	}
	return at, st.Result == walk.OK && st.Root == walk.Object
}

// describe takes a session: its columns, or the description beside them.
func (w *ocWorker) describe(raw []byte) {
	at, ok := w.info(raw)
	if w.top[rwAgent].Kind == walk.String || !ok {
		w.session()
		return
	}
	w.add(Event{Kind: MetaEvent, Data: &Meta{
		Session: first(textOf(raw, at[oiID]), textOf(w.line.Text, w.top[rwID])), Version: textOf(raw, at[oiVersion]),
		Cwd: textOf(raw, at[oiFolder]), Parent: textOf(raw, at[oiParent]),
	}})
}

// message takes what a message says: a request that was answered, with which
// model, and whether it was refused. id is its raw id where that stands outside.
func (w *ocWorker) message(raw, id []byte) {
	at, ok := w.info(raw)
	if !ok || !walk.Equal(at[oiRole].Of(raw), "assistant") {
		return
	}
	if at[oiID].Kind == walk.String {
		id = at[oiID].Of(raw)
	}
	if turn := w.keys.of(id); turn != 0 {
		w.add(Event{Kind: TurnEvent, Turn: turn})
	}
	if w.top[rwAgent].Kind != walk.String && at[oiModel].Kind == walk.String {
		w.add(Event{Kind: MetaEvent, Data: &Meta{Model: w.names.of(at[oiModel].Of(raw))}})
	}
	if w.top[rwAgent].Kind == walk.String && at[oiAgent].Kind == walk.String {
		w.add(Event{Kind: SpecialEvent, Data: rwAgentKind{textOf(w.line.Text, w.top[rwAgent]), w.names.of(at[oiAgent].Of(raw))}})
	}
	w.refusedRequest(raw, at[oiErrMessage], at[oiErrPlain])
}

// refusedRequest reports a request that was refused because of a tool's name.
func (w *ocWorker) refusedRequest(raw []byte, places ...walk.Range) {
	for _, at := range places {
		if at.Kind != walk.String {
			continue
		}
		if text, _ := walk.Head(at.Of(raw), errorHead); aboutNames(text) {
			w.add(Event{Kind: RefusedEvent, Text: text})
		}
		return
	}
}

// export takes the whole of an export. What is cut or damaged ends it; what
// stands before that is read.
func (w *ocWorker) export(l walk.Line) {
	size := len(l.Text)
	l.Text = bytes.TrimPrefix(l.Text, byteOrderMark)
	w.line, w.at, w.shift = l, l.At, 0
	if _, st := w.walker.Walk(l.Text); st.Result != walk.OK {
		bad := l
		switch {
		case st.Result == walk.Cut:
			bad.Number = uint32(bytes.Count(l.Text, []byte{'\n'}))
			w.out.fault(bad, "the export is cut", "the messages before that are read")
		default:
			bad.Number = uint32(bytes.Count(l.Text[:min(st.At, len(l.Text))], []byte{'\n'}))
			w.out.fault(bad, "not JSON from byte "+itoa(st.At)+" of the file on", "the messages before that are read")
		}
	}
	// Offsets count from the beginning of the file, its mark included.
	base := l.At + int64(size-len(l.Text))
	lines := node.NewLines(l.Text)
	v := node.Loose(l.Text)
	w.describe(v.Get("info").Raw())
	for m := range v.Get("messages").Elements() {
		info := m.Get("info")
		w.stand(lines, m, base)
		w.message(info.Raw(), nil)
		for p := range m.Get("parts").Elements() {
			if p.Kind() != node.Object || !whole(p) {
				continue
			}
			w.stand(lines, p, base)
			w.part(p.Raw(), info.Get("id").Raw(), epoch(info.Get("time", "created").Raw()))
		}
	}
}

// whole reports whether the value is complete.
func whole(v node.Value) bool { _, ok := walk.Value(v.Raw()); return ok }

// stand says where the value that is read stands.
func (w *ocWorker) stand(lines *node.Lines, v node.Value, base int64) {
	w.at = base + int64(v.Offset())
	w.line.Number = uint32(lines.At(v.Offset()) - 1)
}
