package diagnose

import (
	"strings"
	"unicode"

	"hopscope/vocab"
)

// driftFold drops what drifts: letter case and the separators - _ . : / and
// blanks. It keeps every other sign and all letters, so it is not the fold of
// a decision, which drops everything outside a-z and 0-9.
func driftFold(name string) string { return vocab.DriftFold(name) }

func isSeparator(r rune) bool {
	switch r {
	case '-', '_', '.', ':', '/':
		return true
	}
	return false
}

// segments splits a name at runs of separators, in lower case. Empty pieces at
// the ends are kept out.
func segments(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), isSeparator)
}

// wordsOf splits a name into words: at separators and blanks, and before a
// capital that follows a small letter or a digit.
func wordsOf(name string) []string {
	var words []string
	start := -1
	runes := []rune(name)
	flush := func(end int) {
		if start >= 0 && end > start {
			words = append(words, strings.ToLower(string(runes[start:end])))
		}
		start = -1
	}
	for i, r := range runes {
		if isSeparator(r) || unicode.IsSpace(r) {
			flush(i)
			continue
		}
		if start >= 0 && unicode.IsUpper(r) && !unicode.IsUpper(runes[i-1]) {
			flush(i)
		}
		if start < 0 {
			start = i
		}
	}
	flush(len(runes))
	return words
}

// splitServer splits a client's server form mcp__SERVER__TOOL: the first
// double underscore after the server ends it.
func splitServer(name string) (server, tool string, ok bool) {
	rest, found := strings.CutPrefix(name, "mcp__")
	if !found {
		return "", "", false
	}
	server, tool, ok = strings.Cut(rest, "__")
	return server, tool, ok && server != "" && tool != ""
}

// runeLen is the length in code points.
func runeLen(s string) int {
	n := 0
	for range s {
		n++
	}
	return n
}

// cutAt returns the first or the last n code points.
func cutAt(s string, n int, last bool) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	if last {
		return string(r[len(r)-n:])
	}
	return string(r[:n])
}

// safeChars turns every character outside letters, digits, _ and - of ASCII
// into an underscore: what most clients and gateways do.
func safeChars(name string) string {
	return strings.Map(func(r rune) rune {
		if isNameRune(r) {
			return r
		}
		return '_'
	}, name)
}

func isNameRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-'
}
