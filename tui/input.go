package tui

import (
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey/visible"
	"hopscope/themes"
)

// inputMax is the longest text that an input takes, in characters.
const inputMax = 4096

// input is one line of typed text. Printable keys are text; the keys that edit
// are those of a shell.
type input struct {
	text []rune
	at   int
}

func newInput(s string) *input {
	in := &input{}
	in.insert(s)
	return in
}

func (in *input) String() string { return string(in.text) }

// key edits the text; used is false for keys that are no matter of an input.
func (in *input) key(k tea.KeyPressMsg) (used bool) {
	if k.Text != "" && k.Mod&(tea.ModCtrl|tea.ModAlt) == 0 {
		in.insert(k.Text)
		return true
	}
	switch k.String() {
	case "left", "ctrl+b":
		in.at = max(in.at-1, 0)
	case "right", "ctrl+f":
		in.at = min(in.at+1, len(in.text))
	case "home", "ctrl+a":
		in.at = 0
	case "end", "ctrl+e":
		in.at = len(in.text)
	case "backspace", "ctrl+h":
		in.cut(in.at-1, in.at)
	case "delete":
		in.cut(in.at, in.at+1)
	case "ctrl+w", "alt+backspace":
		in.cut(in.wordStart(), in.at)
	case "ctrl+u", "ctrl+l":
		in.cut(0, in.at)
	case "ctrl+k":
		in.cut(in.at, len(in.text))
	default:
		return false
	}
	return true
}

// insert puts text at the cursor; what cannot stand in one line becomes a
// blank.
func (in *input) insert(s string) {
	for _, r := range s {
		if len(in.text) >= inputMax {
			return
		}
		if unicode.IsControl(r) {
			r = ' '
		}
		in.text = append(in.text, 0)
		copy(in.text[in.at+1:], in.text[in.at:])
		in.text[in.at] = r
		in.at++
	}
}

func (in *input) cut(from, to int) {
	from, to = max(from, 0), min(to, len(in.text))
	if from >= to {
		return
	}
	in.text = append(in.text[:from], in.text[to:]...)
	in.at = from
}

// wordStart is where the word before the cursor begins.
func (in *input) wordStart() int {
	before := strings.TrimRight(string(in.text[:in.at]), " ")
	return len([]rune(before[:strings.LastIndexAny(before, " /")+1]))
}

// line is the text with the cursor, its end in view, in at most w columns.
func (in *input) line(w int) line {
	front, back := visible.Name(string(in.text[:in.at])), visible.Name(string(in.text[in.at:]))
	for visible.Width(front) > max(w-2, 1) {
		r := []rune(front)
		front = string(r[1:])
	}
	return line{{text: front}, {text: "▏", role: themes.Accent}, {text: back}}
}
