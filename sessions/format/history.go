package format

import (
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
