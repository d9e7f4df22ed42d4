package tui

import (
	"context"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"hopscope/journey/decide"
	"hopscope/journey/provider"
	"hopscope/journey/scheme"
)

// onDemo opens a built-in session with all schemes and providers.
func onDemo(t *testing.T, name string, w, h int) *driver {
	t.Helper()
	op, err := openDemo(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	d := drive(t, Options{Schemes: scheme.All(), SchemeAt: scheme.Get, Providers: provider.All(), Opening: op, Demo: name, OpenDemo: openDemo, Open: noOpen, Find: noSessions})
	t.Cleanup(d.m.shut)
	return d.begin(w, h)
}

// The tab at the sizes of the design, in its states.
func TestWhatIfScreens(t *testing.T) {
	for _, s := range []struct {
		name, demo string
		keys       []string
	}{
		{"open", "bash_tool", []string{"4"}},
		{"typed", "bash_tool", []string{"4", "ctrl+l", `"read"`}},
		{"patch", "patch", []string{"4"}},
		{"map", "bash_tool", []string{"4", "esc", "tab", "tab", "j"}},
		{"forget", "bash_tool", []string{"4", "esc", "tab", "tab", "tab", "j", "space"}},
		{"edits", "bash_tool", []string{"4", "enter", "esc", "shift+tab", "shift+tab", "shift+tab"}},
		{"rule", "bash_tool", []string{"4", "esc", "enter"}},
		{"menu", "bash_tool", []string{"4", "esc", "a"}},
	} {
		for _, size := range []struct {
			name string
			w, h int
		}{{"60x15", 60, 15}, {"80x24", 80, 24}, {"120x40", 120, 40}, {"200x55", 200, 55}} {
			t.Run(s.name+"/"+size.name, func(t *testing.T) {
				d := onDemo(t, s.demo, size.w, size.h).press(s.keys...)
				golden.RequireEqual(t, d.screen())
			})
		}
	}
}

// One key leads from the failing call to its decision; typing changes decision
// and trace with each key.
func TestWhatIfType(t *testing.T) {
	d := onDemo(t, "bash_tool", 120, 40)
	d.under("bash_tool")
	d.press("4")
	d.sees("capability  runs Bash")
	d.sees("git status --short")
	d.sees("Bash is the only declared tool for shell")
	d.press("ctrl+l", `"rea"`)
	d.sees("refused  unknown-name")
	d.press("d")
	d.sees("variant  runs Read")
	d.press("esc", "1", "4")
	d.sees("> read")
	// another call is another question
	d.press("esc", "1", "N", "4")
	d.seesNot("Call  > read")
}

func TestWhatIfEdits(t *testing.T) {
	d := onDemo(t, "bash_tool", 120, 40)
	d.press("4", "enter")
	d.says("Rename Bash to bash_tool. 2 of 2 failures would dispatch")
	d.sees("1 edit")
	d.sees("exact  runs bash_tool")
	d.press("esc", "1")
	d.sees("1 edit ")
	d.press("q")
	d.sees("1 edit is not saved.")
	d.press("w")
	d.sees("Save as case")
	d.press("esc", "u")
	d.says("Taken back: rename Bash to bash_tool.")
	d.seesNot("1 edit")
	d.press("u")
	d.says("no edit to take back")
	d.press("ctrl+r")
	d.says("Rename Bash to bash_tool.")
	d.press("w")
	d.sees("Save as case")
	d.press("esc", "q", "d")
	d.did("QuitMsg")
}

// Every kind of edit of the menu, and what the screen says of it.
func TestEditMenu(t *testing.T) {
	for _, tt := range []struct {
		keys []string
		want string
	}{
		{[]string{"a", "a", `"bash_tool"`, "enter"}, "Add bash_tool. 2 of 2 failures would dispatch"},
		{[]string{"a", "r", "ctrl+l", `"bash_tool"`, "enter"}, "Rename Bash to bash_tool. 2 of 2 failures"},
		{[]string{"a", "x"}, "Remove Bash. 5 calls that ran would fail."},
		{[]string{"a", "d"}, "Disable Bash."},
		{[]string{"a", "k"}, "a k: this tool has no server key"},
		{[]string{"a", "v", "ctrl+l", `"2.0.0"`, "enter"}, "Client version 2.0.0"},
		{[]string{"a", "v", "ctrl+l", `"x y"`, "enter"}, "version"},
		{[]string{"a", "s", "G", "enter"}, "Scheme "},
		{[]string{"a", "p", "G", "enter"}, "Provider "},
		{[]string{"a", "7"}, "No such edit"},
	} {
		d := onDemo(t, "bash_tool", 120, 40).press("4", "esc")
		d.press(tt.keys...)
		if s := d.status(); !strings.Contains(s, tt.want) {
			t.Errorf("%q: status = %q, want %q", tt.keys, s, tt.want)
		}
	}
}

// Edits of scheme and provider put these in force, and taking them back does so
// too.
func TestEditRules(t *testing.T) {
	d := onDemo(t, "bash_tool", 120, 40).press("4", "esc")
	before := d.m.data.scheme.Info()
	d.m.addEdit(decide.Edit{Kind: decide.EditScheme, To: "opencode"})
	d.m.addEdit(decide.Edit{Kind: decide.EditProvider, To: "openai-chat"})
	if s, p := d.m.data.scheme.Info().ID, d.m.data.provider.Info().ID; s != "opencode" || p != "openai-chat" {
		t.Errorf("in force: %s, %s", s, p)
	}
	d.press("u", "u")
	if got := d.m.data.scheme.Info(); got.ID != before.ID || got.Version != before.Version || d.m.data.provider.Info().ID != "anthropic-messages" {
		t.Errorf("after undo: %s %s, %s", got.ID, got.Version, d.m.data.provider.Info().ID)
	}
	d.m.addEdit(decide.Edit{Kind: decide.EditRemove, Tool: "nobody"})
	d.says("no such tool")
	if d.m.what.edits.Len() != 0 {
		t.Errorf("%d edits after one that does nothing", d.m.what.edits.Len())
	}
}

// Edits are dropped one by one, wherever they stand in the list.
func TestDropEdit(t *testing.T) {
	d := onDemo(t, "bash_tool", 120, 40).press("4", "enter", "ctrl+l", `"get_it"`, "enter", "esc")
	d.press("d")
	d.says("choose an edit")
	d.press("shift+tab", "shift+tab", "shift+tab", "g", "d")
	d.says("Dropped: rename Bash to bash_tool.")
	d.sees("1  add get_it")
	d.press("enter")
	d.sees("Edit 1 of 1")
}

// The map goes where it is told, and the filter finds its rows.
func TestWhatIfMap(t *testing.T) {
	d := onDemo(t, "bash_tool", 120, 40).press("4", "esc", "tab", "tab")
	d.sees("claude-code to open")
	d.press("s", "/", `"codex"`, "enter")
	d.sees("claude-code to code")
	d.sees("exec_command")
	d.press("p", "G", "enter", `"shell, read"`, "enter")
	d.sees("to the demanded names")
	d.press("/", `"bash"`, "enter")
	d.sees("1 of 12 shown")
	d.press("enter")
	d.says("Rename Bash to shell")
}

// A gateway that takes only its own client is explained.
func TestWhatIfGate(t *testing.T) {
	d := onDemo(t, "bash_tool", 120, 40).press("4")
	g, _ := decide.FindGate("FreeTierError: OpenCode's free tier can only be used from within OpenCode")
	d.m.what.gate = &g
	d.sees("OpenCode Zen")
}

// Without a session the tab says what it needs, and its keys do nothing.
func TestWhatIfEmpty(t *testing.T) {
	d := drive(t, Options{Find: noSessions, Demos: demos()}).begin(80, 24)
	d.press("4")
	d.says("open a session first")
}

// Two names of the map never look alike, however little room there is.
func TestWhatIfMapApart(t *testing.T) {
	w := &whatIf{}
	for _, name := range []string{"multi_agent_v1.close_agent", "multi_agent_v1.spawn_agent", "multi_agent_v1.resume_agent"} {
		w.out.Rows = append(w.out.Rows, decide.Renamed{From: name})
	}
	w.applyFilter()
	l, seen := w.mapList(50), map[string]bool{}
	for i := range w.out.Rows {
		text := l.row(i, 50).plain()
		if seen[text] {
			t.Errorf("row %d = %q, which another row is too", i, text)
		}
		seen[text] = true
	}
}

// Arguments of a call that is declared are not judged, whatever is known.
func TestWhatIfExact(t *testing.T) {
	d := onDemo(t, "bash_tool", 120, 40).press("4", "ctrl+l", `"Bash"`)
	if got := d.screen(); !strings.Contains(got, "not judged: the name is declared") {
		t.Errorf("the trace of an exact name does not say that arguments are not judged:\n%s", got)
	}
}
