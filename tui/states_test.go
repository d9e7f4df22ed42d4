package tui

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"hopscope/journey"
	"hopscope/journey/scheme"
	"hopscope/sessions"
	"hopscope/sessions/demo"
	"hopscope/sessions/store"
)

var sizes = []struct{ w, h int }{{60, 15}, {80, 24}, {120, 40}, {200, 55}}

// each draws a state at all sizes and compares it.
func each(t *testing.T, name string, state func(t *testing.T, w, h int) *driver) {
	t.Helper()
	for _, s := range sizes {
		t.Run(fmt.Sprintf("%s/%dx%d", name, s.w, s.h), func(t *testing.T) {
			golden.RequireEqual(t, state(t, s.w, s.h).screen())
		})
	}
}

func TestStates(t *testing.T) {
	open := func(keys ...string) func(t *testing.T, w, h int) *driver {
		return func(t *testing.T, w, h int) *driver { return opened(t, Options{}, w, h).press(keys...) }
	}
	each(t, "open", open())
	each(t, "help", open("?"))
	each(t, "palette", open(":", `"prov"`))
	each(t, "copy", open("y"))
	each(t, "scheme", open("s", "j"))
	each(t, "filter", open("/", `"ed"`))
	each(t, "zoom", open("l", "z"))
	each(t, "zoom-list", open("z"))
	each(t, "prompt", func(t *testing.T, w, h int) *driver {
		return opened(t, Options{Open: noOpen}, w, h).press("o", `"~/notes.pdf"`)
	})
	each(t, "no-failures", func(t *testing.T, w, h int) *driver {
		return reads(t, w, h, callsUpdate("claude-code", "2.0.37", "Read", "Edit", "Read"))
	})
	each(t, "empty", func(t *testing.T, w, h int) *driver { return reads(t, w, h) })
	each(t, "clash", clashing)
	each(t, "loading", loadingState)
	each(t, "unreadable", unreadable)
	each(t, "missing", func(t *testing.T, w, h int) *driver {
		return drive(t, Options{Paths: []string{"gone.jsonl"}, Err: errors.New("open gone.jsonl: no such file or directory")}).begin(w, h)
	})
	each(t, "picker", func(t *testing.T, w, h int) *driver { return picking(t, w, h).press("j") })
	each(t, "picker-demo", func(t *testing.T, w, h int) *driver { return picking(t, w, h).press("d", "j") })
	each(t, "first-run", firstRun)
}

// reads is a model that read these updates of one file.
func reads(t *testing.T, w, h int, list ...sessions.Update) *driver {
	t.Helper()
	d := drive(t, Options{Schemes: someSchemes()})
	d.m.start(readingOf(list...), []string{"session.jsonl"}, "")
	return d.begin(w, h)
}

// clashing is a list of names of which two share a form.
func clashing(t *testing.T, w, h int) *driver {
	t.Helper()
	c := journey.Catalog{Source: "names.txt", Complete: true}
	for i, n := range []string{"mcp__word.craft__new_document", dotOpen, underOpen, "mcp__word.craft__always_fails", "tool_search", "read_file", "edit"} {
		c.Tools = append(c.Tools, journey.Tool{Registered: journey.Registered(n), Line: i + 1})
	}
	native, err := scheme.Get("native")
	if err != nil {
		t.Fatal(err)
	}
	d := drive(t, Options{Schemes: someSchemes(), Scheme: native})
	d.m.start(readingOf(sessions.Update{Catalog: &c}), []string{"names.txt"}, "")
	return d.begin(w, h)
}

// loadingState is a file of which two fifths are read.
func loadingState(t *testing.T, w, h int) *driver {
	t.Helper()
	d := drive(t, Options{Schemes: someSchemes()})
	u := askCalls()
	u.Progress = sessions.Progress{Bytes: 412 << 20, Total: 1 << 30, Calls: 48210}
	r := &fakeReading{updates: make(chan sessions.Update, 1), bodies: &fakeBodies{}}
	d.m.start(r, []string{"long-session.jsonl"}, "")
	d.size(w, h)
	d.hold = true
	d.send(updatesMsg{number: d.m.load.number, list: []sessions.Update{u}, at: at().Add(600 * time.Millisecond)})
	return d
}

func unreadable(t *testing.T, w, h int) *driver {
	t.Helper()
	tried := []string{"claude-code", "codex", "opencode", "gemini-cli"}
	for i := range 31 {
		tried = append(tried, fmt.Sprint("format-", i))
	}
	return drive(t, Options{Paths: []string{"notes.pdf"}, Find: noSessions, Open: noOpen, Err: &sessions.Unreadable{
		Path: "notes.pdf", What: "is none of the formats hopscope knows", Tried: tried,
		Seen: `first bytes 25 50 44 46 ("%PDF"); 182 KB; no JSON line in 64 KB`, Fix: "Give a session, a capture, a catalog or a case.",
	}}).begin(w, h)
}

func demos() []demo.Demo {
	return []demo.Demo{
		{Name: "bash_tool", Title: "No such tool available: the classic, with a tour", Story: "A name from another vocabulary."},
		{Name: "happy", Title: "one name, all hops, nothing breaks", Story: "The good case."},
		{Name: "clash", Title: "two tools, one name: both left out", Story: "Two names, one form."},
		{Name: "drift", Title: "the stored name means another tool", Story: "A name that moved."},
		{Name: "case", Title: "read where Read is declared"}, {Name: "dot", Title: "the dot that a provider refuses"},
		{Name: "edit", Title: "Edit is not apply_patch"}, {Name: "gateway", Title: "a gateway that forgets to rename back"},
	}
}

func picking(t *testing.T, w, h int) *driver {
	t.Helper()
	entry := func(client, path, folder string, age time.Duration, size int64) store.Entry {
		return store.Entry{Client: client, Path: path, Folder: folder, ModTime: at().Add(-age), Size: size}
	}
	entries := []store.Entry{
		entry("claude-code", "/s/price-rules.jsonl", "/home/user/shop", 2*time.Hour, 16<<10),
		entry("claude-code", "/s/invoice-totals.jsonl", "/home/user/shop", 5*time.Hour, 90<<10),
		entry("claude-code", "/s/search-index.jsonl", "/home/user/notes", 27*time.Hour, 212<<10),
		entry("claude-code", "/s/torn.jsonl", "/home/user/notes", 3*24*time.Hour, 13<<10),
		entry("claude-code", "/s/first-steps.jsonl", "/home/user/workspace/weather-station", 400*24*time.Hour, 103<<10),
	}
	d := drive(t, Options{
		Demos: demos(), Open: noOpen, OpenDemo: noDemo,
		Find: func() ([]store.Entry, []store.Searched) {
			return entries, []store.Searched{{Client: "claude-code"}}
		},
		Peek: func(path string) (store.Peeked, error) { return store.Peeked{Version: "2.0.37"}, nil },
		Inspect: func(_ ctxType, path string) (Inspected, error) {
			if path == "/s/torn.jsonl" {
				return Inspected{}, errors.New("torn.jsonl: line 3: not JSON")
			}
			return Inspected{
				Calls: 14, Failed: 3, Unknown: 1, First: "AskUserQuestion", FirstKind: "not-offered", FirstHop: journey.HopRegistered,
				Tools: []ToolCount{{"Edit", 4}, {"Bash", 2}, {"ExitPlanMode", 2}, {"TodoWrite", 2}, {"Read", 1}, {"Task", 1}, {"Write", 1}},
				From:  time.Date(2025, 11, 17, 9, 12, 0, 0, time.UTC), To: time.Date(2025, 11, 17, 9, 14, 0, 0, time.UTC),
			}, nil
		},
	})
	return d.begin(w, h)
}

func firstRun(t *testing.T, w, h int) *driver {
	t.Helper()
	return drive(t, Options{Demos: demos(), Open: noOpen, OpenDemo: noDemo, Find: func() ([]store.Entry, []store.Searched) {
		return nil, []store.Searched{
			{Client: "claude-code", Path: "/home/user/.claude/projects", Status: "not there"},
			{Client: "codex", Path: "/home/user/.codex/sessions", Status: "not there"},
			{Client: "codex", Path: "/home/user/.codex/archived_sessions", Status: "empty"},
			{Client: "opencode", Path: "/home/user/.local/share/opencode", Status: "not there"},
			{Client: "gemini-cli", Path: "/home/user/.gemini/tmp", Status: "empty"},
			{Client: "qwen-code", Path: "/home/user/.qwen/projects", Status: "permission denied"},
			{Client: "copilot-cli", Path: "/home/user/.copilot/session-state", Status: "not there"},
			{Client: "goose", Path: "/home/user/.local/share/goose/sessions", Status: "not there"},
			{Client: "crush", Path: "/home/user/a/very/long/way/down/to/the/project/.crush", Status: "not there"},
		}
	}}).begin(w, h)
}
