package journey

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// PlainID returns the spelling in which ids, aliases and labels are compared:
// lower case, with blanks and _ as -.
func PlainID(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == ' ' {
			return '-'
		}
		return r
	}, strings.ToLower(strings.TrimSpace(text)))
}

// QuotedChar is a character in quotes, or its code point alone where it cannot
// be seen.
func QuotedChar(s string) string {
	r, _ := utf8.DecodeRuneInString(s)
	if name := CharName(r); name != s && r != ' ' {
		return name
	}
	return strconv.Quote(s)
}

// CharName names one character for people: itself where it can be seen alone,
// "space", else its code point as U+200B. A byte that is no UTF-8 is U+FFFD.
func CharName(r rune) string {
	switch {
	case r == ' ':
		return "space"
	case r != utf8.RuneError && unicode.IsPrint(r) && !unicode.IsMark(r):
		return string(r)
	}
	hex := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	return "U+" + strings.Repeat("0", max(0, 4-len(hex))) + hex
}
