package provider

import (
	"strconv"
	"unicode/utf8"

	"hopscope/journey"
)

// breach is one way in which a name breaks a rule.
type breach struct {
	rule string
	// at is the character, and char what stands there; -1 where it is not about
	// one.
	at    int
	char  rune
	limit int
	// length of the name in code points.
	length int
}

// breachesMost is how many ways of breaking a rule one name can have: a length,
// a first character and another one.
const breachesMost = 3

// breaches lists, in to, the ways in which a name breaks a rule: length first, as a
// validator of strings reports it, then the first character, then the first
// other one outside the set.
func (r *placeRule) breaches(name string, to *[breachesMost]breach) []breach {
	inside := r.chars.prefix(name)
	length := inside + utf8.RuneCountInString(name[inside:])
	first, char := -1, rune(0)
	if !r.first.any() {
		first, char = r.first.firstOutside(name[:min(len(name), utf8.UTFMax)])
	}
	fits := length >= r.Min && (r.Max == 0 || length <= r.Max) && first != 0
	if fits && (inside == len(name) || r.chars.any()) {
		return nil
	}
	list := to[:0]
	add := func(rule string, at int, char rune, limit int) {
		list = append(list, breach{rule: rule, at: at, char: char, limit: limit, length: length})
	}
	if r.Max > 0 && length > r.Max {
		add(ruleLong, -1, 0, r.Max)
	}
	switch {
	case length >= r.Min:
	case length == 0 && r.emptyIllegal:
		add(ruleIllegal, -1, 0, 0)
	default:
		add(ruleShort, -1, 0, r.Min)
	}
	rest, from := name, 0
	if first == 0 {
		add(ruleFirst, 0, char, 0)
		_, size := utf8.DecodeRuneInString(name)
		rest, from = name[size:], 1
	}
	if at, char := r.chars.firstOutside(rest); at >= 0 {
		add(ruleIllegal, from+at, char, 0)
	}
	return list
}

// detail words a breach.
func (r *placeRule) detail(f *breach) string {
	switch {
	case f.rule == ruleLong:
		return strconv.Itoa(f.length) + " characters, " + strconv.Itoa(r.Max) + " allowed"
	case f.rule == ruleFirst:
		return charWords(f.char) + " in front, allowed there is " + r.First
	case f.rule == ruleIllegal && f.at >= 0:
		return outside(f.char, f.at+1, r.Chars)
	case f.rule == ruleIllegal:
		return "empty, the pattern needs a character"
	case f.length == 0:
		return "empty, at least " + counted(r.Min, "character") + " needed"
	}
	return counted(f.length, "character") + ", at least " + strconv.Itoa(r.Min) + " needed"
}

// counted is a number with its word: 1 character, 9 characters.
func counted(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return strconv.Itoa(n) + " " + word + "s"
}

// outside tells of a character at a place counted from 1.
func outside(char rune, at int, allowed string) string {
	if char > ' ' && char < '\x7f' {
		return `"` + string(char) + `" at character ` + strconv.Itoa(at) + ", allowed are " + allowed
	}
	return charWords(char) + " at character " + strconv.Itoa(at) + ", allowed are " + allowed
}

// charWords names a character in quotes where it can be seen.
func charWords(r rune) string {
	if name := journey.CharName(r); name != string(r) {
		return name
	}
	return `"` + string(r) + `"`
}
