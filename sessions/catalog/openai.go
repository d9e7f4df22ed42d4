package catalog

import (
	"fmt"
	"strings"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/sessions/node"
)

// chat reads an entry of OpenAI chat tools, {type: function, function: {name}},
// of {type: custom, custom: {name}}, or of the functions[] of old requests.
func (r *reader) chat(e node.Value) {
	inner, kind := e, journey.KindFunction
	for _, key := range []string{"function", "custom"} {
		if v := e.Get(key); v.Kind() == node.Object {
			inner = v
			if key == "custom" {
				kind = journey.KindCustom
			}
			break
		}
	}
	if t, ok := r.named(inner, journey.FormWire); ok {
		t.Line, t.Kind, t.Type = r.lines.At(e.Offset()), kind, ""
		t.Rest = provider.RestOf(inner.Raw(), "name", "description", "parameters")
		r.add(t)
	}
}

// responsesTypes are the types of OpenAI Responses tools with a meaning of
// their own; every other type without a name counts as a tool of the provider.
var responsesTypes = map[string]journey.ToolKind{
	"function": journey.KindFunction, "custom": journey.KindCustom,
	"local_shell": journey.KindLocalShell, "shell": journey.KindShell, "apply_patch": journey.KindApplyPatch,
	"namespace": journey.KindFunction, "mcp": journey.KindProvider, "mcp_list_tools": journey.KindProvider,
	"web_search": journey.KindProvider, "web_search_preview": journey.KindProvider, "file_search": journey.KindProvider,
	"code_interpreter": journey.KindProvider, "image_generation": journey.KindProvider,
	"computer": journey.KindProvider, "computer_use_preview": journey.KindProvider, "tool_search": journey.KindProvider,
}

func responsesType(typ string) bool {
	if _, ok := responsesTypes[typ]; ok {
		return true
	}
	return strings.HasPrefix(typ, "web_search_preview_")
}

// responses reads an entry of OpenAI Responses tools. A typed entry without a
// name is known by its type, which stands as the wire name.
func (r *reader) responses(e node.Value, ns journey.Namespace) {
	typ := e.Get("type").Str()
	switch typ {
	case "namespace":
		r.namespace(e)
		return
	case "mcp":
		r.hostedServer(e)
		return
	case "mcp_list_tools":
		r.listedByProvider(e)
		return
	}
	t, ok := r.tool(e, journey.FormWire)
	if !ok && (typ == "" || typ == "function" || typ == "custom") {
		r.problem(e.Offset(), "an entry without a name; it is left out", "give it a name")
		return
	}
	kind, known := responsesTypes[typ]
	if !known && typ != "" {
		kind = journey.KindProvider
	}
	t.Kind, t.Wire.Namespace = kind, ns
	t.Rest = provider.RestOf(e.Raw(), "type", "name", "description", "parameters", "server", "disabled")
	if !ok {
		t.Wire.Name = journey.Wire(typ)
	}
	if kind == journey.KindFunction || kind == journey.KindCustom {
		t.Type = ""
	}
	r.add(t)
}

func (r *reader) namespace(e node.Value) {
	ns, ok := e.Get("name").Text()
	if !ok {
		r.problem(e.Offset(), "a namespace without a name; its tools are left out", "give it a name")
		return
	}
	about := e.Get("description").Str()
	for inner := range e.Get("tools").Elements() {
		if inner.Kind() != node.Object {
			r.problem(inner.Offset(), fmt.Sprintf("%v where a tool should be; it is left out", inner.Kind()), "")
			continue
		}
		before := len(r.cat.Tools)
		r.responses(inner, journey.Namespace(ns))
		for i := before; i < len(r.cat.Tools); i++ {
			r.cat.Tools[i].SpaceText = about
		}
	}
}

// hostedServer is an MCP server that the provider asks by itself.
func (r *reader) hostedServer(e node.Value) {
	key, ok := e.Get("server_label").Text()
	if !ok {
		r.problem(e.Offset(), "an mcp entry without server_label", "")
		return
	}
	r.server(journey.ServerEntry{Key: journey.Server(key), NamesUnknown: true})
	allowed, _ := e.Get("allowed_tools").Texts()
	if allowed == nil {
		allowed, _ = e.Get("allowed_tools", "tool_names").Texts()
	}
	if allowed != nil {
		r.note(fmt.Sprintf("%s: only these tools are allowed: %s", key, strings.Join(allowed, ", ")))
	}
}

// listedByProvider is the provider's own listing of such a server.
func (r *reader) listedByProvider(e node.Value) {
	key := journey.Server(e.Get("server_label").Str())
	r.server(journey.ServerEntry{Key: key})
	for inner := range e.Get("tools").Elements() {
		if t, ok := r.named(inner, journey.FormRegistered); ok {
			t.Server = key
			r.add(t)
		}
	}
}
