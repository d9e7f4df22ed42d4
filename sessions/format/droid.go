package format

import (
	"cmp"
	"strings"

	"hopscope/journey"
	"hopscope/sessions/walk"
)

const (
	drNothing walk.Slot = iota
	drType
	drSession
	drSessionID
	drTime
	drModel
	drCwd
	drRole
	drID
	drToolID
	drCallID
	drName
	drArgs
	drValue
	drIsError
	drError
	drTool
	drMessage
	drSlots
)

// Droid returns the format of what Factory's `droid exec --output-format
// stream-json` prints.
func Droid() Format {
	return &lineForm{
		info: Info{
			ID: "droid-stream-json", Title: "Droid stream-json output", Label: "Droid", Client: "droid",
			Where: "stdout of droid exec --output-format stream-json",
			Shape: "JSON lines of type system, message, tool_call with toolName, tool_result, completion, each with session_id or sessionId",
			Notes: []string{
				"the client's version is not in it",
				"a result without a mark of failure is taken as one that ran; an exit code is not such a mark",
				"the texts with which the client refuses a name are not known: those of other clients are looked for",
			},
		},
		tails:  true,
		probes: []string{1: "type", 2: "toolName", 3: "toolCallId", 4: "session_id", 5: "finalText", 6: "message", 7: "text", 8: "role", 9: "sessionId", 10: "toolId"},
		verdict: func(line []byte, at []walk.Range) verdict {
			is := func(s string) bool { return walk.Equal(at[1].Of(line), s) }
			session := at[4].Kind == walk.String || at[9].Kind == walk.String
			switch {
			case at[6].Kind == walk.Object:
				return never
			case is("tool_call") && at[2].Kind == walk.String, is("tool_result") && (at[3].Kind == walk.String || at[10].Kind == walk.String) && session,
				is("completion") && at[5].Kind == walk.String, is("message") && session && at[7].Kind == walk.String && at[8].Kind == walk.String:
				return surely
			}
			return perhaps
		},
		session: "session_id", time: "timestamp",
		paths: []string{
			drType: "type", drSession: "session_id", drSessionID: "sessionId", drTime: "timestamp", drModel: "model", drCwd: "cwd", drRole: "role",
			drID: "id", drToolID: "toolId", drCallID: "toolCallId", drName: "toolName", drArgs: "parameters",
			drValue: "value", drIsError: "isError", drError: "error", drTool: "tools[]", drMessage: "error.message",
		},
		take: droidTake, merge: droidMerge,
		end: func(r *lineReader, b *Builder) {
			if !r.listed {
				b.Note("declared tools are not in this file; names that ran are taken as the list")
			}
		},
	}
}

// droidTools are the names of the first line.
type droidTools []string

func droidTake(w *lineWorker) {
	w.meta(Meta{Session: cmp.Or(w.text(drSession), w.text(drSessionID)), Model: w.text(drModel), Cwd: w.text(drCwd)})
	switch {
	case w.is(drType, "system"):
		var list droidTools
		for _, h := range w.hits {
			if h.Slot == drTool && h.Kind == walk.String {
				list = append(list, w.str(h.Range))
			}
		}
		if len(list) > 0 {
			w.note(list)
		}
	case w.is(drType, "message"):
		w.note(saying(w.is(drRole, "assistant")))
	case w.is(drType, "tool_call"):
		w.note(saying(true))
		w.call(lineCall{id: droidID(w), name: w.top[drName], args: w.top[drArgs], time: moment(w.of(drTime))})
	case w.is(drType, "tool_result"):
		w.note(saying(false))
		r := lineResult{id: droidID(w), body: w.top[drValue], failed: w.top[drIsError].Kind == walk.True}
		if w.has(drError) {
			r.failed, r.body = true, w.top[drError]
		}
		if w.has(drMessage) {
			r.body = w.top[drMessage]
		}
		if !there(r.body) {
			r.body = w.top[drType]
		}
		w.result(r)
	}
}

// droidID is the id of a call: toolCallId, else that of the line.
func droidID(w *lineWorker) walk.Range {
	if w.has(drCallID) {
		return w.top[drCallID]
	}
	return w.top[drID]
}

func droidMerge(r *lineReader, b *Builder, e *Event) {
	names, ok := e.Data.(droidTools)
	if !ok {
		return
	}
	r.listed = true
	c := journey.Catalog{Form: journey.FormSafe, Complete: true}
	for _, name := range names {
		c.Tools = append(c.Tools, journey.Tool{Form: journey.FormSafe, Safe: journey.Safe(name), Builtin: !strings.Contains(name, "__")})
	}
	b.snapshot(e, "system line", c)
}
