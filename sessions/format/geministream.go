package format

import (
	"hopscope/journey"
	"hopscope/sessions/walk"
)

const (
	gsNothing walk.Slot = iota
	gsType
	gsSession
	gsTime
	gsModel
	gsRole
	gsID
	gsName
	gsArgs
	gsStatus
	gsOutput
	gsErrType
	gsErrText
	gsMessage
	gsSlots
)

// GeminiStream returns the format of what `gemini --output-format stream-json`
// prints.
func GeminiStream() Format {
	return &lineForm{
		info: Info{
			ID: "gemini-stream-json", Title: "Gemini CLI stream-json output", Label: "Gemini CLI", Client: "gemini-cli",
			Where: "stdout of gemini -p --output-format stream-json",
			Shape: "JSON lines of type init, message, tool_use with tool_name, tool_result with tool_id",
			Notes: []string{
				"the client's version is not in it",
				"declared tools are not in it; names that ran are taken as the list",
				"where a result has an error, its message is shown; the text for the screen can differ",
			},
		},
		tails:  true,
		probes: []string{1: "type", 2: "tool_name", 3: "tool_id", 4: "session_id", 5: "model", 6: "message", 7: "subtype"},
		verdict: func(line []byte, at []walk.Range) verdict {
			typ := at[1].Of(line)
			switch {
			case at[6].Kind == walk.Object || at[7].Kind != walk.None:
				return never
			case walk.Equal(typ, "init") && at[4].Kind == walk.String && at[5].Kind == walk.String,
				walk.Equal(typ, "tool_use") && at[2].Kind == walk.String,
				walk.Equal(typ, "tool_result") && at[3].Kind == walk.String:
				return surely
			}
			return perhaps
		},
		session: "session_id", time: "timestamp", refusals: []string{"gemini-cli"},
		paths: []string{
			gsType: "type", gsSession: "session_id", gsTime: "timestamp", gsModel: "model", gsRole: "role",
			gsID: "tool_id", gsName: "tool_name", gsArgs: "parameters", gsStatus: "status", gsOutput: "output",
			gsErrType: "error.type", gsErrText: "error.message", gsMessage: "message",
		},
		take: geminiStreamTake,
		end: func(_ *lineReader, b *Builder) {
			b.Note("declared tools are not in this file; names that ran are taken as the list")
		},
	}
}

func geminiStreamTake(w *lineWorker) {
	switch {
	case w.is(gsType, "init"):
		w.meta(Meta{Session: w.text(gsSession), Model: w.text(gsModel)})
	case w.is(gsType, "message"):
		w.note(saying(w.is(gsRole, "assistant")))
	case w.is(gsType, "tool_use"):
		w.note(saying(true))
		w.call(lineCall{id: w.top[gsID], name: w.top[gsName], args: w.top[gsArgs], time: moment(w.of(gsTime))})
	case w.is(gsType, "tool_result"):
		w.note(saying(false))
		w.result(geminiStreamResult(w))
	case w.is(gsType, "error"):
		w.refused(w.top[gsMessage])
	}
}

// geminiStreamResult: the word of error.type is the flag. The error's message
// is what the model reads, output what the screen shows.
func geminiStreamResult(w *lineWorker) lineResult {
	r := lineResult{id: w.top[gsID], body: w.top[gsOutput]}
	switch {
	case w.is(gsStatus, "cancelled"):
		r.class = journey.ClassCancelled
	case w.is(gsStatus, "error") || w.has(gsErrText):
		r.failed = true
		if c, ok := classOfType(w.text(gsErrType)); ok && c != journey.ClassToolFailed {
			r.class = c
		}
	}
	if w.has(gsErrText) {
		r.body = w.top[gsErrText]
	}
	if r.body.Kind == walk.None {
		r.body = w.top[gsStatus]
	}
	return r
}
