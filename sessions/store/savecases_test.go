package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func names(t *testing.T, c Cases) string {
	t.Helper()
	list, err := c.List()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range list {
		out = append(out, e.ID)
	}
	return strings.Join(out, " ")
}

func TestFileName(t *testing.T) {
	for in, want := range map[string]string{
		"a":                     "a",
		" my case ":             "my case",
		"a.case.json":           "a",
		"a.json":                "a",
		"../../etc/passwd":      "etc-passwd",
		".hidden":               "hidden",
		"..":                    "",
		"a\x1b[31m\u202eb":      "a-[31m-b",
		"":                      "",
		" / ":                   "",
		`a\b:c`:                 "a-b-c",
		strings.Repeat("é", 99): strings.Repeat("é", 60),
	} {
		if got := FileName(in); got != want {
			t.Errorf("FileName(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestTarget(t *testing.T) {
	c := Cases{Dir: "/data/cases"}
	for in, want := range map[string]string{
		"a b": "/data/cases/a b.case.json", "~/x": "/home/u/x.case.json", "./x.json": "x.json", "/t//x.case.json": "/t/x.case.json", "/t/": "", "": "", "..": "",
	} {
		if got := c.Target(in, "/home/u"); got != want {
			t.Errorf("Target(%q) = %q, want %q", in, got, want)
		}
	}
}

// The name of a file means this file again, wherever it lies.
func TestNameIsTarget(t *testing.T) {
	c := Cases{Dir: "/data/cases"}
	for path, want := range map[string]string{
		"/data/cases/a b.case.json": "a b", "x.json": "./x.json", "a.case.json": "./a.case.json", "in/x.json": "in/x.json", "/t/x.json": "/t/x.json",
	} {
		if got := c.Name(path); got != want {
			t.Errorf("Name(%q) = %q, want %q", path, got, want)
		}
		if got := c.Target(c.Name(path), ""); got != path {
			t.Errorf("Target(Name(%q)) = %q", path, got)
		}
	}
}

// A life of cases: saved, renamed, deleted, brought back; garbage in the folder
// disturbs nothing.
func TestCases(t *testing.T) {
	c := Cases{Dir: filepath.Join(t.TempDir(), "hopscope", "cases")}
	if got := names(t, c); got != "" {
		t.Errorf("a folder that is not there lists %q", got)
	}
	if path, err := c.Undelete(); path != "" || err != nil {
		t.Errorf("Undelete of nothing = %q, %v", path, err)
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(c.Save(c.Path("one"), []byte("1"), Saving{}))
	if info, err := os.Stat(c.Dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder has the mode %v, %v", info.Mode(), err)
	}
	if err := c.Save(c.Path("one"), []byte("2"), Saving{}); !errors.Is(err, ErrExists) {
		t.Errorf("Save over another = %v, want ErrExists", err)
	}
	must(c.Save(c.Path("two"), []byte("2"), Saving{}))
	must(os.Mkdir(filepath.Join(c.Dir, "folder.case.json"), 0o700))
	must(os.WriteFile(filepath.Join(c.Dir, ".one.case.json123"), nil, 0o600))
	must(os.WriteFile(filepath.Join(c.Dir, ".case.json"), nil, 0o600))
	must(os.Symlink("gone", filepath.Join(c.Dir, "link.case.json")))
	when := time.Date(2026, 11, 30, 1, 2, 3, 0, time.UTC)
	must(os.Chtimes(c.Path("one"), when, when))
	must(os.Chtimes(c.Path("two"), when, when.Add(time.Hour)))
	if got := names(t, c); got != "two one" {
		t.Errorf("List = %q, want two one", got)
	}
	if _, err := c.Rename(c.Path("one"), "two"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("Rename over another = %v, want ErrExists", err)
	}
	path, err := c.Rename(c.Path("one"), "uno: 1")
	must(err)
	if got := names(t, c); path != c.Path("uno- 1") || got != "two uno- 1" {
		t.Errorf("Rename = %q, List = %q", path, got)
	}
	gone, err := c.Delete(path, when)
	must(err)
	must(c.Save(path, []byte("another"), Saving{}))
	_, err = c.Delete(path, when) // the same name in the same moment
	must(err)
	_, err = c.Delete(c.Path("two"), when.Add(time.Second))
	must(err)
	if got := names(t, c); got != "" || !strings.HasPrefix(gone, c.Dir) {
		t.Errorf("after Delete (%s) List = %q", gone, got)
	}
	for _, want := range []string{"two", "uno- 1", "uno- 1-2"} {
		back, err := c.Undelete()
		must(err)
		if c.Name(back) != want {
			t.Errorf("Undelete = %q, want %q", back, want)
		}
	}
	if back, err := c.Undelete(); back != "" || err != nil {
		t.Errorf("Undelete of an empty trash = %q, %v", back, err)
	}
}

func TestCasesFolderThatCannotBeMade(t *testing.T) {
	dir := folder(t, map[string]string{"file": "x"})
	c := Cases{Dir: filepath.Join(dir, "file", "cases")}
	err := c.Save(c.Path("a"), nil, Saving{})
	if err == nil || !strings.Contains(err.Error(), "file") {
		t.Errorf("Save = %v, want the folder in it", err)
	}
}
