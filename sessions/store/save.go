package store

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Version tells what a file held: the hash of its content. The zero Version is
// that of no file.
type Version [sha256.Size]byte

// VersionOf is the version of a file that holds data.
func VersionOf(data []byte) Version { return sha256.Sum256(data) }

// Saving says what a save may replace.
type Saving struct {
	// Replace: whatever stands at the path is replaced, as a shell's > does.
	// Else only a file that still holds Was; without Was there must be none.
	Replace bool
	Was     Version
	// Mode of a new file; 0 means that only its owner reads and writes it. An
	// existing file keeps its own.
	Mode fs.FileMode
}

// ChangedError says that a file was not replaced because it is not what was
// read any more. Both are kept: the new content stands at Kept.
type ChangedError struct{ Path, Kept string }

// Error says where both versions are.
func (e *ChangedError) Error() string {
	return fmt.Sprintf("%s changed since it was read and was left as it is; yours was saved as %s", e.Path, e.Kept)
}

// ErrExists says that a file of this name is there already. Nothing was saved.
var ErrExists = fs.ErrExist

// Save writes data to a file, all of it or nothing: whoever reads the path at
// any moment, also after the program was killed, finds the old file or the new
// one. A link is followed, so that the file behind it is written. Folders are
// not made. A path that is no file (a pipe, a terminal) is written to as it is.
//
// Where Saving does not allow to replace what stands there, it is a
// *ChangedError or ErrExists.
func Save(path string, data []byte, how Saving) error {
	return saver{newPending}.save(path, data, how)
}

// pending is a file that is written beside its place and then takes it.
type pending interface {
	io.Writer
	Name() string
	Sync() error
	CloseAtomicallyReplace() error
	// Cleanup takes the file away, unless it took its place.
	Cleanup() error
}

// saver makes pending files: tests put failing ones in.
type saver struct {
	create func(path string, mode fs.FileMode) (pending, error)
}

func (s saver) save(path string, data []byte, how Saving) error {
	target, err := behindLinks(path)
	if err != nil {
		return saveError(path, err)
	}
	info, err := os.Stat(target)
	switch {
	case err == nil && info.IsDir():
		return saveError(path, errors.New("it is a folder"))
	case err == nil && !info.Mode().IsRegular():
		return saveError(path, writeThrough(target, data))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return saveError(path, err)
	}
	switch {
	case how.Replace:
		err = s.replace(target, data, how.Mode, nil)
	case how.Was == Version{}:
		err = s.create1(target, data, how.Mode)
	default:
		return s.over(path, target, data, how)
	}
	return saveError(path, err)
}

// over replaces a file that still holds what was read. Savers of one folder
// wait for each other, so that of two the second finds the file changed.
func (s saver) over(path, target string, data []byte, how Saving) error {
	defer lockFolder(filepath.Dir(target))()
	err := s.replace(target, data, how.Mode, func() error {
		now, err := os.ReadFile(target)
		switch {
		case errors.Is(err, fs.ErrNotExist): // taken away: nothing is lost
			return nil
		case err != nil:
			return err
		case VersionOf(now) != how.Was:
			return errChanged
		}
		return nil
	})
	if !errors.Is(err, errChanged) {
		return saveError(path, err)
	}
	for n := 2; ; n++ {
		kept := Beside(target, n)
		err := s.create1(kept, data, how.Mode)
		switch {
		case errors.Is(err, fs.ErrExist):
			continue
		case err != nil:
			return fmt.Errorf("save %s: it changed since it was read, and was left as it is; yours could not be kept beside it: %w", path, why(kept, err))
		}
		return &ChangedError{path, kept}
	}
}

var errChanged = errors.New("it changed since it was read")

// replace writes the file; may says at the last moment whether it takes its
// place.
func (s saver) replace(path string, data []byte, mode fs.FileMode, may func() error) error {
	p, err := s.written(path, data, mode)
	if err != nil {
		return err
	}
	defer p.Cleanup()
	if may != nil {
		if err := may(); err != nil {
			return err
		}
	}
	return p.CloseAtomicallyReplace()
}

// create1 makes a file that is not there yet, and never takes the place of one
// that comes meanwhile.
func (s saver) create1(path string, data []byte, mode fs.FileMode) error {
	if _, err := os.Lstat(path); err == nil {
		return ErrExists
	}
	p, err := s.written(path, data, mode)
	if err != nil {
		return err
	}
	defer p.Cleanup()
	if err := p.Sync(); err != nil {
		return err
	}
	err = os.Link(p.Name(), path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, err := os.Lstat(path); err == nil { // this file system has no links
		return ErrExists
	}
	return p.CloseAtomicallyReplace()
}

func (s saver) written(path string, data []byte, mode fs.FileMode) (pending, error) {
	if mode == 0 {
		mode = 0o600
	}
	p, err := s.create(path, mode)
	if err != nil {
		return nil, err
	}
	n, err := p.Write(data)
	if err == nil && n < len(data) {
		err = io.ErrShortWrite
	}
	if err != nil {
		p.Cleanup()
		return nil, err
	}
	return p, nil
}

// behindLinks is the file that a path names in the end.
func behindLinks(path string) (string, error) {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return path, nil
	}
	// /dev/stdout leads to a pipe that has no name.
	if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() && !st.IsDir() {
		return path, nil
	}
	target, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", errors.New("it is a link to a file that is not there")
	}
	return target, err
}

func writeThrough(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// Beside is the n-th other name of a file: a.case.json, a-2.case.json.
func Beside(path string, n int) string {
	dir, name := filepath.Split(path)
	stem, end := splitEnd(name)
	return dir + fmt.Sprintf("%s-%d%s", stem, n, end)
}

// splitEnd cuts the ending of a case, or of any file, off its name.
func splitEnd(name string) (stem, end string) {
	if stem, ok := strings.CutSuffix(name, CaseEnd); ok {
		return stem, CaseEnd
	}
	end = filepath.Ext(name)
	return strings.TrimSuffix(name, end), end
}

func saveError(path string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("save %s: %w", path, why(path, err))
}

// why says in words what stands against a save. What was there before is
// never touched by a save that fails.
func why(path string, err error) error {
	dir := filepath.Dir(path)
	info, dirErr := os.Stat(dir)
	text := ""
	switch {
	case errors.Is(err, fs.ErrExist):
		text = "a file of this name is there already"
	case errors.Is(dirErr, fs.ErrNotExist):
		text = "there is no folder " + dir
	case dirErr == nil && !info.IsDir():
		text = dir + " is no folder"
	case errors.Is(err, syscall.ENOSPC):
		text = "the disk is full; nothing was changed"
	case errors.Is(err, syscall.EROFS):
		text = "the folder " + dir + " can only be read"
	case errors.Is(err, fs.ErrPermission):
		text = "the folder " + dir + " does not let you write"
	default:
		if p := (*fs.PathError)(nil); errors.As(err, &p) {
			return p.Err
		}
		return err
	}
	return &reasoned{text, err}
}

// reasoned is an error in other words.
type reasoned struct {
	text string
	err  error
}

// Error is the reason in plain words.
func (r *reasoned) Error() string { return r.text }

// Unwrap is the error of the system.
func (r *reasoned) Unwrap() error { return r.err }
