package catalog

import (
	"fmt"

	"hopscope/journey"
	"hopscope/sessions/node"
)

// definitions reads a map from name to definition, as programs with the AI SDK
// or a registry of their own keep it: every value is an object, and at least
// half of them have a schema. The keys are the names.
func (r *reader) definitions(v node.Value) bool {
	total, withSchema := 0, 0
	for _, def := range v.Members() {
		if def.Kind() != node.Object {
			return false
		}
		total++
		if hasSchema(def) {
			withSchema++
		}
	}
	if withSchema == 0 || withSchema*2 < total {
		return false
	}
	r.is("definition-map", journey.FormRegistered)
	for name, def := range v.Members() {
		before := len(r.problems)
		t, _ := r.tool(def, journey.FormRegistered)
		if inner := string(t.Registered); inner != "" && inner != name {
			r.problem(def.Offset(), fmt.Sprintf("the definition calls itself %q; the key counts", cut(inner)), "")
		} else if len(r.problems) > before {
			r.problems = r.problems[:before] // a name that is no string: the key counts
		}
		t.Registered, t.Builtin, t.Type = journey.Registered(name), t.Server == "", ""
		r.add(t)
	}
	return true
}

func hasSchema(def node.Value) bool {
	for k := range def.Members() {
		switch k {
		case "inputSchema", "input_schema", "parameters", "parametersJsonSchema":
			return true
		}
	}
	return false
}
