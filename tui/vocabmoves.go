package tui

import (
	tea "charm.land/bubbletea/v2"

	"hopscope/vocab"
)

func (v *vocabTab) title() string { return "Vocabulary" }

// move goes d rows on: cells in the matrix, names, or the text of a pane.
func (v *vocabTab) move(m *model, d int) tea.Cmd {
	v.look(m)
	switch v.focus {
	case paneMatrix:
		v.row += d
		v.row = max(min(v.row, len(v.shown)-1), 0)
		v.changed()
	case paneNames:
		v.name.move(d, len(v.cell().rows), 0)
	default:
		at := v.places(m).panes[v.focus]
		n := len(v.part(m, v.focus, at.w).body)
		v.scroll[v.focus] = max(min(v.scroll[v.focus]+d, n-(at.h-1)), 0)
	}
	return nil
}

// across goes to the client at the left or right.
func (v *vocabTab) across(m *model, d int) tea.Cmd {
	n := len(v.look(m).clients)
	switch to := v.col + d; {
	case to < 0:
		m.say("This is the first client.")
	case to >= n:
		m.say("This is the last client.")
	default:
		v.col = to
		v.changed()
	}
	return nil
}

func (v *vocabTab) page(m *model) int {
	v.look(m)
	r := v.places(m)
	if v.focus == paneMatrix {
		return r.matrix.h
	}
	return r.panes[v.focus].h - 1
}

func (v *vocabTab) turn(m *model, d int) {
	v.look(m)
	n := len(vocabPanes)
	v.focus = vocabPanes[(int(v.focus-paneMatrix)+d+n)%n]
}

// enter opens all of the cell; in the pairs all pairs.
func (v *vocabTab) enter(m *model) tea.Cmd {
	v.look(m)
	switch v.focus {
	case panePairs:
		return m.pairList()
	case paneUsers:
		return v.next(m, 1)
	}
	return m.openCell()
}

func (v *vocabTab) back(m *model) (tea.Cmd, bool) {
	v.look(m)
	switch {
	case v.focus != paneMatrix:
		v.focus = paneMatrix
	case v.fromJourneys:
		v.fromJourneys = false
		v.setFilter(m, "")
		return m.showTab(tabJourneys), true
	case v.filter != "":
		v.setFilter(m, "")
	default:
		return nil, false
	}
	return nil, true
}

// next goes to the next or previous cell that the filter found, round the end.
func (v *vocabTab) next(m *model, d int) tea.Cmd {
	v.look(m)
	list := v.hitList()
	if len(list) == 0 {
		return nil
	}
	here, _ := v.here()
	rank := func(at vocabAt) int { return at.task*len(v.grid.clients) + at.client }
	to := list[0]
	if d < 0 {
		to = list[len(list)-1]
	}
	for i := range list {
		if d < 0 {
			i = len(list) - 1 - i
		}
		if (rank(list[i])-rank(here))*d > 0 {
			to = list[i]
			break
		}
	}
	v.goTo(to, "")
	return nil
}

// noHits is why n does nothing.
func noHits(m *model) string {
	if m.vocab.look(m); len(m.vocab.hits) > 0 {
		return ""
	}
	if m.vocab.filter != "" {
		return "no name holds " + cutName(m.vocab.filter, 20)
	}
	return "type a name after / first"
}

// source is the user's file of the client under the cursor.
func (v *vocabTab) source(m *model) (path string, n int, why string) {
	v.look(m)
	c := v.client()
	if path = m.opts.Vocabulary.Files[c.ID]; path == "" {
		return "", 0, "no file of yours says anything about this client"
	}
	return path, 0, ""
}

func (v *vocabTab) copies(m *model) []copyChoice {
	v.look(m)
	e, _ := v.entry()
	cell := plainLines(v.cellLines(m, 1<<12))
	return []copyChoice{
		{key: "n", label: "name", text: e.Name, why: orReason(e.Name, "no name stands here")},
		{key: "c", label: "cell", text: cell, why: orReason(cell, "nothing is found")},
	}
}

// clicked selects a cell or a name, or focuses a pane.
func (v *vocabTab) clicked(m *model, e tea.Mouse) tea.Cmd {
	v.look(m)
	r := v.places(m)
	if r.matrix.contains(e.X, e.Y) {
		v.focus = paneMatrix
		if i := v.top + e.Y - r.matrix.y; i < len(v.shown) {
			v.row = i
			for _, c := range v.columns(m.w) {
				if e.X >= c.x-1 && e.X < c.x+c.w {
					v.col = c.client
				}
			}
			v.changed()
		}
		return nil
	}
	for p, at := range r.panes {
		if !at.contains(e.X, e.Y) {
			continue
		}
		v.focus = p
		if i := v.name.offset + e.Y - at.y - namesHead; p == paneNames && i >= v.name.offset && i < len(v.cell().rows) {
			v.name.cursor = i
		}
	}
	return nil
}

func (v *vocabTab) wheeled(m *model, e tea.Mouse, d int) tea.Cmd {
	v.look(m)
	r := v.places(m)
	if r.matrix.contains(e.X, e.Y) || r.head.contains(e.X, e.Y) {
		v.focus = paneMatrix
		return v.move(m, d)
	}
	for p, at := range r.panes {
		if at.contains(e.X, e.Y) {
			v.focus = p
			return v.move(m, d)
		}
	}
	return nil
}

func (v *vocabTab) footIDs(m *model) []string {
	if m.w < twoColumnsFrom {
		return []string{"cell-right", "filter", "next-pane", "open", "next-hit", "pairs", "palette", "help", "quit"}
	}
	list := []string{"cell-right", "open", "filter", "next-hit", "next-pane", "pairs", "copy", "palette", "help", "quit"}
	if m.w >= threeColumnsFrom {
		list = append([]string{"cell-right", "open", "zoom"}, list[2:]...)
	}
	return list
}

// standing says what the cell under the cursor holds, and what the signs mean.
func (v *vocabTab) standing(m *model) string {
	v.look(m)
	if _, ok := v.here(); !ok {
		return `No capability and no name holds "` + cutName(v.filter, 30) + `". esc shows all ` + comma(len(v.grid.tasks)) + "."
	}
	text := v.cellTitle()
	switch n := len(v.cell().rows); n {
	case 0:
		text += ": no name is known."
	case 1:
		e := v.cell().rows[0]
		text += ": " + cutName(e.Name, 60) + "."
	default:
		text += ": " + plural(n, "name.", "names.")
	}
	if v.filter != "" && m.w < twoColumnsFrom {
		return text + " " + plural(len(v.hits), "cell holds", "cells hold") + " " + cutName(v.filter, 16) + "; esc drops it."
	}
	if v.filter != "" {
		return text + " Filter " + cutName(v.filter, 20) + ": " + plural(len(v.hits), "cell", "cells") + ", " + m.keyOf("next-hit") + " goes on, esc drops it."
	}
	switch {
	case m.w >= twoColumnsFrom:
		return text + " Star: not in the newest version. Quotes: said by models, never a tool."
	case m.w >= 80:
		return text + " Star: not in the newest version."
	}
	return text
}

// cellTitle is client and capability of the cell.
func (v *vocabTab) cellTitle() string { return clientTitle(v.client()) + ", " + v.task().ID }

// vocabReadMsg brings the vocabulary with the user's files as they are now.
type vocabReadMsg struct {
	vocabulary Vocabulary
	err        error
}

// readVocab reads the user's files again.
func (m *model) readVocab() tea.Cmd {
	read := m.opts.ReadVocabulary
	return func() tea.Msg {
		v, err := read()
		return vocabReadMsg{v, err}
	}
}

func (m *model) vocabRead(msg vocabReadMsg) {
	if msg.err != nil {
		m.warn("The vocabulary stays as it was: " + msg.err.Error())
		return
	}
	m.opts.Vocabulary = msg.vocabulary
	m.say("Your vocabulary was read again: " + plural(len(msg.vocabulary.Files), "client.", "clients."))
}

// openClient is the client of the open session as the vocabulary knows it.
func (m *model) openClient() (id, version string, known bool) {
	s := m.session()
	if s == nil {
		return "", "", false
	}
	c, ok := m.opts.Vocabulary.Table.Client(s.Client.ID)
	return s.Client.ID, s.Client.Version, ok && c.Entries > 0
}

// usualThere is what the client of the open session is known by for a task.
func (m *model) usualThere(task string) (vocab.Entry, bool) {
	id, version, known := m.openClient()
	if !known {
		return vocab.Entry{}, false
	}
	e, there, ok := m.opts.Vocabulary.Table.Usual(id, task, version)
	return e, there && ok
}
