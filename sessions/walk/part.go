package walk

import "io"

// Part reads the lines that begin in [start, end) of an input of known size,
// where start is no line's beginning of necessity: the line in which it stands
// belongs to the part before.
func Part[T any](src io.ReaderAt, size, start, end int64, w Worker[T]) (Chunk[T], error) {
	r := &reader[T]{src: src, size: size, w: w, limit: MaxLine}
	return r.chunk(start, end)
}
