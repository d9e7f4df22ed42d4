package casefile

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"hopscope/journey"
	"hopscope/sessions/catalog"
	"hopscope/sessions/node"
)

// lineWidth is the longest line in which a list stays on one line.
const lineWidth = 100

// Write returns the case as stable JSON, one field a line. What cannot be seen
// (control, bidi, zero width) is written as \u escapes.
//
// A case that was read keeps the order of the file and all that was not
// changed, as it stands there, also what this version does not know; only the
// schema becomes that of now. A case that a program made has its fields in a
// fixed order. Context and capture are written as they were read; a program
// that changes them clears their Raw.
func Write(c *Case) []byte {
	now := canonical(c)
	if c.read == nil {
		return now
	}
	was, _, err := Parse(c.read)
	if err != nil { // it was a case when it was read
		return now
	}
	base := canonical(was)
	return merged(node.Loose(bytes.TrimPrefix(c.read, []byte("\xef\xbb\xbf"))), node.Loose(base), node.Loose(now))
}

// canonical is the case in a fixed order of fields, then the unknown ones in
// the order in which they were read.
func canonical(c *Case) []byte {
	w := &writer{}
	w.b.WriteString("{")
	w.raw("schema", node.Quote(cmp.Or(c.schema, Schema)))
	w.text("id", c.ID)
	w.text("title", c.Title)
	w.text("story", c.Story)
	w.text("client", c.Client)
	w.text("client_version", c.ClientVersion)
	w.text("provider", c.Provider)
	w.text("model", c.Model)
	w.text("session", c.Session)
	w.text("cwd", c.Cwd)
	w.text("scheme", c.Scheme)
	w.catalog(c)
	w.tools(c.Tools)
	list(w, "registered", c.Registered, realJSON)
	w.names("offered", c.Offered, c.OfferedKnown)
	w.names("wire_names", c.WireNames, len(c.WireNames) > 0)
	w.text("join", c.Join)
	w.text("cut", c.Cut)
	list(w, "timeline", c.Timeline, momentJSON)
	w.object("context", c.Context.Raw, contextJSON(c.Context))
	if c.Capture != nil {
		w.object("capture", c.Capture.Raw, captureJSON(c.Capture))
	}
	list(w, "servers", c.Servers, serverJSON)
	list(w, "prompts", c.Prompts, promptJSON)
	w.callList(c.Calls)
	if c.Expect != nil {
		w.raw("expect", expectJSON(c.Expect))
	}
	list(w, "sources", c.Sources, marshal)
	list(w, "notes", c.Notes, noteJSON)
	w.text("edits_name", c.EditsName)
	list(w, "edits", c.Edits, func(e json.RawMessage) string { return spaced(e) })
	list(w, "tour", c.Tour, stepJSON)
	if c.View != nil {
		w.raw("view", viewJSON(c.View))
	}
	known := w.keys
	for _, f := range c.Extra {
		if !slices.Contains(known, f.Key) { // else a program gave the field a value
			w.raw(f.Key, spaced(f.Raw))
		}
	}
	w.b.WriteString("\n}\n")
	return w.b.Bytes()
}

type writer struct {
	b    bytes.Buffer
	keys []string // written so far
}

func (w *writer) raw(key, value string) {
	if len(w.keys) > 0 {
		w.b.WriteByte(',')
	}
	w.keys = append(w.keys, key)
	w.b.WriteString("\n  " + node.Quote(key) + ": " + value)
}

func (w *writer) text(key, value string) {
	if value != "" {
		w.raw(key, node.Quote(value))
	}
}

// names writes a list of strings, on one line if it fits.
func (w *writer) names(key string, values []string, present bool) {
	if !present {
		return
	}
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = node.Quote(v)
	}
	line := strings.Join(quoted, ", ")
	if len(key)+len(line)+8 <= lineWidth || len(values) == 0 {
		w.raw(key, "["+line+"]")
		return
	}
	w.raw(key, "[\n    "+strings.Join(quoted, ",\n    ")+"\n  ]")
}

// catalog writes the client's own list.
func (w *writer) catalog(c *Case) {
	if len(c.Details) == 0 {
		w.names("catalog", c.Listed, c.Listed != nil)
		return
	}
	i := -1
	list(w, "catalog", c.Listed, func(string) string { i++; return c.entryJSON(i) })
}

// list writes one element a line; an empty list is left out.
func list[T any](w *writer, key string, values []T, one func(T) string) {
	if len(values) == 0 {
		return
	}
	lines := make([]string, len(values))
	for i, v := range values {
		lines[i] = one(v)
	}
	w.raw(key, "[\n    "+strings.Join(lines, ",\n    ")+"\n  ]")
}

// object writes an object as it was read, else as it is made of its fields.
func (w *writer) object(key, raw, made string) {
	if raw != "" {
		made = spaced([]byte(raw))
	}
	if made != "" {
		w.raw(key, made)
	}
}

func (w *writer) tools(c *journey.Catalog) {
	if c == nil {
		return
	}
	var b bytes.Buffer
	b.WriteString("{\n")
	catalog.Body(&b, *c, "    ")
	b.WriteString("\n  }")
	w.raw("tools", b.String())
}

func (w *writer) callList(calls []Call) {
	if len(calls) == 0 {
		w.raw("calls", "[]")
		return
	}
	list(w, "calls", calls, func(c Call) string { return callJSON(&c) })
}

// fields writes an object on one line.
type fields struct {
	b    strings.Builder
	keys []string // written so far
}

func (f *fields) raw(key, value string) {
	if f.b.Len() > 0 {
		f.b.WriteString(", ")
	}
	f.keys = append(f.keys, key)
	f.b.WriteString(node.Quote(key) + ": " + value)
}

func (f *fields) text(key, value string) {
	if value != "" {
		f.raw(key, node.Quote(value))
	}
}

func (f *fields) number(key string, n int) {
	if n > 0 {
		f.raw(key, strconv.Itoa(n))
	}
}

func (f *fields) names(key string, values []string, present bool) {
	if !present {
		return
	}
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = node.Quote(v)
	}
	f.raw(key, "["+strings.Join(quoted, ", ")+"]")
}

func (f *fields) rest(extra []Field) string {
	known := f.keys
	for _, e := range extra {
		if !slices.Contains(known, e.Key) {
			f.raw(e.Key, spaced(e.Raw))
		}
	}
	return f.object()
}

func (f *fields) object() string { return "{" + f.b.String() + "}" }

// spaced writes a raw value on one line; a value that is no JSON, which only a
// program can have put there, becomes a string.
func spaced(raw []byte) string {
	if !json.Valid(raw) {
		return node.Quote(string(raw))
	}
	return node.Spaced(raw)
}

func marshal[T any](v T) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return "null" // sources are plain data: they always marshal
	}
	return node.Spaced(raw)
}

func realJSON(r Real) string {
	var f fields
	switch {
	case r.Plugin != "":
		f.text("plugin", r.Plugin)
		f.raw("function", node.Quote(string(r.Name)))
	case r.Server != "":
		f.text("server", r.Server)
		f.raw("tool", node.Quote(string(r.Name)))
	default:
		return node.Quote(string(r.Name))
	}
	return f.object()
}

func momentJSON(m Moment) string {
	var f fields
	f.number("turn", m.Turn)
	f.number("run", m.Run)
	f.text("agent", m.Agent)
	f.names("offered", m.Offered, m.OfferedKnown)
	if m.Wire != nil {
		var wire fields
		for _, real := range m.WireOrder {
			wire.raw(real, node.Quote(m.Wire[real]))
		}
		f.raw("wire", wire.object())
	}
	if m.Tools != nil {
		var b bytes.Buffer
		catalog.Body(&b, *m.Tools, "      ")
		f.raw("tools", "{\n"+b.String()+"\n    }")
	}
	return f.rest(m.Extra)
}

func expectJSON(x *Expect) string {
	var f fields
	f.text("kind", x.Kind)
	f.text("hop", x.Hop)
	if x.Target != "" {
		f.text("target", x.Target)
	} else if x.Kind != "" {
		f.raw("target", "null")
	}
	f.names("accept_hops", x.AcceptHops, len(x.AcceptHops) > 0)
	f.names("accept_kinds", x.AcceptKinds, len(x.AcceptKinds) > 0)
	return f.rest(x.Extra)
}
