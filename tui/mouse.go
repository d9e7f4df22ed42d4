package tui

import (
	tea "charm.land/bubbletea/v2"
)

// wheelRows is how far one notch of the wheel scrolls.
const wheelRows = 3

func (m *model) toggleMouse() tea.Cmd {
	m.mouse = !m.mouse
	if m.mouse {
		m.say("Mouse on: click and scroll. " + m.keyOf("mouse") + " frees it for selection.")
	} else {
		m.say("Mouse off: the terminal selects text. " + m.keyOf("mouse") + " takes it back.")
	}
	return nil
}

func (m *model) mouseState() string {
	if m.mouse {
		return "now on"
	}
	return "now off"
}

// clicked focuses what lies under the mouse and selects its row.
func (m *model) clicked(e tea.Mouse) tea.Cmd {
	if e.Button != tea.MouseLeft || len(m.overlay) > 0 || m.tooSmall() {
		return nil
	}
	if box, _, shown := m.tourBox(); shown && box.contains(e.X, e.Y) {
		return nil
	}
	if e.Y == 1 {
		return m.clickTab(e.X)
	}
	if own := m.own(); own != nil {
		return own.clicked(m, e)
	}
	if m.tab == tabSessions {
		return m.pick.clicked(m, e)
	}
	if m.fail != nil || m.data.loaded == nil {
		return nil
	}
	r := m.places()
	if r.list.contains(e.X, e.Y) {
		m.focus = paneTools
		at := m.data.tools.offset + e.Y - r.list.y - m.listHead(r)
		if at >= m.data.tools.offset && at < len(m.data.shown) && e.Y-r.list.y-m.listHead(r) < m.toolsHeight() {
			return m.moveTool(at - m.data.tools.cursor)
		}
		return nil
	}
	if p, ok := m.paneAt(r, e.X, e.Y); ok {
		m.focus = p
	}
	if r.rail.contains(e.X, e.Y) && r.rail.h > 1 {
		step := railStep
		if r.rail.w >= railWideMin {
			step = railWide
		}
		m.focus = hopPanes[min((e.X-r.rail.x)/step, len(hopPanes)-1)]
	}
	return nil
}

// paneAt is the pane at a place.
func (m *model) paneAt(r rects, x, y int) (pane, bool) {
	for p, at := range r.panes {
		if at.contains(x, y) && p < panesJourneys {
			return p, true
		}
	}
	if len(r.lower) > 0 && r.lower[0].contains(x, y) {
		return paneCalls, true
	}
	return paneTools, false
}

// wheeled scrolls what lies under the mouse.
func (m *model) wheeled(e tea.Mouse) tea.Cmd {
	d := wheelRows
	switch e.Button {
	case tea.MouseWheelUp:
		d = -wheelRows
	case tea.MouseWheelDown:
	default:
		return nil
	}
	if len(m.overlay) > 0 {
		key := tea.KeyPressMsg{Code: tea.KeyDown}
		if d < 0 {
			key.Code = tea.KeyUp
		}
		return m.overlay[len(m.overlay)-1].key(m, key)
	}
	if m.tooSmall() {
		return nil
	}
	if own := m.own(); own != nil {
		return own.wheeled(m, e, d)
	}
	if m.tab == tabSessions {
		return m.pick.move(m, d)
	}
	if m.fail != nil || m.data.loaded == nil {
		return nil
	}
	r := m.places()
	if r.list.contains(e.X, e.Y) {
		m.data.tools.scroll(d, len(m.data.shown), max(m.toolsHeight(), 1))
		m.firstCall()
		return m.selected()
	}
	if p, ok := m.paneAt(r, e.X, e.Y); ok {
		if p == paneCalls {
			return m.moveCall(d)
		}
		m.scrollPane(p, d)
	}
	return nil
}
