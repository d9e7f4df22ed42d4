package node

import (
	"bytes"
	"sort"
)

// Lines tells offsets as lines.
type Lines struct{ breaks []int }

// NewLines indexes the line breaks of data.
func NewLines(data []byte) *Lines {
	l := &Lines{breaks: make([]int, 0, bytes.Count(data, []byte{'\n'}))}
	for i := 0; ; {
		n := bytes.IndexByte(data[i:], '\n')
		if n < 0 {
			return l
		}
		i += n + 1
		l.breaks = append(l.breaks, i-1)
	}
}

// At returns the line of an offset, from 1.
func (l *Lines) At(offset int) int {
	return 1 + sort.SearchInts(l.breaks, offset)
}
