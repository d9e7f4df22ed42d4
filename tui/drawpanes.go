package tui

import (
	"strconv"

	"hopscope/journey"
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
	if p, ok := twoNamesPart(m.data.detail, r.extra.w); ok && !r.extra.empty() {
		m.drawPart(c, r.extra, p, false, 0)
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
	rows := m.whyRows(m.whyMost())
	if len(rows) > r.chips.h {
		rows = m.whyRows(r.chips.h)
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
	if p.note != "" {
		head = sides(head, p.noteLine(), at.w)
	}
	c.put(at.x, at.y, at.w, head)
	m.drawBody(c, at.below(1), p.body, off)
}

// drawBody draws rows from off on; the last one says how many are below.
func (m *model) drawBody(c *canvas, at rect, body []line, off int) {
	off = max(min(off, len(body)-at.h), 0)
	n, more := rowsShown(len(body), off, at.h)
	if more == 1 && at.h > 0 { // the row fits where its number would stand
		n, more = n+1, 0
	}
	for i := range n {
		c.put(at.x, at.y+i, at.w, body[off+i])
	}
	if more > 0 {
		c.put(at.x, at.y+n, at.w, says(themes.Muted, comma(more)+" more below"))
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
		if m.hasCalls() && p.focus > 0 && p.focus < in.h && len(m.row().calls) > 0 {
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

// listHead is the number of rows above the first tool.
func (m *model) listHead(r rects) int {
	if r.stacked && !m.zoom {
		return 0
	}
	return 2
}

// toolsHeight is the number of tools that are seen at once.
func (m *model) toolsHeight() int {
	if m.w == 0 || m.tooSmall() {
		return 1
	}
	r := m.listPlace()
	h := r.h
	if m.w >= twoColumnsFrom || m.zoom {
		h -= 2
		if len(m.lowerShown()) > 0 {
			h-- // a blank row before the panes below
		}
	}
	if len(m.data.shown) > h {
		h--
	}
	return max(h, 1)
}

// lowerShown are the panes below the list, as far as they are in the way.
func (m *model) lowerShown() []part {
	if m.zoom || m.w < twoColumnsFrom {
		return nil
	}
	return m.lowerParts(m.lowerHeight())
}

// listPlace is the rectangle of the list; it does not depend on the detail.
func (m *model) listPlace() rect { return m.places().list }

// drawList draws the tool list.
func (m *model) drawList(c *canvas, r rects) {
	at := r.list
	y := at.y
	cols := toolColumns(m.data.rows, at.w)
	focus := m.focus == paneTools
	if m.listHead(r) > 0 {
		title, note := toolsTitle(m.data.rows, m.session(), m.data.plan)
		role := themes.Muted
		if m.filter != "" {
			note, role = comma(len(m.data.shown))+" with "+visible.Cut(m.filter, 14), themes.Accent
		}
		m.drawPart(c, rect{1, y, at.w - 2, 1}, part{title: title, note: note, noteRole: role}, focus, 0)
		c.put(0, y+1, at.w, toolHead(cols))
		y += 2
	}
	h := m.toolsHeight()
	for i := m.data.tools.offset; i < min(m.data.tools.offset+h, len(m.data.shown)); i++ {
		c.put(0, y, at.w, highlight(toolLine(m.data.rows[m.data.shown[i]], cols, false), m.filter))
		if i == m.data.tools.cursor {
			m.drawCursor(c, 0, y, at.w, focus || r.stacked)
		}
		y++
	}
	if len(m.data.shown) == 0 {
		for i, l := range prose(themes.Muted, m.emptyList(), at.w-2) {
			c.put(1, y+i, at.w-2, l)
		}
		return
	}
	m.drawMore(c, r, y)
}

// drawMore says how many tools are above and below; a list without a heading
// says how many there are.
func (m *model) drawMore(c *canvas, r rects, y int) {
	below := len(m.data.shown) - m.data.tools.offset - m.toolsHeight()
	if below > 0 {
		c.put(3, y, r.list.w-4, says(themes.Muted, comma(below)+" more below"))
	} else if m.data.tools.offset > 0 {
		c.put(3, y, r.list.w-4, says(themes.Muted, comma(m.data.tools.offset)+" more above"))
	}
	if m.listHead(r) == 0 && len(m.data.shown) > m.toolsHeight() {
		text := plural(len(m.data.rows), "tool", "tools")
		if m.filter != "" {
			text = comma(len(m.data.shown)) + " of " + text
		}
		c.right(20, r.list.w-2, y, says(themes.Muted, text))
	}
}

// emptyList says why no row is there.
func (m *model) emptyList() string {
	switch {
	case m.filter != "":
		return wordsNoMatch(visible.Text(m.filter), len(m.data.rows))
	case m.load.from != nil:
		return "Nothing read yet."
	case m.data.plan != nil && len(m.data.loaded.Catalog.UnknownServers()) > 0:
		return wordsServersOnly(len(m.data.loaded.Catalog.UnknownServers()))
	case m.session() != nil && m.session().ProblemCount > 0:
		return "No call could be read. " + sentence(m.session().Problems[0].What) + "."
	}
	return "This file has no tool calls and no list of tools. A catalog as second path shows the tools."
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

// standing is the text of the status line when nothing else is to be said.
func (m *model) standing() string {
	s := m.session()
	switch {
	case s == nil:
		return ""
	case m.load.from != nil:
		return "Reading. All you see is real already and can be used; counts still grow."
	}
	text := m.position()
	for _, f := range []string{m.namedInFull(), m.hint(s)} {
		if f != "" {
			text += " " + f
		}
	}
	return text
}

// position says where the cursor stands among the failures or findings.
func (m *model) position() string {
	opened := ""
	if !m.data.moved {
		opened = "Opened at the first failure, "
	}
	if f := m.failedRows(); len(f) > 0 {
		at := m.callRow()
		for i, r := range f {
			if int(r) != at {
				continue
			}
			if opened != "" && m.w >= twoColumnsFrom {
				return opened + comma(i+1) + " of " + comma(len(f)) + "."
			}
			return comma(i+1) + " of " + plural(len(f), "failure.", "failures.")
		}
		return plural(len(f), "failure; n goes there.", "failures; n goes to the next.")
	}
	if f := m.findings(); len(f) > 0 {
		i := m.findingAt(f)
		switch {
		case i >= 0 && opened != "":
			return "Opened at the first finding, " + comma(i+1) + " of " + comma(len(f)) + "."
		case i >= 0:
			return comma(i+1) + " of " + plural(len(f), "finding.", "findings.")
		}
		return plural(len(f), "finding; n goes there.", "findings; n goes to the next.")
	}
	if m.hasCalls() {
		return wordsNoFailures(m.session().Tally.Calls)
	}
	return "No findings in " + plural(len(m.data.rows), "tool.", "tools.")
}

// namedInFull is the name of the row under the cursor where the list cuts it.
func (m *model) namedInFull() string {
	r := m.row()
	if m.focus != paneTools || r == nil || !m.data.moved || m.w < twoColumnsFrom {
		return ""
	}
	full := owned(r.server, r.name, 1<<16)
	if visible.Width(full) <= toolColumns(m.data.rows, m.listCols()).name {
		return ""
	}
	return full + "."
}

// hint says what the input does not show.
func (m *model) hint(s *journey.Session) string {
	d := m.data.detail
	switch {
	case s.ProblemCount > 0:
		return plural(s.ProblemCount, "line was skipped", "lines were skipped") + ": " + visible.Text(s.Problems[0].Where) + ", " + visible.Text(s.Problems[0].What) + "."
	case !m.hasCalls():
		return "This list holds no calls: Model echo, Dispatch and History show what would happen."
	case len(m.data.loaded.Catalog.Tools) > 0 && len(s.Sources) > 1:
		return "Tools are read from " + visible.Text(m.data.loaded.Catalog.Source) + " (" + m.data.loaded.Catalog.Form.String() + " names)."
	case d != nil && !d.catalogKnown:
		if m.w < twoColumnsFrom {
			return "The list of declared tools is not in this file."
		}
		return wordsNoList
	}
	return ""
}
