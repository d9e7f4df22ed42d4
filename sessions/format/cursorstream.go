package format

import (
	"strings"

	"hopscope/journey"
	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

const (
	csNothing walk.Slot = iota
	csType
	csSubtype
	csSession
	csCwd
	csModel
	csTime
	csID
	csCall
	csSlots
)

// CursorStream returns the format of what `cursor-agent -p --output-format
// stream-json` prints: two lines a call, whose member is named by the kind of
// the tool (Cursor's documentation of the output, and tests of readers, read
// 2026-11-30; not verified on a recording).
func CursorStream() Format {
	return &lineForm{
		info: Info{
			ID: "cursor-stream-json", Title: "Cursor stream-json output", Label: "Cursor", Client: "cursor",
			Where: "stdout of cursor-agent -p --output-format stream-json",
			Shape: "JSON lines of type tool_call with subtype started or completed, call_id and tool_call.<kind>ToolCall",
			Notes: []string{
				"names are the client's kinds of tools (shell, read, edit), not what the model said; those of MCP tools are whole",
				"an exit code is the command's: such a call counts as one that ran",
				"the client's version is not in it, nor the declared tools; names that ran are taken as the list",
				"not compared with a file of this client",
			},
		},
		tails:  true,
		probes: []string{1: "type", 2: "subtype", 3: "tool_call", 4: "session_id", 5: "apiKeySource", 6: "tools", 7: "claude_code_version", 8: "permissionMode"},
		verdict: func(line []byte, at []walk.Range) verdict {
			is := func(i int, s string) bool { return walk.Equal(at[i].Of(line), s) }
			switch {
			case is(1, "tool_call") && at[3].Kind == walk.Object && (is(2, "started") || is(2, "completed")):
				return surely
			case is(1, "system") && is(2, "init") && (at[6].Kind != walk.None || at[7].Kind != walk.None):
				return never // Claude Code's
			case is(1, "system") && is(2, "init") && at[4].Kind == walk.String && at[5].Kind == walk.String && at[8].Kind == walk.String:
				return surely
			}
			return perhaps
		},
		session: "session_id", time: "timestamp_ms",
		paths: []string{
			csType: "type", csSubtype: "subtype", csSession: "session_id", csCwd: "cwd", csModel: "model", csTime: "timestamp_ms",
			csID: "call_id", csCall: "tool_call",
		},
		take: cursorStreamTake,
		end: func(_ *lineReader, b *Builder) {
			b.src.pairing.repeated = 0 // started, then completed
			b.Note("names are the client's kinds of tools, not what the model said")
			b.Note("declared tools are not in this file; names that ran are taken as the list")
		},
	}
}

func cursorStreamTake(w *lineWorker) {
	switch {
	case w.is(csType, "system"):
		w.meta(Meta{Session: w.text(csSession), Cwd: w.text(csCwd), Model: w.text(csModel)})
	case w.is(csType, "user"):
		w.note(saying(false))
	case w.is(csType, "assistant"):
		w.note(saying(true))
	case w.is(csType, "tool_call"):
		c, result := cursorCall(w)
		started := !w.is(csSubtype, "completed")
		if started {
			w.note(saying(true))
		}
		ran := c.extra
		c.extra = nil
		if c.name.Kind != walk.None || c.named != "" {
			w.call(c)
		}
		if !started {
			w.note(saying(false))
			e := w.resultEvent(cursorOutcome(w, c, result))
			if e.Extra == nil && (e.Class == journey.ClassOK || e.Class == journey.ClassToolFailed) {
				e.Extra = ran
			}
			w.add(e)
		}
	}
}

// cursorCall reads tool_call: a member whose name ends in ToolCall, or
// function for tools without a kind of their own.
func cursorCall(w *lineWorker) (c lineCall, result node.Value) {
	c = lineCall{id: w.top[csID], time: moment(w.of(csTime))}
	for key, v := range node.Loose(w.line.Text).Get("tool_call").Members() {
		kind, ok := strings.CutSuffix(key, "ToolCall")
		args := v.Get("args")
		switch {
		case key == "function":
			c.name, c.args = rangeOf(v.Get("name")), rangeOf(v.Get("arguments"))
		case !ok:
			continue
		case kind == "mcp":
			c.name, c.args = cursorTool(args), rangeOf(args.Get("args"))
			if c.name.Kind == walk.None {
				c.named = "mcp"
			}
			if tool := args.Get("toolName").Str(); tool != "" {
				server := first(args.Get("providerIdentifier").Str(), args.Get("serverIdentifier").Str())
				c.extra = &journey.Extra{Dispatched: &journey.Ref{Server: journey.Server(server), Name: journey.Registered(tool)}}
			}
		default:
			c.named, c.args = kind, rangeOf(args)
		}
		return c, v.Get("result")
	}
	return c, node.Value{}
}

// cursorTool is the name of an MCP tool: that of the client's list, else the
// server's.
func cursorTool(args node.Value) walk.Range {
	if name := args.Get("name"); name.Kind() == node.String {
		return rangeOf(name)
	}
	if name := args.Get("toolName"); name.Kind() == node.String {
		return rangeOf(name)
	}
	return walk.Range{}
}

// cursorOutcome reads result, an object with one member that says how the call
// ended.
func cursorOutcome(w *lineWorker, c lineCall, result node.Value) (r lineResult) {
	r = lineResult{id: c.id, body: orElse(rangeOf(result), w.top[csType])}
	for key, v := range result.Members() {
		r.body = rangeOf(v)
		switch key {
		case "error":
			r.failed = true
			for _, text := range [...]string{"errorMessage", "message", "error"} {
				if t := v.Get(text); t.Kind() == node.String {
					r.body = rangeOf(t)
					break
				}
			}
		case "rejected", "permissionDenied":
			r.class = journey.ClassDenied
			if reason := v.Get("reason"); reason.Str() != "" {
				r.body = rangeOf(reason)
			}
		case "aborted", "cancelled":
			r.class = journey.ClassCancelled
		default:
			r.failed = v.Get("isError").True() || key != "success" && v.Get("exitCode").Kind() == node.Absent
		}
		break
	}
	return r
}
