package store

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
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
	if !in.own { // redirected standard input: its name is no path
		return open.Size(), true, nil
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

// Stamp tells whether what is read of the input would be another by now: the
// sizes and times of its files, of a database with its log, of a storage folder
// with all files of the session. It is empty for a stream.
func (in *Input) Stamp() string {
	path, _ := cutSession(in.Name)
	switch rows := in.rows.(type) {
	case nil:
	case *storageReader:
		return rows.stamp()
	default:
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
		return fmt.Sprint(stamps(path))
	}
	if in.file == nil || in.Size < 0 || !in.own {
		return ""
	}
	size, same, err := in.Now()
	s := fmt.Sprint(size, same, err)
	if st, err := in.file.Stat(); err == nil && in.Packed != "" {
		s += fmt.Sprint(st.ModTime().UnixNano())
	}
	return s
}

// Watched are the paths whose changes tell that Stamp may be another: of a
// database the log too. Those of a storage folder are too many.
func (in *Input) Watched() []string {
	path, _ := cutSession(in.Name)
	if in.database {
		return []string{path, path + "-wal"}
	}
	return []string{path}
}

// stamp is made of the names, sizes and times of the files of the sessions
// that are read, as they are now.
func (r *storageReader) stamp() string {
	h := fnv.New64a()
	one := func(path string) {
		if st, err := os.Lstat(path); err == nil {
			fmt.Fprintln(h, path, st.Size(), st.ModTime().UnixNano())
		}
	}
	for _, id := range r.sessions {
		one(r.of.sessionFiles()[id])
		for _, name := range namesIn(r.of.messages(id), false) {
			one(filepath.Join(r.of.messages(id), name))
			folder := r.of.parts(id, name[:len(name)-len(".json")])
			for _, part := range namesIn(folder, false) {
				one(filepath.Join(folder, part))
			}
		}
	}
	return fmt.Sprint(h.Sum64())
}
