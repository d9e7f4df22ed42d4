package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"hopscope/sessions/store"
)

// A database of a client holds many sessions. The list shows it as one entry
// at once, and its sessions as soon as it is looked into: that takes a copy.

// spread looks into the databases of the list.
func (m *model) spread(msg foundMsg) tea.Cmd {
	take := m.opts.Spread
	if take == nil || msg.spread || !slices.ContainsFunc(msg.entries, func(e store.Entry) bool { return e.Several }) {
		return nil
	}
	return func() tea.Msg {
		entries, searched := take(msg.entries, msg.searched)
		return foundMsg{entries, searched, true}
	}
}

// stands is where the cursor stands in the list.
type stands struct {
	path   string
	demo   int // of the demos, where it is on one
	offset int
	first  bool
}

func (p *picker) stands() stands {
	s := stands{demo: max(p.list.cursor-len(p.shown), 0), offset: p.list.offset, first: p.list.cursor == 0}
	if e := p.entry(); e != nil {
		s.path = e.Path
	}
	return s
}

// back puts the cursor where it stood in the list before. On the first entry
// it stays there: nobody has moved it.
func (p *picker) back(m *model, s stands) {
	if s.first {
		return
	}
	p.list.cursor = min(len(p.shown)+s.demo, max(p.rows(m)-1, 0))
	p.standOn(s.path)
	p.list.offset = s.offset
	p.clamp(m)
}
