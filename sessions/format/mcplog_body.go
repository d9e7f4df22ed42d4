package format

import (
	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

// mcpText is an answer as the client reads it.
func mcpText(m mcpMessage, max int) (string, bool) {
	if m.failure.Kind() == node.Object {
		return walk.Head(m.failure.Get("message").Raw(), max)
	}
	for _, key := range [...]string{"content", "structuredContent", "toolResult"} {
		if v := m.result.Get(key); v.Kind() != node.Absent {
			return bodyText(v.Raw(), max)
		}
	}
	return "", false
}

// mcpFind finds the message of an event in what is read again.
func mcpFind(line []byte, is func(m mcpMessage) bool) (found mcpMessage, ok bool) {
	mcpMessages(node.Loose(line), func(doc node.Value) {
		if m := readMCP(doc); is(m) {
			found, ok = m, true
		}
	})
	return found, ok
}

// Call finds a call again.
func (mcpLog) Call(line []byte, p Place) (CallBody, bool) {
	m, ok := mcpFind(line, func(m mcpMessage) bool {
		name := m.params.Get("name")
		return m.kind == mcpCall && uint32(m.id.Offset()) == p.ID && (nameText(name.Raw()) == p.Name || name.Kind() != node.String && p.Name == "")
	})
	if !ok {
		return CallBody{}, false
	}
	c := CallBody{ID: mcpID(m.id)}
	if args := m.params.Get("arguments"); args.Kind() != node.Absent {
		c.Args = walk.Range{Start: uint32(args.Offset()), End: uint32(args.Offset() + len(args.Raw())), Kind: walk.Object}
		if args.Kind() == node.String {
			c.Args.Kind = walk.String
		}
	}
	return c, c.Args.Start == p.Args
}

// mcpID is an id as text: ids are strings or numbers.
func mcpID(id node.Value) string {
	if s, ok := id.Text(); ok {
		return s
	}
	return string(id.Raw())
}

// Result finds the answer to a call again.
func (mcpLog) Result(line []byte, id string, max int) (text string, cut, ok bool) {
	m, ok := mcpFind(line, func(m mcpMessage) bool {
		return m.kind == mcpAnswer && mcpID(m.id) == id || m.kind == mcpCancel && mcpID(m.params.Get("requestId")) == id
	})
	if !ok {
		return "", false, false
	}
	if m.kind == mcpCancel {
		text, cut = walk.Head(m.params.Get("reason").Raw(), max)
		return text, cut, true
	}
	text, cut = mcpText(m, max)
	return text, cut, true
}
