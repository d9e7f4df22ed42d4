package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey/visible"
	"hopscope/themes"
)

// toastTime is how long an answer stands in the status line.
const toastTime = 4 * time.Second

// status is the answer that stands in the status line for a moment, before
// the standing text comes back.
type status struct {
	text string
	role themes.Role
	// sticky: it stays until the next action, however long that takes.
	sticky bool
	number int
	fresh  bool // no timer runs for it yet
}

// toastMsg ends the answer with this number.
type toastMsg struct{ number int }

// say answers what was done.
func (m *model) say(text string) {
	m.status = status{text: text, number: m.status.number + 1, fresh: text != ""}
}

// warn answers what could not be done; it stays until the next action.
func (m *model) warn(text string) {
	m.status = status{text: text, role: themes.Bad, sticky: true, number: m.status.number + 1}
}

// refuse says why a key does nothing here.
func (m *model) refuse(key, why string) {
	m.say(key + ": " + why)
	m.status.role = themes.Warn
}

// silence takes the answer to the action before away.
func (m *model) silence() {
	if m.status.text != "" {
		m.status = status{number: m.status.number + 1}
	}
}

// timer starts the time of a fresh answer.
func (m *model) timer() tea.Cmd {
	if !m.status.fresh {
		return nil
	}
	m.status.fresh = false
	return m.after(toastTime, toastMsg{m.status.number})
}

// toastOver brings the standing text back.
func (m *model) toastOver(msg toastMsg) {
	if msg.number == m.status.number && !m.status.sticky {
		m.status.text = ""
	}
}

// statusLine is the answer of the moment, else the standing text.
func (m *model) statusLine() line {
	own := m.own()
	switch {
	case m.filtering != nil:
		return m.filterLine()
	case m.status.text != "":
		return line{{text: visible.Text(m.status.text), role: m.status.role}}
	case m.tour != nil && len(m.overlay) > 0:
		return says(themes.Muted, "esc closes this, then the tour goes on.")
	case m.tour != nil:
		return line{{text: visible.Text(m.tourStatus()), role: themes.Muted}}
	case len(m.overlay) > 0:
		if s := m.overlay[len(m.overlay)-1].status(m); s != "" {
			return line{{text: visible.Text(s), role: themes.Muted}}
		}
	case own != nil:
		return line{{text: visible.Text(own.standing(m)), role: themes.Muted}}
	case m.fail != nil:
		return line{{text: "Nothing was changed.", role: themes.Muted}}
	case m.tab == tabSessions:
		return line{{text: m.pick.standing(m), role: themes.Muted}}
	}
	return line{{text: m.standing(), role: themes.Muted}}
}
