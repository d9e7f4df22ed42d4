package store

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// CaseEnd is how the name of a case file ends.
const CaseEnd = ".case.json"

// nameMax is the longest name of a saved case, in bytes without its ending.
const nameMax = 120

// Cases is the folder in which a user's cases are saved. It is made with the
// first case, for its owner alone.
type Cases struct{ Dir string }

// trash is the folder below Cases for what was deleted.
const trash = "trash"

// trashTime is how the time of deletion stands in the name of a deleted case.
const trashTime = "20060102T150405.000"

// List returns the saved cases, newest first. Nothing of their content was
// read. A folder that is not there holds none.
func (c Cases) List() ([]Entry, error) {
	var list []Entry
	err := folderOf(c.Dir, func(d fs.DirEntry) {
		name, ok := strings.CutSuffix(d.Name(), CaseEnd)
		if !ok || name == "" || name[0] == '.' {
			return
		}
		path := filepath.Join(c.Dir, d.Name())
		info, err := os.Stat(path) // a link counts as what it points at
		if err == nil && info.Mode().IsRegular() {
			list = append(list, Entry{Path: path, ID: name, ModTime: info.ModTime(), Size: info.Size()})
		}
	})
	slices.SortFunc(list, func(a, b Entry) int {
		return cmp.Or(b.ModTime.Compare(a.ModTime), cmp.Compare(a.Path, b.Path))
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return list, err
}

// Path is the file of the case with this name.
func (c Cases) Path(name string) string { return filepath.Join(c.Dir, FileName(name)+CaseEnd) }

// Has reports whether a file lies in the folder of cases.
func (c Cases) Has(path string) bool {
	return c.Dir != "" && filepath.Dir(path) == filepath.Clean(c.Dir)
}

// FileName is a name of a case as a file can be called: separators and what
// cannot be seen become "-", and it begins with no dot. It is empty where
// nothing is left.
func FileName(name string) string {
	name = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(name), CaseEnd), ".json")
	var b strings.Builder
	for _, r := range name {
		switch {
		case strings.ContainsRune(`/\:*?"<>|`, r), r == utf8.RuneError, !unicode.IsPrint(r):
			r = '-'
		}
		if b.Len()+utf8.RuneLen(r) > nameMax {
			break
		}
		b.WriteRune(r)
	}
	return strings.TrimRight(strings.TrimLeft(b.String(), ". -"), " -")
}

// Target is the file that somebody means who types a name, or a path: what
// has a separator in it, where ~ is the home folder. A path without an ending
// gets that of a case. It is empty where no name is left.
func (c Cases) Target(text, home string) string {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "~"+string(filepath.Separator)); ok && home != "" {
		text = filepath.Join(home, rest)
	}
	switch {
	case strings.ContainsRune(text, filepath.Separator):
		if strings.HasSuffix(text, string(filepath.Separator)) {
			return ""
		}
		if filepath.Ext(text) == "" {
			text += CaseEnd
		}
		return filepath.Clean(text)
	case FileName(text) == "" || c.Dir == "":
		return ""
	}
	return c.Path(text)
}

// Name is how a user knows a file: by its name in the folder of cases, by its
// path elsewhere, which Target takes for a path again.
func (c Cases) Name(path string) string {
	switch name, ok := strings.CutSuffix(filepath.Base(path), CaseEnd); {
	case ok && c.Has(path):
		return name
	case !strings.ContainsRune(path, filepath.Separator):
		return "." + string(filepath.Separator) + path
	}
	return path
}

// Stem is the name of a file without its folder and its ending.
func Stem(path string) string {
	stem, _ := splitEnd(filepath.Base(path))
	return stem
}

// Save saves a case to a path. The folder of cases is made where it is missing,
// other folders are not.
func (c Cases) Save(path string, data []byte, how Saving) error {
	if c.Has(path) {
		if err := os.MkdirAll(c.Dir, 0o700); err != nil {
			return saveError(path, folderError(err))
		}
	}
	return Save(path, data, how)
}

// folderError is why a folder cannot be made, with the folder.
func folderError(err error) error {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return fmt.Errorf("the folder %s cannot be made: %w", p.Path, p.Err)
	}
	return err
}

// Rename gives a saved case another name and returns its new path. A name that
// is taken is ErrExists.
func (c Cases) Rename(path, name string) (string, error) {
	if FileName(name) == "" {
		return "", fmt.Errorf("rename %s: %q is no name for a file", path, name)
	}
	to := c.Path(name)
	if to == path {
		return path, nil
	}
	if err := move(path, to); err != nil {
		return "", fmt.Errorf("rename %s: %w", path, why(to, err))
	}
	return to, nil
}

// Delete moves a saved case to the trash and returns where it lies now.
func (c Cases) Delete(path string, now time.Time) (string, error) {
	dir := filepath.Join(c.Dir, trash)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("delete %s: %w", path, folderError(err))
	}
	to := filepath.Join(dir, Stem(path)+"."+now.UTC().Format(trashTime)+CaseEnd)
	err := move(path, to)
	for n := 2; errors.Is(err, fs.ErrExist); n++ {
		err = move(path, Beside(to, n))
		if err == nil {
			to = Beside(to, n)
		}
	}
	if err != nil {
		return "", fmt.Errorf("delete %s: %w", path, why(to, err))
	}
	return to, nil
}

// Undelete brings the case back that was deleted last and returns its path;
// empty where the trash is. A name that was taken since gets a number.
func (c Cases) Undelete() (string, error) {
	newest, when := "", ""
	err := folderOf(filepath.Join(c.Dir, trash), func(d fs.DirEntry) {
		if at := deletedAt(d.Name()); at > when && !d.IsDir() {
			newest, when = d.Name(), at
		}
	})
	if errors.Is(err, fs.ErrNotExist) || err == nil && newest == "" {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("trash: %w", err)
	}
	from := filepath.Join(c.Dir, trash, newest)
	to := filepath.Join(c.Dir, newest[:strings.LastIndex(newest, "."+when)]+CaseEnd)
	back := to
	err = move(from, to)
	for n := 2; errors.Is(err, fs.ErrExist); n++ {
		back = Beside(to, n)
		err = move(from, back)
	}
	if err != nil {
		return "", fmt.Errorf("bring back %s: %w", from, why(back, err))
	}
	return back, nil
}

// deletedAt is the time in the name of a deleted case, in a form that sorts;
// empty for other files.
func deletedAt(name string) string {
	stem, ok := strings.CutSuffix(name, CaseEnd)
	for i := len(stem) - len(trashTime) - 1; ok && i >= 0; i-- {
		if stem[i] != '.' {
			continue
		}
		at := stem[i+1 : i+1+len(trashTime)]
		if _, err := time.Parse(trashTime, at); err == nil {
			return at
		}
	}
	return ""
}

// move renames a file, but never over another. A file that two names hold for a
// moment is no harm when the program is killed then.
func move(from, to string) error {
	if _, err := os.Lstat(to); err == nil {
		return fs.ErrExist
	}
	err := os.Link(from, to)
	switch {
	case err == nil:
		return os.Remove(from)
	case errors.Is(err, fs.ErrExist), errors.Is(err, fs.ErrNotExist):
		return err
	}
	return os.Rename(from, to) // this file system has no links
}
