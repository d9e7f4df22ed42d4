package tui

import (
	"hopscope/journey/visible"
	"hopscope/themes"
)

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
	c.put(3, y, r.list.w-4, says(themes.Muted, moreWords(m.data.tools.offset, below)))
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
	case m.reads():
		return "Nothing read yet."
	case m.data.plan != nil && len(m.data.loaded.Catalog.UnknownServers()) > 0:
		return wordsServersOnly(len(m.data.loaded.Catalog.UnknownServers()))
	case m.session() != nil && len(m.session().Requests) > 0:
		return m.refusedWords()
	case m.session() != nil && m.session().ProblemCount > 0:
		return "No call could be read. " + sentence(m.session().Problems[0].What) + "."
	}
	return "This file has no tool calls and no list of tools. A catalog as second path shows the tools."
}

// refusedWords say what the provider refused, where no row of a tool can.
func (m *model) refusedWords() string {
	list := m.session().Requests
	text := "The provider refused " + plural(len(list), "request", "requests") + ", and nothing else is here. Line " + comma(int(list[0].Line)) + ": " + visible.Text(list[0].Error)
	if m.data.recorded == nil {
		return text
	}
	for _, q := range m.data.recorded.Requests() {
		if d := q.Diagnosis; d != nil {
			return text + " " + visible.Text(d.What) + " " + visible.Text(d.Advice)
		}
	}
	return text
}
