package tui

import (
	"errors"
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/sessions"
)

// tailedFile is a model of a file that is read and followed. Its commands are
// not run: the test brings what they would.
type tailedFile struct {
	*driver
	file  *fakeReading
	names map[string]journey.Sym
}

func tailedAt(t *testing.T, w, h int, calls ...string) *tailedFile {
	t.Helper()
	d := drive(t, Options{Schemes: someSchemes()})
	f := &tailedFile{driver: d, file: readingOf(), names: map[string]journey.Sym{}}
	f.file.bodies = &fakeBodies{}
	d.hold = true
	d.m.start(f.file, []string{"session.jsonl"}, "")
	d.size(w, h)
	d.grow(more(d, f.names, calls...))
	d.send(updatesMsg{number: d.m.load.number, closed: true, at: at()})
	d.send(followMsg{number: d.m.load.number, from: make(chan sessions.Update), stop: func() {}})
	d.held = nil
	return f
}

// append gives what was appended, and lets the pause after it pass.
func (f *tailedFile) append(list ...sessions.Update) {
	f.t.Helper()
	if !f.m.load.tail.waits {
		f.t.Fatal("nothing waits for news")
	}
	f.send(grownMsg{number: f.m.load.number, list: list})
	f.pauseOn()
}

func (f *tailedFile) pauseOn() {
	f.t.Helper()
	list := f.later
	f.later = nil
	for _, msg := range list {
		if _, ok := msg.(followOnMsg); ok {
			f.send(msg)
		} else {
			f.later = append(f.later, msg)
		}
	}
}

func TestFollowTellsNews(t *testing.T) {
	f := tailedAt(t, 120, 40, "Read", "Edit tool-failed", "Bash")
	f.seesNot("follows")
	f.says("failure")
	f.press("G")
	row := f.m.row().name
	f.append(more(f.driver, f.names, "Read"))
	f.sees("follows")
	f.sees("4 calls")
	f.under(row)
	f.append(more(f.driver, f.names, "bash_tool unknown-tool"))
	f.says("New failure: bash_tool, unknown, turn 5. n goes to the next.")
	f.under(row)
	f.pause()
	f.says("New failure")
	f.press("j")
	f.seesNot("New failure")
	u := more(f.driver, f.names, "zap unknown-tool")
	v := more(f.driver, f.names, "Edit")
	v.Batch.Patches = []journey.Patch{{Row: 0, Class: journey.ClassToolFailed}, {Row: 1, Class: journey.ClassToolFailed}}
	f.append(u, v)
	f.says("2 new failures, the last: Read, tool failed")
}

// The cursor keeps its row also where no key moved it yet.
func TestFollowKeepsFirstRow(t *testing.T) {
	f := tailedAt(t, 80, 24, "Read", "Edit")
	row := f.m.row().name
	f.append(more(f.driver, f.names, "aaa unknown-tool"))
	f.under(row)
	f.press("n")
	f.under("aaa")
}

func TestFollowHolds(t *testing.T) {
	f := tailedAt(t, 120, 40, "Read")
	f.append(more(f.driver, f.names, "Read"))
	f.press("f")
	f.says("Not following any more")
	f.sees("held")
	f.append(more(f.driver, f.names, "Read")) // what the command brings that waited already
	f.sees("2 calls")
	if f.m.load.tail.waits {
		t.Error("news are waited for, and the user holds them")
	}
	f.press("f")
	f.sees("3 calls")
	f.append(more(f.driver, f.names, "Read"))
	f.sees("4 calls")
	f.sees("follows")
}

func TestFollowRewritten(t *testing.T) {
	f := tailedAt(t, 120, 40, "Read", "Edit", "Bash")
	f.press("j")
	row := f.m.row().name
	tries := 0
	f.m.open = func(ctxType, []string) (reading, error) {
		if tries++; tries == 1 {
			return nil, errors.New("session.jsonl is empty")
		}
		return readingOf(callsUpdate("claude-code", "2.0.37", "zap unknown-tool", "Bash", "Edit", "Read")), nil
	}
	f.append(sessions.Update{Rewritten: true})
	f.hold = false
	f.press("?")
	f.pause()
	if tries > 0 {
		t.Error("opened again under an overlay")
	}
	f.press("esc")
	f.pause()
	f.says("session.jsonl has changed and cannot be read now; what was read stays.")
	f.sees("3 calls")
	f.pause()
	f.sees("4 calls")
	f.under(row)
	f.says("New failure: zap, unknown, turn 1. n goes to the next.")
	if !f.file.closed {
		t.Error("the earlier reading stays open")
	}
}

// A reading again that brings no failure says only that it was one.
func TestFollowRewrittenQuietly(t *testing.T) {
	f := tailedAt(t, 120, 40, "Read", "zap unknown-tool")
	f.m.open = func(ctxType, []string) (reading, error) {
		return readingOf(callsUpdate("claude-code", "2.0.37", "Read", "zap unknown-tool", "Bash")), nil
	}
	f.append(sessions.Update{Rewritten: true})
	f.hold = false
	f.pause()
	f.sees("3 calls")
	f.says("session.jsonl has changed: read again from its beginning.")
}

// The new failure is told, also where it stands before those of earlier.
func TestFollowRewrittenInBetween(t *testing.T) {
	f := tailedAt(t, 120, 40, "Read", "zap unknown-tool")
	f.m.open = func(ctxType, []string) (reading, error) {
		return readingOf(callsUpdate("claude-code", "2.0.37", "Read", "zip unknown-tool", "zap unknown-tool")), nil
	}
	f.append(sessions.Update{Rewritten: true})
	f.hold = false
	f.pause()
	f.says("New failure: zip, unknown")
}

func TestFollowKeyRefuses(t *testing.T) {
	d := opened(t, Options{}, 120, 40)
	d.press("f")
	d.says("f: not followed: r reads it again")
}

func TestFollowOldNews(t *testing.T) {
	f := tailedAt(t, 120, 40, "Read")
	f.send(grownMsg{number: f.m.load.number - 1, list: []sessions.Update{more(f.driver, f.names, "zap")}})
	f.sees("1 call")
	f.send(grownMsg{number: f.m.load.number, closed: true})
	f.press("f")
	f.says("f: not followed")
}

func TestFollowScreens(t *testing.T) {
	each(t, "grew", func(t *testing.T, w, h int) *driver {
		f := tailedAt(t, w, h, "Read", "Edit tool-failed", "Bash")
		f.append(more(f.driver, f.names, "Read", "bash_tool unknown-tool"))
		return f.driver
	})
	each(t, "held", func(t *testing.T, w, h int) *driver {
		f := tailedAt(t, w, h, "Read", "Edit tool-failed", "Bash")
		f.append(more(f.driver, f.names, "Read"))
		f.press("f")
		return f.driver
	})
}

// A line of news to its frame at 120x40 in a file of 200,000 calls of 5,000
// tools. With the reading of the line it must stay under 10 ms.
func BenchmarkNewsToFrame(b *testing.B) {
	d := bigModel(&testing.T{}, 120, 40)
	d.hold = true
	number := d.m.load.number
	for i := 0; b.Loop(); i++ {
		u := sessions.Update{Batch: journey.Batch{Rows: []journey.Row{{Name: journey.Sym(1 + i%5000), Turn: uint32(200_001 + i), Line: uint32(400_001 + i), Ret: 1}}}}
		d.m.Update(grownMsg{number: number, list: []sessions.Update{u}})
		if s := d.m.content(); !strings.Contains(s, "calls") {
			b.Fatal("no frame")
		}
		d.held, d.later = nil, nil
	}
}
