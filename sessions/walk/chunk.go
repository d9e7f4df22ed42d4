package walk

import (
	"bytes"
	"errors"
	"io"
	"slices"
)

const (
	// firstChunk is small, so that the first rows come at once.
	firstChunk = 64 << 10
	// chunkSize fits the second-level cache beside what else is there.
	chunkSize = 256 << 10
	// lookBack is how much is read before a chunk to see whether a line begins
	// with it: one byte, but whole pages are copied faster.
	lookBack = 4 << 10
	// overhang is how much is read at first to complete the last line.
	overhang = 16 << 10
	// keepBuffer is the largest buffer that is kept for the next chunk.
	keepBuffer = 4 << 20
	// scoutFrom is how long a line may be before its end is looked for without
	// keeping it.
	scoutFrom = 2 << 20
)

// ErrShort is returned when an input ends before the size that was given: it
// was truncated while it was read.
var ErrShort = errors.New("the file became shorter while it was read")

// chunkStart returns where chunk k begins.
func chunkStart(k int64) int64 {
	if k == 0 {
		return 0
	}
	return firstChunk + (k-1)*chunkSize
}

// reader reads chunks of one input for one goroutine.
type reader[T any] struct {
	src  io.ReaderAt
	size int64
	w    Worker[T]
	buf  []byte
	// base is the offset of buf[0], limit the length of the longest line.
	base  int64
	limit int
}

// chunk reads the lines that begin in [start, end).
func (r *reader[T]) chunk(start, end int64) (Chunk[T], error) {
	out := Chunk[T]{Start: start, End: end}
	r.base = max(start-lookBack, 0)
	if err := r.fill(int(end - r.base)); err != nil {
		return out, err
	}
	pos := 0
	if start > 0 {
		before := int(start-r.base) - 1
		j := bytes.IndexByte(r.buf[before:], '\n')
		if j < 0 {
			out.Out = r.w.End()
			return out, nil // inside of a line that began before
		}
		pos = before + j + 1
	}
	for r.base+int64(pos) < end {
		next, err := r.line(pos, out.Lines)
		if err != nil {
			return out, err
		}
		out.Lines++
		if next < 0 {
			break // no other line begins in this chunk
		}
		pos = next
	}
	out.Out = r.w.End()
	if cap(r.buf) > keepBuffer {
		r.buf = nil
	}
	return out, nil
}

// line hands over the line that begins at pos and returns where the next one
// begins, -1 after a line over the limit.
func (r *reader[T]) line(pos int, number uint32) (next int, err error) {
	seen := pos
	for {
		if j := bytes.IndexByte(r.buf[seen:], '\n'); j >= 0 {
			r.give(r.buf[pos:seen+j], pos, number, false, false)
			return seen + j + 1, nil
		}
		seen = len(r.buf)
		switch {
		case r.base+int64(seen) >= r.size:
			r.give(r.buf[pos:], pos, number, true, false)
			return seen, nil
		}
		upTo := seen + max(overhang, seen-pos)
		if seen-pos >= min(scoutFrom, r.limit/2) {
			end, err := r.scout(r.base+int64(seen), r.base+int64(pos+r.limit)+1)
			if err != nil {
				return 0, err
			}
			if end < 0 {
				// The chunk in which this line ends finds that by itself.
				r.give(r.buf[pos:], pos, number, false, true)
				return -1, nil
			}
			upTo = int(end - r.base)
		}
		if err := r.fill(upTo); err != nil {
			return 0, err
		}
	}
}

// scout looks for the end of a long line before there is room for it: the
// offset behind the first line end in [from, to), or that of the end of the
// input; -1 when there is none.
func (r *reader[T]) scout(from, to int64) (end int64, err error) {
	buf := make([]byte, chunkSize)
	for from < to {
		n, err := r.src.ReadAt(buf[:min(chunkSize, to-from, r.size-from)], from)
		if j := bytes.IndexByte(buf[:n], '\n'); j >= 0 {
			return from + int64(j) + 1, nil
		}
		if from += int64(n); from >= r.size {
			return r.size, nil
		}
		if n == 0 {
			if err == nil || errors.Is(err, io.EOF) {
				err = ErrShort
			}
			return 0, err
		}
	}
	return -1, nil
}

func (r *reader[T]) give(raw []byte, pos int, number uint32, last, long bool) {
	l := trim(raw, r.base+int64(pos))
	l.Number, l.Last, l.Long = number, last, long
	r.w.Line(l)
}

// fill makes buf n bytes long, or as long as the input allows.
func (r *reader[T]) fill(n int) error {
	n = int(min(int64(n), r.size-r.base))
	have := len(r.buf)
	if n <= have {
		return nil
	}
	if n > keepBuffer && n > cap(r.buf) { // no more than is needed
		r.buf = append(make([]byte, 0, n), r.buf...)
	}
	r.buf = slices.Grow(r.buf, n-have)[:n]
	got, err := r.src.ReadAt(r.buf[have:], r.base+int64(have))
	if got < n-have {
		r.buf = r.buf[:have+got]
		if err == nil || errors.Is(err, io.EOF) {
			return ErrShort
		}
		return err
	}
	return nil
}
