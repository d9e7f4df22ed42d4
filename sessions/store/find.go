package store

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Entry is one recorded session that a client keeps. Nothing of its content
// was read.
type Entry struct {
	Client string // client id
	Path   string
	// Folder is the working folder of the session, in the client's encoding
	// when Encoded is set: Peek reads the real one.
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

// place is a folder that holds the sessions of one client.
type place struct {
	client, path string
	// list adds the sessions below path. skipped counts folders and files that
	// could not be looked at; err is about path itself.
	list func(client, path string) (found []Entry, skipped int, err error)
}

// places returns where the clients keep their sessions, and the further
// folders of the configuration.
func places(env func(string) string, home string, extra []string) []place {
	claude := env("CLAUDE_CONFIG_DIR")
	if claude == "" {
		claude = filepath.Join(home, ".claude")
	}
	list := []place{{"claude-code", filepath.Join(claude, "projects"), claudeProjects}}
	for _, k := range keepers {
		for _, root := range k.roots(env, home) {
			list = append(list, place{k.client, root, k.list})
		}
	}
	for _, folder := range extra {
		if rest, ok := strings.CutPrefix(folder, "~"+string(filepath.Separator)); ok {
			folder = filepath.Join(home, rest)
		}
		if p := filepath.Join(folder, "projects"); isDir(p) {
			folder = p
		}
		if !slices.ContainsFunc(list, func(p place) bool { return p.path == filepath.Clean(folder) }) {
			list = append(list, place{"claude-code", filepath.Clean(folder), claudeProjects})
		}
	}
	return list
}

// Find lists the recorded sessions, newest first, and the places where it
// looked, in their order. env is os.Getenv or a stand-in, home the home
// folder; extra are further folders from the configuration: a client's folder,
// its projects folder, or one folder of recordings.
//
// It reads folders and asks for size and time of each file, no more, so tens
// of thousands of recordings take a moment. Nothing is opened or changed.
func Find(env func(string) string, home string, extra ...string) ([]Entry, []Searched) {
	var all []Entry
	var looked []Searched
	seen := map[string]bool{}
	for _, p := range places(env, home, extra) {
		found, skipped, err := p.list(p.client, p.path)
		before := len(all)
		for _, e := range found {
			if !seen[e.Path] {
				seen[e.Path] = true
				all = append(all, e)
			}
		}
		s := Searched{Client: p.client, Path: p.path, Count: len(all) - before}
		s.Status = status(s.Count, skipped, err)
		looked = append(looked, s)
	}
	slices.SortFunc(all, newestFirst)
	return all, looked
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
	for _, p := range places(env, home, extra) {
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
