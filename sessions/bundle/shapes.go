package bundle

import (
	"encoding/json"
	"slices"
	"strings"

	"hopscope/journey"
	"hopscope/journey/redact"
	"hopscope/sessions/casefile"
	"hopscope/sessions/node"
)

// args keeps the keys of arguments, with the types and sizes of their values.
func (m *maker) args(c *casefile.Call, place string) string {
	v := node.Loose([]byte(c.Args))
	if c.ArgsText || v.Kind() != node.Object && v.Kind() != node.Array {
		m.drop(dropArgs, c.Args, place)
		if c.ArgsText {
			return bytesOf(c.Args)
		}
		return node.Quote(bytesOf(c.Args))
	}
	var b strings.Builder
	m.shape(&b, v, place, 0)
	m.labelled(c.Args, place)
	return b.String()
}

// labelled finds the secrets of a JSON text that only their key tells.
func (m *maker) labelled(raw, place string) {
	if m.learn {
		return
	}
	_, found := m.redact.Text(raw)
	for _, f := range found {
		text := raw[f.Start:f.End]
		var plain string
		if json.Unmarshal([]byte(`"`+text+`"`), &plain) == nil {
			text = plain
		}
		if !m.known[secret{f.Rule, text}] {
			m.found(text, f.Shown, []redact.Finding{{Rule: f.Rule, End: len(text), Shown: f.Shown}}, place, false)
		}
	}
}

// elementsMax is how many elements of a list keep their shape; depthMax bounds
// what is followed.
const (
	elementsMax = 3
	depthMax    = 24
)

// editorCommands are the values of command that say which of several tools an
// editor stands for: a diagnosis reads them.
var editorCommands = []string{"create", "insert", "str_replace", "undo_edit", "view"}

// shape writes a value without what it says.
func (m *maker) shape(b *strings.Builder, v node.Value, place string, depth int) {
	switch v.Kind() {
	case node.Object:
		if depth > depthMax {
			b.WriteString("{}")
			return
		}
		b.WriteByte('{')
		more := false
		for key, e := range v.Members() {
			if more {
				b.WriteString(", ")
			}
			more = true
			key = m.key(key, place)
			b.WriteString(node.Quote(key) + ": ")
			m.shape(b, e, place+", "+key, depth+1)
		}
		b.WriteByte('}')
	case node.Array:
		b.WriteByte('[')
		n := 0
		for e := range v.Elements() {
			if n++; n > elementsMax || depth > depthMax {
				m.drop(dropArgs, string(e.Raw()), place)
				continue
			}
			if n > 1 {
				b.WriteString(", ")
			}
			m.shape(b, e, place, depth+1)
		}
		b.WriteByte(']')
	case node.String:
		s, ok := v.Text()
		if !ok {
			s = string(v.Raw())
		}
		if slices.Contains(editorCommands, s) && strings.HasSuffix(place, ", command") {
			b.WriteString(node.Quote(s))
			return
		}
		m.drop(dropArgs, s, place)
		b.WriteString(node.Quote(bytesOf(s)))
	case node.Number:
		m.drop(dropArgs, string(v.Raw()), place)
		b.WriteByte('0')
	case node.Bool:
		m.count(dropArgs, 1, 0)
		b.WriteString("false")
	default:
		b.WriteString("null")
	}
}

// keyMax is the longest key that stays.
const keyMax = 64

// key keeps a key that looks like the name of a parameter; others may be what
// the tool works on, such as paths or addresses.
func (m *maker) key(s, place string) string {
	plain := s != "" && len(s) <= keyMax
	for i := 0; i < len(s) && plain; i++ {
		c := s[i]
		plain = c == '_' || c == '-' || c == '$' || c == '.' && i > 0 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
	}
	if masked := m.text(s, "key in "+place); masked != s || !plain {
		if masked == s {
			m.drop(dropArgs, s, "key in "+place)
		}
		return bytesOf(s)
	}
	return s
}

// schema keeps the keys and types of the schema of a tool that is called.
func (m *maker) schema(raw, name string) string {
	if raw == "" {
		return ""
	}
	if !m.called[name] || !json.Valid([]byte(raw)) {
		m.drop(dropSchemas, raw, "schema of tool "+name)
		return ""
	}
	if m.learn {
		m.redact.Learn(raw)
		return raw
	}
	masked, found := m.redact.Text(raw)
	m.found(raw, masked, found, "schema of tool "+name, false)
	var b strings.Builder
	m.typed(&b, node.Loose([]byte(raw)), 0)
	return b.String()
}

// typed writes of a schema what says which keys there are and of which type.
func (m *maker) typed(b *strings.Builder, v node.Value, depth int) {
	if v.Kind() != node.Object || depth > depthMax {
		if v.Kind() == node.Bool {
			b.Write(v.Raw())
			return
		}
		b.WriteString("{}")
		return
	}
	b.WriteByte('{')
	more := false
	put := func(key string) {
		if more {
			b.WriteString(", ")
		}
		more = true
		b.WriteString(node.Quote(key) + ": ")
	}
	for key, e := range v.Members() {
		switch key {
		case "type", "required":
			if list, ok := e.Texts(); ok {
				put(key)
				m.strings(b, list)
			} else if s, ok := e.Text(); ok {
				put(key)
				b.WriteString(node.Quote(m.name(s, "schema")))
			}
		case "properties", "$defs", "definitions", "patternProperties":
			put(key)
			b.WriteByte('{')
			first := true
			for name, p := range e.Members() {
				if !first {
					b.WriteString(", ")
				}
				first = false
				b.WriteString(node.Quote(m.key(name, "schema")) + ": ")
				m.typed(b, p, depth+1)
			}
			b.WriteByte('}')
		case "items", "additionalProperties", "not":
			put(key)
			m.typed(b, e, depth+1)
		case "anyOf", "oneOf", "allOf", "prefixItems":
			put(key)
			b.WriteByte('[')
			first := true
			for p := range e.Elements() {
				if !first {
					b.WriteString(", ")
				}
				first = false
				m.typed(b, p, depth+1)
			}
			b.WriteByte(']')
		}
	}
	b.WriteByte('}')
}

func (m *maker) strings(b *strings.Builder, list []string) {
	b.WriteByte('[')
	for i, s := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(node.Quote(m.key(s, "schema")))
	}
	b.WriteByte(']')
}

// capture keeps the structure and the names of what was seen on the wire.
func (m *maker) capture(x *journey.Capture) *journey.Capture {
	if x == nil {
		return nil
	}
	out := &journey.Capture{
		Tools: m.wire(x.Tools, "tools"), ToolChoice: m.wire(x.ToolChoice, "tool_choice"), History: m.wire(x.History, "history"),
		Name: m.name(x.Name, "capture"), Namespace: m.name(x.Namespace, "capture"), HasNamespace: x.HasNamespace,
		Expected: m.wire(x.Expected, "expected"), Raw: m.wire(x.Raw, ""),
	}
	for _, d := range x.Deltas {
		out.Deltas = append(out.Deltas, m.wire(d, "deltas"))
	}
	for _, s := range x.Stages {
		out.Stages = append(out.Stages, journey.Stage{At: s.At, Name: m.name(s.Name, "capture")})
	}
	return out
}

// wire writes a raw value of a request or an answer without its contents.
func (m *maker) wire(raw, key string) string {
	switch {
	case raw == "":
		return ""
	case m.learn:
		m.redact.Learn(raw)
		return raw
	case !json.Valid([]byte(raw)):
		return m.name(raw, "capture")
	}
	m.labelled(raw, "capture")
	var b strings.Builder
	m.body(&b, node.Loose([]byte(raw)), key, 0)
	return b.String()
}

// said are the fields of requests and answers whose text stays: names, ids and
// words of the protocol.
var said = map[string]bool{
	"name": true, "type": true, "role": true, "id": true, "index": true, "tool_call_id": true, "tool_use_id": true, "call_id": true, "namespace": true,
	"finish_reason": true, "stop_reason": true, "event": true, "object": true, "model": true, "status": true, "tool_choice": true, "mode": true,
	"tools": true, "allowed_tools": true, "allowedFunctionNames": true, "history": true, "expected": true, "declared": true, "sent": true, "sent_to_provider": true,
	"provider_returned": true, "after_map": true, "delivered": true, "server_name": true, "server_label": true, "mcp_server_name": true, "tool_name": true,
	"item_id": true, "deltas": true, "tool": true, "server": true, "$schema": false,
}

// schemas are the fields that hold the schema of a tool.
var schemas = map[string]bool{"parameters": true, "input_schema": true, "inputSchema": true, "parametersJsonSchema": true, "json": true}

func (m *maker) body(b *strings.Builder, v node.Value, key string, depth int) {
	switch v.Kind() {
	case node.Object:
		if depth > depthMax {
			b.WriteString("{}")
			return
		}
		if schemas[key] && v.Get("type").Kind() != node.Absent {
			m.typed(b, v, depth)
			return
		}
		b.WriteByte('{')
		more := false
		for k, e := range v.Members() {
			if more {
				b.WriteString(", ")
			}
			more = true
			k = m.key(k, "capture")
			b.WriteString(node.Quote(k) + ": ")
			m.body(b, e, k, depth+1)
		}
		b.WriteByte('}')
	case node.Array:
		b.WriteByte('[')
		first := true
		for e := range v.Elements() {
			if !first {
				b.WriteString(", ")
			}
			first = false
			m.body(b, e, key, depth+1)
		}
		b.WriteByte(']')
	case node.String:
		s := v.Str()
		switch {
		case said[key]:
			b.WriteString(node.Quote(m.name(s, "capture")))
		case s == "":
			b.WriteString(`""`)
		default:
			m.drop(dropBodies, s, "capture, "+key)
			b.WriteString(node.Quote(bytesOf(s)))
		}
	case node.Number:
		if said[key] || len(v.Raw()) <= 2 {
			b.Write(v.Raw())
		} else {
			b.WriteByte('0')
		}
	default:
		b.Write(v.Raw())
	}
}
