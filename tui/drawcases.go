package tui

import (
	"hopscope/journey/visible"
	"hopscope/sessions/store"
	"hopscope/themes"
)

// caseRoom is the number of rows that the saved cases take, with the blank row
// before them.
func (m *model) caseRoom() int {
	n := len(m.pick.cases)
	switch {
	case n == 0:
		return 0
	case m.h < 20:
		return 2
	case len(m.pick.entries) == 0: // there is room: a heading and a sentence stand above
		return min(n, max(m.h-headRows-footRows-2-m.demoRoom()-m.previewRows()-2, 1)) + 2
	case m.h < 30:
		return min(n, 2) + 2
	case m.h < 50:
		return min(n, 6) + 2
	}
	return min(n, 12) + 2
}

// caseWindow is the first case that is drawn, and how many are.
func (p *picker) caseWindow(m *model) (from, n int) {
	rows := m.caseRoom() - 2
	if m.h < 20 {
		rows = m.caseRoom() - 1
	}
	if n = min(rows, len(p.shownCases)); n <= 0 {
		return 0, 0
	}
	if len(p.shownCases) > n && n > 1 {
		n-- // that row says how many are below
	}
	v := window{cursor: max(min(p.list.cursor-len(p.shown), len(p.shownCases)-1), 0)}
	v.clamp(len(p.shownCases), n)
	return v.offset, n
}

// drawCases lists the saved cases and returns the row behind them.
func (p *picker) drawCases(m *model, c *canvas, y int, cols pickCols) int {
	if len(p.cases) == 0 {
		return y
	}
	title := span{text: "Saved cases", mod: bold}
	if p.caseAt() != nil && !p.preview {
		title.role = themes.Accent
		c.put(0, y, 1, line{{text: "▌", role: themes.Accent, mod: bold}})
	}
	c.put(1, y, m.w-2, sides(line{title}, says(themes.Muted, comma(len(p.cases))), m.w-2))
	end := y + m.caseRoom()
	y++
	from, n := p.caseWindow(m)
	for i := from; i < from+n; i++ {
		p.drawCase(m, c, y, cols, p.cases[p.shownCases[i]], len(p.shown)+i == p.list.cursor)
		y++
	}
	switch text := moreWords(from, len(p.shownCases)-from-n); {
	case len(p.shownCases) == 0:
		c.put(1, y, m.w-2, says(themes.Muted, `No case matches "`+visible.Text(p.filter)+`".`))
	case text != "" && y < end-1:
		c.put(1, y, m.w-2, says(themes.Muted, text))
	}
	return end
}

// drawCase draws one saved case: its name stands where sessions have their
// folder.
func (p *picker) drawCase(m *model, c *canvas, y int, cols pickCols, e store.Entry, on bool) {
	client := says(themes.Muted, "…")
	switch k := p.known[e.Path]; {
	case k.err != nil, k.inspected != nil && !k.inspected.Case:
		client = says(themes.Warn, "not a case")
	case k.inspected != nil:
		client = line{{text: visible.Name(k.inspected.Client)}}
	}
	c.put(1, y, cols.folder-2, highlight(client, p.filter))
	c.put(cols.folder, y, cols.folderW, highlight(line{{text: visible.Middle(visible.Name(e.ID), cols.folderW)}}, p.filter))
	p.drawCounts(m, c, y, cols, e, on)
}
