package tui

import (
	"strings"

	"hopscope/journey/visible"
	"hopscope/themes"
)

// whatList is what one pane of the tab shows: a heading, rows of which only
// those in view are made, and notes below them.
type whatList struct {
	title, note string
	noteRole    themes.Role
	head        line
	n           int
	row         func(i, w int) line
	// feet stand below the rows, where there is room.
	feet []line
	// always: the row of the cursor is marked without the focus as well.
	always bool
}

// rowsIn is how many rows a pane of this height shows: notes give way to rows
// down to a half of the pane.
func (l *whatList) rowsIn(h int) int {
	h--
	if l.head != nil {
		h--
	}
	return max(min(l.n, max(h-len(l.feet), (h+1)/2)), 0)
}

// headNote is what stands at the right of the heading: rows that are not seen
// come before words that are always the same.
func (l *whatList) headNote(w, offset, rows int) line {
	room := w - visible.Width(l.title) - 2
	more := ""
	if rows > 0 && rows < l.n {
		more = strings.ReplaceAll(moreWords(offset, l.n-offset-rows), " more", "")
	}
	switch n := visible.Width(l.note); {
	case more == "" && (n <= room || n <= w/3):
		return says(l.noteRole, l.note)
	case more == "":
		return says(l.noteRole, visible.Cut(l.note, max(room, 0)))
	case n+2+visible.Width(more) <= max(room, w/2):
		return line{{text: more + "  ", role: themes.Muted}, {text: l.note, role: l.noteRole}}
	}
	return says(themes.Muted, more)
}

// draw draws the list; the window follows the cursor.
func (l *whatList) draw(m *model, c *canvas, at rect, v *window, focus bool) {
	if at.empty() {
		return
	}
	rows := l.rowsIn(at.h)
	v.clamp(l.n, max(rows, 1))
	title := span{text: l.title, mod: bold | m.styles.heading}
	if focus {
		title.role = themes.Accent
		c.put(at.x-1, at.y, 1, line{{text: "▌", role: themes.Accent, mod: bold}})
	}
	note := l.headNote(at.w, v.offset, rows)
	title.text = visible.Cut(title.text, max(at.w-note.width()-2, 8))
	c.put(at.x, at.y, at.w, sides(line{title}, note, at.w))
	in := at.below(1)
	if l.head != nil {
		c.put(in.x, in.y, in.w, l.head)
		in = in.below(1)
	}
	for i := 0; i < rows && i < in.h; i++ {
		row := v.offset + i
		if row == v.cursor && (focus || l.always) {
			m.drawCursor(c, in.x-1, in.y+i, in.w+1, focus)
		}
		c.put(in.x, in.y+i, in.w, l.row(row, in.w))
	}
	in = in.below(rows)
	for i, f := range l.feet {
		if i >= in.h {
			break
		}
		c.put(in.x, in.y+i, in.w, f)
	}
}
