package format

import (
	"strings"

	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

const (
	hiNothing walk.Slot = iota
	hiThread
	hiRole
	hiTime
	hiBlock
	hiBlockType
	hiBlockID
	hiBlockName
	hiBlockInput
	hiBlockFor
	hiBlockError
	hiBlockContent
	hiSlots
)

// historyForm reads messages as Anthropic's interface has them.
func historyForm() *lineForm {
	return &lineForm{
		time: "ts",
		paths: []string{
			hiThread: "id", hiRole: "role", hiTime: "ts", hiBlock: "content[]", hiBlockType: "content[].type",
			hiBlockID: "content[].id", hiBlockName: "content[].name", hiBlockInput: "content[].input",
			hiBlockFor: "content[].tool_use_id", hiBlockError: "content[].is_error", hiBlockContent: "content[].content",
		},
		take:  historyTake,
		tails: true,
		end: func(_ *lineReader, b *Builder) {
			b.Note("declared tools are not in this file; names that ran are taken as the list")
		},
	}
}

// History returns the format of lists of Anthropic messages, as Cline and Roo
// Code keep them.
func History() Format {
	f := historyForm()
	f.info = Info{
		ID: "message-list", Title: "list of Anthropic messages, as of a Cline or Roo Code task",
		Where: "tasks/<id>/api_conversation_history.json in the global storage of the extension",
		Shape: "a JSON array, or JSON lines, of {role, content} with tool_use and tool_result blocks",
		Notes: []string{
			"which client wrote it is not in the file: say it with --client cline or --client roo-code",
			"calls that older tasks hold as XML in a text are not read",
			"declared tools are not in the file; names that ran are taken as the list",
			"not compared with a file of these clients",
		},
	}
	f.probes = []string{1: "role", 2: "content", 3: "type", 4: "message"}
	f.verdict = func(line []byte, at []walk.Range) verdict {
		if at[4].Kind != walk.None || at[3].Kind != walk.None {
			return never
		}
		if at[1].Kind == walk.String && at[2].Kind == walk.Array && historyMessage(node.Loose(line)) {
			return surely
		}
		return perhaps
	}
	return f
}

// AmpThread returns the format of Amp's thread files.
func AmpThread() Format {
	f := historyForm()
	f.info = Info{
		ID: "amp-thread", Title: "Amp thread", Label: "Amp", Client: "amp",
		Where: "~/.local/share/amp/threads/T-*.json",
		Shape: "a JSON object with id T-..., created and messages of Anthropic blocks",
		Notes: []string{
			"the client's version is not in the file",
			"declared tools are not in the file; names that ran are taken as the list",
			"read from the code of another reader, not compared with a file of this client",
		},
	}
	f.session, f.time = "id", "created"
	f.list = "messages"
	f.document = func(doc node.Value) bool {
		return strings.HasPrefix(doc.Get("id").Str(), "T-") && doc.Get("created").Kind() == node.Number
	}
	return f
}

func historyMessage(m node.Value) bool {
	for c := range m.Get("content").Elements() {
		switch c.Get("type").Str() {
		case "tool_use", "tool_result":
			return true
		}
	}
	return false
}

func historyTake(w *lineWorker) {
	if id := w.text(hiThread); !w.has(hiRole) && strings.HasPrefix(id, "T-") {
		w.meta(Meta{Session: id})
	}
	turn := uint64(0)
	if w.is(hiRole, "assistant") {
		turn = w.message(0)
	}
	w.each(hiBlock, func(at []walk.Range) {
		switch {
		case w.equal(at[hiBlockType], "tool_use") && turn != 0:
			w.call(lineCall{id: at[hiBlockID], name: at[hiBlockName], args: at[hiBlockInput], turn: turn, time: moment(w.of(hiTime))})
		case w.equal(at[hiBlockType], "tool_result"):
			w.result(lineResult{id: at[hiBlockFor], body: orElse(at[hiBlockContent], at[hiBlockType]), failed: at[hiBlockError].Kind == walk.True})
		}
	})
}
