package casefile

import (
	"fmt"

	"hopscope/journey"
	"hopscope/sessions/node"
)

// call reads one entry of calls.
func (p *parser) call(v node.Value, place string) {
	c := Call{offset: v.Offset(), line: p.lines.At(v.Offset())}
	named, there := false, false
	for key, e := range v.Members() {
		field := place + "." + key
		ok := true
		switch key {
		case "call":
			named, there = true, true
			if c.Null = e.Kind() == node.Null; !c.Null {
				if c.Name, ok = e.Text(); !ok {
					p.wrong(e, field, "a string or null")
					named = false
				}
			}
		case "namespace":
			ok = p.text(e, field, &c.Namespace)
		case "echo_null":
			c.NameLost = e.True()
			ok = e.Kind() == node.Bool || e.Kind() == node.Null
		case "args":
			c.args(e)
		case "result":
			c.result(e)
		case "args_size":
			ok = p.number(e, field, &c.ArgsSize)
		case "result_size":
			ok = p.number(e, field, &c.ResultSize)
		case "turn":
			ok = p.number(e, field, &c.Turn)
		case "time":
			if c.Time, ok = e.Text(); !ok {
				if _, ok = e.Int(); ok {
					c.Time = string(e.Raw())
				} else {
					p.wrong(e, field, "RFC 3339 or whole milliseconds")
				}
			}
		case "class":
			c.Class = e.Str()
			if _, ok = journey.ParseClass(c.Class); !ok {
				c.Class = ""
				p.wrong(e, field, "the id of a class: ok, unknown-tool, not-enabled-here, bad-arguments, denied, tool-failed, no-result, cancelled or unreadable")
			}
		case "no_echo", "orphan", "by_provider":
			*c.mark(key) = e.True()
			ok = e.Kind() == node.Bool
		case "tool_kind":
			if c.Kind, ok = journey.ParseToolKind(e.Str()); !ok {
				p.wrong(e, field, "function, custom, local_shell, shell, apply_patch or provider")
			}
		case "stored":
			ok = p.stored(e, field, &c)
		case "dispatched":
			ok = p.dispatched(e, field, &c)
		default:
			dst := c.textField(key)
			ok = dst != nil && p.text(e, field, dst)
		}
		if !ok {
			c.Extra = append(c.Extra, Field{key, clone(e)})
		}
	}
	if !named {
		c.Null = true
	}
	if !there {
		line := p.lines.At(v.Offset())
		p.problems = append(p.problems, journey.Problem{
			Where: fmt.Sprintf("case file: line %d, offset %d", line, v.Offset()),
			What:  fmt.Sprintf("field %s has no call, the name that the model wrote", place),
			Fix:   "it is not used; write call, null for a request that the provider refused", Line: uint32(line),
		})
	}
	p.c.Calls = append(p.c.Calls, c)
}

func (c *Call) mark(key string) *bool {
	switch key {
	case "no_echo":
		return &c.NoEcho
	case "orphan":
		return &c.Orphan
	}
	return &c.ByProvider
}

func (c *Call) textField(key string) *string {
	switch key {
	case "error":
		return &c.Error
	case "note":
		return &c.Note
	case "executed_by":
		return &c.ExecutedBy
	case "via":
		return &c.Via
	case "id":
		return &c.ID
	case "agent":
		return &c.Agent
	}
	return nil
}

func (c *Call) args(v node.Value) {
	if v.Kind() == node.Null {
		return
	}
	if c.Args, c.ArgsText = v.Text(); !c.ArgsText {
		c.Args = string(v.Raw())
	}
}

// result reads the result: null is the same as absent, an empty string is a
// result that is empty.
func (c *Call) result(v node.Value) {
	if v.Kind() == node.Null {
		return
	}
	c.HasResult = true
	if s, ok := v.Text(); ok {
		c.Result = s
		return
	}
	c.Result, c.ResultJSON = string(v.Raw()), true
}

// stored reads the name that the client kept: a string, or name and namespace.
func (p *parser) stored(v node.Value, field string, c *Call) bool {
	name, ok := v.Text()
	if !ok {
		if name, ok = v.Get("name").Text(); !ok {
			return p.wrong(v, field, "a string or {name, namespace}")
		}
	}
	c.Stored = &journey.Called{Namespace: journey.Namespace(v.Get("namespace").Str()), Name: journey.Echo(name)}
	return true
}

// dispatched reads the tool that ran: {server, name, builtin}.
func (p *parser) dispatched(v node.Value, field string, c *Call) bool {
	name, ok := v.Get("name").Text()
	if !ok {
		return p.wrong(v, field, "{server, name, builtin}")
	}
	c.Dispatched = &journey.Ref{
		Server: journey.Server(v.Get("server").Str()), Name: journey.Registered(name), Builtin: v.Get("builtin").True(),
	}
	return true
}
