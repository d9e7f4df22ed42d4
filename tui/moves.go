package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey/visible"
)

// move goes d rows on in what has the focus.
func (m *model) move(d int) tea.Cmd {
	if own := m.own(); own != nil {
		return own.move(m, d)
	}
	switch {
	case m.tab == tabSessions:
		return m.pick.move(m, d)
	case m.fail != nil:
		return nil
	case m.focus == paneTools:
		return m.moveTool(d)
	case m.focus == paneCalls:
		return m.moveCall(d)
	}
	m.scrollPane(m.focus, d)
	return nil
}

// page is the height of what has the focus.
func (m *model) page() int {
	if own := m.own(); own != nil {
		return own.page(m)
	}
	switch {
	case m.tab == tabSessions:
		return m.pick.height(m)
	case m.focus == paneTools:
		return m.toolsHeight()
	}
	return m.placeOf(m.focus).h - 1
}

// scrollPane moves the text of a pane.
func (m *model) scrollPane(p pane, d int) {
	h := m.placeOf(p).h - 1
	if h <= 0 {
		return
	}
	n := len(m.partOf(p).body)
	m.data.scroll[p] = max(min(m.data.scroll[p]+d, n-h), 0)
}

// panes are the panes that tab goes through, as far as they are there.
func (m *model) panes() []pane {
	list := []pane{paneTools}
	r := m.row()
	if r == nil {
		return list
	}
	if len(r.calls) > 0 || !m.hasCalls() {
		list = append(list, paneCalls)
	}
	list = append(list, hopPanes[:]...)
	return append(list, paneIdentity)
}

// turnFocus goes to the next or previous pane, round the end.
func (m *model) turnFocus(d int) {
	if own := m.own(); own != nil {
		own.turn(m, d)
		return
	}
	if m.tab == tabSessions {
		m.pick.preview = !m.pick.preview
		return
	}
	list := m.panes()
	i := slices.Index(list, m.focus)
	m.focus = list[(i+d+len(list))%len(list)]
}

// hop goes along the rail.
func (m *model) hop(d int) {
	i := slices.Index(hopPanes[:], m.focus)
	switch {
	case i < 0 && d > 0:
		i = 0
	case i < 0:
		i = len(hopPanes) - 1
	default:
		i += d
	}
	if i < 0 || i >= len(hopPanes) {
		m.say("The rail ends here.")
		return
	}
	m.focus = hopPanes[i]
}

// enter opens what has the focus.
func (m *model) enter() tea.Cmd {
	if own := m.own(); own != nil {
		return own.enter(m)
	}
	switch {
	case m.tab == tabSessions:
		return m.pick.open(m)
	case m.focus == paneTools:
		if slices.Contains(m.panes(), paneCalls) {
			m.focus = paneCalls
		} else {
			m.focus = paneReal
		}
		return nil
	case m.focus == paneCalls && m.callRow() >= 0:
		return m.replayCall(m.callRow())
	case m.focus == paneCalls:
		m.focus = m.brokenPane()
		return nil
	case m.focus == paneWire:
		return m.copyText("path", m.wirePath())
	}
	return m.toggleZoom()
}

// brokenPane is the pane of the hop that breaks, else Model echo.
func (m *model) brokenPane() pane {
	if d := m.data.detail; d != nil {
		for i, s := range d.journey.Stops {
			if s.Hop == d.journey.Break {
				return hopPanes[i]
			}
		}
	}
	return paneEcho
}

func (m *model) toggleZoom() tea.Cmd {
	m.zoom = !m.zoom
	m.clampTools()
	return nil
}

// nextOf is n and N: failures, or sessions with unknown names.
func (m *model) nextOf(d int) tea.Cmd {
	if own := m.own(); own != nil {
		return own.next(m, d)
	}
	if m.tab == tabSessions {
		return m.pick.nextUnknown(m, d)
	}
	if m.data.loaded == nil {
		return nil
	}
	return m.nextFailure(d)
}

// back is esc: one step back, in one order. It never quits.
func (m *model) back() tea.Cmd {
	switch {
	case len(m.overlay) > 0:
		top := m.overlay[len(m.overlay)-1]
		if s, ok := top.(stepper); ok {
			if cmd, stepped := s.stepBack(m); stepped {
				return cmd
			}
		}
		m.pop()
		return top.closed(m)
	case m.filtering != nil:
		return m.dropFilter()
	case m.touring() && !m.typed():
		m.endTour()
	case m.zoom:
		m.zoom = false
		m.clampTools()
	case m.own() != nil:
		cmd, _ := m.own().back(m)
		return cmd
	case m.tab == tabSessions && m.pick.filter != "":
		m.pick.setFilter("")
	case m.tab == tabJourneys && m.filter != "":
		return m.dropFilter()
	case m.tab == tabJourneys && m.load.wish != nil:
		m.load.wish = nil
		m.say("Not waiting for it any more.")
	case m.tab == tabJourneys && m.reads():
		m.stopLoading()
	case m.tab == tabJourneys && m.focus != paneTools:
		m.focus = paneTools
	case m.tab == tabSessions && m.pick.preview:
		m.pick.preview = false
	case m.tab == tabJourneys && m.fail != nil:
		return m.leaveFailure()
	case m.tab == tabJourneys && m.fromReplay:
		m.fromReplay = false
		return m.showTab(tabReplay)
	case m.tab == tabJourneys && m.fromSessions:
		m.fromSessions = false
		return m.showTab(tabSessions)
	}
	return nil
}

// leaveFailure goes back to where the unreadable file was asked for, if there
// is such a place.
func (m *model) leaveFailure() tea.Cmd {
	switch {
	case m.fail.from == tabSessions:
		m.fail = nil
		return m.showTab(tabSessions)
	case m.data.loaded != nil:
		m.fail = nil
		m.say("Still open: " + m.openName())
	}
	return nil
}

// openName is the file or the built-in session that is open.
func (m *model) openName() string {
	if m.data.demo != "" {
		return "demo: " + visible.Name(m.data.demo)
	}
	return shownPaths(m.data.paths)
}

// quit leaves: at once, where no edits would be lost. Where nothing
// was ever opened, the input that could not be read decides the exit code.
func (m *model) quit() tea.Cmd {
	return m.unlessUnsaved("Quit", "drop and quit", (*model).leave)
}

// leave ends the program.
func (m *model) leave() tea.Cmd {
	if m.opts.Err != nil && m.data.loaded == nil {
		m.exit = ExitUsage
	}
	return tea.Quit
}

// showTab goes to a tab.
func (m *model) showTab(t tab) tea.Cmd {
	m.tab = t
	m.zoom = false
	if t == tabReplay && m.replay.look(m) && m.replay.detail == nil {
		return m.replay.renew(m)
	}
	switch {
	case t != tabSessions:
		return nil
	case !m.pick.asked:
		return m.find()
	}
	return m.pick.look(m)
}

func nothingToOpen(m *model) string {
	switch {
	case m.tab == tabSessions, m.own() != nil:
		return ""
	case m.fail != nil, m.row() == nil:
		return "nothing is selected"
	}
	return ""
}

func cannotOpen(m *model) string {
	if m.opts.Open == nil {
		return "other files cannot be opened here"
	}
	return ""
}

func cannotReload(m *model) string {
	switch {
	case m.tab == tabVocab:
		if m.opts.ReadVocabulary == nil {
			return "nothing to read again"
		}
		return ""
	case m.tab == tabSessions:
		if m.opts.Find == nil {
			return "nothing to read again"
		}
		return ""
	case m.data.demo != "":
		return "a built-in session does not change"
	case m.opts.Open == nil || len(m.data.paths) == 0 && m.fail == nil:
		return "nothing to read again"
	case slices.Contains(m.data.paths, "-"):
		return "standard input can be read only once"
	}
	return ""
}

// reload reads what is open again; scheme, provider and place are kept.
func (m *model) reload() tea.Cmd {
	if m.tab == tabVocab {
		return m.readVocab()
	}
	if m.tab == tabSessions {
		return m.find()
	}
	if m.fail != nil {
		return m.openPaths(m.fail.paths)
	}
	if m.load.paused {
		return m.readOn()
	}
	return m.readBy(m.same(), m.data.paths)
}
