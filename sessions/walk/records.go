package walk

import (
	"context"
	"errors"
	"io"
)

// Cutter finds the records of an input that is not made of lines. It is fed
// the input piece by piece and used once.
type Cutter interface {
	// Cut takes the next bytes of the input, which begin at offset at, and
	// calls found for each record that ends in them; start and end are offsets
	// in the input. open is the offset at which an unfinished record began, -1
	// for none: bytes from there on are still needed.
	Cut(data []byte, at int64, found func(start, end int64)) (open int64)
	// End returns the end of the record that is open at the end of the input,
	// which is at offset at and ends the last line; ok is false when the record
	// is cut.
	End(at int64) (end int64, ok bool)
}

// Records reads an input with one goroutine and hands its records to the
// worker as if they were lines: Number is the line on which a record begins.
// A record that the end of the input cuts is handed over with Last, one longer
// than MaxLine with Long. It merges after every read that ended a record.
func Records[T any](ctx context.Context, src io.Reader, cut Cutter, w Worker[T], merge func(Chunk[T]) error) error {
	r := records[T]{cut: cut, w: w}
	buf := make([]byte, readSize)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := src.Read(buf)
		r.take(buf[:n])
		end := err != nil
		if errors.Is(err, io.EOF) && r.at > 0 {
			r.end()
		}
		if r.given > 0 || end {
			if err := merge(r.chunk()); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// records is the state of Records: buf holds the bytes from offset base on of
// which a record may still need some.
type records[T any] struct {
	cut   Cutter
	w     Worker[T]
	buf   []byte
	base  int64
	at    int64 // offset behind what was read
	open  int64
	given int
	// line is the number of the line at offset counted; first is the line with
	// which the chunk began.
	line, first uint32
	counted     int64
	long        bool
	unended     bool // the last byte is no line end
}

func (r *records[T]) take(data []byte) {
	start := r.at
	r.buf = append(r.buf, data...)
	r.at += int64(len(data))
	if n := len(data); n > 0 {
		r.unended = data[n-1] != '\n'
	}
	r.open = r.cut.Cut(data, start, func(from, to int64) { r.give(from, to, false) })
	keep := r.at
	if r.open >= 0 {
		keep = r.open
	}
	if r.open >= 0 && r.at-r.open > MaxLine && !r.long {
		r.long = true
		r.emit(r.open, min(r.open+1024, r.at), false, true)
	}
	if r.long { // nothing of it is handed over any more
		keep = r.at
	}
	r.drop(keep)
}

// give hands a whole record over.
func (r *records[T]) give(from, to int64, last bool) {
	if r.long {
		r.long = false
		return
	}
	r.emit(from, to, last, false)
}

func (r *records[T]) emit(from, to int64, last, long bool) {
	if from < r.base {
		return
	}
	r.lines(from)
	l := trim(r.buf[from-r.base:to-r.base], from)
	l.Number, l.Last, l.Long = r.line-r.first, last, long
	r.w.Line(l)
	r.given++
}

// lines counts the lines up to an offset.
func (r *records[T]) lines(to int64) {
	if to > r.counted {
		r.line += newlines(r.buf[r.counted-r.base : to-r.base])
		r.counted = to
	}
}

func (r *records[T]) drop(keep int64) {
	r.lines(min(keep, r.at))
	if n := keep - r.base; n > 0 {
		rest := r.buf[n:]
		if cap(r.buf) > keepBuffer && len(rest) < chunkSize {
			r.buf = append(make([]byte, 0, chunkSize), rest...)
		} else {
			r.buf = r.buf[:copy(r.buf, rest)]
		}
		r.base = keep
	}
}

// end hands over what the end of the input ends or cuts.
func (r *records[T]) end() {
	if r.unended {
		r.open = r.cut.Cut(lineEnd, r.at, func(from, to int64) { r.give(from, min(to, r.at), false) })
	}
	if r.open >= 0 && !r.long {
		to, ok := r.cut.End(r.at)
		if !ok {
			to = r.at
		}
		r.emit(r.open, to, !ok, false)
	}
	r.lines(r.at)
	if r.unended {
		r.line++
	}
}

func (r *records[T]) chunk() Chunk[T] {
	c := Chunk[T]{End: r.at, Lines: r.line - r.first, Out: r.w.End()}
	r.first, r.given = r.line, 0
	return c
}
