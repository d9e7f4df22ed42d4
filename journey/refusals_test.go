package journey_test

import (
	"slices"
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/journey/provider"
)

// Each text that a provider has for its rules is read back by the provider as
// what it is; one text may stand for several rules.
func TestRefusalsAreRecognised(t *testing.T) {
	for _, p := range provider.All() {
		list := journey.Refusals(p, "")
		means := map[string][]string{}
		for _, r := range list {
			means[r.Text] = append(means[r.Text], r.Rule)
		}
		for _, r := range list {
			got, ok := p.Recognise(r.Text)
			if !ok || !slices.Contains(means[r.Text], got.Rule) {
				t.Errorf("%s: Recognise(%q) = %v, rule %q; want %q", p.Info().ID, r.Text, ok, got.Rule, r.Rule)
			}
		}
	}
}

// The rule that is in force refuses, and what it says names its own limit.
func TestRefusalsOfADay(t *testing.T) {
	p, err := provider.Get("anthropic-messages")
	if err != nil {
		t.Fatal(err)
	}
	for day, want := range map[string]string{"": "at most 128 characters", "2025-03-01": "at most 64 characters"} {
		found := ""
		for _, r := range journey.Refusals(p, day) {
			if r.Place == journey.PlaceDeclare && r.Rule == "too-long" {
				found = r.Text
			}
		}
		if !strings.HasSuffix(found, want) {
			t.Errorf("as of %q a long name is refused by %q, want a text that ends in %q", day, found, want)
		}
	}
}

func TestCounts(t *testing.T) {
	p, err := provider.Get("anthropic-messages")
	if err != nil {
		t.Fatal(err)
	}
	name := journey.WireName{Name: journey.Wire(strings.Repeat("é", 70))}
	var got []string
	for _, c := range journey.Counts(p, name, "") {
		got = append(got, string(c.Place))
		if c.Length != 70 {
			t.Errorf("%s: length %d, want 70 code points", c.Place, c.Length)
		}
		if over := c.Over(); c.Place == journey.PlaceToolReference && over != 6 || c.Place == journey.PlaceDeclare && over != 0 {
			t.Errorf("%s: %d over", c.Place, over)
		}
	}
	if s := strings.Join(got, " "); s != "declare history_call tool_reference tool_choice" {
		t.Errorf("Counts at %s, want declare history_call tool_reference tool_choice", s)
	}
}

// A custom tool is judged as one: its name is not held to the rule of
// functions where no rule for it is known.
func TestEverywhereOfACustomTool(t *testing.T) {
	plan := journey.Plan{Tools: []journey.Naming{
		{Tool: journey.Tool{Kind: journey.KindCustom}, Wire: journey.WireName{Name: "a.b"}, Safe: "a.b"},
		{Wire: journey.WireName{Name: "a.b.c"}, Safe: "a.b.c"},
	}}
	panel := journey.NewPanel(provider.All(), "")
	custom, function := panel.JudgeTool(&plan, 0), panel.JudgeTool(&plan, 1)
	if id := "openai-responses"; slices.Contains(custom.Refuses, id) || !slices.Contains(function.Refuses, id) {
		t.Errorf("%s: custom refused by %v, function by %v; want it among the second only", id, custom.Refuses, function.Refuses)
	}
}
