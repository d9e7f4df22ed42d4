package store

import (
	"errors"
	"io/fs"
	"os"
)

// Now returns the size of the file as it stands on disk now. same is false
// when its path names another file by now, or none: it was rotated away.
func (in *Input) Now() (size int64, same bool, err error) {
	if in.file == nil {
		return in.Size, true, nil
	}
	open, err := in.file.Stat()
	if err != nil {
		return 0, false, err
	}
	path, _ := cutSession(in.Name)
	named, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return open.Size(), false, nil
	case err != nil:
		return 0, false, err
	}
	return open.Size(), os.SameFile(open, named), nil
}

// copiesMax is the size in bytes of the largest database of which several
// sessions are opened: each one costs a copy.
const copiesMax = 64 << 20

// HoldsMany reports, by the first bytes of a file or the shape of a folder,
// whether a path is OpenCode's storage folder or a database of sessions that is
// not too large to be copied for several of them.
func HoldsMany(path string) bool {
	if isDir(path) {
		_, ok := openStorage(path)
		return ok
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	if st, err := f.Stat(); err != nil || !st.Mode().IsRegular() || st.Size() > copiesMax {
		return false
	}
	head := make([]byte, len(sqliteMagic))
	if n, err := f.ReadAt(head, 0); err != nil || !IsDatabase(head[:n]) {
		return false
	}
	return true
}

// CutSession splits PATH#ID, unless a file has that name.
func CutSession(path string) (file, session string) { return cutSession(path) }
