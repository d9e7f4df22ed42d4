package tui

import (
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
)

// selected is called when the cursor came to another call: the first time at
// once, and while keys follow each other quickly only after they pause.
func (m *model) selected() tea.Cmd {
	m.data.moved, m.load.wish = true, nil
	m.data.wait++
	if m.data.settling {
		m.data.dirty = true
		return m.after(settleTime, settledMsg{m.data.wait})
	}
	m.data.settling = true
	return tea.Batch(m.renewDetail(), m.after(settleTime, settledMsg{m.data.wait}))
}

// settled makes the detail for where the cursor stands now.
func (m *model) settled(msg settledMsg) tea.Cmd {
	if msg.wait != m.data.wait {
		return nil
	}
	m.data.settling = false
	if !m.data.dirty {
		return nil
	}
	return m.renewDetail()
}

// renewDetail shows the selected call: at once where its bodies are known or
// there are none, else as soon as they are read.
func (m *model) renewDetail() tea.Cmd {
	m.data.dirty = false
	row := m.callRow()
	ids := m.callsInView()
	cmd := m.readBodies(row, ids)
	if m.data.detail == nil || cmd == nil || row < 0 {
		m.makeDetail()
	}
	return cmd
}

// callsInView are the rows whose ids the calls pane shows.
func (m *model) callsInView() []int {
	r := m.row()
	if r == nil {
		return nil
	}
	const around = 20
	from, to := max(m.data.calls-around, 0), min(m.data.calls+around, len(r.calls))
	var rows []int
	for _, c := range r.calls[min(from, to):to] {
		rows = append(rows, int(c))
	}
	return rows
}

// makeDetail makes what the right side shows from the selected row.
func (m *model) makeDetail() {
	if m.pending() && m.data.detail != nil && m.row() != nil {
		return // what it shows holds until all is worked out
	}
	m.data.cache.drop()
	r := m.row()
	if r == nil || m.data.plan == nil || m.data.analyzer == nil {
		m.data.detail = nil
		return
	}
	d := &detail{
		row: *r, session: m.session(), plan: m.data.plan, scheme: m.data.scheme, provider: m.data.provider,
		census: m.data.census, json: m.data.json, noTranscript: !m.hasCalls(),
		other: m.data.recorded != m.data.analyzer, silent: m.data.silent, providers: m.opts.Providers, keys: m.keys,
	}
	if m.data.loaded != nil {
		d.mask = m.data.loaded.Mask
	}
	d.callID = func(row int) string { return m.data.kept.callID(d.session, row) }
	tool, row := r.tool, m.callRow()
	if at := (place{r.key(), row}); at != m.data.scrolled {
		m.data.scrolled, m.data.scroll = at, map[pane]int{}
	}
	d.catalogKnown = m.data.analyzer.CatalogKnown(row)
	d.scheme, d.provider = m.data.analyzer.Rules(row)
	if row >= 0 {
		tool = m.callDetail(d, row, tool)
	} else {
		d.finding = m.refusedFor(tool)
		d.requestSeen = d.plan.Setting.Catalog.Form == journey.FormWire
	}
	for _, f := range d.census.Findings {
		if tool >= 0 && slices.Contains(f.Indexes, tool) {
			d.findings = append(d.findings, f)
		}
	}
	in := journey.TraceInput{
		Plan: d.plan, Scheme: d.scheme, Provider: d.provider, Tool: tool, Call: d.call, Finding: d.finding,
		CatalogKnown: d.catalogKnown, RequestSeen: d.requestSeen, Turns: int(d.session.Turns), Census: d.census,
	}
	if row >= 0 {
		in.Later = m.data.analyzer.Later(row)
	}
	if b := d.session.Background; b != nil {
		in.Capture = b.Capture
	}
	d.journey = journey.Trace(in)
	m.data.detail = d
}

// place is what a detail is about; panes are scrolled back when it changes.
type place struct {
	key rowKey
	row int
}

// callDetail adds what is known of one call and returns the index of its tool
// in the plan that was in force.
func (m *model) callDetail(d *detail, row, tool int) int {
	s, a := d.session, m.data.analyzer
	call := s.Call(row)
	if call.ID == "" {
		call.ID = m.data.kept.callID(s, row)
	}
	d.call = &call
	var err error
	d.args, _, err = m.data.kept.Args(s, row, argsMax)
	if err != nil && !errors.Is(err, errNotRead) {
		d.bodyErr = err.Error()
	}
	d.result, _, _ = m.data.kept.Result(s, row, resultMax)
	if _, _, err := m.data.kept.Args(s, row, 1); errors.Is(err, errNotRead) {
		m.data.blind = true
	}
	finding := a.Finding(row)
	if d.other {
		asRecorded(&call, &finding, m.data.recorded.Finding(row))
	}
	d.finding = &finding
	if p := a.Plan(row); p != nil && p != d.plan {
		tool = sameTool(d.plan, tool, p)
		c := journey.Census(p, d.provider, "")
		d.plan, d.census = p, &c
	}
	if n := finding.Predicted.Naming; n >= 0 && n < len(d.plan.Tools) {
		tool = n
	}
	d.requestSeen = s.OfferedAt(row).Known == journey.OfferComplete || d.plan.Setting.Catalog.Form == journey.FormWire
	return tool
}

// asRecorded keeps apart what was recorded and what another scheme predicts:
// the diagnosis is about the recording, and a call that ran ran the tool that
// its own scheme finds.
func asRecorded(call *journey.Call, finding *journey.Finding, own journey.Finding) {
	finding.Diagnosis = own.Diagnosis
	if call.Extra.Dispatched == nil && call.Class == journey.ClassOK {
		call.Extra.Dispatched = own.Predicted.Tool
		finding.Agrees = journey.Agree(call.Class, own.Predicted.Tool, finding.Predicted)
	}
	call.Extra.Stored = nil // what the recording's own client stored
}

// refusedFor is the diagnosis of a refused request that names the tool, nil for
// none.
func (m *model) refusedFor(tool int) *journey.Finding {
	for _, q := range m.refusals() {
		if q.tool == tool && tool >= 0 {
			return &journey.Finding{Row: -1, Diagnosis: q.diagnosis}
		}
	}
	return nil
}

// refusal is a refused request and the tool of the plan that it is about.
type refusal struct {
	tool      int
	request   int // in Session.Requests
	diagnosis *journey.Diagnosis
}

// refusals are the refused requests that are about a name of the plan.
func (m *model) refusals() []refusal { return m.data.refused }

func (m *model) listRefusals() []refusal {
	s := m.session()
	if s == nil || len(s.Requests) == 0 || m.data.recorded == nil {
		return nil
	}
	var list []refusal
	for _, q := range m.data.recorded.Requests() {
		if q.Diagnosis == nil {
			continue
		}
		for _, name := range aboutNames(q.Diagnosis) {
			i := slices.IndexFunc(m.data.plan.Tools, func(n journey.Naming) bool {
				return n.Tool.Listed() == name || string(n.Safe) == name || string(n.Wire.Name) == name || string(n.Ref.Name) == name
			})
			if i >= 0 {
				list = append(list, refusal{i, q.Index, q.Diagnosis})
			}
		}
	}
	return list
}

// aboutNames are the names of the list that a diagnosis is about.
func aboutNames(d *journey.Diagnosis) []string {
	if d.Target != "" {
		return []string{d.Target}
	}
	return d.About
}

// sameTool finds a tool of one plan in another, -1 for none.
func sameTool(from *journey.Plan, tool int, to *journey.Plan) int {
	if tool < 0 || tool >= len(from.Tools) {
		return -1
	}
	n := from.Tools[tool]
	if i, ok := to.ByWire[n.Wire]; ok {
		return i
	}
	return slices.IndexFunc(to.Tools, func(o journey.Naming) bool { return o.Ref == n.Ref })
}
