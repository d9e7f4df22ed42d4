package tui

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"hopscope/journey"
	"hopscope/journey/decide"
	"hopscope/journey/provider"
	"hopscope/journey/scheme"
	"hopscope/sessions"
	"hopscope/sessions/casefile"
	"hopscope/sessions/demo"
	"hopscope/sessions/store"
)

// casesIn makes a folder of cases.
func casesIn(t *testing.T, files map[string]string) store.Cases {
	t.Helper()
	c := store.Cases{Dir: filepath.Join(t.TempDir(), "cases")}
	for name, text := range files {
		if err := c.Save(c.Path(name), []byte(text), store.Saving{}); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(c.Path(name), at(), at().Add(-2*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// readCase reads a file.
func readCase(t *testing.T, path string) *casefile.Case {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c, problems, err := casefile.Parse(data)
	if err != nil || len(problems) > 0 {
		t.Fatalf("%s: %v, %v", path, err, problems)
	}
	return c
}

// withCases opens a path, with a folder of cases and everything else real.
func withCases(t *testing.T, cases store.Cases, path string, w, h int) *driver {
	t.Helper()
	o := Options{
		Schemes: scheme.All(), SchemeAt: scheme.Get, Providers: provider.All(), Demos: demo.List(), OpenDemo: openDemo,
		Open: func(ctx context.Context, paths []string) (*sessions.Opening, error) {
			return sessions.Open(ctx, sessions.Options{Paths: paths})
		},
		Find:  noSessions,
		Cases: cases,
		Inspect: func(_ context.Context, path string) (Inspected, error) {
			data, err := os.ReadFile(path)
			if err != nil { // one of the made-up sessions
				return Inspected{Calls: 7, Failed: 2, First: "Bash"}, nil
			}
			c, _, err := casefile.Parse(data)
			if err != nil {
				return Inspected{}, err
			}
			return Inspected{Case: true, Client: c.Client, Version: c.ClientVersion, Calls: 2, Failed: 1, Unknown: 1, First: "read", FirstKind: "case-drift", FirstHop: journey.HopEcho,
				Tools: []ToolCount{{"Read", 1}, {"read", 1}}, Edits: len(c.Edits), Notes: []string{"from ticket 7"}}, nil
		},
	}
	d := drive(t, o)
	if path == "" {
		return d.begin(w, h)
	}
	d.begin(w, h)
	d.run(d.m.openPaths([]string{path}))
	return d
}

const oneCase = `{
  "schema": "hopscope.case/1",
  "client": "claude-code", "client_version": "2.1.63",
  "catalog": ["Bash", "Read"],
  "unknown": {"kept": true},
  "calls": [
    {"call": "Read", "args": {"file_path": "a"}, "result": "text"},
    {"call": "read", "args": {"file_path": "a"}, "error": "<tool_use_error>Error: No such tool available: read</tool_use_error>"}
  ]
}
`

// Edits and notes are saved, asked for at the end, and there again.
func TestSaveOpenSave(t *testing.T) {
	cases := casesIn(t, map[string]string{"one": oneCase})
	d := withCases(t, cases, cases.Path("one"), 120, 40)
	d.run(d.m.addEdit(decide.Edit{Kind: decide.EditScheme, To: "codex"}))
	if n, _ := d.m.unsaved(); n != 1 {
		t.Fatalf("%d edits unsaved, want 1:\n%s", n, d.screen())
	}
	d.press("q")
	d.sees("1 edit is not saved.  w save  d drop  esc stay")
	d.press("esc", "w")
	d.sees("Save as case")
	d.press("enter")
	d.says("Saved: one, 2 calls, 1 edit")
	c := readCase(t, cases.Path("one"))
	if len(c.Edits) != 1 || !strings.Contains(string(c.Edits[0]), `"codex`) || len(c.Extra) != 1 || c.View == nil || c.View.Tool != "read" || c.View.Call != 2 {
		t.Errorf("saved as\n%s", casefile.Write(c))
	}
	d.press("q")
	d.did("tea.QuitMsg")

	d = withCases(t, cases, cases.Path("one"), 120, 40)
	d.says("As it was saved, with 1 edit.")
	if n := d.m.what.edits.Len(); n != 1 || d.m.data.scheme.Info().ID != "codex" {
		t.Errorf("%d edits, scheme %s; want 1, codex", n, d.m.data.scheme.Info().ID)
	}
	d.under("read")
	d.press("u") // taken back: that is not saved
	d.press("q")
	d.sees("1 edit is not saved.")
	d.press("w", "enter")
	d.did("tea.QuitMsg")
	if c := readCase(t, cases.Path("one")); len(c.Edits) != 0 || len(c.Extra) != 1 {
		t.Errorf("saved as\n%s", casefile.Write(c))
	}
}

// A file that somebody else wrote meanwhile is not saved over.
func TestSaveOverAChangedFile(t *testing.T) {
	cases := casesIn(t, map[string]string{"one": oneCase})
	d := withCases(t, cases, cases.Path("one"), 120, 40)
	other := strings.Replace(oneCase, "2.1.63", "2.1.64", 1)
	if err := os.WriteFile(cases.Path("one"), []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	d.press("w", "enter")
	d.says("one changed meanwhile and is kept. Yours is one-2.")
	if c := readCase(t, cases.Path("one")); c.ClientVersion != "2.1.64" {
		t.Errorf("the other file is %s now", c.ClientVersion)
	}
	if c := readCase(t, cases.Path("one-2")); c.ClientVersion != "2.1.63" {
		t.Errorf("ours is %s", c.ClientVersion)
	}
	d.press("w", "enter") // from now on that is the file
	d.says("Saved: one-2")
}

func TestSaveOfANewerCase(t *testing.T) {
	newer := strings.Replace(oneCase, "case/1", "case/2", 1)
	cases := casesIn(t, map[string]string{"one": newer})
	d := withCases(t, cases, cases.Path("one"), 120, 40)
	d.says("hopscope.case/2 is newer than this hopscope")
	d.press("w")
	d.sees("> one-2")
	d.press("ctrl+u").press(`"one"`, "enter")
	d.says("hopscope.case/2 is newer than this hopscope and is not saved over")
	d.press("ctrl+u").press(`"copy"`, "enter")
	d.says("Saved: copy")
	if data, err := os.ReadFile(cases.Path("one")); err != nil || string(data) != newer {
		t.Errorf("the newer file was changed, %v:\n%s", err, data)
	}
	if c, _, _ := casefile.Parse(mustRead(t, cases.Path("copy"))); c.Newer() != "hopscope.case/2" || len(c.Extra) != 1 {
		t.Errorf("the copy is\n%s", casefile.Write(c))
	}
}

func mustRead(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A demo is saved under its own name, then under another one.
func TestSaveADemo(t *testing.T) {
	cases := casesIn(t, nil)
	d := withCases(t, cases, "", 80, 24)
	d.press("enter", "w")
	d.sees("> ")
	d.press("enter")
	d.says("Saved: ")
	list, err := cases.List()
	if err != nil || len(list) != 1 {
		t.Fatalf("List = %v, %v", list, err)
	}
	name := list[0].ID
	d.m.kase = caseState{} // as if it were opened anew
	d.press("w", "enter")
	d.says("There is a case " + name + " already")
	d.sees("> " + name + "-2")
	d.press("enter")
	d.says("Saved: " + name + "-2")
}

// Cases stand in the list, are renamed, deleted and brought back.
func TestCasesInTheList(t *testing.T) {
	cases := casesIn(t, map[string]string{"one": oneCase, "two": oneCase, "bad": "{not json"})
	for _, s := range []struct{ w, h int }{{60, 15}, {80, 24}, {120, 40}} {
		d := withCases(t, cases, "", s.w, s.h)
		d.sees("Saved cases")
		d.sees("3 cases")
	}
	d := withCases(t, cases, "", 80, 24)
	d.press("j", "j")
	if e := d.m.pick.caseAt(); e == nil || e.ID != "two" {
		t.Fatalf("cursor on %v, want two:\n%s", e, d.screen())
	}
	d.press("R", "ctrl+u", `"one"`, "enter")
	d.says("There is a case of this name already")
	d.press("ctrl+u", `"deux"`, "enter")
	d.says("Renamed: two is deux now.")
	if e := d.m.pick.caseAt(); e == nil || e.ID != "deux" {
		t.Errorf("cursor on %v, want deux", e)
	}
	d.press("x")
	d.sees("deux  x delete  esc keep")
	d.press("esc", "x", "x")
	d.says("Deleted: deux. It lies in the trash folder; u brings it back.")
	d.sees("2 cases")
	d.press("u")
	d.says("Brought back: deux.")
	d.press("u")
	d.says("The trash holds no case.")
	d.press("enter")
	d.sees("deux.case.json")
}

// Notes are written through the palette and are there again.
func TestNotes(t *testing.T) {
	cases := casesIn(t, map[string]string{"one": oneCase})
	d := withCases(t, cases, cases.Path("one"), 120, 40)
	d.press(":", `"note on this"`, "enter", `"the model guessed"`, "enter")
	d.press(":", `"note on the session"`, "enter", `"from ticket 7"`, "enter")
	d.press("q")
	d.sees("2 notes are not saved.")
	d.press("w", "enter")
	c := readCase(t, cases.Path("one"))
	if len(c.Notes) != 2 || c.Notes[0].Call != 2 || c.Notes[0].Text != "the model guessed" || c.Notes[1].Call != 0 {
		t.Fatalf("notes %+v", c.Notes)
	}
	d = withCases(t, cases, cases.Path("one"), 120, 40)
	d.says("As it was saved, with 2 notes.")
	d.pause()
	d.says("Note: the model guessed")
	d.press("g")
	d.press(":", `"note on the session"`, "enter", "ctrl+u", "enter")
	d.says("The note is gone")
}

// The list of edits can be named.
func TestNamedEdits(t *testing.T) {
	cases := casesIn(t, map[string]string{"one": oneCase})
	d := withCases(t, cases, cases.Path("one"), 120, 40)
	d.run(d.m.addEdit(decide.Edit{Kind: decide.EditScheme, To: "codex"}))
	d.press(":", `"name the list"`, "enter", `"as codex would"`, "enter", "w", "enter")
	if c := readCase(t, cases.Path("one")); c.EditsName != "as codex would" {
		t.Errorf("saved as\n%s", casefile.Write(c))
	}
	d = withCases(t, cases, cases.Path("one"), 120, 40)
	d.press("4", "esc")
	d.sees("as codex would")
}

// A case with what a later version wrote in it keeps it, and says so.
func TestStrangeEdits(t *testing.T) {
	file := strings.Replace(oneCase, `"calls": [`, `"edits": [{"kind": "teleport", "x": 1}, {"kind": "scheme", "to": "codex", "why": "y"}],
  "calls": [`, 1)
	cases := casesIn(t, map[string]string{"one": file})
	d := withCases(t, cases, cases.Path("one"), 120, 40)
	d.says("1 edit of this case is not known here: kept, not in force.")
	d.press("q")
	d.did("tea.QuitMsg")
	d.run(d.m.addEdit(decide.Edit{Kind: decide.EditProvider, To: "openai-chat"}))
	d.press("w", "enter")
	text := string(mustRead(t, cases.Path("one")))
	for _, want := range []string{`{"kind": "teleport", "x": 1}`, `{"kind": "scheme", "to": "codex", "why": "y"}`, `"openai-chat"`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is lost:\n%s", want, text)
		}
	}
}

// TestCaseScreens draws the list of sessions with cases, and the boxes.
func TestCaseScreens(t *testing.T) {
	for _, s := range []struct {
		name  string
		cases int
		open  string
		keys  []string
	}{
		{"list", 3, "", []string{"j", "j", "j", "j", "j"}},
		{"many", 20, "", []string{"G", "k", "k", "k", "k", "k", "k", "k", "k", "k"}},
		{"delete", 3, "", []string{"j", "j", "j", "j", "j", "x"}},
		{"rename", 3, "", []string{"j", "j", "j", "j", "j", "R"}},
		{"save", 1, "case-0", []string{"w"}},
		{"quit", 1, "case-0", nil},
	} {
		for _, at := range []struct{ w, h int }{{80, 24}, {120, 40}, {200, 55}} {
			t.Run(fmt.Sprintf("%s/%dx%d", s.name, at.w, at.h), func(t *testing.T) {
				files := map[string]string{}
				for i := range s.cases {
					files[fmt.Sprintf("case-%d", i)] = oneCase
				}
				if s.cases > 1 {
					files["bad"] = "{not json"
				}
				cases := casesIn(t, files)
				open := ""
				if s.open != "" {
					open = cases.Path(s.open)
				}
				d := withCases(t, cases, open, at.w, at.h)
				d.m.opts.Home = filepath.Dir(cases.Dir)
				if open == "" {
					d.run(d.m.found(foundMsg{entries: manySessions(4)}))
				}
				d.press(s.keys...)
				if s.name == "quit" {
					d.run(d.m.addEdit(decide.Edit{Kind: decide.EditRename, Tool: "Read", To: "read"}))
					d.run(d.m.addEdit(decide.Edit{Kind: decide.EditScheme, To: "codex"}))
					d.press("q")
				}
				golden.RequireEqual(t, []byte(d.screen()))
			})
		}
	}
}

// A redacted copy shows what is missing in it before it is written, and is
// never written over another file.
func TestExport(t *testing.T) {
	cases := casesIn(t, map[string]string{"one": oneCase})
	d := withCases(t, cases, "", 80, 24)
	d.m.opts.Export = func(_ context.Context, path string) (Exported, error) {
		return Exported{Data: []byte("redacted"), Report: []string{"dropped  2 arguments of " + filepath.Base(path)}}, nil
	}
	to := filepath.Join(t.TempDir(), "out.case.json")
	d.press(":", `"redacted"`, "enter")
	d.sees("dropped  2 arguments of one.case.json")
	d.sees("one-redacted.case.json")
	d.press("ctrl+u", `"`+to+`"`, "enter")
	d.says("Exported, redacted: ")
	if got := string(mustRead(t, to)); got != "redacted" {
		t.Errorf("%s holds %q", to, got)
	}
	d.press(":", `"redacted"`, "enter", "ctrl+u", `"`+to+`"`, "enter")
	d.says("There is a file ")
	d.press("esc")
	d.m.opts.Export = func(context.Context, string) (Exported, error) { return Exported{Leaks: 1}, nil }
	d.press(":", `"redacted"`, "enter", "enter")
	d.says("1 secret is still found in it: it is not written.")
}
