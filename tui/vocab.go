package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/vocab"
)

// Vocabulary is what the Vocabulary tab shows: the tables, and the user's
// files that were laid over them, by client.
type Vocabulary struct {
	// Table nil is the built-in one.
	Table *vocab.Table
	Files map[string]string
}

// vocabTab is the Vocabulary tab: what each client calls its tools, by task.
//
//	 capability   Claude Code   Codex    OpenCode     vocabmatrix.go
//	              2.1.332       0.171.0  1.18.33
//	─────────────────────────────────────────────
//	 shell        Bash +2      ▌exec_…   bash
//	 11 capabilities below, 15 clients to the right
//	─────────────────────────────────────────────
//	 Codex, shell  7 names │ Not interchangeable …    vocabnames.go, vocabpairs.go
//	 name  needs  versions │ Who uses the name        vocabusers.go
//	                       │ In the open session      vocabsession.go
type vocabTab struct {
	// row is the cursor among the shown capabilities, col that among clients.
	row, col  int
	top, left int
	focus     pane
	// name is the cursor among the names of the cell.
	name   window
	scroll map[pane]int
	// filter is what was typed after /; hits are the cells that hold it.
	filter string
	hits   map[vocabAt]bool
	shown  []int
	grid   *vocabGrid
	// fromJourneys: a name of Journeys was looked up, esc goes back there.
	fromJourneys bool
	// tasks of names of the open session, by client.
	tasks map[string][]string
	// tasksOf is the client that tasks were asked for.
	tasksOf string
}

// The panes of the tab in the order of the key tab.
const (
	paneMatrix pane = paneExtra + 1 + iota
	paneNames
	panePairs
	paneUsers
	paneOpen
)

var vocabPanes = [...]pane{paneMatrix, paneNames, panePairs, paneUsers, paneOpen}

// vocabAt is a cell: a capability and a client by their positions.
type vocabAt struct{ task, client int }

// vocabGrid is the table as cells.
type vocabGrid struct {
	table   *vocab.Table
	tasks   []vocab.Capability
	clients []vocab.Client
	cells   map[vocabAt]vocabCell
	widths  []int // of the columns
	first   int   // width of the first column
	entries int
}

// vocabCell is what one client calls one task.
type vocabCell struct {
	rows  []vocab.Entry
	usual vocab.Entry
	gone  bool
}

// look makes the grid where the table is another one, and the list of shown
// capabilities.
func (v *vocabTab) look(m *model) *vocabGrid {
	t := m.opts.Vocabulary.Table
	if v.grid == nil || v.grid.table != t {
		v.grid, v.tasks = newVocabGrid(t), nil
		v.apply()
	}
	if v.scroll == nil {
		v.scroll = map[pane]int{}
	}
	if v.focus == 0 {
		v.focus = paneMatrix
	}
	return v.grid
}

func newVocabGrid(t *vocab.Table) *vocabGrid {
	g := &vocabGrid{table: t, tasks: t.Capabilities(), cells: map[vocabAt]vocabCell{}}
	for _, c := range t.Clients() {
		g.clients = append(g.clients, c)
		g.entries += c.Entries
	}
	for j, c := range g.clients {
		for i, k := range g.tasks {
			rows := t.Cell(c.ID, k.ID)
			if len(rows) == 0 {
				continue
			}
			usual, _, _ := t.Usual(c.ID, k.ID, "")
			g.cells[vocabAt{i, j}] = vocabCell{rows, usual, t.Gone(usual)}
		}
	}
	g.measure()
	return g
}

// apply lets through what the filter finds: capabilities by their id, or by a
// name in one of their cells.
func (v *vocabTab) apply() {
	g := v.grid
	v.shown, v.hits = nil, map[vocabAt]bool{}
	if v.filter != "" {
		for _, e := range g.table.Holding(v.filter) {
			v.hits[g.at(e)] = true
		}
	}
	for i, k := range g.tasks {
		hit := v.filter == "" || strings.Contains(k.ID, strings.ToLower(v.filter))
		for j := range g.clients {
			hit = hit || v.hits[vocabAt{i, j}]
		}
		if hit {
			v.shown = append(v.shown, i)
		}
	}
	v.clamp()
}

// at is the cell of a row.
func (g *vocabGrid) at(e vocab.Entry) vocabAt {
	return vocabAt{
		slices.IndexFunc(g.tasks, func(k vocab.Capability) bool { return k.ID == e.Capability }),
		slices.IndexFunc(g.clients, func(c vocab.Client) bool { return c.ID == e.Client }),
	}
}

func (v *vocabTab) clamp() {
	v.row = max(min(v.row, len(v.shown)-1), 0)
	v.col = max(min(v.col, len(v.grid.clients)-1), 0)
	v.name.clamp(len(v.cell().rows), 0)
}

// here is the cell under the cursor; ok is false where the filter lets nothing
// through.
func (v *vocabTab) here() (at vocabAt, ok bool) {
	if v.row >= len(v.shown) || v.col >= len(v.grid.clients) {
		return vocabAt{}, false
	}
	return vocabAt{v.shown[v.row], v.col}, true
}

func (v *vocabTab) cell() vocabCell {
	at, ok := v.here()
	if !ok {
		return vocabCell{}
	}
	return v.grid.cells[at]
}

// entry is the row under the cursor of the names.
func (v *vocabTab) entry() (vocab.Entry, bool) {
	rows := v.cell().rows
	if v.name.cursor >= len(rows) {
		return vocab.Entry{}, false
	}
	return rows[v.name.cursor], true
}

// task and client are those of the cell under the cursor.
func (v *vocabTab) task() vocab.Capability {
	at, ok := v.here()
	if !ok {
		return vocab.Capability{}
	}
	return v.grid.tasks[at.task]
}

func (v *vocabTab) client() vocab.Client {
	at, ok := v.here()
	if !ok {
		return vocab.Client{}
	}
	return v.grid.clients[at.client]
}

// goTo puts the cursor on a cell, and on the row of a name in it.
func (v *vocabTab) goTo(at vocabAt, name string) {
	row := slices.Index(v.shown, at.task)
	if row < 0 || at.client < 0 {
		return
	}
	v.row, v.col = row, at.client
	v.changed()
	if i := slices.IndexFunc(v.cell().rows, func(e vocab.Entry) bool {
		return e.Name == name || slices.Contains(e.Aliases, name)
	}); i >= 0 {
		v.name.cursor = i
	}
}

// changed begins the panes of another cell at their tops, the names at the one
// that the client is known by.
func (v *vocabTab) changed() {
	clear(v.scroll)
	c := v.cell()
	v.name = window{}
	if i := slices.IndexFunc(c.rows, func(e vocab.Entry) bool { return e.Name == c.usual.Name }); i > 0 {
		v.name.cursor = i
	}
}

func (v *vocabTab) filterText() string { return v.filter }

// setFilter filters; the cursor goes to the row of exactly this name, else to
// the first cell that holds it.
func (v *vocabTab) setFilter(m *model, text string) tea.Cmd {
	at, ok := vocabAt{}, false
	v.look(m)
	at, ok = v.here()
	v.filter = strings.TrimSpace(text)
	v.apply()
	if i := slices.Index(v.shown, at.task); ok && i >= 0 {
		v.row = i
	}
	if v.filter == "" {
		v.clamp()
		return nil
	}
	for _, h := range v.grid.table.Uses(v.filter).Hits {
		if h.Provider == nil {
			v.goTo(v.grid.at(h.Entry), h.Name)
			return nil
		}
	}
	if list := v.hitList(); len(list) > 0 && !v.hits[at] {
		v.goTo(list[0], "")
	}
	v.clamp()
	return nil
}

// hitList are the cells that the filter found, row by row.
func (v *vocabTab) hitList() []vocabAt {
	var list []vocabAt
	for _, i := range v.shown {
		for j := range v.grid.clients {
			if v.hits[vocabAt{i, j}] {
				list = append(list, vocabAt{i, j})
			}
		}
	}
	return list
}

func (v *vocabTab) found(m *model) (n, all int, what string) {
	g := v.look(m)
	return len(v.shown), len(g.tasks), "capabilities"
}

// lookUp shows who uses a name: the way from Journeys.
func (m *model) lookUp(name string) tea.Cmd {
	m.vocab.fromJourneys = true
	cmd := m.showTab(tabVocab)
	m.vocab.focus = paneMatrix
	return tea.Batch(cmd, m.vocab.setFilter(m, name))
}

// whoUses looks the name under the cursor of Journeys up.
func (m *model) whoUses() tea.Cmd { return m.lookUp(m.row().name) }

func (m *model) nameUsed() string {
	if r := m.row(); r != nil && m.fail == nil {
		return "of " + cutName(r.name, 24)
	}
	return ""
}
