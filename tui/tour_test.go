package tui

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

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
