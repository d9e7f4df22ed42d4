package scheme

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"hopscope/journey"
)

// asciiSet is a set of ASCII characters.
type asciiSet [2]uint64

func newASCIISet(chars string) asciiSet {
	var s asciiSet
	for i := range len(chars) {
		s[chars[i]>>6] |= 1 << (chars[i] & 63)
	}
	return s
}

func (s *asciiSet) has(r rune) bool {
	return uint32(r) < 128 && s[r>>6]&(1<<(r&63)) != 0
}

const (
	letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	digits  = "0123456789"
)

var (
	// wordDash is [a-zA-Z0-9_-], what most clients keep.
	wordDash = newASCIISet(letters + digits + "_-")
	// word is [A-Za-z0-9_].
	word = newASCIISet(letters + digits + "_")
)

// counting says in what a client counts characters.
type counting uint8

const (
	codePoints counting = iota
	// utf16Units: a character outside the BMP counts twice, as in JavaScript.
	utf16Units
)

// fold replaces every character outside the set by an underscore: one for
// each unit of the counting. Bytes that are no UTF-8 count one each.
func fold(s string, keep *asciiSet, unit counting) string {
	i := 0
	for i < len(s) && keep.has(rune(s[i])) {
		i++
	}
	if i == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	b.WriteString(s[:i])
	for _, r := range s[i:] {
		switch {
		case keep.has(r):
			b.WriteByte(byte(r))
		case unit == utf16Units && r > 0xFFFF:
			b.WriteString("__")
		default:
			b.WriteByte('_')
		}
	}
	return b.String()
}

// units counts a text.
func units(s string, unit counting) int {
	n := utf8.RuneCountInString(s)
	if unit == utf16Units {
		for _, r := range s {
			if r > 0xFFFF {
				n++
			}
		}
	}
	return n
}

// cutUnits returns the first n units of s. Half of a character outside the
// BMP, which JavaScript would keep, becomes U+FFFD, as it does in a file.
func cutUnits(s string, n int, unit counting) string {
	if len(s) <= n {
		return s
	}
	count := 0
	for i, r := range s {
		if count == n {
			return s[:i]
		}
		count++
		if unit == utf16Units && r > 0xFFFF {
			if count == n {
				return s[:i] + string(utf8.RuneError)
			}
			count++
		}
	}
	return s
}

// isASCII reports whether s has no byte above 0x7f.
func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// compose folds a text to NFKC and takes zero-width and other format
// characters (category Cf) out.
func compose(s string) string {
	if isASCII(s) {
		return s
	}
	s = journey.NFKC(s)
	if !strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Cf, r) }) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s)
}

// foldWords says in a few words what fold did to a name: ". to _" when one
// character was replaced, else how many different ones; empty when none was.
func foldWords(s string, keep *asciiSet) string {
	var first rune = -1
	var seen [128]bool
	different := 0
	for _, r := range s {
		if keep.has(r) || r == first {
			continue
		}
		if r < 128 {
			if seen[r] {
				continue
			}
			seen[r] = true
		}
		if first < 0 {
			first = r
		}
		different++
	}
	switch different {
	case 0:
		return ""
	case 1:
		return journey.CharName(first) + " to _"
	default:
		return "several to _"
	}
}
