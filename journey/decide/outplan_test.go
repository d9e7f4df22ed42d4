package decide

import (
	"strings"
	"testing"

	"hopscope/journey"
)

// fakeProvider takes names of lower-case letters, shapes nothing, and finds
// names as fakeLocator does.
type fakeProvider struct {
	journey.Provider
	fakeLocator
}

func (fakeProvider) Info() journey.ProviderInfo { return journey.ProviderInfo{ID: "fake"} }

func (fakeProvider) Check(_ journey.Place, name journey.WireName, _ int, _ string) (journey.Verdict, []journey.Violation) {
	if strings.ToLower(string(name.Name)) != string(name.Name) {
		return journey.VerdictReject, []journey.Violation{{Detail: "capitals"}}
	}
	return journey.VerdictUnknown, nil
}

func TestMove(t *testing.T) {
	t.Parallel()
	plan := &journey.Plan{Tools: []journey.Naming{
		{Wire: journey.WireName{Name: "Bash"}, Tool: journey.Tool{Description: "not Read"}},
		{Wire: journey.WireName{Name: "Read"}},
		{Wire: journey.WireName{Name: "Gone"}, Status: journey.LeftOut},
	}}
	r := Request{Plan: plan, Provider: fakeProvider{}, Body: []byte(`{"tools":[{"name":"Bash"},{"name":"Read"}],"messages":[{"name":"read"}]}`)}
	out := r.Move(Upstream{Client: "opencode"}, Options{})
	if got, want := renames(out.RenameMap), "Bash->bash Read->read"; got != want {
		t.Errorf("map = %q, want %q", got, want)
	}
	if out.Assumed || len(out.Places) != 2 || !strings.Contains(out.After, `"bash"`) {
		t.Errorf("places = %+v, after %s", out.Places, out.After)
	}
	if len(out.HalfMoved) != 1 || out.HalfMoved[0].Declared != "Read" {
		t.Errorf("half moved = %+v, want the past call of read", out.HalfMoved)
	}
	if len(out.Mentions) != 1 || len(out.Stubs) != 2 {
		t.Errorf("mentions %+v, stubs %+v", out.Mentions, out.Stubs)
	}
	if out.Prompt == "" {
		t.Error("no prompt sentence for an empty system prompt")
	}
	if got := renames(r.Move(Upstream{Client: "claude-code"}, Options{}).RenameMap); got != "Bash:already-named Read:already-named" {
		t.Errorf("into its own vocabulary: %q", got)
	}
	plan.Tools[0].Wire.Name = "bash"
	if got := renames(r.Move(Upstream{Client: "claude-code"}, Options{}).RenameMap); got != "bash:provider-refuses Read:already-named" {
		t.Errorf("with capitals: %q", got)
	}
}

func TestEventData(t *testing.T) {
	t.Parallel()
	for event, want := range map[string]string{
		"event: x\ndata: {\"a\":1}\n\n": `{"a":1}`, `{"a":1}`: `{"a":1}`, "data: {\ndata: }": "{\n}",
	} {
		if got := string(eventData(event)); got != want {
			t.Errorf("eventData(%q) = %q, want %q", event, got, want)
		}
	}
}
