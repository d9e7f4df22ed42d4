package tui

import (
	tea "charm.land/bubbletea/v2"

	"hopscope/themes"
)

// problemList shows the lines that could not be read.
type problemList struct{ list choice }

func (m *model) showProblems() tea.Cmd {
	m.push(&problemList{})
	return nil
}

func (p *problemList) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	list := m.session().Problems
	switch {
	case p.list.key(k.String(), len(list), true):
	case k.String() == "e" || k.String() == "enter":
		at := list[p.list.cursor]
		switch {
		case m.data.demo != "" || len(m.data.paths) != 1 || m.data.paths[0] == "-":
			m.refuse(k.String(), "no single file stands behind this")
		default:
			m.pop()
			return m.edit(m.data.paths[0], int(at.Line))
		}
	}
	return nil
}

func (p *problemList) paste(*model, string) tea.Cmd { return nil }
func (p *problemList) closed(*model) tea.Cmd        { return nil }
func (p *problemList) status(*model) string         { return "Bad lines never stop the rest." }

func (p *problemList) foot(*model) []footKey {
	return []footKey{{"j/k", "move"}, {"e", "open the line"}, {"esc", "close"}}
}

func (p *problemList) draw(m *model, c *canvas) {
	c.dim()
	lines := m.problemLines()
	r := m.box(100, len(lines)+2)
	c.frame(r, "Skipped lines")
	p.list.h = r.h - 2
	p.list.clamp(len(lines), p.list.h)
	for i := range p.list.h {
		at := p.list.offset + i
		if at >= len(lines) {
			break
		}
		listRow(c, r, r.y+1+i, at == p.list.cursor, lines[at], says(themes.Muted, ""))
	}
}
