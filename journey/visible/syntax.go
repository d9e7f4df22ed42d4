package visible

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// HTML returns s as text or as the value of a quoted attribute of an HTML
// document.
func HTML(s string) string { return html.EscapeString(Name(s)) }

// SVG returns s as text or as the value of a quoted attribute of an SVG or
// other XML document. The result holds no character that XML 1.0 forbids.
func SVG(s string) string { return html.EscapeString(Name(s)) }

// JSONString returns s as a JSON string with its quotes. Control, bidi, zero
// width and all other hidden characters are written as \u escapes, so that the
// value stays what it was; <, > and & stay as they are. A byte that is no valid
// UTF-8 has no form in JSON: it becomes \ufffd.
func JSONString(s string) string {
	b := make([]byte, 0, len(s)+2)
	b = append(b, '"')
	for i, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\ufffd"):
			b = append(b, `\ufffd`...)
		default:
			b = appendJSON(b, r)
		}
	}
	return string(append(b, '"'))
}

// JSON returns an encoded JSON document in which every hidden character is
// written as \u escape. It is for the output of encoding/json, which leaves
// bidi and zero width characters as they are. Line ends and tabs between the
// values stay. The document means the same as before.
func JSON(encoded []byte) []byte {
	b := make([]byte, 0, len(encoded))
	for len(encoded) > 0 {
		n := 0 // bytes that stay as they are
		for n < len(encoded) && staysInJSON(encoded[n]) {
			n++
		}
		b, encoded = append(b, encoded[:n]...), encoded[n:]
		if len(encoded) > 0 {
			r, n := utf8.DecodeRune(encoded)
			b, encoded = appendJSON(b, r), encoded[n:]
		}
	}
	return b
}

func staysInJSON(c byte) bool {
	return c >= ' ' && c <= '~' || c == '\n' || c == '\t' || c == '\r'
}

func appendJSON(b []byte, r rune) []byte {
	if !control(r) && !hidden(r) {
		return utf8.AppendRune(b, r)
	}
	if r > 0xffff {
		hi, lo := utf16.EncodeRune(r)
		return fmt.Appendf(b, `\u%04x\u%04x`, hi, lo)
	}
	return fmt.Appendf(b, `\u%04x`, r)
}

// GitHub returns s as the message of a workflow command, that is what follows
// the second pair of colons in ::error file=F::MESSAGE.
func GitHub(s string) string { return strings.ReplaceAll(Name(s), "%", "%25") }

// GitHubProperty returns s as the value of a property of a workflow command,
// the F of ::error file=F::MESSAGE.
func GitHubProperty(s string) string {
	s = strings.ReplaceAll(GitHub(s), ":", "%3A")
	return strings.ReplaceAll(s, ",", "%2C")
}

// SARIF returns s for the text of a SARIF message, where [text](target) would
// be a link. It still has to be encoded as JSON.
func SARIF(s string) string {
	s = Name(s)
	if !strings.Contains(s, "](") {
		return s
	}
	s = strings.ReplaceAll(s, `\`, `\\`)
	s = strings.ReplaceAll(s, "[", `\[`)
	return strings.ReplaceAll(s, "]", `\]`)
}
