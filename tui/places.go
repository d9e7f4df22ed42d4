package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
)

// findCall looks for the call whose id begins with a text. Ids are not kept,
// so a command reads them from the file; it needs a record at rest.
func (m *model) findCall(id string) tea.Cmd {
	if m.reads() {
		m.refuse(":", "call ids are found when all is read")
		return nil
	}
	s, bodies := m.session(), m.data.bodies
	m.say("Looking for " + id)
	return m.beside(func() outcome {
		row := searchID(s, bodies, id)
		return func(m *model) tea.Cmd { return m.idFound(id, row) }
	})
}

func searchID(s *journey.Session, bodies journey.Bodies, id string) int {
	if bodies == nil {
		return -1
	}
	for row := range s.Rows {
		if got, err := bodies.ID(s, row); err == nil && strings.HasPrefix(got, id) {
			return row
		}
	}
	return -1
}

// idFound goes to the call that was looked for; -1: there is none.
func (m *model) idFound(id string, row int) tea.Cmd {
	if row < 0 {
		m.warn("No call has an id that begins with " + id + ".")
		return nil
	}
	m.say("")
	return m.goTo(row)
}
