package journey

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// hidden reports whether a character cannot be seen in a name: control and
// format characters, blanks other than the space, fillers and selectors, and
// the byte that is no character.
func hidden(r rune) bool {
	switch {
	case r == ' ':
		return false
	case r < 0x7f:
		return r < ' '
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zs, unicode.Zl, unicode.Zp, unicode.Co):
		return true
	case unicode.Is(unicode.Variation_Selector, r):
		return true
	}
	switch r {
	case utf8.RuneError, 0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2800, 0x3164, 0xffa0:
		return true
	}
	return false
}

// moreConfusables are characters that look alike in the fonts of terminals and
// editors and that Unicode's table does not fold to ASCII: Greek and Armenian
// letters, the Latin small capital L, the long dashes and the low tie.
var moreConfusables = map[rune]string{
	'ν': "v", 'κ': "k", 'χ': "x", 'ι': "i", 'υ': "u", 'ս': "u", 'հ': "h", 'ո': "n", 'ց': "g",
	'ʟ': "l", '—': "-", '―': "-", 'ˍ': "_", '‿': "_",
}

// confusableWith returns what a character beyond ASCII looks like.
func confusableWith(r rune) (string, bool) {
	i, ok := slices.BinarySearchFunc(confusables[:], r, func(c confusable, r rune) int { return int(c.r) - int(r) })
	if ok {
		return confusables[i].to, true
	}
	to, ok := moreConfusables[r]
	return to, ok
}

// The differences that near-twins may have, weakest first.
const (
	twinCase = iota
	twinDash
	twinHidden
	twinLook
)

var (
	twinWords = [...]string{"in case", "in - and _", "in invisible characters", "in look-alike characters"}
	twinRules = [...]string{RuleCaseTwin, RuleDashTwin, RuleLookAlike, RuleLookAlike}
)

// skeleton reduces a name to what near-twins have in common, using the
// reductions up to the given one. Letters of ASCII stand for themselves: what
// of them looks alike is the matter of looksLike, for I is i when case is
// folded and l when it is looked at.
func skeleton(name string, upTo int) string {
	if plainName(name) {
		return name
	}
	if !ascii(name) || upTo >= twinHidden && hasControl(name) {
		if upTo >= twinHidden {
			name = withoutHidden(name)
		}
		if upTo >= twinLook {
			name = unfold(name)
		}
	}
	if upTo >= twinDash {
		name = strings.ReplaceAll(name, "-", "_")
	}
	return strings.ToLower(name)
}

// unfold replaces what Unicode holds for the same letter, then what looks like
// an ASCII letter.
func unfold(name string) string {
	if ascii(name) {
		return name
	}
	var b strings.Builder
	for _, r := range NFKC(name) {
		if r >= utf8.RuneSelf {
			if to, ok := confusableWith(r); ok {
				b.WriteString(to)
				continue
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}

// alike are the letters and signs of ASCII that look like others, as Unicode's
// table has them.
var alike = strings.NewReplacer("1", "l", "I", "l", "|", "l", "0", "O", "m", "rn")

// looksLike reduces a name to what it looks like, upper and lower case apart:
// tool_1, tool_l and tool_I have one look.
func looksLike(name string) string {
	if !ascii(name) || hasControl(name) {
		name = unfold(withoutHidden(name))
	}
	if strings.ContainsAny(name, "1I|0m") {
		return alike.Replace(name)
	}
	return name
}

func withoutHidden(name string) string {
	return strings.Map(func(r rune) rune {
		if hidden(r) {
			return -1
		}
		return r
	}, name)
}

// plainName reports whether a name is its own skeleton.
func plainName(s string) bool {
	for i := 0; i < len(s); i++ {
		if b := s[i]; b >= 'A' && b <= 'Z' || b == '-' || b < ' ' || b >= 0x7f {
			return false
		}
	}
	return true
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func hasControl(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] == 0x7f {
			return true
		}
	}
	return false
}
