package tui

import (
	"errors"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
	"hopscope/journey/decide"
	"hopscope/journey/visible"
	"hopscope/sessions/casefile"
	"hopscope/sessions/store"
	"hopscope/themes"
)

// keeping is how much of the bodies of a recording a case keeps, in the order
// of tab.
var keeping = [...]struct {
	word string
	keep casefile.Keep
}{
	{"arguments, up to 16 KB of each call", casefile.Keep{Args: 16 << 10}},
	{"arguments and results, up to 16 KB of each", casefile.Keep{Args: 16 << 10, Results: 16 << 10}},
	{"names, errors and sizes only", casefile.Keep{}},
}

// saveBox asks for the name of a case.
type saveBox struct {
	in *input
	// keep is an index of keeping; whole: the case is there already and is kept
	// as it is.
	keep  int
	whole bool
	busy  bool
	// then is what goes on when it is saved.
	then func(*model) tea.Cmd
}

// caseSavedMsg says what came of a save.
type caseSavedMsg struct {
	number  int
	path    string
	version store.Version
	size    int
	calls   int
	missing int
	edits   []decide.Edit
	notes   []casefile.Note
	called  string
	kept    string // where it was saved instead
	err     error
	then    func(*model) tea.Cmd
}

func cannotSave(m *model) string {
	switch {
	case m.data.loaded == nil || m.fail != nil:
		return "open a session first"
	case m.reads():
		return "wait until all is read, or stop it with esc"
	}
	return ""
}

// askSave opens the box that asks for a name.
func (m *model) askSave() tea.Cmd { return m.saveThen(nil) }

func (m *model) saveThen(then func(*model) tea.Cmd) tea.Cmd {
	if why := cannotSave(m); why != "" {
		m.refuse("w", why)
		return nil
	}
	m.push(&saveBox{in: newInput(m.proposedName()), whole: m.ownCase() != nil, then: then})
	return nil
}

// proposedName is the name of the case that is open, else that of the demo,
// else folder and first failure.
func (m *model) proposedName() string {
	switch {
	case m.kase.path != "" && m.kase.newer != "":
		return m.opts.Cases.Name(store.Beside(m.kase.path, 2))
	case m.kase.path != "":
		return m.opts.Cases.Name(m.kase.path)
	case m.data.demo != "" && len(m.data.paths) > 0:
		return store.FileName(m.data.paths[0])
	case m.data.demo != "" && m.ownCase() != nil:
		return store.FileName(strings.TrimPrefix(m.ownCase().ID, "demo-"))
	}
	s := m.session()
	var parts []string
	if base := filepath.Base(filepath.ToSlash(s.Cwd)); s.Cwd != "" && base != "/" {
		parts = append(parts, base)
	}
	if len(parts) == 0 && len(m.data.paths) > 0 && m.data.paths[0] != "-" {
		base := filepath.Base(m.data.paths[0])
		parts = append(parts, strings.TrimSuffix(base, filepath.Ext(base)))
	}
	if rows := s.Tally.FailedRows(s, true); len(rows) > 0 {
		parts = append(parts, string(s.Echo(int(rows[0])).Name))
	}
	if name := store.FileName(strings.Join(parts, " ")); name != "" {
		return name
	}
	return "session"
}

func (b *saveBox) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	switch {
	case b.busy:
		m.say("Saving.")
	case k.String() == "enter":
		return b.save(m)
	case k.String() == "tab" && !b.whole:
		b.keep = (b.keep + 1) % len(keeping)
	case k.String() == "shift+tab" && !b.whole:
		b.keep = (b.keep + len(keeping) - 1) % len(keeping)
	default:
		b.in.key(k)
	}
	return nil
}

func (b *saveBox) save(m *model) tea.Cmd {
	path := m.opts.Cases.Target(b.in.String(), m.opts.Home)
	switch {
	case path == "" && m.opts.Cases.Dir == "":
		m.warn("There is no folder for cases: type a path, such as ./a.case.json.")
		return nil
	case path == "":
		m.warn("Type a name, or a path, or esc.")
		return nil
	case path == m.kase.path && m.kase.newer != "":
		m.warn(m.kase.newer + " is newer than this hopscope and is not saved over: choose another name.")
		return nil
	}
	b.busy = true
	return m.saveCommand(path, keeping[b.keep].keep, b.then)
}

// saveCommand makes the case and saves it, in a command of copies.
func (m *model) saveCommand(path string, keep casefile.Keep, then func(*model) tea.Cmd) tea.Cmd {
	k := m.kase
	msg := caseSavedMsg{number: m.load.number, path: path, edits: m.what.edits.List(), notes: k.notes, called: m.what.called, then: then}
	how := store.Saving{}
	if path == k.path {
		how.Was = k.version
	}
	own := m.ownCase()
	var still *journey.Session
	if own == nil {
		still = m.session().Still()
	}
	list, bodies, cases, row := m.data.loaded.Catalog, m.data.bodies, m.opts.Cases, m.callRow()
	raw := k.writeEdits(msg.edits)
	var view *casefile.View
	if own != nil {
		view = m.viewNow(own.View)
	} else {
		view = m.viewNow(nil)
	}
	return func() tea.Msg {
		var c casefile.Case
		if own != nil {
			c = *own
		} else {
			made, missing := casefile.FromSession(still, list, bodies, nil, keep)
			c, msg.missing = *made, missing
		}
		if c.Title == "" {
			c.Title = store.Stem(path)
		}
		c.Edits, c.EditsName, c.Notes, c.View = raw, msg.called, msg.notes, view
		if row >= 0 {
			c.View.Call = entryOf(&c, row)
		}
		if own == nil { // notes speak of rows until there is a case
			c.Notes = slices.Clone(c.Notes)
			for i := range c.Notes {
				c.Notes[i].Call = entryOf(&c, c.Notes[i].Call-1)
			}
		}
		data := casefile.Write(&c)
		msg.size, msg.calls, msg.version = len(data), len(c.Calls), store.VersionOf(data)
		msg.err = cases.Save(path, data, how)
		if changed := (*store.ChangedError)(nil); errors.As(msg.err, &changed) {
			msg.kept = changed.Kept
		}
		return msg
	}
}

// caseSaved says what came of a save and goes on.
func (m *model) caseSaved(msg caseSavedMsg) tea.Cmd {
	var box *saveBox
	if n := len(m.overlay); n > 0 {
		box, _ = m.overlay[n-1].(*saveBox)
	}
	if box != nil {
		box.busy = false
	}
	if msg.err != nil && msg.kept == "" {
		m.notSaved(msg, box)
		return nil
	}
	if box != nil {
		m.pop()
	}
	if msg.number == m.load.number {
		m.keptCase(msg)
	}
	delete(m.pick.known, msg.path)
	if msg.kept != "" {
		room := max((m.w-40)/2, 8)
		m.warn(visible.Middle(m.shownCase(msg.path), room) + " changed meanwhile and is kept. Yours is " + visible.Middle(m.shownCase(msg.kept), room) + ".")
		return m.findCases("")
	}
	text := "Saved: " + m.shownCase(msg.path) + ", " + plural(msg.calls, "call", "calls")
	if n := len(msg.edits); n > 0 {
		text += ", " + plural(n, "edit", "edits")
	}
	if n := len(msg.notes); n > 0 {
		text += ", " + plural(n, "note", "notes")
	}
	text += ", " + size(int64(msg.size)) + "."
	if msg.missing > 0 {
		text += " " + plural(msg.missing, "body", "bodies") + " could not be read again."
	}
	m.say(text)
	if msg.then != nil {
		return tea.Batch(m.findCases(""), msg.then(m))
	}
	return m.findCases("")
}

// notSaved says why, and proposes another name where the name is the reason.
func (m *model) notSaved(msg caseSavedMsg, box *saveBox) {
	if errors.Is(msg.err, store.ErrExists) && box != nil {
		name := m.opts.Cases.Name(msg.path)
		box.in = newInput(nextName(name))
		m.warn("There is a case " + name + " already: another name, or esc.")
		return
	}
	m.warn(sentence(msg.err.Error()) + ".")
}

// nextName counts a name up: a, a-2, a-3.
func nextName(name string) string {
	stem, end := name, ""
	for _, e := range []string{store.CaseEnd, ".json"} {
		if cut, ok := strings.CutSuffix(name, e); ok {
			stem, end = cut, e
			break
		}
	}
	i := len(stem)
	for i > 0 && stem[i-1] >= '0' && stem[i-1] <= '9' {
		i--
	}
	n := 0
	if i > 0 && stem[i-1] == '-' && len(stem)-i < 6 {
		for _, d := range stem[i:] {
			n = 10*n + int(d-'0')
		}
	}
	if n < 2 {
		stem += "-2"
	} else {
		stem = stem[:i] + strconv.Itoa(n+1)
	}
	return stem + end
}

// keptCase makes the file that was written the one of what is open.
func (m *model) keptCase(msg caseSavedMsg) {
	k := &m.kase
	edits := msg.edits
	k.raw, k.edits = k.writeEdits(edits)[:len(edits)], edits
	k.savedNotes, k.savedCalled = msg.notes, msg.called
	k.path, k.version, k.newer = msg.path, msg.version, ""
	if msg.kept != "" {
		k.path = msg.kept
	}
	k.restored = true
}

// shownCase is the name of a case in the folder, the path of another one.
func (m *model) shownCase(path string) string { return homely(m.opts.Cases.Name(path), m.opts.Home) }

func (b *saveBox) paste(_ *model, text string) tea.Cmd {
	b.in.insert(strings.TrimSpace(text))
	return nil
}

func (b *saveBox) closed(*model) tea.Cmd { return nil }

func (b *saveBox) status(m *model) string {
	if b.busy {
		return "Saving."
	}
	if b.whole {
		return "The recording stays as it is; edits, notes and your place are saved."
	}
	return "A case is a file of its own; the recording is only read."
}

func (b *saveBox) foot(*model) []footKey {
	keys := []footKey{{"enter", "save"}}
	if !b.whole {
		keys = append(keys, footKey{"tab", "what it keeps"})
	}
	return append(keys, footKey{"ctrl+u", "clear"}, footKey{"esc", "close"})
}

func (b *saveBox) draw(m *model, c *canvas) {
	rows := 4
	if b.whole {
		rows = 3
	}
	r := m.box(70, rows+1)
	c.frame(r, "Save as case")
	c.put(r.x+2, r.y+1, r.w-4, append(line{{text: "> ", role: themes.Muted}}, b.in.line(r.w-6)...))
	y := r.y + 2
	where := says(themes.Muted, "in     "+homely(m.opts.Cases.Dir, m.opts.Home))
	if m.opts.Cases.Dir == "" {
		where = says(themes.Muted, "There is no folder for cases here: type a path.")
	}
	if strings.ContainsRune(b.in.String(), filepath.Separator) {
		where = says(themes.Muted, "a path: saved there")
	}
	c.put(r.x+2, y, r.w-4, where)
	if !b.whole {
		c.put(r.x+2, y+1, r.w-4, line{{text: "keeps  ", role: themes.Muted}, {text: keeping[b.keep].word}})
	}
}
