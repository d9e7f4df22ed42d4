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
	claude, _, _ := detectFor(s, s.Client)
	asked := New(Input{Session: s, Scheme: claude})
	if d := asked.Finding(2).Diagnosis; d == nil || !strings.Contains(d.What, "Codex") {
		t.Errorf("with a scheme as asked: Finding(2) = %+v, want the diagnosis by Codex's own rules", d)
	}
}
