package walk

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf16"
	"unicode/utf8"
)

// Equal reports whether raw, a JSON value, is the string s. Invalid UTF-8 in
// raw equals nothing.
func Equal(raw []byte, s string) bool {
	in, ok := inside(raw)
	if !ok {
		return false
	}
	if !hasEscape(in) {
		return string(in) == s
	}
	if len(in) > 6*len(s) { // \u0041 is the longest way to write a byte
		return false
	}
	plain, cut := appendHead(nil, in, len(s))
	return !cut && string(plain) == s
}

// Text returns raw, a JSON string, unescaped; other values give "". Invalid
// UTF-8 and lone surrogates become U+FFFD, as in encoding/json.
func Text(raw []byte) string {
	s, _ := Head(raw, 3*len(raw)) // an invalid byte becomes three
	return s
}

// Head returns the beginning of raw, a JSON string, unescaped, at most max
// bytes and whole characters; cut tells that there is more. It reads no more
// of raw than it needs.
func Head(raw []byte, max int) (text string, cut bool) {
	out, cut := AppendHead(nil, raw, max)
	return string(out), cut
}

// AppendHead is Head that appends to dst.
func AppendHead(dst, raw []byte, max int) (out []byte, cut bool) {
	in, ok := inside(raw)
	if !ok {
		return dst, false
	}
	return appendHead(dst, in, max)
}

// inside returns what stands between the quotes. The closing quote may be
// missing: a head of a string is a string.
func inside(raw []byte) ([]byte, bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return nil, false
	}
	raw = raw[1:]
	if n := len(raw); n > 0 && raw[n-1] == '"' {
		raw = raw[:n-1]
	}
	return raw, true
}

func hasEscape(b []byte) bool { return bytes.IndexByte(b, '\\') >= 0 }

// appendHead unescapes in, the inside of a string, until max bytes are out.
func appendHead(dst, in []byte, max int) (out []byte, cut bool) {
	limit := len(dst) + max
	dst = slices.Grow(dst, min(len(in), max))
	for len(in) > 0 {
		if n := plain(in, limit-len(dst)); n > 0 {
			dst, in = append(dst, in[:n]...), in[n:]
			continue
		}
		r, n := rune(in[0]), 1
		switch {
		case r == '\\':
			r, n = escape(in)
		case r >= utf8.RuneSelf:
			r, n = utf8.DecodeRune(in)
		}
		if len(dst)+utf8.RuneLen(r) > limit {
			return dst, true
		}
		dst, in = utf8.AppendRune(dst, r), in[n:]
	}
	return dst, false
}

// plain counts the bytes at the beginning of in that stand for themselves, at
// most max.
func plain(in []byte, max int) int {
	in = in[:min(len(in), max)]
	i := 0
	for ; i+8 <= len(in); i += 8 {
		x := binary.LittleEndian.Uint64(in[i:])
		s := x ^ backslash
		if m := ((s-lowBits)&^s | x) & highBits; m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
	}
	for i < len(in) && in[i] < utf8.RuneSelf && in[i] != '\\' {
		i++
	}
	return i
}

// escape reads the escape at the beginning of in. One that JSON does not know
// stands for the character after the backslash.
func escape(in []byte) (r rune, n int) {
	if len(in) < 2 {
		return '\\', 1
	}
	switch c := in[1]; c {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		return unicodeEscape(in)
	default:
		if c < utf8.RuneSelf {
			return rune(c), 2
		}
		r, n = utf8.DecodeRune(in[1:])
		return r, n + 1
	}
}

func unicodeEscape(in []byte) (r rune, n int) {
	r, ok := hex4(in)
	if !ok {
		return 'u', 2
	}
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if low, ok := hex4(in[6:]); ok {
		if whole := utf16.DecodeRune(r, low); whole != utf8.RuneError {
			return whole, 12
		}
	}
	return utf8.RuneError, 6
}

// hex4 reads \uXXXX.
func hex4(in []byte) (rune, bool) {
	if len(in) < 6 || in[0] != '\\' || in[1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range in[2:6] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
