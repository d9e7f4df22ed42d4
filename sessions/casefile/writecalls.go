package casefile

import (
	"strconv"

	"hopscope/journey"
	"hopscope/sessions/node"
)

func callJSON(c *Call) string {
	var f fields
	if c.Null {
		f.raw("call", "null")
	} else {
		f.raw("call", node.Quote(c.Name))
	}
	f.text("namespace", c.Namespace)
	if c.NameLost {
		f.raw("echo_null", "true")
	}
	f.text("id", c.ID)
	f.number("turn", c.Turn)
	if _, err := strconv.ParseInt(c.Time, 10, 64); err == nil {
		f.raw("time", c.Time)
	} else {
		f.text("time", c.Time)
	}
	f.text("agent", c.Agent)
	if c.Kind != journey.KindFunction {
		f.text("tool_kind", c.Kind.String())
	}
	if c.ArgsText {
		f.raw("args", node.Quote(c.Args))
	} else if c.Args != "" {
		f.raw("args", spaced([]byte(c.Args)))
	}
	f.number("args_size", c.ArgsSize)
	f.text("error", c.Error)
	if c.ResultJSON {
		f.raw("result", spaced([]byte(c.Result)))
	} else if c.HasResult {
		f.raw("result", node.Quote(c.Result))
	}
	f.number("result_size", c.ResultSize)
	f.text("class", c.Class)
	for _, m := range []string{"no_echo", "orphan", "by_provider"} {
		if *c.mark(m) {
			f.raw(m, "true")
		}
	}
	f.text("note", c.Note)
	f.text("executed_by", c.ExecutedBy)
	f.text("via", c.Via)
	if s := c.Stored; s != nil {
		f.raw("stored", storedJSON(s))
	}
	if d := c.Dispatched; d != nil {
		f.raw("dispatched", dispatchedJSON(d))
	}
	return f.rest(c.Extra)
}

func storedJSON(s *journey.Called) string {
	if s.Namespace == "" {
		return node.Quote(string(s.Name))
	}
	var f fields
	f.raw("name", node.Quote(string(s.Name)))
	f.text("namespace", string(s.Namespace))
	return f.object()
}

func dispatchedJSON(d *journey.Ref) string {
	var f fields
	f.text("server", string(d.Server))
	f.raw("name", node.Quote(string(d.Name)))
	if d.Builtin {
		f.raw("builtin", "true")
	}
	return f.object()
}

// contextJSON makes the field context of its parts, for a case that was not
// read from a file; empty for no context.
func contextJSON(x journey.Context) string {
	var f fields
	f.names("instructions_mention", x.InstructionsMention, len(x.InstructionsMention) > 0)
	f.names("history_used", x.HistoryUsed, len(x.HistoryUsed) > 0)
	f.text("system", x.System)
	f.names("notes", x.Notes, len(x.Notes) > 0)
	if f.b.Len() == 0 {
		return ""
	}
	return f.object()
}

// captureJSON makes the field capture of its parts, likewise.
func captureJSON(x *journey.Capture) string {
	var f fields
	for _, part := range [][2]string{{"tools", x.Tools}, {"tool_choice", x.ToolChoice}, {"history", x.History}} {
		if part[1] != "" {
			f.raw(part[0], spaced([]byte(part[1])))
		}
	}
	if len(x.Deltas) > 0 {
		deltas := ""
		for i, d := range x.Deltas {
			if i > 0 {
				deltas += ", "
			}
			deltas += spaced([]byte(d))
		}
		f.raw("deltas", "["+deltas+"]")
	}
	for _, s := range x.Stages {
		f.raw(s.At, node.Quote(s.Name))
	}
	f.text("name", x.Name)
	if x.HasNamespace {
		f.raw("namespace", node.Quote(x.Namespace))
	}
	if x.Expected != "" {
		f.raw("expected", spaced([]byte(x.Expected)))
	}
	return f.object()
}
