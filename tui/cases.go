package tui

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"hopscope/journey"
	"hopscope/journey/decide"
	"hopscope/sessions/casefile"
	"hopscope/sessions/store"
)

// caseState is how what is open stands to its case file.
type caseState struct {
	// path is the file that w saves over, empty: none yet; version is what it
	// held. newer is its schema where that is a later one than ours.
	path    string
	version store.Version
	newer   string
	// edits are those of the file, raw as they stand there; strange ones this
	// version does not know: they are kept, and are not in force.
	edits   []decide.Edit
	raw     []json.RawMessage
	strange []json.RawMessage
	// notes are what was written; those that are saved, and the saved name of the
	// list of edits.
	notes       []casefile.Note
	savedNotes  []casefile.Note
	savedCalled string
	restored    bool
}

// ownCase is the case that is open, nil where something else is open, or
// something beside it.
func (m *model) ownCase() *casefile.Case {
	if l := m.data.loaded; l != nil && len(l.Sources) == 1 {
		return l.Case
	}
	return nil
}

// startCase takes what was opened as the case of now. again: it is the same as
// before, read again, and what was not saved stays.
func (m *model) startCase(again bool) {
	was := m.kase
	m.kase = caseState{}
	if again {
		m.kase = was
	}
	c := m.ownCase()
	if c == nil {
		return
	}
	k := &m.kase
	k.edits, k.raw, k.strange = readEdits(c.Edits)
	if !again || reflect.DeepEqual(k.notes, k.savedNotes) {
		k.notes = slices.Clone(c.Notes)
	}
	if !again || m.what.called == k.savedCalled {
		m.what.called = c.EditsName
	}
	k.savedNotes, k.savedCalled = c.Notes, c.EditsName
	path := m.data.loaded.Sources[0].Path
	if m.data.demo == "" && path != "-" && strings.HasSuffix(path, ".json") {
		k.path, k.version, k.newer = filepath.Clean(path), store.VersionOf(c.Read()), c.Newer()
	}
}

// readEdits are the edits of a case, and those that this version does not know.
func readEdits(list []json.RawMessage) (edits []decide.Edit, raw, strange []json.RawMessage) {
	for _, r := range list {
		var e decide.Edit
		if json.Unmarshal(r, &e) != nil || !decide.KnownEdit(e.Kind) {
			strange = append(strange, r)
			continue
		}
		edits, raw = append(edits, e), append(raw, r)
	}
	return edits, raw, strange
}

// writeEdits are edits as they stand in a case: those of the file as they stood
// there.
func (k *caseState) writeEdits(edits []decide.Edit) []json.RawMessage {
	var out []json.RawMessage
	used := make([]bool, len(k.edits))
	for _, e := range edits {
		at := -1
		for i := range k.edits {
			if !used[i] && at < 0 && reflect.DeepEqual(k.edits[i], e) {
				at = i
			}
		}
		if at >= 0 {
			used[at] = true
			out = append(out, k.raw[at])
		} else if raw, err := json.Marshal(e); err == nil { // an edit is plain data
			out = append(out, raw)
		}
	}
	return append(out, k.strange...)
}

// restoreCase puts in force what a case holds beside its recording, once all of
// it is read.
func (m *model) restoreCase() {
	c := m.ownCase()
	if c == nil || m.kase.restored || m.data.analyzer == nil {
		return
	}
	m.kase.restored = true
	m.restoreChoices(c.View)
	if len(m.kase.edits) > 0 {
		m.setEdits(decide.NewEdits(m.kase.edits))
	}
	m.restorePlace(c)
	var parts []string
	if n := len(m.kase.edits); n > 0 {
		parts = append(parts, plural(n, "edit", "edits"))
	}
	if n := len(m.kase.notes); n > 0 {
		parts = append(parts, plural(n, "note", "notes"))
	}
	switch {
	case m.kase.newer != "":
		m.warn(m.kase.newer + " is newer than this hopscope: the rest is kept, not shown.")
	case len(m.kase.strange) > 0:
		m.warn(plural(len(m.kase.strange), "edit of this case is", "edits of this case are") + " not known here: kept, not in force.")
	case len(parts) > 0:
		m.say("As it was saved, with " + strings.Join(parts, " and ") + ".")
	}
}

// restoreChoices picks what was chosen when the case was saved. What the
// command line says stays.
func (m *model) restoreChoices(v *casefile.View) {
	d := &m.data
	if v == nil {
		return
	}
	rules := m.rules()
	changed := false
	if m.opts.Scheme == nil && v.Scheme != "" {
		if s, err := rules.Scheme(v.Scheme); err == nil {
			d.scheme, d.schemeChosen, changed = s, true, true
		}
	}
	if m.opts.Provider == nil && v.Provider != "" {
		if p, err := rules.Provider(v.Provider); err == nil {
			d.provider, d.providerChosen, changed = p, true, true
		}
	}
	if len(v.Options) > 0 && len(m.opts.SchemeOptions) == 0 && d.scheme != nil {
		d.options, changed = schemeOptions{d.scheme.Info().ID: v.Options}, true
	}
	if v.Connected != nil && m.opts.Connected == nil {
		d.connected, d.serversSet, changed = []journey.Server{}, true, true
		for _, key := range v.Connected {
			d.connected = append(d.connected, journey.Server(key))
		}
	}
	if changed {
		m.reanalyse()
	}
}

// restorePlace stands where the reader stood.
func (m *model) restorePlace(c *casefile.Case) {
	v := c.View
	if v == nil {
		return
	}
	if v.Filter != "" {
		m.setFilter(v.Filter)
	}
	if row := rowOf(c, v.Call); row >= 0 && row < len(m.session().Rows) {
		m.goTo(row)
	} else if v.Tool != "" {
		for i, at := range m.data.shown {
			if m.data.rows[at].name == v.Tool {
				m.data.tools.cursor, m.data.moved = i, true
				m.firstCall()
				m.clampTools()
				m.makeDetail()
				break
			}
		}
	}
	for p := range panesJourneys {
		if p != paneTools && v.Pane == paneIDs[p] && slices.Contains(m.panes(), p) {
			m.focus = p
		}
	}
	for _, t := range m.tabNames() {
		if tabID(t) == v.Tab && t.tab != tabSessions && t.tab != tabJourneys {
			m.showTab(t.tab)
		}
	}
}

// paneIDs are the panes of Journeys as a case names them.
var paneIDs = [panesJourneys]string{
	paneTools: "list", paneCalls: "calls", paneReal: "registered", paneSafe: "safe", paneWire: "wire",
	paneEcho: "echo", paneDispatch: "dispatch", paneHistory: "replay", paneIdentity: "identity",
}

// tabID is the tab as a case names it: "what-if".
func tabID(t tabName) string {
	_, name, _ := strings.Cut(t.text, " ")
	return strings.ToLower(name)
}

// rowOf is the row of the n-th entry of calls, -1 for none.
func rowOf(c *casefile.Case, n int) int {
	if n < 1 || n > len(c.Calls) || c.Calls[n-1].Null && !c.Calls[n-1].NameLost {
		return -1
	}
	row := -1
	for i := range n {
		if call := &c.Calls[i]; !call.Null || call.NameLost {
			row++
		}
	}
	return row
}

// entryOf is the number of the entry of calls that holds a row, 0 for none.
func entryOf(c *casefile.Case, row int) int {
	if row < 0 {
		return 0
	}
	for i := range c.Calls {
		if call := &c.Calls[i]; !call.Null || call.NameLost {
			if row--; row < 0 {
				return i + 1
			}
		}
	}
	return 0
}

// viewNow is what a case keeps of the screen. Calls are numbered by the row
// here, by the entry once the case is made.
func (m *model) viewNow(old *casefile.View) *casefile.View {
	v := casefile.View{}
	if old != nil {
		v.Extra = old.Extra
	}
	d := &m.data
	for _, t := range m.tabNames() {
		if t.tab == m.tab && m.tab != tabSessions {
			v.Tab = tabID(t)
		}
	}
	v.Filter = m.filter
	if r := m.row(); r != nil {
		v.Tool = r.name
	}
	if m.tab == tabJourneys && m.focus != paneTools && m.focus < panesJourneys {
		v.Pane = paneIDs[m.focus]
	}
	scheme, chosen, provider, picked := d.scheme, d.schemeChosen, d.provider, d.providerChosen
	if m.what.edits.Len() > 0 {
		b := m.what.base
		scheme, chosen, provider, picked = b.scheme, b.schemeChosen, b.provider, b.providerChosen
	}
	if chosen && scheme != nil {
		v.Scheme = decide.SchemeID(scheme.Info())
	}
	if picked && provider != nil {
		v.Provider = provider.Info().ID
	}
	if scheme != nil {
		v.Options = d.options[scheme.Info().ID]
	}
	if d.serversSet {
		v.Connected = []string{}
		for _, key := range d.connected {
			v.Connected = append(v.Connected, string(key))
		}
	}
	return &v
}

// unsaved counts the edits and the notes that are not in a file.
func (m *model) unsaved() (edits, notes int) {
	k := &m.kase
	now := m.what.edits.List()
	same := 0
	for same < min(len(now), len(k.edits)) && reflect.DeepEqual(now[same], k.edits[same]) {
		same++
	}
	edits = max(len(now), len(k.edits)) - same
	if edits == 0 && m.what.called != k.savedCalled {
		edits = len(now)
	}
	same = 0
	for same < min(len(k.notes), len(k.savedNotes)) && reflect.DeepEqual(k.notes[same], k.savedNotes[same]) {
		same++
	}
	return edits, max(len(k.notes), len(k.savedNotes)) - same
}

// unsavedWords is "2 edits are" or "1 edit and 1 note are", empty where all is
// saved.
func (m *model) unsavedWords() string {
	edits, notes := m.unsaved()
	switch {
	case edits+notes == 0:
		return ""
	case notes == 0:
		return plural(edits, "edit is", "edits are")
	case edits == 0:
		return plural(notes, "note is", "notes are")
	}
	return plural(edits, "edit", "edits") + " and " + plural(notes, "note are", "notes are")
}

// saveState is what stands beside the entry of the palette.
func (m *model) saveState() string {
	if text := m.unsavedWords(); text != "" {
		return text + " not saved"
	}
	if m.kase.path != "" {
		return m.shownCase(m.kase.path)
	}
	return ""
}
