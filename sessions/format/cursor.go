package format

import (
	"hopscope/journey"
	"hopscope/sessions/walk"
)

// Cursor returns the format of Cursor's agent transcripts: messages as
// Anthropic's interface has them, without ids, times and results.
func Cursor() Format {
	f := historyForm()
	f.info = Info{
		ID: "cursor", Title: "Cursor agent transcript", Label: "Cursor", Client: "cursor",
		Where: "~/.cursor/projects/<folder>/agent-transcripts/*.jsonl",
		Shape: "JSON lines of {role, message}, the latter with content[] of text and tool_use",
		Notes: []string{
			"most files have no results: whether a call ran or was refused does not show",
			"call ids, times, session id and client version are not in the file",
			"declared tools are not in the file",
		},
	}
	paths := make([]string, cuSlots)
	for i, path := range f.paths {
		switch {
		case i >= int(hiBlock):
			path = "message." + path
		case i == int(hiThread):
			path = "" // lines have none
		}
		paths[i] = path
	}
	paths[cuResult], paths[cuError], paths[cuErrText] = "message.content[].result", "message.content[].result.error", "message.content[].result.error.errorMessage"
	paths[cuRejected] = "message.content[].result.rejected"
	f.paths = paths
	f.take, f.merge = cursorTake, cursorMerge
	f.probes = []string{1: "role", 2: "message.content", 3: "type", 4: "sessionId", 5: "uuid", 6: "session_id"}
	f.verdict = func(line []byte, at []walk.Range) verdict {
		if at[3].Kind != walk.None || at[4].Kind != walk.None || at[5].Kind != walk.None || at[6].Kind != walk.None {
			return never
		}
		role := at[1].Of(line)
		if at[2].Kind == walk.Array && (walk.Equal(role, "user") || walk.Equal(role, "assistant") || walk.Equal(role, "tool")) {
			return surely
		}
		return perhaps
	}
	f.end = func(r *lineReader, b *Builder) {
		if !r.answered {
			b.Note("results are not in this file: whether a call ran or was refused does not show")
		}
		b.Note("declared tools are not in this file")
	}
	return f
}

const (
	cuResult walk.Slot = iota + hiSlots
	cuError
	cuErrText
	cuRejected
	cuSlots
)

// cursorAnswer is the event of a result: it has the id of a call only where
// calls have one.
type cursorAnswer struct{ event Event }

// cursorTake takes the calls of a message, and results: a block as Anthropic
// has it, or one whose result is an object with success, error or rejected.
func cursorTake(w *lineWorker) {
	turn := uint64(0)
	if w.is(hiRole, "assistant") {
		turn = w.message(0)
	}
	w.each(hiBlock, func(at []walk.Range) {
		switch {
		case w.equal(at[hiBlockType], "tool_use") && turn != 0:
			w.call(lineCall{id: at[hiBlockID], name: at[hiBlockName], args: at[hiBlockInput], turn: turn})
		case w.equal(at[hiBlockType], "tool_result"):
			r := lineResult{id: at[hiBlockFor], body: orElse(at[hiBlockContent], orElse(at[cuResult], at[hiBlockType])), failed: at[hiBlockError].Kind == walk.True}
			switch {
			case there(at[cuError]):
				r.failed, r.body = true, orElse(at[cuErrText], at[cuError])
			case there(at[cuRejected]):
				r.class = journey.ClassDenied
			}
			w.note(cursorAnswer{w.resultEvent(r)})
		}
	})
}

// cursorMerge pairs a result with its call: by id, else the oldest call that
// has neither an id nor a result.
func cursorMerge(r *lineReader, b *Builder, e *Event) {
	d, ok := e.Data.(cursorAnswer)
	if !ok {
		return
	}
	r.answered = true
	if _, named := b.src.pairing.calls.find(d.event.Key); !named && len(b.src.pairing.open.rows) > 0 {
		d.event.Key = 0
	}
	d.event.Line, d.event.At = e.Line, e.At
	b.result(&d.event)
}
