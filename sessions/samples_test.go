package sessions

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"hopscope/journey"
)

// TestSamples reads real recordings and holds the counts of
// testdata/samples.txt. They are not part of this repository:
// HOPSCOPE_SAMPLES names their folder, absolute or relative to the module root.
// Unset, the test is skipped; set and absent, it fails.
func TestSamples(t *testing.T) {
	dir := os.Getenv("HOPSCOPE_SAMPLES")
	if dir == "" {
		t.Skip("skipped: HOPSCOPE_SAMPLES names no folder with recordings")
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join("..", dir)
	}
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		t.Fatalf("HOPSCOPE_SAMPLES=%s: no such folder", dir)
	}
	f, err := os.Open("../testdata/samples.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows := 0
	for in := bufio.NewScanner(f); in.Scan(); {
		line, _, _ := strings.Cut(in.Text(), "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if len(fields) != 7 {
			t.Fatalf("testdata/samples.txt: %q has %d fields, want path format calls names failed unknown problems", line, len(fields))
		}
		rows++
		t.Run(fields[0], func(t *testing.T) { sample(t, filepath.Join(dir, fields[0]), fields[1], fields[2:]) })
	}
	if rows == 0 {
		t.Fatal("testdata/samples.txt is empty")
	}
	t.Logf("samples: %d files or folders of %s", rows, dir)
}

func sample(t *testing.T, path, format string, want []string) {
	t.Helper()
	l, op, err := Load(context.Background(), Options{Paths: []string{path}})
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	s := l.Session
	if got := l.Sources[0].Format; got != format {
		t.Errorf("format %s, want %s", got, format)
	}
	for i, n := range []int{s.Tally.Calls, len(s.Tally.Names()), s.Tally.Failed(), s.Tally.Unknown(), s.ProblemCount} {
		if got := strconv.Itoa(n); got != want[i] {
			t.Errorf("%s: %s, want %s", [...]string{"calls", "distinct names", "failed", "unknown", "problems"}[i], got, want[i])
		}
	}
	for i := range s.Rows {
		if err := bodiesAgree(l, i); err != nil {
			t.Errorf("call %d, line %d: %v", i, s.Rows[i].Line, err)
		}
	}
}

// bodiesAgree reads the bodies of a row and compares the result with the error
// text that the row kept.
func bodiesAgree(l *Loaded, row int) error {
	if _, err := l.Bodies.ID(l.Session, row); err != nil {
		return fmt.Errorf("id: %w", err)
	}
	if _, _, err := l.Bodies.Args(l.Session, row, 100); err != nil {
		return fmt.Errorf("arguments: %w", err)
	}
	text, _, err := l.Bodies.Result(l.Session, row, 100)
	if err != nil {
		return fmt.Errorf("result: %w", err)
	}
	if l.Session.Rows[row].Flags&journey.FlagServer != 0 {
		return nil // the error is a code in the result
	}
	if r := &l.Session.Rows[row]; l.Sources[r.Source].Format == "codex" && l.Session.Call(row).Class == journey.ClassToolFailed {
		return nil // the error may stand in a line of its own
	}
	if kept := l.Session.Call(row).Error; kept != "" && !strings.HasPrefix(kept, text) {
		return fmt.Errorf("result %q, kept error %q", text, kept)
	}
	return nil
}
