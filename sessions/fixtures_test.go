package sessions

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"hopscope/journey"
)

var update = flag.Bool("update", false, "write the want files of testdata/sessions")

// TestFixtures reads the invented recordings of testdata/sessions and compares
// all that was read, bodies included, with the file want of each.
func TestFixtures(t *testing.T) {
	files, err := filepath.Glob("../testdata/sessions/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := describe(t, unpack(t, ar))
			last := &ar.Files[len(ar.Files)-1]
			if last.Name != "want" {
				t.Fatalf("%s: the last file is %s, want want", file, last.Name)
			}
			if *update {
				last.Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(strings.Split(string(last.Data), "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("%s (-want +got):\n%s", file, diff)
			}
		})
	}
}

// unpack writes the files below in/, without the end of their last line, and
// returns the path to open: the only file, or the folder of several.
func unpack(t *testing.T, ar *txtar.Archive) string {
	t.Helper()
	dir := t.TempDir()
	var written []string
	for _, f := range ar.Files {
		if !strings.HasPrefix(f.Name, "in/") {
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.TrimSuffix(string(f.Data), "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
		written = append(written, path)
	}
	if len(written) == 1 {
		return written[0]
	}
	return filepath.Join(dir, "in")
}

// describe loads a path and writes down everything that was read.
func describe(t *testing.T, path string) string {
	t.Helper()
	l, op, err := Load(context.Background(), Options{Paths: []string{path}})
	var unreadable *Unreadable
	if errors.As(err, &unreadable) {
		return "not readable\n"
	}
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	return dump(t, l, path)
}

func dump(t *testing.T, l *Loaded, root string) string {
	t.Helper()
	var b strings.Builder
	s := l.Session
	for i, src := range l.Sources {
		name := filepath.Base(src.Path)
		if rel, err := filepath.Rel(root, src.Path); err == nil && rel != "." {
			name = filepath.ToSlash(rel)
		}
		fmt.Fprintf(&b, "source %d %s %s %s session=%s\n", i, name, src.Format, src.Version, src.Session)
		for _, n := range src.Notes {
			fmt.Fprintf(&b, "  note %s\n", n)
		}
	}
	fmt.Fprintf(&b, "client %s %s (%s) session=%s cwd=%s models=%s\n", s.Client.ID, s.Client.Version, s.Client.Why, s.ID, s.Cwd, strings.Join(s.Models, " "))
	for i, a := range s.Agents {
		if i > 0 {
			fmt.Fprintf(&b, "agent %d %s type=%s parent=%s\n", i, a.ID, a.Type, a.Parent)
		}
	}
	for i := range s.Rows {
		b.WriteString(dumpRow(t, l, i))
	}
	for _, p := range s.Snapshots {
		var names []string
		for _, tool := range p.Catalog.Tools {
			name := tool.Form.String() + ":" + tool.Listed()
			if tool.Deferred {
				name += "(deferred)"
			}
			if tool.Disabled {
				name += "(gone)"
			}
			if tool.Schema != "" {
				name += "(schema)"
			}
			names = append(names, name)
		}
		fmt.Fprintf(&b, "snapshot %d:L%d t%d agent%d %s complete=%v: %s\n", p.Source, p.Line, p.Turn, p.Agent, p.Where, p.Complete, strings.Join(names, " "))
	}
	for _, e := range s.Servers {
		fmt.Fprintf(&b, "server %s %s %s\n", e.Key, e.Status, e.Error)
	}
	for _, r := range s.Requests {
		fmt.Fprintf(&b, "request %d:L%d t%d %s\n", r.Source, r.Line, r.Turn, r.Error)
	}
	for _, p := range s.Problems {
		fmt.Fprintf(&b, "problem %s: %s (%s)\n", p.Where, p.What, p.Fix)
	}
	fmt.Fprintf(&b, "totals calls=%d names=%d failed=%d unknown=%d no-result=%d problems=%d lines=%d turns=%d\n", s.Tally.Calls, len(s.Tally.Names()),
		s.Tally.Failed(), s.Tally.Unknown(), s.Tally.ByClass[journey.ClassNoResult], s.ProblemCount, s.Lines, s.Turns)
	return b.String()
}

func dumpRow(t *testing.T, l *Loaded, i int) string {
	t.Helper()
	s := l.Session
	c := s.Call(i)
	r := &s.Rows[i]
	id, err := l.Bodies.ID(s, i)
	if err != nil {
		t.Errorf("ID of row %d: %v", i, err)
	}
	args, cut, err := l.Bodies.Args(s, i, 20_000)
	if err != nil || cut {
		t.Errorf("Args of row %d: %v, cut %v", i, err, cut)
	}
	result, cut, err := l.Bodies.Result(s, i, 20_000)
	if err != nil || cut {
		t.Errorf("Result of row %d: %v, cut %v", i, err, cut)
	}
	line := fmt.Sprintf("call %d:L%d/%d t%d %q %s id=%s args=%s result=%q", r.Source, c.Line, c.RetLine, c.Turn, c.Called.Name, c.Class, id, args, result)
	if c.Time != 0 {
		line += fmt.Sprintf(" time=%d", c.Time)
	}
	if c.Error != "" && c.Error != result {
		line += fmt.Sprintf(" error=%q", c.Error)
	}
	if c.Agent != "" {
		line += " agent=" + c.Agent
	}
	for i, word := range []string{" sidechain", " server", " orphan", "", " empty-name"} {
		if r.Flags&(1<<i) != 0 {
			line += word
		}
	}
	if c.Extra.Reason != "" {
		line += fmt.Sprintf(" reason=%q", c.Extra.Reason)
	}
	if c.Extra.Came != nil {
		line += fmt.Sprintf(" came=%q", c.Extra.Came.Name)
	}
	if c.Extra.Returned != nil {
		line += fmt.Sprintf(" returned=%q", c.Extra.Returned.Name)
	}
	if g := c.Extra.Seen; g != nil && !g.Own {
		line += fmt.Sprintf(" seen=%d:L%d %q requested=%v", g.Source, g.Line, g.Called.Name, g.Requested)
	}
	if c.Extra.Dispatched != nil {
		line += fmt.Sprintf(" dispatched=%s/%s", c.Extra.Dispatched.Server, c.Extra.Dispatched.Name)
	}
	return line + "\n"
}
