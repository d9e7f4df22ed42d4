package tui

import (
	"testing"

	"hopscope/journey"
	"hopscope/sessions"
)

// A call of the end of a large file shows before the middle is read, and when
// the rows get the order of the file the cursor stays on it.
func TestLoadingEndFirst(t *testing.T) {
	d, _ := growing(t)
	names := map[string]journey.Sym{}
	u := more(d, names, "Read", "Edit", "Read", "Bash tool-failed")
	for i := 2; i < 4; i++ { // these two stand at the end
		r := &u.Batch.Rows[i]
		r.Flags, r.Turn, r.Line = journey.FlagAhead, 0, 0
		r.At = int64(1000 + i)
	}
	d.grow(u)
	d.under("Bash")
	d.sees("  …")
	d.press("1") // Journeys, where the cursor stands already
	m := d.m
	if row := m.callRow(); row != 3 {
		t.Fatalf("the cursor is on row %d, want 3", row)
	}
	m.data.kept.add(3, body{id: "toolu_late"})
	d.grow(more(d, names, "Bash", "Glob tool-failed"))
	d.under("Bash")
	if row := m.callRow(); row != 3 {
		t.Fatalf("the cursor is on row %d, want 3", row)
	}
	late := m.session().Rows[3]
	late.Flags, late.Turn, late.Line = 0, 6, 60
	d.grow(sessions.Update{Batch: journey.Batch{Again: []journey.Again{{Row: 3, Is: late}}, Order: &journey.Order{First: 2, Rows: []uint32{4, 5, 2, 3}}}})
	d.under("Bash")
	row := m.callRow()
	if row != 5 || m.session().Rows[row].At != 1003 {
		t.Errorf("the cursor is on row %d at %d, want 5 at 1003", row, m.session().Rows[row].At)
	}
	if id := m.data.kept.callID(m.session(), 5); id != "toolu_late" {
		t.Errorf("its id is %q", id)
	}
	if c := m.session().Call(5); c.Turn != 6 || c.Class != journey.ClassToolFailed {
		t.Errorf("the call is %+v", c)
	}
	m.gotBodies(bodiesMsg{number: m.load.number, rows: map[int]body{2: {id: "toolu_old"}}})
	if id := m.data.kept.callID(m.session(), 2); id != "" {
		t.Errorf("a body that was asked for under an old number is kept: %q", id)
	}
}
