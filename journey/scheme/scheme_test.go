package scheme_test

import (
	"slices"
	"testing"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

func TestAllIsSortedAndComplete(t *testing.T) {
	var ids []string
	for _, s := range scheme.All() {
		info := s.Info()
		ids = append(ids, info.ID)
		if info.Title == "" || info.Rule == "" || len(info.Sources) == 0 {
			t.Errorf("Info of %s = %+v, want title, rule and sources", info.ID, info)
		}
		if info.Note != "" {
			t.Errorf("Info of the newest %s has the note %q, want none", info.ID, info.Note)
		}
		got := mustGet(t, info.ID)
		if got.Info().ID != info.ID {
			t.Errorf("Get(%q).Info().ID = %q", info.ID, got.Info().ID)
		}
	}
	if !slices.IsSorted(ids) {
		t.Errorf("All() = %v, want it sorted", ids)
	}
}

func TestGetChoosesTheRule(t *testing.T) {
	for _, c := range []struct{ id, version, note string }{
		{"claude-code", "2.1.332", ""},
		{"claude-code@2.1.332", "2.1.332", ""},
		{"claude-code@2.0.37", "2.1.20", "rule used: 2.1.20, the oldest known"},
		{"claude-code@2.1.20", "2.1.20", ""},
		{"claude-code@2.1.100", "2.1.63", "rule used: 2.1.63, the newest known that is not newer than 2.1.100"},
		{"claude-code@3", "2.1.332", "rule used: 2.1.332, the newest known"},
		{"Claude_CLI@2.1.63", "2.1.63", ""},
		{"native", "", ""},
	} {
		info := mustGet(t, c.id).Info()
		if info.Version != c.version || info.Note != c.note {
			t.Errorf("Get(%q) = version %q, note %q, want %q, %q", c.id, info.Version, info.Note, c.version, c.note)
		}
	}
}

func TestGetRefuses(t *testing.T) {
	for _, id := range []string{"", "nobody", "claude-code@", "claude-code@two", "claude-code@2..1", "native@x"} {
		if s, err := scheme.Get(id); err == nil {
			t.Errorf("Get(%q) = %v, want an error", id, s.Info().ID)
		}
	}
}

func TestForClient(t *testing.T) {
	s, ok := scheme.ForClient("claude", "2.0.37")
	if !ok || s.Info().ID != "claude-code" || s.Info().Version != "2.1.20" {
		t.Errorf("ForClient(claude, 2.0.37) = %v, %v", s, ok)
	}
	s, ok = scheme.ForClient("claude-code", "trunk")
	if !ok || s.Info().Version != "2.1.332" || s.Info().Note == "" {
		t.Errorf("ForClient(claude-code, trunk) = %+v, %v, want the newest with a note", s.Info(), ok)
	}
	if _, ok = scheme.ForClient("nobody", ""); ok {
		t.Error("ForClient(nobody) = ok, want none")
	}
}

// TestReadsEachFormOnce holds that a scheme works forward from the form that
// was read, never twice.
func TestReadsEachFormOnce(t *testing.T) {
	for _, s := range scheme.All() {
		id := s.Info().ID
		safe := journey.Tool{Form: journey.FormSafe, Safe: "mcp__docs__open.it"}
		wire := journey.Tool{Form: journey.FormWire, Wire: journey.WireName{Namespace: "n", Name: "mcp__docs__open.it"}}
		p := s.Plan(journey.Setting{Catalog: journey.Catalog{Tools: []journey.Tool{safe}}})
		if got := p.Tools[0].Safe; got != safe.Safe {
			t.Errorf("%s: safe form of a safe form = %q, want %q", id, got, safe.Safe)
		}
		p = s.Plan(journey.Setting{Catalog: journey.Catalog{Tools: []journey.Tool{wire}}})
		if got := p.Tools[0].Wire; got != wire.Wire {
			t.Errorf("%s: wire name of a wire name = %v, want %v", id, got, wire.Wire)
		}
		if id != "codex" && p.Tools[0].SafeKnown {
			t.Errorf("%s: the safe form behind a name with a namespace is said to be known", id)
		}
	}
}

func TestConnectedOrder(t *testing.T) {
	tools := []journey.Tool{
		{Registered: "x.y", Server: "a_"}, {Registered: "x_y", Server: "a."}, {Registered: "only", Server: "c"},
	}
	set := journey.Setting{Catalog: journey.Catalog{Tools: tools}, Connected: []journey.Server{"a.", "a_"}}
	p := mustGet(t, "claude-code").Plan(set)
	if got := p.Tools[0].Status; got != journey.LeftOut {
		t.Errorf("the tool of the later server is %v, want left_out", got)
	}
	if got := p.Tools[1].Status; got != journey.Offered {
		t.Errorf("the tool of the earlier server is %v, want offered", got)
	}
	if got := p.Tools[2]; got.Status != journey.LeftOut || got.Reason != "server c was not connected" {
		t.Errorf("the tool of a server that was not up is %v (%s)", got.Status, got.Reason)
	}
	set.Connected = nil
	set.Options = map[string]string{"order": "a."}
	p = mustGet(t, "claude-code").Plan(set)
	if p.Tools[1].Status != journey.Offered || p.Tools[0].Status != journey.LeftOut || p.Tools[2].Status != journey.Offered {
		t.Errorf("order=a.: %v %v %v, want left_out offered offered", p.Tools[0].Status, p.Tools[1].Status, p.Tools[2].Status)
	}
	set.Options = map[string]string{"connected": "a_"}
	p = mustGet(t, "claude-code").Plan(set)
	if p.Tools[0].Status != journey.Offered || p.Tools[1].Status != journey.LeftOut || p.Tools[2].Status != journey.LeftOut {
		t.Errorf("connected=a_: %v %v %v, want offered left_out left_out", p.Tools[0].Status, p.Tools[1].Status, p.Tools[2].Status)
	}
}
