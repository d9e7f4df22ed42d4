package format

import (
	"hopscope/journey"
	"hopscope/sessions/walk"
)

const (
	qwNothing walk.Slot = iota
	qwType
	qwSubtype
	qwUUID
	qwSession
	qwTime
	qwCwd
	qwVersion
	qwModel
	qwAgent
	qwSide
	qwPart
	qwCallID
	qwCallName
	qwCallArgs
	qwAnswer
	qwAnswerID
	qwOutput
	qwError
	qwStatus
	qwErrType
	qwSlots
)

// QwenCode returns the format of Qwen Code's session files. The envelope is
// that of Claude Code, messages are those of Gemini.
func QwenCode() Format {
	return &lineForm{
		info: Info{
			ID: "qwen-code", Title: "Qwen Code session", Label: "Qwen Code", Client: "qwen-code", VersionField: "field version",
			Where: "~/.qwen/projects/<folder>/chats/<session>.jsonl",
			Shape: "JSON lines with sessionId, uuid and message.parts; type user, assistant, tool_result, system",
			Notes: []string{
				"declared tools are not in the file; its stream-json output has their names",
				"telemetry lines repeat each call and are not read",
			},
		},
		tails:  true,
		probes: []string{1: "sessionId", 2: "uuid", 3: "message.parts", 4: "type", 5: "toolCallResult", 6: "message.content", 7: "systemPayload"},
		verdict: func(line []byte, at []walk.Range) verdict {
			chained := at[1].Kind == walk.String && at[2].Kind == walk.String
			switch {
			case at[6].Kind != walk.None:
				return never
			case chained && (at[3].Kind == walk.Array || at[7].Kind == walk.Object),
				walk.Equal(at[4].Of(line), "tool_result") && at[5].Kind == walk.Object && at[3].Kind == walk.Array:
				return surely
			}
			return perhaps
		},
		session: "sessionId", time: "timestamp", refusals: []string{"qwen-code"},
		paths: []string{
			qwType: "type", qwSubtype: "subtype", qwUUID: "uuid", qwSession: "sessionId", qwTime: "timestamp", qwCwd: "cwd",
			qwVersion: "version", qwModel: "model", qwAgent: "agentId", qwSide: "isSidechain",
			qwPart: "message.parts[]", qwCallID: "message.parts[].functionCall.id", qwCallName: "message.parts[].functionCall.name",
			qwCallArgs: "message.parts[].functionCall.args", qwAnswer: "message.parts[].functionResponse",
			qwAnswerID: "message.parts[].functionResponse.id", qwOutput: "message.parts[].functionResponse.response.output",
			qwError:  "message.parts[].functionResponse.response.error",
			qwStatus: "toolCallResult.status", qwErrType: "toolCallResult.errorType",
		},
		take: qwenTake,
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

func qwenTake(w *lineWorker) {
	m := Meta{Session: w.text(qwSession), Cwd: w.text(qwCwd), Model: w.text(qwModel)}
	if v := w.text(qwVersion); v != "" && v[0] >= '0' && v[0] <= '9' {
		m.Version = v
	}
	w.meta(m)
	if w.has(qwAgent) {
		w.agent = w.text(qwAgent)
	} else if w.top[qwSide].Kind == walk.True {
		w.agent = ccInline
	}
	switch {
	case w.is(qwType, "assistant"):
		turn := w.message(w.key(qwUUID))
		w.each(qwPart, func(at []walk.Range) {
			if there(at[qwCallName]) || there(at[qwCallArgs]) {
				w.call(lineCall{id: at[qwCallID], name: at[qwCallName], args: at[qwCallArgs], turn: turn, from: turn, time: moment(w.of(qwTime))})
			}
		})
	case w.is(qwType, "tool_result"):
		w.each(qwPart, func(at []walk.Range) {
			if at[qwAnswer].Kind == walk.Object {
				w.result(qwenResult(w, at))
			}
		})
	case w.is(qwType, "system") && w.is(qwSubtype, "chat_compression"):
		w.note(ccCompacted{})
	}
}

func qwenResult(w *lineWorker, at []walk.Range) lineResult {
	r := lineResult{id: at[qwAnswerID], body: at[qwOutput]}
	if there(at[qwError]) {
		r.body = at[qwError]
	}
	if !there(r.body) {
		r.body = at[qwAnswer]
	}
	switch {
	case w.is(qwStatus, "cancelled"):
		r.class = journey.ClassCancelled
	case w.is(qwStatus, "error"), w.top[qwStatus].Kind != walk.String && there(at[qwError]):
		r.failed = true
		if c, ok := classOfType(w.text(qwErrType)); ok && c != journey.ClassToolFailed {
			r.class = c
		}
	}
	return r
}
