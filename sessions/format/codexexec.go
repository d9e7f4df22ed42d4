package format

import (
	"hopscope/journey"
	"hopscope/sessions/walk"
)

// codexExec reads what `codex exec --json` prints: items by what ran. It has
// no names as the model wrote them, and nothing of calls that no tool took.
type codexExec struct{}

// CodexExec returns the format of the output of codex exec --json.
func CodexExec() Format { return codexExec{} }

// Info describes the format.
func (codexExec) Info() Info {
	return Info{
		ID: "codex-exec", Title: "codex exec --json", Label: "Codex", Client: "codex",
		Where: "stdout of codex exec --json",
		Shape: "JSON lines, the first of type thread.started; then turn.started, item.completed ...; in 2025 lines with id and msg, of type exec_command_begin ...",
		Notes: []string{
			cexUnknown,
			"no names as the model wrote them: an MCP call has server and tool, a command only its kind",
			"no version, no model, no call ids, no times; turns are those of the user",
			"the events of 2025 have call ids and a model; they are read by the protocol's source, not compared with a recording",
		},
	}
}

const cexUnknown = "codex exec --json has no unknown-tool calls: use the rollout file"

const (
	cexNothing walk.Slot = iota
	cexType
	cexThread
	cexItem
	cexID
	cexKind
	cexServer
	cexTool
	cexArgs
	cexCommand
	cexChanges
	cexQuery
	cexStatus
	cexError
	cexResult
	cexContent
	cexOutput
	cexText
	cexFailed
	cexMessage

	// Of the events of 2025.
	cexMsg
	cexMsgType
	cexMsgID
	cexMsgServer
	cexMsgServerFlat
	cexMsgTool
	cexMsgToolFlat
	cexMsgArgs
	cexMsgArgsFlat
	cexMsgCommand
	cexMsgChanges
	cexMsgQuery
	cexMsgErr
	cexMsgOk
	cexMsgContent
	cexMsgOutput
	cexMsgStdout
	cexMsgStderr
	cexMsgSuccess
	cexMsgIsError
	cexMsgIsErrorSnake
	cexMsgPlainIsError
	cexMsgSession
	cexMsgModel
	cexMsgMessage
	cexModel
	cexWorkdir
	cexProvider
	cexPrompt
	cexSlots
)

var cexPaths = [cexSlots]string{
	cexType: "type", cexThread: "thread_id", cexItem: "item", cexID: "item.id", cexKind: "item.type",
	cexServer: "item.server", cexTool: "item.tool", cexArgs: "item.arguments", cexCommand: "item.command",
	cexChanges: "item.changes", cexQuery: "item.query", cexStatus: "item.status", cexError: "item.error.message",
	cexResult: "item.result", cexContent: "item.result.content", cexOutput: "item.aggregated_output",
	cexText: "item.message", cexFailed: "error.message", cexMessage: "message",

	cexMsg: "msg", cexMsgType: "msg.type", cexMsgSuccess: "msg.success",
	cexMsgIsError: "msg.result.Ok.isError", cexMsgIsErrorSnake: "msg.result.Ok.is_error", cexMsgPlainIsError: "msg.result.isError",
	cexMsgSession: "msg.session_id", cexMsgModel: "msg.model", cexMsgMessage: "msg.message",
	cexModel: "model", cexWorkdir: "workdir", cexProvider: "provider", cexPrompt: "prompt",
}

func cexAllPaths() []string {
	paths := append([]string(nil), cexPaths[:]...)
	for _, p := range cexOldPaths {
		paths[p.slot] = p.path
	}
	return paths
}

// cexKinds are the items that stand for calls, with the slot of what they were
// called with.
var cexKinds = [...]struct {
	typ  string
	args walk.Slot
}{
	{"command_execution", cexCommand}, {"mcp_tool_call", cexArgs}, {"file_change", cexChanges}, {"web_search", cexQuery},
}

// Detect looks for the first line of a run, or for an item of one.
func (codexExec) Detect(h *Head) bool {
	w := walk.New(walk.Compile([]string{1: "type", 2: "thread_id", 3: "item.type", 4: "item.id", 5: "id", 6: "msg.type"}))
	for _, line := range h.Lines {
		hits, st := w.Walk(line)
		if st.Result != walk.OK || st.Root != walk.Object {
			continue
		}
		var at [7]walk.Range
		for _, hit := range hits {
			at[hit.Slot] = hit.Range
		}
		typ := at[1].Of(line)
		if walk.Equal(typ, "thread.started") && at[2].Kind == walk.String ||
			oneOf(typ, []string{"item.started", "item.completed"}) && at[3].Kind == walk.String && at[4].Kind == walk.String {
			return true
		}
		if old := at[6].Of(line); at[1].Kind == walk.None && at[5].Kind == walk.String && (cexEventOf(old) != nil || oneOf(old, cexEventTypes[:])) {
			return true
		}
	}
	return false
}

// Peek reads the thread.
func (codexExec) Peek(h *Head) (p Peeked) {
	w := walk.New(walk.Compile([]string{1: "thread_id", 2: "msg.session_id"}))
	for _, line := range h.Lines {
		hits, _ := w.Walk(line)
		for _, hit := range hits {
			if p.Session == "" {
				p.Session = textOf(line, hit.Range)
			}
		}
	}
	return p
}

// Open returns a reader for one input.
func (codexExec) Open(k Keys) Reader {
	return &cexReader{spec: walk.Compile(cexAllPaths()), keys: k, pool: newEventPool()}
}

// cexReader reads one output. Ids count from item_0 in each run, so those of
// concatenated runs are kept apart by the run.
type cexReader struct {
	spec *walk.Spec
	keys Keys
	pool eventPool
	run  uint64
	turn uint64
}

// The Data of this format's special events.
type (
	cexRun     struct{ thread string }
	cexTurn    struct{}
	cexItemRow struct{ done bool }
)

// Worker returns a worker for one goroutine.
func (r *cexReader) Worker() walk.Worker[*Events] {
	return &cexWorker{walker: walk.New(r.spec), pool: r.pool, keys: r.keys, names: names{}, out: r.pool.get()}
}

// Merge makes a call of the first line of an item and completes it with the
// last one.
func (r *cexReader) Merge(b *Builder, e *Event) {
	switch d := e.Data.(type) {
	case cexRun:
		r.run++
		b.meta(&Meta{Session: d.thread})
	case cexTurn:
		r.turn++
		b.turn(r.turn)
	case cexItemRow:
		if e.Key != 0 {
			e.Key = max(e.Key^r.run*0x9E3779B97F4A7C15, 1)
		}
		e.Turn = max(r.turn, 1)
		call := *e
		call.Class, call.Text = 0, ""
		if _, known := b.src.pairing.calls.find(e.Key); !known || e.Key == 0 {
			b.call(&call)
		}
		if d.done {
			e.Flags, e.Extra = 0, nil
			b.result(e)
		}
	}
}

// Recycle takes back events that are merged.
func (r *cexReader) Recycle(e *Events) { r.pool.put(e) }

// End says what the output does not show.
func (r *cexReader) End(b *Builder) {
	b.Note(cexUnknown)
	b.Note("names as the model wrote them are not in this output; what ran is shown instead")
	b.Note("declared tools are not in this file; names that ran are taken as the list")
}

// cexWorker turns lines into events.
type cexWorker struct {
	walker *walk.Walker
	pool   eventPool
	keys   Keys
	names  names
	out    *Events
	line   walk.Line
	top    [cexSlots]walk.Range
	event  *cexEvent // of the line, nil for an item
}

// End hands over the events.
func (w *cexWorker) End() *Events {
	out := w.out
	w.out = w.pool.get()
	return out
}

func (w *cexWorker) of(s walk.Slot) []byte { return w.top[s].Of(w.line.Text) }

func (w *cexWorker) add(e Event) {
	e.Line, e.At = w.line.Number, w.line.At
	w.out.add(e)
}

func (w *cexWorker) sort(hits []walk.Hit) {
	w.top = [cexSlots]walk.Range{}
	for _, h := range hits {
		w.top[h.Slot] = h.Range
	}
	w.asItem()
}

// Line takes one line.
func (w *cexWorker) Line(l walk.Line) {
	if l.Long {
		w.out.status(l, walk.Status{})
		return
	}
	hits, st := w.walker.Walk(l.Text)
	if !w.out.status(l, st) {
		return
	}
	w.line = l
	w.sort(hits)
	typ := w.of(cexType)
	switch {
	case w.top[cexType].Kind == walk.None && w.top[cexMsg].Kind == walk.Object:
		w.message()
	case w.top[cexType].Kind == walk.None && (w.top[cexPrompt].Kind == walk.String || w.top[cexModel].Kind == walk.String && w.top[cexWorkdir].Kind == walk.String):
		w.settings(cexModel)
	case w.top[cexType].Kind != walk.String:
		w.out.fault(l, "an object without a type", skipped)
	case walk.Equal(typ, "thread.started"):
		w.add(Event{Kind: SpecialEvent, Data: cexRun{textOf(l.Text, w.top[cexThread])}})
	case walk.Equal(typ, "turn.started"):
		w.add(Event{Kind: SpecialEvent, Data: cexTurn{}})
	case walk.Equal(typ, "item.started"):
		w.item(false)
	case walk.Equal(typ, "item.completed"):
		w.item(true)
	case walk.Equal(typ, "turn.failed"):
		w.refusal(cexFailed)
	case walk.Equal(typ, "error"):
		w.refusal(cexMessage)
	}
}

// refusal reports a request that was refused because of a tool's name.
func (w *cexWorker) refusal(slot walk.Slot) {
	if text, _ := walk.Head(w.of(slot), errorHead); aboutNames(text) {
		w.add(Event{Kind: RefusedEvent, Text: text})
	}
}

// called returns the name under which an item stands, the slot of its
// arguments, and whether it is a call.
func (w *cexWorker) called() (name string, args walk.Slot, ok bool) {
	kind := w.of(cexKind)
	for _, k := range cexKinds {
		if w.event == nil && !walk.Equal(kind, k.typ) || w.event != nil && w.event.kind != k.typ {
			continue
		}
		if w.top[cexTool].Kind == walk.String {
			return w.names.of(w.of(cexTool)), k.args, true
		}
		return k.typ, k.args, true
	}
	return "", 0, false
}

func (w *cexWorker) item(done bool) {
	name, args, ok := w.called()
	if !ok {
		if walk.Equal(w.of(cexKind), "error") {
			w.refusal(cexText)
		}
		return
	}
	id := w.top[cexID]
	e := Event{
		Kind: SpecialEvent, Data: cexItemRow{done}, Key: w.keys.of(id.Of(w.line.Text)), Flags: journey.FlagNoEcho,
		Name: name, Args: w.top[args].Start,
	}
	if e.Key != 0 && id.Len() < 256 {
		e.ID, e.IDLen = id.Start, uint8(id.Len())
	}
	if w.top[cexTool].Kind == walk.String {
		e.Space = w.names.of(w.of(cexServer))
		e.Extra = &journey.Extra{Dispatched: &journey.Ref{Server: journey.Server(e.Space), Name: journey.Registered(name)}}
	}
	if e.Name == "" {
		e.Flags |= journey.FlagEmptyName
	}
	e.Class, e.Text = w.outcome()
	w.add(e)
}

// outcome reads how an item ended. A command that ends with another exit code
// than 0 ran.
func (w *cexWorker) outcome() (journey.Class, string) {
	status := w.of(cexStatus)
	switch {
	case w.event != nil:
		if w.eventFailed() {
			return w.outcomeOf()
		}
	case walk.Equal(status, "declined"):
		return journey.ClassDenied, w.head(errorHead)
	case walk.Equal(status, "failed") && !walk.Equal(w.of(cexKind), "command_execution"):
		return w.outcomeOf()
	}
	return journey.ClassOK, ""
}

// head is the beginning of what an item gave back.
func (w *cexWorker) head(max int) string {
	text, _ := w.result(max)
	return text
}

// result is what an item gave back: its error, else the content of an MCP
// result, else the output of a command.
func (w *cexWorker) result(max int) (text string, cut bool) {
	switch {
	case w.top[cexError].Kind == walk.String:
		return walk.Head(w.of(cexError), max)
	case w.top[cexContent].Kind == walk.Array:
		return blocksText(w.of(cexContent), max)
	case w.top[cexOutput].Kind == walk.String:
		return walk.Head(w.of(cexOutput), max)
	}
	return walk.Head(w.of(cexStatus), max)
}
