package scheme_test

import (
	"testing"

	"hopscope/journey"
	"hopscope/journey/provider"
)

// A client of which nobody knows how it names a server's tools: the safe form
// is not known, the wire name a stand-in; its own tools keep their names.
func TestFormThatIsNotKnown(t *testing.T) {
	for _, id := range []string{"cursor", "hermes-agent"} {
		s := mustGet(t, id)
		p := s.Plan(catalogOf(mcp("docs", "docs.open"), journey.Tool{Registered: "terminal", Builtin: true}))
		for i, want := range []struct {
			safe    string
			state   journey.StopState
			assumed bool
		}{{"", journey.StopNotRecorded, true}, {"terminal", journey.StopKnown, false}} {
			j := journey.Trace(journey.TraceInput{Plan: &p, Scheme: s, Tool: i, CatalogKnown: true})
			safe, wire := j.At(journey.HopSafe), j.At(journey.HopWire)
			if safe.Name != want.safe || safe.State != want.state || wire.Assumed != want.assumed {
				t.Errorf("%s: tool %d has safe form %q, %v (%s), wire name assumed %v; want %q, %v, %v", id, i, safe.Name, safe.State, safe.Note, wire.Assumed, want.safe, want.state, want.assumed)
			}
		}
	}
}

// Of a form that nobody knows no provider can be said to refuse it.
func TestFormThatIsNotKnownIsNotJudged(t *testing.T) {
	prov, err := provider.Get("openai-chat")
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]journey.Verdict{"cursor": journey.VerdictUnknown, "crush": journey.VerdictReject} {
		p := mustGet(t, id).Plan(catalogOf(mcp("docs", "docs.open")))
		census := journey.Census(&p, prov, "")
		if got := census.Tools[0].Verdict; got != want {
			t.Errorf("%s: verdict of docs.open = %v, want %v", id, got, want)
		}
	}
}
