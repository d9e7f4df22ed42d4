package format

import (
	"hopscope/journey"
	"hopscope/sessions/walk"
)

const (
	cpNothing walk.Slot = iota
	cpType
	cpTime
	cpSession
	cpVersion
	cpCwd
	cpSelected
	cpModel
	cpNewModel
	cpMessage
	cpParent
	cpRequest
	cpReqID
	cpReqName
	cpReqArgs
	cpID
	cpName
	cpArgs
	cpSuccess
	cpContent
	cpResult
	cpError
	cpErrText
	cpErrCode
	cpAgentName
	cpText
	cpSlots
)

// CopilotCLI returns the format of GitHub Copilot CLI's event files.
func CopilotCLI() Format {
	return &lineForm{
		info: Info{
			ID: "copilot-cli", Title: "Copilot CLI session", Label: "GitHub Copilot CLI", Client: "copilot-cli", VersionField: "field copilotVersion",
			Where: "~/.copilot/session-state/<session>/events.jsonl",
			Shape: "JSON lines {type, data, id, timestamp}: session.start, assistant.message, tool.execution_complete ...",
			Notes: []string{
				"declared tools are not in the file; names that ran are taken as the list",
				"the texts with which the client refuses a name are not known: those of other clients are looked for",
			},
		},
		tails:  true,
		probes: []string{1: "type", 2: "data", 3: "data.toolCallId", 4: "data.toolRequests", 5: "data.sessionId"},
		verdict: func(line []byte, at []walk.Range) verdict {
			is := func(s string) bool { return walk.Equal(at[1].Of(line), s) }
			switch {
			case at[2].Kind != walk.Object:
			case is("session.start") && at[5].Kind == walk.String, at[3].Kind == walk.String && (is("tool.execution_start") || is("tool.execution_complete")),
				is("assistant.message") && at[4].Kind == walk.Array, is("session.resume"):
				return surely
			}
			return perhaps
		},
		session: "data.sessionId", time: "timestamp",
		paths: []string{
			cpType: "type", cpTime: "timestamp", cpSession: "data.sessionId", cpVersion: "data.copilotVersion", cpCwd: "data.context.cwd",
			cpSelected: "data.selectedModel", cpModel: "data.model", cpNewModel: "data.newModel", cpMessage: "data.messageId",
			cpParent: "data.parentToolCallId", cpRequest: "data.toolRequests[]", cpReqID: "data.toolRequests[].toolCallId",
			cpReqName: "data.toolRequests[].name", cpReqArgs: "data.toolRequests[].arguments", cpID: "data.toolCallId",
			cpName: "data.toolName", cpArgs: "data.arguments", cpSuccess: "data.success", cpContent: "data.result.content", cpResult: "data.result",
			cpError: "data.error", cpErrText: "data.error.message", cpErrCode: "data.error.code", cpAgentName: "data.agentName", cpText: "data.message",
		},
		take: copilotTake, merge: copilotMerge,
		end: func(_ *lineReader, b *Builder) {
			b.src.pairing.repeated = 0 // requested, then started
			b.Note("declared tools are not in this file; names that ran are taken as the list")
		},
	}
}

// copilotStarted: this call started a subagent of this type.
type copilotStarted struct{ call, kind string }

// copilotAsked is what the model said, copilotRan the start of a tool: the name
// that the client looked up, which can differ.
type (
	copilotAsked struct {
		key  uint64
		name string
	}
	copilotRan copilotAsked
)

func copilotTake(w *lineWorker) {
	w.agent = w.text(cpParent)
	switch {
	case w.is(cpType, "session.start"), w.is(cpType, "session.resume"):
		w.meta(Meta{Session: w.text(cpSession), Version: w.text(cpVersion), Cwd: w.text(cpCwd), Model: w.text(cpSelected)})
	case w.is(cpType, "session.model_change"):
		w.meta(Meta{Model: w.text(cpNewModel)})
	case w.is(cpType, "session.error"):
		w.refused(w.top[cpText])
	case w.is(cpType, "subagent.started"):
		w.note(copilotStarted{w.text(cpID), w.text(cpAgentName)})
	case w.is(cpType, "assistant.message"):
		w.meta(Meta{Model: w.text(cpModel)})
		turn := w.message(w.key(cpMessage))
		w.each(cpRequest, func(at []walk.Range) {
			w.note(copilotAsked{w.keys.of(at[cpReqID].Of(w.line.Text)), w.str(at[cpReqName])})
			w.call(lineCall{id: at[cpReqID], name: at[cpReqName], args: at[cpReqArgs], turn: turn, from: turn, time: moment(w.of(cpTime))})
		})
	case w.is(cpType, "tool.execution_start"):
		w.note(copilotRan{w.key(cpID), w.text(cpName)})
		w.call(lineCall{id: w.top[cpID], name: w.top[cpName], args: w.top[cpArgs], time: moment(w.of(cpTime))})
	case w.is(cpType, "tool.execution_complete"):
		w.result(copilotResult(w))
	}
}

func copilotResult(w *lineWorker) lineResult {
	r := lineResult{id: w.top[cpID], body: w.top[cpContent], failed: w.top[cpSuccess].Kind == walk.False}
	if r.failed {
		r.body = orElse(w.top[cpErrText], orElse(w.top[cpError], r.body))
		switch w.text(cpErrCode) {
		case "denied", "rejected":
			r.class = journey.ClassDenied
		}
	}
	r.body = orElse(r.body, orElse(w.top[cpResult], w.top[cpSuccess]))
	return r
}

func copilotMerge(r *lineReader, b *Builder, e *Event) {
	switch d := e.Data.(type) {
	case copilotStarted:
		b.About(journey.Agent{ID: d.call, Type: d.kind, Parent: d.call})
	case copilotAsked:
		if r.asked == nil {
			r.asked = map[uint64]string{}
		}
		if len(r.asked) < earlyMax {
			r.asked[d.key] = d.name
		}
	case copilotRan:
		said, ok := r.asked[d.key]
		delete(r.asked, d.key)
		if row, there := b.src.pairing.row(d.key); ok && there && said != d.name {
			b.extra(row, &journey.Extra{Stored: &journey.Called{Name: journey.Echo(d.name)}})
		}
	}
}
