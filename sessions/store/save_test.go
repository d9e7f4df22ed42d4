package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// folder makes a folder with files and returns its path.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// holds fails unless the folder holds exactly these files.
func holds(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		got[e.Name()] = string(data)
	}
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s holds %.40q, want %.40q", name, got[name], text)
		}
	}
	if len(got) != len(want) {
		t.Errorf("the folder holds %d files, want %d: %.200q", len(got), len(want), got)
	}
}

func TestSave(t *testing.T) {
	old := VersionOf([]byte("old"))
	for _, c := range []struct {
		name  string
		files map[string]string
		how   Saving
		want  map[string]string
		err   string
	}{
		{"a new file", nil, Saving{}, map[string]string{"a.case.json": "new"}, ""},
		{"a name that is taken", map[string]string{"a.case.json": "old"}, Saving{}, map[string]string{"a.case.json": "old"}, "a file of this name is there already"},
		{"what was read", map[string]string{"a.case.json": "old"}, Saving{Was: old}, map[string]string{"a.case.json": "new"}, ""},
		{"changed meanwhile", map[string]string{"a.case.json": "other"}, Saving{Was: old},
			map[string]string{"a.case.json": "other", "a-2.case.json": "new"}, "a.case.json changed since it was read and was left as it is; yours was saved as DIR/a-2.case.json"},
		{"changed, and the next name is taken", map[string]string{"a.case.json": "other", "a-2.case.json": "mine"}, Saving{Was: old},
			map[string]string{"a.case.json": "other", "a-2.case.json": "mine", "a-3.case.json": "new"}, "yours was saved as DIR/a-3.case.json"},
		{"taken away meanwhile", nil, Saving{Was: old}, map[string]string{"a.case.json": "new"}, ""},
		{"whatever stands there", map[string]string{"a.case.json": "other"}, Saving{Replace: true}, map[string]string{"a.case.json": "new"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := folder(t, c.files)
			err := Save(filepath.Join(dir, "a.case.json"), []byte("new"), c.how)
			if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), strings.ReplaceAll(c.err, "DIR", dir))) {
				t.Errorf("Save = %v, want %q", err, c.err)
			}
			holds(t, dir, c.want)
		})
	}
}

func TestSaveMode(t *testing.T) {
	dir := folder(t, map[string]string{"there": "old"})
	for name, want := range map[string]fs.FileMode{"new": 0o600, "there": 0o644} {
		path := filepath.Join(dir, name)
		if err := Save(path, []byte("new"), Saving{Replace: true}); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("mode of %s = %v, %v, want %v", name, info.Mode().Perm(), err, want)
		}
	}
}

func TestSaveIsRefusedInWords(t *testing.T) {
	dir := folder(t, map[string]string{"file": "x"})
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Mkdir(filepath.Join(dir, "folder"), 0o700))
	must(os.Symlink(filepath.Join(dir, "gone"), filepath.Join(dir, "dangling")))
	must(os.Symlink("dangling-too", filepath.Join(dir, "dangling-too")))
	for path, want := range map[string]string{
		"folder":        "it is a folder",
		"none/a.json":   "there is no folder " + filepath.Join(dir, "none"),
		"file/a.json":   filepath.Join(dir, "file") + " is no folder",
		"dangling":      "it is a link to a file that is not there",
		"dangling-too":  "too many links",
		"folder/../new": "",
	} {
		path = filepath.Join(dir, filepath.FromSlash(path))
		err := Save(path, []byte("new"), Saving{Replace: true})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), "save "+path+": ") || !strings.Contains(err.Error(), want)) {
			t.Errorf("Save(%s) = %v, want %q", path, err, want)
		}
	}
}

// A link stays a link: the file behind it is written.
func TestSaveFollowsLinks(t *testing.T) {
	dir := folder(t, map[string]string{"real.case.json": "old"})
	link := filepath.Join(t.TempDir(), "a.case.json")
	if err := os.Symlink(filepath.Join(dir, "real.case.json"), link); err != nil {
		t.Fatal(err)
	}
	if err := Save(link, []byte("new"), Saving{Was: VersionOf([]byte("old"))}); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, map[string]string{"real.case.json": "new"})
	if to, err := os.Readlink(link); err != nil || filepath.Dir(to) != dir {
		t.Errorf("the link points at %q, %v", to, err)
	}
}

// faulty is a pending file that fails at one step.
type faulty struct {
	pending
	at   string
	left int // bytes that may be written yet
	err  error
}

func (f *faulty) Write(data []byte) (int, error) {
	if f.at == "write" && len(data) > f.left {
		n, _ := f.pending.Write(data[:f.left])
		return n, f.err
	}
	return f.pending.Write(data)
}

func (f *faulty) Sync() error {
	if f.at == "sync" {
		return f.err
	}
	return f.pending.Sync()
}

func (f *faulty) CloseAtomicallyReplace() error {
	if f.at == "replace" || f.at == "sync" {
		return f.err
	}
	return f.pending.CloseAtomicallyReplace()
}

// TestSaveWithFaults lets each step of a save fail: the old file stays whole
// and nothing is left beside it.
func TestSaveWithFaults(t *testing.T) {
	full := &fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}
	for _, c := range []struct {
		at   string
		left int
		err  error
		want string
	}{
		{"create", 0, &fs.PathError{Op: "open", Path: "x", Err: syscall.EROFS}, "can only be read"},
		{"create", 0, &fs.PathError{Op: "open", Path: "x", Err: syscall.EACCES}, "does not let you write"},
		{"write", 0, full, "the disk is full; nothing was changed"},
		{"write", 1, full, "the disk is full"},
		{"write", 2, nil, "short write"},
		{"sync", 0, &fs.PathError{Op: "sync", Path: "x", Err: syscall.EIO}, syscall.EIO.Error()},
		{"replace", 0, &os.LinkError{Op: "rename", Err: syscall.EPERM}, "does not let you write"},
	} {
		for _, how := range []Saving{{Replace: true}, {Was: VersionOf([]byte("old"))}, {}} {
			if how == (Saving{}) && c.at == "replace" {
				continue // a new file takes its place by a link
			}
			files := map[string]string{"a": "old"}
			if how == (Saving{}) {
				files = map[string]string{}
			}
			dir := folder(t, files)
			s := saver{func(path string, mode fs.FileMode) (pending, error) {
				if c.at == "create" {
					return nil, c.err
				}
				p, err := newPending(path, mode)
				return &faulty{p, c.at, c.left, c.err}, err
			}}
			err := s.save(filepath.Join(dir, "a"), []byte("new"), how)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("fault at %s, %+v: error %v, want %q", c.at, how.Replace, err, c.want)
			}
			holds(t, dir, files)
		}
	}
}

// Of many that save over the same version one wins, and the content of every
// other one is kept beside it.
func TestSaveAtOnce(t *testing.T) {
	const savers = 8
	dir := folder(t, map[string]string{"a.case.json": "old"})
	var wait sync.WaitGroup
	errs := make([]error, savers)
	for i := range savers {
		wait.Go(func() {
			errs[i] = Save(filepath.Join(dir, "a.case.json"), fmt.Appendf(nil, "of %d", i), Saving{Was: VersionOf([]byte("old"))})
		})
	}
	wait.Wait()
	kept := map[string]bool{}
	won := 0
	for i, err := range errs {
		path := filepath.Join(dir, "a.case.json")
		if c := (*ChangedError)(nil); errors.As(err, &c) {
			path = c.Kept
		} else if err == nil {
			won++
		} else {
			t.Errorf("Save = %v", err)
			continue
		}
		kept[path] = true
		if data, err := os.ReadFile(path); err != nil || !bytes.Equal(data, fmt.Appendf(nil, "of %d", i)) {
			t.Errorf("%s holds %q, %v, want that of saver %d", path, data, err, i)
		}
	}
	if won != 1 || len(kept) != savers {
		t.Errorf("%d saves won, %d files are kept; want 1 and %d", won, len(kept), savers)
	}
}
