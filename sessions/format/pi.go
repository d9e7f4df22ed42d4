package format

import (
	"strings"

	"hopscope/sessions/walk"
)

const (
	piNothing walk.Slot = iota
	piType
	piID
	piTime
	piCwd
	piVersion
	piProvider
	piModelID
	piCustom
	piRole
	piModel
	piBy
	piError
	piBlock
	piBlockType
	piBlockID
	piBlockName
	piBlockArgs
	piCallID
	piContent
	piIsError
	piSlots
)

// Pi returns the format of the session files of pi and of OpenClaw, which
// stands on it.
func Pi() Format {
	return &lineForm{
		info: Info{
			ID: "pi", Title: "pi or OpenClaw session", Label: "pi",
			Where: "~/.pi/agent/sessions/<folder>/*.jsonl, PI_CODING_AGENT_SESSION_DIR or PI_CODING_AGENT_DIR moves it; ~/.openclaw/agents/<agent>/sessions/*.jsonl, OPENCLAW_STATE_DIR moves ~/.openclaw",
			Shape: "JSON lines, the first of type session; message.message.role assistant with toolCall blocks, or toolResult",
			Notes: []string{
				"the client's version is not in the file; the version in it is that of the file's form",
				"declared tools are not in the file; names that ran are taken as the list",
				"branches are listed one after another, in file order",
			},
		},
		tails:  true,
		probes: []string{1: "type", 2: "id", 3: "cwd", 4: "version", 5: "message.role", 6: "message.toolCallId", 7: "message.content", 8: "sessionId", 9: "message.content[].type"},
		verdict: func(line []byte, at []walk.Range) verdict {
			typ := at[1].Of(line)
			switch {
			case at[8].Kind != walk.None, walk.Equal(typ, "session_start"),
				walk.Equal(at[9].Of(line), "tool_use"), walk.Equal(at[9].Of(line), "tool_result"):
				return never // of Droid, which keeps its messages in the same way
			case walk.Equal(typ, "session") && at[2].Kind == walk.String && at[3].Kind == walk.String,
				walk.Equal(typ, "message") && at[2].Kind == walk.String && at[5].Kind == walk.String && (at[6].Kind == walk.String || at[7].Kind == walk.Array):
				return surely
			}
			return perhaps
		},
		session: "id", time: "timestamp",
		paths: []string{
			piType: "type", piID: "id", piTime: "timestamp", piCwd: "cwd", piVersion: "version", piProvider: "provider", piModelID: "modelId",
			piCustom: "customType", piRole: "message.role", piModel: "message.model", piBy: "message.provider", piError: "message.errorMessage",
			piBlock: "message.content[]", piBlockType: "message.content[].type", piBlockID: "message.content[].id",
			piBlockName: "message.content[].name", piBlockArgs: "message.content[].arguments",
			piCallID: "message.toolCallId", piContent: "message.content", piIsError: "message.isError",
		},
		take: piTake,
		merge: func(r *lineReader, _ *Builder, e *Event) {
			if _, ok := e.Data.(ccCompacted); ok {
				r.compacted++
			}
		},
		end: func(r *lineReader, b *Builder) {
			b.Note("declared tools are not in this file; names that ran are taken as the list")
			b.count(r.compacted, "the context was compacted once", "the context was compacted %d times", "")
		},
	}
}

func piTake(w *lineWorker) {
	switch {
	case w.is(piType, "session"):
		w.meta(Meta{Session: w.text(piID), Cwd: w.text(piCwd), Client: "pi", Label: "pi"})
	case w.is(piType, "model_change"):
		w.meta(Meta{Model: w.text(piModelID), Provider: w.text(piProvider)})
	case w.is(piType, "compaction"):
		w.note(ccCompacted{})
	case w.is(piType, "message") && w.is(piRole, "assistant"):
		w.meta(Meta{Model: w.text(piModel), Provider: w.text(piBy)})
		w.refused(w.top[piError])
		turn := w.message(w.key(piID))
		w.each(piBlock, func(at []walk.Range) {
			if w.equal(at[piBlockType], "toolCall") {
				w.call(lineCall{id: at[piBlockID], name: at[piBlockName], args: at[piBlockArgs], turn: turn, from: turn, time: moment(w.of(piTime))})
			}
		})
	case w.is(piType, "message") && w.is(piRole, "toolResult"):
		w.result(lineResult{id: w.top[piCallID], body: w.top[piContent], failed: w.top[piIsError].Kind == walk.True})
	}
	if strings.HasPrefix(w.text(piCustom), "openclaw") {
		w.meta(Meta{Client: "openclaw", Label: "OpenClaw"})
	}
}
