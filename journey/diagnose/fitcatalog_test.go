package diagnose

import (
	"testing"

	"hopscope/journey"
)

// The list in force lacks a name that ran; another list of the recording, or
// the catalog that was given, has it.
func TestFitNamesTheBetterList(t *testing.T) {
	const atlas = "mcp__atlas__find"
	for _, x := range []struct {
		name    string
		tape    *tape
		catalog journey.Catalog
		want    string
	}{
		{"a later list", newTape("claude-code", "2.1.332").offers("Bash").ran("Bash", atlas).offers("Bash", atlas).ran("Bash"), journey.Catalog{},
			"1 of 1 names that went otherwise than predicted went as the list of turn 3 (line 25) says."},
		{"the given catalog", newTape("claude-code", "2.1.332").offers("Bash").ran("Bash", atlas), serverTools(journey.Ref{Server: "atlas", Name: "find"}),
			"1 of 1 names that went otherwise than predicted went as the catalog that was given says."},
		{"lists that changed explain it", newTape("claude-code", "2.1.332").offers("Bash", atlas).ran("Bash", atlas).offers("Bash").unknown(atlas), journey.Catalog{}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := New(Input{Session: x.tape.session(), Catalog: x.catalog}).Summary().Fit; got != x.want {
				t.Errorf("Fit = %q, want %q", got, x.want)
			}
		})
	}
}
