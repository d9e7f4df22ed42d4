package casefile

import (
	"strings"
	"testing"
)

// tourOf reads a case with this tour.
func tourOf(t *testing.T, tour string) (*Case, []string) {
	t.Helper()
	c, problems, err := Parse([]byte(`{"catalog": [], "calls": [], "tour": ` + tour + `}`))
	if err != nil {
		t.Fatal(err)
	}
	var what []string
	for _, p := range problems {
		what = append(what, p.What)
	}
	return c, what
}

func TestTour(t *testing.T) {
	const tour = `[
    {"title": "the list", "tab": "journeys", "pane": "list", "tool": "Edit", "text": "one", "key": "l", "does": "go on"},
    {"pane": "echo", "call": 2, "text": "two", "key": "x11", "later": [1]}
  ]`
	good := strings.ReplaceAll(tour, "x11", "3")
	c, problems := tourOf(t, good)
	if len(problems) > 0 || len(c.Tour) != 2 || c.Tour[0].Tool != "Edit" || c.Tour[1].Call != 2 || string(c.Tour[1].Extra[0].Raw) != "[1]" {
		t.Fatalf("Tour = %+v, %v", c.Tour, problems)
	}
	if out := string(Write(c)); !strings.Contains(out, `"tour": `+good) {
		t.Errorf("Write lost something of %s:\n%s", good, out)
	}
	c, problems = tourOf(t, tour)
	if len(problems) != 1 || !strings.Contains(problems[0], `tour[1] waits for the key "x11"`) || c.Tour != nil {
		t.Errorf("Tour = %+v, %v, want none and why", c.Tour, problems)
	}
	if out := string(Write(c)); !strings.Contains(out, `"key": "x11"`) {
		t.Errorf("a tour that cannot be used is not kept:\n%s", out)
	}
}

// What a tour of others can ask for is to look.
func TestTourUnfit(t *testing.T) {
	long := strings.Repeat("é", TourText+1)
	for in, want := range map[string]string{
		`{}`:    `is an object, not a list of steps`,
		`["x"]`: `is a string, not an object`,
		`[{"text": 1, "pane": "list", "key": "l"}]`:                                   `tour[0].text is a number`,
		`[{"text": "t", "pane": "matrix", "key": "l"}]`:                               `on journeys there are`,
		`[{"text": "t", "tab": "home", "pane": "list", "key": "l"}]`:                  `which there is not`,
		`[{"text": "", "pane": "list", "key": "l"}]`:                                  `says nothing`,
		`[{"text": "` + long + `", "pane": "list", "key": "l"}]`:                      `at most 240`,
		`[{"text": "t", "pane": "list"}, {"text": "t", "pane": "list"}]`:              `tour[1] comes behind a step that waits for no key`,
		`[{"text": "t", "pane": "list", "key": "e"}]`:                                 `waits for the key "e"`,
		`[{"text": "t", "pane": "list", "key": "q"}]`:                                 `waits for the key "q"`,
		`[{"text": "t", "pane": "list", "key": "w"}]`:                                 `waits for the key "w"`,
		`[{"text": "t", "pane": "list", "key": "y"}]`:                                 `waits for the key "y"`,
		`[{"text": "t", "pane": "list", "key": "ctrl+c"}]`:                            `waits for the key "ctrl+c"`,
		`[{"text": "t", "pane": "wire", "key": "enter"}]`:                             `waits for the key "enter"`,
		`[{"text": "t", "pane": "list", "key": "x"}]`:                                 `waits for the key "x"`,
		`[{"text": "t", "tab": "sessions", "pane": "picker", "key": "enter"}]`:        `waits for the key "enter"`,
		`[{"text": "t", "tab": "what-if", "pane": "map", "key": "enter"}]`:            `waits for the key "enter"`,
		`[` + strings.Repeat(`{"text": "t", "pane": "list", "key": "j"},`, 60) + `0]`: `at most 60 steps`,
	} {
		c, problems := tourOf(t, in)
		if len(problems) != 1 || !strings.Contains(problems[0], want) || c.Tour != nil || len(c.Extra) != 1 {
			t.Errorf("tour %.80s = %+v, %q, want none, kept, and %q", in, c.Tour, problems, want)
		}
	}
}
