package journey

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// scripts are the writing systems that identifiers are written in (Unicode
// Standard Annex #31, table 5, version 15), those first that look like Latin.
// Letters of all others are "another script".
var scripts = [...]struct {
	name  string
	table *unicode.RangeTable
	// eastAsian scripts stand together, and with Latin.
	eastAsian bool
}{
	{"Latin", unicode.Latin, true}, {"Cyrillic", unicode.Cyrillic, false}, {"Greek", unicode.Greek, false},
	{"Armenian", unicode.Armenian, false}, {"Han", unicode.Han, true}, {"Hiragana", unicode.Hiragana, true},
	{"Katakana", unicode.Katakana, true}, {"Hangul", unicode.Hangul, true}, {"Bopomofo", unicode.Bopomofo, true},
	{"Arabic", unicode.Arabic, false}, {"Hebrew", unicode.Hebrew, false}, {"Georgian", unicode.Georgian, false},
	{"Devanagari", unicode.Devanagari, false}, {"Thai", unicode.Thai, false}, {"Bengali", unicode.Bengali, false},
	{"Tamil", unicode.Tamil, false}, {"Telugu", unicode.Telugu, false}, {"Kannada", unicode.Kannada, false},
	{"Malayalam", unicode.Malayalam, false}, {"Gujarati", unicode.Gujarati, false}, {"Gurmukhi", unicode.Gurmukhi, false},
	{"Sinhala", unicode.Sinhala, false}, {"Lao", unicode.Lao, false}, {"Khmer", unicode.Khmer, false},
	{"Myanmar", unicode.Myanmar, false}, {"Tibetan", unicode.Tibetan, false}, {"Ethiopic", unicode.Ethiopic, false},
	{"Thaana", unicode.Thaana, false}, {"Oriya", unicode.Oriya, false}, {"Cherokee", unicode.Cherokee, false},
}

const noScript = -1

// scriptOf returns the index in scripts of a letter's script, len(scripts) for
// another one; noScript for what belongs to all of them.
func scriptOf(r rune) int {
	switch {
	case r < utf8.RuneSelf:
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return 0
		}
		return noScript
	case !unicode.IsLetter(r):
		return noScript
	}
	for i := range scripts {
		if unicode.Is(scripts[i].table, r) {
			return i
		}
	}
	if unicode.In(r, unicode.Common, unicode.Inherited) {
		return noScript
	}
	return len(scripts)
}

func scriptName(i int) string {
	if i < len(scripts) {
		return scripts[i].name
	}
	return "another script"
}

// mixed finds the first letter that is of another script than those before it.
// Latin and the scripts of East Asia stand together (the highly restrictive
// profile of Unicode Technical Standard #39). at counts code points from 0.
func mixed(name string) (letter rune, at, was, is int, ok bool) {
	if ascii(name) {
		return 0, 0, 0, 0, false
	}
	was = noScript
	n := 0
	for _, r := range name {
		s := scriptOf(r)
		switch {
		case s == noScript || s == was:
		case was == noScript:
			was = s
		case s < len(scripts) && was < len(scripts) && scripts[s].eastAsian && scripts[was].eastAsian:
		default:
			return r, n, was, s, true
		}
		n++
	}
	return 0, 0, 0, 0, false
}

// strange reports characters that cannot be seen and letters of several
// scripts.
func (c *censor) strange() {
	for i := range c.plan.Tools {
		n := &c.plan.Tools[i]
		name := n.name()
		if n.Tool.Disabled || plainName(name) {
			continue
		}
		at := 0
		for _, r := range name {
			if hidden(r) {
				c.add(CensusFinding{
					Rule: RuleInvisibleChar, Severity: SeverityWarning, Indexes: c.only(i), Hop: HopRegistered,
					Message: fmt.Sprintf("%s has U+%04X at character %d, which cannot be seen.", name, r, at+1),
					Fix:     "Rename it without that character: " + c.freeOf(i, withoutHidden(name)) + ".",
				})
				break
			}
			at++
		}
		if r, at, was, is, ok := mixed(name); ok {
			f := CensusFinding{
				Rule: RuleMixedScript, Severity: SeverityWarning, Indexes: c.only(i), Hop: HopRegistered,
				Message: fmt.Sprintf("%s mixes scripts: %s at character %d is %s, what stands before it is %s.", name, CharName(r), at+1, scriptName(is), scriptName(was)),
				Fix:     "Write it in one script.",
			}
			if s := unfold(withoutHidden(name)); ascii(s) {
				f.Fix = "Write it in one script: " + c.freeOf(i, s) + "."
			}
			c.add(f)
		}
	}
}
