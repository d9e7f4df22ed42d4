package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/themes"
)

// startFilter opens the input of the filter.
func (m *model) startFilter() tea.Cmd {
	if own := m.own(); own != nil {
		m.filtering = newInput(own.filterText())
		return nil
	}
	if m.tab == tabSessions {
		m.filtering = newInput(m.pick.filter)
		return nil
	}
	m.focus = paneTools
	m.filtering = newInput(m.filter)
	return nil
}

// filterKey edits the filter: enter keeps it, esc drops it.
func (m *model) filterKey(k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "enter":
		m.filtering = nil
		return nil
	case "esc":
		return m.back()
	case "down", "ctrl+n":
		return m.move(1)
	case "up", "ctrl+p":
		return m.move(-1)
	}
	if !m.filtering.key(k) {
		return nil
	}
	return m.filterChanged()
}

// filterChanged filters by what stands in the input.
func (m *model) filterChanged() tea.Cmd {
	text := m.filtering.String()
	if own := m.own(); own != nil {
		return own.setFilter(m, text)
	}
	if m.tab == tabSessions {
		m.pick.setFilter(text)
		return nil
	}
	return m.setFilter(text)
}

// setFilter filters and keeps the cursor's row where it is still shown.
func (m *model) setFilter(text string) tea.Cmd {
	m.data.hits.key, _ = m.cursorKey()
	m.filter = text
	if m.filterBeside() {
		return nil // renewFilter begins it
	}
	m.applyFilter()
	return m.filteredNow()
}

// filteredNow puts the cursor on its row, or on the first that is shown.
func (m *model) filteredNow() tea.Cmd {
	if i := m.findKey(m.data.hits.key); i >= 0 {
		m.data.tools.cursor = i
		m.clampTools()
		return nil
	}
	m.data.tools = window{}
	m.firstCall()
	m.clampTools()
	if m.row() == nil {
		m.makeDetail()
		return nil
	}
	return m.selected()
}

// dropFilter shows all rows again.
func (m *model) dropFilter() tea.Cmd {
	m.filtering = nil
	if own := m.own(); own != nil {
		return own.setFilter(m, "")
	}
	if m.tab == tabSessions {
		m.pick.setFilter("")
		return nil
	}
	return m.setFilter("")
}

// filterLine is the status line while the filter is typed.
func (m *model) filterLine() line {
	n, all := len(m.data.shown), len(m.data.rows)
	what := "tools"
	if own := m.own(); own != nil {
		n, all, what = own.found(m)
	}
	if m.tab == tabSessions {
		n, all, what = len(m.pick.shown)+len(m.pick.shownCases), len(m.pick.entries)+len(m.pick.cases), "sessions"
	}
	l := line{{text: "/ ", role: themes.Key}}
	l = append(l, m.filtering.line(m.w/2)...)
	return append(l, span{text: "   " + comma(n) + " of " + comma(all) + " " + what, role: themes.Muted},
		span{text: "   enter keeps it, esc drops it", role: themes.Muted})
}

// highlight marks the words of the filter in a row.
func highlight(l line, filter string) line {
	words := strings.Fields(strings.ToLower(filter))
	if len(words) == 0 {
		return l
	}
	var out line
	for _, s := range l {
		out = append(out, markWords(s, words)...)
	}
	return out
}

// markWords cuts a span so that the words in it have role match.
func markWords(s span, words []string) line {
	low := strings.ToLower(s.text)
	if len(low) != len(s.text) {
		return line{s}
	}
	hit := make([]bool, len(low))
	for _, w := range words {
		for at := 0; ; {
			i := strings.Index(low[at:], w)
			if i < 0 {
				break
			}
			for j := at + i; j < at+i+len(w); j++ {
				hit[j] = true
			}
			at += i + len(w)
		}
	}
	var out line
	for at := 0; at < len(low); {
		end := at
		for end < len(low) && hit[end] == hit[at] {
			end++
		}
		piece := span{text: s.text[at:end], role: s.role, mod: s.mod}
		if hit[at] {
			piece.role = themes.Match
		}
		out = append(out, piece)
		at = end
	}
	return out
}
