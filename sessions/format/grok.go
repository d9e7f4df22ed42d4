package format

import (
	"hopscope/journey"
	"hopscope/sessions/walk"
)

const (
	gkNothing walk.Slot = iota
	gkType
	gkModel
	gkCall
	gkCallID
	gkCallName
	gkCallArgs
	gkFor
	gkContent
	gkKind
	gkTool
	gkToolID
	gkStatus
	gkAction
	gkSlots
)

// Grok returns the format of Grok's chat histories.
func Grok() Format {
	return &lineForm{
		info: Info{
			ID: "grok", Title: "Grok chat history", Label: "Grok", Client: "grok",
			Where: "~/.grok/sessions/<folder>/<session>/chat_history.jsonl, GROK_HOME moves ~/.grok",
			Shape: "JSON lines of type system, user, assistant with tool_calls, tool_result with tool_call_id",
			Notes: []string{
				"results have no mark of failure: each counts as one that ran, and a refused name does not show",
				"times, session id and client version are not in the file",
				"declared tools are not in the file; names that ran are taken as the list",
			},
		},
		tails:  true,
		probes: []string{1: "type", 2: "tool_calls", 3: "tool_call_id", 4: "model_id", 5: "kind.tool_type", 6: "content", 7: "message", 8: "session_id", 9: "encrypted_content"},
		verdict: func(line []byte, at []walk.Range) verdict {
			is := func(s string) bool { return walk.Equal(at[1].Of(line), s) }
			switch {
			case at[7].Kind != walk.None || at[8].Kind != walk.None:
				return never
			case is("assistant") && (at[2].Kind == walk.Array || at[4].Kind == walk.String),
				is("tool_result") && at[3].Kind == walk.String && at[6].Kind != walk.None,
				is("backend_tool_call") && at[5].Kind == walk.String:
				return surely
			}
			return perhaps
		},
		session: "session_id", time: "timestamp",
		paths: []string{
			gkType: "type", gkModel: "model_id", gkCall: "tool_calls[]", gkCallID: "tool_calls[].id", gkCallName: "tool_calls[].name",
			gkCallArgs: "tool_calls[].arguments", gkFor: "tool_call_id", gkContent: "content", gkKind: "kind",
			gkTool: "kind.tool_type", gkToolID: "kind.id", gkStatus: "kind.status", gkAction: "kind.action",
		},
		take: grokTake,
		end: func(_ *lineReader, b *Builder) {
			b.Note("results have no mark of failure in this format: a refused name does not show")
			b.Note("declared tools are not in this file; names that ran are taken as the list")
		},
	}
}

func grokTake(w *lineWorker) {
	switch {
	case w.is(gkType, "assistant"):
		w.meta(Meta{Model: w.text(gkModel)})
		turn := w.message(0)
		w.each(gkCall, func(at []walk.Range) {
			w.call(lineCall{id: at[gkCallID], name: at[gkCallName], args: at[gkCallArgs], turn: turn})
		})
	case w.is(gkType, "tool_result"):
		w.result(lineResult{id: w.top[gkFor], body: w.top[gkContent]})
	case w.is(gkType, "backend_tool_call"):
		grokBackend(w)
	}
}

// grokBackend takes a call that the provider made and answered itself.
func grokBackend(w *lineWorker) {
	w.call(lineCall{id: w.top[gkToolID], name: w.top[gkTool], args: w.top[gkAction], flags: journey.FlagServer})
	r := lineResult{id: w.top[gkToolID], body: w.top[gkStatus]}
	switch {
	case w.is(gkStatus, "completed"):
	case w.is(gkStatus, "failed"), w.is(gkStatus, "error"):
		r.class = journey.ClassToolFailed
	case w.is(gkStatus, "cancelled"):
		r.class = journey.ClassCancelled
	default:
		return
	}
	w.result(r)
}
