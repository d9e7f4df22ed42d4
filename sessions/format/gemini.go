package format

import (
	"strings"

	"hopscope/journey"
	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

// GeminiCLI returns the format of Gemini CLI's session files since 0.40: JSON
// lines, a message to a line. A message is written again with its id when its
// calls are done: the last line with an id is the one that counts.
func GeminiCLI() Format {
	f := geminiForm()
	f.info = Info{
		ID: "gemini-cli", Title: "Gemini CLI session", Label: "Gemini CLI", Client: "gemini-cli",
		Where: "~/.gemini/tmp/<project>/chats/session-<date>-<id>.jsonl, since 0.40",
		Shape: "JSON lines: sessionId and projectHash, then messages of type user and gemini, {$set}, {$patch} and {$rewindTo}",
		Notes: geminiNotes,
	}
	f.tails = true
	f.probes = []string{1: "sessionId", 2: "projectHash", 3: "messages", 4: "type", 5: "id", 6: "toolCalls", 7: "tokens", 8: "$set"}
	f.verdict = func(line []byte, at []walk.Range) verdict {
		gemini := walk.Equal(at[4].Of(line), "gemini")
		switch {
		case at[3].Kind != walk.None:
			return never
		case at[1].Kind == walk.String && at[2].Kind == walk.String,
			gemini && at[5].Kind == walk.String && (at[6].Kind == walk.Array || at[7].Kind == walk.Object):
			return surely
		}
		return perhaps
	}
	return f
}

// GeminiCLIJSON returns the format of Gemini CLI's session files before 0.40:
// one JSON object with all messages.
func GeminiCLIJSON() Format {
	f := geminiForm()
	f.info = Info{
		ID: "gemini-cli-json", Title: "Gemini CLI session before 0.40", Label: "Gemini CLI", Client: "gemini-cli",
		Where: "~/.gemini/tmp/<project>/chats/session-*.json",
		Shape: "a JSON object with sessionId, projectHash and messages",
		Notes: geminiNotes,
	}
	f.list = "messages"
	f.document = func(doc node.Value) bool {
		if doc.Get("sessionId").Kind() != node.String {
			return false
		}
		if doc.Get("projectHash").Kind() == node.String {
			return true
		}
		for m := range doc.Get("messages").Elements() {
			if m.Get("type").Str() == "gemini" {
				return true
			}
		}
		return false
	}
	return f
}

var geminiNotes = []string{
	"the client's version is not in the file",
	"declared tools are not in the file; names that ran are taken as the list",
	"what a rewind took back is still listed",
}

const (
	gmNothing walk.Slot = iota
	gmSession
	gmSet
	gmPatched
	gmPatch
	gmRewind
	gmType
	gmID
	gmTime
	gmModel
	gmMetaModel
	gmCall
	gmCallID
	gmCallName
	gmCallArgs
	gmCallStatus
	gmCallTitle
	gmCallType
	gmCallResult
	gmOutput
	gmError
	gmDisplay
	gmSlots
)

func geminiForm() *lineForm {
	return &lineForm{
		session: "sessionId", time: "startTime", refusals: []string{"gemini-cli"},
		paths: []string{
			gmSession: "sessionId", gmSet: "$set.messages", gmPatched: "$patch.updates", gmPatch: "$patch", gmRewind: "$rewindTo", gmType: "type", gmID: "id", gmTime: "timestamp",
			gmModel: "model", gmMetaModel: "meta.model",
			gmCall: "toolCalls[]", gmCallID: "toolCalls[].id", gmCallName: "toolCalls[].name", gmCallArgs: "toolCalls[].args",
			gmCallStatus: "toolCalls[].status", gmCallTitle: "toolCalls[].displayName", gmCallType: "toolCalls[].errorType",
			gmCallResult: "toolCalls[].result",
			gmOutput:     "toolCalls[].result[].functionResponse.response.output",
			gmError:      "toolCalls[].result[].functionResponse.response.error",
			gmDisplay:    "toolCalls[].resultDisplay",
		},
		take: geminiTake,
		merge: func(r *lineReader, _ *Builder, e *Event) {
			if _, ok := e.Data.(rewound); ok {
				r.rewound++
			}
		},
		end: func(r *lineReader, b *Builder) {
			b.src.pairing.repeated = 0 // messages are written again
			b.Note("declared tools are not in this file; names that ran are taken as the list")
			b.count(r.rewound, "the session was rewound once", "the session was rewound %d times", "; what was taken back is still listed")
		},
	}
}

// rewound is the Data of a patch that takes messages back.
type rewound struct{}

func geminiTake(w *lineWorker) {
	if w.has(gmSession) {
		w.meta(Meta{Session: w.text(gmSession), Model: w.text(gmMetaModel)})
	}
	if w.has(gmRewind) {
		w.note(rewound{})
	}
	if list := w.top[gmSet]; list.Kind == walk.Array {
		w.inside(list)
		return
	}
	if patch := orElse(w.top[gmPatched], w.top[gmPatch]); there(patch) {
		w.inside(patch)
		return
	}
	// A patch has the id of a message and what is new of it, so that its calls
	// have an id and no name.
	patch := !w.has(gmType) && w.has(gmCall)
	if !patch && !w.is(gmType, "gemini") && !w.is(gmType, "model") {
		return
	}
	turn := w.message(w.key(gmID))
	w.meta(Meta{Model: w.text(gmModel)})
	when := moment(w.of(gmTime))
	w.each(gmCall, func(at []walk.Range) {
		if !patch || there(at[gmCallName]) {
			w.call(lineCall{id: at[gmCallID], name: at[gmCallName], args: at[gmCallArgs], turn: turn, from: turn, time: when})
		}
		geminiResult(w, at)
	})
}

// geminiResult takes the result that stands with a call. A call that is not
// done has a status of another kind.
func geminiResult(w *lineWorker, at []walk.Range) {
	r := lineResult{id: at[gmCallID], extra: geminiRan(w, at)}
	for _, slot := range [...]walk.Slot{gmError, gmOutput, gmCallResult, gmDisplay, gmCallStatus} {
		if r.body = at[slot]; there(r.body) && r.body.Len() > 2 {
			break
		}
	}
	switch {
	case w.equal(at[gmCallStatus], "success"):
	case w.equal(at[gmCallStatus], "cancelled"):
		r.class = journey.ClassCancelled
	case w.equal(at[gmCallStatus], "error"):
		r.failed = true
		if c, ok := classOfType(w.str(at[gmCallType])); ok && c != journey.ClassToolFailed {
			r.class = c
		}
	default:
		return
	}
	w.result(r)
}

// geminiRan reads the title of a tool, which is the only place where server
// and registered name stand: "new_document (word.craft MCP Server)".
func geminiRan(w *lineWorker, at []walk.Range) *journey.Extra {
	if !w.equal(at[gmCallStatus], "success") {
		return nil
	}
	title, ok := strings.CutSuffix(w.str(at[gmCallTitle]), " MCP Server)")
	i := strings.LastIndex(title, " (")
	if !ok || i <= 0 {
		return nil
	}
	return &journey.Extra{Dispatched: &journey.Ref{Server: journey.Server(title[i+2:]), Name: journey.Registered(title[:i])}}
}
