package diagnose

import (
	"fmt"
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

func TestLacking(t *testing.T) {
	t.Parallel()
	cat := journey.Catalog{Form: journey.FormWire, Complete: true}
	for _, n := range []string{"Bash", "Read", "Agent", "WebFetch", "mcp__docs__open"} {
		cat.Tools = append(cat.Tools, journey.Tool{Form: journey.FormWire, Wire: journey.WireName{Name: journey.Wire(n)}})
	}
	tests := []struct{ text, want string }{
		{"Use `Read` and `Bash`.", ""},
		{"Start a `Task` for that.", "Task:1:Agent"},
		{"one\ntwo str_replace_editor three", "str_replace_editor:2:"},
		{"Fetch with web_fetch.", "web_fetch:1:WebFetch"},
		{"Run `grep` in the shell.", ""},
		{"Call the tool `bash` now.", "bash:1:Bash"},
		{"Then bash it.", ""},
		{"Ask mcp__docs__close, not mcp__docs__open.", "mcp__docs__close:1:"},
		{"The class MyThing has `some_field`.", ""},
		{"TodoWrite TodoWrite", "TodoWrite:1:"},
	}
	verbatim, err := scheme.Get("claude-code")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		a := New(Input{
			Session: &journey.Session{Instructions: []journey.Prompt{{Where: "AGENTS.md", Text: tt.text}}}, Catalog: cat, Scheme: verbatim,
		})
		var got []string
		for _, l := range a.Lacking() {
			got = append(got, fmt.Sprintf("%s:%d:%s", l.Name, l.Line, l.Instead))
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("Lacking(%q) = %q, want %q", tt.text, s, tt.want)
		}
	}
}

// A refused name that instructions teach is blamed on them, with the place.
func TestTaughtByInstructions(t *testing.T) {
	t.Parallel()
	s := &journey.Session{}
	s.Apply(journey.Batch{
		Texts:  []string{"frobnicate", "", "Error: No such tool available: frobnicate"},
		Rows:   []journey.Row{{Ret: -1, Turn: 1, Name: 1, Space: 2, Err: 3, Class: journey.ClassUnknownTool}},
		Client: journey.Client{ID: "claude-code", Version: "2.1.332"}, Turns: 1,
	})
	cat := journey.Catalog{Form: journey.FormWire, Complete: true, Tools: []journey.Tool{{Form: journey.FormWire, Wire: journey.WireName{Name: "Read"}}}}
	s.Instructions = []journey.Prompt{{Where: "AGENTS.md", Text: "a\nAlways frobnicate first."}}
	a := New(Input{Session: s, Catalog: cat})
	d := a.Finding(0).Diagnosis
	if d == nil || d.Kind != journey.KindStaleName {
		t.Fatalf("diagnosis = %+v, want %s", d, journey.KindStaleName)
	}
	found := false
	for _, e := range d.Evidence {
		found = found || e.Where == "AGENTS.md line 2"
	}
	if !found {
		t.Errorf("evidence = %+v, want AGENTS.md line 2", d.Evidence)
	}
}
