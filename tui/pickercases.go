package tui

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey/visible"
	"hopscope/sessions/store"
	"hopscope/themes"
)

// Saved cases stand in the Sessions tab below the recorded sessions. They are
// opened as those are; besides they can be renamed, deleted and brought back.

// casesMsg brings the saved cases; at is the file that the cursor goes to.
type casesMsg struct {
	list []store.Entry
	err  error
	at   string
}

// caseMovedMsg says what came of a renaming, a deletion or its undoing.
type caseMovedMsg struct {
	what     string
	from, to string
	err      error
}

// findCases lists the saved cases again.
func (m *model) findCases(at string) tea.Cmd {
	cases := m.opts.Cases
	if cases.Dir == "" {
		return nil
	}
	return func() tea.Msg {
		list, err := cases.List()
		return casesMsg{list, err, at}
	}
}

func (m *model) foundCases(msg casesMsg) tea.Cmd {
	p := &m.pick
	if msg.err != nil {
		m.warn("The folder of cases cannot be read: " + msg.err.Error() + ".")
	}
	old := ""
	if e := p.entry(); e != nil {
		old = e.Path
	}
	if p.known == nil {
		p.known = map[string]known{}
	}
	for _, e := range msg.list { // a file that was written again is counted again
		if i := slices.IndexFunc(p.cases, func(o store.Entry) bool { return o.Path == e.Path }); i >= 0 && !p.cases[i].ModTime.Equal(e.ModTime) {
			delete(p.known, e.Path)
		}
	}
	p.cases = msg.list
	cursor := p.list.cursor
	p.filterCases()
	switch {
	case msg.at != "" && p.standOn(msg.at), old != "" && p.standOn(old):
	default:
		p.list.cursor = max(min(cursor, p.rows(m)-1), 0)
	}
	p.clamp(m)
	return p.look(m)
}

// filterCases makes the list of cases that the filter lets through.
func (p *picker) filterCases() {
	p.shownCases = p.shownCases[:0]
	words := strings.Fields(strings.ToLower(p.filter))
	for i, e := range p.cases {
		text := e.ID
		if k := p.known[e.Path]; k.inspected != nil {
			text += " " + k.inspected.Client + " " + k.inspected.Folder + " " + k.inspected.Title
		}
		if matches(words, strings.ToLower(text)) {
			p.shownCases = append(p.shownCases, i)
		}
	}
}

// standOn puts the cursor on a file.
func (p *picker) standOn(path string) bool {
	for i, at := range p.shown {
		if p.entries[at].Path == path {
			p.list.cursor = i
			return true
		}
	}
	for i, at := range p.shownCases {
		if p.cases[at].Path == path {
			p.list.cursor = len(p.shown) + i
			return true
		}
	}
	return false
}

// caseAt is the case under the cursor, nil for a session, a demo or none.
func (p *picker) caseAt() *store.Entry {
	i := p.list.cursor - len(p.shown)
	if i < 0 || i >= len(p.shownCases) {
		return nil
	}
	return &p.cases[p.shownCases[i]]
}

// inRow is the entry in row i of sessions and cases.
func (p *picker) inRow(i int) *store.Entry {
	switch {
	case i < len(p.shown):
		return &p.entries[p.shown[i]]
	case i < len(p.shown)+len(p.shownCases):
		return &p.cases[p.shownCases[i-len(p.shown)]]
	}
	return nil
}

// caseRow is the row of the list at a row of the screen, where a case is drawn
// there.
func (p *picker) caseRow(m *model, y int) (at int, ok bool) {
	from, n := p.caseWindow(m)
	i := y - p.caseTop - 1
	return len(p.shown) + from + i, len(p.cases) > 0 && p.caseTop > 0 && i >= 0 && i < n
}

// holds says what a case has beside its recording.
func holds(in *Inspected) string {
	var parts []string
	if in.Edits > 0 {
		parts = append(parts, plural(in.Edits, "edit", "edits"))
	}
	for _, n := range in.Notes {
		parts = append(parts, "note: "+visible.Name(n))
	}
	return strings.Join(parts, "   ")
}

func noCaseHere(m *model) string {
	switch {
	case m.opts.Cases.Dir == "":
		return "there is no folder for cases"
	case m.pick.caseAt() == nil:
		return "choose a saved case first"
	}
	return ""
}

func noCases(m *model) string {
	if m.opts.Cases.Dir == "" {
		return "there is no folder for cases"
	}
	return ""
}

func (m *model) deleteCase() tea.Cmd {
	m.push(&deleteAsk{*m.pick.caseAt()})
	return nil
}

func (m *model) renameCase() tea.Cmd {
	e := *m.pick.caseAt()
	m.push(&renameBox{e, newInput(e.ID)})
	return nil
}

// undeleteCase brings the case back that was deleted last.
func (m *model) undeleteCase() tea.Cmd {
	cases := m.opts.Cases
	return func() tea.Msg {
		to, err := cases.Undelete()
		return caseMovedMsg{what: "back", to: to, err: err}
	}
}

// caseMoved says what was done; what is open follows its file.
func (m *model) caseMoved(msg caseMovedMsg) tea.Cmd {
	var box *renameBox
	if n := len(m.overlay); n > 0 {
		box, _ = m.overlay[n-1].(*renameBox)
	}
	if msg.err != nil {
		if errors.Is(msg.err, store.ErrExists) && box != nil {
			m.warn("There is a case of this name already: another name, or esc.")
		} else {
			m.warn(sentence(msg.err.Error()) + ".")
		}
		return nil
	}
	if box != nil {
		m.pop()
	}
	name := m.opts.Cases.Name
	if msg.from != "" && msg.from == m.kase.path {
		m.followFile(msg)
	}
	if k, ok := m.pick.known[msg.from]; ok && msg.what == "renamed" {
		m.pick.known[msg.to] = k
	}
	switch msg.what {
	case "renamed":
		m.say("Renamed: " + name(msg.from) + " is " + name(msg.to) + " now.")
	case "deleted":
		m.say("Deleted: " + name(msg.from) + ". It lies in the trash folder; " + m.keyOf("undelete-case") + " brings it back.")
		return m.findCases("")
	case "back":
		if msg.to == "" {
			m.say("The trash holds no case.")
			return nil
		}
		m.say("Brought back: " + name(msg.to) + ".")
	}
	return m.findCases(msg.to)
}

// followFile keeps what is open together with its file.
func (m *model) followFile(msg caseMovedMsg) {
	if msg.what == "deleted" {
		m.kase.path, m.kase.version = "", store.Version{}
		return
	}
	for i, p := range m.data.paths {
		if p == msg.from {
			m.data.paths = slices.Clone(m.data.paths)
			m.data.paths[i] = msg.to
		}
	}
	m.kase.path = msg.to
}

// deleteAsk asks before a case is deleted.
type deleteAsk struct{ entry store.Entry }

func (a *deleteAsk) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	if k.String() != "x" {
		return nil
	}
	m.pop()
	cases, path, now := m.opts.Cases, a.entry.Path, m.opts.Now()
	return func() tea.Msg {
		to, err := cases.Delete(path, now)
		return caseMovedMsg{what: "deleted", from: path, to: to, err: err}
	}
}

func (a *deleteAsk) paste(*model, string) tea.Cmd { return nil }
func (a *deleteAsk) closed(*model) tea.Cmd        { return nil }

func (a *deleteAsk) status(m *model) string {
	return "It goes to the trash folder; " + m.keyOf("undelete-case") + " brings it back."
}

func (a *deleteAsk) foot(*model) []footKey {
	return []footKey{{"x", "delete"}, {"esc", "keep"}}
}

func (a *deleteAsk) draw(m *model, c *canvas) {
	r := m.box(64, 3)
	c.frame(r, "Delete")
	text := line{{text: visible.Middle(visible.Name(a.entry.ID), r.w-28), mod: bold}, blanks(2), {text: "x", role: themes.Key, mod: bold}, {text: " delete  "},
		{text: "esc", role: themes.Key, mod: bold}, {text: " keep"}}
	c.put(r.x+2, r.y+1, r.w-4, text)
}

// renameBox asks for another name of a case.
type renameBox struct {
	entry store.Entry
	in    *input
}

func (b *renameBox) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	if k.String() != "enter" {
		b.in.key(k)
		return nil
	}
	name := b.in.String()
	if store.FileName(name) == "" || strings.ContainsRune(name, filepath.Separator) {
		m.warn("Type a name without " + string(filepath.Separator) + ", or esc.")
		return nil
	}
	cases, path := m.opts.Cases, b.entry.Path
	return func() tea.Msg {
		to, err := cases.Rename(path, name)
		return caseMovedMsg{what: "renamed", from: path, to: to, err: err}
	}
}

func (b *renameBox) paste(_ *model, text string) tea.Cmd {
	b.in.insert(strings.TrimSpace(text))
	return nil
}

func (b *renameBox) closed(*model) tea.Cmd { return nil }
func (b *renameBox) status(*model) string {
	return "The file gets this name; what is in it stays as it is."
}

func (b *renameBox) foot(*model) []footKey {
	return []footKey{{"enter", "rename"}, {"ctrl+u", "clear"}, {"esc", "close"}}
}

func (b *renameBox) draw(m *model, c *canvas) {
	r := m.box(70, 3)
	c.frame(r, "Rename")
	c.put(r.x+2, r.y+1, r.w-4, append(line{{text: "> ", role: themes.Muted}}, b.in.line(r.w-6)...))
}

// caseKeys are the keys of saved cases in the Sessions tab.
func caseKeys() []action {
	return []action{
		{id: "rename-case", keys: []string{"R"}, help: "rename a saved case", foot: "rename", name: "Case: rename", group: groupTake, tabs: onSessions(), why: noCaseHere, run: (*model).renameCase},
		{id: "delete-case", keys: []string{"x"}, help: "delete a saved case", foot: "delete", name: "Case: delete", group: groupTake, tabs: onSessions(), why: noCaseHere, run: (*model).deleteCase},
		{id: "undelete-case", keys: []string{"u"}, help: "bring a deleted case back", name: "Case: bring the deleted one back", group: groupTake, tabs: onSessions(), why: noCases, run: (*model).undeleteCase},
		{id: "export-case", name: "Export: redacted copy", group: groupTake, tabs: onSessions(), why: cannotExport, run: (*model).askExport},
		{id: "save-off", keys: []string{"w"}, like: []string{"save"}, group: groupTake, tabs: onSessions(), why: always("open a session first"), run: nothing},
	}
}
