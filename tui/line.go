package tui

import "hopscope/themes"

// Parts of a screen build lines from data and know nothing of colours or of
// the terminal: a part returns lines, the screen styles and places them, the
// plain form prints their text. All text in a span has passed journey/visible.

// span is a piece of text with one meaning.
type span struct {
	text string
	role themes.Role
	mod  mod
}

// mod is emphasis that a role alone does not carry.
type mod uint8

const (
	bold mod = 1 << iota
	underline
	italic
	reverse
)

// line is one row of a part. It may be wider than its place: the screen cuts
// it with a mark, so parts fit what they can beforehand.
type line []span

// plain returns the text of a line without its meaning.
func (l line) plain() string {
	n := 0
	for _, s := range l {
		n += len(s.text)
	}
	b := make([]byte, 0, n)
	for _, s := range l {
		b = append(b, s.text...)
	}
	return string(b)
}

// part is what one pane shows: a heading with a right-hand note, and a body.
type part struct {
	// title is the heading; note stands at the right of it, in role noteRole.
	title, note string
	noteRole    themes.Role
	body        []line
	// more of the last lines of the body are shown where there is room for all
	// of them: with the focus, or where rows are left.
	more int
	// focus is the line of the body that should be in view first.
	focus int
	// copies are what y offers here, first the name.
	copies []copyItem
}

// copyItem is one thing that the copy menu offers for a part.
type copyItem struct {
	key   string // key in the menu
	label string // "wire name"
	text  string // raw text that goes to the clipboard
}
