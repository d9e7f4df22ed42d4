package store

import (
	"bytes"
	"errors"
	"io"
	"os"
	"time"
)

// Input is one opened input: a file that is read at any offset, or a stream
// that is read once from its beginning and spooled, so that its parts can be
// read again. Files are opened read-only.
type Input struct {
	// Name for people: the path, or - for standard input.
	Name string
	// Size is the number of bytes of the file as it stands on disk when it was
	// opened, -1 for a pipe.
	Size int64
	// ModTime of the file, zero for a pipe.
	ModTime time.Time
	// Packed says how the input is compressed: "gzip", "zstd", "zstd in gzip" or empty.
	Packed string
	// Notes say which part of a database or a storage folder is read.
	Notes []string
	// Session is the one of a database or a storage folder that is read, empty
	// for other inputs.
	Session string

	file *os.File
	own  bool // file is closed with the input
	// database: the file is one.
	database bool
	stream   io.Reader
	counted  *counter
	head     []byte
	spool    *spool
	rows     io.Closer // a database or a storage folder
}

// headSize is how much of an input detection looks at, headMax how much more
// it takes to see one whole line.
const (
	headSize = 64 << 10
	headMax  = 4 << 20
)

// Open opens a file, or whatever else stands at a path: a named pipe is read as
// a stream. Compressed content and databases are recognised by their first
// bytes. Of a database, and of OpenCode's storage folder, the newest session is
// read, or with PATH#ID the one with this id.
func Open(path string, spoolMax int64) (*Input, error) {
	return (*Databases)(nil).Open(path, spoolMax)
}

// Open is Open with copies of databases that are made once.
func (h *Databases) Open(path string, spoolMax int64) (*Input, error) {
	return h.OpenAgain(path, "", spoolMax)
}

// OpenAgain is Open, but where the path names no session of several it is the
// one that was read before, and not a newer one.
func (h *Databases) OpenAgain(path, before string, spoolMax int64) (*Input, error) {
	file, session := cutSession(path)
	want := wanted{id: session}
	if session == "" {
		want = wanted{before, before != ""}
	}
	if isDir(file) {
		return openFolder(path, file, want, spoolMax)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	in, err := opened(path, f, spoolMax)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	in.own = true
	if in.database {
		err = in.openDatabase(h, file, want, spoolMax)
	} else if session != "" {
		err = &Unfit{What: "names a session of a file that holds one", Fix: "Give " + file}
	}
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}
	return in, nil
}

// OpenReader opens a stream, for example standard input. When it is a file
// that was redirected, it is read like a file.
func OpenReader(name string, r io.Reader, spoolMax int64) (*Input, error) {
	if f, ok := r.(*os.File); ok {
		if at, err := f.Seek(0, io.SeekCurrent); err == nil && at == 0 {
			return opened(name, f, spoolMax)
		}
	}
	in := &Input{Name: name, Size: -1}
	return in, in.openStream(r, spoolMax)
}

func opened(name string, f *os.File, spoolMax int64) (*Input, error) {
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	in := &Input{Name: name, Size: -1, file: f}
	if !st.Mode().IsRegular() {
		return in, in.openStream(f, spoolMax)
	}
	in.Size, in.ModTime = st.Size(), st.ModTime()
	magic := make([]byte, len(sqliteMagic))
	n, err := f.ReadAt(magic, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	in.database = IsDatabase(magic[:n])
	if packing(magic[:n]) != "" {
		return in, in.openStream(f, spoolMax)
	}
	return in, nil
}

// Seekable reports whether the input can be read at any offset.
func (in *Input) Seekable() bool { return in.file != nil && in.stream == nil }

// Head returns the beginning of the input, decompressed: at least one whole
// line where there is one in 4 MiB, and 64 KiB or less where that is enough.
// whole says that this is all of it. A stream is read only until a line is
// there, so that a slow writer is not waited for.
func (in *Input) Head() (head []byte, whole bool, err error) {
	if in.Seekable() {
		return in.fileHead()
	}
	for size := headSize; ; size *= 4 {
		for len(in.head) < size {
			buf := make([]byte, size-len(in.head))
			n, err := in.stream.Read(buf)
			in.head = append(in.head, buf[:n]...)
			if errors.Is(err, io.EOF) {
				in.stream = bytes.NewReader(nil)
				return in.head, true, nil
			}
			if err != nil {
				return in.head, false, err
			}
			if bytes.IndexByte(in.head, '\n') >= 0 && (in.Packed == "" || len(in.head) >= headSize) {
				return in.head, false, nil
			}
		}
		if size >= headMax || bytes.IndexByte(in.head, '\n') >= 0 {
			return in.head, false, nil
		}
	}
}

func (in *Input) fileHead() (head []byte, whole bool, err error) {
	for size := int64(headSize); ; size *= 4 {
		buf := make([]byte, min(size, in.Size))
		n, err := in.file.ReadAt(buf, 0)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, false, err
		}
		buf = buf[:n]
		whole = int64(n) >= in.Size
		if whole || size >= headMax || bytes.IndexByte(buf, '\n') >= 0 {
			return buf, whole, nil
		}
	}
}

// All returns the whole content, decompressed; ok is false when it is longer
// than max. A stream then goes on as if nothing had been read.
func (in *Input) All(max int64) (data []byte, ok bool, err error) {
	if in.Seekable() {
		if in.Size > max {
			return nil, false, nil
		}
		data = make([]byte, in.Size)
		n, err := in.file.ReadAt(data, 0)
		if errors.Is(err, io.EOF) {
			err = nil
		}
		return data[:n], err == nil, err
	}
	rest, err := io.ReadAll(io.LimitReader(in.stream, max+1-int64(len(in.head))))
	in.head = append(in.head, rest...)
	return in.head, err == nil && int64(len(in.head)) <= max, err
}

// Reader returns the content of a stream from its beginning, decompressed.
// What is read through it is spooled. It is read once.
func (in *Input) Reader() io.Reader {
	return io.TeeReader(io.MultiReader(bytes.NewReader(in.head), in.stream), in.spool)
}

// ReadAt reads the content, decompressed. Of a stream only what was read
// before and kept can be read; the rest is a *NotKept.
func (in *Input) ReadAt(p []byte, off int64) (int, error) {
	if in.Seekable() {
		return in.file.ReadAt(p, off)
	}
	return in.spool.ReadAt(p, off)
}

// Consumed returns how many bytes of the input were read from disk or pipe, in
// the measure of Size.
func (in *Input) Consumed() int64 {
	if in.counted == nil {
		return 0
	}
	return in.counted.n.Load()
}

// Close closes the input and removes its spool file.
func (in *Input) Close() error {
	var errs []error
	if in.rows != nil {
		errs = append(errs, in.rows.Close())
	}
	if in.spool != nil {
		errs = append(errs, in.spool.Close())
	}
	if in.own {
		errs = append(errs, in.file.Close())
	}
	return errors.Join(errs...)
}
