package format

import (
	"strings"

	"hopscope/journey"
	"hopscope/sessions/node"
)

// Tracing services keep what a program gave them: messages as the interface of
// a provider has them, as LangChain or the AI SDK writes them, bare, in lists
// of lists, or as JSON in a text. This file reads the calls and results of all
// of them.

// tracedCall is a call in a message, tracedResult the answer to one.
type (
	tracedCall   struct{ id, name, args string }
	tracedResult struct {
		id, name, text string
		failed         bool
	}
)

// tracedSaid is what messages hold.
type tracedSaid struct {
	calls   []tracedCall
	results []tracedResult
	tools   []journey.Tool
}

// tracedDepth bounds how deep messages are looked for.
const tracedDepth = 8

// tracedJSON is a value, or the one that stands in it as text.
func tracedJSON(v node.Value) node.Value {
	if text, ok := v.Text(); ok {
		if t := strings.TrimSpace(text); len(t) > 1 && (t[0] == '{' || t[0] == '[') {
			return node.Loose([]byte(t))
		}
	}
	return v
}

// hear reads all messages that a value holds.
func (s *tracedSaid) hear(v node.Value, depth int) {
	if v = tracedJSON(v); depth > tracedDepth {
		return
	}
	if v.Kind() == node.Array {
		for m := range v.Elements() {
			s.hear(m, depth+1)
		}
		return
	}
	if v.Kind() != node.Object {
		return
	}
	f := membersOf(v)
	for _, key := range [...]string{"messages", "contents", "generations", "choices", "candidates"} {
		if f[key].Kind() == node.Array || f[key].Kind() == node.String && key == "messages" {
			s.hear(f[key], depth+1)
			if key == "messages" || key == "contents" {
				s.declared(f["tools"])
			}
			return
		}
	}
	switch {
	case f["message"].Kind() == node.Object: // a choice, a generation
		s.hear(f["message"], depth+1)
	case f["output"].Kind() == node.Array && f["role"].Kind() == node.Absent, f["input"].Kind() == node.Array && f["tools"].Kind() != node.Absent:
		s.hear(f["output"], depth+1)
		s.hear(f["input"], depth+1)
		s.declared(f["tools"])
	case f["role"].Kind() == node.Absent && f["type"].Kind() == node.Absent && asked(f).Kind() != node.Absent:
		s.hear(asked(f), depth+1)
		s.declared(f["tools"])
	case f["content"].Kind() == node.Object && f["role"].Kind() == node.Absent: // a candidate
		s.hear(f["content"], depth+1)
	default:
		s.message(v, f)
	}
}

// asked is what a request without tools of its own, or the call of a prompt,
// has its messages in.
func asked(f map[string]node.Value) node.Value {
	for _, key := range [...]string{"input", "prompt"} {
		if v := f[key]; v.Kind() == node.Array || v.Get("messages").Kind() == node.Array {
			return v
		}
	}
	return node.Value{}
}

// membersOf are the members of an object by their keys.
func membersOf(v node.Value) map[string]node.Value {
	f := map[string]node.Value{}
	for key, m := range v.Members() {
		f[key] = m
	}
	return f
}

// message reads one message.
func (s *tracedSaid) message(v node.Value, f map[string]node.Value) {
	role := f["role"].Str()
	switch {
	case f["kwargs"].Kind() == node.Object && (f["lc"].Kind() != node.Absent || role == "" && f["content"].Kind() == node.Absent): // an object that LangChain wrote
		last := ""
		for id := range f["id"].Elements() {
			last = id.Str()
		}
		f = membersOf(f["kwargs"])
		if role = f["type"].Str(); strings.HasPrefix(last, "Tool") {
			role = "tool"
		}
	case f["data"].Kind() == node.Object && f["type"].Kind() == node.String:
		role, f = f["type"].Str(), membersOf(f["data"])
	case role == "":
		role = f["type"].Str()
	}
	before := len(s.calls)
	s.listed(f)
	for _, key := range [...]string{"content", "parts"} {
		for b := range tracedJSON(f[key]).Elements() {
			s.block(membersOf(b), len(s.calls) > before)
		}
	}
	id := textIn(f, "tool_call_id", "toolCallId")
	switch content := tracedJSON(f["content"]); {
	case role == "tool" && id == "" && (content.Get("function").Kind() == node.Object || content.Get("input_schema").Kind() == node.Object):
		s.declare(content) // so LangChain's handler of Langfuse gives the tools
	case (role == "tool" || role == "function") && (id != "" || f["name"].Kind() == node.String):
		if len(s.results) == 0 || s.results[len(s.results)-1].id != id || id == "" {
			s.results = append(s.results, tracedResult{id, f["name"].Str(), tracedText(f["content"]), f["status"].Str() == "error"})
		}
	default:
		s.block(f, false) // an item of the Responses interface
	}
}

// listed reads the calls that stand beside the text of a message.
func (s *tracedSaid) listed(f map[string]node.Value) {
	more := membersOf(f["additional_kwargs"])
	for _, list := range [...]node.Value{f["tool_calls"], f["toolCalls"], more["tool_calls"]} {
		n := 0
		for c := range tracedJSON(list).Elements() {
			s.call(membersOf(tracedJSON(c)))
			n++
		}
		if n > 0 {
			break // the others say the same
		}
	}
	for c := range f["invalid_tool_calls"].Elements() {
		s.call(membersOf(c))
	}
	for _, one := range [...]node.Value{f["function_call"], more["function_call"]} {
		if one.Get("name").Kind() == node.String {
			s.call(membersOf(one))
			break
		}
	}
}

// call takes a call in the spelling of any interface.
func (s *tracedSaid) call(f map[string]node.Value) {
	id := textIn(f, "id", "call_id", "toolCallId", "toolUseId", "tool_call_id")
	if inner := f["function"]; inner.Kind() == node.Object {
		f = membersOf(inner)
	}
	c := tracedCall{id: id, name: textIn(f, "name", "toolName")}
	for _, key := range [...]string{"arguments", "args", "input"} {
		if v := f[key]; v.Kind() != node.Absent && v.Kind() != node.Null {
			if text, ok := v.Text(); ok {
				c.args = text
			} else {
				c.args = string(v.Raw())
			}
			break
		}
	}
	s.calls = append(s.calls, c)
}

// block reads a part of a content. listed says that the calls of the message
// were read already.
func (s *tracedSaid) block(f map[string]node.Value, listed bool) {
	typ := f["type"].Str()
	switch {
	case typ == "tool_use", typ == "tool-call", typ == "tool_call" && f["name"].Kind() == node.String, typ == "function_call", typ == "custom_tool_call":
		if !listed {
			s.call(f)
		}
	case f["functionCall"].Kind() == node.Object, f["toolUse"].Kind() == node.Object:
		if !listed {
			s.call(membersOf(orValue(f["functionCall"], f["toolUse"])))
		}
	case typ == "tool_result", typ == "tool-result", typ == "tool_call_response", typ == "function_call_output", typ == "custom_tool_call_output":
		s.result(f)
	case f["functionResponse"].Kind() == node.Object, f["toolResult"].Kind() == node.Object:
		s.result(membersOf(orValue(f["functionResponse"], f["toolResult"])))
	}
}

func (s *tracedSaid) result(f map[string]node.Value) {
	r := tracedResult{
		id: textIn(f, "tool_use_id", "toolCallId", "call_id", "toolUseId", "id"), name: textIn(f, "toolName", "name"),
		failed: f["is_error"].True() || f["isError"].True() || f["status"].Str() == "error",
	}
	for _, key := range [...]string{"content", "output", "result", "response"} {
		if f[key].Kind() != node.Absent {
			if strings.HasPrefix(f[key].Get("type").Str(), "error") { // AI SDK
				r.failed = true
			}
			r.text = tracedText(f[key])
			break
		}
	}
	s.results = append(s.results, r)
}

// tracedText is a result as a text: the texts of its parts, or its JSON.
func tracedText(v node.Value) string {
	if text, ok := v.Text(); ok {
		return text
	}
	if v.Kind() == node.Object {
		for _, key := range [...]string{"value", "text", "content"} {
			if text, ok := v.Get(key).Text(); ok {
				return text
			}
		}
	}
	if v.Kind() == node.Array {
		text, _ := blocksText(v.Raw(), 1<<20)
		return text
	}
	if v.Kind() == node.Absent || v.Kind() == node.Null {
		return ""
	}
	return string(v.Raw())
}

func textIn(f map[string]node.Value, keys ...string) string {
	for _, key := range keys {
		if text, ok := f[key].Text(); ok && text != "" {
			return text
		}
	}
	return ""
}

func orValue(a, b node.Value) node.Value {
	if a.Kind() == node.Absent {
		return b
	}
	return a
}

// declared reads a list of tools, in the shape of any interface.
func (s *tracedSaid) declared(list node.Value) {
	for t := range tracedJSON(list).Elements() {
		t = tracedJSON(t)
		inner := orValue(t.Get("functionDeclarations"), t.Get("function_declarations"))
		if inner.Kind() != node.Array {
			s.declare(t)
			continue
		}
		for d := range inner.Elements() {
			s.declare(d)
		}
	}
}

// declare adds one tool; of a provider's own tool there may be the type only.
func (s *tracedSaid) declare(t node.Value) {
	f := membersOf(t)
	typ := f["type"].Str()
	for _, key := range [...]string{"function", "toolSpec", "tool_spec"} {
		if f[key].Kind() == node.Object {
			f = membersOf(f[key])
		}
	}
	name := f["name"].Str()
	if name == "" && typ == "" {
		return
	}
	tool := journey.Tool{Form: journey.FormWire, Wire: journey.WireName{Name: journey.Wire(kept(name))}, Description: f["description"].Str()}
	for _, key := range [...]string{"parameters", "input_schema", "inputSchema", "schema"} {
		if f[key].Kind() == node.Object {
			tool.Schema = string(f[key].Raw())
			break
		}
	}
	if name == "" {
		tool.Kind, tool.Type = journey.KindProvider, kept(typ)
	}
	s.tools = append(s.tools, tool)
}
