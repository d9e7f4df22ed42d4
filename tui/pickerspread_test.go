package tui

import (
	"slices"
	"testing"

	"hopscope/sessions/store"
)

// A database stands in the list at once and is replaced by its sessions; the
// cursor stays on its entry.
func TestPickerSpread(t *testing.T) {
	list := manySessions(5)
	list[1].Several, list[1].Path, list[1].ID = true, "/data/opencode.db", "opencode.db"
	asked := 0
	d := drive(t, Options{
		Demos: demos(), Open: noOpen, OpenDemo: noDemo,
		Find: func() ([]store.Entry, []store.Searched) { return list, nil },
		Spread: func(entries []store.Entry, looked []store.Searched) ([]store.Entry, []store.Searched) {
			asked++
			at := slices.IndexFunc(entries, func(e store.Entry) bool { return e.Several })
			a, b := entries[at], entries[at]
			a.Several, a.ID, a.Path = false, "ses_one", a.Path+"#ses_one"
			b.Several, b.ID, b.Path = false, "ses_two", b.Path+"#ses_two"
			return slices.Concat(entries[:at], []store.Entry{a, b}, entries[at+1:]), looked
		},
	})
	d.begin(120, 40)
	d.sees("6 sessions")
	if asked != 1 {
		t.Errorf("asked %d times, want once", asked)
	}
	d.press("down", "down", "down")
	want := d.m.pick.entry().Path
	d.send(foundMsg{entries: list})
	if got := d.m.pick.entry().Path; got != want {
		t.Errorf("the cursor went from %s to %s", want, got)
	}
	d.m.pick.list.cursor = len(d.m.pick.shown) + 1
	d.send(foundMsg{entries: list})
	if got := d.m.pick.demoAt(d.m); got != 1 {
		t.Errorf("the cursor is on the demo %d, want 1", got)
	}
}
