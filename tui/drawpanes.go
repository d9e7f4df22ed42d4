package tui

import (
	"strconv"
	"strings"

	"hopscope/journey/visible"
	"hopscope/themes"
)

// drawJourneys puts the parts into their places.
func (m *model) drawJourneys(c *canvas) {
	c.put(0, 0, m.w, m.header())
	r := m.places()
	if !r.progress.empty() {
		c.put(1, r.progress.y, m.w-2, m.loadingLine(m.w-2))
	}
	for _, x := range r.rules {
		c.rule(x.x, x.y, x.w)
	}
	for y := r.split.y; y < r.split.y+r.split.h; y++ {
		c.set(r.split.x, y, "│", look{role: themes.Line})
	}
	if !r.list.empty() {
		m.drawList(c, r)
	}
	if m.data.detail == nil {
		m.drawEmpty(c, r)
		return
	}
	m.drawLower(c, r)
	m.drawAnswer(c, r)
	if !r.extra.empty() {
		m.drawPart(c, r.extra, m.partOf(paneExtra), false, 0)
	}
	for p, at := range r.panes {
		m.drawPane(c, r, p, at)
	}
}

// drawAnswer draws heading, rail and why.
func (m *model) drawAnswer(c *canvas, r rects) {
	if !r.heading.empty() {
		c.put(r.heading.x, r.heading.y, r.heading.w, headingLine(m.data.detail, r.heading.w))
	}
	if !r.rail.empty() {
		for i, l := range m.railRows() {
			if i < r.rail.h {
				c.put(r.rail.x, r.rail.y+i, r.rail.w, l)
			}
		}
	}
	rows := m.whyRows(whyMost)
	if len(rows) > r.chips.h {
		rows = m.whyRows(r.chips.h)
	}
	if len(rows) > r.chips.h && r.chips.h > 1 {
		m.drawBody(c, r.chips, rows, 0)
		return
	}
	for i, l := range rows {
		if i < r.chips.h {
			c.put(r.chips.x, r.chips.y+i, r.chips.w, l)
		}
	}
}

// drawPane draws one pane of the detail.
func (m *model) drawPane(c *canvas, r rects, p pane, at rect) {
	if at.empty() {
		return
	}
	body := m.partOf(p)
	if n := len(body.body) - body.more; p != m.focus && at.h-1 <= n {
		body.body = body.body[:n]
	}
	if r.stacked && !m.zoom {
		body.note, body.noteRole = m.paneCount(p), themes.Muted
	}
	off, ok := m.data.scroll[p]
	if !ok {
		off = max(min(body.focus-(at.h-1)/2, len(body.body)-(at.h-1)), 0)
	}
	m.drawPart(c, at, body, p == m.focus, off)
}

// paneCount says which of the six panes this is, where only one is seen.
func (m *model) paneCount(p pane) string {
	for i, h := range hopPanes {
		if h == p {
			return strconv.Itoa(i+1) + " of " + strconv.Itoa(len(hopPanes)) + " panes, tab goes on"
		}
	}
	return "tab goes on"
}

// drawPart draws a heading with its note and as much of the body as fits.
func (m *model) drawPart(c *canvas, at rect, p part, focus bool, off int) {
	title := span{text: p.title, mod: bold | m.styles.heading}
	if focus {
		title.role = themes.Accent
		c.put(at.x-1, at.y, 1, line{{text: "▌", role: themes.Accent, mod: bold}})
	}
	head := line{title}
	if room := at.w - head.width() - 2; visible.Width(p.note) > room {
		p.note = cutNote(p.note, room)
	}
	if p.note != "" {
		head = sides(head, p.noteLine(), at.w)
	}
	c.put(at.x, at.y, at.w, head)
	m.drawBody(c, at.below(1), p.body, off)
}

// cutNote cuts the note of a heading; the word assumed stays.
func cutNote(note string, w int) string {
	rest, assumed := strings.CutSuffix(note, assumedWord)
	if !assumed {
		return visible.Middle(note, max(w, 0))
	}
	rest = strings.TrimSpace(rest)
	if room := w - len(assumedWord) - 2; room >= 4 {
		return visible.Middle(rest, room) + "  " + assumedWord
	}
	return assumedWord
}

// drawBody draws rows from off on; the first and the last one say how many are
// above and below.
func (m *model) drawBody(c *canvas, at rect, body []line, off int) {
	first, n, above, below := cutRows(len(body), off, at.h)
	y := at.y
	if above > 0 {
		c.put(at.x, y, at.w, says(themes.Muted, "… "+comma(above)+" more above"))
		y++
	}
	for i := range n {
		c.put(at.x, y+i, at.w, body[first+i])
	}
	switch {
	case below > 0 && n == 0 && at.h == 1:
		note := "+" + comma(below-1)
		c.put(at.x, y, at.w-len(note)-1, body[first])
		c.right(at.x, at.x+at.w, y, says(themes.Muted, note))
	case below > 0:
		c.put(at.x, y+n, at.w, says(themes.Muted, comma(below)+" more below"))
	}
	if first > 0 && above == 0 && n > 0 { // too low for a row of its own
		note := "… " + comma(first) + " above"
		if at.w > 3*len(note) {
			c.blank(rect{at.x + at.w - len(note), y, len(note), 1}, groundNone)
			c.right(at.x, at.x+at.w, y, says(themes.Muted, note))
		}
	}
}

// drawLower draws the panes below the list. Their rows begin in the margin,
// where the bar of the focus stands.
func (m *model) drawLower(c *canvas, r rects) {
	if len(r.lower) == 0 {
		return
	}
	parts := m.lowerParts(m.lowerHeight())
	if len(parts) > 0 && m.hasCalls() && r.lower[0].h > 0 && r.lower[0].h < m.lowerHeight() {
		parts = m.lowerParts(r.lower[0].h)
	}
	for i, at := range r.lower {
		if i >= len(parts) || at.empty() {
			continue
		}
		p := parts[i]
		body := p.body
		p.body = nil
		m.drawPart(c, at, p, i == 0 && m.focus == paneCalls, 0)
		in := at.below(1)
		in.x, in.w = in.x-1, in.w+1
		m.drawBody(c, in, body, 0)
		if m.hasCalls() && p.focus > 0 && p.focus < in.h && len(m.data.detail.row.calls) > 0 {
			m.drawCursor(c, in.x, in.y+p.focus, in.w, m.focus == paneCalls)
		}
	}
}

// drawCursor lays the ground under the row of a cursor, with a bar where the
// list has the focus.
func (m *model) drawCursor(c *canvas, x, y, w int, focus bool) {
	c.ground(x, y, w, groundSel)
	if focus {
		c.put(x, y, 1, line{{text: "▌", role: themes.Accent, mod: bold}})
	}
}

// drawEmpty draws what the right side says when nothing is selected.
func (m *model) drawEmpty(c *canvas, r rects) {
	x := 1
	y := r.list.y + r.list.h + 1
	if r.split.h > 0 {
		x, y = r.split.x+2, r.body.y
	}
	for i, l := range m.problemLines() {
		if y+i >= m.h-footRows {
			break
		}
		c.put(x, y+i, m.w-x-1, l)
	}
}
