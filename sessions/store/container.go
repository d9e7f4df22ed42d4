package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// cutSession takes the id of a session off a path that is not there as it
// stands: opencode.db#ses_1.
func cutSession(path string) (file, session string) {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		if at := strings.LastIndex(path, SessionMark); at > 0 {
			if _, err := os.Stat(path[:at]); err == nil {
				return path[:at], path[at+1:]
			}
		}
	}
	// The file of a session in OpenCode's storage stands for that session.
	if id, ok := strings.CutSuffix(filepath.Base(path), ".json"); ok && filepath.Base(filepath.Dir(filepath.Dir(path))) == "session" {
		if root := filepath.Dir(filepath.Dir(filepath.Dir(path))); IsStorage(root) {
			return root, id
		}
	}
	return path, ""
}

// openRows makes the lines of a database or a storage folder the stream of the
// input; reading them is spooled like any stream.
func (in *Input) openRows(lines io.Reader, closer io.Closer, notes []string, spoolMax int64) {
	in.stream, in.rows, in.Notes = lines, closer, notes
	in.spool = newSpool(spoolMax)
}

func (in *Input) openDatabase(h *Databases, path string, want wanted, spoolMax int64) error {
	d, closer, err := h.take(path)
	if err != nil {
		return err
	}
	in.counted = &counter{}
	r, err := d.reader(want, path, in.Size, &in.counted.n)
	if err != nil {
		return errors.Join(d.told(err), closer.Close())
	}
	in.Session = r.chosen[0].ID
	in.openRows(r, closer, slices.Concat(d.notes, r.notes), spoolMax)
	return nil
}

// openFolder opens OpenCode's storage.
func openFolder(name, folder string, want wanted, spoolMax int64) (*Input, error) {
	s, ok := openStorage(folder)
	if !ok {
		return nil, &Unfit{What: "is a folder that holds no storage of OpenCode"}
	}
	in := &Input{Name: name, counted: &counter{}}
	r, note, err := s.reader(want, folder, &in.counted.n)
	if err != nil {
		return nil, err
	}
	in.Size, in.Session = r.size, r.sessions[0]
	var notes []string
	if note != "" {
		notes = append(notes, note)
	}
	in.openRows(r, r, notes, spoolMax)
	return in, nil
}
