package tui

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"hopscope/vocab"
)

// hostileVocabulary is a user's file that says nothing harmless.
func hostileVocabulary() Vocabulary {
	f := vocab.File{ID: "codex", Name: bad[0], Note: strings.Join(bad, " "), Versions: []string{"0.1.0"}}
	own := vocab.File{ID: "own", Name: bad[1] + strings.Repeat("wide", 20), Source: bad[2]}
	for i, name := range bad {
		if name == "" {
			continue
		}
		e := vocab.Entry{Name: name, Capability: "shell", Aliases: bad, Note: name, Source: name, Conditions: name,
			Inputs: []vocab.Input{{Key: name, Required: i%2 == 0}, {Key: bad[0], Required: true}}, Mentioned: i%5 == 0}
		f.Tools = append(f.Tools, e)
		own.Tools = append(own.Tools, e)
	}
	t, err := vocab.Builtin().Overlay(f, own)
	if err != nil {
		panic(err)
	}
	return Vocabulary{Table: t, Files: map[string]string{"codex": "/" + bad[0]}}
}

// vocabAtSize is the tab over the session that calls bash_tool.
func vocabAtSize(t *testing.T, w, h int, keys ...string) *driver {
	t.Helper()
	d := demoAt(t, "bash_tool", w, h).press("3")
	d.screen()
	return d.press(keys...)
}

func TestVocabScreens(t *testing.T) {
	for _, s := range []struct {
		name string
		keys []string
	}{
		{"matrix", []string{"l"}},
		{"names", []string{"l", "tab", "j", "j"}},
		{"cell", []string{"l", "tab", "j", "j", "enter"}},
		{"pairs", []string{"j", "j", "j", "x"}},
		{"typing", []string{"/", `"bash_tool"`}},
		{"several", []string{"/", `"task"`, "enter", "n"}},
		{"nothing", []string{"/", `"xyzzy"`, "enter"}},
		{"empty-cell", []string{"j", "l"}},
		{"last", []string{"G", "l", "l", "l", "l", "l", "l", "l", "l", "l", "l", "l", "l", "l", "l", "l", "l", "l", "l", "l", "l"}},
		{"zoom", []string{"tab", "tab", "tab", "z"}},
		{"help", []string{"?"}},
		{"copy", []string{"y"}},
	} {
		for _, size := range []struct {
			name string
			w, h int
		}{{"60x15", 60, 15}, {"80x24", 80, 24}, {"120x40", 120, 40}, {"200x55", 200, 55}} {
			t.Run(s.name+"/"+size.name, func(t *testing.T) {
				golden.RequireEqual(t, vocabAtSize(t, size.w, size.h, s.keys...).screen())
			})
		}
	}
}

// From the failing call three keys lead to what the name means here.
func TestVocabFromJourneys(t *testing.T) {
	d := demoAt(t, "bash_tool", 80, 24).press("V")
	d.sees("claude-ai  shell; here that is Bash")
	d.press("esc")
	if d.m.tab != tabJourneys || d.m.vocab.filter != "" {
		t.Errorf("esc leads to tab %d with filter %q, want Journeys and none", d.m.tab, d.m.vocab.filter)
	}
	d.under("bash_tool")
	d.press("ctrl+p", `"who uses"`, "enter")
	d.sees("here that is Bash")
}

func TestVocabKeys(t *testing.T) {
	cell := func(d *driver, want string) {
		t.Helper()
		if got := d.m.vocab.cellTitle(); got != want {
			t.Errorf("the cursor is on %q, want %q", got, want)
		}
	}
	d := vocabAtSize(t, 120, 40)
	cell(d, "Claude Code, shell")
	d.press("h")
	d.says("first client")
	d.press("l", "j", "j")
	cell(d, "Codex CLI, read")
	d.press("G")
	cell(d, "Codex CLI, other")
	d.press("g", "right", "left", "h")
	cell(d, "Claude Code, shell")
	d.press("p")
	d.says("p: no request here")
	d.press("w")
	d.says("w: no edits here")
	d.press("u")
	d.says("u: no edits here")
	d.press("n")
	d.says("type a name after / first")
	d.press("e")
	d.says("no file of yours")
	d.press("l", "tab", "j", "y", "n")
	d.did("shell_command")
	d.press("y", "c")
	d.did("additionalProperties")
	d.press("esc")
	if d.m.vocab.focus != paneMatrix {
		t.Errorf("esc leads to pane %d, want the matrix", d.m.vocab.focus)
	}
}

// n and N go through all cells that hold the text, round the end.
func TestVocabHits(t *testing.T) {
	d := vocabAtSize(t, 120, 40, "/", `"glob"`, "enter")
	var seen []string
	for {
		title := d.m.vocab.cellTitle()
		if slices.Contains(seen, title) {
			break
		}
		seen = append(seen, title)
		d.press("n")
	}
	if got, want := len(seen), len(d.m.vocab.hits); got != want {
		t.Errorf("n goes to %d cells, want all %d: %q", got, want, seen)
	}
	last := d.m.vocab.cellTitle()
	d.press("N", "n")
	if got := d.m.vocab.cellTitle(); got != last {
		t.Errorf("N and n lead to %q, want back to %q", got, last)
	}
	d.press("esc")
	if len(d.m.vocab.shown) != len(d.m.vocab.grid.tasks) {
		t.Errorf("esc leaves %d capabilities, want all", len(d.m.vocab.shown))
	}
}

// The pair under the cursor leads to its other side.
func TestVocabPairs(t *testing.T) {
	d := vocabAtSize(t, 80, 24, "j", "j", "j", "j", "x")
	d.sees("edit ≠ patch")
	d.press("enter")
	if got := d.m.vocab.task().ID; got != "patch" {
		t.Errorf("enter on edit and patch leads to %q, want patch", got)
	}
	d.press("x", "G", "enter")
	d.says("tool kinds")
}

// The arguments of the session's tool stand beside those of another client.
func TestVocabOpenSession(t *testing.T) {
	d := vocabAtSize(t, 120, 40, "l")
	d.sees("Bash, 5 calls")
	d.sees("Codex CLI would say exec_command, with other arguments:")
	d.sees("command  -> cmd")
	d.sees("bash_tool, 2 calls: no name of this client; here that is")
	d = drive(t, Options{Find: noSessions}).begin(120, 40).press("3")
	d.sees("No session is open")
	d.sees("no session is open")
}

// Without a session and with every window there is something to see, and all
// cells can be opened.
func TestVocabEveryCell(t *testing.T) {
	d := demoAt(t, "bash_tool", 80, 24).press("3")
	g := d.m.vocab.look(d.m)
	for j := range g.clients {
		for i := range g.tasks {
			d.m.vocab.goTo(vocabAt{i, j}, "")
			d.press("enter")
			for range 6 {
				d.press("pgdown")
			}
			d.harmless(d.m.vocab.cellTitle())
			if rows := d.m.vocab.cell().rows; len(rows) > 0 {
				all := plainLines(d.m.vocab.cellLines(d.m, 1<<12))
				for _, e := range rows {
					if !strings.Contains(all, e.Source) || !strings.Contains(all, e.Verified) || !strings.Contains(all, e.Name) {
						t.Errorf("%s: name, source or verified of %s is not told", d.m.vocab.cellTitle(), e.Name)
					}
				}
			}
			d.press("esc")
		}
	}
}

// What a file says is shown, opened with e and read again with r.
func TestVocabUserFile(t *testing.T) {
	table, err := vocab.Builtin().Overlay(vocab.File{ID: "codex", Source: "mine", Tools: []vocab.Entry{{Name: "my_shell", Capability: "shell"}}})
	if err != nil {
		t.Fatal(err)
	}
	d := demoAt(t, "bash_tool", 120, 40)
	d.m.opts.Vocabulary = Vocabulary{Table: table, Files: map[string]string{"codex": "/home/user/codex.toml"}}
	d.press("3", "l")
	d.sees("my_shell")
	d.sees("1 of yours")
	d.press("e")
	d.did("execMsg")
	d.press("r")
	d.says("nothing to read again")
	d.m.opts.ReadVocabulary = func() (Vocabulary, error) { return Vocabulary{}, errors.New("codex.toml:3: no such capability") }
	d.press("r")
	d.says("codex.toml:3")
	d.sees("my_shell")
	d.m.opts.ReadVocabulary = func() (Vocabulary, error) { return Vocabulary{}, nil }
	d.press("r")
	d.seesNot("my_shell")
}

// Places never overlap, and all of the body is used at every size.
func TestVocabLayout(t *testing.T) {
	for w := minWidth; w <= 220; w += 7 {
		for h := minHeight; h <= 70; h++ {
			for _, f := range vocabPanes {
				for _, zoom := range []bool{false, true} {
					for _, tasks := range []int{0, 1, 27} {
						r := vocabLayout(vocabArgs{w: w, h: h, tasks: tasks, focus: f, under: paneNames, zoom: zoom, want: map[pane]int{panePairs: 4, paneUsers: 9, paneOpen: 6}})
						checkVocabRects(t, r, w, h, f, zoom)
					}
				}
			}
		}
	}
}

func checkVocabRects(t *testing.T, r vocabRects, w, h int, f pane, zoom bool) {
	t.Helper()
	all := append([]rect{r.head, r.matrix, r.more, r.split}, r.rules...)
	for _, p := range r.panes {
		all = append(all, p)
	}
	for i, a := range all {
		if a.empty() {
			continue
		}
		if a.x < 0 || a.y < headRows || a.x+a.w > w || a.y+a.h > h-footRows {
			t.Fatalf("%dx%d focus %d zoom %v: %v lies outside", w, h, f, zoom, a)
		}
		for _, b := range all[i+1:] {
			if !b.empty() && a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h {
				t.Fatalf("%dx%d focus %d zoom %v: %v lies over %v", w, h, f, zoom, a, b)
			}
		}
	}
	if f == paneMatrix && r.matrix.empty() && len(r.panes) == 0 || f != paneMatrix && r.panes[f].empty() {
		t.Fatalf("%dx%d focus %d zoom %v: what has the focus is not seen: %+v", w, h, f, zoom, r)
	}
}

// The keys of the tab stand in the README.
func TestVocabReadme(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"`V`", "`x`", "`3`"} {
		if !strings.Contains(string(text), key) {
			t.Errorf("README does not tell of %s", key)
		}
	}
}
