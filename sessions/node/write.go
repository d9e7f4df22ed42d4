package node

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const hex = "0123456789abcdef"

// Quote returns s as a JSON string in which every character that cannot be
// seen (control, bidi, zero width, blanks other than the space) is a \u
// escape. Invalid bytes become U+FFFD.
func Quote(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 2)
	b.WriteByte('"')
	for _, r := range s {
		switch r {
		case '"':
			b.WriteString(`\"`)
		case '\\':
			b.WriteString(`\\`)
		case '\n':
			b.WriteString(`\n`)
		case '\t':
			b.WriteString(`\t`)
		case '\r':
			b.WriteString(`\r`)
		default:
			writeRune(&b, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// Spaced returns a valid JSON value on one line, with a blank after each colon
// and comma, and what cannot be seen escaped.
func Spaced(raw []byte) string {
	var b strings.Builder
	b.Grow(len(raw) + len(raw)/8)
	for i := 0; i < len(raw); {
		switch c := raw[i]; c {
		case '"':
			end, _ := skipString(raw, i)
			writeVisible(&b, raw[i:end])
			i = end
			continue
		case ' ', '\t', '\n', '\r':
		case ':', ',':
			b.WriteByte(c)
			b.WriteByte(' ')
		default:
			b.WriteByte(c)
		}
		i++
	}
	return b.String()
}

func writeVisible(b *strings.Builder, raw []byte) {
	for len(raw) > 0 {
		r, n := utf8.DecodeRune(raw)
		writeRune(b, r)
		raw = raw[n:]
	}
}

func writeRune(b *strings.Builder, r rune) {
	switch {
	case r != utf8.RuneError && unicode.IsPrint(r) && !unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
		b.WriteRune(r)
	case r > 0xFFFF:
		r -= 0x10000
		writeUnit(b, 0xD800+r>>10)
		writeUnit(b, 0xDC00+r&0x3FF)
	default:
		writeUnit(b, r)
	}
}

func writeUnit(b *strings.Builder, u rune) {
	b.WriteString(`\u`)
	for shift := 12; shift >= 0; shift -= 4 {
		b.WriteByte(hex[u>>shift&0xF])
	}
}

// Escaped returns a valid JSON value as it stands, but for what cannot be seen,
// which is escaped.
func Escaped(raw []byte) string {
	var b strings.Builder
	b.Grow(len(raw))
	for i := 0; i < len(raw); {
		if raw[i] != '"' {
			b.WriteByte(raw[i])
			i++
			continue
		}
		end, _ := skipString(raw, i)
		writeVisible(&b, raw[i:end])
		i = end
	}
	return b.String()
}
