package tui

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"hopscope/journey/visible"
)

// jsonSpan is where a value stands in a document, quotes included.
type jsonSpan struct{ from, to int }

// spansAt finds the string values that stand at paths of a JSON document, such
// as messages[1].tool_calls[0].function.name. Paths without a string value are
// left out.
func spansAt(doc string, paths []string) map[string]jsonSpan {
	want := make(map[string]bool, len(paths))
	for _, p := range paths {
		want[p] = true
	}
	found := map[string]jsonSpan{}
	dec := json.NewDecoder(strings.NewReader(doc))
	var open []step
	for len(found) < len(want) {
		before := int(dec.InputOffset())
		t, err := dec.Token()
		if err != nil {
			return found
		}
		switch v := t.(type) {
		case json.Delim:
			if v == '{' || v == '[' {
				open = append(open, step{object: v == '{', wantKey: v == '{'})
				continue
			}
			open = open[:len(open)-1]
		case string:
			if n := len(open); n > 0 && open[n-1].wantKey {
				open[n-1].key, open[n-1].wantKey = v, false
				continue
			}
			if path := pathOf(open); want[path] {
				raw := strings.TrimLeft(doc[before:int(dec.InputOffset())], " \t\r\n:,")
				to := int(dec.InputOffset())
				found[path] = jsonSpan{to - len(raw), to}
			}
		}
		if n := len(open); n > 0 {
			open[n-1].index++
			open[n-1].wantKey = open[n-1].object
		}
	}
	return found
}

// step is one open object or array on the way to a value.
type step struct {
	object, wantKey bool
	key             string
	index           int
}

func pathOf(open []step) string {
	var b strings.Builder
	for _, s := range open {
		switch {
		case !s.object:
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		case b.Len() > 0:
			b.WriteString("." + s.key)
		default:
			b.WriteString(s.key)
		}
	}
	return b.String()
}

// rowColumns are the rows and byte columns at which spans of a document begin.
func rowColumns(doc string, spans map[string]jsonSpan) map[int]int {
	out := make(map[int]int, len(spans))
	for _, s := range spans {
		out[strings.Count(doc[:s.from], "\n")] = s.from - (strings.LastIndexByte(doc[:s.from], '\n') + 1)
	}
	return out
}

// wrapJSON breaks a row of JSON that is too wide into several: at blanks where
// it has some, the rows that follow indented below the value.
func wrapJSON(l line, w int) []line {
	if l.width() <= w || w < 12 {
		return []line{l}
	}
	indent := 0
	if text := l.plain(); text != "" {
		indent = len(text) - len(strings.TrimLeft(text, " "))
	}
	indent = min(indent+2, w/2)
	var rows []line
	row, room := line{}, w
	for _, s := range l {
		for s.text != "" {
			n := visible.Width(s.text)
			if n <= room {
				row, room = append(row, s), room-n
				break
			}
			head := ansi.Truncate(front(s.text, rowBytes*(room+1)), room, "")
			if at := strings.LastIndexByte(head, ' '); at > 0 && strings.TrimSpace(head[:at]) != "" {
				head = head[:at+1]
			} else if room < w-indent && n > room && room < w/2 { // better whole on the next row
				head = ""
			}
			if head != "" {
				row = append(row, span{text: head, role: s.role, mod: s.mod})
				s.text = s.text[len(head):]
			} else if room == w-indent { // one character is wider than the row
				return []line{l}
			}
			rows = append(rows, row)
			row, room = line{blanks(indent)}, w-indent
		}
	}
	return append(rows, row)
}
