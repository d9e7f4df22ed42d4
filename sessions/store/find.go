package store

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// Entry is one recorded session that a client keeps. Nothing of its content
// was read.
type Entry struct {
	// Client is the client's id; empty where neither place nor name tells it.
	Client string
	Path   string
	// Folder is the working folder of the session, in the client's encoding
	// when Encoded is set: Peek reads the real one. Empty where only the
	// content tells it.
	Folder  string
	Encoded bool
	ModTime time.Time
	Size    int64
	ID      string // session id
	// Several: it is a database with more than this one session; Spread takes
	// it apart.
	Several bool
}

// newestFirst orders entries.
func newestFirst(a, b Entry) int {
	return cmp.Or(b.ModTime.Compare(a.ModTime), cmp.Compare(a.Path, b.Path))
}

// Searched is one place where a client keeps its sessions.
type Searched struct {
	Client, Path string
	// Status is "not there", "empty", "3 sessions" or an error text.
	Status string
	Count  int
}

// machine is where a search takes place.
type machine struct {
	env  func(string) string
	home string
	os   string // as runtime.GOOS names it
}

// place is a folder that holds the sessions of one client.
type place struct {
	client, path string
	// quiet: it is named only where it is there.
	quiet bool
	// list adds the sessions below path. skipped counts folders and files that
	// could not be looked at; err is about path itself.
	list func(client, path string) (found []Entry, skipped int, err error)
}

// places returns where the clients keep their sessions, and the further
// folders of the configuration. The first place of a client is named also where
// it is not there, so that one sees what was looked for.
func places(m machine, extra []string) []place {
	var list []place
	for i, root := range claudeRoots(m) {
		list = append(list, place{client: "claude-code", path: root, quiet: i > 0, list: claudeProjects})
	}
	for _, k := range keepers {
		for i, root := range k.roots(m) {
			list = append(list, place{client: k.client, path: root, quiet: k.quiet || i > 0, list: k.list})
		}
	}
	for _, folder := range extra {
		path := m.expand(folder)
		if projects := filepath.Join(path, "projects"); slices.ContainsFunc(list, func(p place) bool { return p.path == path || p.path == projects }) {
			continue
		}
		list = append(list, place{client: AnyClient, path: path, list: further})
	}
	return list
}

// Find lists the recorded sessions, newest first, and the places where it
// looked, in their order. env is os.Getenv or a stand-in, home the home
// folder; extra are further folders from the configuration: a client's folder,
// its projects folder, or a folder of recordings of any client.
//
// It reads folders and asks for size and time of each file, and reads Crush's
// list of projects, no more, so tens of thousands of recordings take a moment.
// No recording is opened and nothing is changed.
func Find(env func(string) string, home string, extra ...string) ([]Entry, []Searched) {
	return find(machine{env, home, runtime.GOOS}, extra)
}

// lookers is how many places are looked at at once.
const lookers = 4

func find(m machine, extra []string) ([]Entry, []Searched) {
	type looked struct {
		part
		err error
	}
	all := places(m, extra)
	parts := make([]looked, len(all))
	each(len(all), func(i int) {
		p := &parts[i]
		p.found, p.skipped, p.err = all[i].list(all[i].client, all[i].path)
	})
	var list []Entry
	var searched []Searched
	seen := map[string]bool{}
	for i, p := range all {
		if p.quiet && errors.Is(parts[i].err, fs.ErrNotExist) {
			continue
		}
		before := len(list)
		for _, e := range parts[i].found {
			if !seen[e.Path] {
				seen[e.Path] = true
				list = append(list, e)
			}
		}
		s := Searched{Client: p.client, Path: p.path, Count: len(list) - before}
		s.Status = status(s.Count, parts[i].skipped, parts[i].err)
		searched = append(searched, s)
	}
	slices.SortFunc(list, newestFirst)
	return list, searched
}

// each calls do for 0 to n-1, several at once.
func each(n int, do func(int)) {
	next := make(chan int)
	var wait sync.WaitGroup
	for range min(n, lookers) {
		wait.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wait.Wait()
}

// FindID returns the recorded session with this id: the name of its file
// without the ending, the id within that name, or that of a session in a
// client's database, whose Path names it too. Databases are looked into only
// where no file has the id.
func FindID(env func(string) string, home, id string, extra ...string) (Entry, bool) {
	if id == "" || id != filepath.Base(id) || strings.ContainsAny(id, `/\`) || !isSessionFile(id+recordEnd) || strings.HasSuffix(id, ".db") {
		return Entry{}, false
	}
	var several []Entry
	for _, p := range places(machine{env, home, runtime.GOOS}, extra) {
		found, _, _ := p.list(p.client, p.path)
		for _, e := range found {
			if e.ID == id {
				return e, true
			}
			if e.Several {
				several = append(several, e)
			}
		}
	}
	for _, e := range several {
		all, err := SessionsOf(e.Path)
		if err != nil {
			continue
		}
		for _, k := range all {
			if k.ID == id {
				e.Several, e.ID, e.Folder, e.ModTime, e.Path = false, id, k.Folder, k.Updated, e.Path+SessionMark+id
				return e, true
			}
		}
	}
	return Entry{}, false
}

func status(count, skipped int, err error) string {
	text := fmt.Sprintf("%d sessions", count)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "not there"
	case err != nil:
		return reason(err)
	case count == 1:
		text = "1 session"
	case count == 0:
		text = "empty"
	}
	if skipped > 0 {
		text += fmt.Sprintf(", %d not readable", skipped)
	}
	return text
}

// reason is the error without the path, which stands beside it.
func reason(err error) string {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// folderOf reads the names in a folder in parts, in no order. What came before
// an error is good.
func folderOf(path string, each func(fs.DirEntry)) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	for {
		entries, err := f.ReadDir(1024)
		for _, e := range entries {
			each(e)
		}
		if errors.Is(err, io.EOF) || err == nil && len(entries) == 0 {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
