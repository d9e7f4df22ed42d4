package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite", pure Go
)

// A database of a client is read as lines, one JSON object a row, so that it
// goes the way of every other recording: progress, cancelling, a spool for the
// bodies. It is read from a private copy of the database and its write-ahead
// log, because its owner may be running: the original is opened for reading,
// never by SQLite, and is neither locked nor written to.

const (
	// databaseMax is the size in bytes of the largest database, its log
	// included, that is copied.
	databaseMax = 4 << 30
	// copyTries is how often a copy is made again because the owner wrote
	// meanwhile.
	copyTries = 3
	// lookTime is how long the looking for tables and sessions may take.
	lookTime = 20 * time.Second
)

var errTooLarge = errors.New("over the limit")

var sqliteMagic = []byte("SQLite format 3\x00")

// Unfit is the error for an input whose container is known and whose content
// is not.
type Unfit struct {
	// What is wrong, to stand behind the path; Fix begins with a verb.
	What, Fix string
	Err       error
	// damaged: a copy may be mended.
	damaged bool
}

// Error says what is wrong.
func (u *Unfit) Error() string {
	if u.Fix != "" {
		return u.What + ". " + u.Fix
	}
	return u.What
}

// Unwrap returns the error of the driver or the system.
func (u *Unfit) Unwrap() error { return u.Err }

// database is an open private copy.
type database struct {
	dir   string
	db    *sql.DB
	shape *shape
	// columns are those that the tables of the shape have here.
	columns map[string][]column
	notes   []string
	// mended: it is damaged, and what can be read of its list of tables counts.
	mended bool
	// ctx ends with the database, so that no query outlives it.
	ctx    context.Context
	cancel context.CancelFunc
}

// openDatabase copies the database at path and finds out whose it is.
func openDatabase(path string) (*database, error) {
	d := &database{}
	d.ctx, d.cancel = context.WithCancel(context.Background())
	err := d.open(path)
	if err != nil {
		err = errors.Join(err, d.Close())
		return nil, err
	}
	return d, nil
}

func (d *database) open(path string) (err error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // the log stands beside the file, not beside a link to it
	}
	if d.dir, err = os.MkdirTemp("", "hopscope-db-*"); err != nil {
		return err
	}
	file := filepath.Join(d.dir, "copy.db")
	if err := d.copyAll(path, file); err != nil {
		return err
	}
	d.notes = append(d.notes, cutNotes(file)...)
	ctx, cancel := context.WithTimeout(d.ctx, lookTime)
	defer cancel()
	err = d.connect(ctx, file)
	if broken := (*Unfit)(nil); errors.As(err, &broken) && broken.damaged && ctx.Err() == nil {
		err = d.mend(ctx, file, err)
	}
	if err != nil {
		return err
	}
	// Where the system allows it, the copy has no name from here on.
	os.RemoveAll(d.dir)
	return nil
}

// connect opens the copy and finds out whose it is; pragmas are further ones.
func (d *database) connect(ctx context.Context, file string, pragmas ...string) (err error) {
	if d.db != nil {
		d.db.Close()
	}
	query := url.Values{"mode": {"rw"}, "_pragma": append(pragmas,
		"locking_mode(exclusive)", "trusted_schema(0)", "cell_size_check(1)", "mmap_size(0)", "temp_store(2)", "query_only(1)")}
	name := url.URL{Scheme: "file", Path: filepath.ToSlash(file), RawQuery: query.Encode()}
	if d.db, err = sql.Open("sqlite", name.String()); err != nil {
		return damagedDatabase(err)
	}
	d.db.SetMaxOpenConns(1)
	return d.recognise(ctx)
}

// damagedDatabase words an error of the driver.
func damagedDatabase(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return &Unfit{What: fmt.Sprintf("is an SQLite database that gives no answer in %v", lookTime), Err: err}
	}
	return &Unfit{What: "is an SQLite database that cannot be read: " + err.Error(),
		Fix: "Check it with: sqlite3 FILE 'pragma integrity_check'", Err: err, damaged: true}
}

// copyAll copies the database, its log and a rollback journal. When one of
// them changes meanwhile it is done again.
func (d *database) copyAll(path, to string) error {
	for try := 1; ; try++ {
		before := stamps(path)
		for _, suffix := range [...]string{"-wal", "-journal", ""} {
			if err := copyFile(path+suffix, to+suffix, suffix != ""); err != nil {
				return err
			}
		}
		if before == stamps(path) {
			return nil
		}
		if try == copyTries {
			d.notes = append(d.notes, "the database was written to while it was copied; what is newest may be missing")
			return nil
		}
	}
}

// stamp is what shows that a file has changed.
type stamp struct{ size, time int64 }

func stamps(path string) (s [3]stamp) {
	for i, suffix := range [...]string{"", "-wal", "-journal"} {
		if st, err := os.Stat(path + suffix); err == nil {
			s[i] = stamp{st.Size(), st.ModTime().UnixNano()}
		}
	}
	return s
}

// copyFile copies a regular file; a companion may be missing and is never a
// link.
func copyFile(from, to string, companion bool) error {
	if companion {
		st, err := os.Lstat(from)
		if err != nil || !st.Mode().IsRegular() {
			if err := os.Remove(to); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			return nil
		}
	}
	in, err := os.Open(from)
	if companion && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer in.Close()
	st, err := in.Stat()
	if err != nil {
		return err
	}
	if st.Size() > databaseMax {
		return &Unfit{What: fmt.Sprintf("is a database of %d GB, over the limit of %d GB", st.Size()>>30, int64(databaseMax)>>30),
			Fix: "Export the session with the client, for example opencode export ID", Err: errTooLarge}
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	src := &source{r: io.LimitReader(in, databaseMax)}
	_, err = io.Copy(out, src)
	if err = errors.Join(err, out.Close()); src.err != nil {
		return &Unfit{What: "cannot be read: " + bareError(src.err), Fix: "Close the program that has locked it, or copy the file and open the copy", Err: src.err}
	} else if err != nil {
		return &Unfit{What: "cannot be copied to " + filepath.Dir(to) + ": " + err.Error(),
			Fix: "Let TMPDIR name a folder with more room", Err: err}
	}
	return nil
}

// source keeps the error with which its reader ended, so that it is not taken
// for one of what is written.
type source struct {
	r   io.Reader
	err error
}

// Read remembers an error of the disk, which the copy would not tell apart.
func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// IsDatabase recognises an SQLite database by its first bytes.
func IsDatabase(head []byte) bool { return bytes.HasPrefix(head, sqliteMagic) }

// Companion reports whether a path is that of a file which SQLite keeps beside
// a database and which is read with it.
func Companion(path string) bool {
	for _, suffix := range [...]string{"-wal", "-shm", "-journal"} {
		if base, ok := strings.CutSuffix(path, suffix); ok && filepath.Ext(base) != "" {
			st, err := os.Stat(base)
			return err == nil && st.Mode().IsRegular()
		}
	}
	return false
}

// Close ends all queries and removes the copy.
func (d *database) Close() error {
	d.cancel()
	var errs []error
	if d.db != nil {
		// What the driver says about a copy that nobody needs any more is of no
		// interest: the files may have lost their names already.
		d.db.Close()
	}
	if d.dir != "" {
		errs = append(errs, os.RemoveAll(d.dir))
	}
	return errors.Join(errs...)
}
