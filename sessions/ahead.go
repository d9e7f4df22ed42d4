package sessions

import (
	"hopscope/sessions/format"
	"hopscope/sessions/walk"
)

const (
	// aheadSize is how much of the end of a recording is looked at first; it
	// takes about a millisecond.
	aheadSize = 1 << 20
	// aheadMin is the size of the smallest recording of which that is done:
	// smaller ones are read before a second picture is drawn.
	aheadMin = 16 * aheadSize
)

// ahead reports whether the end of an input is looked at first: it is lines
// that can be read anywhere, is large, and is the only recording.
func (f *feed) ahead(in *input) bool {
	from := f.op.ahead
	if from == 0 || !in.source.Seekable || in.source.Size < from || in.array || in.whole || in.cutter() != nil || in.captured() {
		return false
	}
	for _, other := range f.op.inputs {
		if other != in && other.store != nil {
			return false
		}
	}
	return true
}

// end looks at the end of an input. What is wrong with it is found again when
// the reading comes there.
func (f *feed) end(in *input) {
	size := in.source.Size
	_ = f.b.Ahead(in.format, func(w walk.Worker[*format.Events]) (walk.Chunk[*format.Events], error) {
		return walk.Part(in.store, size, size-aheadSize, size, w)
	})
}
