package scheme

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pyRepr writes a text the way Python's repr does: in single quotes, or in
// double quotes when the text has a single quote and no double one;
// backslashes, the chosen quote, control characters and all that Python calls
// not printable (categories C and Z but the blank) are escaped. A byte that is
// no UTF-8 is written as Python's surrogate escape of it.
func pyRepr(s string) string {
	quote := byte('\'')
	if strings.IndexByte(s, '\'') >= 0 && strings.IndexByte(s, '"') < 0 {
		quote = '"'
	}
	b := make([]byte, 0, len(s)+2)
	b = append(b, quote)
	for i, r := range s {
		switch {
		case r == rune(quote), r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			b = append(b, `\udc`...)
			b = appendHex(b, uint32(s[i]), 2)
		case unicode.IsPrint(r):
			b = utf8.AppendRune(b, r)
		case r <= 0xFF:
			b = append(b, `\x`...)
			b = appendHex(b, uint32(r), 2)
		case r <= 0xFFFF:
			b = append(b, `\u`...)
			b = appendHex(b, uint32(r), 4)
		default:
			b = append(b, `\U`...)
			b = appendHex(b, uint32(r), 8)
		}
	}
	return string(append(b, quote))
}

// pyList writes a Python list of texts.
func pyList(list []string) string {
	var b strings.Builder
	b.WriteByte('[')
	for i, s := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(pyRepr(s))
	}
	b.WriteByte(']')
	return b.String()
}

func appendHex(b []byte, v uint32, width int) []byte {
	hex := strconv.FormatUint(uint64(v), 16)
	for range width - len(hex) {
		b = append(b, '0')
	}
	return append(b, hex...)
}

// pyUnquote reads one Python string literal at the start of s, as pyRepr
// writes it. rest is what follows.
func pyUnquote(s string) (text, rest string, ok bool) {
	if s == "" || s[0] != '\'' && s[0] != '"' {
		return "", s, false
	}
	quote := s[0]
	var b strings.Builder
	for i := 1; i < len(s); {
		switch c := s[i]; {
		case c == quote:
			return b.String(), s[i+1:], true
		case c == '\\':
			n := pyEscape(s[i:], &b)
			if n == 0 {
				return "", s, false
			}
			i += n
		default:
			b.WriteByte(c)
			i++
		}
	}
	return "", s, false
}

// pyEscape reads one escape and returns its length in bytes, 0 for none.
func pyEscape(s string, b *strings.Builder) int {
	if len(s) < 2 {
		return 0
	}
	width := 0
	switch s[1] {
	case 'n':
		b.WriteByte('\n')
		return 2
	case 'r':
		b.WriteByte('\r')
		return 2
	case 't':
		b.WriteByte('\t')
		return 2
	case 'x':
		width = 2
	case 'u':
		width = 4
	case 'U':
		width = 8
	default:
		b.WriteByte(s[1])
		return 2
	}
	if len(s) < 2+width {
		return 0
	}
	v, err := strconv.ParseUint(s[2:2+width], 16, 32)
	switch {
	case err != nil || v > unicode.MaxRune:
		return 0
	case v >= 0xDC80 && v <= 0xDCFF:
		b.WriteByte(byte(v - 0xDC00))
	default:
		b.WriteRune(rune(v))
	}
	return 2 + width
}
