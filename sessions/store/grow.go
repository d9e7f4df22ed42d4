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
