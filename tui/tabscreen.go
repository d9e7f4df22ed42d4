package tui

import (
	tea "charm.land/bubbletea/v2"
)

// tabScreen is a tab with its own rows, panes and words: the model asks it
// before it does what it does on Journeys and Sessions.
type tabScreen interface {
	// title stands in the help.
	title() string
	draw(m *model, c *canvas)
	// move goes d rows on in what has the focus, page is its height.
	move(m *model, d int) tea.Cmd
	page(m *model) int
	// turn goes to the next or previous pane.
	turn(m *model, d int)
	enter(m *model) tea.Cmd
	// back undoes one step; stepped is false where there is none.
	back(m *model) (cmd tea.Cmd, stepped bool)
	// next goes to the next or previous thing of note.
	next(m *model, d int) tea.Cmd
	// filterText is the filter in force, found counts what it lets through.
	filterText() string
	setFilter(m *model, text string) tea.Cmd
	found(m *model) (n, all int, what string)
	copies(m *model) []copyChoice
	// source is the file that e opens; why says why there is none.
	source(m *model) (path string, line int, why string)
	clicked(m *model, e tea.Mouse) tea.Cmd
	wheeled(m *model, e tea.Mouse, d int) tea.Cmd
	standing(m *model) string
	// footIDs are the actions that the last row names.
	footIDs(m *model) []string
}

// own is the tab of now where it is one with a screen of its own, else nil.
func (m *model) own() tabScreen {
	switch m.tab {
	case tabReplay:
		return &m.replay
	case tabVocab:
		return &m.vocab
	case tabWhatIf:
		return &m.what
	}
	return nil
}
