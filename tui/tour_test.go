package tui

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"hopscope/journey/provider"
	"hopscope/journey/scheme"
	"hopscope/sessions"
	"hopscope/sessions/demo"
)

// tourAt opens a built-in session with its tour, as the command does.
func tourAt(t *testing.T, name string, w, h int) *driver {
	t.Helper()
	op, err := openDemo(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	title := ""
	for _, d := range demo.List() {
		if d.Name == name {
			title = d.Title
		}
	}
	d := drive(t, Options{
		Schemes: scheme.All(), Providers: provider.All(), Opening: op, Demo: title, Tours: true,
		Open: noOpen, OpenDemo: openDemo, Find: noSessions, Demos: demo.List(),
	}).begin(w, h)
	t.Cleanup(d.m.shut)
	d.settle()
	return d
}

// pointed checks a step of a tour: what it points at is on the screen, not
// covered, and has the focus where it can have it.
func (d *driver) pointed(when string) {
	d.t.Helper()
	m := d.m
	if m.tour == nil {
		d.t.Fatalf("%s: no tour is on", when)
	}
	s := m.tour.steps[m.tour.at]
	box, _, shown := m.tourBox()
	target := m.tourPlace()
	switch {
	case !shown:
		d.t.Errorf("%s: the box is not shown", when)
	case target.empty():
		d.t.Errorf("%s: %s is not on the screen", when, s.Pane)
	case box.overlaps(target):
		d.t.Errorf("%s: the box at %v covers %s at %v", when, box, s.Pane, target)
	case box.y < 0 || box.y+box.h > m.h-footRows || box.x < 0 || box.x+box.w > m.w:
		d.t.Errorf("%s: the box at %v is not on the screen", when, box)
	}
	switch s.Pane {
	case "rail", "why":
	default:
		if at := m.whereabouts().pane; at != s.Pane {
			d.t.Errorf("%s: the focus is on %q, want %q", when, at, s.Pane)
		}
	}
	if !m.calledHere(s.Tool) {
		d.t.Errorf("%s: the cursor stands on %q, want %q", when, m.row().name, s.Tool)
	}
	d.m.paint()
	text := strings.Join(m.screen.plain(), "\n")
	for _, want := range []string{fmt.Sprintf("Tour %d of %d", m.tour.at+1, len(m.tour.steps)), strings.Fields(s.Text)[0]} {
		if m.styles.ascii {
			continue
		}
		if !strings.Contains(text, want) {
			d.t.Errorf("%s: %q is not on the screen", when, want)
		}
	}
}

// Every tour can be walked to its end by its own keys, at every size, and back.
func TestTours(t *testing.T) {
	for _, x := range demo.List() {
		t.Run(x.Name, func(t *testing.T) {
			for _, s := range sizes {
				d := tourAt(t, x.Name, s.w, s.h)
				n := len(d.m.tourSteps())
				for i := range n {
					when := fmt.Sprintf("step %d at %dx%d", i+1, s.w, s.h)
					if d.m.tour == nil || d.m.tour.at != i {
						t.Fatalf("%s: the tour is %+v", when, d.m.tour)
					}
					d.pointed(when)
					d.harmless(when)
					if i+1 == n {
						break
					}
					d.press(d.m.tour.key(d.m))
					for len(d.m.overlay) > 0 { // the key opened something
						d.harmless(when)
						d.press("esc")
					}
				}
				for range n - 1 {
					d.press("backspace")
					d.pointed(fmt.Sprintf("back at step %d at %dx%d", d.m.tour.at+1, s.w, s.h))
				}
				for range n - 1 {
					d.press("ctrl+n")
					d.pointed(fmt.Sprintf("skipped to step %d at %dx%d", d.m.tour.at+1, s.w, s.h))
				}
				d.press("esc")
				if d.m.tour != nil || d.m.data.demo == "" {
					t.Errorf("esc does not leave the tour")
				}
			}
		})
	}
}

// openCase opens the text of a case file.
func openCase(t *testing.T, text string, o Options) *driver {
	t.Helper()
	op, err := sessions.Open(context.Background(), sessions.Options{Paths: []string{"-"}, Stdin: bytes.NewReader([]byte(text))})
	if err != nil {
		t.Fatal(err)
	}
	o.Schemes, o.Providers, o.Opening, o.Paths, o.Tours = scheme.All(), provider.All(), op, []string{"x.case.json"}, true
	d := drive(t, o).begin(80, 24)
	t.Cleanup(d.m.shut)
	return d
}

// The steps of a tour on the screen, at two sizes.
func TestTourScreens(t *testing.T) {
	for _, x := range []struct {
		name string
		step int
	}{{"happy", 1}, {"happy", 3}, {"happy", 5}, {"bash_tool", 1}, {"bash_tool", 7}, {"case", 2}, {"dot", 4}, {"clash", 3}, {"drift", 3}, {"drift", 6}, {"patch", 5}, {"patch", 6}, {"gateway", 6}} {
		for _, s := range []struct{ w, h int }{{80, 24}, {120, 40}} {
			t.Run(fmt.Sprintf("%s-%d-%dx%d", x.name, x.step, s.w, s.h), func(t *testing.T) {
				d := tourAt(t, x.name, s.w, s.h)
				for range x.step - 1 {
					d.press("ctrl+n")
				}
				golden.RequireEqual(t, []byte(d.screen()))
			})
		}
	}
}

// A tour stays where it is when the window changes, and comes back when it was
// left alone: nothing else is taken from the screen meanwhile.
func TestTourWaits(t *testing.T) {
	d := tourAt(t, "happy", 80, 24)
	d.press("l", "l")
	for _, s := range sizes {
		d.size(s.w, s.h)
		d.pointed(fmt.Sprintf("resized to %dx%d", s.w, s.h))
	}
	d.size(40, 8)
	d.sees("hopscope needs 60x15")
	d.size(80, 24)
	d.pointed("large again")

	d.press("1", "tab", "tab")
	if _, _, shown := d.m.tourBox(); shown {
		t.Error("the box is in the way while something else is looked at")
	}
	d.says("The tour waits at step 3 of 9: T comes back to it.")
	d.press("l") // an ordinary key now
	if d.m.tour.at != 2 {
		t.Errorf("the tour went on by itself to step %d", d.m.tour.at+1)
	}
	d.press("T")
	d.pointed("back")
	d.press(":")
	d.says("esc closes this, then the tour goes on.")
	d.press("esc")
	d.pointed("after the palette")
	d.press("T")
	if d.m.tour.at != 0 {
		t.Errorf("T leads to step %d, want the first", d.m.tour.at+1)
	}
	d.press("esc")
	d.says("The tour is over; T begins it again.")
	d.press(":", `"tour res"`, "enter")
	d.pointed("restarted from the palette")
	d.size(120, 40)
	d.press("?")
	d.sees("tour: begin, come back")
}

// The last step of a demo leads to the next one, with its tour.
func TestTourGoesOn(t *testing.T) {
	d := tourAt(t, "happy", 80, 24)
	for range 8 {
		d.press("ctrl+n")
	}
	d.press("enter")
	d.settle()
	d.sees("demo: No such …le: bash_tool")
	d.pointed("the next demo")
	if d.m.tour.at != 0 {
		t.Errorf("the next tour begins at step %d", d.m.tour.at+1)
	}
}

// A demo that is opened from the list of sessions has its tour as well.
func TestTourFromSessions(t *testing.T) {
	d := drive(t, Options{
		Schemes: scheme.All(), Providers: provider.All(), Demos: demo.List(), Find: noSessions, OpenDemo: openDemo, Open: noOpen, Tours: true,
	}).begin(80, 24)
	t.Cleanup(d.m.shut)
	d.press("enter")
	d.settle()
	d.pointed("opened from the list")
}

// What a case of others says in its tour is shown as text, begins only when it
// is asked for, and does not leave its box.
func TestTourOfOthers(t *testing.T) {
	const text = `{"schema": "hopscope.case/1", "client": "claude-code", "title": "\u001b]52;c;aGk=\u0007x", "catalog": ["Bash", "Read"],
  "calls": [{"call": "bash\u202e", "error": "Error: No such tool available: bash"}],
  "tour": [
    {"title": "\u001b[31mred\u202e", "pane": "list", "tool": "no such tool", "call": 9, "text": "\u001b]0;title\u0007 %s", "key": "l", "does": "\u001b[2J"},
    {"title": "two", "tab": "replay", "pane": "schemes", "call": 1, "turn": 99, "text": "x", "key": "N"},
    {"title": "three", "tab": "sessions", "pane": "picker", "text": "y", "key": "5"}
  ]}`
	d := openCase(t, strings.Replace(text, "%s", strings.Repeat("ab\u200b ", 50), 1), Options{})
	if d.m.tour != nil {
		t.Error("the tour of a case begins by itself")
	}
	d.sent = nil
	d.press("T")
	for _, s := range sizes {
		d.size(s.w, s.h)
		d.harmless(fmt.Sprintf("a hostile tour at %dx%d", s.w, s.h))
	}
	d.sees(`\x1b[31mred`)
	for _, k := range []string{"l", "N", "5", "esc", "T", "esc"} {
		d.press(k)
		d.harmless("after " + k)
	}
	if len(d.sent) > 0 {
		t.Errorf("the tour made the screen ask for %v", d.sent)
	}
}

// The box lies beside what it points at, wherever that is, unless there is no
// room at all.
func TestPlaceTour(t *testing.T) {
	rows := func(w int) int { return len(wrap(strings.Repeat("word ", 30), w)) }
	for _, s := range sizes {
		for _, target := range []rect{
			{1, 3, s.w - 2, 4}, {1, s.h - 5, s.w - 2, 3}, {2, s.h / 2, s.w / 3, 2}, {1, 3, s.w / 3, 2}, {},
		} {
			at, form, ok := placeTour(s.w, s.h, target, rect{}, rows)
			if !ok || at.overlaps(target) || at.x < 0 || at.y < 0 || at.x+at.w > s.w || at.y+at.h > s.h-footRows || at.h != form.height(rows(at.w-4)) {
				t.Errorf("placeTour(%d, %d, %v) = %v, %+v, %v", s.w, s.h, target, at, form, ok)
			}
		}
		whole := rect{1, headRows, s.w - 2, s.h - headRows - footRows}
		if at, _, ok := placeTour(s.w, s.h, whole, rect{}, rows); ok || at.y+at.h > s.h-footRows {
			t.Errorf("placeTour beside all of %dx%d = %v, %v, want the lower end of it", s.w, s.h, at, ok)
		}
	}
}

// The key of a step leads where the next step points without the tour too: a
// tour shows what the keys do, it does not do it for them.
func TestTourKeysAreHonest(t *testing.T) {
	for _, x := range demo.List() {
		op, err := openDemo(context.Background(), x.Name)
		if err != nil {
			t.Fatal(err)
		}
		d := drive(t, Options{Schemes: scheme.All(), Providers: provider.All(), Opening: op, Demo: x.Title, Find: noSessions, Open: noOpen, OpenDemo: openDemo}).begin(120, 40)
		t.Cleanup(d.m.shut)
		d.press("T") // stands at the first step
		d.m.tour = nil
		steps := d.m.tourSteps()
		for i, s := range steps[:len(steps)-1] {
			d.press(s.Key)
			for len(d.m.overlay) > 0 || d.m.typed() { // a list that was opened, or the input of What-if
				d.press("esc")
			}
			next := steps[i+1]
			if at := d.m.whereabouts().pane; at != next.Pane && next.Pane != "rail" && next.Pane != "why" {
				t.Errorf("%s: %s at step %d leads to %q, and step %d points at %q", x.Name, s.Key, i+1, at, i+2, next.Pane)
			}
			if !d.m.calledHere(next.Tool) {
				t.Errorf("%s: %s at step %d leads to %q, and step %d is about %q", x.Name, s.Key, i+1, d.m.row().name, i+2, next.Tool)
			}
		}
	}
}

// Without colour a bar stands beside what the step points at.
func TestTourWithoutColour(t *testing.T) {
	d := tourAt(t, "happy", 80, 24)
	d.m.themeID = "plain"
	d.m.restyle()
	d.m.paint()
	at := d.m.tourPlace()
	for y := at.y; y < at.y+at.h; y++ {
		if got := d.m.screen.at(at.x-1, y).text; got != ">" {
			t.Errorf("row %d of the rail begins with %q, want >", y, got)
		}
	}
}
