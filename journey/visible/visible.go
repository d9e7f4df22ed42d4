// Package visible makes foreign text safe to show. Everything that hopscope
// reads is hostile, and names of tools differ by exactly the characters that a
// screen hides; so such characters are never dropped, they are spelled out.
//
// # What is spelled out, and how
//
//	C0, DEL, C1 (U+0080 to U+009F)         \x1b
//	a byte that is no valid UTF-8          \x9b
//	tab, line feed, carriage return        \t \n \r (in names)
//	bidi controls, zero width, soft hyphen,
//	variation selectors, tag characters,
//	other format characters, fillers,
//	line and paragraph separators,
//	private use, non-characters            <U+202E>
//	spaces other than U+0020               <U+00A0> (in names)
//	a combining mark without a base, and
//	the fourth and later on one base       <U+0301>
//
// A zero width joiner inside an emoji is spelled out as well: the parts are
// then shown side by side.
//
// # One function per output syntax
//
// Name, Text and Lines are for the terminal. HTML, SVG, Markdown, JSONString,
// GitHub and SARIF first do what Name does and then escape what their syntax
// needs. Their results are for that syntax only. For running text pass them
// one of Lines or the result of Text.
//
// All functions are idempotent in what they spell out: text that was made
// visible once is not changed again, so escaping twice by mistake does no harm
// on the terminal. The forms are for reading and can not be parsed back: a
// name that really holds the four characters \x1b looks like one with an
// escape character.
package visible

import (
	"strings"
	"unicode/utf8"
)

// mode says which of the harmless white space stays.
type mode uint8

const (
	inName mode = iota // one line, nothing stays but U+0020
	inText             // tab and line ends become spaces, wide spaces stay
)

// Name returns the form of a foreign name for the terminal: one line in which
// every hidden character can be seen, tab as \t and line feed as \n.
func Name(s string) string { return escape(s, inName) }

// Text returns the form of foreign text for one line of the terminal: tabs and
// line ends (\n and \r\n) become one space each, spaces such as U+00A0 stay,
// the rest is as in Name. A lone carriage return is shown as \r.
func Text(s string) string { return escape(s, inText) }

// tabStop is the distance of tab stops in Lines.
const tabStop = 4

// Lines splits foreign text at \n and \r\n and returns each line as Text does,
// tabs filled up to the next of the tab stops, which stand every four columns.
// A line end at the end of s starts no further line; the empty string has no
// lines.
func Lines(s string) []string {
	if s == "" {
		return nil
	}
	parts := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	for i, p := range parts {
		parts[i] = line(strings.TrimSuffix(p, "\r"))
	}
	return parts
}

// line expands tabs and escapes the rest.
func line(s string) string {
	if !strings.Contains(s, "\t") {
		return escape(s, inText)
	}
	var b strings.Builder
	col := 0
	for i, piece := range strings.Split(s, "\t") {
		if i > 0 {
			fill := tabStop - col%tabStop
			b.WriteString(strings.Repeat(" ", fill))
			col += fill
		}
		piece = escape(piece, inText)
		col += Width(piece)
		b.WriteString(piece)
	}
	return b.String()
}

// HasHidden reports whether s holds a character that Name spells out.
func HasHidden(s string) bool {
	return !plain(s) && Name(s) != s
}

// plain reports whether s is printable ASCII, which no function here changes
// but for its syntax.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// marksKept is the number of combining marks that one base may carry.
const marksKept = 3

func escape(s string, m mode) string {
	if plain(s) {
		return s
	}
	b := make([]byte, 0, len(s)+16)
	marks := marksKept // on the base so far; full: there is no base
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b, marks = appendByte(b, s[i]), marksKept
		case m == inText && (r == '\t' || r == '\n'):
			b, marks = append(b, ' '), marksKept
		case m == inText && r == '\r' && strings.HasPrefix(s[i+1:], "\n"):
			// The line feed that follows makes the space.
		case control(r):
			b, marks = appendControl(b, r), marksKept
		case hidden(r), m == inName && oddSpace(r):
			b, marks = appendCode(b, r), marksKept
		case mark(r):
			if marks >= marksKept {
				b = appendCode(b, r)
				break
			}
			b = append(b, s[i:i+n]...)
			marks++
		default:
			b = append(b, s[i:i+n]...)
			marks = 0
			if r == ' ' || oddSpace(r) {
				marks = marksKept
			}
		}
		i += n
	}
	return string(b)
}
