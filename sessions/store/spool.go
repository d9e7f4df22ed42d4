package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// NotKept is the error for a part of a stream that was not spooled.
type NotKept struct {
	// Limit is the spool limit in bytes. Err is why nothing more was written,
	// where it was not the limit.
	Limit int64
	Err   error
}

// Error says why.
func (e *NotKept) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("body not kept: the temporary file could not be written: %v", e.Err)
	}
	return fmt.Sprintf("body not kept: the input is over the limit of %d MB", e.Limit>>20)
}

// Unwrap returns the error of the temporary file, if there was one.
func (e *NotKept) Unwrap() error { return e.Err }

// spool keeps the beginning of a stream in a private temporary file that has
// no name: it is unlinked as soon as it is open, where the system allows that,
// and goes with the process. A failing disk costs bodies, not rows: writes to
// the spool never fail.
type spool struct {
	mu    sync.Mutex
	f     *os.File
	size  int64
	limit int64
	// full: nothing more is written.
	full   bool
	err    error
	closed bool
	// named: the file could not be unlinked while it is open.
	named bool
}

func newSpool(limit int64) *spool { return &spool{limit: limit} }

// Write keeps p, as far as the limit allows.
func (s *spool) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.full || s.closed {
		return len(p), nil
	}
	if s.f == nil {
		if s.f, s.err = os.CreateTemp("", "hopscope-*"); s.err != nil {
			s.full = true
			return len(p), nil
		}
		s.named = os.Remove(s.f.Name()) != nil
	}
	keep := p
	if over := s.size + int64(len(p)) - s.limit; over > 0 {
		keep, s.full = p[:max(int64(len(p))-over, 0)], true
	}
	n, err := s.f.Write(keep)
	s.size += int64(n)
	if err != nil {
		s.full, s.err = true, err
	}
	return len(p), nil
}

// ReadAt reads what was kept.
func (s *spool) ReadAt(p []byte, off int64) (int, error) {
	s.mu.Lock()
	size, full, f, closed := s.size, s.full, s.f, s.closed
	s.mu.Unlock()
	switch {
	case closed:
		return 0, os.ErrClosed
	case off >= size && full:
		return 0, &NotKept{s.limit, s.err}
	case off >= size:
		return 0, io.EOF
	}
	n, err := f.ReadAt(p[:min(int64(len(p)), size-off)], off)
	switch {
	case err != nil || n == len(p):
		return n, err
	case full:
		return n, &NotKept{s.limit, s.err}
	}
	return n, io.EOF
}

// Close removes the file.
func (s *spool) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.f == nil {
		return nil
	}
	err := s.f.Close()
	if s.named {
		err = errors.Join(err, os.Remove(s.f.Name()))
	}
	return err
}
