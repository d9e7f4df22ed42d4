package tui

import (
	tea "charm.land/bubbletea/v2"

	"hopscope/themes"
)

// Update routes a message by its type; the handlers stand with their part.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.route(msg)
	for _, renew := range []func(*model) tea.Cmd{(*model).renewDerived, (*model).renewFilter, (*model).renewReplay, (*model).renewWhatIf, (*model).renewTour, (*model).timer} {
		if c := renew(m); c != nil {
			cmd = tea.Batch(cmd, c)
		}
	}
	return m, cmd
}

func (m *model) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return m.resized(msg)
	case tea.BackgroundColorMsg:
		m.dark = msg.IsDark()
		m.restyle()
	case tea.ColorProfileMsg:
		m.profile = msg.Profile
		m.restyle()
	case tea.KeyPressMsg:
		return m.keyPressed(msg)
	case tea.PasteMsg:
		m.silence()
		return m.pasted(msg.Content)
	case tea.MouseClickMsg:
		m.silence()
		return m.clicked(msg.Mouse())
	case tea.MouseWheelMsg:
		return m.wheeled(msg.Mouse())
	case openedMsg:
		return m.opened(msg)
	case updatesMsg:
		return m.updated(msg)
	case followMsg:
		return m.followed(msg)
	case grownMsg:
		return m.grown(msg)
	case followOnMsg:
		return m.followOn(msg)
	case rereadMsg:
		return m.reread(msg)
	case bodiesMsg:
		return m.gotBodies(msg)
	case whatAnswersMsg:
		m.gotAnswers(msg)
	case whatMovedMsg:
		m.gotMoved(msg)
	case playMsg:
		return m.replay.played(m, msg)
	case replaySettledMsg:
		return m.replay.settled(m, msg)
	case settledMsg:
		return m.settled(msg)
	case everyRowMsg:
		return m.everyRow(msg)
	case chooserSettledMsg:
		m.chooserSettled(msg)
	case toastMsg:
		m.toastOver(msg)
	case workedMsg:
		return m.worked(msg)
	case filteredMsg:
		return m.filtered(msg)
	case savedMsg:
		m.saved(msg)
	case editedMsg:
		m.edited(msg)
	case foundMsg:
		return m.found(msg)
	case casesMsg:
		return m.foundCases(msg)
	case caseMovedMsg:
		return m.caseMoved(msg)
	case exportedMsg:
		return m.exported(msg)
	case exportWrittenMsg:
		return m.exportWritten(msg)
	case caseSavedMsg:
		return m.caseSaved(msg)
	case vocabReadMsg:
		m.vocabRead(msg)
	case peekedMsg:
		return m.peeked(msg)
	case inspectedMsg:
		return m.inspected(msg)
	}
	return nil
}

// resized keeps the place: the same row stays under the cursor.
func (m *model) resized(msg tea.WindowSizeMsg) tea.Cmd {
	m.w, m.h = msg.Width, msg.Height
	m.data.cache.drop()
	m.clampTools()
	if m.tab == tabSessions {
		return m.pick.look(m)
	}
	return nil
}

// keyPressed gives a key to what lies in front: ctrl+c always leaves, then the
// front overlay, the filter, and the keys of the tab.
func (m *model) keyPressed(k tea.KeyPressMsg) tea.Cmd {
	m.silence()
	key := k.String()
	switch {
	case key == "ctrl+c":
		return tea.Interrupt
	case m.tooSmall() && m.isKey("quit", key): // no room for a question
		return m.leave()
	case m.tooSmall():
		return nil
	case len(m.overlay) > 0 && key == "esc":
		return m.back()
	case len(m.overlay) > 0 && key == "ctrl+z":
		return m.suspend()
	case len(m.overlay) > 0:
		return m.overlay[len(m.overlay)-1].key(m, k)
	case m.filtering != nil:
		return m.filterKey(k)
	}
	if cmd, used := m.tourKey(k); used {
		return cmd
	}
	if m.typed() {
		return m.typeKey(k)
	}
	return m.press(key)
}

// pasted text goes where text is typed; elsewhere it does nothing, so that a
// paste by mistake runs no keys.
func (m *model) pasted(text string) tea.Cmd {
	switch {
	case len(m.overlay) > 0:
		return m.overlay[len(m.overlay)-1].paste(m, text)
	case m.filtering != nil:
		m.filtering.insert(text)
		return m.filterChanged()
	case m.typed():
		m.what.typing().insert(text)
		return nil
	}
	m.say("Nothing takes text here; " + m.keyOf("filter") + " filters, " + m.keyOf("palette") + " opens the palette.")
	m.status.role = themes.Warn
	return nil
}
