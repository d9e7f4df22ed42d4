package format

import (
	"bytes"

	"hopscope/journey"
	"hopscope/sessions/walk"
)

// assistant takes a line of the model: calls, and what the provider's own
// tools answered.
func (w *ccWorker) assistant() {
	if w.top[ccAPIError].Kind == walk.True {
		for _, b := range w.blocks {
			w.refusal(b.text)
		}
		w.refusal(w.top[ccContent])
		return
	}
	if walk.Equal(w.of(ccModel), ccSynthetic) {
		return
	}
	turn := w.message()
	if turn != w.turn {
		w.turn = turn
		w.add(Event{Kind: TurnEvent, Turn: turn})
	}
	for i := range w.blocks {
		b := &w.blocks[i]
		typ := b.typ.Of(w.line.Text)
		switch {
		case walk.Equal(typ, "tool_use"):
			w.call(b, turn, 0)
		case walk.Equal(typ, "server_tool_use"), walk.Equal(typ, "mcp_tool_use"):
			w.call(b, turn, journey.FlagServer)
		case b.result.Kind == walk.String && isServerResult(typ):
			w.serverResult(b)
		}
	}
}

// message returns the key of the message: its id, else that of the request,
// else the line itself.
func (w *ccWorker) message() uint64 {
	for _, slot := range [...]walk.Slot{ccMessageID, ccRequestID, ccUUID} {
		if k := w.keys.of(w.of(slot)); k != 0 {
			return k
		}
	}
	return uint64(w.line.At) + 1
}

func (w *ccWorker) call(b *ccBlockFields, turn uint64, flags journey.RowFlags) {
	text := w.line.Text
	e := Event{
		Kind: CallEvent, Flags: flags, Turn: turn, Time: millis(w.of(ccTimestamp)),
		Key: w.keys.of(b.id.Of(text)), From: w.keys.of(w.of(ccUUID)),
		Name: w.names.of(b.name.Of(text)), Args: b.input.Start,
	}
	if e.Key != 0 && b.id.Len() < 256 {
		e.ID, e.IDLen = b.id.Start, uint8(b.id.Len())
	}
	if e.Name == "" {
		e.Flags |= journey.FlagEmptyName
	}
	if b.server.Kind == walk.String {
		e.Extra = &journey.Extra{Dispatched: &journey.Ref{
			Server: journey.Server(w.names.of(b.server.Of(text))), Name: journey.Registered(e.Name),
		}}
	}
	w.add(e)
	if b.name.Len() > NameMax && len(e.Name) >= NameMax-4 {
		w.out.fault(w.line, "a tool name of "+itoa(b.name.Len())+" bytes", "read to "+itoa(NameMax)+" bytes; the call is there")
	}
}

// isServerResult reports whether a block type is the answer of a tool that the
// provider ran: web_search_tool_result, mcp_tool_result.
func isServerResult(typ []byte) bool {
	return bytes.HasSuffix(typ, []byte(`_tool_result"`))
}

func (w *ccWorker) serverResult(b *ccBlockFields) {
	e := Event{Kind: ResultEvent, Flags: journey.FlagServer, Key: w.keys.of(b.result.Of(w.line.Text))}
	switch {
	case b.code.Kind == walk.String:
		e.Class, e.Text = journey.ClassToolFailed, w.names.of(b.code.Of(w.line.Text))
	case b.isError.Kind == walk.True:
		e.Class = journey.ClassToolFailed
		e.Text, _ = walk.Head(w.resultText(b), journey.ErrorMax)
	}
	w.add(e)
}

// user takes a line with results.
func (w *ccWorker) user() {
	for i := range w.blocks {
		b := &w.blocks[i]
		if !walk.Equal(b.typ.Of(w.line.Text), "tool_result") {
			continue
		}
		w.result(b)
		end := len(w.refs)
		if i+1 < len(w.blocks) {
			end = w.blocks[i+1].refs
		}
		if b.refs < end {
			w.loaded(w.refs[b.refs:end])
		}
	}
	if w.top[ccResultAgent].Kind == walk.String {
		w.started()
	}
}

func (w *ccWorker) result(b *ccBlockFields) {
	e := Event{
		Kind: ResultEvent, Key: w.keys.of(b.result.Of(w.line.Text)), From: w.keys.of(w.of(ccSourceUUID)),
	}
	kind := w.top[ccDenial] // permission-rule, user-rejected, automode-blocked, cancelled
	denied := kind.Kind == walk.String && kind.Len() > 2 && !walk.Equal(kind.Of(w.line.Text), "cancelled")
	if b.isError.Kind == walk.True || denied {
		text, _ := walk.Head(w.resultText(b), errorHead)
		var refused journey.Refused
		e.Class, refused = ccClass(w.scheme, text, denied)
		if kind.Kind == walk.String && !denied && kind.Len() > 2 && e.Class == journey.ClassToolFailed {
			e.Class = journey.ClassCancelled
		}
		e.Text = text
		if len(refused.Offered) > 0 || refused.Reason != "" && refused.Reason != text {
			e.Extra = &journey.Extra{Offered: refused.Offered, Reason: cutText(refused.Reason)}
		}
	} else if ccInterrupted(w.resultText(b)) {
		e.Class = journey.ClassCancelled
		e.Text, _ = walk.Head(w.resultText(b), journey.ErrorMax)
	}
	w.add(e)
}

// resultText returns the raw text of a result: its content, or the first text
// block of it.
func (w *ccWorker) resultText(b *ccBlockFields) []byte {
	if b.content.Kind == walk.String {
		return b.content.Of(w.line.Text)
	}
	return b.text.Of(w.line.Text)
}

// system takes what the client notes about itself.
func (w *ccWorker) system() {
	sub := w.of(ccSubtype)
	switch {
	case walk.Equal(sub, "compact_boundary"):
		w.add(Event{Kind: SpecialEvent, Data: ccCompacted{}})
	case walk.Equal(sub, "api_error"), walk.Equal(sub, "error"):
		for _, slot := range [...]walk.Slot{ccErrFormatted, ccErrMessage, ccErrInnermost, ccErrInner} {
			if w.refusal(w.top[slot]) {
				return
			}
		}
	}
}

// refusal reports a request that was refused because of a tool's name. Other
// refusals (limits, overload, log-in) are not about names.
func (w *ccWorker) refusal(at walk.Range) bool {
	if at.Kind != walk.String {
		return false
	}
	text, _ := walk.Head(at.Of(w.line.Text), errorHead)
	if !aboutNames(text) {
		return false
	}
	w.add(Event{Kind: RefusedEvent, Text: text})
	return true
}
