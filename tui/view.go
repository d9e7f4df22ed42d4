package tui

import (
	tea "charm.land/bubbletea/v2"

	"hopscope/journey/visible"
	"hopscope/themes"
)

// View draws the screen: the tab, the overlays above it, the last two rows.
func (m *model) View() tea.View {
	v := tea.NewView(m.content())
	v.AltScreen = true
	v.WindowTitle = m.windowTitle()
	if m.mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	return v
}

// windowTitle is the file that is open.
func (m *model) windowTitle() string {
	switch {
	case m.data.demo != "":
		return "hopscope: demo"
	case len(m.data.paths) > 0:
		return "hopscope: " + visible.Cut(shownPaths(m.data.paths), 60)
	}
	return "hopscope"
}

func (m *model) content() string {
	if m.w <= 0 || m.h <= 0 {
		return ""
	}
	m.paint()
	return m.screen.render(m.styles)
}

// paint draws everything on the canvas.
func (m *model) paint() {
	m.screen = m.screen.resize(m.w, m.h)
	c := m.screen
	if m.tooSmall() {
		m.drawSmall(c)
	} else {
		m.drawTab(c)
		m.drawTour(c)
		for _, o := range m.overlay {
			o.draw(m, c)
		}
		m.drawFoot(c)
	}
	if m.styles.ascii {
		c.ascii()
	}
}

func (m *model) drawTab(c *canvas) {
	m.drawTabs(c)
	if own := m.own(); own != nil {
		own.draw(m, c)
		return
	}
	switch {
	case m.tab == tabSessions:
		m.pick.draw(m, c)
	case m.fail != nil:
		m.drawFailure(c)
	case m.data.loaded != nil:
		m.drawJourneys(c)
	}
}

// drawFoot draws status and keys.
func (m *model) drawFoot(c *canvas) {
	if h, ok := m.helpOpen(); ok && h.in != nil {
		c.put(1, m.h-1, m.w-2, footLine([]footKey{{"enter", "keep"}, {"esc", "close"}}, m.w-2))
		return
	}
	c.put(1, m.h-2, m.w-2, m.statusLine())
	c.put(1, m.h-1, m.w-1, footLine(m.foot(), m.w-1))
}

func (m *model) helpOpen() (*helpPage, bool) {
	if len(m.overlay) == 0 {
		return nil, false
	}
	h, ok := m.overlay[len(m.overlay)-1].(*helpPage)
	return h, ok
}

// foot are the keys of the last row: those of the front overlay, else the
// actions that matter where the cursor stands.
func (m *model) foot() []footKey {
	switch {
	case len(m.overlay) > 0:
		if _, ok := m.overlay[len(m.overlay)-1].(*palette); ok {
			break
		}
		return m.overlay[len(m.overlay)-1].foot(m)
	case m.filtering != nil:
		return []footKey{{"type", "filter"}, {"enter", "keep it"}, {"esc", "drop it"}, {"ctrl+c", "quit"}}
	}
	if keys, ok := m.footOfTour(); ok {
		return keys
	}
	if m.typed() {
		return m.typeFoot()
	}
	var keys []footKey
	for _, id := range m.footIDs() {
		a := m.action(id)
		if a == nil || !a.there(m) {
			continue
		}
		k := footKey{a.footKey, a.foot}
		if k.key == "" {
			k.key = a.shown()
		}
		if a.reason(m) != "" {
			continue
		}
		first := m.tab == tabSessions && len(m.pick.entries)+len(m.pick.cases) == 0
		switch {
		case id == "open" && first:
			k.word = "start the demo"
		case id == "open-path" && first:
			k.word = "open a file"
		case id == "next-failure" && m.tab == tabJourneys && len(m.failedRows()) == 0:
			k.word = "next finding"
		case id == "back":
			k.word = "stop, keep what is read"
		case id == "copy" && m.tab == tabSessions:
			k.word = "copy path"
		case id == "copy" && m.fail != nil:
			k.word = "copy message"
		case id == "filter" && m.tab == tabVocab:
			k.word = "who uses"
		case id == "open-path":
			k.word = "other file"
		case id == "tab-sessions":
			k.word = "sessions"
		}
		keys = append(keys, k)
	}
	return keys
}

// footIDs are the actions that the last row names, in its order.
func (m *model) footIDs() []string {
	if own := m.own(); own != nil {
		return own.footIDs(m)
	}
	switch {
	case m.tab == tabSessions && m.pick.caseAt() != nil:
		return []string{"down", "open", "filter", "rename-case", "delete-case", "copy", "palette", "help", "quit"}
	case m.tab == tabSessions && len(m.pick.entries)+len(m.pick.cases) == 0:
		return []string{"open", "open-path", "down", "help", "quit"}
	case m.tab == tabSessions:
		return []string{"down", "open", "filter", "demos", "copy", "palette", "help", "quit"}
	case m.fail != nil:
		return []string{"open-path", "tab-sessions", "copy", "help", "quit"}
	case m.load.paused && m.w >= twoColumnsFrom:
		return []string{"reload", "down", "next-pane", "open", "next-failure", "filter", "scheme", "provider", "palette", "help", "quit"}
	case m.load.paused:
		return []string{"reload", "next-pane", "next-failure", "palette", "help", "quit"}
	case m.reads():
		return []string{"back", "down", "next-failure", "palette", "help"}
	case m.w < twoColumnsFrom:
		return []string{"next-pane", "next-failure", "zoom", "copy", "palette", "help", "quit"}
	case m.w < threeColumnsFrom:
		return []string{"down", "next-pane", "open", "zoom", "next-failure", "scheme", "provider", "copy", "palette", "help", "quit"}
	}
	return []string{"down", "next-pane", "open", "zoom", "next-failure", "filter", "scheme", "provider", "copy", "editor", "palette", "help", "quit"}
}

// footLine puts as many keys in a row as fit; help and quit go last.
func footLine(keys []footKey, w int) line {
	width := func(keys []footKey) int {
		n := -2
		for _, k := range keys {
			n += visible.Width(k.key) + 1 + visible.Width(k.word) + 2
		}
		return n
	}
	for len(keys) > 1 && width(keys) > w {
		at := max(len(keys)-4, 0)
		keys = append(append([]footKey{}, keys[:at]...), keys[at+1:]...)
	}
	var l line
	for i, k := range keys {
		if i > 0 {
			l = append(l, span{text: "  "})
		}
		l = append(l, span{text: k.key, role: themes.Key, mod: bold}, span{text: " " + k.word})
	}
	return l
}
