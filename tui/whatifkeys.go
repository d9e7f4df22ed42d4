package tui

import (
	tea "charm.land/bubbletea/v2"
)

func onWhatIf() []tab { return []tab{tabWhatIf} }
func onEdited() []tab { return []tab{tabJourneys, tabReplay, tabWhatIf} }

// whatIfKeys are the keys of the What-if tab and of edits. Those of the map
// stand before the pickers that have the same letters.
func whatIfKeys() []action {
	return []action{
		{id: "map-target", keys: []string{"s", "p"}, show: "s/p", help: "in the map: whose names", foot: "whose names", name: "Map: choose the target", group: groupAsk, tabs: onWhatIf(),
			absent: notInMap, run: (*model).pickTarget},
		{id: "what-type", keys: []string{"i"}, help: "type a name", foot: "type a name", name: "Type a name", group: groupAsk, tabs: onWhatIf(), why: noEdits, run: (*model).typeName},
		{id: "leave-out", keys: []string{"space"}, help: "leave a place out", foot: "leave out", group: groupAsk, tabs: onWhatIf(), why: noPlaceHere,
			run: func(m *model) tea.Cmd { m.toggleForget(); return nil }},
		{id: "edit", keys: []string{"a"}, help: "suppose an edit", foot: "edit", name: "Edit: choose", group: groupAsk, tabs: onEdited(), why: noEdits, run: (*model).openEditMenu},
		{id: "drop-edit", keys: []string{"d"}, help: "drop the edit", foot: "drop", name: "Edit: drop", group: groupAsk, tabs: onWhatIf(), why: noEditHere,
			run: func(m *model) tea.Cmd { return m.dropEdit() }},
		{id: "undo", keys: []string{"u"}, show: "u", help: "undo, {redo} redo an edit", foot: "undo", name: "Edit: take back", group: groupAsk, tabs: onEdited(), state: (*model).editState, why: nothingToUndo, run: (*model).undoEdit},
		{id: "redo", keys: []string{"ctrl+r"}, foot: "redo", name: "Edit: do again", group: groupAsk, tabs: onEdited(), why: nothingToRedo, run: (*model).redoEdit},
		{id: "save", keys: []string{"w"}, help: "save as case", foot: "save", name: "Save as case", group: groupTake, tabs: onEdited(), state: (*model).saveState, why: cannotSave, run: (*model).askSave},
		{id: "pane-left", keys: []string{"h", "left"}, what: "pane to the left", show: "h/l", row: []string{"pane-right"}, help: "pane left, right", group: groupMove, tabs: onWhatIf(), run: func(m *model) tea.Cmd { m.turnFocus(-1); return nil }},
		{id: "pane-right", keys: []string{"l", "right"}, what: "pane to the right", group: groupMove, tabs: onWhatIf(), run: func(m *model) tea.Cmd { m.turnFocus(1); return nil }},
	}
}

func notInMap(m *model) bool { return m.what.pane != whatMap }

func (m *model) typeName() tea.Cmd {
	m.what.pane = whatCall
	return nil
}

// openWhatIf shows the tab with the cursor behind the name.
func (m *model) openWhatIf() tea.Cmd {
	if m.tab != tabWhatIf {
		m.what.pane = whatCall
	}
	return m.showTab(tabWhatIf)
}

// editState is what stands beside the entry of the palette.
func (m *model) editState() string {
	if n := m.what.edits.Len(); n > 0 {
		return m.editCount()
	}
	return ""
}
