package walk

import "bytes"

// MaxLine is the length of the longest line that is read whole. A longer one
// is handed over as Long with its beginning only. The longest line seen in
// real recordings has about 1 MB.
const MaxLine = 64 << 20

// Line is one line of an input.
type Line struct {
	// Text is the line without its end (LF or CRLF), a byte order mark at the
	// beginning of the input, and NUL bytes around it, which a crash can leave.
	// It is valid until the worker returns.
	Text []byte
	// At is the offset of Text in the input.
	At int64
	// Number counts the lines of the chunk from 0.
	Number uint32
	// Last: no line end came after it.
	Last bool
	// Long: the line is longer than MaxLine; Text is its beginning.
	Long bool
}

// Worker takes the lines of a chunk, in order, and makes a T of them. One
// worker is used by one goroutine at a time.
type Worker[T any] interface {
	// Line takes one line, which may be empty.
	Line(Line)
	// End returns what was made of the lines since the last End.
	End() T
}

// Chunk is what a worker made of a part of the input: of the lines that begin
// at Start or later and before End.
type Chunk[T any] struct {
	Start, End int64
	// Lines is the number of lines.
	Lines uint32
	Out   T
}

var bom = []byte{0xEF, 0xBB, 0xBF}

// trim makes a Line of raw, which stands at offset at and has no line end.
func trim(raw []byte, at int64) Line {
	if at == 0 && bytes.HasPrefix(raw, bom) {
		raw, at = raw[len(bom):], at+int64(len(bom))
	}
	for len(raw) > 0 && raw[0] == 0 {
		raw, at = raw[1:], at+1
	}
	for n := len(raw); n > 0 && (raw[n-1] == '\r' || raw[n-1] == 0); n-- {
		raw = raw[:n-1]
	}
	return Line{Text: raw, At: at}
}

// Each hands the lines of data to f and returns what stands behind the last
// line end. It is for heads of inputs.
func Each(data []byte, f func(Line)) (rest []byte) {
	at := int64(0)
	for n := uint32(0); ; n++ {
		j := bytes.IndexByte(data, '\n')
		if j < 0 {
			return data
		}
		l := trim(data[:j], at)
		l.Number = n
		f(l)
		data, at = data[j+1:], at+int64(j)+1
	}
}
