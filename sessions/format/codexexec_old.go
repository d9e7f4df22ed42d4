package format

import (
	"slices"

	"hopscope/journey"
	"hopscope/sessions/walk"
)

// Before codex exec --json printed items (autumn of 2025) it printed the events
// of its protocol, one a line as id and msg, behind a line of settings and one
// with the prompt (openai/codex codex-rs/core/src/protocol.rs at 0895ab20 and
// later, codex-rs/exec/src/event_processor_with_json_output.rs, and lines in the
// tests of other readers, read 2026-11-30; not verified on a recording).

// cexEvent is an event of a call: which of cexKinds it is, and whether the call
// has ended.
type cexEvent struct {
	typ  string
	kind string
	done bool
}

var cexEvents = [...]cexEvent{
	{"exec_command_begin", "command_execution", false}, {"exec_command_end", "command_execution", true},
	{"mcp_tool_call_begin", "mcp_tool_call", false}, {"mcp_tool_call_end", "mcp_tool_call", true},
	{"patch_apply_begin", "file_change", false}, {"patch_apply_end", "file_change", true},
	{"web_search_begin", "web_search", false}, {"web_search_end", "web_search", true},
}

// cexEventTypes are the other events by which such output is known.
var cexEventTypes = [...]string{
	"task_started", "task_complete", "session_configured", "agent_message", "agent_reasoning", "token_count", "exec_command_output_delta", "turn_diff",
}

// cexEventOf returns the event of a call with this type, nil for others.
func cexEventOf(typ []byte) *cexEvent {
	if len(typ) == 0 {
		return nil
	}
	if i := slices.IndexFunc(cexEvents[:], func(e cexEvent) bool { return walk.Equal(typ, e.typ) }); i >= 0 {
		return &cexEvents[i]
	}
	return nil
}

// cexOldPaths are the fields of an event, with the slots of an item in which
// they are put; of several for one slot the first one counts that is there.
var cexOldPaths = [...]struct {
	slot, to walk.Slot
	path     string
}{
	{cexMsgID, cexID, "msg.call_id"},
	{cexMsgServer, cexServer, "msg.invocation.server"}, {cexMsgServerFlat, cexServer, "msg.server"},
	{cexMsgTool, cexTool, "msg.invocation.tool"}, {cexMsgToolFlat, cexTool, "msg.tool"},
	{cexMsgArgs, cexArgs, "msg.invocation.arguments"}, {cexMsgArgsFlat, cexArgs, "msg.arguments"},
	{cexMsgCommand, cexCommand, "msg.command"}, {cexMsgChanges, cexChanges, "msg.changes"}, {cexMsgQuery, cexQuery, "msg.query"},
	{cexMsgErr, cexError, "msg.result.Err"},
	{cexMsgOk, cexContent, "msg.result.Ok.content"}, {cexMsgContent, cexContent, "msg.result.content"},
	{cexMsgOutput, cexOutput, "msg.aggregated_output"}, {cexMsgStdout, cexOutput, "msg.stdout"}, {cexMsgStderr, cexOutput, "msg.stderr"},
}

// asItem puts the fields of an event where those of an item stand.
func (w *cexWorker) asItem() {
	w.event = cexEventOf(w.of(cexMsgType))
	if w.event == nil {
		return
	}
	failed := w.top[cexMsgSuccess].Kind == walk.False
	for _, p := range cexOldPaths {
		at := w.top[p.slot]
		output := p.to == cexOutput
		switch {
		case !there(at) || w.top[p.to].Kind != walk.None && !(output && failed && p.slot == cexMsgStderr):
		case output && at.Len() <= 2: // an empty text
		default:
			w.top[p.to] = at
		}
	}
}

// eventFailed reports whether an event says that its call failed. A command
// that ends with another exit code than 0 ran.
func (w *cexWorker) eventFailed() bool {
	if !w.event.done {
		return false
	}
	for _, slot := range [...]walk.Slot{cexMsgIsError, cexMsgIsErrorSnake, cexMsgPlainIsError} {
		if w.top[slot].Kind == walk.True {
			return true
		}
	}
	return w.top[cexMsgSuccess].Kind == walk.False || w.top[cexMsgErr].Kind == walk.String
}

// message takes an event.
func (w *cexWorker) message() {
	typ := w.of(cexMsgType)
	switch {
	case w.event != nil:
		w.item(w.event.done)
	case walk.Equal(typ, "task_started"):
		w.add(Event{Kind: SpecialEvent, Data: cexTurn{}})
	case walk.Equal(typ, "session_configured"):
		w.add(Event{Kind: SpecialEvent, Data: cexRun{textOf(w.line.Text, w.top[cexMsgSession])}})
		w.settings(cexMsgModel)
	case walk.Equal(typ, "error"), walk.Equal(typ, "stream_error"):
		w.refusal(cexMsgMessage)
	}
}

// settings takes what a line says of the session.
func (w *cexWorker) settings(model walk.Slot) {
	m := Meta{Model: textOf(w.line.Text, w.top[model]), Cwd: textOf(w.line.Text, w.top[cexWorkdir]), Provider: textOf(w.line.Text, w.top[cexProvider])}
	if m != (Meta{}) {
		w.add(Event{Kind: MetaEvent, Data: &m})
	}
}

// outcomeOf decides by the text of a failed call what became of it.
func (w *cexWorker) outcomeOf() (journey.Class, string) {
	text := w.head(errorHead)
	if class, _ := cxClass(noRecogniser{}, text); class != journey.ClassOK {
		return class, text
	}
	return journey.ClassToolFailed, text
}
