package format

import (
	"strings"

	"hopscope/journey"
	"hopscope/sessions/walk"
)

// cxKind is a kind of call item.
type cxKind struct {
	typ string
	// name of the tool, where the item has none.
	name string
	// args is the slot of the arguments.
	args walk.Slot
	kind journey.ToolKind
	// server: the provider runs it and no result follows.
	server bool
}

var cxCalls = [...]cxKind{
	{typ: "function_call", args: cxArgs},
	{typ: "custom_tool_call", args: cxInput, kind: journey.KindCustom},
	{typ: "local_shell_call", name: "local_shell", args: cxAction, kind: journey.KindLocalShell},
	{typ: "tool_search_call", name: "tool_search", args: cxArgs, kind: journey.KindProvider},
	{typ: "web_search_call", name: "web_search", args: cxAction, kind: journey.KindProvider, server: true},
	{typ: "image_generation_call", name: "image_generation", kind: journey.KindProvider, server: true},
	{typ: "tool_call", args: cxArgs}, // in very old files, with function.name
}

var cxResults = [...]string{
	"function_call_output", "custom_tool_call_output", "tool_search_output", "local_shell_call_output",
	"function_result", "tool_result", "tool_call_output",
}

// item takes an item of the conversation; base is where its slots begin.
func (w *cxWorker) item(base walk.Slot) {
	typ := w.of(base + cxType)
	switch {
	case walk.Equal(typ, "message"):
		w.message(base)
		return
	case walk.Equal(typ, "reasoning"):
		w.note(cxSaid{})
		return
	case walk.Equal(typ, "additional_tools"):
		w.declared(w.top[base+cxTools], "additional_tools", true)
		return
	}
	for i := range cxCalls {
		if walk.Equal(typ, cxCalls[i].typ) {
			w.call(base, &cxCalls[i])
			return
		}
	}
	if oneOf(typ, cxResults[:]) {
		w.returned(base)
		if walk.Equal(typ, "tool_search_output") {
			w.declared(w.top[base+cxTools], "tool_search_output", false)
		}
	}
}

func (w *cxWorker) message(base walk.Slot) {
	switch role := w.of(base + cxRole); {
	case walk.Equal(role, "assistant"):
		w.note(cxSaid{})
	case walk.Equal(role, "user"):
		w.note(cxAsked{})
	}
}

// place returns where the name, the id and the arguments of a call stand.
func (w *cxWorker) place(base walk.Slot, k *cxKind) (name, id, args walk.Range) {
	name, id, args = w.top[base+cxName], w.top[base+cxCallID], w.top[base+k.args]
	if name.Kind == walk.None {
		name = w.top[base+cxFnName]
	}
	if args.Kind == walk.None && k.kind == journey.KindFunction {
		args = w.top[base+cxFnArgs]
	}
	if k.args == cxNothing {
		args = walk.Range{}
	}
	if id.Len() <= 2 && (w.whole || k.server || k.typ == "tool_call" || k.typ == "local_shell_call") {
		id = w.top[base+cxID]
	}
	return name, id, args
}

// called returns the name of a call.
func (w *cxWorker) called(name walk.Range, k *cxKind) string {
	if k.name != "" {
		return k.name
	}
	return w.names.of(name.Of(w.line.Text))
}

func (w *cxWorker) call(base walk.Slot, k *cxKind) {
	name, id, args := w.place(base, k)
	raw := id.Of(w.line.Text)
	e := Event{
		Kind: SpecialEvent, Time: millis(w.of(cxBare + cxTimestamp)),
		Key: w.keys.of(raw), Name: w.called(name, k), Args: args.Start,
		Space: w.names.of(w.of(base + cxSpace)),
	}
	if e.Time == 0 {
		e.Time = millis(w.of(cxCreated))
	}
	timed := false
	if e.Key != 0 {
		e.From, timed = w.origin(base, raw)
		if len(raw) < 256 {
			e.ID, e.IDLen = id.Start, uint8(len(raw))
		}
	}
	if e.Name == "" {
		e.Flags |= journey.FlagEmptyName
	}
	if k.server {
		e.Flags |= journey.FlagServer
	}
	if k.kind != journey.KindFunction {
		e.Extra = &journey.Extra{Kind: k.kind}
	}
	e.Data = cxCall{timed}
	w.add(e)
	if name.Len() > NameMax && len(e.Name) >= NameMax-4 {
		w.out.fault(w.line, "a tool name of "+itoa(name.Len())+" bytes", "read to "+itoa(NameMax)+" bytes; the call is there")
	}
	if k.server {
		w.answeredItself(base, e.Key)
	}
}

// origin is what a copy of the call in a forked file has too: its turn, an id
// that is long enough to be one in the world, or its time.
func (w *cxWorker) origin(base walk.Slot, id []byte) (key uint64, timed bool) {
	for _, slot := range [...]walk.Slot{cxTurnID, cxMetaTurn} {
		if k := w.keys.of(w.of(base + slot)); k != 0 {
			return k, false
		}
	}
	if len(id) >= cxLongID {
		return w.keys.of(id), false
	}
	return w.keys.of(w.of(cxBare + cxTimestamp)), true
}

// cxLongID is the length of an id that no other session has, quotes included:
// call_ and 24 characters. Test programs write call_1.
const cxLongID = 24

// answeredItself adds the result of a call that the provider ran: it stands in
// the same item.
func (w *cxWorker) answeredItself(base walk.Slot, key uint64) {
	e := Event{Kind: SpecialEvent, Data: cxReturned{}, Key: key, Flags: journey.FlagServer}
	status := w.of(base + cxStatus)
	switch {
	case walk.Equal(status, "failed"), walk.Equal(status, "incomplete"):
		e.Class, e.Text = journey.ClassToolFailed, walk.Text(status)
	case walk.Equal(status, "in_progress"), walk.Equal(status, "searching"), walk.Equal(status, "generating"):
		return
	}
	w.add(e)
}

// returned takes a result.
func (w *cxWorker) returned(base walk.Slot) {
	e := Event{Kind: SpecialEvent, Data: cxReturned{}, Key: w.keys.of(w.of(base + cxCallID))}
	out := w.output(base)
	text := ""
	w.head, _ = walk.AppendHead(w.head[:0], out.Of(w.line.Text), cxFirst)
	if w.whole || cxTelling(string(w.head)) { // most outputs are not
		text, _ = walk.Head(out.Of(w.line.Text), cxHead)
	}
	if class, refused := cxClass(w.scheme, text); class != journey.ClassOK {
		e.Class = class
		e.Text, _ = walk.Head(out.Of(w.line.Text), errorHead)
		if len(refused.Offered) > 0 {
			e.Extra = &journey.Extra{Offered: refused.Offered}
		}
	} else if own := cxFirstClass(text); w.whole && own != journey.ClassOK {
		e.Class = own
		e.Text, _ = walk.Head(out.Of(w.line.Text), errorHead)
	} else if w.top[base+cxOutSuccess].Kind == walk.False {
		e.Class = journey.ClassToolFailed
		e.Text, _ = walk.Head(out.Of(w.line.Text), errorHead)
	} else if !hasAnyPrefix(string(w.head), cxCommands[:]) {
		e.Text, _ = walk.Head(out.Of(w.line.Text), cxHead) // for an event that says only that it failed
	}
	w.add(e)
}

// output returns where the text of a result stands: a string, the first text of
// several blocks, the text of one block.
func (w *cxWorker) output(base walk.Slot) walk.Range {
	switch out := w.top[base+cxOutput]; {
	case out.Kind == walk.String:
		return out
	case len(w.texts) > 0:
		return w.texts[0]
	case w.top[base+cxOutText].Kind == walk.String:
		return w.top[base+cxOutText]
	case w.top[base+cxOutContent].Kind == walk.String:
		return w.top[base+cxOutContent]
	case out.Kind == walk.None && w.top[base+cxResult].Kind == walk.String:
		return w.top[base+cxResult]
	}
	return walk.Range{}
}

// completed takes an item_completed, where the client writes what ran.
func (w *cxWorker) completed() {
	typ := w.of(cxItemType)
	e := Event{Class: cxDeclined(w.of(cxItemStatus))}
	switch {
	case walk.Equal(typ, "McpToolCall"):
		e.Extra = w.ran(cxItemServer, cxItemTool)
		failed := walk.Equal(w.of(cxItemStatus), "failed") || w.top[cxItemIsError].Kind == walk.True
		w.outcome(&e, failed, cxItemErrorText, cxItemError)
	case walk.Equal(typ, "FileChange"):
		if e.Class == 0 && walk.Equal(w.of(cxItemStatus), "failed") {
			e.Class = cxFailed
		}
	case !walk.Equal(typ, "CommandExecution"):
		return
	}
	w.ended(cxItemID, e)
}

// mcpEnd takes the event that older versions write.
func (w *cxWorker) mcpEnd() {
	e := Event{Extra: w.ran(cxInvServer, cxInvTool)}
	failed := w.top[cxOkIsError].Kind == walk.True || w.top[cxOkIsErrorSnake].Kind == walk.True || w.top[cxErr].Kind == walk.String
	w.outcome(&e, failed, cxErr)
	w.ended(cxCallID, e)
}

// outcome fills in how an MCP call ended; errs are where its error may stand.
func (w *cxWorker) outcome(e *Event, failed bool, errs ...walk.Slot) {
	if !failed && e.Class == 0 {
		return
	}
	at := w.result
	for _, slot := range errs {
		if w.top[slot].Kind == walk.String {
			at = w.top[slot]
			break
		}
	}
	e.Text, _ = walk.Head(at.Of(w.line.Text), errorHead)
	if e.Class == 0 {
		if e.Class, _ = cxClass(noRecogniser{}, e.Text); e.Class == journey.ClassOK {
			e.Class = cxFailed
		}
	}
}

// ran is the tool that an event names.
func (w *cxWorker) ran(server, tool walk.Slot) *journey.Extra {
	if w.top[tool].Kind != walk.String {
		return nil
	}
	return &journey.Extra{Dispatched: &journey.Ref{
		Server: journey.Server(w.names.of(w.of(server))), Name: journey.Registered(w.names.of(w.of(tool))),
	}}
}

// ended reports how the call with the id in a slot ended.
func (w *cxWorker) ended(id walk.Slot, e Event) {
	if e.Key = w.keys.of(w.of(id)); e.Key != 0 {
		e.Kind, e.Data = SpecialEvent, cxEnded{}
		w.add(e)
	}
}

const (
	cxFailed = journey.ClassToolFailed
	// cxHead is how much of a result is looked at, cxFirst how much at first.
	cxHead  = 512
	cxFirst = 48
)

// cxDeclined reads a status of a call that was not allowed.
func cxDeclined(status []byte) journey.Class {
	if walk.Equal(status, "declined") {
		return journey.ClassDenied
	}
	return journey.ClassOK
}

// cxClass decides what a result is, by text: the file has no flag. Exit codes
// of commands are not looked at: the tool ran.
func cxClass(s recogniser, text string) (journey.Class, journey.Refused) {
	if r, ok := s.Recognise(text); ok {
		return r.Class, r
	}
	line, rest, _ := strings.Cut(text, "\n")
	switch {
	case text == "aborted", hasAnyPrefix(text, cxAborted[:]),
		strings.HasPrefix(line, "Wall time:") && strings.HasPrefix(rest, "aborted by user"):
		return journey.ClassCancelled, journey.Refused{}
	case hasAnyPrefix(text, cxDenied[:]), cxRejected(line):
		return journey.ClassDenied, journey.Refused{}
	case hasAnyPrefix(text, cxBadArguments[:]):
		return journey.ClassBadArguments, journey.Refused{}
	case hasAnyPrefix(text, cxErrors[:]):
		return journey.ClassToolFailed, journey.Refused{}
	}
	return journey.ClassOK, journey.Refused{}
}

// cxTelling reports whether a result that begins so may be a refusal or an
// error.
func cxTelling(text string) bool {
	return hasAnyPrefix(text, cxOpenings[:]) || hasAnyPrefix(text, cxAborted[:]) || hasAnyPrefix(text, cxDenied[:]) ||
		hasAnyPrefix(text, cxBadArguments[:]) || hasAnyPrefix(text, cxErrors[:])
}

// cxRejected recognises refusals that stand behind the command.
func cxRejected(line string) bool {
	return strings.HasPrefix(line, "exec_command failed") && (strings.Contains(line, "Rejected(") || strings.Contains(line, "rejected by user")) ||
		strings.HasPrefix(line, "`") && strings.Contains(line, " rejected: ")
}

var (
	// cxOpenings are the first words of texts that are looked at in full.
	cxOpenings = [...]string{"unsupported", "aborted", "Wall time:", "`"}

	// cxCommands are the first words of what commands give back, whose failure
	// no event without a text tells.
	cxCommands = [...]string{`{"output":`, "Chunk ID:", "Exit code:", "Process exited", "Process running"}

	cxAborted = [...]string{"aborted by user", "user cancelled MCP tool call", "approval request aborted"}
	cxDenied  = [...]string{
		"exec command rejected by user", "command rejected by user", "patch rejected", "rejected by user", "rejected by configuration",
		"user rejected MCP tool call", "MCP tool call blocked", "approval required by policy", "approval policy is ",
		"Command blocked by PreToolUse hook", "Tool call blocked by PreToolUse hook", "This action was rejected",
	}
	cxBadArguments = [...]string{
		"failed to parse function arguments", "failed to parse tool arguments", "invalid function arguments",
		"failed to parse arguments",
	}
	cxErrors = [...]string{
		"exec_command failed", "write_stdin failed", "apply_patch verification failed", "execution error:", "failed in sandbox:",
		"tool call error:", "tool call failed", "err: ", "unable to locate image", "command timed out",
	}
)
