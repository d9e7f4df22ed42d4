package tui

import (
	"slices"
	"sort"
	"time"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
	"hopscope/journey/diagnose"
)

// settleTime is the pause of the keys after which the detail is made again.
const settleTime = 60 * time.Millisecond

// settledMsg says that no key moved the cursor for a moment.
type settledMsg struct{ wait int }

// rebuild derives everything again from what is loaded: scheme and provider,
// the plan where its sources changed, and the rows. The cursor keeps its row.
func (m *model) rebuild() {
	d := &m.data
	if d.loaded == nil {
		return
	}
	m.detect(d.loaded.Session)
	if d.from != m.derivedFrom() {
		m.analyse()
	}
	m.buildRows()
}

// planTools counts what an assumed catalog is made from, so that a change
// shows.
func (m *model) planTools(s *journey.Session) int {
	n := len(m.data.loaded.Catalog.Tools)
	if n == 0 && len(s.Snapshots) == 0 {
		n = len(s.Tally.Names())
	}
	return n
}

// detect takes scheme and provider from the recording unless they were chosen.
func (m *model) detect(s *journey.Session) {
	d := &m.data
	scheme, provider, why := diagnose.DetectOr(s, m.opts.Fallback)
	d.own = scheme
	if m.opts.Scheme != nil {
		d.own = m.opts.Scheme
	}
	if !d.schemeChosen && (d.scheme == nil || d.scheme.Info().ID != scheme.Info().ID || d.scheme.Info().Version != scheme.Info().Version) {
		d.scheme, d.from = scheme, nothingYet()
	}
	if !d.providerChosen && (d.provider == nil || d.provider.Info().ID != provider.Info().ID) {
		d.provider, d.from = provider, nothingYet()
	}
	if !d.schemeChosen {
		d.schemeWhy = why
	}
}

// buildRows makes the rows again and keeps the cursor on its row.
func (m *model) buildRows() {
	d := &m.data
	key, at := m.cursorKey()
	call := m.callRow()
	m.findSilent()
	if !d.table.isFor(d.loaded.Session, d.plan, d.census) {
		d.table = newToolTable(d.loaded.Session, d.plan, d.census)
	}
	d.rows = d.table.renew(d.silent)
	if n := len(d.loaded.Session.Requests); d.requests != n && !m.pending() {
		d.requests = n
		d.refused = m.listRefusals()
	}
	d.finds = m.listFindings()
	m.applyFilter()
	if m.goBack() {
		return
	}
	if !d.moved {
		m.standOnFirst()
		return
	}
	d.tools.cursor = at
	if i := m.findKey(key); i >= 0 {
		d.tools.cursor = i
	}
	if call >= 0 { // under another scheme it may belong to another row
		m.standOn(call)
	}
	m.clampTools()
}

// rowKey names a row over rebuilds.
type rowKey struct {
	server, name string
	tool         bool
}

func (r *toolRow) key() rowKey { return rowKey{r.server, r.name, r.tool >= 0} }

func (m *model) cursorKey() (rowKey, int) {
	if r := m.row(); r != nil {
		return r.key(), m.data.tools.cursor
	}
	return rowKey{}, m.data.tools.cursor
}

// findKey returns the place in the shown rows, -1 for none.
func (m *model) findKey(k rowKey) int {
	return slices.IndexFunc(m.data.shown, func(i int) bool { return m.data.rows[i].key() == k })
}

// callRow is the session row of the selected call, -1 for none.
func (m *model) callRow() int {
	r := m.row()
	if r == nil || m.data.calls < 0 || m.data.calls >= len(r.calls) {
		return -1
	}
	return int(r.calls[m.data.calls])
}

// standOnFirst puts the cursor on the first failure about a name, else on the
// first failure, else on the first finding, else on the first row.
func (m *model) standOnFirst() {
	d := &m.data
	d.tools = window{}
	if q := m.refusals(); len(q) > 0 && m.standOnTool(q[0].tool) {
		return
	}
	if f := m.failedRows(); len(f) > 0 {
		s := d.loaded.Session
		row := f[0]
		if i := slices.IndexFunc(f, func(r uint32) bool { return s.Rows[r].Class.Unknown() }); i >= 0 {
			row = f[i]
		} else if len(m.data.silent) > 0 {
			row = m.data.silent[0]
		}
		m.standOn(int(row))
		return
	}
	if f := m.findings(); len(f) > 0 {
		m.standOnTool(f[0].Indexes[0])
		return
	}
	m.firstCall()
	m.clampTools()
}

// standOn puts the cursor on a call; false where no shown row has it.
func (m *model) standOn(row int) bool {
	for i, at := range m.data.shown {
		if j, ok := slices.BinarySearch(m.data.rows[at].calls, uint32(row)); ok {
			m.data.tools.cursor, m.data.calls = i, j
			m.clampTools()
			return true
		}
	}
	return false
}

// standOnTool puts the cursor on a tool of the plan.
func (m *model) standOnTool(index int) bool {
	for i, at := range m.data.shown {
		if m.data.rows[at].tool == index {
			m.data.tools.cursor = i
			m.firstCall()
			m.clampTools()
			return true
		}
	}
	return false
}

// firstCall selects the call of the row that matters most: the first that
// failed, worst first, else the first.
func (m *model) firstCall() {
	m.data.calls = 0
	r := m.row()
	if r == nil || r.failed+r.wrong == 0 || m.session() == nil {
		return
	}
	s, best := m.session(), journey.ClassOK
	for i, row := range r.calls {
		c := s.Rows[row].Class
		if isAmong(m.data.silent, row) && !best.Failed() {
			m.data.calls = i
			if r.unknown == 0 {
				return
			}
		}
		if c.Failed() && c.Rank() < best.Rank() {
			m.data.calls, best = i, c
			if c == journey.ClassUnknownTool {
				return
			}
		}
	}
}

// failedRows are the calls that failed or ran the wrong tool in file order,
// kept until another one fails.
func (m *model) failedRows() []uint32 {
	d := &m.data
	s := m.session()
	if s == nil {
		return nil
	}
	if n := s.Tally.Failed(); d.counted != n {
		d.failures, d.counted = mergeRows(s.Tally.FailedRows(s, false), d.silent), n
	}
	return d.failures
}

// isAmong looks for a row in an ascending list.
func isAmong(list []uint32, row uint32) bool {
	_, ok := slices.BinarySearch(list, row)
	return ok
}

// listFindings puts together the findings that can be pointed at: refused
// requests, then what the census calls an error, in the order of the list.
func (m *model) listFindings() []journey.CensusFinding {
	var list []journey.CensusFinding
	for _, q := range m.refusals() {
		list = append(list, journey.CensusFinding{Indexes: []int{q.tool}})
	}
	seen := len(list)
	if m.data.census == nil {
		return list
	}
	for _, f := range m.data.census.Findings {
		refused := slices.ContainsFunc(list[:seen], func(q journey.CensusFinding) bool { return slices.Contains(f.Indexes, q.Indexes[0]) })
		if len(f.Indexes) > 0 && f.Severity == journey.SeverityError && !refused {
			list = append(list, *f)
		}
	}
	place := make([]int, len(m.data.plan.Tools))
	for i := range m.data.rows {
		if t := m.data.rows[i].tool; t >= 0 && t < len(place) {
			place[t] = i
		}
	}
	slices.SortStableFunc(list, func(a, b journey.CensusFinding) int {
		return place[a.Indexes[0]] - place[b.Indexes[0]]
	})
	return list
}

// findings are what n goes through where no call failed.
func (m *model) findings() []journey.CensusFinding { return m.data.finds }

// nextFailure goes to the next (+1) or previous (-1) failed call of all tools,
// round the end; without calls, to the next finding.
func (m *model) nextFailure(d int) tea.Cmd {
	if m.load.from != nil { // a call may have changed its class, the number not
		m.data.counted = -1
	}
	f := m.failedRows()
	if len(f) == 0 {
		return m.nextFinding(d)
	}
	at := m.callRow()
	i := sort.Search(len(f), func(i int) bool { return int(f[i]) >= at })
	onIt := i < len(f) && int(f[i]) == at
	switch {
	case d > 0 && onIt:
		i++
	case d < 0:
		i--
	}
	i = (i + len(f)) % len(f)
	return m.goTo(int(f[i]))
}

func (m *model) nextFinding(d int) tea.Cmd {
	f := m.findings()
	if len(f) == 0 {
		m.say("No failures and no findings here.")
		return nil
	}
	i := m.findingAt(f)
	if i < 0 && d < 0 {
		i = 0
	}
	next := f[(i+d+len(f))%len(f)]
	m.dropFilterFor(func() bool { return m.standOnTool(next.Indexes[0]) })
	return m.selected()
}

// findingAt is the finding that the selected tool belongs to, -1 for none.
func (m *model) findingAt(f []journey.CensusFinding) int {
	r := m.row()
	return slices.IndexFunc(f, func(x journey.CensusFinding) bool {
		return r != nil && r.tool >= 0 && slices.Contains(x.Indexes, r.tool)
	})
}

// goTo selects a call wherever it is; a filter that hides it is dropped.
func (m *model) goTo(row int) tea.Cmd {
	m.dropFilterFor(func() bool { return m.standOn(row) })
	return m.selected()
}

// dropFilterFor tries once more without the filter.
func (m *model) dropFilterFor(try func() bool) {
	if try() || m.filter == "" {
		return
	}
	m.filter = ""
	m.applyFilter()
	try()
	m.say("The filter hid it and was dropped.")
}

func (m *model) clampTools() {
	h := max(m.toolsHeight(), 1)
	m.data.tools.clamp(len(m.data.shown), h)
}

// moveTool moves the cursor of the tool list.
func (m *model) moveTool(d int) tea.Cmd {
	was := m.data.tools.cursor
	m.data.tools.move(d, len(m.data.shown), max(m.toolsHeight(), 1))
	if was == m.data.tools.cursor {
		return nil
	}
	m.firstCall()
	return m.selected()
}

// moveCall moves among the calls of the selected tool.
func (m *model) moveCall(d int) tea.Cmd {
	r := m.row()
	if r == nil || len(r.calls) == 0 {
		return nil
	}
	was := m.data.calls
	m.data.calls = max(min(was+d, len(r.calls)-1), 0)
	if was == m.data.calls {
		return nil
	}
	return m.selected()
}
