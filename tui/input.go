package tui

import (
	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"hopscope/journey/visible"
	"hopscope/themes"
)

// inputMax is the longest text that an input takes, in characters.
const inputMax = 4096

// input is one line of typed text: the text field of bubbles edits it, line
// draws it in the roles of the screen.
type input struct{ field textinput.Model }

func newInput(s string) *input {
	f := textinput.New()
	f.CharLimit = inputMax
	// the terminal pastes; reading the clipboard and completing are not ours
	for _, b := range []*key.Binding{&f.KeyMap.Paste, &f.KeyMap.AcceptSuggestion, &f.KeyMap.NextSuggestion, &f.KeyMap.PrevSuggestion} {
		b.SetEnabled(false)
	}
	f.Focus()
	f.SetValue(s)
	f.CursorEnd()
	return &input{f}
}

// String returns the text as typed.
func (in *input) String() string { return in.field.Value() }

// key edits the text; used is false for keys that are no matter of an input.
func (in *input) key(k tea.KeyPressMsg) (used bool) {
	printable := k.Text != "" && k.Mod&(tea.ModCtrl|tea.ModAlt) == 0
	switch {
	case k.String() == "ctrl+l":
		in.field.Reset()
	case printable || key.Matches(k, in.edits()...):
		in.field, _ = in.field.Update(k) // its command only makes a cursor blink
	default:
		return false
	}
	return true
}

// edits are the keys that move in the text or take some of it away.
func (in *input) edits() []key.Binding {
	m := in.field.KeyMap
	return []key.Binding{
		m.CharacterForward, m.CharacterBackward, m.WordForward, m.WordBackward,
		m.DeleteWordBackward, m.DeleteWordForward, m.DeleteAfterCursor, m.DeleteBeforeCursor,
		m.DeleteCharacterBackward, m.DeleteCharacterForward, m.LineStart, m.LineEnd,
	}
}

// insert puts pasted text at the cursor; what cannot stand in one line becomes
// a blank.
func (in *input) insert(s string) { in.field, _ = in.field.Update(tea.PasteMsg{Content: s}) }

// line is the text with the cursor, its end in view, in at most w columns.
func (in *input) line(w int) line {
	text := []rune(in.field.Value())
	at := in.field.Position()
	front, back := visible.Name(string(text[:at])), visible.Name(string(text[at:]))
	for visible.Width(front) > max(w-2, 1) {
		r := []rune(front)
		front = string(r[1:])
	}
	return line{{text: front}, {text: "▏", role: themes.Accent}, {text: back}}
}
