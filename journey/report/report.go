// Package report turns what journey and the packages below it decided into
// text and JSON. It decides nothing: values in, an io.Writer out.
//
// JSON output is stable: each command has a schema id ("hopscope.wire/1") and
// a JSON Schema in testdata/schema. Control, bidi and zero-width characters in
// it are written as \u escapes, so that no viewer hides them.
package report

import (
	"encoding/json"
	"io"
	"unicode/utf8"

	"hopscope/journey/visible"
)

// Schema returns the schema id of a command's JSON output.
func Schema(command string) string { return "hopscope." + command + "/1" }

// JSON writes v as indented JSON and a final newline.
func JSON(w io.Writer, v any) error { return encode(&indenting{w: escaping{w}}, v) }

// Line writes v as one line of JSON, for ndjson.
func Line(w io.Writer, v any) error { return encode(escaping{w}, v) }

func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// escaping spells out the hidden characters of the JSON that is written to it,
// part by part: a report may be hundreds of megabytes.
type escaping struct{ w io.Writer }

// escapedPart is how many bytes are escaped at a time.
const escapedPart = 1 << 20

func (e escaping) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		n := len(rest)
		if n > escapedPart {
			n = escapedPart
			for n > 1 && !utf8.RuneStart(rest[n]) {
				n--
			}
		}
		if _, err := e.w.Write(visible.JSON(rest[:n])); err != nil {
			return len(p) - len(rest), err
		}
		rest = rest[n:]
	}
	return len(p), nil
}

// plural returns "1 tool" or "2 tools", with thousands commas.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return comma(n) + " " + many
}

// comma writes n with thousands commas.
func comma(n int) string {
	s := []byte{}
	digits := 0
	for v := n; ; v /= 10 {
		if digits > 0 && digits%3 == 0 {
			s = append(s, ',')
		}
		s = append(s, byte('0'+v%10))
		digits++
		if v < 10 {
			break
		}
	}
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
	return string(s)
}
