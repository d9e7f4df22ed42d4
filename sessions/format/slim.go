package format

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"hopscope/sessions/walk"
)

// Most of a message is text of which nothing is wanted, or only its beginning.
// A slim copy of it has that text cut, so that a codec has little to read.

// bulky are the members that hold such text, called those that hold arguments
// of calls: they stay as they are.
var (
	bulky = [...]string{
		"content", "text", "output", "result", "error", "thinking", "reasoning", "reasoning_content", "signature", "data", "encrypted_content", "url", "image_url",
	}
	called = [...]string{"arguments", "input", "args", "action", "operation", "tools"}
)

// slim appends a JSON value to dst in which bulky strings are cut to about max
// bytes, at least. raw has to be JSON but for the inside of strings.
func slim(dst, raw []byte, max int) []byte {
	from := 0    // what stands before is in dst
	cut := false // strings here are bulky
	for i := 0; i < len(raw); {
		switch raw[i] {
		case '"':
			end := stringEnd(raw, i)
			if next := blanks(raw, end); next < len(raw) && raw[next] == ':' {
				key := raw[i+1 : end-1]
				cut = isOne(key, bulky[:])
				if i = next + 1; isOne(key, called[:]) {
					i = valueEnd(raw, i)
				}
				continue
			}
			if cut && end-i > max+2 {
				if keep := i + beginning(raw[i:end], max); keep < end-1 {
					dst = append(append(dst, raw[from:keep]...), '"')
					from = end
				}
			}
			i = end
		case '{', '}':
			cut = false
			i++
		default:
			i++
		}
	}
	return append(dst, raw[from:]...)
}

// beginning is how many bytes of a JSON string have its first max bytes, and
// whole characters.
func beginning(raw []byte, max int) int {
	i := 1
	for i < len(raw) && i <= max {
		n := bytes.IndexByte(raw[i:min(len(raw), max+1)], '\\')
		if n < 0 {
			i = max + 1
			break
		}
		i += n
		step := escapeLen(raw[i:])
		i += step
		max += step - 1 // an escape stands for one byte at least
	}
	for i < len(raw) && !utf8.RuneStart(raw[i]) {
		i++
	}
	return min(i, len(raw))
}

// escapeLen is the length of the escape that b begins with; the two halves of a
// character beyond U+FFFF are one.
func escapeLen(b []byte) int {
	if len(b) < 2 || b[1] != 'u' {
		return 2
	}
	half := len(b) >= 8 && (b[2] == 'd' || b[2] == 'D') && (b[3] == '8' || b[3] == '9' || b[3]|0x20 == 'a' || b[3]|0x20 == 'b')
	if half && b[6] == '\\' && b[7] == 'u' {
		return 12
	}
	return 6
}

// stringEnd is the offset behind the string that begins at i.
func stringEnd(raw []byte, i int) int {
	for i++; i < len(raw); {
		n := bytes.IndexByte(raw[i:], '"')
		if n < 0 {
			break
		}
		i += n
		back := 0
		for raw[i-1-back] == '\\' {
			back++
		}
		i++
		if back%2 == 0 {
			return i
		}
	}
	return len(raw)
}

// valueEnd is the offset behind the value that begins at i or behind blanks
// there, or that of the comma or bracket behind it.
func valueEnd(raw []byte, i int) int {
	for depth := 0; i < len(raw); {
		switch raw[i] {
		case '"':
			i = stringEnd(raw, i)
			if depth == 0 {
				return i
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return i + depth + 1
			}
		case ',':
			if depth == 0 {
				return i
			}
		}
		i++
	}
	return i
}

func blanks(raw []byte, i int) int {
	for i < len(raw) && (raw[i] == ' ' || raw[i] == '\t' || raw[i] == '\n' || raw[i] == '\r') {
		i++
	}
	return i
}

// isOne reports whether a key as it stands is one of these as encoding/json
// compares them.
func isOne(key []byte, words []string) bool {
	if bytes.IndexByte(key, '\\') >= 0 {
		key = []byte(walk.Text(append(append([]byte{'"'}, key...), '"')))
	}
	for _, w := range words {
		if len(key) >= len(w) && strings.EqualFold(string(key), w) {
			return true
		}
	}
	return false
}
