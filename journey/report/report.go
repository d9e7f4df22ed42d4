// Package report turns what journey and the packages below it decided into
// text and JSON. It decides nothing: values in, an io.Writer out.
//
// JSON output is stable: each command has a schema id ("hopscope.wire/1") and
// a JSON Schema in testdata/schema. Control, bidi and zero-width characters in
// it are written as \u escapes, so that no viewer hides them.
package report

import (
	"bytes"
	"encoding/json"
	"io"

	"hopscope/journey/visible"
)

// Schema returns the schema id of a command's JSON output.
func Schema(command string) string { return "hopscope." + command + "/1" }

// JSON writes v as indented JSON and a final newline.
func JSON(w io.Writer, v any) error {
	data, err := encode(v, "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// Line writes v as one line of JSON, for ndjson.
func Line(w io.Writer, v any) error {
	data, err := encode(v, "")
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

func encode(v any, indent string) ([]byte, error) {
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return visible.JSON(buf.Bytes()), nil
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
