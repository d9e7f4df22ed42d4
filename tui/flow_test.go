package tui

import (
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/sessions"
)

// callsUpdate is a batch of calls "name class", as a reader would send it.
func callsUpdate(client, version string, calls ...string) sessions.Update {
	s := sessionOf(calls...)
	b := journey.Batch{Client: journey.Client{ID: client, Version: version, Label: client}, Lines: 60, Turns: uint32(len(calls))}
	seen := map[string]bool{}
	for _, c := range calls {
		if name, _, _ := strings.Cut(c, " "); !seen[name] {
			seen[name] = true
			b.Texts = append(b.Texts, name)
		}
	}
	b.Rows = s.Rows
	return sessions.Update{Batch: b, Progress: sessions.Progress{Bytes: 100, Total: 100, Calls: len(calls)}}
}

// askCalls are the calls of the recorded session of Claude Code 2.0.37.
func askCalls() sessions.Update {
	u := callsUpdate("claude-code", "2.0.37", "Task", "AskUserQuestion unknown-tool", "ExitPlanMode denied", "ExitPlanMode", "TodoWrite", "Read",
		"TodoWrite", "Edit", "Edit", "Edit", "TodoWrite", "Bash tool-failed", "Edit", "Bash", "Bash tool-failed")
	u.Batch.Texts = append(u.Batch.Texts, "Error: No such tool available: AskUserQuestion")
	u.Batch.Rows[1].Err = journey.Sym(len(u.Batch.Texts))
	return u
}

// fakeBodies knows the calls by the offset of their rows.
type fakeBodies struct{ reads int }

func (f *fakeBodies) ID(s *journey.Session, row int) (string, error) {
	f.reads++
	return "toolu_" + comma(int(s.Rows[row].Turn)) + "abcdefghijk", nil
}

func (f *fakeBodies) Args(s *journey.Session, row, limit int) (string, bool, error) {
	return `{"question":"which one?"}`, false, nil
}

func (f *fakeBodies) Result(s *journey.Session, row, limit int) (string, bool, error) {
	return "Error: No such tool available: AskUserQuestion", false, nil
}

// opened is a model that read the recorded session.
func opened(t *testing.T, o Options, w, h int) *driver {
	t.Helper()
	if o.Schemes == nil {
		o.Schemes = someSchemes()
	}
	if o.Providers == nil {
		o.Providers = someProviders()
	}
	if o.Open == nil {
		o.Open = noOpen
	}
	d := drive(t, o)
	r := readingOf(askCalls())
	r.bodies = &fakeBodies{}
	sources := []journey.Source{{Path: "no-such-tool-2.0.37-excerpt.jsonl", Format: "claude-code"}}
	r.loaded = &sessions.Loaded{Session: &journey.Session{Sources: sources}, Sources: sources}
	d.m.start(r, []string{"no-such-tool-2.0.37-excerpt.jsonl"}, "")
	return d.begin(w, h)
}

// The first screen stands on the first failure about a name.
func TestOpensOnFirstFailure(t *testing.T) {
	d := opened(t, Options{}, 120, 40)
	d.under("AskUserQuestion")
	d.says("Opened at the first failure, 1 of 4.")
	d.sees("15 calls  4 failed  1 unknown")
	d.sees("toolu_2abc")
}

func TestMoveAndFailures(t *testing.T) {
	d := opened(t, Options{}, 120, 40)
	d.press("j").under("Bash")
	d.says("3 of 4 failures.")
	d.press("k", "n").under("ExitPlanMode")
	d.press("n").under("Bash")
	d.sees("call 12 of 15")
	d.press("n").under("Bash")
	d.sees("call 15 of 15")
	d.press("n").under("AskUserQuestion")
	d.press("N").under("Bash")
	d.press("G").under(d.m.data.rows[len(d.m.data.rows)-1].name)
	d.press("g").under("AskUserQuestion")
}

func TestFilter(t *testing.T) {
	d := opened(t, Options{}, 120, 40)
	d.press("/", `"ed"`)
	d.sees("/ ed▏")
	d.seesNot("TodoWrite  ")
	d.press("backspace", "backspace", `"edit"`, "enter").under("Edit")
	d.sees("1 with edit")
	d.press("j").under("Edit")
	d.press("esc")
	d.sees("TodoWrite")
	d.under("Edit") // the row stays under the cursor
	d.press("/", `"unknown"`, "enter").under("AskUserQuestion")
	d.press("n").under("ExitPlanMode")
	d.says("The filter hid it and was dropped.")
	d.press("/", `"nothing here"`)
	d.sees("No tool matches")
	d.press("esc")
	d.seesNot("No tool matches")
}

func TestEscLadder(t *testing.T) {
	d := opened(t, Options{}, 120, 40)
	d.press("/", `"e"`, "enter", "tab", "z", "?")
	d.sees("hopscope  help")
	for _, step := range []struct {
		name string
		left func() bool
	}{
		{"help", func() bool { return len(d.m.overlay) == 0 }},
		{"zoom", func() bool { return !d.m.zoom }},
		{"filter", func() bool { return d.m.filter == "" }},
		{"focus", func() bool { return d.m.focus == paneTools }},
	} {
		if step.left() {
			t.Fatalf("%s was left too early", step.name)
		}
		d.press("esc")
		if !step.left() {
			t.Fatalf("esc did not leave %s", step.name)
		}
	}
	before := d.screen()
	d.press("esc") // no step is left, and esc says nothing
	if got := d.screen(); got != before {
		t.Errorf("esc without a step changed the screen:\n%s", got)
	}
}

// A path that cannot be opened takes nothing away, and what was opened in the
// Sessions tab leads back to it.
func TestEscLeadsBack(t *testing.T) {
	d := opened(t, Options{Open: noOpen, Find: noSessions, Demos: demos()}, 120, 40)
	d.press("j", "o", `"nowhere.jsonl"`, "enter")
	d.sees("cannot read")
	d.press("esc").under("Bash")
	d.says("Still open: ")
	d.m.openDemo = func(ctxType, string) (reading, error) {
		return readingOf(callsUpdate("codex", "0.171.0", "exec_command")), nil
	}
	d.press("5", "d", "enter").under("exec_command")
	d.press("esc")
	if d.m.tab != tabSessions {
		t.Errorf("esc led to tab %d, want Sessions", d.m.tab)
	}
}

func TestFocusOrder(t *testing.T) {
	d := opened(t, Options{}, 120, 40)
	for _, want := range []pane{paneCalls, paneReal, paneSafe, paneWire, paneEcho, paneDispatch, paneHistory, paneIdentity, paneTools} {
		d.press("tab")
		if d.m.focus != want {
			t.Fatalf("tab: focus = %d, want %d", d.m.focus, want)
		}
	}
	d.press("shift+tab")
	if d.m.focus != paneIdentity {
		t.Errorf("shift+tab: focus = %d, want %d", d.m.focus, paneIdentity)
	}
	d.press("esc", "l", "l", "h")
	if d.m.focus != paneReal {
		t.Errorf("l l h: focus = %d, want %d", d.m.focus, paneReal)
	}
	d.press("h")
	d.says("The rail ends here.")
}

func TestSchemePicker(t *testing.T) {
	d := opened(t, Options{}, 120, 40)
	was := d.m.data.scheme.Info()
	d.press("s")
	d.sees("╭─ Scheme ")
	d.press("g")
	d.press("G")
	if got := d.m.data.scheme.Info().ID; got == was.ID {
		t.Fatalf("scheme = %s while another one is under the cursor", got)
	}
	last := d.m.data.scheme.Info().ID
	d.press("esc")
	if got := d.m.data.scheme.Info(); got.ID != was.ID || got.Version != was.Version {
		t.Errorf("scheme after esc = %s %s, want %s %s", got.ID, got.Version, was.ID, was.Version)
	}
	d.press("s", "G", "enter")
	if got := d.m.data.scheme.Info().ID; got != last {
		t.Errorf("scheme after enter = %s, want %s", got, last)
	}
	d.says("Scheme: " + last)
	d.under("AskUserQuestion")
}

func TestCopy(t *testing.T) {
	d := opened(t, Options{}, 120, 40)
	d.press("y")
	d.sees("╭─ Copy ")
	d.press("n")
	d.did("AskUserQuestion")
	d.says("Copied: name, 15 characters.")
	d.press("y", "e")
	d.did("No such tool available")
	d.press("y", "i")
	d.did("toolu_2abcdefghijk")
	d.press("y", "x")
	d.says("No such copy")
	d.press("esc")
}

func TestCopyToFile(t *testing.T) {
	var name string
	var data []byte
	d := opened(t, Options{NoClipboard: true, SaveCopy: func(n string, b []byte) (string, error) {
		name, data = n, b
		return "/state/hopscope/copy.txt", nil
	}}, 120, 40)
	d.press("y", "n")
	if name == "" || string(data) != "AskUserQuestion" {
		t.Errorf("SaveCopy got %q, %q", name, data)
	}
	d.says("/state/hopscope/copy.txt")
}

func TestDisabledKeysSayWhy(t *testing.T) {
	d := opened(t, Options{}, 120, 40)
	d.m.opts.Open = nil
	d.press("r")
	d.says("nothing to read again")
	// Keys of nothing say nothing.
	for _, key := range []string{"x", "R"} {
		d.press("j", "k", key)
		if d.m.status.text != "" {
			t.Errorf("%s says %q", key, d.m.status.text)
		}
	}
	for key, why := range map[string]string{"space": "plays in Replay", "u": "no edit to take back", "ctrl+r": "no edit was taken back"} {
		d.press(key)
		d.says(key + ": " + why)
	}
}

func TestQuit(t *testing.T) {
	d := opened(t, Options{}, 120, 40)
	d.press("q")
	d.did("tea.QuitMsg")
	d.press("?", "ctrl+c")
	d.did("tea.InterruptMsg")
	d.press("esc")
	d.m.jobs = func() bool { return false }
	d.press("ctrl+z")
	d.says("ctrl+z: no shell with job control started hopscope.")
	d.press("?", "ctrl+z")
	d.says("ctrl+z: no shell with job control started hopscope.")
	if s := strings.Join(d.sent, " "); strings.Contains(s, "Suspend") {
		t.Errorf("sent %q without job control", s)
	}
	d.m.jobs = func() bool { return true }
	d.press("esc", "ctrl+z")
	d.did("tea.SuspendMsg")
}

func TestPalette(t *testing.T) {
	d := opened(t, Options{}, 120, 40)
	d.press(":")
	d.sees("╭─ Palette ")
	d.sees("Also understood here:")
	d.press(`"theme: light"`)
	d.sees("Theme: light")
	d.press("enter")
	d.says("Theme: light")
	d.press("ctrl+p", `"turn 12"`, "enter").under("Bash")
	d.sees("call 12 of 15")
	d.press(":", `"toolu_5abc"`, "enter").under("TodoWrite")
	d.m.opts.Open = nil
	d.press(":", `"open another"`)
	d.sees("Not now")
	d.press("enter")
	d.says("other files cannot be opened here")
	d.press("esc")
}

func TestResizeKeepsPlace(t *testing.T) {
	d := opened(t, Options{}, 120, 40)
	d.press("j", "j", "tab")
	d.size(44, 9)
	d.sees("hopscope needs 60x15; this is 44x9.")
	d.press("j", "?")
	d.size(80, 24)
	d.under("ExitPlanMode")
	if d.m.focus != paneCalls {
		t.Errorf("focus = %d, want %d", d.m.focus, paneCalls)
	}
}

func TestPasteRunsNoKeys(t *testing.T) {
	d := opened(t, Options{}, 120, 40)
	d.send(pasteOf("q\x1b[2J"))
	d.says("Nothing takes text here")
	d.press("/")
	d.send(pasteOf("ba\nsh"))
	d.sees("/ ba sh▏")
}

// A key that follows another one at once waits with the detail.
func TestDetailWaitsForPause(t *testing.T) {
	d := opened(t, Options{}, 120, 40)
	d.hasty = true
	d.press("j")
	d.sees("call 12 of 15")
	d.press("j", "j")
	d.under("Edit")
	d.sees("call 12 of 15")
	d.pause()
	d.sees("call 8 of 15")
}

func TestSkippedLines(t *testing.T) {
	u := callsUpdate("claude-code", "2.0.37", "Read")
	for i := range 4 {
		u.Batch.Problems = append(u.Batch.Problems, journey.Problem{Where: "bad.jsonl: line 1" + comma(3+i), What: "a string, not an object", Fix: "skipped", Line: uint32(13 + i)})
	}
	d := drive(t, Options{Schemes: someSchemes()})
	d.m.start(readingOf(u), []string{"bad.jsonl"}, "")
	d.begin(120, 40)
	d.says("4 lines were skipped; the palette shows them.")
	d.press(":", `"skipped"`, "enter", "j")
	d.sees("▌! bad.jsonl: line 14   a string, not an object   skipped")
	d.press("e")
	d.did("tea.execMsg")
}

// While the file is read a scrolled pane stays where it is.
func TestScrollStays(t *testing.T) {
	d, _ := growing(t)
	d.m.w, d.m.h = 100, 20
	names := map[string]journey.Sym{}
	d.grow(more(d, names, "Read unknown-tool", "Edit"))
	for d.m.focus != paneWire {
		d.press("tab")
	}
	d.press("j", "j")
	was := d.m.data.scroll[paneWire]
	if was == 0 {
		t.Fatalf("the pane did not scroll")
	}
	d.grow(more(d, names, "Bash"))
	if got := d.m.data.scroll[paneWire]; got != was {
		t.Errorf("scroll = %d after more was read, want %d", got, was)
	}
}
