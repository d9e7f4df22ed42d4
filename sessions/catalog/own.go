package catalog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"hopscope/journey"
	"hopscope/sessions/node"
)

// Schema is the value of the field schema in hopscope's own form.
const Schema = "hopscope.catalog/1"

// Write returns the catalog in hopscope's own form, which Parse reads back
// without loss but for blanks inside schemas (Source and line numbers are those
// of the new file). Empty fields are left out.
func Write(c journey.Catalog) []byte {
	var b bytes.Buffer
	b.WriteString("{\n  \"schema\": " + node.Quote(Schema) + ",\n")
	Body(&b, c, "  ")
	b.WriteString("\n}\n")
	return b.Bytes()
}

// Body writes the fields of a catalog without the braces around them, each
// line behind the indent, for files that hold a catalog as one of their values.
func Body(b *bytes.Buffer, c journey.Catalog, indent string) {
	fmt.Fprintf(b, "%s\"form\": %s,\n%s\"complete\": %t", indent, node.Quote(c.Form.String()), indent, c.Complete)
	if c.Assumed {
		fmt.Fprintf(b, ",\n%s\"assumed\": true", indent)
	}
	lines(b, indent, "servers", c.Servers, serverLine)
	lines(b, indent, "tools", c.Tools, func(t journey.Tool) string { return toolLine(t, c.Form) })
	if len(c.Notes) > 0 {
		lines(b, indent, "notes", c.Notes, node.Quote)
	}
}

func lines[T any](b *bytes.Buffer, indent, key string, list []T, line func(T) string) {
	fmt.Fprintf(b, ",\n%s%s: [", indent, node.Quote(key))
	for i, e := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n" + indent + "  " + line(e))
	}
	if len(list) > 0 {
		b.WriteString("\n" + indent)
	}
	b.WriteByte(']')
}

// pairs writes an object on one line, without what is empty.
type pairs struct{ strings.Builder }

func (p *pairs) raw(key, value string) {
	if p.Len() > 0 {
		p.WriteString(", ")
	}
	p.WriteString(node.Quote(key) + ": " + value)
}

func (p *pairs) text(key, value string) {
	if value != "" {
		p.raw(key, node.Quote(value))
	}
}

func (p *pairs) flag(key string, on bool) {
	if on {
		p.raw(key, "true")
	}
}

func serverLine(s journey.ServerEntry) string {
	var p pairs
	p.raw("key", node.Quote(string(s.Key)))
	p.text("status", s.Status)
	p.flag("names_unknown", s.NamesUnknown)
	p.text("error", s.Error)
	return "{" + p.String() + "}"
}

func toolLine(t journey.Tool, form journey.Form) string {
	var p pairs
	read := t
	read.Wire.Namespace = ""
	p.raw("name", node.Quote(read.Listed()))
	if t.Form != form {
		p.text("form", t.Form.String())
	}
	p.text("namespace", string(t.Wire.Namespace))
	p.text("server", string(t.Server))
	p.text("plugin", t.Plugin)
	p.flag("builtin", t.Builtin)
	if t.Form != journey.FormRegistered {
		p.text("registered", string(t.Registered))
	}
	if t.Form != journey.FormSafe {
		p.text("safe", string(t.Safe))
	}
	if t.Form != journey.FormWire {
		p.text("wire", string(t.Wire.Name))
	}
	if t.Kind != journey.KindFunction {
		p.text("tool_kind", t.Kind.String())
	}
	p.text("type", t.Type)
	p.flag("deferred", t.Deferred)
	p.flag("disabled", t.Disabled)
	p.text("title", t.Title)
	p.text("description", t.Description)
	if json.Valid([]byte(t.Schema)) {
		p.raw("schema", node.Spaced([]byte(t.Schema)))
	}
	return "{" + p.String() + "}"
}

// own reads hopscope's own form.
func (r *reader) own(v node.Value) bool {
	if !strings.HasPrefix(v.Get("schema").Str(), "hopscope.catalog/") {
		return false
	}
	r.ownFields(v)
	return true
}

// FromValue reads a catalog in hopscope's own form that stands as a value
// inside another file; the field schema may be absent there. data is the whole
// file, for line numbers.
func FromValue(name string, data []byte, v node.Value) (journey.Catalog, []journey.Problem) {
	r := &reader{name: name, data: data, lines: node.NewLines(data)}
	r.ownFields(v)
	return r.cat, r.problems
}

func (r *reader) ownFields(v node.Value) {
	form := journey.FormRegistered
	if f := v.Get("form"); f.Kind() != node.Absent {
		var ok bool
		if form, ok = journey.ParseForm(f.Str()); !ok {
			r.problem(f.Offset(), fmt.Sprintf("form is %s; registered is taken", cut(string(f.Raw()))), "registered, safe or wire")
		}
	}
	r.is("hopscope-catalog", form)
	if complete := v.Get("complete"); complete.Kind() == node.Bool {
		r.cat.Complete = complete.True()
	}
	r.cat.Assumed = v.Get("assumed").True()
	r.cat.Notes, _ = v.Get("notes").Texts()
	for s := range v.Get("servers").Elements() {
		r.server(journey.ServerEntry{
			Key: journey.Server(s.Get("key").Str()), Status: s.Get("status").Str(),
			NamesUnknown: s.Get("names_unknown").True(), Error: s.Get("error").Str(),
		})
	}
	for e := range v.Get("tools").Elements() {
		if e.Kind() == node.String {
			t := journey.Tool{Form: form, Line: r.lines.At(e.Offset())}
			setListed(&t, e.Str())
			r.add(t)
			continue
		}
		if t, ok := r.named(e, form); ok {
			r.ownTool(e, &t)
			r.add(t)
		}
	}
}

// ownTool reads the fields that only hopscope's own form has.
func (r *reader) ownTool(e node.Value, t *journey.Tool) {
	name := t.Listed()
	for k, v := range e.Members() {
		switch k {
		case "form":
			if f, ok := journey.ParseForm(v.Str()); ok {
				t.Form, t.Registered, t.Safe, t.Wire = f, "", "", journey.WireName{}
				setListed(t, name)
			}
		case "tool_kind":
			if kind, ok := journey.ParseToolKind(v.Str()); ok {
				t.Kind = kind
			} else {
				r.problem(v.Offset(), fmt.Sprintf("tool_kind is %s; function is taken", cut(string(v.Raw()))), "function, custom, local_shell, shell, apply_patch or provider")
			}
		case "plugin":
			t.Plugin = v.Str()
		case "builtin":
			t.Builtin = v.True()
		case "deferred":
			t.Deferred = v.True()
		}
	}
	for k, v := range e.Members() {
		switch {
		case k == "namespace":
			t.Wire.Namespace = journey.Namespace(v.Str())
		case k == "registered" && t.Form != journey.FormRegistered:
			t.Registered = journey.Registered(v.Str())
		case k == "safe" && t.Form != journey.FormSafe:
			t.Safe = journey.Safe(v.Str())
		case k == "wire" && t.Form != journey.FormWire:
			t.Wire.Name = journey.Wire(v.Str())
		}
	}
}
