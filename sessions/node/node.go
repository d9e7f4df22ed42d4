// Package node reads JSON in place: values are windows into the input, keep
// the order of object keys, and know where they stand. Nothing is decoded but
// what is asked for, so a catalog of thousands of schemas costs one scan.
//
// Values of Documents are valid JSON. Values of Loose may be cut or broken:
// the methods then stop at the damage and never panic.
package node

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Kind is the JSON type of a value.
type Kind uint8

// The kinds. The zero value means that there is no value.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

var kindWords = [...]string{"nothing", "null", "true or false", "a number", "a string", "an array", "an object"}

// String says what the kind is, for messages: "an array".
func (k Kind) String() string { return kindWords[k] }

// Value is one JSON value. The zero Value is absent.
type Value struct {
	data       []byte
	start, end int
}

// SyntaxError says where the input stops being JSON.
type SyntaxError struct {
	Offset int
	Reason string
}

// Error is where the text is wrong, in bytes from its beginning, and why.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("offset %d: %s", e.Offset, e.Reason)
}

// Documents returns the JSON values that stand one after another in data,
// apart by blanks or lines. With an error, the values before it are good.
func Documents(data []byte) ([]Value, error) {
	var docs []Value
	for i := blank(data, 0); i < len(data); i = blank(data, i) {
		end, ok := skip(data, i)
		if !ok {
			return docs, syntax(data, i, len(data))
		}
		if !json.Valid(data[i:end]) {
			return docs, syntax(data, i, end)
		}
		docs = append(docs, Value{data, i, end})
		i = end
	}
	return docs, nil
}

// Loose returns the value that begins at the first non-blank byte, although
// its end may be missing.
func Loose(data []byte) Value {
	i := blank(data, 0)
	if i == len(data) {
		return Value{}
	}
	end, ok := skip(data, i)
	if !ok {
		end = len(data)
	}
	return Value{data, i, end}
}

func syntax(data []byte, start, end int) error {
	var raw json.RawMessage
	err := json.Unmarshal(data[start:end], &raw)
	e := &SyntaxError{Offset: start, Reason: "no JSON value"}
	if s := (*json.SyntaxError)(nil); errors.As(err, &s) {
		e.Offset = start + max(int(s.Offset)-1, 0)
		e.Reason = s.Error()
	} else if err != nil {
		e.Reason = err.Error()
	}
	return e
}

// Kind returns the type of the value.
func (v Value) Kind() Kind {
	if v.start >= v.end {
		return Absent
	}
	switch v.data[v.start] {
	case '{':
		return Object
	case '[':
		return Array
	case '"':
		return String
	case 't', 'f':
		return Bool
	case 'n':
		return Null
	}
	return Number
}

// Raw returns the value as it stands in the input. It must not be changed.
func (v Value) Raw() []byte { return v.data[v.start:v.end] }

// Offset returns the position of the value's first byte in the input.
func (v Value) Offset() int { return v.start }

// Text returns the content of a string. Invalid UTF-8 and lone surrogates
// become U+FFFD.
func (v Value) Text() (string, bool) {
	if v.Kind() != String || v.end-v.start < 2 {
		return "", false
	}
	return unquote(v.Raw()), true
}

// Str is Text without the answer whether it is a string.
func (v Value) Str() string {
	s, _ := v.Text()
	return s
}

// True reports whether the value is true.
func (v Value) True() bool { return v.Kind() == Bool && v.data[v.start] == 't' }

// Int returns a whole number.
func (v Value) Int() (int, bool) {
	if v.Kind() != Number {
		return 0, false
	}
	n, err := strconv.Atoi(string(v.Raw()))
	return n, err == nil
}

// Members goes through the members of an object in their order.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		if v.Kind() != Object {
			return
		}
		data := v.data[:v.end]
		for i := blank(data, v.start+1); i < len(data) && data[i] == '"'; {
			keyEnd, ok := skip(data, i)
			if !ok {
				return
			}
			key := unquote(data[i:keyEnd])
			i = blank(data, keyEnd)
			if i >= len(data) || data[i] != ':' {
				return
			}
			m, next, ok := child(data, blank(data, i+1))
			if !ok || !yield(key, m) {
				return
			}
			i = next
		}
	}
}

// Elements goes through the elements of an array.
func (v Value) Elements() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		if v.Kind() != Array {
			return
		}
		data := v.data[:v.end]
		for i := blank(data, v.start+1); i < len(data) && data[i] != ']'; {
			m, next, ok := child(data, i)
			if !ok || !yield(m) {
				return
			}
			i = next
		}
	}
}

// child returns the value at i and the position after it and its comma. Of an
// object or array that is cut, what is there is returned.
func child(data []byte, i int) (v Value, next int, ok bool) {
	end, ok := skip(data, i)
	if !ok && i < len(data) && (data[i] == '{' || data[i] == '[') {
		return Value{data, i, end}, end, true
	}
	if !ok || end == i {
		return Value{}, 0, false
	}
	next = blank(data, end)
	if next < len(data) && data[next] == ',' {
		next = blank(data, next+1)
	}
	return Value{data, i, end}, next, true
}

// Get follows a path of object keys. Of a key that stands twice the last one
// counts, as in the programs that read such files.
func (v Value) Get(path ...string) Value {
	for _, key := range path {
		var found Value
		for k, m := range v.Members() {
			if k == key {
				found = m
			}
		}
		v = found
	}
	return v
}

// First returns the first element of an array.
func (v Value) First() Value {
	for e := range v.Elements() {
		return e
	}
	return Value{}
}

// Texts returns the strings of an array; ok is false when an element is no
// string or v is no array.
func (v Value) Texts() (list []string, ok bool) {
	if v.Kind() != Array {
		return nil, false
	}
	for e := range v.Elements() {
		s, isText := e.Text()
		if !isText {
			return list, false
		}
		list = append(list, s)
	}
	return list, true
}

func blank(data []byte, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\n' || data[i] == '\t' || data[i] == '\r') {
		i++
	}
	return i
}

// skip returns the end of the value at i. ok is false when the input ends
// before it.
func skip(data []byte, i int) (end int, ok bool) {
	depth := 0
	for i < len(data) {
		switch data[i] {
		case '"':
			if i, ok = skipString(data, i); !ok {
				return len(data), false
			}
			if depth == 0 {
				return i, true
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return i + 1, true
			}
		default:
			if depth == 0 {
				return skipWord(data, i), true
			}
		}
		i++
	}
	return len(data), false
}

func skipString(data []byte, i int) (end int, ok bool) {
	for i++; i < len(data); i++ {
		switch data[i] {
		case '"':
			return i + 1, true
		case '\\':
			i++
		}
	}
	return len(data), false
}

// skipWord passes a number, true, false, null or whatever stands there.
func skipWord(data []byte, i int) int {
	start := i
	for i < len(data) && strings.IndexByte(" \n\t\r,:{}[]\"", data[i]) < 0 {
		i++
	}
	return max(i, min(start+1, len(data)))
}

func unquote(raw []byte) string {
	inner := raw[1 : len(raw)-1]
	if bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return string(inner)
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return string(bytes.ToValidUTF8(inner, []byte("\uFFFD")))
	}
	return s
}
