package diagnose

import (
	"strings"
	"testing"

	"hopscope/journey"
)

// FuzzDiagnose: no input makes the tests panic, and a target is always an
// entry of the catalog or the called name.
func FuzzDiagnose(f *testing.F) {
	for _, seed := range [][3]string{
		{"read", "Error: No such tool available: read", "Read\nBash"},
		{"functions.exec:0", "unknown tool", "exec\nread"},
		{"", "unsupported call: ", "exec_command"},
		{"read<|x|>", "", "read"},
		{"mcp__a__b", "Available tools: [x, y", "mcp__a__b\nmcp__a__b"},
		{"a", "Invalid 'tools[1].function.name': string too long. maximum length 64, length 71", "a\nb"},
		{"a.b", "messages.2.content.1.toolUse.name: at most 3 characters", "a\nb\na_b"},
		{"\xff\xfe", "tool '\xff' not found on server '\xff'", "\xff\xfe\n"},
		{strings.Repeat("a_", 400), "Unknown tool", strings.Repeat("a_", 40) + "\nb"},
	} {
		f.Add(seed[0], seed[1], seed[2], `{"command":"view"}`)
	}
	f.Fuzz(func(t *testing.T, name, text, list, args string) {
		st := &Situation{Client: "claude-code", Label: "claude-code", Version: "2.1.332", Past: Past{
			Ran: map[string]Sighting{}, Refused: map[string]int{name: 1}, RefusedOrder: []string{name}, Order: []string{name},
		}}
		for _, n := range strings.Split(list, "\n") {
			if n != "" {
				st.Catalog = append(st.Catalog, Entry{Name: n})
			}
		}
		call := Event{Row: 0, Request: -1, Where: "line 1", Called: journey.Called{Name: journey.Echo(name)}, Class: journey.ClassUnknownTool, Error: text, Args: args}
		cased := call
		cased.Texts = true
		request := Event{Row: -1, NoCall: true, Where: "line 2", Error: text}
		for _, e := range []*Event{&call, &cased, &request} {
			d := st.Judge(e)
			if d == nil {
				continue
			}
			if d.Kind == "" || d.What == "" || d.Advice == "" || d.Hop == journey.HopNone {
				t.Errorf("Judge(%q, %q) = %+v: a field is empty", name, text, d)
			}
			if !knownTarget(st, e, d.Target) {
				t.Errorf("Judge(%q, %q) target = %q, which is no entry and not the call", name, text, d.Target)
			}
		}
	})
}

func knownTarget(st *Situation, e *Event, target string) bool {
	if target == "" || target == spelled(e.Called) {
		return true
	}
	c := newScene(st).withList(e)
	for _, t := range c.Catalog {
		if t.Name == target || t.own() == target {
			return true
		}
	}
	return len(st.Catalog) == 0
}
