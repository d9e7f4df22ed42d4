package demo

import (
	"slices"
	"testing"

	"hopscope/journey"
	"hopscope/journey/diagnose"
	"hopscope/sessions/casefile"
)

// TestVerdict holds that each demo tells its own story: the diagnosis is the
// one that the file expects, and the rules of its client foresee every call.
func TestVerdict(t *testing.T) {
	for _, d := range List() {
		t.Run(d.Name, func(t *testing.T) {
			data, err := Get(d.Name)
			if err != nil {
				t.Fatal(err)
			}
			c, _, err := casefile.Parse(data)
			if err != nil {
				t.Fatal(err)
			}
			var s journey.Session
			s.Apply(c.Batch(0))
			a := diagnose.New(diagnose.Input{Session: &s, Catalog: c.Catalog(), Bodies: c.Bodies()})
			if id := a.Scheme().Info().ID; id == "verbatim" && c.Client != "codex" {
				t.Errorf("no rules are known for %s", c.Client)
			}
			for i := range s.Rows {
				f := a.Finding(i)
				if f.Agrees == nil || !*f.Agrees || f.Predicted.Assumed {
					t.Errorf("call %d, %s: predicted %v %v, agrees %v, assumed %v", i+1, s.Echo(i).Name, f.Predicted.Outcome, f.Predicted.Tool, f.Agrees, f.Predicted.Assumed)
				}
			}
			checkVerdict(t, a.Verdict(), c.Expect)
		})
	}
}

func checkVerdict(t *testing.T, got *journey.Diagnosis, want *casefile.Expect) {
	t.Helper()
	switch {
	case want == nil && got == nil:
	case want == nil || got == nil:
		t.Errorf("Verdict() = %+v, want %+v", got, want)
	case string(got.Kind) != want.Kind || got.Target != want.Target ||
		got.Hop.String() != want.Hop && !slices.Contains(want.AcceptHops, got.Hop.String()):
		t.Errorf("Verdict() = %s at %s, target %q, want %s at %s, target %q", got.Kind, got.Hop, got.Target, want.Kind, want.Hop, want.Target)
	}
}
