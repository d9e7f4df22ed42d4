package tui

import (
	"errors"
	"testing"

	"hopscope/journey"
	"hopscope/sessions"
)

// growing is a model whose file is still read; grow gives it an update.
func growing(t *testing.T) (*driver, *fakeReading) {
	t.Helper()
	d := drive(t, Options{Schemes: someSchemes()})
	r := &fakeReading{updates: make(chan sessions.Update), bodies: &fakeBodies{}}
	d.m.start(r, []string{"long-session.jsonl"}, "")
	d.size(120, 40)
	d.hold = true
	return d, r
}

func (d *driver) grow(list ...sessions.Update) {
	d.t.Helper()
	d.send(updatesMsg{number: d.m.load.number, list: list, at: at()})
}

// more adds calls to the record of u: the texts of u are known.
func more(d *driver, names map[string]journey.Sym, calls ...string) sessions.Update {
	u := callsUpdate("claude-code", "2.0.37", calls...)
	first := len(d.m.session().Rows)
	next := journey.Sym(len(names) + 1)
	var texts []string
	for i := range u.Batch.Rows {
		name := u.Batch.Texts[u.Batch.Rows[i].Name-1]
		if names[name] == 0 {
			names[name] = next
			texts = append(texts, name)
			next++
		}
		u.Batch.Rows[i].Name = names[name]
		u.Batch.Rows[i].Turn = uint32(first + i + 1)
	}
	u.Batch.Texts = texts
	return u
}

func TestLoadingKeepsRow(t *testing.T) {
	d, _ := growing(t)
	d.sees("Nothing read yet.")
	names := map[string]journey.Sym{}
	d.grow(more(d, names, "Read", "Edit", "Bash tool-failed"))
	d.under("Bash")
	d.says("Reading.")
	// A failure about a name comes in: until a key moves the cursor it is where
	// the screen stands.
	d.grow(more(d, names, "bash_tool unknown-tool"))
	d.under("bash_tool")
	d.press("G")
	row := d.m.row().name
	d.grow(more(d, names, "zzz unknown-tool", "Read unknown-tool", "aaa"))
	d.under(row)
	d.press("n")
	d.grow(more(d, names, row))
	d.seesNot("No failures")
}

func TestLoadingStops(t *testing.T) {
	d, _ := growing(t)
	stopped := false
	d.m.load.stop = func() { stopped = true }
	d.grow(more(d, map[string]journey.Sym{}, "Read", "bash_tool unknown-tool"))
	d.press("esc")
	if !stopped {
		t.Fatalf("esc did not stop the reader")
	}
	d.send(updatesMsg{number: d.m.load.number, closed: true, at: at()})
	d.says("Stopped. 2 calls were read; r reads the file again.")
	d.under("bash_tool")
	d.press("esc")
	d.under("bash_tool")
}

// What an earlier file still sends is not taken for the one that is open.
func TestLoadingOldNews(t *testing.T) {
	d, _ := growing(t)
	old := d.m.load.number
	d.hold = false
	d.m.start(readingOf(callsUpdate("codex", "0.171.0", "exec_command")), []string{"other.jsonl"}, "")
	d.run(d.m.waitUpdates(0))
	d.under("exec_command")
	d.send(updatesMsg{number: old, list: []sessions.Update{callsUpdate("claude-code", "2.0.37", "Read")}, at: at()})
	d.send(bodiesMsg{number: old, rows: map[int]body{0: {id: "toolu_wrong", full: true}}})
	d.under("exec_command")
	d.seesNot("toolu_wrong")
}

func TestLoadingError(t *testing.T) {
	d, _ := growing(t)
	d.grow(more(d, map[string]journey.Sym{}, "Read"))
	d.grow(sessions.Update{Err: errors.New("long-session.jsonl: cut short")})
	d.send(updatesMsg{number: d.m.load.number, closed: true, at: at()})
	d.says("long-session.jsonl: cut short")
	d.press("j")
	d.seesNot("cut short")
}

// TestNear shows where content that came near to a format stops being it, and
// no control sequence of it.
func TestNear(t *testing.T) {
	d := drive(t, Options{Paths: []string{"/a/cut.json"}, Find: noSessions, Open: noOpen, Err: &sessions.Unreadable{
		Path: "/a/cut.json", What: "is none of the formats hopscope knows", Seen: "first bytes 5B", Fix: "Give a session.",
		Near: []journey.Problem{{Where: "/a/cut.json: line 2", What: "not JSON at offset 28: \x1b[2J"}},
	}}).begin(80, 24)
	d.sees(` Near   line 2: not JSON at offset 28: \x1b[2J`)
}

func TestOpenOther(t *testing.T) {
	d := opened(t, Options{Open: noOpen}, 120, 40)
	d.m.open = func(_ ctxType, paths []string) (reading, error) {
		if paths[0] == "bad.pdf" {
			return nil, &sessions.Unreadable{Path: "bad.pdf", What: "is none of the formats hopscope knows", Fix: "Give a session."}
		}
		return readingOf(callsUpdate("claude-code", "2.0.37", "Bash", "shell unknown-tool")), nil
	}
	d.press("o", `"other.jsonl"`, "enter").under("shell")
	d.sees("other.jsonl")
	d.press("o", `"bad.pdf"`, "enter")
	d.sees("cannot read")
	d.press("y", "a")
	d.did("bad.pdf is none of the formats")
	d.press("r")
	d.sees("cannot read")
	d.press("o", `"other.jsonl"`, "enter").under("shell")
}

func TestPicker(t *testing.T) {
	d := picking(t, 80, 24)
	d.press("s")
	d.says("open a session first")
	d.press("h")
	d.says("no columns here")
	d.press("/", `"notes"`, "enter")
	d.seesNot("/home/user/shop")
	d.press("esc")
	d.sees("/user/shop")
	d.press("G")
	d.sees("gateway")
	d.press("g", "y", "p")
	d.did("/s/price-rules.jsonl")
	d.press("tab", "z")
	d.sees("first failure")
	d.press("esc", "esc")
	d.m.open = func(_ ctxType, paths []string) (reading, error) {
		return readingOf(callsUpdate("claude-code", "2.0.37", "Bash", "shell unknown-tool")), nil
	}
	d.press("enter").under("shell")
	d.press("5")
	d.sees("1 client searched")
	d.press("1").under("shell")
}
