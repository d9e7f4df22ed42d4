package format

import (
	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

// A newer core of OpenCode keeps a message with its calls as one row of the
// table session_message: data.content[] of type tool with id, name, state and
// time (types of @opencode-ai/sdk 1.19.3, read 2026-11-30).

const ocProjected = "opencode.session_message"

var ocToolSpec = walk.Compile([]string{
	opType: "type", opTool: "name", opCall: "id",
	opStatus: "state.status", opInput: "state.input", opInputTool: "state.input.tool", opInputError: "state.input.error",
	opOutput: "state.content", opError: "state.error", opErrorMessage: "state.error.message",
	opStart: "time.created", opChild: "state.structured.sessionId",
})

// projected takes a row of session_message.
func (w *ocWorker) projected(kind walk.Range) {
	data := node.Loose(w.line.Text).Get("data")
	if kind := first(textOf(w.line.Text, kind), data.Get("type").Str()); kind != "assistant" {
		return
	}
	turn := w.keys.of(w.of(rwID))
	if turn == 0 {
		turn = uint64(w.at) + 1
	}
	w.add(Event{Kind: TurnEvent, Turn: turn})
	child := w.top[rwAgent].Kind == walk.String
	if model := data.Get("model", "id").Str(); model != "" && !child {
		w.add(Event{Kind: MetaEvent, Data: &Meta{Model: kept(model)}})
	}
	if agent := data.Get("agent").Str(); agent != "" && child {
		w.add(Event{Kind: SpecialEvent, Data: rwAgentKind{textOf(w.line.Text, w.top[rwAgent]), kept(agent)}})
	}
	if said := data.Get("error", "message").Str(); aboutNames(said[:min(len(said), errorHead)]) {
		w.add(Event{Kind: RefusedEvent, Text: said[:min(len(said), errorHead)]})
	}
	for part := range data.Get("content").Elements() {
		p, ok := readPart(w.tools, part.Raw())
		if !ok || !walk.Equal(p.of(opType), "tool") {
			continue
		}
		p.projected, w.shift = true, uint32(part.Offset())
		time := epoch(w.of(rwTime))
		if p.at[opStart].Kind == walk.Number {
			time = epoch(p.of(opStart))
		}
		w.call(&p, turn, time)
	}
}

// findTool finds a call in a row of session_message that is read again. is
// tells by the part and where it stands in the line.
func findTool(line []byte, is func(p *ocPartFields, shift uint32) bool) (p ocPartFields, shift uint32, ok bool) {
	w := walk.New(ocToolSpec)
	for part := range node.Loose(line).Get("data", "content").Elements() {
		p, ok := readPart(w, part.Raw())
		p.projected = true
		if ok && walk.Equal(p.of(opType), "tool") && is(&p, uint32(part.Offset())) {
			return p, uint32(part.Offset()), true
		}
	}
	return p, 0, false
}

// isProjected reports whether a line is a row of session_message.
func isProjected(line []byte) bool { return node.Loose(line).Get("table").Str() == ocProjected }
