package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
)

// Reading a large file can be stopped and goes on where it stopped, and what is
// asked for behind what is read is shown as soon as it is.

// pauser is a reading that can wait.
type pauser interface {
	Pause() bool
	Go()
	Waits() bool
}

// reads reports whether something is read now.
func (m *model) reads() bool { return m.load.from != nil && !m.load.paused }

// stopLoading ends reading; what was read stays.
func (m *model) stopLoading() {
	l := &m.load
	l.stopped, l.wish = true, nil
	if p, ok := l.reading.(pauser); ok && p.Pause() {
		l.paused, l.rested = true, false
		l.took = l.now.Sub(l.began)
		m.say("Stopping: what was read is kept.")
		return
	}
	if l.stop == nil { // nobody can stop the reader: it is left waiting
		l.from = nil
		m.loadedAll()
		return
	}
	l.stop()
	m.say("Stopping: what was read is kept.")
}

// rest takes what was read as it is, once the reading waits.
func (m *model) rest() tea.Cmd {
	l := &m.load
	if p, ok := l.reading.(pauser); !ok || !l.paused || l.rested || !p.Waits() {
		return nil
	}
	l.rested = true
	m.data.from = nothingYet() // all calls that were read are looked at
	m.rebuild()
	return tea.Batch(m.renewDetail(), m.whenDerived(func(m *model) tea.Cmd {
		m.say(m.stoppedWords())
		return nil
	}))
}

// stoppedWords say how far it came. How many calls that are stands above, and
// may still grow by what is on its way.
func (m *model) stoppedWords() string {
	text := "Stopped"
	if p := m.data.loaded.Progress; p.Total > 0 {
		text += fmt.Sprintf(" at %d %%", percent(p.Bytes, p.Total))
	}
	return text + ": what was read stays; " + m.keyOf("reload") + " reads on."
}

// readOn goes on where the reading was stopped.
func (m *model) readOn() tea.Cmd {
	l := &m.load
	l.paused, l.stopped = false, false
	l.now = m.opts.Now()
	l.began = l.now.Add(-l.took)
	if p, ok := l.reading.(pauser); ok {
		p.Go()
	}
	m.say("Reading on.")
	return nil
}

// readState is what the palette says of reading again.
func (m *model) readState() string {
	if m.load.paused && m.tab != tabVocab && m.tab != tabSessions {
		return "goes on where it stopped"
	}
	return ""
}

// wish is a place that is not read yet.
type wish struct {
	what string
	n    int
}

// goToNumber goes to a turn, a line or a call by its number: the first call
// there or behind it. Where that is not read yet it goes there when it is.
func (m *model) goToNumber(what string, n int) tea.Cmd {
	m.load.wish = nil
	row, ok := m.rowAt(what, n)
	switch {
	case ok:
	case m.reads():
		m.load.wish = &wish{what, n}
		m.say(sentence(what) + " " + comma(n) + " is not read yet: the cursor goes there when it is. " + m.keyOf("back") + " waits no longer.")
		m.status.sticky = true
		return nil
	case m.load.paused:
		m.say("Reading was stopped before " + what + " " + comma(n) + "; this is the last call so far. " + m.keyOf("reload") + " reads on.")
	default:
		m.say("There is no call at " + what + " " + comma(n) + "; this is the last one.")
	}
	return m.goTo(row)
}

// rowAt is the first call at a place or behind it, or the last one, and false
// where none is there. While a large file is read, the calls of its end are
// there already; where they stand in the file is not known yet.
func (m *model) rowAt(what string, n int) (row int, ok bool) {
	rows := m.session().Rows
	last := -1
	for i := range rows {
		r := &rows[i]
		if r.Flags&journey.FlagAhead != 0 {
			if what == "call" {
				break
			}
			continue
		}
		last = i
		switch what {
		case "turn":
			ok = int(r.Turn) >= n
		case "line":
			ok = int(r.Line) >= n || int(r.RetLine) >= n
		default:
			ok = i+1 >= n
		}
		if ok {
			return i, true
		}
	}
	return max(last, 0), false
}

// grant goes to the place that was asked for, once it is read.
func (m *model) grant() tea.Cmd {
	w := m.load.wish
	if w == nil {
		return nil
	}
	row, ok := m.rowAt(w.what, w.n)
	if !ok && m.reads() {
		return nil
	}
	m.load.wish = nil
	if len(m.overlay) > 0 || m.filtering != nil || m.tab != tabJourneys { // something else is done by now
		m.say("")
		return nil
	}
	if !ok {
		m.say("There is no call at " + w.what + " " + comma(w.n) + "; this is the last one.")
	} else {
		m.say(sentence(w.what) + " " + comma(w.n) + ".")
	}
	return m.goTo(row)
}
