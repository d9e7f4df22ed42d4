package sessions_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/journey/diagnose"
	"hopscope/sessions"
	"hopscope/sessions/casefile"
)

// verdicts says of each failed call what is wrong with it, one line a call, and
// of the whole.
func verdicts(l *sessions.Loaded) string {
	s, p, _ := diagnose.Detect(l.Session)
	a := diagnose.New(diagnose.Input{Session: l.Session, Catalog: l.Catalog, Scheme: s, Provider: p, Bodies: l.Bodies})
	var b strings.Builder
	say := func(what string, d *journey.Diagnosis) {
		if d == nil {
			fmt.Fprintf(&b, "%s: nothing\n", what)
			return
		}
		fmt.Fprintf(&b, "%s: %s at %s, target %q\n", what, d.Kind, d.Hop, d.Target)
	}
	say("all", a.Verdict())
	for i := range l.Session.Rows {
		if c := l.Session.Call(i); c.Class.Failed() {
			f := a.Finding(i)
			say(fmt.Sprintf("%d %s %s", i, c.Called.Name, c.Class), f.Diagnosis)
		}
	}
	return b.String()
}

// TestSavedSamples saves each real recording as a case and reads it again:
// calls, classes and diagnoses are the same.
func TestSavedSamples(t *testing.T) {
	dir := os.Getenv("HOPSCOPE_SAMPLES")
	if dir == "" {
		t.Skip("skipped: HOPSCOPE_SAMPLES names no folder with recordings")
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join("..", dir)
	}
	n := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, ".md") {
			return err
		}
		l, op, err := sessions.Load(context.Background(), sessions.Options{Paths: []string{path}})
		if err != nil || len(l.Session.Rows) == 0 || l.Case != nil {
			return nil
		}
		defer op.Close()
		n++
		t.Run(path[len(dir)+1:], func(t *testing.T) { savedAgrees(t, l) })
		return nil
	})
	if err != nil || n == 0 {
		t.Errorf("%d recordings, %v", n, err)
	}
}

func savedAgrees(t *testing.T, l *sessions.Loaded) {
	t.Helper()
	c, missing := casefile.FromSession(l.Session, l.Catalog, l.Bodies, nil, casefile.Keep{Args: 16 << 10})
	if missing > 0 {
		t.Errorf("%d bodies missing", missing)
	}
	path := filepath.Join(t.TempDir(), "a.case.json")
	if err := os.WriteFile(path, casefile.Write(c), 0o600); err != nil {
		t.Fatal(err)
	}
	again, op, err := sessions.Load(context.Background(), sessions.Options{Paths: []string{path}})
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	a, b := l.Session, again.Session
	if len(b.Problems) > 0 {
		t.Errorf("problems %v", b.Problems[0])
	}
	if len(a.Rows) != len(b.Rows) || a.Tally.Failed() != b.Tally.Failed() || a.Tally.Unknown() != b.Tally.Unknown() || len(a.Requests) != len(b.Requests) {
		t.Fatalf("%d calls, %d failed, %d unknown, %d requests; saved %d, %d, %d, %d", len(a.Rows), a.Tally.Failed(), a.Tally.Unknown(), len(a.Requests),
			len(b.Rows), b.Tally.Failed(), b.Tally.Unknown(), len(b.Requests))
	}
	for i := range a.Rows {
		x, y := a.Call(i), b.Call(i)
		if x.Called != y.Called || x.Class != y.Class || x.Turn != y.Turn || x.Time != y.Time || x.Error != y.Error {
			t.Errorf("call %d is %+v, saved %+v", i, x, y)
		}
	}
	if x, y := verdicts(l), verdicts(again); x != y {
		t.Errorf("verdicts of the recording\n%sof the saved case\n%s", x, y)
	}
}
