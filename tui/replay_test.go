package tui

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey/decide"
)

// plays reports whether a step is waited for.
func (d *driver) plays() bool {
	return slices.ContainsFunc(d.later, func(m tea.Msg) bool { _, ok := m.(playMsg); return ok })
}

func TestReplayScreens(t *testing.T) {
	at := func(name string, keys ...string) func(t *testing.T, w, h int) *driver {
		return func(t *testing.T, w, h int) *driver { return demoAt(t, name, w, h).press("2").press(keys...) }
	}
	each(t, "drift", at("drift"))
	each(t, "first", at("drift", "g"))
	each(t, "zoom", at("drift", "shift+tab", "z"))
	each(t, "offered", at("drift", "tab", "j"))
	each(t, "filter", at("drift", "/", `"notes"`, "enter", "G"))
	each(t, "none", func(t *testing.T, w, h int) *driver { return fileAt(t, "names.txt", "native", w, h).press("2") })
	each(t, "assumed", func(t *testing.T, w, h int) *driver { return fileAt(t, "price-rules.jsonl", "", w, h).press("2", "n") })
	each(t, "long", func(t *testing.T, w, h int) *driver { return bigModel(t, w, h).press("2", "n", "n") })
}

func TestReplaySteps(t *testing.T) {
	d := demoAt(t, "drift", 120, 40).press("2", "g")
	d.says("Turn 1 of 5.")
	d.press("h")
	d.says("This is the first turn.")
	d.press("l", "l")
	d.says("Turn 3 of 5. Paused. The offered list changed here: +1 -1.")
	d.sees("stored in turn 1, read in turn 3")
	d.sees("another tool")
	d.sees("≠ drift")
	d.sees("said about docs.open, read as docs_open")
	d.press("j")
	d.sees("call 3 of 5")
	d.sees("wrong tool")
	d.press("G", "l")
	d.says("This is the last turn.")
	d.press("N")
	d.says("Turn 3 of 5.")
	d.press("f")
	d.says("f: a demo does not grow")
}

// What is supposed on What-if is in force here, and the first row says so.
func TestReplayWithEdits(t *testing.T) {
	d := demoAt(t, "drift", 120, 40)
	d.run(d.m.addEdit(decide.Edit{Kind: decide.EditRename, Tool: "read", To: "look"}))
	d.press("2")
	d.sees("1 edit  5 turns")
}

// enter leads to Journeys and back, both ways.
func TestReplayAndJourneys(t *testing.T) {
	d := demoAt(t, "drift", 120, 40).press("2", "g", "l", "enter")
	if d.m.tab != tabJourneys || d.m.row() == nil || d.m.callRow() != 1 {
		t.Fatalf("enter on a call leads to tab %d, call %d", d.m.tab, d.m.callRow())
	}
	d.press("esc")
	d.says("Turn 2 of 5.")
	d.press("g", "tab", "enter")
	if d.m.tab != tabJourneys {
		d.says("enter: the newest list, which Journeys shows, does not have it")
	}
	d.press("1", "esc", "esc", "esc", "1", "n", "tab", "enter")
	if d.m.tab != tabReplay || d.m.replay.row != d.m.callRow() {
		t.Fatalf("enter on a call of Journeys leads to tab %d, call %d, want Replay and %d", d.m.tab, d.m.replay.row, d.m.callRow())
	}
	d.press("esc")
	if d.m.tab != tabJourneys {
		t.Errorf("esc leads to tab %d, want back to Journeys", d.m.tab)
	}
	d.press("space")
	d.says("space: plays in Replay")
}

func TestReplayPlays(t *testing.T) {
	d := demoAt(t, "drift", 120, 40).press("2", "g")
	if d.pause(); d.plays() {
		t.Fatal("it plays before space")
	}
	d.press("space")
	d.says("Playing, one turn a second.")
	d.pause()
	d.says("Turn 2 of 5.")
	d.press("+")
	d.says("Speed: 2 turns a second.")
	d.pause()
	d.says("Turn 3 of 5.")
	d.press("space")
	d.pause()
	d.says("Turn 3 of 5. Paused.")
	if d.plays() {
		t.Error("a step is waited for, and it is paused")
	}
	d.press("space", "1")
	d.pause()
	d.pause()
	d.press("2")
	d.says("Turn 3 of 5. Paused.")
	d.press("space")
	for range 4 {
		d.pause()
	}
	if d.plays() || d.m.replay.play.on {
		t.Error("it plays on after the last turn")
	}
	d.press("-", "-", "-", "-", "-")
	d.says("It does not play slower")
}

func TestReplayFollows(t *testing.T) {
	f := tailedAt(t, 120, 40, "Read", "Edit")
	f.press("2", "G")
	f.says("Turn 2 of 2.")
	f.append(more(f.driver, f.names, "Read"))
	f.says("Turn 3 of 3.")
	f.press("g")
	f.append(more(f.driver, f.names, "Read", "Edit"))
	f.says("2 new turns came: G goes there.")
	f.press("h")
	f.says("This is the first turn.")
	f.press("G", "h", "space")
	f.pause()
	f.says("Turn 5 of 5.")
	f.append(more(f.driver, f.names, "Read"))
	f.says("Turn 6 of 6. Playing")
}

func TestReplayMouse(t *testing.T) {
	d := demoAt(t, "drift", 120, 40).press("2", "g")
	click := func(x, y int) { d.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}) }
	click(74, 6)
	d.says("Turn 4 of 5.")
	d.send(tea.MouseWheelMsg{X: 74, Y: 6, Button: tea.MouseWheelUp})
	d.says("Turn 3 of 5.")
	rows := d.lines()
	y := slices.IndexFunc(rows, func(r string) bool { return strings.Contains(r, "notes_add  turn 2") })
	d.settle()
	click(5, y)
	d.settle()
	d.sees("call 2 of 5   stored in turn 2, read in turn 3")
}

func TestReplayCopies(t *testing.T) {
	d := demoAt(t, "drift", 120, 40).press("2", "y", "w")
	if !slices.ContainsFunc(d.sent, func(s string) bool { return strings.Contains(s, `"docs_open"`) }) {
		t.Errorf("y w copies %q, want the stored call", d.sent)
	}
}

// A key to its frame in Replay at 200x55 with 200,000 calls.
func BenchmarkReplayKeyToFrame(b *testing.B) {
	d := bigModel(&testing.T{}, 200, 55)
	d.press("2")
	d.hasty = true
	on, back := keyOf("l"), keyOf("h")
	for i := 0; b.Loop(); i++ {
		if i%100 < 50 {
			d.m.Update(on)
		} else {
			d.m.Update(back)
		}
		d.m.View()
	}
}
