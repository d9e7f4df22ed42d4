package scheme

import (
	"strings"
	"unicode"
)

// pySpace reports what Python counts as white space, in str.strip and in \s.
func pySpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

// pyWord reports what Python's \w takes: letters and numbers of any script,
// and _.
func pyWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }

// fnmatch reports whether all of a name fits a shell pattern as Python's
// fnmatchcase reads it: * any text, ? one character, [abc], [a-z] and [!abc]
// one of or none of a set; a [ without its ] stands for itself. Case counts.
func fnmatch(pattern, name string) bool {
	p, s := []rune(pattern), []rune(name)
	star, back := -1, 0
	i, k := 0, 0
	for k < len(s) {
		if i < len(p) && p[i] == '*' {
			star, back = i, k
			i++
			continue
		}
		if n := fnmatchOne(p[i:], s[k]); n > 0 {
			i += n
			k++
			continue
		}
		if star < 0 {
			return false
		}
		back++
		i, k = star+1, back
	}
	return strings.Trim(string(p[i:]), "*") == ""
}

// fnmatchOne returns how much of a pattern takes one character, 0 when it does
// not.
func fnmatchOne(p []rune, r rune) int {
	switch {
	case len(p) == 0:
		return 0
	case p[0] == '?':
		return 1
	case p[0] == '[':
		if n := fnmatchSet(p); n > 0 {
			if inSet(p[1:n-1], r) {
				return n
			}
			return 0
		}
	}
	if p[0] == r {
		return 1
	}
	return 0
}

// fnmatchSet returns the length of a set with its brackets, 0 for none. A ]
// right after the opening belongs to the set.
func fnmatchSet(p []rune) int {
	i := 1
	if i < len(p) && p[i] == '!' {
		i++
	}
	if i < len(p) && p[i] == ']' {
		i++
	}
	for ; i < len(p); i++ {
		if p[i] == ']' {
			return i + 1
		}
	}
	return 0
}

func inSet(set []rune, r rune) bool {
	not := set[0] == '!'
	if not {
		set = set[1:]
	}
	in := false
	for i := 0; i < len(set); i++ {
		if i+2 < len(set) && set[i+1] == '-' {
			in = in || set[i] <= r && r <= set[i+2]
			i += 2
			continue
		}
		in = in || set[i] == r
	}
	return in != not
}
