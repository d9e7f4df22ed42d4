package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"
)

// The keys of a tour: that of the step, those of the box, and the actions.

// tourKey answers the keys of a tour; used is false for all others.
func (m *model) tourKey(k tea.KeyPressMsg) (cmd tea.Cmd, used bool) {
	t := m.tour
	if len(m.overlay) > 0 || m.filtering != nil || !m.touring() {
		return nil, false
	}
	key := k.String()
	if m.typed() && (k.Text != "" || key == "backspace") { // that is text
		return nil, false
	}
	last := t.at == len(t.steps)-1
	switch {
	case key == "backspace":
		if t.at == 0 {
			m.refuse(key, "this is the first step")
			return nil, true
		}
		return m.tourTo(t.at - 1), true
	case key == "ctrl+n" && !last:
		return m.tourTo(t.at + 1), true
	case key == "ctrl+n":
		m.refuse(key, "this is the last step; esc leaves the tour")
		return nil, true
	case key == "enter" && last && t.steps[t.at].Key == "":
		if next := m.nextDemo(); next != nil {
			return m.startDemo(*next), true
		}
	case key == t.key(m):
		return m.tourOn(k), true
	}
	return nil, false
}

// key is the key of the step as the key map of now has it, empty for none.
func (t *tour) key(m *model) string {
	want := t.steps[t.at].Key
	for i := range t.usual {
		if a := &t.usual[i]; want != "" && a.there(m) && slices.Contains(a.keys, want) && i < len(m.keys) {
			if now := m.keys[i].keys; !slices.Contains(now, want) && len(now) > 0 {
				return now[0]
			}
			return want
		}
	}
	return want
}

// tourOn does what the key of the step does, and goes on.
func (m *model) tourOn(k tea.KeyPressMsg) tea.Cmd {
	t := m.tour
	var cmd tea.Cmd
	if m.typed() {
		cmd = m.typeKey(k)
	} else {
		if a := m.actionFor(k.String()); a != nil {
			if why := a.reason(m); why != "" {
				m.refuse(k.String(), why+"; ctrl+n skips the step")
				return nil
			}
		}
		cmd = m.press(k.String())
	}
	if m.tour != t { // the key opened something else
		return cmd
	}
	if t.at == len(t.steps)-1 {
		m.endTour()
		return cmd
	}
	t.at++
	if c := m.renewWhatIf(); c != nil {
		cmd = tea.Batch(cmd, c)
	}
	return tea.Batch(cmd, m.standAtStep())
}

// endTour takes the box away; what is open stays.
func (m *model) endTour() {
	m.tour = nil
	m.say("The tour is over; " + m.keyOf("tour") + " begins it again.")
}

// tourAction is the key T: begin, come back, or begin again.
func (m *model) tourAction() tea.Cmd {
	switch {
	case m.tour == nil:
		return m.beginTour()
	case !m.touring():
		return m.tourTo(m.tour.at)
	}
	return m.tourTo(0)
}

// stopTour is the entry of the palette.
func (m *model) stopTour() tea.Cmd {
	m.endTour()
	return nil
}

func noTour(m *model) string {
	if len(m.tourSteps()) == 0 {
		return "what is open has no tour; the demos have"
	}
	return ""
}

func notTouring(m *model) string {
	if m.tour == nil {
		return "no tour is on"
	}
	return ""
}

// tourState says how far the tour is.
func (m *model) tourState() string {
	switch {
	case m.tour != nil:
		return "now at " + comma(m.tour.at+1) + " of " + comma(len(m.tour.steps))
	case len(m.tourSteps()) > 0:
		return plural(len(m.tourSteps()), "step", "steps")
	}
	return ""
}
