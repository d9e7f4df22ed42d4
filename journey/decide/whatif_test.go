package decide

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/journey/scheme"
)

func realRules() Rules { return Rules{scheme.Get, provider.Get} }

func TestEffects(t *testing.T) {
	t.Parallel()
	recorded := []Recorded{{Call: invocation("open", ""), Failed: 3}, {Call: invocation("get", ""), Failed: 4}, {Call: invocation("read", ""), Ran: 2}}
	edits := NewEdits([]Edit{
		{Kind: EditRename, Tool: "docs.open", To: "open"},
		{Kind: EditRemove, Tool: "gone"},
		{Kind: EditAdd, Tool: "get"},
		{Kind: EditRemove, Tool: "read"},
	})
	want := [][2]string{
		{"3 of 7 failures would dispatch; 1 gone clash", "3 of 7 failures would dispatch; 1 gone clash"},
		{"no difference", "3 of 7 failures would dispatch; 1 gone clash"},
		{"4 of 7 failures would dispatch", "7 of 7 failures would dispatch; 1 gone clash"},
		{"2 calls that ran would fail", "7 of 7 failures would dispatch; 2 calls that ran would fail; 1 gone clash"},
	}
	got := edits.Effects(docsSetup(), realRules(), recorded)
	if len(got) != len(want) {
		t.Fatalf("Effects: %d, want %d", len(got), len(want))
	}
	for i, c := range got {
		if c.Own.Words() != want[i][0] || c.Total.Words() != want[i][1] || (c.Err != nil) != (i == 1) {
			t.Errorf("edit %d = %q, %q, %v, want %q", i, c.Own.Words(), c.Total.Words(), c.Err, want[i])
		}
	}
}

// What a scheme adds of itself can be edited, in every scheme that adds it, and
// writing the list out changes no name.
func TestChangeBuiltins(t *testing.T) {
	t.Parallel()
	set := journey.Setting{Builtins: true}
	for _, s := range scheme.All() {
		before := s.Plan(set)
		if len(before.Tools) == 0 {
			continue
		}
		out := writtenOut(s, set)
		after := s.Plan(out)
		for i := range before.Tools {
			if i >= len(after.Tools) || after.Tools[i].Wire != before.Tools[i].Wire || after.Tools[i].Status != before.Tools[i].Status {
				t.Errorf("%s: written out, tool %d is another: %v", s.Info().ID, i, before.Tools[i].Wire)
				break
			}
		}
		name := before.Tools[0].Tool.Listed()
		changed := NewEdits([]Edit{{Kind: EditRemove, Tool: name}, {Kind: EditRemove, Tool: "gone"}}).Change(s, set)
		plan := s.Plan(changed)
		if len(plan.Tools) != len(before.Tools)-1 {
			t.Errorf("%s: remove %s leaves %d of %d tools", s.Info().ID, name, len(plan.Tools), len(before.Tools))
		}
	}
	if !set.Builtins {
		t.Error("Change changed the setting that it was given")
	}
}

func TestEditsRules(t *testing.T) {
	t.Parallel()
	e := NewEdits([]Edit{{Kind: EditScheme, To: "codex"}, {Kind: EditVersion, To: "0.118"}, {Kind: EditProvider, To: "groq"}, {Kind: EditRemove, Tool: "x"}})
	if s, p := e.Rules("native", "xai"); s != "codex@0.118" || p != "groq" {
		t.Errorf("Rules = %q, %q", s, p)
	}
	if got := SchemeID(journey.SchemeInfo{ID: "a", Version: "1"}) + " " + SchemeID(journey.SchemeInfo{ID: "b"}); got != "a@1 b" {
		t.Errorf("SchemeID = %q", got)
	}
}

func TestTry(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		edit Edit
		want string
	}{
		{Edit{Kind: EditRemove, Tool: "read"}, ""},
		{Edit{Kind: EditRemove, Tool: "gone"}, "no such tool"},
		{Edit{Kind: EditScheme, To: "nobody"}, "nobody"},
		{Edit{Kind: EditProvider, To: "nobody"}, "nobody"},
		{Edit{Kind: EditVersion, To: "x.y"}, "x.y"},
	} {
		err := realRules().Try(docsSetup(), tt.edit)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Try(%s) = %v, want %q", tt.edit.Words(), err, tt.want)
		}
	}
	broken := realRules()
	broken.Scheme = func(string) (journey.Scheme, error) { return nil, errors.New("none") }
	if broken.Try(docsSetup(), Edit{Kind: EditAdd, Tool: "x"}) == nil {
		t.Error("Try without a scheme: no error")
	}
}

func TestTarget(t *testing.T) {
	t.Parallel()
	o := Options{}
	if got := o.Target("claude-code"); got.Client != "opencode" || got.Version == "" {
		t.Errorf("Target(claude-code) = %+v", got)
	}
	if got := o.Target("opencode").Client; got != "claude-code" {
		t.Errorf("Target(opencode) = %s", got)
	}
	if !slices.ContainsFunc(o.Targets(), func(u Upstream) bool { return u.Client == "codex" }) {
		t.Error("Targets lack codex")
	}
}

func TestFindGate(t *testing.T) {
	t.Parallel()
	text := `{"error":{"type":"FreeTierError","message":"OpenCode's free tier can only be used from within OpenCode"}}`
	if g, ok := FindGate(text); !ok || g.Text != text || g.Who == "" || g.Where == "" || g.What == "" {
		t.Errorf("FindGate = %+v, %v", g, ok)
	}
	if _, ok := FindGate("No such tool available: read"); ok {
		t.Error("FindGate recognises a client's refusal")
	}
}

// A desk and a panel answer as the single functions do, whatever came before.
func TestDeskAndPanel(t *testing.T) {
	t.Parallel()
	declared := tools("Bash", "Read", "Edit", "mcp__a__open")
	desk, panel := NewDesk(declared, Options{}), NewPanel(declared, nil)
	for _, name := range []string{"bash_tool", "read", "apply_patch", "mcp__b__open", "", "Bash", "x"} {
		call := invocation(name, `{"command":"ls"}`)
		if got, want := desk.Decide(call), Decide(declared, call, Options{}); got.Outcome != want.Outcome || got.Target != want.Target || got.Reason != want.Reason {
			t.Errorf("Desk.Decide(%q) = %+v, want %+v", name, got, want)
		}
		if got, want := panel.Answers(call), Clients(declared, call, nil); !slices.Equal(got, want) {
			t.Errorf("Panel.Answers(%q) = %+v, want %+v", name, got, want)
		}
	}
}

func TestForget(t *testing.T) {
	t.Parallel()
	plan := &journey.Plan{Tools: []journey.Naming{{Wire: journey.WireName{Name: "Bash"}}}}
	p, err := provider.Get("anthropic-messages")
	if err != nil {
		t.Fatal(err)
	}
	r := Request{Plan: plan, Provider: p}
	whole := r.Move(Upstream{Client: "opencode"}, Options{})
	if len(whole.Places) < 2 || len(whole.HalfMoved) != 0 {
		t.Fatalf("Move: %d places, half-moved %v", len(whole.Places), whole.HalfMoved)
	}
	for _, place := range whole.Places {
		r.Forget = []string{place.Path}
		half := r.Move(Upstream{Client: "opencode"}, Options{})
		if len(half.HalfMoved) == 0 || len(half.Places) != len(whole.Places) {
			t.Errorf("without %s: half-moved %v, %d places", place.Path, half.HalfMoved, len(half.Places))
		}
	}
}
