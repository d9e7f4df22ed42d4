package tui

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey/visible"
	"hopscope/sessions/casefile"
	"hopscope/sessions/demo"
)

// A guided tour lies above the screen: a box that points at a pane, says one
// thing, and waits for the key that shows it. That key does what it always does;
// then the tour goes on. All other keys work as ever. When they lead away from
// the step, the box makes room until the tour is asked for again.

// tour is a tour that is on.
type tour struct {
	steps []casefile.Step
	tabs  []tab // of each step
	at    int
	// home is where the screen stood when the step began.
	home whereabouts
	// usual are the actions with the keys by which steps call them.
	usual []action
}

// whereabouts is what the user looks at: a tour waits while it is another one.
type whereabouts struct {
	tab  tab
	pane string
	zoom bool
	row  rowKey
	call int
	spot [2]int // of a tab with a cursor of its own
}

// tourSteps are the steps of what is open.
func (m *model) tourSteps() []casefile.Step {
	if m.data.loaded == nil || m.data.loaded.Case == nil || m.fail != nil {
		return nil
	}
	return m.data.loaded.Case.Tour
}

// renewTour begins the tour of a built-in session as soon as it is read.
func (m *model) renewTour() tea.Cmd {
	if !m.tourWanted || m.reads() || m.data.loaded == nil {
		return nil
	}
	m.tourWanted = false
	if len(m.tourSteps()) == 0 {
		return nil
	}
	return m.beginTour()
}

// beginTour stands at the first step.
func (m *model) beginTour() tea.Cmd {
	t := &tour{steps: m.tourSteps(), usual: newKeys(nil)}
	now := tabJourneys
	for _, s := range t.steps {
		if id, ok := m.tabCalled(s.Tab); ok {
			now = id
		}
		t.tabs = append(t.tabs, now)
	}
	m.tour = t
	return m.tourTo(0)
}

// tabCalled finds a tab by its id: the title in small letters.
func (m *model) tabCalled(id string) (tab, bool) {
	for _, n := range m.tabNames() {
		if strings.EqualFold(tabIDs[n.tab], id) {
			return n.tab, true
		}
	}
	return 0, false
}

// tourTo goes to a step and puts the screen where it begins.
func (m *model) tourTo(at int) tea.Cmd {
	t := m.tour
	t.at = max(min(at, len(t.steps)-1), 0)
	m.filtering = nil
	cmd := m.standAtStep()
	m.silence()
	return cmd
}

// standAtStep changes of the screen what is not yet as the step needs it.
func (m *model) standAtStep() tea.Cmd {
	t := m.tour
	s := &t.steps[t.at]
	var cmds []tea.Cmd
	if m.tab != t.tabs[t.at] {
		cmds = append(cmds, m.showTab(t.tabs[t.at]))
	}
	if z := t.zoomed(); m.zoom != z {
		m.zoom = z
		m.clampTools()
	}
	cmds = append(cmds, m.standAtCall(s))
	if own, ok := m.own().(tourTab); ok {
		cmds = append(cmds, own.tourStand(m, s))
		own.tourFocus(m, s.Pane)
	} else if p, ok := journeysPanes[s.Pane]; ok {
		m.focus = p
	}
	if c := m.renewWhatIf(); c != nil {
		cmds = append(cmds, c)
	}
	t.home = m.whereabouts()
	return tea.Batch(cmds...)
}

// zoomed: the step before gave the pane the screen.
func (t *tour) zoomed() bool {
	return t.at > 0 && t.steps[t.at-1].Key == "z" && t.steps[t.at-1].Pane == t.steps[t.at].Pane
}

// standAtCall puts the cursor of Journeys on the call or the tool of a step.
func (m *model) standAtCall(s *casefile.Step) tea.Cmd {
	if row := m.stepRow(s); row >= 0 {
		if m.callRow() == row && m.calledHere(s.Tool) {
			return nil
		}
		return m.goTo(row)
	}
	if s.Tool == "" || m.calledHere(s.Tool) {
		return nil
	}
	for i, at := range m.data.shown {
		if r := &m.data.rows[at]; m.rowCalled(r, s.Tool) {
			m.data.tools.cursor = i
			m.firstCall()
			m.clampTools()
			return m.selected()
		}
	}
	return nil
}

// stepRow is the row of the call of a step, -1 for none.
func (m *model) stepRow(s *casefile.Step) int {
	calls := m.data.loaded.Case.Calls
	if s.Call < 1 || s.Call > len(calls) || m.session() == nil {
		return -1
	}
	row := -1
	for i := range calls[:s.Call] {
		if !calls[i].Null || calls[i].NameLost {
			row++
		}
	}
	if c := calls[s.Call-1]; c.Null && !c.NameLost || row >= len(m.session().Rows) {
		return -1
	}
	return row
}

// calledHere reports whether the cursor stands on a row of this name.
func (m *model) calledHere(name string) bool {
	r := m.row()
	return name == "" || r != nil && m.rowCalled(r, name)
}

// rowCalled reports whether a row is a tool of this real name, or an echo.
func (m *model) rowCalled(r *toolRow, name string) bool {
	if r.tool >= 0 && m.data.plan != nil && r.tool < len(m.data.plan.Tools) {
		return string(m.data.plan.Tools[r.tool].Tool.Registered) == name || r.name == name
	}
	return r.name == name
}

// whereabouts says where the user is now.
func (m *model) whereabouts() whereabouts {
	w := whereabouts{tab: m.tab, zoom: m.zoom}
	w.row, w.call = m.cursorKey()
	if own, ok := m.own().(tourTab); ok {
		w.pane, w.spot = own.tourAt()
		return w
	}
	for id, p := range journeysPanes {
		if p == m.focus {
			w.pane = id
		}
	}
	return w
}

// touring reports whether the screen stands where the step of the tour is.
func (m *model) touring() bool { return m.tour != nil && m.whereabouts() == m.tour.home }

// openDemoAt is the place of the open demo among all, -1 where none is open.
func (m *model) openDemoAt() int {
	if m.data.demo == "" {
		return -1
	}
	return slices.IndexFunc(m.opts.Demos, func(d demo.Demo) bool { return d.Title == m.data.demo })
}

// nextDemo is the demo to try after the open one, nil for none.
func (m *model) nextDemo() *demo.Demo {
	i := m.openDemoAt()
	if i < 0 || i+1 >= len(m.opts.Demos) {
		return nil
	}
	return &m.opts.Demos[i+1]
}

// startDemo opens a built-in session with its tour.
func (m *model) startDemo(d demo.Demo) tea.Cmd {
	m.say("Opening the demo " + d.Name)
	ctx, stop := context.WithCancel(m.ctx)
	open, number := m.openDemo, m.load.number
	return func() tea.Msg {
		r, err := open(ctx, d.Name)
		return openedMsg{number: number, reading: r, stop: stop, demo: d.Title, paths: []string{d.Name}, err: err}
	}
}

// footOfTour are the keys of the tour for the last row, where the box has no
// room for them.
func (m *model) footOfTour() ([]footKey, bool) {
	_, form, shown := m.tourBox()
	if !shown || form.keys {
		return nil, false
	}
	return append(m.tourFoot(m.w), footKey{m.keyOf("help"), "help"}, footKey{m.keyOf("quit"), "quit"}), true
}

// tourStatus is the standing text while a tour is on.
func (m *model) tourStatus() string {
	t := m.tour
	if !m.touring() {
		return "The tour waits at step " + comma(t.at+1) + " of " + comma(len(t.steps)) + ": T comes back to it."
	}
	title := m.data.demo
	if title == "" {
		title = m.data.loaded.Case.Title
	}
	return strings.TrimPrefix("Tour: "+visible.Cut(title, 60)+". Your own files stay as they are.", "Tour: . ")
}
