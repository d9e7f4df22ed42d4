package format

import (
	"hopscope/journey"
	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

const (
	gjNothing walk.Slot = iota
	gjFolder
	gjID
	gjRole
	gjTime
	gjProvider
	gjModel
	gjBlock
	gjType
	gjBlockID
	gjName
	gjArgs
	gjResult
	gjStatus
	gjError
	gjErrorText
	gjValue
	gjContent
	gjFlag
	gjFlagOld
	gjMessage
	gjSlots
)

// GooseJSONL returns the format of goose's session files before 1.10, and that
// of what newer versions export: a head, then one message a line, or both in
// one object; and of what goose run prints with stream-json, which wraps each
// message. The blocks are those of the database (goose's sources and tests
// of other readers, read 2026-11-30; not verified on a recording).
func GooseJSONL() Format {
	return gooseFile{&lineForm{
		info: Info{
			ID: "goose-jsonl", Title: "goose session file, goose session export and stream-json", Label: "goose", Client: "goose",
			Where: "~/.local/share/goose/sessions/*.jsonl before 1.10, XDG_DATA_HOME moves ~/.local/share; stdout of goose session export --format json, and of goose run --output-format stream-json",
			Shape: "JSON lines: a head with working_dir, then {role, created, content} with toolRequest and toolResponse blocks; or one object with working_dir and conversation; or {type message, message} lines",
			Notes: []string{
				"declared tools are not in it, only the list that the refusal of an unknown tool gives",
				"the client's version is not in it; the session id only in an export",
				"a call whose arguments could not be read has no name in it",
				"older versions mark a tool that ran and failed as one that never ran: its text alone tells them apart",
				"not compared with a file of this client",
			},
		},
		list: "conversation",
		document: func(doc node.Value) bool {
			return doc.Get("working_dir").Kind() == node.String
		},
		probes: []string{1: "role", 2: "content", 3: "working_dir", 4: "message_count", 5: "description", 6: "type", 7: "message", 8: "table", 9: "created", 10: "extension_id", 11: "total_tokens"},
		verdict: func(line []byte, at []walk.Range) verdict {
			switch {
			case walk.Equal(at[6].Of(line), "message") && at[7].Kind == walk.Object && gooseStreamed(node.Loose(at[7].Of(line))):
				return surely
			case at[10].Kind == walk.String && walk.Equal(at[6].Of(line), "notification"), at[11].Kind != walk.None && walk.Equal(at[6].Of(line), "complete"):
				return perhaps // between the messages of a stream, and after them
			case at[6].Kind != walk.None || at[7].Kind != walk.None || at[8].Kind != walk.None:
				return never
			case at[3].Kind == walk.String && (at[4].Kind == walk.Number || at[5].Kind == walk.String) && at[1].Kind == walk.None:
				return surely
			case at[1].Kind == walk.String && at[2].Kind == walk.Array && at[9].Kind == walk.Number && gooseMessage(node.Loose(line)):
				return surely
			}
			return perhaps
		},
		session: "id", time: "created", refusals: []string{"goose"},
		paths: []string{
			gjFolder: "working_dir", gjID: "id", gjRole: "role", gjTime: "created", gjProvider: "provider_name", gjModel: "model_config.model_name",
			gjBlock: "content[]", gjType: "content[].type", gjBlockID: "content[].id",
			gjName: "content[].toolCall.value.name", gjArgs: "content[].toolCall.value.arguments",
			gjResult: "content[].toolResult", gjStatus: "content[].toolResult.status", gjError: "content[].toolResult.error",
			gjErrorText: "content[].toolResult.error.message", gjValue: "content[].toolResult.value", gjContent: "content[].toolResult.value.content",
			gjFlag: "content[].toolResult.value.isError", gjFlagOld: "content[].toolResult.value.is_error",
			gjMessage: "message",
		},
		take: gooseTake, tails: true,
		end: func(_ *lineReader, b *Builder) {
			b.Note("declared tools are not in this file; names that ran are taken as the list")
		},
	}}
}

// gooseFile knows that the ids of lines are those of messages: a file of lines
// has no id but its name.
type gooseFile struct{ *lineForm }

// Peek reads session and first time.
func (f gooseFile) Peek(h *Head) Peeked {
	p := f.lineForm.Peek(h)
	if len(h.Lines) > 0 && !f.Whole(h.Lines[0]) {
		p.Session = ""
	}
	return p
}

// gooseMessage reports whether a message has a block of goose's own.
func gooseMessage(m node.Value) bool {
	for c := range m.Get("content").Elements() {
		switch c.Get("type").Str() {
		case "toolRequest", "toolResponse", "frontendToolRequest", "toolConfirmationRequest":
			return true
		}
	}
	return false
}

// gooseStreamed reports whether a message of a stream is goose's: each has the
// second in which it was made, and who is shown it.
func gooseStreamed(m node.Value) bool {
	shown := m.Get("metadata")
	return m.Get("created").Kind() == node.Number && m.Get("content").Kind() == node.Array &&
		(gooseMessage(m) || shown.Get("userVisible").Kind() == node.Bool && shown.Get("agentVisible").Kind() == node.Bool)
}

func gooseTake(w *lineWorker) {
	if !w.has(gjRole) {
		if m := w.top[gjMessage]; m.Kind == walk.Object {
			w.inside(m)
			return
		}
		w.meta(Meta{Session: w.text(gjID), Cwd: w.text(gjFolder), Provider: w.text(gjProvider), Model: w.text(gjModel)})
		return
	}
	turn, when := uint64(0), epoch(w.of(gjTime))
	if w.is(gjRole, "assistant") {
		turn = w.message(w.key(gjID))
	}
	w.each(gjBlock, func(at []walk.Range) {
		switch {
		case w.equal(at[gjType], "toolRequest"), w.equal(at[gjType], "frontendToolRequest"):
			w.call(lineCall{id: at[gjBlockID], name: at[gjName], args: at[gjArgs], turn: turn, from: turn, time: when})
		case w.equal(at[gjType], "toolResponse"):
			w.result(gooseResult(w, at))
		}
	})
}

// gooseResult decides by status, flag and text what came of a call.
func gooseResult(w *lineWorker, at []walk.Range) lineResult {
	r := lineResult{id: at[gjBlockID], body: orElse(at[gjContent], at[gjValue])}
	never := w.equal(at[gjStatus], "error")
	if never {
		r.body = at[gjError]
		if at[gjErrorText].Kind == walk.String {
			r.body = at[gjErrorText]
		}
	}
	r.body = orElse(r.body, orElse(at[gjResult], at[gjType]))
	text, _ := bodyText(r.body.Of(w.line.Text), errorHead)
	switch {
	case never && hasAnyPrefix(text, gooseMisfit[:]):
		r.class = journey.ClassBadArguments
	case hasAnyPrefix(text, gooseDenied[:]): // comes without a flag
		r.class = journey.ClassDenied
	default:
		r.failed = never || at[gjFlag].Kind == walk.True || at[gjFlagOld].Kind == walk.True
	}
	return r
}
