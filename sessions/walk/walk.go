// Package walk steps through lines of JSON without decoding them.
//
// A reader of a transcript wants a dozen small fields of lines that are mostly
// text. It compiles the paths of those fields into a Spec; a Walker then goes
// over a line once and returns where the fields stand. Everything else is
// stepped over from quote to quote. Nothing is copied.
//
// # What is accepted
//
// Exactly what RFC 8259 calls a JSON text, with the depth limit of
// encoding/json (10,000), and nothing but white space after it, to the end of
// the line. Brackets, commas, colons, numbers and the words true, false and
// null are checked everywhere, also in what is stepped over.
//
// One thing is not checked: the inside of strings. Any byte may stand there,
// control characters, NUL and invalid UTF-8 included, and any character after
// a backslash. So a line that encoding/json accepts is accepted here with the
// same values, and a line that only this package accepts differs from JSON
// inside of strings only. Keys are compared unescaped. A line that ends too
// early is Cut; a line that can not become JSON by adding bytes is Bad.
//
// Of a key that stands twice in one object every occurrence is reported, in
// order; a reader takes the last one, as encoding/json does.
package walk

// MaxDepth is how deep brackets may nest; a line that nests deeper is Bad.
const MaxDepth = 10000

// Kind is the JSON kind of a value.
type Kind uint8

// The kinds. None is the kind of an empty line.
const (
	None Kind = iota
	Object
	Array
	String
	Number
	True
	False
	Null
)

var kindWords = [...]string{"nothing", "an object", "an array", "a string", "a number", "true", "false", "null"}

// String returns the kind with its article, for messages: "an array".
func (k Kind) String() string { return kindWords[k] }

// Range is where a value stands in its line: line[Start:End], quotes and
// brackets included.
type Range struct {
	Start, End uint32
	Kind       Kind
}

// Of returns the bytes of the value.
func (r Range) Of(line []byte) []byte { return line[r.Start:r.End] }

// Len returns the number of bytes.
func (r Range) Len() int { return int(r.End - r.Start) }

// Hit is a value that a Spec asked for. Hits come in the order in which the
// values end, so the fields of an array's element stand before the element.
type Hit struct {
	Slot Slot
	Range
}

// Result says what a line is.
type Result uint8

// The results. Empty: white space only.
const (
	OK Result = iota
	Empty
	Cut
	Bad
)

// Status is the outcome of a walk.
type Status struct {
	Result Result
	// Root is the kind of the line's value, as far as it can be told.
	Root Kind
	// At is the offset of the first wrong byte of a Bad line.
	At int
	// Deep: Bad because brackets nest deeper than MaxDepth.
	Deep bool
}

// Walker goes over lines for one Spec. It keeps buffers and is not safe for
// concurrent use.
type Walker struct {
	spec  *Spec
	hits  []Hit
	b     []byte
	st    Status
	depth int
	// stack has a bit a level: set for an object.
	stack [(MaxDepth + 63) / 64]uint64
}

// New returns a walker for the spec.
func New(spec *Spec) *Walker { return &Walker{spec: spec} }

// Walk goes over one line and returns what the spec asked for. The hits are
// valid until the next Walk and nil unless the result is OK. Lines longer than
// 4 GiB are Bad.
func (w *Walker) Walk(line []byte) ([]Hit, Status) {
	w.hits, w.b, w.st, w.depth = w.hits[:0], line, Status{}, 0
	if uint64(len(line)) > 1<<32-1 {
		return nil, Status{Result: Bad}
	}
	i := w.space(0)
	if i == len(line) {
		return nil, Status{Result: Empty}
	}
	w.st.Root = kindOf(line[i])
	start := i
	if i = w.value(i, w.spec.root); i < 0 {
		return nil, w.st
	}
	w.found(w.spec.root, start, i)
	if i = w.space(i); i < len(line) {
		w.bad(i)
		return nil, w.st
	}
	return w.hits, w.st
}

// value walks the value at i, which may be asked for in part, and returns the
// index after it, or -1.
func (w *Walker) value(i int, n *node) int {
	if n.leaf {
		return w.skip(i)
	}
	switch {
	case i >= len(w.b):
		return w.cut()
	case w.b[i] == '{' && len(n.kids) > 0:
		return w.object(i+1, n)
	case w.b[i] == '[' && n.each != nil:
		return w.array(i+1, n.each)
	}
	return w.skip(i)
}

func (w *Walker) object(i int, n *node) int {
	if w.depth++; w.depth > MaxDepth {
		return w.deep(i - 1)
	}
	if i = w.space(i); i < len(w.b) && w.b[i] == '}' {
		w.depth--
		return i + 1
	}
	for {
		kid, start := w.member(i, n)
		if start < 0 {
			return -1
		}
		if kid == nil {
			i = w.skip(start)
		} else if i = w.value(start, kid); i >= 0 {
			w.found(kid, start, i)
		}
		if i < 0 {
			return -1
		}
		if b := w.b; i+1 < len(b) && b[i] == ',' && b[i+1] == '"' {
			i++
			continue
		}
		next, done := w.after(i, '}')
		if done || next < 0 {
			return next
		}
		i = next
	}
}

// member takes the key at i and the colon: it returns the node of the key, nil
// if it is not asked for, and where the value begins, or -1.
func (w *Walker) member(i int, n *node) (kid *node, start int) {
	if b := w.b; i+18 < len(b) && b[i] == '"' {
		size, kid := n.short((*[16]byte)(b[i+1:]))
		if end := i + 1 + size; size >= 0 {
			if b[end+1] == ':' && b[end+2] > ' ' {
				return kid, end + 2
			}
			return kid, w.colon(end + 1)
		}
	}
	end, plain := w.name(i)
	if end < 0 {
		return nil, -1
	}
	return n.find(w.b[i+1:end], plain), w.colon(end + 1)
}

func (w *Walker) array(i int, each *node) int {
	if w.depth++; w.depth > MaxDepth {
		return w.deep(i - 1)
	}
	if i = w.space(i); i < len(w.b) && w.b[i] == ']' {
		w.depth--
		return i + 1
	}
	for {
		start := i
		if i = w.value(i, each); i < 0 {
			return -1
		}
		w.found(each, start, i)
		next, done := w.after(i, ']')
		if done || next < 0 {
			return next
		}
		i = next
	}
}

// after takes what follows an element at i: a comma (then the index of the
// next element) or the closing bracket (then the index after it, and true).
func (w *Walker) after(i int, closing byte) (next int, done bool) {
	i = w.space(i)
	switch {
	case i >= len(w.b):
		return w.cut(), false
	case w.b[i] == ',':
		return w.space(i + 1), false
	case w.b[i] == closing:
		w.depth--
		return i + 1, true
	}
	return w.bad(i), false
}

func (w *Walker) found(n *node, start, end int) {
	if n.slot != noSlot {
		w.hits = append(w.hits, Hit{n.slot, Range{uint32(start), uint32(end), kindOf(w.b[start])}})
	}
}

// key expects a string at i and returns the index of its closing quote.
func (w *Walker) key(i int) int {
	end, _ := w.name(i)
	return end
}

// name is key that also tells when no escape stands in the string.
func (w *Walker) name(i int) (end int, plain bool) {
	if i >= len(w.b) {
		return w.cut(), false
	}
	if w.b[i] != '"' {
		return w.bad(i), false
	}
	i++
	n, plain := stringEnd(w.b[i:], wide)
	if n < 0 {
		return w.rest(i, ^n), false
	}
	return i + n, plain
}

// colon expects a colon after white space and returns where the value begins.
func (w *Walker) colon(i int) int {
	i = w.space(i)
	if i >= len(w.b) {
		return w.cut()
	}
	if w.b[i] != ':' {
		return w.bad(i)
	}
	return w.space(i + 1)
}

// quote returns the index of the quote that closes the string whose first
// byte stands at i.
func (w *Walker) quote(i int) int {
	n, _ := stringEnd(w.b[i:], wide)
	if n >= 0 {
		return i + n
	}
	return w.rest(i, ^n)
}

// rest is quote for a string of which n bytes are looked at.
func (w *Walker) rest(i, n int) int {
	if i = stringRest(w.b, i, i+n); i < 0 {
		return w.cut()
	}
	return i
}

func (w *Walker) space(i int) int {
	for i < len(w.b) {
		switch w.b[i] {
		case ' ', '\t', '\r', '\n':
			i++
		default:
			return i
		}
	}
	return i
}

func (w *Walker) cut() int {
	w.st.Result = Cut
	return -1
}

func (w *Walker) bad(i int) int {
	w.st.Result, w.st.At = Bad, i
	return -1
}

func (w *Walker) deep(i int) int {
	w.st.Deep = true
	return w.bad(i)
}

func kindOf(c byte) Kind {
	switch c {
	case '{':
		return Object
	case '[':
		return Array
	case '"':
		return String
	case 't':
		return True
	case 'f':
		return False
	case 'n':
		return Null
	}
	return Number
}
