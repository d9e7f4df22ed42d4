package store

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// An output that is dropped leaves the old file, and nothing beside it; one
// that is done replaces it, through a link too.
func TestOutput(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "out"), filepath.Join(dir, "link")
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		path string
		done bool
		want string
	}{{path, false, "old"}, {link, true, "new"}, {path, true, "new"}} {
		o, err := Create(c.path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(o, "new"); err != nil {
			t.Fatal(err)
		}
		if c.done {
			err = o.Done()
		}
		o.Drop()
		got, _ := os.ReadFile(path)
		if string(got) != c.want || err != nil {
			t.Errorf("%s, done %v: %q, %v, want %q", c.path, c.done, got, err, c.want)
		}
	}
	if st, _ := os.Stat(path); st.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, want that of the old file", st.Mode())
	}
	if list, _ := os.ReadDir(dir); len(list) != 2 {
		t.Errorf("left behind: %v", list)
	}
	for _, bad := range []string{dir, filepath.Join(dir, "no", "out")} {
		if _, err := Create(bad); err == nil {
			t.Errorf("Create(%s): no error", bad)
		}
	}
	if o, err := Create(os.DevNull); err != nil {
		t.Error(err)
	} else if err := o.Done(); err != nil {
		t.Error(err)
	}
}

// /dev/stdout is a link to what may have no name.
func TestOutputPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	path := filepath.Join("/proc/self/fd", fmt.Sprint(w.Fd()))
	if _, err := os.Stat(path); err != nil {
		t.Skip(err)
	}
	o, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(o, "one "); err != nil {
		t.Fatal(err)
	}
	if err := o.Done(); err != nil {
		t.Fatal(err)
	}
	if err := Save(path, []byte("two"), Saving{Replace: true}); err != nil {
		t.Error(err)
	}
	w.Close()
	if got, err := io.ReadAll(r); string(got) != "one two" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}
