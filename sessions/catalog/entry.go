package catalog

import (
	"fmt"
	"strings"

	"hopscope/journey"
	"hopscope/sessions/node"
)

// shape tells the forms of one entry of a tools array apart.
type shape uint8

// The shapes. shapeNamed is a name without anything that would tell whose
// entry it is; every later one does.
const (
	shapeNone shape = iota
	shapeNamed
	shapeMCP
	shapeChat
	shapeAnthropic
	shapeResponses
	shapeGemini
	shapeBedrock
	shapeSnapshot
)

var shapeFormats = [...]string{
	shapeNamed: "named-entries", shapeMCP: "mcp-tools-list", shapeChat: "openai-chat-tools",
	shapeAnthropic: "anthropic-tools", shapeResponses: "openai-responses-tools",
	shapeGemini: "gemini-tools", shapeBedrock: "bedrock-tools", shapeSnapshot: "prompt-snapshot",
}

func (s shape) form() journey.Form {
	if s == shapeNamed || s == shapeMCP {
		return journey.FormRegistered
	}
	return journey.FormWire
}

// shapeOf decides by the keys of an entry.
func shapeOf(e node.Value) shape {
	if e.Kind() != node.Object {
		return shapeNone
	}
	has := make(map[string]node.Kind, 8)
	var typ string
	for k, v := range e.Members() {
		has[k] = v.Kind()
		if k == "type" {
			typ = v.Str()
		}
	}
	named := has["name"] == node.String
	switch {
	case has["role"] != node.Absent || has["content"] != node.Absent:
		return shapeNone // a message
	case has["functionDeclarations"] == node.Array, has["function_declarations"] == node.Array, geminiOwn(has) != "":
		return shapeGemini
	case has["toolSpec"] == node.Object, has["systemTool"] == node.Object, has["cachePoint"] == node.Object:
		return shapeBedrock
	case has["function"] == node.Object && (typ == "function" || typ == ""), has["custom"] == node.Object && typ == "custom":
		return shapeChat
	case named && has["input_schema"] != node.Absent, dated(typ), typ == "mcp_toolset":
		return shapeAnthropic
	case named && has["inputSchema"] != node.Absent:
		return shapeMCP
	case typ == "function" && named, typ != "" && responsesType(typ):
		return shapeResponses
	case named && has["parameters"] == node.Object && typ == "":
		return shapeChat // functions[] of old requests
	case named && has["schema"] == node.Object && typ == "":
		return shapeSnapshot
	case named && onlyLabels(has):
		return shapeNamed
	}
	return shapeNone
}

// onlyLabels keeps package lists, user lists and the like out.
func onlyLabels(has map[string]node.Kind) bool {
	for k := range has {
		switch k {
		case "name", "title", "description", "server", "annotations", "icons", "_meta", "enabled", "disabled", "outputSchema":
		default:
			return false
		}
	}
	return true
}

// dated reports whether a type ends in _YYYYMMDD, as Anthropic's typed tools.
func dated(typ string) bool {
	i := len(typ) - 9
	if i < 1 || typ[i] != '_' {
		return false
	}
	return strings.Trim(typ[i+1:], "0123456789") == ""
}

// entries reads the elements of a tools array. The first element that tells
// decides the form of the catalog; each element is read by its own shape.
func (r *reader) entries(list []node.Value) bool {
	first, unknown := shapeNone, 0
	for _, e := range list {
		s := shapeOf(e)
		if s == shapeNone {
			unknown++
		}
		if first <= shapeNamed && s > first {
			first = s
		}
	}
	if first == shapeNone || unknown > len(list)/2 {
		return false
	}
	r.is(shapeFormats[first], first.form())
	for _, e := range list {
		s := shapeOf(e)
		if s == shapeNamed {
			s = first // a name alone is an entry of the others' kind
		}
		r.entry(e, s)
	}
	return true
}

func (r *reader) entry(e node.Value, s shape) {
	switch s {
	case shapeChat:
		r.chat(e)
	case shapeAnthropic:
		r.anthropic(e)
	case shapeResponses:
		r.responses(e, "")
	case shapeGemini:
		r.gemini(e)
	case shapeBedrock:
		r.bedrock(e)
	case shapeNone:
		if e.Get("type").Kind() == node.String { // a typed entry that is newer than this table
			r.responses(e, "")
			return
		}
		r.problem(e.Offset(), fmt.Sprintf("%v that is no tool entry", e.Kind()), "an entry is an object with a name")
	default:
		if t, ok := r.tool(e, s.form()); ok {
			t.Builtin = s == shapeNamed && t.Server == ""
			r.add(t)
		}
	}
}

// tool reads the fields that all shapes share. ok is false when there is no
// name; that is reported.
func (r *reader) tool(e node.Value, form journey.Form) (t journey.Tool, ok bool) {
	t = journey.Tool{Form: form, Line: r.lines.At(e.Offset())}
	var name node.Value
	for k, v := range e.Members() {
		switch k {
		case "name":
			name = v
		case "title":
			t.Title = v.Str()
		case "description":
			t.Description = v.Str()
		case "inputSchema", "input_schema", "parameters", "parametersJsonSchema", "parameters_json_schema", "schema", "format":
			if v.Kind() == node.Object {
				t.Schema = string(v.Raw())
			}
		case "server":
			t.Server = journey.Server(v.Str())
		case "annotations":
			if t.Title == "" {
				t.Title = v.Get("title").Str()
			}
		case "type":
			t.Type = v.Str()
		case "defer_loading", "deferLoading":
			t.Deferred = v.True()
		case "disabled":
			t.Disabled = v.True()
		}
	}
	text, ok := name.Text()
	if !ok && name.Kind() != node.Absent {
		r.problem(name.Offset(), fmt.Sprintf("the name is %v, not a string; the entry is left out", name.Kind()), "write the name as a string")
		return t, false
	}
	setListed(&t, text)
	return t, ok
}

// named is tool for shapes that must have a name.
func (r *reader) named(e node.Value, form journey.Form) (journey.Tool, bool) {
	before := len(r.problems)
	t, ok := r.tool(e, form)
	if !ok && len(r.problems) == before {
		r.problem(e.Offset(), "an entry without a name; it is left out", "give it a name")
	}
	return t, ok
}
