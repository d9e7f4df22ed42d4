package diagnose_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/journey/diagnose"
	"hopscope/journey/scheme"
	"hopscope/sessions"
)

// load reads recordings of the samples folder. Without one the test is
// skipped.
func load(t *testing.T, names ...string) (*sessions.Loaded, *diagnose.Analyzer) {
	t.Helper()
	dir := os.Getenv("HOPSCOPE_SAMPLES")
	if dir == "" {
		t.Skip("HOPSCOPE_SAMPLES names no folder of recordings")
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join("..", "..", dir)
	}
	var paths []string
	for _, n := range names {
		paths = append(paths, filepath.Join(dir, n))
	}
	l, op, err := sessions.Load(context.Background(), sessions.Options{Paths: paths})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { op.Close() })
	return l, diagnose.New(diagnose.Input{Session: l.Session, Catalog: l.Catalog, Bodies: l.Bodies})
}

func TestSampleVerdicts(t *testing.T) {
	for _, x := range []struct {
		path string
		kind journey.Kind
		hop  journey.Hop
	}{
		{"claude-code/no-such-tool-2.0.37-excerpt.jsonl", journey.KindNotOffered, journey.HopRegistered},
		{"claude-code/print-mode-errors-2.1.17.jsonl", journey.KindNone, journey.HopNone},
		{"claude-code/session-1.0.51-errors.jsonl", journey.KindNone, journey.HopNone},
	} {
		t.Run(x.path, func(t *testing.T) {
			l, a := load(t, x.path)
			d := a.Verdict()
			if d == nil {
				d = &journey.Diagnosis{}
			}
			if d.Kind != x.kind || d.Hop != x.hop {
				t.Errorf("Verdict(%s) = %q at %q, want %q at %q", x.path, d.Kind, d.Hop, x.kind, x.hop)
			}
			for row := range l.Session.Rows {
				f := a.Finding(row)
				if f.Diagnosis != nil && !l.Session.Rows[row].Class.Unknown() {
					t.Errorf("row %d is %s and has diagnosis %s", row, l.Session.Rows[row].Class, f.Diagnosis.Kind)
				}
			}
		})
	}
}

// The texts of the first screen: AskUserQuestion at 2.0.37.
func TestSampleAskUserQuestion(t *testing.T) {
	_, a := load(t, "claude-code/no-such-tool-2.0.37-excerpt.jsonl")
	d := a.Verdict()
	if d == nil {
		t.Fatal("no verdict")
	}
	if got, want := a.SchemeWhy(), "claude-code 2.0.37: field version"; got != want {
		t.Errorf("SchemeWhy() = %q, want %q", got, want)
	}
	if got, want := d.What, "Claude Code has a tool of this name, but this session did not offer it."; got != want {
		t.Errorf("What = %q, want %q", got, want)
	}
	want := "Line 11: No such tool available: AskUserQuestion. It came between 2.0.0 and 2.0.60; this is 2.0.37. It sent question, the tool takes questions."
	if got := diagnose.Seen(d); got != want {
		t.Errorf("Seen = %q, want %q", got, want)
	}
	want = "Update to 2.0.60 or later, or let the agent ask in plain text. The name is right: renaming will not help."
	if d.Advice != want {
		t.Errorf("Advice = %q, want %q", d.Advice, want)
	}
	if d.Test != "test 12: built-in of this client" {
		t.Errorf("Test = %q", d.Test)
	}
	var names []string
	for _, n := range a.Plan(-1).Tools {
		names = append(names, string(n.Wire.Name))
	}
	if got, want := strings.Join(names, " "), "Task ExitPlanMode TodoWrite Read Edit Bash"; got != want {
		t.Errorf("assumed list = %s, want %s", got, want)
	}
	if a.CatalogKnown(0) {
		t.Error("CatalogKnown = true for a list that nobody recorded")
	}
}

// What ran in one session of a folder has not vanished from another.
func TestSampleFolderOfSessions(t *testing.T) {
	l, a := load(t, "codex")
	seen := 0
	for row := range l.Session.Rows {
		if d := a.Finding(row).Diagnosis; d != nil {
			if seen++; d.Kind == journey.KindVanished {
				t.Errorf("row %d of %s is %s: %s", row, l.Session.Sources[l.Session.Rows[row].Source].Path, d.Kind, d.What)
			}
		}
	}
	if seen == 0 {
		t.Error("no diagnosis in the folder")
	}
}

// A recording of 0.61.0 looked at by the rules of 0.171.0 fits its own.
func TestSampleFit(t *testing.T) {
	l, _ := load(t, "codex/0.61.0/rollout-2026-11-29T18-30-23-01a22892-9033-7fb1-ac5f-f140911f1f60.jsonl")
	sch, err := scheme.Get("codex@0.171.0")
	if err != nil {
		t.Fatal(err)
	}
	got := diagnose.New(diagnose.Input{Session: l.Session, Scheme: sch}).Summary().Fit
	want := "8 of 8 names went as codex 0.61.0 says; in force is codex 0.171.0, by which 6 did (codex: as asked)."
	if got != want {
		t.Errorf("Fit = %q, want %q", got, want)
	}
}
