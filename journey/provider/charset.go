package provider

import "unicode/utf8"

// charset is a set of ASCII characters. The zero value takes any character,
// beyond ASCII too.
type charset [2]uint64

func newCharset(chars string) charset {
	var s charset
	for i := range len(chars) {
		s[chars[i]>>6&1] |= 1 << (chars[i] & 63)
	}
	return s
}

// and is the set with more characters.
func (s charset) and(chars string) charset {
	more := newCharset(chars)
	return charset{s[0] | more[0], s[1] | more[1]}
}

func (s *charset) any() bool { return s[0]|s[1] == 0 }

// has reports whether a byte is one of the set.
func (s *charset) has(b byte) bool {
	return b < utf8.RuneSelf && s[b>>6&1]>>(b&63)&1 != 0
}

// prefix is the number of bytes at the start that are in the set, all of them
// in ASCII; for the set that takes any the ASCII ones.
func (s *charset) prefix(name string) int {
	if s.any() {
		for i := range len(name) {
			if name[i] >= utf8.RuneSelf {
				return i
			}
		}
		return len(name)
	}
	for i := range len(name) {
		if !s.has(name[i]) {
			return i
		}
	}
	return len(name)
}

// firstOutside returns the first character that is not in the set and the code
// point at which it stands; -1 for none.
func (s *charset) firstOutside(name string) (at int, char rune) {
	if s.any() {
		return -1, 0
	}
	at = s.prefix(name) // one byte a character until then
	if at == len(name) {
		return -1, 0
	}
	char, _ = utf8.DecodeRuneInString(name[at:])
	return at, char
}

// holds reports whether all characters are in the set.
func (s *charset) holds(name string) bool {
	at, _ := s.firstOutside(name)
	return at < 0
}

// The sets of the contracts.
const (
	letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	digits  = "0123456789"
)

var (
	// wordDash is [a-zA-Z0-9_-], wordChars the same without the dash.
	wordDash  = newCharset(letters + digits + "_-")
	wordChars = newCharset(letters + digits + "_")
)
