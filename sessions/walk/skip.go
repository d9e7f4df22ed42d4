package walk

import "strings"

// skip steps over the value at i and returns the index after it, or -1. What
// it steps over is checked like everything else.
func (w *Walker) skip(i int) int {
	if i >= len(w.b) {
		return w.cut()
	}
	switch w.b[i] {
	case '"':
		if i = w.quote(i + 1); i < 0 {
			return -1
		}
		return i + 1
	case '{', '[':
		return w.nested(i)
	}
	return w.scalar(i)
}

// nested steps over a bracketed value without recursion.
func (w *Walker) nested(i int) int {
	base := w.depth
	for {
		// A value begins at i.
		opened := false
		switch {
		case i >= len(w.b):
			return w.cut()
		case w.b[i] == '{' || w.b[i] == '[':
			if i = w.open(i); i < 0 {
				return -1
			}
			opened = true
		default:
			if i = w.skip(i); i < 0 {
				return -1
			}
		}
		if i = w.next(i, base, opened); i < 0 {
			return -1
		}
		if w.depth == base {
			return i
		}
	}
}

// open pushes the bracket at i and returns the index of what follows it.
func (w *Walker) open(i int) int {
	if w.depth++; w.depth > MaxDepth {
		return w.deep(i)
	}
	bit := uint64(1) << ((w.depth - 1) & 63)
	if w.b[i] == '{' {
		w.stack[(w.depth-1)>>6] |= bit
	} else {
		w.stack[(w.depth-1)>>6] &^= bit
	}
	return w.space(i + 1)
}

// next goes from the end of a value, or from an opening bracket, to the
// beginning of the next value, over closing brackets, commas and keys. It
// stops behind the bracket that leads back to depth base.
func (w *Walker) next(i, base int, opened bool) int {
	for {
		object := w.stack[(w.depth-1)>>6]>>((w.depth-1)&63)&1 == 1
		i = w.space(i)
		if i >= len(w.b) {
			return w.cut()
		}
		c := w.b[i]
		switch {
		case c == '}' && object || c == ']' && !object:
			i++
			opened = false
			if w.depth--; w.depth == base {
				return i
			}
			continue
		case opened:
		case c == ',':
			i = w.space(i + 1)
		default:
			return w.bad(i)
		}
		if !object {
			return i
		}
		if i = w.key(i); i < 0 {
			return -1
		}
		return w.colon(i + 1)
	}
}

// scalar steps over a number or one of the three words.
func (w *Walker) scalar(i int) int {
	switch w.b[i] {
	case 't':
		return w.word(i, "true")
	case 'f':
		return w.word(i, "false")
	case 'n':
		return w.word(i, "null")
	}
	return w.number(i)
}

func (w *Walker) word(i int, word string) int {
	rest := w.b[i:]
	if len(rest) < len(word) {
		if strings.HasPrefix(word, string(rest)) {
			return w.cut()
		}
		return w.bad(i)
	}
	if string(rest[:len(word)]) != word {
		return w.bad(i)
	}
	return i + len(word)
}

// number steps over -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
func (w *Walker) number(i int) int {
	b := w.b
	if b[i] == '-' {
		i++
	}
	if i < len(b) && b[i] == '0' {
		i++
	} else if i = w.digits(i); i < 0 {
		return -1
	}
	if i < len(b) && b[i] == '.' {
		if i = w.digits(i + 1); i < 0 {
			return -1
		}
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		return w.digits(i)
	}
	return i
}

func (w *Walker) digits(i int) int {
	start := i
	for i < len(w.b) && w.b[i] >= '0' && w.b[i] <= '9' {
		i++
	}
	switch {
	case i > start:
		return i
	case i >= len(w.b):
		return w.cut()
	}
	return w.bad(i)
}
