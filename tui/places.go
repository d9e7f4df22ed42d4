package tui

import (
	"sort"
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
)

// goToNumber goes to a turn, a line or a call by its number: the first call
// there or behind it.
func (m *model) goToNumber(what string, n int) tea.Cmd {
	rows := m.session().Rows
	var i int
	switch what {
	case "turn":
		i = sort.Search(len(rows), func(i int) bool { return int(rows[i].Turn) >= n })
	case "line":
		i = sort.Search(len(rows), func(i int) bool { return int(rows[i].Line) >= n || int(rows[i].RetLine) >= n })
	default:
		i = min(max(n-1, 0), len(rows)-1)
	}
	if i >= len(rows) {
		i = len(rows) - 1
		m.say("There is no call at " + what + " " + comma(n) + "; this is the last one.")
	}
	return m.goTo(i)
}

// idFoundMsg is the answer to a search for a call id; row -1: none.
type idFoundMsg struct {
	number int
	id     string
	row    int
}

// findCall looks for the call whose id begins with a text. Ids are not kept,
// so a command reads them from the file; it needs a record at rest.
func (m *model) findCall(id string) tea.Cmd {
	if m.load.from != nil {
		m.refuse(":", "call ids are found when all is read")
		return nil
	}
	s, bodies, number := m.session(), m.data.bodies, m.load.number
	m.say("Looking for " + id)
	return func() tea.Msg {
		return idFoundMsg{number, id, searchID(s, bodies, id)}
	}
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

func (m *model) idFound(msg idFoundMsg) tea.Cmd {
	switch {
	case msg.number != m.load.number:
		return nil
	case msg.row < 0:
		m.warn("No call has an id that begins with " + msg.id + ".")
		return nil
	}
	m.say("")
	return m.goTo(msg.row)
}
