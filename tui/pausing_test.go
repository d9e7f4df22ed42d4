package tui

import (
	"fmt"
	"testing"

	"hopscope/journey"
	"hopscope/sessions"
)

// pausedReading is a reading that can wait.
type pausedReading struct {
	*fakeReading
	shut, waits bool
	can         bool
}

func (p *pausedReading) Pause() bool { p.shut = p.can; return p.can }
func (p *pausedReading) Go()         { p.shut, p.waits = false, false }
func (p *pausedReading) Waits() bool { return p.waits }

// pausing is a model whose file is still read and can wait.
func pausing(t *testing.T) (*driver, *pausedReading) {
	t.Helper()
	d := drive(t, Options{Schemes: someSchemes(), Open: noOpen})
	r := &pausedReading{fakeReading: &fakeReading{updates: make(chan sessions.Update), bodies: &fakeBodies{}}, can: true}
	d.m.start(r, []string{"long-session.jsonl"}, "")
	d.size(120, 40)
	d.hold = true
	return d, r
}

// esc has the reading wait, r goes on with the same reading.
func TestStopAndReadOn(t *testing.T) {
	d, r := pausing(t)
	d.m.open = func(ctxType, []string) (reading, error) {
		t.Error("r opens the file again")
		return nil, fmt.Errorf("not again")
	}
	names := map[string]journey.Sym{}
	d.grow(more(d, names, "Read", "bash_tool unknown-tool"))
	d.press("esc")
	if !r.shut {
		t.Fatal("esc does not have the reading wait")
	}
	d.says("Stopping")
	r.waits = true
	u := more(d, names, "Edit")
	u.Progress = sessions.Progress{Bytes: 34, Total: 100, Calls: 3}
	d.grow(u)
	d.says("Stopped at 34 %: what was read stays; r reads on.")
	d.seesNot("calls   ") // the line of the reading is gone
	d.sees("r read on")
	d.press("j", "f")
	d.says("reading was stopped: r reads on")
	d.press(":", `"turn 900"`, "enter")
	d.says("Reading was stopped before turn 900; this is the last call so far. r reads on.")
	row := d.m.row().name
	d.press("r")
	if r.shut {
		t.Fatal("r does not go on")
	}
	d.says("Reading on.")
	d.grow(more(d, names, "Grep"))
	d.under(row)
	d.sees("4 calls")
	d.press("esc")
	if !r.shut {
		t.Error("esc does not stop it a second time")
	}
	r.waits = true
	d.send(updatesMsg{number: d.m.load.number, closed: true, at: at()})
	d.press("j")
	d.seesNot("r read on")
}

// What cannot wait is ended as before.
func TestStopForGood(t *testing.T) {
	d, r := pausing(t)
	r.can = false
	stopped := false
	d.m.load.stop = func() { stopped = true }
	d.grow(more(d, map[string]journey.Sym{}, "Read"))
	d.press("esc")
	if !stopped || d.m.load.paused {
		t.Errorf("stopped %v, paused %v", stopped, d.m.load.paused)
	}
}

// A place that is not read yet is shown as soon as it is.
func TestGoToUnread(t *testing.T) {
	ahead := func(u sessions.Update) sessions.Update {
		for i := range u.Batch.Rows {
			r := &u.Batch.Rows[i]
			r.Flags, r.Turn, r.Line = journey.FlagAhead, 0, 0
		}
		return u
	}
	for _, tt := range []struct {
		typed, said string
	}{
		{"turn 9", "Turn 9 is not read yet: the cursor goes there when it is. esc waits no longer."},
		{"call 2", ""},
		{"call 4", "Call 4 is not read yet"},
		{"line 22", "Line 22 is not read yet"},
	} {
		t.Run(tt.typed, func(t *testing.T) {
			d, _ := pausing(t)
			names := map[string]journey.Sym{}
			d.grow(more(d, names, "Read", "Edit", "Bash"))
			d.grow(ahead(more(d, names, "Grep tool-failed")))
			d.press(":", `"`+tt.typed+`"`, "enter")
			if tt.said != "" {
				d.says(tt.said)
			}
			for n := 4; n < 12 && d.m.load.wish != nil; n++ {
				u := more(d, names, fmt.Sprintf("Tool%d", n))
				r := &u.Batch.Rows[0]
				r.Line, r.RetLine = 2*r.Turn, 2*r.Turn+1
				d.grow(u)
			}
			if tt.typed == "call 4" { // where calls stand is known at the end
				d.send(updatesMsg{number: d.m.load.number, closed: true, at: at()})
			}
			if d.m.load.wish != nil {
				t.Fatalf("it is still waited for with %d calls", len(d.m.session().Rows))
			}
			row := d.m.session().Rows[d.m.callRow()]
			switch tt.typed {
			case "turn 9":
				if row.Turn != 9 {
					t.Errorf("the cursor is on turn %d, want 9", row.Turn)
				}
			case "call 2":
				d.under("Edit")
			case "line 22":
				if row.Line != 22 {
					t.Errorf("the cursor is on line %d, want 22", row.Line)
				}
			}
		})
	}
}

// esc, and another way taken, end the waiting.
func TestGoToUnreadEnds(t *testing.T) {
	d, r := pausing(t)
	names := map[string]journey.Sym{}
	d.grow(more(d, names, "Read", "Edit", "Bash"))
	d.press(":", `"turn 9"`, "enter", "esc")
	d.says("Not waiting for it any more.")
	if r.shut || d.m.load.wish != nil {
		t.Errorf("esc stopped the reading: %v, waits: %v", r.shut, d.m.load.wish)
	}
	d.press(":", `"turn 9"`, "enter", "j", "k")
	if d.m.load.wish != nil {
		t.Error("the cursor was moved, and it is still waited for")
	}
	d.press(":", `"turn 9"`, "enter")
	d.send(updatesMsg{number: d.m.load.number, closed: true, at: at()})
	d.says("There is no call at turn 9; this is the last one.")
	d.under("Bash")
}
