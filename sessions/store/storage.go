package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// storage is the folder in which OpenCode before 1.2 keeps one JSON file for
// each session, message and part. It is read as the same lines as the database
// after it. Two layouts are known: session/PROJECT/SES.json, message/SES/*.json,
// part/MSG/*.json (1.1.65, run), and before that session/info/SES.json,
// session/message/SES/*.json, session/part/SES/MSG/*.json.
type storage struct {
	root string
	old  bool
}

// openStorage reports whether a folder, or the folder storage in it, is one.
func openStorage(folder string) (storage, bool) {
	for _, root := range [...]string{folder, filepath.Join(folder, "storage")} {
		if isDir(filepath.Join(root, "part")) && isDir(filepath.Join(root, "message")) {
			return storage{root: root}, true
		}
		if isDir(filepath.Join(root, "session", "part")) && isDir(filepath.Join(root, "session", "message")) {
			return storage{root, true}, true
		}
	}
	return storage{}, false
}

// IsStorage reports whether the folder itself is such a storage.
func IsStorage(folder string) bool {
	s, ok := openStorage(folder)
	return ok && s.root == filepath.Clean(folder)
}

// folders of the messages of a session and the parts of a message.
func (s storage) messages(session string) string {
	if s.old {
		return filepath.Join(s.root, "session", "message", session)
	}
	return filepath.Join(s.root, "message", session)
}

func (s storage) parts(session, message string) string {
	if s.old {
		return filepath.Join(s.root, "session", "part", session, message)
	}
	return filepath.Join(s.root, "part", message)
}

// sessionFiles are the files that describe sessions, by id.
func (s storage) sessionFiles() map[string]string {
	files := map[string]string{}
	projects := []string{"info"}
	if !s.old {
		projects = namesIn(filepath.Join(s.root, "session"), true)
	}
	for _, project := range projects {
		folder := filepath.Join(s.root, "session", project)
		for _, name := range namesIn(folder, false) {
			files[strings.TrimSuffix(name, ".json")] = filepath.Join(folder, name)
		}
	}
	return files
}

// namesIn lists the folders, or the JSON files, of a folder, sorted. Links are
// left out.
func namesIn(folder string, folders bool) []string {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var list []string
	for _, e := range entries {
		if folders && e.IsDir() || !folders && e.Type().IsRegular() && strings.HasSuffix(e.Name(), ".json") {
			list = append(list, e.Name())
		}
	}
	return list
}

// sessions lists the sessions, newest first. Those without a file of their own
// are known by their messages.
func (s storage) sessions() ([]Kept, error) {
	files := s.sessionFiles()
	var list []Kept
	for id, path := range files {
		list = append(list, s.describe(id, path))
	}
	for _, id := range namesIn(filepath.Dir(s.messages("x")), true) {
		if _, ok := files[id]; !ok {
			list = append(list, s.describe(id, s.messages(id)))
		}
	}
	slices.SortFunc(list, func(a, b Kept) int {
		if c := b.Updated.Compare(a.Updated); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return list, nil
}

// describe reads the file of a session.
func (s storage) describe(id, path string) Kept {
	k := Kept{ID: id}
	if st, err := os.Stat(path); err == nil {
		k.Updated = st.ModTime()
	}
	var info struct {
		ParentID, Directory, Title string
		Time                       struct{ Created, Updated float64 }
	}
	data, err := readSmall(path)
	if err != nil || json.Unmarshal(data, &info) != nil {
		return k
	}
	k.Parent, k.Folder, k.Title = info.ParentID, info.Directory, info.Title
	if ms := max(info.Time.Updated, info.Time.Created); ms > 0 && ms < 1e15 {
		k.Updated = time.UnixMilli(int64(ms))
	}
	return k
}

// readSmall reads a regular file of at most cellMax bytes.
func readSmall(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	st, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !st.Mode().IsRegular():
		return nil, errors.New("not a file")
	case st.Size() > cellMax:
		return nil, fmt.Errorf("a file of %d MB, over the limit of %d MB", st.Size()>>20, cellMax>>20)
	}
	data, err := io.ReadAll(io.LimitReader(f, cellMax))
	return bytes.ToValidUTF8(data, []byte("\uFFFD")), err
}

// storageFile is one file that is to be read.
type storageFile struct{ table, path, id, message, session, agent string }

// storageReader writes the files as lines.
type storageReader struct {
	of       storage
	sessions []string
	todo     []storageFile
	next     int
	buf      []byte
	taken    int
	size     int64
	n        *atomic.Int64
	gone     atomic.Bool
}

// reader plans the reading of one session and those that it started.
func (s storage) reader(want wanted, path string, n *atomic.Int64) (r *storageReader, note string, err error) {
	all, err := s.sessions()
	if err != nil {
		return nil, "", err
	}
	c, err := choose(all, want, path, func(id string) (bool, error) { return len(namesIn(s.messages(id), false)) > 0, nil })
	if err != nil {
		return nil, "", err
	}
	files := s.sessionFiles()
	r = &storageReader{of: s, n: n}
	for i, k := range c.list {
		r.sessions = append(r.sessions, k.ID)
		agent := ""
		if i > 0 {
			agent = k.ID
		}
		r.todo = append(r.todo, storageFile{"session", files[k.ID], k.ID, "", k.ID, agent})
		for _, name := range namesIn(s.messages(k.ID), false) {
			message := strings.TrimSuffix(name, ".json")
			r.todo = append(r.todo, storageFile{"message", filepath.Join(s.messages(k.ID), name), message, message, k.ID, agent})
			folder := s.parts(k.ID, message)
			for _, part := range namesIn(folder, false) {
				r.todo = append(r.todo, storageFile{"part", filepath.Join(folder, part), strings.TrimSuffix(part, ".json"), message, k.ID, agent})
			}
			if len(r.todo) > rowsMax {
				return r, fmt.Sprintf("more than %d files; the rest is not read", rowsMax), nil
			}
		}
	}
	for _, f := range r.todo {
		if st, err := os.Lstat(f.path); err == nil {
			r.size += st.Size()
		}
	}
	return r, c.note, nil
}

// Read fills p with lines.
func (r *storageReader) Read(p []byte) (int, error) {
	for r.taken == len(r.buf) {
		if r.gone.Load() {
			return 0, os.ErrClosed
		}
		if r.next == len(r.todo) {
			return 0, io.EOF
		}
		r.buf, r.taken = r.buf[:0], 0
		r.line(&r.todo[r.next])
		r.next++
	}
	n := copy(p, r.buf[r.taken:])
	r.taken += n
	return n, nil
}

func (r *storageReader) line(f *storageFile) {
	r.buf = fmt.Appendf(r.buf, `{"table":"opencode.%s","id":`, f.table)
	r.buf = appendText(r.buf, f.id)
	if f.message != "" {
		r.buf = appendText(append(r.buf, `,"message_id":`...), f.message)
	}
	r.buf = appendText(append(r.buf, `,"session_id":`...), f.session)
	if f.agent != "" {
		r.buf = appendText(append(r.buf, `,"subagent":`...), f.agent)
	}
	if f.path != "" {
		data, err := readSmall(f.path)
		r.n.Add(int64(len(data)))
		if err == nil {
			r.buf = appendRaw(append(r.buf, `,"data":`...), string(data))
		} else {
			r.buf = appendText(append(r.buf, `,"error":`...), filepath.Base(f.path)+": "+bareError(err))
		}
	}
	r.buf = append(r.buf, "}\n"...)
}

// bareError is an error of the system without the path.
func bareError(err error) string {
	if pe := (*os.PathError)(nil); errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

// Close ends the reading.
func (r *storageReader) Close() error {
	r.gone.Store(true)
	return nil
}
