package catalog

import (
	"fmt"

	"hopscope/journey"
	"hopscope/sessions/node"
)

// anthropic reads an entry of Anthropic tools: a client tool with
// input_schema, a typed tool of the provider (type ends in _YYYYMMDD), or
// mcp_toolset, which names a server only.
func (r *reader) anthropic(e node.Value) {
	if e.Get("type").Str() == "mcp_toolset" {
		if key, ok := e.Get("mcp_server_name").Text(); ok {
			r.server(journey.ServerEntry{Key: journey.Server(key), NamesUnknown: true})
		}
		return
	}
	t, ok := r.tool(e, journey.FormWire)
	switch {
	case dated(t.Type):
		t.Kind = journey.KindProvider
		if !ok {
			t.Wire.Name = journey.Wire(t.Type)
		}
	case !ok:
		r.problem(e.Offset(), "an entry without a name; it is left out", "give it a name")
		return
	default:
		t.Type = ""
	}
	r.add(t)
}

// geminiTools are Gemini's own tools: an entry with one of these keys and no
// name.
var geminiTools = [...]string{
	"googleSearch", "google_search", "googleSearchRetrieval", "google_search_retrieval", "codeExecution", "code_execution",
	"urlContext", "url_context", "googleMaps", "google_maps", "computerUse", "computer_use", "fileSearch", "file_search", "enterpriseWebSearch",
}

func geminiOwn(has map[string]node.Kind) string {
	if has["name"] != node.Absent || has["type"] != node.Absent {
		return ""
	}
	for _, key := range geminiTools {
		if has[key] == node.Object {
			return key
		}
	}
	return ""
}

// gemini reads {functionDeclarations: [...]}, also in snake case. Google's own
// tools have no name; their key stands as the wire name.
func (r *reader) gemini(e node.Value) {
	for key, v := range e.Members() {
		switch {
		case key == "functionDeclarations" || key == "function_declarations":
			for f := range v.Elements() {
				if f.Kind() != node.Object {
					r.problem(f.Offset(), fmt.Sprintf("%v where a declaration should be; it is left out", f.Kind()), "")
				} else if t, ok := r.named(f, journey.FormWire); ok {
					t.Type = ""
					r.add(t)
				}
			}
		case v.Kind() == node.Object:
			r.add(journey.Tool{Form: journey.FormWire, Wire: journey.WireName{Name: journey.Wire(key)}, Kind: journey.KindProvider, Type: key, Line: r.lines.At(v.Offset())})
		}
	}
}

// bedrock reads {toolSpec: {name}}; {systemTool: {name}} is the provider's own,
// {cachePoint} is no tool.
func (r *reader) bedrock(e node.Value) {
	for key, v := range e.Members() {
		switch key {
		case "toolSpec", "systemTool":
			t, ok := r.named(v, journey.FormWire)
			if !ok {
				return
			}
			if schema := v.Get("inputSchema", "json"); schema.Kind() == node.Object {
				t.Schema = string(schema.Raw())
			}
			t.Line = r.lines.At(e.Offset())
			if key == "systemTool" {
				t.Kind = journey.KindProvider
			}
			r.add(t)
		}
	}
}
