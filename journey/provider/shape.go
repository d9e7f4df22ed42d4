package provider

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// object builds a JSON object with its fields in the order in which they are
// added.
type object struct{ b strings.Builder }

// raw adds a field whose value is JSON already; a value that is no JSON is
// left away.
func (o *object) raw(key, value string) {
	if !json.Valid([]byte(value)) {
		return
	}
	if o.b.Len() == 0 {
		o.b.WriteByte('{')
	} else {
		o.b.WriteByte(',')
	}
	o.b.WriteString(quote(key))
	o.b.WriteByte(':')
	o.b.WriteString(value)
}

// text adds a text field.
func (o *object) text(key, value string) { o.raw(key, quote(value)) }

// optional adds a text field that is not empty.
func (o *object) optional(key, value string) {
	if value != "" {
		o.text(key, value)
	}
}

// compact returns the object on one line.
func (o *object) compact() string {
	if o.b.Len() == 0 {
		return "{}"
	}
	return o.b.String() + "}"
}

// indented returns the object indented by two spaces, with all characters
// that a screen would not show written as escapes.
func (o *object) indented() string {
	var b bytes.Buffer
	if json.Indent(&b, []byte(o.compact()), "", "  ") != nil {
		return o.compact()
	}
	return escapeUnseen(b.String())
}

// quote returns a JSON string without HTML escapes.
func quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(s) != nil {
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// escapeUnseen writes control, format, bidi, private and unassigned characters
// of a JSON text as \u escapes. They can stand in strings only, so the value
// stays the same.
func escapeUnseen(text string) string {
	unseen := func(r rune) bool {
		return r >= utf8.RuneSelf && (!unicode.IsPrint(r) || r == utf8.RuneError)
	}
	if !strings.ContainsFunc(text, unseen) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case !unseen(r):
			b.WriteRune(r)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
