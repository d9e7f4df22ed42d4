package cli

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopscope/sessions"
	"hopscope/sessions/demo"
)

// bundledSame makes a bundle of a file and holds that it opens again with the
// same diagnosis and without a secret. It reports whether there was a recording.
func bundledSame(t *testing.T, path string, all bool) bool {
	t.Helper()
	a := &app{in: strings.NewReader(""), out: new(bytes.Buffer), err: new(bytes.Buffer), env: func(string) string { return "" }}
	a.flags.showSecrets = true
	l, err := a.load(t.Context(), []string{path})
	var unreadable *sessions.Unreadable
	if errors.As(err, &unreadable) {
		return false
	}
	if err != nil {
		t.Errorf("%s: %v", path, err)
		return false
	}
	defer l.Close()
	if !l.recording() {
		return false
	}
	made, err := a.makeBundle(t.Context(), l, all)
	if err != nil {
		t.Errorf("%s: %v", path, err)
		return false
	}
	if made.differs != "" {
		t.Errorf("%s, bundled: %s", path, made.differs)
	}
	if leaks, _ := made.Verify(made.data); len(leaks) > 0 {
		t.Errorf("%s, bundled: leaks %v", path, leaks)
	}
	return true
}

// A bundle of every sample gets the diagnosis of the sample.
func TestBundleOfSamples(t *testing.T) {
	folder := os.Getenv("HOPSCOPE_SAMPLES")
	if folder == "" {
		t.Skip("HOPSCOPE_SAMPLES names no folder of recordings")
	}
	n := 0
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && bundledSame(t, path, false) {
			n++
			bundledSame(t, path, true)
		}
		return err
	})
	if err != nil || n < 20 {
		t.Errorf("%d recordings in %s, want at least 20 (%v)", n, folder, err)
	}
}

func TestBundleOfDemos(t *testing.T) {
	for _, d := range demo.List() {
		data, err := demo.Get(d.Name)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), d.Name+".case.json")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if !bundledSame(t, path, false) {
			t.Errorf("demo %s is no recording", d.Name)
		}
	}
}
