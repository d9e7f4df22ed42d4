package store

import (
	"io/fs"
	"os"
	"path/filepath"
)

// newPending makes a file beside path. Windows replaces a file in one step,
// too, but does not promise it.
func newPending(path string, _ fs.FileMode) (pending, error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"*")
	if err != nil {
		return nil, err
	}
	return &replacement{File: f, path: path}, nil
}

type replacement struct {
	*os.File
	path string
	done bool
}

func (r *replacement) CloseAtomicallyReplace() error {
	if err := r.Sync(); err != nil {
		return err
	}
	if err := r.Close(); err != nil {
		return err
	}
	if err := os.Rename(r.Name(), r.path); err != nil {
		return err
	}
	r.done = true
	return nil
}

func (r *replacement) Cleanup() error {
	if r.done {
		return nil
	}
	r.Close()
	return os.Remove(r.Name())
}

// lockFolder: folders cannot be locked here.
func lockFolder(string) (unlock func()) { return func() {} }
