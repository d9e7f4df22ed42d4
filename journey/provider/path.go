package provider

import (
	"strconv"
	"strings"
)

// pathParts takes a path apart: tools[3].function.name and
// tools.3.function.name both give tools, 3, function, name.
func pathParts(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '[' || r == ']' })
}

// position returns part i as a number, -1 when it is none.
func position(parts []string, i int) int {
	if i >= len(parts) {
		return -1
	}
	n, err := strconv.Atoi(parts[i])
	if err != nil || n < 0 {
		return -1
	}
	return n
}

// numberAfter returns the number that stands behind what, 0 for none.
func numberAfter(text, what string) int {
	_, rest, ok := strings.Cut(text, what)
	if !ok {
		return 0
	}
	end := 0
	for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(rest[:end])
	if err != nil {
		return 0
	}
	return n
}

// indexed is a path with a number in it.
func indexed(before string, i int, after string) string {
	var room [96]byte
	b := strconv.AppendInt(append(room[:0], before...), int64(i), 10)
	return string(append(b, after...))
}
