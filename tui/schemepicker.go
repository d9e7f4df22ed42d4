package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
)

// setScheme puts a scheme in force.
func (m *model) setScheme(s journey.Scheme, chosen bool) {
	m.data.scheme, m.data.schemeChosen = s, chosen
	m.reanalyse()
}

// reanalyse makes all again under another scheme or provider; the cursor keeps
// its row.
func (m *model) reanalyse() {
	moved := m.data.moved
	m.data.moved = true
	m.data.from = nothingYet()
	m.rebuild()
	m.data.moved = moved
	m.makeDetail()
}

// schemes are those to choose from: the newest of each, but for the one in force
// and the recording's own, which come in their version.
func (m *model) schemes() []journey.Scheme {
	list := slices.Clone(m.opts.Schemes)
	for _, s := range []journey.Scheme{m.data.own, m.data.scheme} {
		if s == nil {
			continue
		}
		for i := range list {
			if list[i].Info().ID == s.Info().ID {
				list[i] = s
			}
		}
	}
	return list
}

func schemeName(i journey.SchemeInfo) string {
	if i.Version == "" {
		return i.ID
	}
	return i.ID + " " + i.Version
}

func (m *model) schemeState() string {
	if m.data.scheme == nil {
		return ""
	}
	return "now " + schemeName(m.data.scheme.Info())
}

// schemeCommands are a palette entry for each scheme.
func (m *model) schemeCommands() []command {
	var list []command
	for _, s := range m.schemes() {
		name := schemeName(s.Info())
		list = append(list, command{label: "Scheme: " + name, run: func(m *model) tea.Cmd {
			m.setScheme(s, true)
			m.say("Scheme: " + name)
			return nil
		}})
	}
	return list
}
