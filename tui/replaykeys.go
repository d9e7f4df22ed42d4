package tui

import tea "charm.land/bubbletea/v2"

func onReplay() []tab { return []tab{tabReplay} }

// replayKeys are the actions of the Replay tab, and the way to it. They stand
// before the others, which have the same keys.
func replayKeys() []action {
	step := func(d int) func(*model) tea.Cmd { return func(m *model) tea.Cmd { return m.replay.step(m, d) } }
	speed := func(d int) func(*model) tea.Cmd { return func(m *model) tea.Cmd { return m.replay.faster(m, d) } }
	next := func(d int) func(*model) tea.Cmd { return func(m *model) tea.Cmd { return m.replay.next(m, d) } }
	return []action{
		{id: "play", keys: []string{"space"}, help: "play, pause; {faster} {slower} speed", foot: "play", name: "Play: on, off", group: groupMove, tabs: onReplay(),
			state: (*model).playState, why: noTurns, run: func(m *model) tea.Cmd { return m.replay.toggle(m) }},
		{id: "faster", keys: []string{"+", "="}, name: "Play: faster", group: groupMove, tabs: onReplay(), why: noTurns, run: speed(1)},
		{id: "slower", keys: []string{"-"}, name: "Play: slower", group: groupMove, tabs: onReplay(), why: noTurns, run: speed(-1)},
		{id: "turn-back", keys: []string{"h", "left"}, what: "a turn back", show: "h/l", row: []string{"turn-on"}, help: "turn back, on", foot: "turn", group: groupMove, tabs: onReplay(), why: noTurns, run: step(-1)},
		{id: "turn-on", keys: []string{"l", "right"}, what: "a turn on", group: groupMove, tabs: onReplay(), why: noTurns, run: step(1)},
		{id: "next-stop", keys: []string{"n"}, show: "n/N", row: []string{"prev-stop"}, footKey: "n", foot: "next failure", help: "next failure, drift, new list", what: "next failure, drift or new list", name: "Go to: next failure, drift or catalog change", group: groupLook,
			tabs: onReplay(), why: noTurns, run: next(1)},
		{id: "prev-stop", keys: []string{"N"}, what: "previous failure, drift or new list", name: "Go to: previous failure, drift or catalog change", group: groupLook, tabs: onReplay(), why: noTurns, run: next(-1)},
		{id: "no-play", keys: []string{"space"}, like: []string{"play"}, group: groupMove, tabs: []tab{tabJourneys, tabVocab, tabSessions}, why: always("plays in Replay"), run: nothing},
	}
}

// replayHelp are words of the help on this tab.
func replayHelp(text string) map[tab]string { return map[tab]string{tabReplay: text} }

// noTurns is why there is nothing to step through.
func noTurns(m *model) string {
	if !m.replay.look(m) {
		return "no turns here"
	}
	return ""
}

// openReplay shows the tab by its key: esc does not lead back.
func (m *model) openReplay() tea.Cmd {
	if m.tab != tabReplay {
		m.replay.opened = false
	}
	return m.showTab(tabReplay)
}

// replayCall shows a call in Replay; esc goes back.
func (m *model) replayCall(row int) tea.Cmd {
	from := m.tab
	cmd := m.showTab(tabReplay)
	r := &m.replay
	ready := r.look(m)
	if !ready && !r.laying(m) {
		return cmd
	}
	r.filter, r.shown = "", nil
	r.from, r.opened, r.pane = from, true, replayCalls
	if !ready {
		r.goes = row + 1
		return cmd
	}
	r.goCall(row)
	return tea.Batch(cmd, r.selected(m))
}

// playState is what the palette says.
func (m *model) playState() string {
	if m.replay.play.on {
		return "now " + m.replay.play.speedWord()
	}
	return "now paused"
}
