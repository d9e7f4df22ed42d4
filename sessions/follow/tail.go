package follow

import (
	"bytes"
	"io"

	"hopscope/sessions/walk"
)

// File is a file that may grow.
type File interface {
	io.ReaderAt
	// Now returns the size of now; same is false when the path of the file
	// names another file by now, or none.
	Now() (size int64, same bool, err error)
}

// State says what became of a file since the last look.
type State uint8

// The states. Same: nothing, or less than a line. Grew: whole lines came.
// Rewritten: it was truncated, replaced, or written over, and has to be read
// from its beginning.
const (
	Same State = iota
	Grew
	Rewritten
)

// pieceSize is how much is read at once.
const pieceSize = 128 << 10

// markSize is how many bytes before the place of now are kept to see whether
// the file was written over.
const markSize = 64

// Tail reads what is appended to one file. It belongs to one goroutine.
type Tail[T any] struct {
	file File
	tail *walk.Tail[T]
	buf  []byte
	// mark are the last bytes before the place of now.
	mark []byte
}

// NewTail returns a tail that goes on at offset at; mid is that of
// walk.NewTail.
func NewTail[T any](f File, w walk.Worker[T], at int64, mid bool) (*Tail[T], error) {
	t := &Tail[T]{file: f, tail: walk.NewTail(w, at, mid)}
	n := min(at, markSize)
	t.mark = make([]byte, n)
	if _, err := f.ReadAt(t.mark, at-n); err != nil && err != io.EOF {
		return nil, err
	}
	return t, nil
}

// Step reads what was appended since the last step and hands over each chunk
// of whole lines. The work is that of the new bytes alone. An error of each
// ends the step.
//
// Of a file that was rotated away, what its writer appended last is handed
// over before Rewritten is returned.
func (t *Tail[T]) Step(each func(walk.Chunk[T]) error) (State, error) {
	size, same, err := t.file.Now()
	if err != nil {
		return Same, err
	}
	written, err := t.overwritten(size)
	if err != nil || written {
		return Rewritten, err
	}
	state := Same
	for t.tail.At() < size {
		n, err := t.piece(size - t.tail.At())
		if n == 0 {
			if err != nil && err != io.EOF {
				return state, err
			}
			break // it became shorter meanwhile: the next step tells
		}
		if c, ok := t.tail.Add(t.buf[:n]); ok {
			state = Grew
			if err := each(c); err != nil {
				return state, err
			}
		}
	}
	if !same {
		return Rewritten, nil
	}
	return state, nil
}

// piece reads the next bytes into buf and remembers the last of them.
func (t *Tail[T]) piece(left int64) (int, error) {
	if t.buf == nil {
		t.buf = make([]byte, pieceSize)
	}
	n, err := t.file.ReadAt(t.buf[:min(left, pieceSize)], t.tail.At())
	if n > 0 {
		t.mark = append(t.mark, t.buf[max(n-markSize, 0):n]...)
		if over := len(t.mark) - markSize; over > 0 {
			t.mark = t.mark[:copy(t.mark, t.mark[over:])]
		}
	}
	return n, err
}

// overwritten reports whether the file is shorter than what was read of it, or
// has other bytes before the place of now.
func (t *Tail[T]) overwritten(size int64) (bool, error) {
	at := t.tail.At()
	if size < at {
		return true, nil
	}
	now := make([]byte, len(t.mark))
	n, err := t.file.ReadAt(now, at-int64(len(now)))
	if err != nil && err != io.EOF {
		return false, err
	}
	return !bytes.Equal(now[:n], t.mark), nil
}
