package catalog

import (
	"fmt"

	"hopscope/journey"
	"hopscope/sessions/node"
)

// initLine reads the first line of a stream-json recording: the client's own
// list (safe forms) and the states of its servers.
func (r *reader) initLine(v node.Value) bool {
	if v.Get("type").Str() != "system" || v.Get("subtype").Str() != "init" || v.Get("tools").Kind() != node.Array {
		return false
	}
	r.is("init-line", journey.FormSafe)
	for e := range v.Get("tools").Elements() {
		name, ok := e.Text()
		if !ok {
			r.problem(e.Offset(), fmt.Sprintf("%v where a name should be; it is left out", e.Kind()), "")
			continue
		}
		r.add(journey.Tool{Form: journey.FormSafe, Safe: journey.Safe(name), Line: r.lines.At(e.Offset())})
	}
	for s := range v.Get("mcp_servers").Elements() {
		if key, ok := s.Get("name").Text(); ok {
			r.server(journey.ServerEntry{Key: journey.Server(key), Status: s.Get("status").Str()})
		}
	}
	for _, c := range [][2]string{{"claude_code_version", "claude-code"}, {"qwen_code_version", "qwen-code"}} {
		if version, ok := v.Get(c[0]).Text(); ok {
			r.note("Written by " + c[1] + " " + cut(version) + ".")
		}
	}
	r.note("A client's own list: some of its tools may be deferred and not in a request.")
	return true
}

// snapshot reads the attachments in which Claude Code keeps declared tools:
// prompt_snapshot (the request's tools), deferred_tools_record and
// deferred_tools_delta (names that wait behind a tool search).
func (r *reader) snapshot(v node.Value) bool {
	if a := v.Get("attachment"); a.Kind() == node.Object {
		v = a
	}
	switch v.Get("type").Str() {
	case "prompt_snapshot":
		r.is("prompt-snapshot", journey.FormWire)
		r.snapshotEntries(v.Get("tools"), journey.FormWire, false)
	case "deferred_tools_record":
		r.is("prompt-snapshot", journey.FormSafe)
		r.snapshotEntries(v.Get("entries"), journey.FormSafe, true)
	case "deferred_tools_delta":
		r.is("prompt-snapshot", journey.FormSafe)
		for e := range v.Get("addedNames").Elements() {
			if name, ok := e.Text(); ok {
				r.add(journey.Tool{Form: journey.FormSafe, Safe: journey.Safe(name), Deferred: true, Line: r.lines.At(e.Offset())})
			}
		}
	default:
		return false
	}
	if r.cat.Form == journey.FormSafe {
		r.cat.Complete = false
		r.note("Deferred tools only: what the request declares at once is not in this list.")
	}
	return true
}

func (r *reader) snapshotEntries(list node.Value, form journey.Form, deferred bool) {
	for e := range list.Elements() {
		if t, ok := r.named(e, form); ok {
			t.Type, t.Deferred = "", t.Deferred || deferred
			r.add(t)
		}
	}
}
