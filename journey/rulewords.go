package journey

import (
	"strconv"
	"strings"
)

// Words says what a rule takes in one line: the pattern, else the set of
// characters; the lengths; the first character; unique.
func (r *NameRule) Words() string {
	var parts []string
	switch {
	case r.Pattern != "":
		parts = append(parts, r.Pattern)
	case r.Chars != "":
		parts = append(parts, r.Chars)
	}
	if size := r.SizeWords(); size != "" {
		parts = append(parts, size)
	}
	if r.First != "" && r.Pattern == "" {
		parts = append(parts, "first "+r.First)
	}
	if r.Unique {
		parts = append(parts, "unique")
	}
	if len(parts) == 0 {
		return "any name"
	}
	return strings.Join(parts, ", ")
}

// SizeWords says the lengths that a rule takes, in code points: "1 to 64", "at
// most 512"; empty where it has none.
func (r *NameRule) SizeWords() string {
	switch {
	case r.Min > 0 && r.Max > 0:
		return strconv.Itoa(r.Min) + " to " + strconv.Itoa(r.Max)
	case r.Max > 0:
		return "at most " + strconv.Itoa(r.Max)
	case r.Min > 0:
		return "at least " + strconv.Itoa(r.Min)
	}
	return ""
}

// stricter orders rules, the narrower one first: by the greatest length, then
// by the number of characters allowed, by a rule for the first one, by the
// least length, by uniqueness.
func (r *NameRule) stricter(o *NameRule) int {
	for _, d := range [...]int{
		r.most() - o.most(), r.charCount() - o.charCount(), flag(o.First != "") - flag(r.First != ""),
		o.Min - r.Min, flag(o.Unique) - flag(r.Unique),
	} {
		if d != 0 {
			return d
		}
	}
	return 0
}

func flag(on bool) int {
	if on {
		return 1
	}
	return 0
}

const anySize = 1 << 20

func (r *NameRule) most() int {
	if r.Max == 0 {
		return anySize
	}
	return r.Max
}

// charCount is how many characters the set of a rule has, by its words: ranges
// such as A-Z and single characters, blanks between.
func (r *NameRule) charCount() int {
	n := 0
	for word := range strings.FieldsSeq(r.Chars) {
		switch c := []rune(word); {
		case len(c) == 3 && c[1] == '-' && c[2] >= c[0]:
			n += int(c[2]-c[0]) + 1
		case len(c) == 1:
			n++
		default:
			return anySize // words: any character
		}
	}
	if n == 0 {
		return anySize
	}
	return n
}
