package casefile

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"hopscope/journey"
	"hopscope/sessions/node"
)

// Step is one step of a guided tour: it points at a pane, says one thing, and
// waits for the key that shows it. All of it is data. What a step may wait for
// is a key that only looks: none that writes, deletes, copies, opens a program
// or leaves.
type Step struct {
	// Title is a word or two, Text the one thing that is said, in plain words.
	Title, Text string
	// Tab is journeys, replay, vocabulary, what-if or sessions; empty: the tab
	// of the step before, at first journeys.
	Tab string
	// Pane is what the step points at, one of TourPanes of its tab.
	Pane string
	// Tool and Call say where the cursor stands: an echoed or registered name,
	// and the number of a call in the case (from 1, calls of null counted).
	Tool string
	Call int
	// Turn is the turn that Replay shows the call in, 0: its own.
	Turn int
	// Key is the key that goes on, by the names of the built-in key map. Does
	// says what it does there, after "Press l to": "stand on the next hop". The
	// last step may have none: it says the last thing.
	Key, Does string
	// Extra are the fields that this version does not know.
	Extra []Field
}

// Limits of a tour: number of steps, and characters of what is shown.
const (
	TourSteps = 60
	TourTitle = 40
	TourText  = 240
	TourDoes  = 60
)

// tourPanes are what a step can point at, by tab.
var tourPanes = map[string][]string{
	"journeys": {
		"list", "calls", "rail", "why", "registered", "safe", "wire", "echo", "dispatch", "replay", "identity",
	},
	"replay": {
		"timeline", "offered", "calls", "rail", "why", "predicted", "schemes", "meaning", "replay",
	},
	"vocabulary": {"matrix", "names", "pairs", "users", "open"},
	"what-if":    {"input", "arguments", "trace", "clients", "map", "places", "edits"},
	"sessions":   {"picker", "preview"},
}

// TourPanes returns what a step can point at on a tab, nil for no tab.
func TourPanes(tab string) []string { return tourPanes[tab] }

// tourKeys only look, on every tab; enter and x do not everywhere: see looks.
var tourKeys = []string{
	"j", "k", "h", "l", "down", "up", "left", "right", "g", "G", "tab", "shift+tab", "z", "n", "N",
	"s", "S", "p", "P", "i", "V", "1", "2", "3", "4", "5", "space",
}

// looks reports whether a key only looks where a step waits for it.
func looks(key, tab, pane string) bool {
	switch key {
	case "enter": // at other places it opens, takes or copies something
		return tab == "journeys" && pane != "wire" || tab == "replay" || tab == "vocabulary"
	case "x": // in the list of sessions it deletes
		return tab == "vocabulary"
	}
	return slices.Contains(tourKeys, key)
}

// tour reads the steps. One that cannot be used is reported, and then none is:
// a tour with a hole leads nowhere.
func (p *parser) tour(v node.Value) bool {
	if v.Kind() == node.Null {
		return true
	}
	if v.Kind() != node.Array {
		return p.wrong(v, "tour", "a list of steps")
	}
	var steps []Step
	tab := "journeys"
	for e := range v.Elements() {
		place := fmt.Sprintf("tour[%d]", len(steps))
		if len(steps) == TourSteps {
			return p.bad(e, place, fmt.Sprintf("one too many: a tour has at most %d steps", TourSteps))
		}
		if n := len(steps); n > 0 && steps[n-1].Key == "" {
			return p.bad(e, place, "comes behind a step that waits for no key")
		}
		if e.Kind() != node.Object {
			return p.wrong(e, place, "an object")
		}
		s, ok := p.step(e, place)
		if !ok {
			return false
		}
		if s.Tab != "" {
			tab = s.Tab
		}
		if why := s.unfit(tab); why != "" {
			return p.bad(e, place, why)
		}
		steps = append(steps, s)
	}
	p.c.Tour = steps
	return true
}

func (p *parser) step(v node.Value, place string) (Step, bool) {
	var s Step
	texts := map[string]*string{
		"title": &s.Title, "text": &s.Text, "tab": &s.Tab, "pane": &s.Pane, "tool": &s.Tool, "key": &s.Key, "does": &s.Does,
	}
	for key, e := range v.Members() {
		ok := true
		if dst := texts[key]; dst != nil {
			ok = p.text(e, place+"."+key, dst)
		} else if key == "call" {
			ok = p.number(e, place+"."+key, &s.Call)
		} else if key == "turn" {
			ok = p.number(e, place+"."+key, &s.Turn)
		} else {
			s.Extra = append(s.Extra, Field{key, clone(e)})
		}
		if !ok {
			return s, false
		}
	}
	return s, true
}

// unfit says why a step on a tab cannot be used, empty: it can.
func (s *Step) unfit(tab string) string {
	panes, known := tourPanes[tab]
	switch {
	case !known:
		return fmt.Sprintf("points at the tab %q, which there is not", s.Tab)
	case !slices.Contains(panes, s.Pane):
		return fmt.Sprintf("points at %q; on %s there are %s", s.Pane, tab, strings.Join(panes, ", "))
	case s.Text == "":
		return "says nothing"
	case s.Key != "" && !looks(s.Key, tab, s.Pane):
		return fmt.Sprintf("waits for the key %q, which does more than look, or nothing", s.Key)
	}
	for _, x := range []struct {
		field, text string
		most        int
	}{{"title", s.Title, TourTitle}, {"text", s.Text, TourText}, {"does", s.Does, TourDoes}} {
		if n := utf8.RuneCountInString(x.text); n > x.most {
			return fmt.Sprintf("has a %s of %d characters, at most %d are shown", x.field, n, x.most)
		}
	}
	return ""
}

// bad reports a step that is well formed and cannot be used; its tour is kept
// as it stands and not shown.
func (p *parser) bad(v node.Value, place, why string) bool {
	line := p.lines.At(v.Offset())
	p.problems = append(p.problems, journey.Problem{
		Where: fmt.Sprintf("case file: line %d, offset %d", line, v.Offset()),
		What:  place + " " + why,
		Fix:   "the tour is kept and not shown", Line: uint32(line),
	})
	return false
}

func stepJSON(s Step) string {
	var f fields
	f.text("title", s.Title)
	f.text("tab", s.Tab)
	f.text("pane", s.Pane)
	f.text("tool", s.Tool)
	f.number("call", s.Call)
	f.number("turn", s.Turn)
	f.text("text", s.Text)
	f.text("key", s.Key)
	f.text("does", s.Does)
	return f.rest(s.Extra)
}
