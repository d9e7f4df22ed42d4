package visible

import (
	"fmt"
	"unicode"
)

// control reports whether r is in C0, DEL or C1.
func control(r rune) bool { return r < ' ' || r >= 0x7f && r <= 0x9f }

// hidden reports whether r draws nothing, draws elsewhere than where it
// stands, or draws what only some fonts know. Controls and spaces are not
// among them.
func hidden(r rune) bool {
	switch {
	case r < 0xad:
		return false
	case r == 0x2800: // the Braille pattern without a dot
		return true
	case r&0xfffe == 0xfffe || r >= 0xfdd0 && r <= 0xfdef: // non-characters
		return true
	}
	return unicode.In(r, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp,
		unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// oddSpace reports whether r is a space other than U+0020.
func oddSpace(r rune) bool { return r > 0x9f && unicode.Is(unicode.Zs, r) }

// mark reports whether r is drawn on the character before it.
func mark(r rune) bool { return r >= 0x300 && unicode.In(r, unicode.Mn, unicode.Me) }

func appendByte(b []byte, c byte) []byte {
	const hex = "0123456789abcdef"
	return append(b, '\\', 'x', hex[c>>4], hex[c&15])
}

func appendControl(b []byte, r rune) []byte {
	switch r {
	case '\t':
		return append(b, `\t`...)
	case '\n':
		return append(b, `\n`...)
	case '\r':
		return append(b, `\r`...)
	}
	return appendByte(b, byte(r))
}

func appendCode(b []byte, r rune) []byte { return fmt.Appendf(b, "<U+%04X>", r) }
