package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey/diagnose"
	"hopscope/journey/visible"
)

const (
	// kindsMax is how many unknown names are diagnosed so that the filter knows
	// their kind.
	kindsMax = 200
	// manyRows is the length of a list from which on it is filtered beside the
	// loop.
	manyRows = 1000
)

// filterHits are the rows that the filter lets through, by the id of the row, so
// that they hold while rows come and go. Long lists are filtered beside the
// loop: until the answer comes, the list stays as it is.
type filterHits struct {
	// text is what was looked for, in the rows of table.
	text  string
	table *toolTable
	of    []bool
	// key is the row under the cursor before the filter was changed.
	key rowKey
	// texts are what is looked for in: name and server of each row, by id.
	texts []string
	// kinds of failure by name; rows whose name is not among them have none.
	kinds map[rowKey]string
	// busy: a command filters; stale: rows have changed since.
	busy, stale bool
}

// sieve filters rows: on the loop or beside it.
type sieve struct {
	text  string
	rows  []toolRow
	texts []string
	kinds map[rowKey]string
	// among are the rows that can be hits only, nil: all.
	among []bool
}

// filteredMsg brings the rows that a filter lets through.
type filteredMsg struct {
	table *toolTable
	text  string
	of    []bool
	texts []string
}

// run looks for every word. What names hold is kept for the next time.
func (s *sieve) run(table *toolTable) filteredMsg {
	words := strings.Fields(strings.ToLower(s.text))
	of := make([]bool, len(s.rows))
	texts := slices.Grow(s.texts, max(len(s.rows)-len(s.texts), 0))[:max(len(s.rows), len(s.texts))]
	for i := range s.rows {
		r := &s.rows[i]
		if s.among != nil && (r.id >= len(s.among) || !s.among[r.id]) {
			continue
		}
		if texts[r.id] == "" {
			texts[r.id] = strings.ToLower(visible.Name(r.server) + " " + visible.Name(r.name))
		}
		of[r.id] = s.hit(words, r, texts[r.id])
	}
	return filteredMsg{table, s.text, of, texts}
}

func (s *sieve) hit(words []string, r *toolRow, text string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) && !strings.Contains(r.status, w) && (r.unknown == 0 || !strings.Contains(s.kinds[r.key()], w)) {
			return false
		}
	}
	return true
}

// matches reports whether every word is found.
func matches(words []string, in string) bool {
	for _, w := range words {
		if !strings.Contains(in, w) {
			return false
		}
	}
	return true
}

// filterBeside reports whether the list is so long that it is filtered beside
// the loop.
func (m *model) filterBeside() bool { return len(m.data.rows) > m.manyRows && m.filter != "" }

// sieve is what the filter of now has to do. Where it is what was done and more,
// it looks at the hits only.
func (m *model) sieve() *sieve {
	d := &m.data
	h := &d.hits
	if h.table != d.table {
		h.table, h.of, h.texts, h.text = d.table, nil, nil, ""
	}
	s := &sieve{text: m.filter, rows: d.rows, texts: h.texts, kinds: h.kinds}
	if h.of != nil && !h.stale && h.text != "" && strings.HasPrefix(m.filter, h.text) {
		s.among = h.of
	}
	return s
}

// applyFilter makes the list of shown rows: of a long list from the hits that
// are known.
func (m *model) applyFilter() {
	d := &m.data
	if m.filter == "" {
		d.hits.of, d.hits.text, d.hits.stale = nil, "", false
		d.showHits()
		return
	}
	d.hits.stale = true
	if m.filterBeside() {
		if d.hits.table != d.table { // the ids of before mean nothing
			d.hits.of = nil
		}
		d.showHits()
		return
	}
	m.learnKinds()
	m.tookHits(m.sieve().run(d.table))
}

// showHits makes the list from the hits; without any it is whole.
func (d *data) showHits() {
	d.shown = d.shown[:0]
	for i := range d.rows {
		if of := d.hits.of; of == nil || d.rows[i].id < len(of) && of[d.rows[i].id] {
			d.shown = append(d.shown, i)
		}
	}
}

func (m *model) tookHits(msg filteredMsg) {
	h := &m.data.hits
	h.text, h.of, h.texts, h.stale, h.table = msg.text, msg.of, msg.texts, false, msg.table
	m.data.showHits()
}

// renewFilter begins to filter where that is to be done.
func (m *model) renewFilter() tea.Cmd {
	d := &m.data
	h := &d.hits
	if h.busy || !m.filterBeside() || h.text == m.filter && !h.stale && h.table == d.table {
		return nil
	}
	s, table := m.sieve(), d.table
	h.busy, h.stale = true, false
	h.texts = nil // they are the command's now
	return tea.Batch(m.findKinds(), func() tea.Msg { return s.run(table) })
}

// filtered takes what a filter found, unless the rows are others by now.
func (m *model) filtered(msg filteredMsg) tea.Cmd {
	d := &m.data
	d.hits.busy = false
	if msg.table != d.table || m.filter == "" {
		return nil
	}
	d.hits.key, _ = m.cursorKey()
	stale := d.hits.stale
	m.tookHits(msg)
	d.hits.stale = stale
	return m.filteredNow()
}

// unknownRows are the rows whose kind of failure the filter does not know, each
// with its first refused call.
func (m *model) unknownRows() map[rowKey]uint32 {
	d := &m.data
	if d.recorded == nil || m.session() == nil || len(d.hits.kinds) >= kindsMax {
		return nil
	}
	want := map[rowKey]uint32{}
	for i := range d.rows {
		r := &d.rows[i]
		if _, ok := d.hits.kinds[r.key()]; ok || r.unknown == 0 {
			continue
		}
		if len(want)+len(d.hits.kinds) >= kindsMax {
			break
		}
		for _, row := range r.calls {
			if m.session().Rows[row].Class.Unknown() {
				want[r.key()] = row
				break
			}
		}
	}
	return want
}

// kindsOf diagnoses calls.
func kindsOf(a *diagnose.Analyzer, want map[rowKey]uint32) map[rowKey]string {
	kinds := make(map[rowKey]string, len(want))
	for key, row := range want {
		kinds[key] = ""
		if f := a.Finding(int(row)); f.Diagnosis != nil {
			kinds[key] = string(f.Diagnosis.Kind)
		}
	}
	return kinds
}

// learnKinds finds out the kinds of failure of the rows with unknown names, so
// that the filter finds them by it.
func (m *model) learnKinds() {
	m.data.hits.kinds = nil
	want := m.unknownRows()
	m.data.blind = m.data.blind || len(want) > 0
	m.data.hits.kinds = kindsOf(m.data.recorded, want)
}

// findKinds finds them out beside the loop.
func (m *model) findKinds() tea.Cmd {
	want := m.unknownRows()
	if len(want) == 0 || m.pending() {
		return nil
	}
	ask := m.askAside()
	asked := m.data.asked
	return m.beside(func() outcome {
		a := ask()
		kinds := kindsOf(a, want)
		return func(m *model) tea.Cmd {
			if m.data.asked != asked {
				return nil
			}
			m.data.aside = a
			known := make(map[rowKey]string, len(kinds)+len(m.data.hits.kinds))
			for _, list := range []map[rowKey]string{m.data.hits.kinds, kinds} {
				for key, kind := range list {
					known[key] = kind
				}
			}
			m.data.hits.kinds, m.data.hits.stale = known, true
			return nil
		}
	})
}

// askAside gives the analyzer of the recording that jobs have for themselves;
// the first that needs it makes it.
func (m *model) askAside() func() *diagnose.Analyzer {
	if a := m.data.aside; a != nil {
		return func() *diagnose.Analyzer { return a }
	}
	q := m.ask(true)
	return func() *diagnose.Analyzer {
		if q.recorded != nil {
			return diagnose.New(*q.recorded)
		}
		return diagnose.New(q.in)
	}
}
