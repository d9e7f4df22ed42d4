package format

import (
	"strings"

	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

const (
	cuiNothing walk.Slot = iota
	cuiTime
	cuiType
	cuiAsk
	cuiSay
	cuiText
	cuiModel
	cuiProvider
	cuiSlots
)

// ClineUI returns the format of what the editor showed of a task of Cline or
// Roo Code. It has what the messages of the task do not: the requests that the
// provider refused (cline/cline src/shared/ExtensionMessage.ts and readers of
// others, read 2026-11-30; not verified on a recording).
func ClineUI() Format {
	return &lineForm{
		info: Info{
			ID: "cline-ui", Title: "what the editor showed of a Cline or Roo Code task",
			Where: "tasks/<id>/ui_messages.json in the global storage of the extension, beside api_conversation_history.json",
			Shape: "a JSON array of {ts, type, ask or say}",
			Notes: []string{
				"only models and requests that the provider refused because of a name are read: calls stand in api_conversation_history.json beside it, with the names that the model wrote",
				"a refused request stands behind the calls of the task: which of them it came after is not told",
				"not compared with a file of these clients",
			},
		},
		probes: []string{1: "ts", 2: "type", 3: "ask", 4: "say", 5: "role"},
		verdict: func(line []byte, at []walk.Range) verdict {
			typ := at[2].Of(line)
			if at[1].Kind == walk.Number && at[5].Kind == walk.None && (walk.Equal(typ, "ask") && at[3].Kind == walk.String || walk.Equal(typ, "say") && at[4].Kind == walk.String) {
				return surely
			}
			return perhaps
		},
		time: "ts",
		paths: []string{
			cuiTime: "ts", cuiType: "type", cuiAsk: "ask", cuiSay: "say", cuiText: "text",
			cuiModel: "modelInfo.modelId", cuiProvider: "modelInfo.providerId",
		},
		take: clineUITake, merge: clineUIMerge, tails: true,
		end: func(_ *lineReader, b *Builder) {
			b.Note("calls are not read from this file, but from api_conversation_history.json beside it")
		},
	}
}

// clineRefused is the Data of a request that was refused.
type clineRefused string

func clineUITake(w *lineWorker) {
	w.meta(Meta{Model: w.text(cuiModel), Provider: w.text(cuiProvider)})
	text := ""
	switch {
	case w.is(cuiAsk, "api_req_failed"):
		text = walk.Text(w.of(cuiText))
	case w.is(cuiSay, "api_req_started"):
		text = tracedJSON(node.Loose(w.of(cuiText))).Get("streamingFailedMessage").Str()
	}
	if inner := tracedJSON(node.Loose([]byte(quoted(text)))).Get("message"); inner.Kind() == node.String {
		text = inner.Str()
	}
	if text = strings.TrimSpace(text); aboutNames(text) {
		w.note(clineRefused(cutText(text)))
	}
}

// clineUIMerge takes a refused request once: it stands with the request and
// with the question what to do.
func clineUIMerge(r *lineReader, b *Builder, e *Event) {
	text, ok := e.Data.(clineRefused)
	if ok && string(text) != r.task.refused {
		r.task.refused = string(text)
		b.event(&Event{Kind: RefusedEvent, Line: e.Line, At: e.At, Text: string(text)})
	}
}
