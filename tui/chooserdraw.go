package tui

import (
	"strconv"

	"hopscope/journey/visible"
	"hopscope/themes"
)

// How a chooser is drawn: over the hop panes, so that tools, rail and answer
// stay in view while they follow the cursor.

// chooserLine is a drawn line of the list: a heading, or a row (an index of
// hits).
type chooserLine struct {
	head string
	hit  int
}

// lines are headings and rows in order. Small lists have no headings.
func (c *chooser) lines(hits []int, headings bool) []chooserLine {
	list := make([]chooserLine, 0, len(hits)+4)
	group := ""
	for n, i := range hits {
		if g := c.rows[i].group; headings && g != group {
			list = append(list, chooserLine{head: g, hit: -1})
			group = g
		}
		list = append(list, chooserLine{hit: n})
	}
	return list
}

// Heights of a chooser: rows of the list from which on groups have a heading,
// and of the screen that stay free above the list in small windows.
const (
	headingsFrom = 8
	keepAbove    = 8
)

// fit returns the height of the box where there is room for so many rows, and
// how many of them lie below the list. The search changes neither.
func (c *chooser) fit(room int) (h, about int) {
	switch about = 5; {
	case room < 12:
		about = 2
	case room < 16:
		about = 3
	}
	all := make([]int, len(c.rows))
	for i := range all {
		all[i] = i
	}
	n := len(c.rows)
	if withHeadings := len(c.lines(all, true)); withHeadings >= headingsFrom && room-3-about >= headingsFrom {
		n = withHeadings
	}
	return min(n+3+about, room), about
}

// place is where the list lies, and the number of lines below it.
func (c *chooser) place(m *model) (rect, int) {
	body := m.h - headRows - footRows
	if m.w < twoColumnsFrom || m.zoom {
		h, about := c.fit(max(body-keepAbove, min(body, 9)))
		return rect{2, m.h - footRows - h, m.w - 4, h}, about
	}
	top := m.h / 2
	if at := m.places().panes[paneReal]; !at.empty() {
		top = min(at.y-1, top)
	}
	h, about := c.fit(m.h - footRows - top)
	return rect{listWidth(m.w) + 1, top, max(m.paneWidth()+4, 44), h}, about
}

func (c *chooser) draw(m *model, cv *canvas) {
	r, about := c.place(m)
	cv.frame(r, c.title)
	c.drawSearch(cv, r)
	c.list.h = max(r.h-3-about, 1)
	c.list.clamp(len(c.hits), c.list.h)
	lines := c.lines(c.hits, c.list.h >= headingsFrom)
	c.scroll(lines)
	width := c.nameWidth()
	for y := 0; y < c.list.h && c.top+y < len(lines); y++ {
		l := lines[c.top+y]
		if l.hit < 0 {
			cv.put(r.x+2, r.y+1+y, r.w-4, line{{text: l.head, role: themes.Muted, mod: bold}})
			continue
		}
		c.drawRow(cv, r, r.y+1+y, l.hit, width)
	}
	if len(c.hits) == 0 {
		cv.put(r.x+2, r.y+1, r.w-4, says(themes.Muted, "Nothing has these words. esc shows all "+strconv.Itoa(len(c.rows))+"."))
	}
	cv.divide(r, r.y+r.h-2-about)
	for i, l := range c.aboutLines(m, r.w-4) {
		if i < about {
			cv.put(r.x+2, r.y+r.h-1-about+i, r.w-4, l)
		}
	}
	if text := moreWords(c.top, len(lines)-c.top-c.list.h); text != "" {
		cv.put(r.x+2, r.y+r.h-2-about, r.w-4, says(themes.Muted, " "+text+" "))
	}
}

// drawSearch writes the search and the position into the upper border.
func (c *chooser) drawSearch(cv *canvas, r rect) {
	pos := " " + strconv.Itoa(min(c.list.cursor+1, len(c.hits))) + " of " + strconv.Itoa(len(c.hits)) + " "
	from := r.x + 2 + visible.Width(c.title) + 3
	end := cv.right(from, r.x+r.w-2, r.y, says(themes.Muted, pos))
	switch {
	case c.in != nil:
		text := append(line{{text: " / ", role: themes.Key}}, c.in.line(max(end-from-5, 1))...)
		cv.put(from, r.y, end-from-1, append(text, blanks(1)))
	case c.find != "":
		cv.put(from, r.y, end-from-1, says(themes.Accent, " / "+visible.Cut(c.find, max(end-from-5, 1))+" "))
	}
}

// scroll keeps the cursor in view, with its heading where it is the first.
func (c *chooser) scroll(lines []chooserLine) {
	at := 0
	for i, l := range lines {
		if l.hit == c.list.cursor {
			at = i
		}
	}
	first := at
	if at > 0 && lines[at-1].hit < 0 {
		first--
	}
	w := window{cursor: first, offset: c.top}
	w.clamp(len(lines), c.list.h)
	w.cursor = at
	w.clamp(len(lines), c.list.h)
	c.top = w.offset
}

// nameWidth is the column of the names.
func (c *chooser) nameWidth() int {
	n := 0
	for _, r := range c.rows {
		n = max(n, visible.Width(r.name))
	}
	return min(n, 26)
}

func (c *chooser) drawRow(cv *canvas, r rect, y, hit, width int) {
	row := &c.rows[c.hits[hit]]
	note := says(row.noteRole, row.note)
	if c.hits[hit] == c.now {
		if row.note != "" {
			note = append(note, blanks(2))
		}
		note = append(note, span{text: "now", role: themes.Accent})
	}
	text := highlight(line{{text: visible.Middle(row.name, width)}}, c.find).padded(width + 2)
	room := r.w - 5 - text.width() - note.width() - 1
	if room > 8 {
		text = append(text, span{text: visible.Cut(row.rule, room), role: themes.Muted})
	}
	listRow(cv, r, y, hit == c.list.cursor, text, note)
}

func (c *chooser) aboutLines(m *model, w int) []line {
	i := c.at()
	switch {
	case i < 0:
		return nil
	case c.about != nil:
		return c.about(m, i, w)
	}
	return prose(themes.Text, c.rows[i].rule, w)
}
