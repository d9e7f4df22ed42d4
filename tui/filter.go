package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey/visible"
	"hopscope/themes"
)

// kindsMax is how many unknown names are diagnosed so that the filter knows
// their kind.
const kindsMax = 200

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
	key, _ := m.cursorKey()
	m.filter = text
	m.applyFilter()
	if i := m.findKey(key); i >= 0 {
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
func (m *model) dropFilter() {
	m.filtering = nil
	if own := m.own(); own != nil {
		own.setFilter(m, "")
		return
	}
	if m.tab == tabSessions {
		m.pick.setFilter("")
		return
	}
	m.setFilter("")
}

// applyFilter makes the list of shown rows.
func (m *model) applyFilter() {
	d := &m.data
	d.shown = d.shown[:0]
	words := strings.Fields(strings.ToLower(m.filter))
	kinds := m.kindsFor(words)
	for i := range d.rows {
		if matches(words, strings.ToLower(haystack(&d.rows[i]))+" "+kinds[i]) {
			d.shown = append(d.shown, i)
		}
	}
}

// haystack is what a word of the filter is looked for in.
func haystack(r *toolRow) string {
	return visible.Name(r.server) + " " + visible.Name(r.name) + " " + r.status
}

// matches reports whether every word is found.
func matches(words []string, in string) bool {
	for _, w := range words {
		if !strings.Contains(in, w) {
			return false
		}
	}
	return true
}

// kindsFor gives the kind of failure of the rows with unknown names, so that
// the filter finds them by it. Without a filter nobody needs them.
func (m *model) kindsFor(words []string) map[int]string {
	if len(words) == 0 || m.data.recorded == nil || m.session() == nil {
		return nil
	}
	kinds := map[int]string{}
	for i := range m.data.rows {
		r := &m.data.rows[i]
		if r.unknown == 0 || len(kinds) >= kindsMax {
			continue
		}
		for _, row := range r.calls {
			if m.session().Rows[row].Class.Unknown() {
				m.data.blind = true
				if f := m.data.recorded.Finding(int(row)); f.Diagnosis != nil {
					kinds[i] = string(f.Diagnosis.Kind)
				}
				break
			}
		}
	}
	return kinds
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
