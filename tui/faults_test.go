package tui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/journey/scheme"
	"hopscope/sessions"
	"hopscope/sessions/demo"
)

// demoAt is a built-in session as the command opens it.
func demoAt(t *testing.T, name string, w, h int) *driver {
	t.Helper()
	op, err := openDemo(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	title := "demo of " + name
	for _, x := range demo.List() {
		if x.Name == name {
			title = x.Title
		}
	}
	d := drive(t, Options{
		Schemes: scheme.All(), Providers: provider.All(), Opening: op, Demo: title, OpenDemo: openDemo,
		Open: noOpen, Find: noSessions, Demos: demo.List(),
	}).begin(w, h)
	t.Cleanup(d.m.shut)
	return d
}

// A call that ran another tool than was meant is a failure on the screen,
// though nothing refused it.
func TestSilentFault(t *testing.T) {
	d := demoAt(t, "drift", 120, 40)
	d.under("docs_open")
	d.sees("5 calls  0 failed  0 unknown  1 wrong tool")
	d.says("Opened at the first wrong tool, 1 of 1.")
	d.sees("≠ archi… · docs_open drift")
	d.sees("  ··≠·· ")
	d.sees("alias-moved")
	if r := d.m.data.rows[0]; r.name != "docs_open" || r.mark != markDrift {
		t.Errorf("first row = %+v, want docs_open, drift", r)
	}
	d.press("j", "n").under("docs_open")
	d.says("1 of 1 failure.")
	d.sees("call 3 of 5")
	d.press("G", "N").under("docs_open")
}

// sharedForm is a recording in which a call ran under a form that two tools of
// the catalog beside it have, and a third tool reached no request.
const (
	sharedForm = `{"type":"attachment","attachment":{"type":"prompt_snapshot","tools":[{"name":"Bash"},{"name":"mcp__docs__docs_open"}]},"uuid":"u1","sessionId":"s1","version":"2.1.288"}
{"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{}}]},"uuid":"u2","sessionId":"s1","version":"2.1.288"}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"fine"}]},"uuid":"u3","sessionId":"s1","version":"2.1.288"}
{"type":"assistant","message":{"id":"m2","role":"assistant","content":[{"type":"tool_use","id":"t2","name":"mcp__docs__docs_open","input":{}}]},"uuid":"u4","sessionId":"s1","version":"2.1.288"}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"fine"}]},"uuid":"u5","sessionId":"s1","version":"2.1.288"}
`
	sharedList = `{"tools":[{"name":"docs.open","inputSchema":{}},{"name":"docs_open","inputSchema":{}},{"name":"close","inputSchema":{}}]}`
)

// Recordings are searched for silent faults too, and the first screen stands on
// one. The summary tells calls that ran from failures, and what reached no
// request.
func TestSilentFaultOfARecording(t *testing.T) {
	dir := t.TempDir()
	rec, list := filepath.Join(dir, "s1.jsonl"), filepath.Join(dir, "docs.json")
	for path, text := range map[string]string{rec: sharedForm, list: sharedList} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	op, err := sessions.Open(context.Background(), sessions.Options{Paths: []string{rec}, Servers: map[journey.Server]string{"docs": list}})
	if err != nil {
		t.Fatal(err)
	}
	d := drive(t, Options{
		Schemes: scheme.All(), Providers: provider.All(), Opening: op, Paths: []string{rec}, Open: noOpen, Find: noSessions,
	}).begin(120, 40)
	t.Cleanup(d.m.shut)
	d.under("mcp__docs__docs_open")
	d.sees("2 calls  0 failed  0 unknown  1 wrong tool")
	d.says("Opened at the first wrong tool, 1 of 1.")
	d.sees("lossy-collision   breaks at Safe form")
	d.press("i")
	d.sees("No call failed. 1 call may have run the wrong tool. 1 tool of the catalog reached no request.")
	d.sees("not-offered: 1 tool never sent: docs/close")
	d.size(60, 15)
	d.sees("No call failed. 1 call may have run the wrong tool.  ")
	d.sees("1 tool of the catalog reached no request.")
}

// What a list shows only in part says how much is hidden, at both ends.
func TestCutRows(t *testing.T) {
	for _, tt := range []struct{ n, off, h, first, count, above, below int }{
		{5, 0, 5, 0, 5, 0, 0},
		{6, 0, 5, 0, 4, 0, 2},
		{6, 1, 5, 2, 4, 2, 0},
		{20, 7, 5, 8, 3, 8, 9},
		{20, 99, 5, 16, 4, 16, 0},
		{20, 3, 2, 3, 1, 0, 16},
		{20, 3, 1, 3, 0, 0, 17},
		{0, 0, 4, 0, 0, 0, 0},
		{3, 0, 0, 0, 0, 0, 3},
	} {
		first, count, above, below := cutRows(tt.n, tt.off, tt.h)
		got := fmt.Sprint(first, count, above, below)
		if want := fmt.Sprint(tt.first, tt.count, tt.above, tt.below); got != want {
			t.Errorf("cutRows(%d, %d, %d) = %s, want %s", tt.n, tt.off, tt.h, got, want)
		}
	}
}

func TestCutIsMarked(t *testing.T) {
	d := opened(t, Options{}, 60, 15).press("?")
	d.sees("more below")
	d.press("G")
	d.sees("more above")
	d.seesNot("more below")
	d = opened(t, Options{}, 80, 24).press(":")
	d.sees("more below")
	for range 12 {
		d.press("down")
	}
	d.sees(" more below, ")
	d.press("end")
	d.sees("more above")
	d = demoAt(t, "bash_tool", 80, 24).press("l", "l", "l", "z", "j", "j", "j")
	d.sees("more above")
}

// The zoomed list shows all of the answer: it gives up its own rows for it.
func TestZoomShowsTheRest(t *testing.T) {
	d := opened(t, Options{}, 80, 24)
	long := strings.Repeat("It says a lot about this. ", 30) + "THE END."
	d.m.data.detail.journey.Diagnosis = &journey.Diagnosis{Kind: journey.KindNotOffered, What: "What it is.", Advice: "Do this.", Evidence: []journey.Evidence{{Text: long}}}
	d.m.data.cache.drop()
	d.sees("z shows the rest")
	d.press("z")
	d.sees("THE END.")
	d.seesNot("z shows")
	// A pane that is zoomed shows no answer, so the hint does not promise it.
	d.press("z", "tab", "tab")
	d.seesNot("z shows the rest")
}

func TestOpenedAt(t *testing.T) {
	d := reads(t, 120, 40, callsUpdate("claude-code", "2.0.37", "Read", "Bash tool-failed", "bash_tool unknown-tool", "Edit tool-failed"))
	d.under("bash_tool")
	d.says("Opened at the first refused name, failure 2 of 3.")
}

// An answer gives way to the next action.
func TestAnswerGivesWay(t *testing.T) {
	d := opened(t, Options{}, 120, 40).press("p", "esc")
	d.says("Provider as before.")
	d.press("tab")
	if s := d.status(); strings.Contains(s, "as before") {
		t.Errorf("status = %q after another key", s)
	}
	d.press("p", "esc")
	d.pause()
	if s := d.status(); strings.Contains(s, "as before") {
		t.Errorf("status = %q after its time", s)
	}
}

// The row of now, the palette and the tabs name the version in force.
func TestSchemeInForce(t *testing.T) {
	d := opened(t, Options{}, 120, 40)
	want := schemeName(d.m.data.scheme.Info())
	if want != "claude-code 2.1.20" {
		t.Fatalf("scheme in force = %s", want)
	}
	d.sees("s " + want)
	d.press("s")
	for _, l := range d.lines() {
		if strings.Contains(l, "now") && strings.Contains(l, "│ ") && !strings.Contains(l, want) && strings.Contains(l, "claude-code ") {
			t.Errorf("the row of now is %q, want %s", l, want)
		}
	}
	d.sees("▌" + want)
	d.press("j", "enter", "s", "g", "enter")
	d.sees("s " + want) // back again: the version of the recording
	d.press(":", `"scheme: claude"`)
	d.sees("Scheme: " + want)
}

// Another scheme predicts beside what was recorded, and changes neither that
// nor what is said of it.
func TestOtherSchemePredicts(t *testing.T) {
	for _, tt := range []struct {
		demo, scheme      string
		dispatch, history []string
	}{
		{"case", "opencode", []string{"refused", "No such tool available: read", "opencode 1.18.33 predicts: unknown", "= agrees"}, []string{"predicted", "invalid"}},
		{"clash", "verbatim", []string{"refused", "verbatim predicts: ran docs · docs.open", "≠ differs: recorded unknown, predicted ran docs · docs.open"}, []string{"predicted", "docs.open"}},
		{"drift", "claude-code", []string{"ran", "archive · docs_open", "predicts: unknown"}, []string{"predicted"}},
	} {
		d := demoAt(t, tt.demo, 120, 40)
		call, why := d.m.callRow(), d.m.whyAll()[0].plain()
		for _, s := range d.m.schemes() {
			if s.Info().ID == tt.scheme {
				d.m.setScheme(s, true)
			}
		}
		if got := d.m.callRow(); got != call {
			t.Errorf("%s under %s: call %d, want %d as before", tt.demo, tt.scheme, got, call)
			continue
		}
		for _, x := range []struct {
			p    part
			want []string
		}{{dispatchPart(d.m.data.detail, 80), tt.dispatch}, {historyPart(d.m.data.detail, 80), tt.history}} {
			for _, want := range x.want {
				if text := drawn(x.p, 80); !strings.Contains(text, want) {
					t.Errorf("%s under %s lacks %q:\n%s", tt.demo, tt.scheme, want, text)
				}
			}
		}
		if got := d.m.whyAll()[0].plain(); got != why {
			t.Errorf("%s under %s: Why = %q, want as before %q", tt.demo, tt.scheme, got, why)
		}
	}
}

// An input that cannot be read is a usage error, unless something else was
// opened.
func TestExitOfUnreadable(t *testing.T) {
	d := drive(t, Options{Paths: []string{"gone"}, Err: errors.New("no such file")}).begin(80, 24)
	d.press("q")
	if d.m.exit != ExitUsage {
		t.Errorf("exit = %d, want %d", d.m.exit, ExitUsage)
	}
	d = drive(t, Options{Paths: []string{"gone"}, Err: errors.New("no such file")}).begin(80, 24)
	d.m.start(readingOf(askCalls()), []string{"a.jsonl"}, "")
	d.press("q")
	if d.m.exit != ExitOK {
		t.Errorf("exit = %d after another file was opened, want %d", d.m.exit, ExitOK)
	}
}

// A name is cut once where that tells it from its neighbours.
func TestCutOnce(t *testing.T) {
	rows := buildTools(sessionOf("list_mcp_resources", "list_mcp_resource_templates"), nil, nil)
	for _, r := range rows {
		for w := 12; w < 40; w++ {
			if got := rowName(r, w); strings.Count(got, "…") > 1 {
				t.Errorf("rowName(%q, %d) = %q", r.name, w, got)
			}
		}
	}
	rows = append(rows, toolRow{name: "mcp__word_craft__new_document"}, toolRow{name: "mcp__word_craft.new_document"})
	shareAmong([]*toolRow{&rows[0], &rows[1], &rows[3], &rows[2]})
	if got := rowName(rows[2], 18); got != "…aft__new_document" {
		t.Errorf("rowName = %q", got)
	}
	if a, b := rowName(rows[0], 18), rowName(rows[1], 18); a == b {
		t.Errorf("two rows are %q", a)
	}
}

// Plain names the command that prints the rest, with the path.
func TestPlainMore(t *testing.T) {
	o := PlainOptions{Loaded: &sessions.Loaded{Sources: []journey.Source{{Path: "/a b/it's.jsonl"}}}}
	for _, tt := range []struct{ title, want string }{
		{"", `2 more: hopscope replay '/a b/it'\''s.jsonl' --only failed prints all` + "\n"},
		{"demo: x", "2 more\n"},
	} {
		var b strings.Builder
		o.Title = tt.title
		p := newPlainView(&b, PlainOptions{Loaded: &sessions.Loaded{Session: &journey.Session{}, Sources: o.Loaded.Sources}, Title: tt.title})
		p.more("2 more", "replay", " --only failed")
		p.out.Flush()
		if b.String() != tt.want {
			t.Errorf("more = %q, want %q", b.String(), tt.want)
		}
	}
}

// A refused request keeps its diagnosis under another scheme.
func TestRefusedUnderOtherScheme(t *testing.T) {
	d := openCase(t, `{"client": "codex", "client_version": "0.61.0", "provider": "openai-responses",
  "catalog": ["shell", "mcp__docs__docs.open"], "wire_names": ["shell", "mcp__docs__docs.open"], "join": "__",
  "registered": ["shell", {"server": "docs", "tool": "docs.open"}],
  "calls": [{"call": null, "error": "Invalid 'tools[1].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'."}]}`, Options{})
	d.size(120, 40)
	why := d.m.whyAll()[0].plain()
	if !strings.Contains(why, "illegal-name") {
		t.Fatalf("Why = %q", why)
	}
	d.press("s", "G", "enter").under("mcp__docs__docs.open")
	if got := d.m.whyAll()[0].plain(); got != why {
		t.Errorf("Why = %q, want as before %q", got, why)
	}
}

// A list of servers says what would name their tools.
func TestServersOnly(t *testing.T) {
	c := journey.Catalog{Source: "mcp.json", Servers: []journey.ServerEntry{{Key: "docs", NamesUnknown: true}, {Key: "web", NamesUnknown: true}}}
	d := reads(t, 120, 40, sessions.Update{Catalog: &c})
	d.sees("2 servers, names unknown")
	d.sees("hopscope catalog --config")
}
