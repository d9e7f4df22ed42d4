package tui

import tea "charm.land/bubbletea/v2"

// vocabKeys are the actions of the Vocabulary tab, and the way to it from
// Journeys. They stand before the others, which have the same keys.
func vocabKeys() []action {
	across := func(d int) func(*model) tea.Cmd {
		return func(m *model) tea.Cmd { return m.vocab.across(m, d) }
	}
	next := func(d int) func(*model) tea.Cmd { return func(m *model) tea.Cmd { return m.nextOf(d) } }
	return []action{
		{id: "cell-left", keys: []string{"h", "left"}, what: "a client to the left", show: "h/l", row: []string{"cell-right"}, help: "client to the left, right", group: groupMove, tabs: onVocab(), run: across(-1)},
		{id: "cell-right", keys: []string{"l", "right"}, what: "a client to the right", group: groupMove, footKey: "h/j/k/l", row: []string{"cell-left", "down", "up"}, foot: "cell", tabs: onVocab(), run: across(1)},
		{id: "next-hit", keys: []string{"n"}, show: "n/N", row: []string{"prev-hit"}, footKey: "n", foot: "next hit", help: "next, previous filter hit", name: "Go to: next filter hit", group: groupLook,
			tabs: onVocab(), why: noHits, run: next(1)},
		{id: "prev-hit", keys: []string{"N"}, name: "Go to: previous filter hit", group: groupLook, tabs: onVocab(), why: noHits, run: next(-1)},
		{id: "pairs", keys: []string{"x"}, help: "not interchangeable", foot: "pairs", what: "pairs that are not interchangeable", name: "Show: pairs that are not interchangeable", group: groupLook,
			tabs: onVocab(), run: (*model).pairList},
		{id: "who-uses", keys: []string{"V"}, help: "who uses this name", name: "Who uses this name", group: groupLook, tabs: onJourneys(),
			state: (*model).nameUsed, why: notNamed, run: (*model).whoUses},
		{id: "no-provider", keys: []string{"p"}, like: []string{"provider"}, help: "provider", group: groupAsk, tabs: onVocab(), why: always("no request here"), run: nothing},
		{id: "no-edits", keys: []string{"w", "u", "ctrl+r"}, like: []string{"save", "undo", "redo"}, show: "w/u", help: "save, undo", group: groupTake, tabs: onVocab(), why: always("no edits here"), run: nothing},
	}
}

// vocabHelp are words of the help on this tab.
func vocabHelp(text string) map[tab]string { return map[tab]string{tabVocab: text} }

// inVocab: the tab has another action for the key.
func inVocab(m *model) bool { return m.tab == tabVocab }

// hasOwnStops: n and N go to other things there.
func hasOwnStops(m *model) bool { return m.tab == tabVocab || m.tab == tabReplay }

// notNamed is why no name can be looked up.
func notNamed(m *model) string {
	switch r := m.row(); {
	case m.fail != nil || r == nil:
		return "nothing is selected"
	case r.name == "":
		return "the name is empty"
	}
	return ""
}
