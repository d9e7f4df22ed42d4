package scheme

import (
	"strings"
	"unicode/utf8"
)

// GptmeCall is a call as gptme reads it out of a stored message.
type GptmeCall struct {
	Name, CallID string
	// JSON is the argument text as it stands.
	JSON string
}

// GptmeCalls reads the calls out of a stored assistant message, as gptme
// before the fix does: a line that begins with @NAME(ID): and, behind white
// space, an object. NAME is letters and numbers of any script, _ and dots; ID
// may have - and : too. With any other character the call is text, without an
// error. Calls in a fenced block are text, and an object that does not end ends
// the reading. It never fails.
// Source: gptme@d27f98d3a gptme/tools/base.py (2026-08-22), run.
func GptmeCalls(message string) []GptmeCall {
	calls := []GptmeCall{}
	blocks := fencedBlocks(message)
	for at := 0; at < len(message); {
		call, json, ok := gptmeHead(message[at:])
		if !ok {
			at = nextLine(message, at)
			continue
		}
		for len(blocks) > 0 && blocks[0].end <= at {
			blocks = blocks[1:]
		}
		if len(blocks) > 0 && blocks[0].start <= at {
			at = lineFrom(message, blocks[0].end)
			continue
		}
		end := jsonEnd(message[at+json:])
		if end < 0 {
			break
		}
		call.JSON = message[at+json : at+json+end]
		calls = append(calls, call)
		at = lineFrom(message, at+json+end)
	}
	return calls
}

// gptmeNameRune reports what a stored name is made of: \w and the full stop.
func gptmeNameRune(r rune) bool { return pyWord(r) || r == '.' }

// gptmeReadable reports whether a stored call of this name is read back.
func gptmeReadable(name string) bool {
	read, rest := cutRunes(name, gptmeNameRune)
	return read != "" && rest == ""
}

// gptmeHead reads @NAME(ID): at the beginning of s, up to the brace; json is
// where that stands.
func gptmeHead(s string) (call GptmeCall, json int, ok bool) {
	rest, ok := strings.CutPrefix(s, "@")
	if !ok {
		return call, 0, false
	}
	call.Name, rest = cutRunes(rest, gptmeNameRune)
	rest, ok = strings.CutPrefix(rest, "(")
	if !ok || call.Name == "" {
		return call, 0, false
	}
	call.CallID, rest = cutRunes(rest, func(r rune) bool { return gptmeNameRune(r) || r == '-' || r == ':' })
	rest, ok = strings.CutPrefix(rest, "):")
	if !ok || call.CallID == "" {
		return call, 0, false
	}
	_, rest = cutRunes(rest, pySpace)
	return call, len(s) - len(rest), strings.HasPrefix(rest, "{")
}

// cutRunes cuts off the runes at the beginning that fit; bytes that are no
// UTF-8 never do.
func cutRunes(s string, fit func(rune) bool) (head, rest string) {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n <= 1 || !fit(r) {
			return s[:i], s[i:]
		}
		i += n
	}
	return s, ""
}

// nextLine returns where the line behind the one of at begins.
func nextLine(s string, at int) int {
	if n := strings.IndexByte(s[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(s)
}

// lineFrom returns the first beginning of a line at or behind at.
func lineFrom(s string, at int) int {
	if at == 0 || s[at-1] == '\n' {
		return at
	}
	return nextLine(s, at)
}

// jsonEnd returns the length of the object that begins with the brace at the
// beginning of s, by counting braces outside strings; -1 when it does not end.
func jsonEnd(s string) int {
	depth, quoted, escaped := 0, false, false
	for i := range len(s) {
		c := s[i]
		switch {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// block is a fenced block: from its opening fence to the end of the closing
// one, in bytes.
type block struct{ start, end int }

// fencedBlocks finds the fenced blocks of a text: a line that begins with three
// or more backticks opens one, the next line of just as many and nothing else
// but white space closes it. A fence that nothing closes is text.
func fencedBlocks(s string) []block {
	type fence struct {
		start, end, length, next int
		bare                     bool
	}
	var fences []fence
	for at := 0; at < len(s); at = nextLine(s, at) {
		if !strings.HasPrefix(s[at:], "```") {
			continue
		}
		line, _, _ := strings.Cut(s[at:], "\n")
		info := strings.TrimLeft(line, "`")
		fences = append(fences, fence{at, at + len(line), len(line) - len(info), -1, strings.TrimFunc(info, pySpace) == ""})
	}
	closing := map[int]int{}
	for i := len(fences) - 1; i >= 0; i-- {
		f := &fences[i]
		if k, ok := closing[f.length]; ok {
			f.next = k
		}
		if f.bare {
			closing[f.length] = i
		}
	}
	var blocks []block
	for i := 0; i < len(fences); i++ {
		if k := fences[i].next; k >= 0 {
			blocks = append(blocks, block{fences[i].start, fences[k].end})
			i = k
		}
	}
	return blocks
}
