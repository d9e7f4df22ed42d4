package tui

import (
	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
	"hopscope/journey/diagnose"
)

// slowly reports whether a look at all calls takes longer than a frame.
func (m *model) slowly() bool {
	s := m.session()
	return s != nil && s.Background == nil && (s.Tally.Calls > m.manyCalls || m.many())
}

// renewReplay begins to lay the turns out beside the loop. The timeline gets an
// analyzer of its own, which the loop asks when it has it.
func (m *model) renewReplay() tea.Cmd {
	r := &m.replay
	if !r.wanted || r.working || m.pending() || m.data.analyzer == nil {
		return nil
	}
	r.wanted, r.working = false, true
	q, now, silent, asked := m.ask(true), m.data.analyzer, m.data.silent, m.data.asked
	return m.beside(func() outcome {
		s := q.in.Session
		key := replayKeyOf(s, now, silent)
		line := journey.NewTimeline(s, diagnose.New(q.in), silent)
		return func(m *model) tea.Cmd {
			r := &m.replay
			r.working = false
			if m.data.asked != asked {
				r.wanted = true
				return nil
			}
			return r.took(m, key, line)
		}
	})
}

// took shows turns that were laid out beside the loop.
func (r *replayTab) took(m *model, key replayKey, line *journey.Timeline) tea.Cmd {
	before, atEnd := -1, r.atEnd()
	if r.line != nil {
		before = len(r.line.Turns)
	}
	if !r.laid(m, key, line) {
		return nil
	}
	if r.goes > 0 {
		r.goCall(r.goes - 1)
		r.goes = 0
		return r.selected(m)
	}
	if before < 0 || m.reads() {
		return r.renew(m)
	}
	return r.came(m, before, atEnd)
}

// laying says that the turns are still laid out.
func (r *replayTab) laying(m *model) bool {
	return r.line == nil && (r.wanted || r.working || m.session() != nil && m.pending())
}
