package walk

import (
	"bytes"
	"context"
	"errors"
	"io"
)

// readSize is how much of a stream is read at once.
const readSize = 128 << 10

// Stream reads an input that cannot be read at an offset, with one goroutine
// that reads and the caller's that walks. It merges after every read that
// brought a whole line, so a slow writer at the other end of a pipe is seen
// line by line. The rules are those of Parallel. When ctx ends while a read
// hangs, Stream returns and leaves that read behind.
func Stream[T any](ctx context.Context, src io.Reader, w Worker[T], merge func(Chunk[T]) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &stream[T]{w: w, limit: MaxLine}
	blocks, free := make(chan block, 2), make(chan []byte, 3)
	for range cap(free) {
		free <- make([]byte, readSize)
	}
	go readBlocks(ctx, src, blocks, free)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case b := <-blocks:
			s.buf = append(s.buf, b.data...)
			free <- b.data[:cap(b.data)]
			if c, ok := s.chunk(b.err != nil); ok {
				if err := merge(c); err != nil {
					return err
				}
			}
			if errors.Is(b.err, io.EOF) {
				return ctx.Err()
			}
			if b.err != nil {
				return b.err
			}
		}
	}
}

type block struct {
	data []byte
	err  error
}

// readBlocks reads src until it ends or ctx does. There are three buffers:
// one is read, one waits, one is walked.
func readBlocks(ctx context.Context, src io.Reader, blocks chan<- block, free <-chan []byte) {
	for {
		select {
		case buf := <-free:
			n, err := src.Read(buf)
			select {
			case blocks <- block{buf[:n], err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

type stream[T any] struct {
	w Worker[T]
	// buf holds what is read and not handed over; it begins at offset base.
	buf   []byte
	base  int64
	limit int
	// seen is the length of the beginning of buf that holds no line end.
	seen int
	// skipping: buf belongs to a line that is over the limit.
	skipping bool
}

// chunk hands over the whole lines of buf, at the end of the input also the
// rest.
func (s *stream[T]) chunk(end bool) (c Chunk[T], ok bool) {
	c.Start = s.base
	pos := 0
	for {
		j := bytes.IndexByte(s.buf[s.seen:], '\n')
		if j < 0 {
			break
		}
		next := s.seen + j + 1
		if s.skipping {
			s.skipping = false
		} else {
			s.give(&c, s.buf[pos:next-1], pos, false, false)
		}
		pos, s.seen = next, next
	}
	rest := s.buf[pos:]
	switch {
	case s.skipping:
		pos = len(s.buf)
	case len(rest) > s.limit:
		s.give(&c, rest, pos, false, true)
		s.skipping = true
		pos = len(s.buf)
	case end && len(rest) > 0:
		s.give(&c, rest, pos, true, false)
		pos = len(s.buf)
	}
	s.drop(pos)
	c.End = s.base
	c.Out = s.w.End()
	return c, pos > 0
}

func (s *stream[T]) give(c *Chunk[T], raw []byte, pos int, last, long bool) {
	l := trim(raw, s.base+int64(pos))
	l.Number, l.Last, l.Long = c.Lines, last, long
	c.Lines++
	s.w.Line(l)
}

// drop forgets the first n bytes of buf.
func (s *stream[T]) drop(n int) {
	if n > 0 {
		rest := s.buf[n:]
		if cap(s.buf) > keepBuffer && len(rest) < chunkSize {
			s.buf = append(make([]byte, 0, chunkSize), rest...)
		} else {
			s.buf = s.buf[:copy(s.buf, rest)]
		}
		s.base += int64(n)
	}
	s.seen = len(s.buf)
}
