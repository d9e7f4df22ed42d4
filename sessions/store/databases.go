package store

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Databases keeps the private copies of databases, so that reading all
// sessions of one copies it once. It may be used from several goroutines; a
// nil one copies each time.
type Databases struct {
	mu   sync.Mutex
	open map[string]*heldDatabase
}

// heldDatabase is a copy, and how the original was when it was made.
type heldDatabase struct {
	d     *database
	stamp [3]stamp
	users int
	// stale: another copy has taken its place.
	stale bool
}

// take returns a copy of the database at path and what closes it.
func (h *Databases) take(path string) (*database, io.Closer, error) {
	if h == nil {
		d, err := openDatabase(path)
		return d, d, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		real = path
	}
	now := stamps(real)
	held := h.open[real]
	if held != nil && held.stamp != now {
		held.stale = true
		h.drop(held)
		held = nil
	}
	if held == nil {
		d, err := openDatabase(path)
		if err != nil {
			return nil, nil, err
		}
		held = &heldDatabase{d: d, stamp: now}
		if h.open == nil {
			h.open = map[string]*heldDatabase{}
		}
		h.open[real] = held
	}
	held.users++
	return held.d, &heldUse{h: h, of: held}, nil
}

// drop closes a copy that nobody uses and that is no longer wanted.
func (h *Databases) drop(held *heldDatabase) error {
	if held.stale && held.users == 0 {
		return held.d.Close()
	}
	return nil
}

// heldUse is one use of a copy.
type heldUse struct {
	h    *Databases
	of   *heldDatabase
	once sync.Once
}

// Close ends the use.
func (u *heldUse) Close() (err error) {
	u.once.Do(func() {
		u.h.mu.Lock()
		defer u.h.mu.Unlock()
		u.of.users--
		err = u.h.drop(u.of)
	})
	return err
}

// Close removes the copies; those in use go with their last user.
func (h *Databases) Close() error {
	if h == nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	var errs []error
	for _, held := range h.open {
		held.stale = true
		errs = append(errs, h.drop(held))
	}
	h.open = nil
	return errors.Join(errs...)
}

// Several reports whether a path is a database, or a storage folder of
// OpenCode, which hold several sessions. Only its first bytes are looked at.
func Several(path string) bool {
	if isDir(path) {
		_, ok := openStorage(path)
		return ok
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, len(sqliteMagic))
	n, _ := io.ReadFull(f, head)
	return IsDatabase(head[:n])
}

// Paths are those under which the sessions of a path open one by one, newest
// first; the sessions of subagents come with theirs. It is the path itself
// where it holds only one, or cannot be looked into.
func (h *Databases) Paths(path string) []string {
	if !Several(path) {
		return []string{path}
	}
	all, err := h.SessionsOf(path)
	if err != nil || len(all) == 0 {
		return []string{path}
	}
	var list []string
	for _, k := range mainOnly(all) {
		list = append(list, path+SessionMark+k.ID)
	}
	return list
}

// mainOnly leaves out the sessions of subagents whose session is there.
func mainOnly(all []Kept) []Kept {
	there := map[string]bool{}
	for _, k := range all {
		there[k.ID] = true
	}
	return slices.DeleteFunc(slices.Clone(all), func(k Kept) bool { return k.Parent != "" && k.Parent != k.ID && there[k.Parent] })
}

// Spread puts the sessions of databases and storage folders into a list of
// Find, each as an entry of its own, and counts them in the places. Databases
// are copied for that, so it may take longer than Find. An entry whose database
// cannot be read stays as it is.
func (h *Databases) Spread(entries []Entry, looked []Searched) ([]Entry, []Searched) {
	var list []Entry
	done := map[string]map[string]bool{} // the main sessions of a path
	looked = slices.Clone(looked)
	for _, e := range entries {
		path := e.Path
		if at := strings.LastIndex(path, SessionMark); at > 0 && !e.Several {
			path = path[:at]
		}
		if path == e.Path && !e.Several {
			list = append(list, e)
			continue
		}
		main, again := done[path]
		if !again {
			main = map[string]bool{}
			done[path] = main
			all, err := h.SessionsOf(path)
			if err != nil || len(all) == 0 {
				list = append(list, e)
				done[path] = nil
				continue
			}
			for _, k := range mainOnly(all) {
				main[k.ID] = true
				if e.Several {
					x := e
					x.Several, x.ID, x.Folder, x.Path = false, k.ID, k.Folder, path+SessionMark+k.ID
					if !k.Updated.IsZero() {
						x.ModTime = k.Updated
					}
					list = append(list, x)
				}
			}
		}
		if !e.Several && (main == nil || main[e.ID]) {
			list = append(list, e)
		}
	}
	for i := range looked {
		s := &looked[i]
		n := 0
		for _, e := range list {
			if strings.HasPrefix(e.Path, s.Path+string(filepath.Separator)) {
				n++
			}
		}
		if n > s.Count && len(done) > 0 {
			s.Count, s.Status = n, status(n, 0, nil)
		}
	}
	slices.SortStableFunc(list, newestFirst)
	return list, looked
}
