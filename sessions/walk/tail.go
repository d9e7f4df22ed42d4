package walk

// Tail takes the bytes of an input that is being written, piece by piece, and
// hands over the lines that are whole. What stands behind the last line end
// waits for the next piece; it is looked at once.
type Tail[T any] struct{ s stream[T] }

// NewTail returns a tail that goes on at offset at. mid says that the line
// which at stands in was handed over already: what is left of it is dropped.
func NewTail[T any](w Worker[T], at int64, mid bool) *Tail[T] {
	return &Tail[T]{stream[T]{w: w, base: at, limit: MaxLine, skipping: mid}}
}

// At returns the offset of the byte that Add takes next.
func (t *Tail[T]) At() int64 { return t.s.base + int64(len(t.s.buf)) }

// Add takes the bytes at offset At. ok is false when no line became whole.
func (t *Tail[T]) Add(data []byte) (c Chunk[T], ok bool) {
	t.s.buf = append(t.s.buf, data...)
	c, _ = t.s.chunk(false)
	return c, c.Lines > 0
}
