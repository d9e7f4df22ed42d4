package provider

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Before messages stood in one attribute, each of their parts had one of its
// own. Two such spellings are read: that of OpenLLMetry (gen_ai.prompt.0.role,
// gen_ai.completion.0.tool_calls.0.name, llm.request.functions.0.name) and that
// of OpenInference (llm.input_messages.0.message.role,
// llm.output_messages.0.message.tool_calls.0.tool_call.function.name,
// llm.tools.0.tool.json_schema), by their documentation as of 2026-11-30.

// otelPart is the key in a part, or in a tool, that says under which attribute
// its name stands.
const otelPart = "hopscope.attribute"

// flat is a group of attributes that have a number behind a prefix: the parts
// of one message or tool, by the rest of their keys.
type flat struct {
	n      int
	prefix string
	parts  map[string]string
}

// older makes the attributes of today of those of before, where there are
// none.
func (s *otelSpan) older() {
	for _, to := range [...]struct {
		key   string
		from  [2]string
		shape func([]flat) json.RawMessage
	}{
		{otelTools, [2]string{"llm.request.functions.", "llm.tools."}, flatTools},
		{otelInput, [2]string{"gen_ai.prompt.", "llm.input_messages."}, flatMessages},
		{otelOutput, [2]string{"gen_ai.completion.", "llm.output_messages."}, flatMessages},
	} {
		for _, prefix := range to.from {
			if s.attributes[to.key] != nil {
				break
			}
			if groups := s.flat(prefix); len(groups) > 0 {
				s.attributes[to.key] = to.shape(groups)
			}
		}
	}
}

// flat gathers the attributes below a prefix by their number.
func (s *otelSpan) flat(prefix string) []flat {
	byNumber := map[int]*flat{}
	for key, raw := range s.attributes {
		rest, ok := strings.CutPrefix(key, prefix)
		if !ok {
			continue
		}
		number, part, ok := strings.Cut(rest, ".")
		n, err := strconv.Atoi(number)
		if !ok || err != nil || n < 0 {
			continue
		}
		if byNumber[n] == nil {
			byNumber[n] = &flat{n, prefix + number + ".", map[string]string{}}
		}
		text, ok := textOf(raw)
		if !ok {
			text = string(raw)
		}
		byNumber[n].parts[part] = text
	}
	var list []flat
	for _, f := range byNumber {
		list = append(list, *f)
	}
	slices.SortFunc(list, func(a, b flat) int { return cmp.Compare(a.n, b.n) })
	return list
}

// flatTools shapes gen_ai.tool.definitions.
func flatTools(groups []flat) json.RawMessage {
	var entries []string
	for _, g := range groups {
		name, at, description, schema := g.parts["name"], "name", g.parts["description"], g.parts["parameters"]
		if n, ok := g.parts["tool.name"]; ok {
			name, at, description = n, "tool.name", g.parts["tool.description"]
		}
		if native := g.parts["tool.json_schema"]; native != "" {
			n, d, parameters := nativeTool(json.RawMessage(native))
			if name == "" {
				name, at, description = n, "tool.json_schema", d
			}
			if parameters != nil {
				schema = string(parameters)
			}
		}
		if name == "" {
			continue
		}
		var entry object
		entry.text("type", otelFunction)
		entry.text("name", name)
		entry.optional("description", description)
		if json.Valid([]byte(schema)) {
			entry.raw("parameters", schema)
		}
		entry.text(otelPart, g.prefix+at)
		entries = append(entries, entry.compact())
	}
	return json.RawMessage(arrayOf(entries...))
}

// nativeTool reads a definition in a provider's shape.
func nativeTool(raw json.RawMessage) (name, description string, schema json.RawMessage) {
	var t struct {
		Function, ToolSpec              json.RawMessage
		Name, Description               looseText
		Parameters, InputSchema, Schema json.RawMessage
		Snake                           json.RawMessage `json:"input_schema"`
	}
	if json.Unmarshal(raw, &t) != nil {
		return "", "", nil
	}
	for _, inner := range [...]json.RawMessage{t.Function, t.ToolSpec} {
		if len(inner) > 0 && inner[0] == '{' {
			return nativeTool(inner)
		}
	}
	for _, s := range [...]json.RawMessage{t.Parameters, t.Snake, t.InputSchema, t.Schema} {
		if s != nil {
			schema = s
			break
		}
	}
	return string(t.Name), string(t.Description), schema
}

// flatMessages shapes gen_ai.input.messages and gen_ai.output.messages.
func flatMessages(groups []flat) json.RawMessage {
	var messages []string
	for _, g := range groups {
		of := func(key string) string { return cmp.Or(g.parts[key], g.parts["message."+key]) }
		var parts []string
		if id := of("tool_call_id"); id != "" {
			var part object
			part.text("type", "tool_call_response")
			part.text("id", id)
			part.text("result", of("content"))
			parts = append(parts, part.compact())
		}
		parts = append(parts, g.calls()...)
		var m object
		m.text("role", of("role"))
		m.raw("parts", arrayOf(parts...))
		messages = append(messages, m.compact())
	}
	return json.RawMessage(arrayOf(messages...))
}

// calls shapes the calls of a message, by their number.
func (g *flat) calls() []string {
	calls := otelSpan{attributes: map[string]json.RawMessage{}}
	for key, text := range g.parts {
		calls.attributes[key] = json.RawMessage(quote(text))
	}
	var list []string
	for _, prefix := range [...]string{"tool_calls.", "message.tool_calls."} {
		for _, c := range calls.flat(prefix) {
			name, at := "", "name"
			named := false
			for _, key := range [...]string{"name", "tool_call.function.name"} {
				if n, ok := c.parts[key]; ok && !named {
					name, at, named = n, key, true
				}
			}
			var part object
			part.text("type", otelCall)
			part.optional("id", cmp.Or(c.parts["id"], c.parts["tool_call.id"]))
			if named {
				part.text("name", name)
			}
			if args := cmp.Or(c.parts["arguments"], c.parts["tool_call.function.arguments"]); args != "" {
				part.text("arguments", args)
			}
			part.text(otelPart, g.prefix+c.prefix+at)
			list = append(list, part.compact())
		}
	}
	return list
}
