package walk

// Elements hands the elements of a JSON array to f as if they were lines: Text
// is the element as it stands, line ends in it included, and Number is the
// line on which it begins, from 0. It returns the number of lines of data and
// what is wrong with the array behind the last element that was handed over.
func Elements(data []byte, f func(Line)) (lines uint32, st Status) {
	w := New(Compile(nil))
	w.b = data
	i := w.space(len(data) - len(trimBOM(data)))
	if i >= len(data) || data[i] != '[' {
		return newlines(data), Status{Result: Bad, At: i}
	}
	seen := 0
	line := uint32(0)
	i = w.space(i + 1)
	if i < len(data) && data[i] == ']' {
		return newlines(data), w.blank(i + 1)
	}
	for {
		start := i
		if i = w.skip(i); i < 0 {
			return newlines(data), w.st
		}
		line += newlines(data[seen:start])
		seen = start
		f(Line{Text: data[start:i], At: int64(start), Number: line})
		next, done := w.after(i, ']')
		if done {
			return newlines(data), w.blank(next)
		}
		if next < 0 {
			return newlines(data), w.st
		}
		i = next
	}
}

// blank checks that only white space follows.
func (w *Walker) blank(i int) Status {
	if i = w.space(i); i < len(w.b) {
		w.bad(i)
	}
	return w.st
}

// Value returns the length of the JSON value at the beginning of b; ok is
// false when it does not end in b.
func Value(b []byte) (n int, ok bool) {
	w := New(Compile(nil))
	w.b = b
	n = w.skip(0)
	return n, n >= 0
}

func trimBOM(data []byte) []byte {
	if len(data) >= len(bom) && string(data[:len(bom)]) == string(bom) {
		return data[len(bom):]
	}
	return data
}

func newlines(data []byte) (n uint32) {
	for _, c := range data {
		if c == '\n' {
			n++
		}
	}
	return n
}
