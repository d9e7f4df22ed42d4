package diagnose

import (
	"strings"
	"testing"

	"hopscope/journey"
)

// Two clients in one folder: each call is judged by the rules of its own.
func TestEachClientByItsOwnRules(t *testing.T) {
	s := &journey.Session{
		Client: journey.Client{ID: "claude-code", Version: "2.1.332", Label: "claude-code", Why: "field version"},
		Sources: []journey.Source{
			{Path: "a.jsonl", Client: "claude-code", Version: "2.1.332", Session: "a"},
			{Path: "b.jsonl", Client: "codex", Version: "0.171.0", Session: "b"},
		},
	}
	tp := newTape("claude-code", "2.1.332").unknown("AskUserQuestion").unknown("apply_patch", "exec_command")
	tp.batch.Client.Why = "field version"
	tp.batch.Rows[1].Source, tp.batch.Rows[2].Source = 1, 1
	tp.batch.Rows[1].Err, tp.batch.Rows[2].Err = tp.sym("unsupported call: apply_patch"), tp.sym("unsupported call: exec_command")
	s.Apply(tp.batch)
	a := New(Input{Session: s})
	for row, want := range []string{"claude-code", "codex", "codex"} {
		sch, _ := a.Rules(row)
		if got := sch.Info().ID; got != want {
			t.Errorf("Rules(%d) = %s, want %s", row, got, want)
		}
	}
	for row, want := range map[int]string{0: "Claude Code", 2: "Codex"} {
		d := a.Finding(row).Diagnosis
		if d == nil || !strings.Contains(d.What, want) {
			t.Errorf("Finding(%d) = %+v, want words about %s", row, d, want)
		}
	}
	_, _, why := Detect(s)
	if want := "claude-code 2.1.332: field version; also codex 0.171.0, by its own rules"; why != want {
		t.Errorf("Detect() why = %q, want %q", why, want)
	}
	claude, _, _ := detectFor(s, s.Client, Fallback{})
	asked := New(Input{Session: s, Scheme: claude})
	if d := asked.Finding(2).Diagnosis; d == nil || !strings.Contains(d.What, "Codex") {
		t.Errorf("with a scheme as asked: Finding(2) = %+v, want the diagnosis by Codex's own rules", d)
	}
}

// A case names its client by any label: that is one client, not two.
func TestClientOfALabel(t *testing.T) {
	for _, x := range []struct {
		client journey.Client
		src    journey.Source
		same   bool
	}{
		{journey.Client{Label: "agent-afk"}, journey.Source{Client: "agent-afk"}, true},
		{journey.Client{ID: "claude-code", Label: "Claude Code", Version: "2.1.63"}, journey.Source{Client: "Claude Code", Version: "2.1.63"}, true},
		{journey.Client{ID: "claude-code", Label: "claude-code", Version: "2.1.63"}, journey.Source{Client: "claude-code"}, true},
		{journey.Client{ID: "claude-code", Label: "claude-code", Version: "2.1.63"}, journey.Source{Client: "claude-code", Version: "2.1.20"}, false},
		{journey.Client{ID: "claude-code", Label: "claude-code"}, journey.Source{Client: "codex"}, false},
		{journey.Client{ID: "claude-code", Label: "claude-code"}, journey.Source{}, true},
	} {
		s := &journey.Session{Client: x.client, Sources: []journey.Source{x.src}}
		if got := clientOf(s, x.src) == s.Client; got != x.same {
			t.Errorf("clientOf(%+v) in a session of %+v: same = %v, want %v", x.src, x.client, got, x.same)
		}
	}
}

// A stored call is read again under the newest list of its own session, not of
// another in the folder.
func TestStoredCallsOfTwoSessions(t *testing.T) {
	s := &journey.Session{
		Client:  journey.Client{ID: "claude-code", Version: "2.1.332", Label: "claude-code"},
		Sources: []journey.Source{{Client: "claude-code", Version: "2.1.332", Session: "a"}, {Client: "claude-code", Version: "2.1.332", Session: "b"}},
	}
	tp := newTape("claude-code", "2.1.332").offers("Bash", "mcp__a__find").ran("mcp__a__find").offers("Bash").ran("Bash")
	tp.batch.Rows[1].Source, tp.batch.Snapshots[1].Source = 1, 1
	s.Apply(tp.batch)
	a := New(Input{Session: s})
	if a.Later(0) != nil || a.Later(1) != nil {
		t.Error("Later() = a request, want none: each session has one list")
	}
	for _, x := range a.Journey(0).Stops {
		if x.Hop == journey.HopReplay && x.Word == "gone" {
			t.Errorf("the call of session a is read under the list of session b: %q", x.Note)
		}
	}
}
