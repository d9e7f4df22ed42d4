package sessions

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFolderDamaged reads a folder with files that are damaged: each is named,
// the rest is read; files of other kinds are only counted.
func TestFolderDamaged(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.jsonl": line("t1", "Read") + answer("t1", "x"), "cut.json": `{"name": "x", "list": [1, 2`, "notes.txt": "nothing\n", "whole.json": `{"name": "x"}`,
		"half.db": "SQLite format 3\x00" + strings.Repeat("\x07", 90), "sub/x.jsonl.gz": "\x1f\x8b\x08\x00\x00", "empty.jsonl": "",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := load(t, Options{Paths: []string{dir}}).Session
	var got []string
	for _, p := range s.Problems {
		if p.Fix == "" {
			t.Errorf("%s: no fix", p.Where)
		}
		got = append(got, p.Where+": "+p.What)
	}
	text := strings.Join(got, "\n")
	for _, want := range []string{"cut.json: the file is JSON that ends too early", "half.db: the file is an SQLite database that cannot be read", "x.jsonl.gz: the file "} {
		if !strings.Contains(text, want) {
			t.Errorf("problems:\n%s\nwant %q", text, want)
		}
	}
	if s.ProblemCount != 3 || s.Tally.Calls != 1 {
		t.Errorf("%d problems, %d calls, want 3 and 1", s.ProblemCount, s.Tally.Calls)
	}
	if notes := strings.Join(s.Sources[0].Notes, "; "); !strings.Contains(notes, "no recordings: 3") || !strings.Contains(notes, "3 files of the folder cannot be read") {
		t.Errorf("notes %q", notes)
	}
	if err := os.Remove(filepath.Join(dir, "a.jsonl")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Load(t.Context(), Options{Paths: []string{dir}}); err == nil || !strings.Contains(err.Error(), "the file is") {
		t.Errorf("only damaged files: %v, want the damage named", err)
	}
}
