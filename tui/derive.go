package tui

import (
	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
	"hopscope/journey/diagnose"
)

const (
	// manyTools is the length of a list from which on what follows from it is
	// worked out beside the loop: it takes longer than a frame.
	manyTools = 400
	// manyCalls is the same for the search of all calls.
	manyCalls = 20_000
)

// derived is what follows from the record under the rules in force.
type derived struct {
	// analyzer asks the scheme in force, recorded the own one: diagnoses are about
	// the past, whatever scheme is looked through now. They are one where the
	// schemes are.
	analyzer, recorded *diagnose.Analyzer
	plan               *journey.Plan
	// assumed: the list of plan is made from the calls.
	assumed bool
	census  *journey.CensusResult
	// servers are those of the plan, usualServers as they would be without a
	// choice.
	servers, usualServers []serverRow
	// silent are the rows of calls that ran, but not what was meant, of the first
	// searched calls; -1: nobody looked.
	silent   []uint32
	searched int
	table    *toolTable
	found    filteredMsg // what a filter finds in the rows of table
}

// question is what is derived from: it holds while the record is at rest.
type question struct {
	in diagnose.Input
	// recorded is what the recording is asked with, nil: the same.
	recorded *diagnose.Input
	provider journey.Provider
	usual    func(*journey.Plan) []serverRow
	// silent: all calls are there, so those that ran the wrong tool are looked
	// for. row is the call that is looked at, -1 for none.
	silent bool
	row    int
	bodies *keptBodies
	// sieve is the filter of now, for rows that do not exist yet.
	sieve sieve
}

// derivedFrom tells whether what was derived is still so.
type derivedFrom struct {
	snapshots, tools int
	// requests, sighted and extras make an analyzer begin anew, calls a list that
	// is made from them; of small records they do not matter.
	requests, sighted, extras, calls int
}

// nothingYet is from of what is to be derived anew.
func nothingYet() derivedFrom { return derivedFrom{snapshots: -1} }

// derivedFrom is what would be derived from now.
func (m *model) derivedFrom() derivedFrom {
	d := &m.data
	s := d.loaded.Session
	f := derivedFrom{snapshots: len(s.Snapshots), tools: m.planTools(s)}
	if m.many() {
		f.requests, f.sighted, f.extras = len(s.Requests), s.Sighted, len(s.Extras)
		if d.assumed {
			f.calls = s.Tally.Calls
		}
	}
	return f
}

// many reports whether what follows from the record takes longer than a frame.
func (m *model) many() bool {
	d := &m.data
	s := d.loaded.Session
	n := max(len(d.loaded.Catalog.Tools), len(s.Tally.Names()))
	if k := len(s.Snapshots); k > 0 {
		n = max(n, len(s.Snapshots[k-1].Catalog.Tools))
	}
	return s.Background == nil && n > m.manyTools
}

// ask says what is to be derived, on the loop or beside it.
func (m *model) ask(beside bool) question {
	d := &m.data
	q := question{provider: d.provider, row: m.callRow(), bodies: d.kept, silent: m.atRest()}
	if beside {
		q.bodies = d.kept.lend()
		q.sieve = sieve{text: m.filter, kinds: d.hits.kinds}
	}
	q.in = diagnose.Input{
		Session: d.loaded.Session, Catalog: d.loaded.Catalog, Fallback: m.opts.Fallback,
		Bodies: q.bodies, Options: m.optionsOf(d.scheme), Connected: d.connected, Reserved: m.opts.Reserved, Change: m.change(),
	}
	// Without a choice each client of the session is judged by its own rules.
	if d.schemeChosen || m.what.edits.Len() > 0 {
		q.in.Scheme = d.scheme
	}
	if d.providerChosen || q.in.Scheme != nil {
		q.in.Provider = d.provider
	}
	switch {
	case m.what.edits.Len() > 0:
		in := m.unedited(q.in)
		q.recorded = &in
	case m.otherScheme() || m.otherSetting():
		in := q.in
		in.Scheme, in.Options, in.Connected = m.opts.Scheme, m.opts.SchemeOptions, m.opts.Connected
		q.recorded = &in
	}
	connected, options := m.opts.Connected, m.opts.SchemeOptions
	q.usual = func(p *journey.Plan) []serverRow {
		usual := *p
		usual.Setting.Connected, usual.Setting.Options = connected, options
		return serverRows(&usual)
	}
	return q
}

// derive answers a question.
func (q *question) derive() derived {
	d := derived{analyzer: diagnose.New(q.in), searched: -1}
	d.recorded = d.analyzer
	if q.recorded != nil {
		d.recorded = diagnose.New(*q.recorded)
	}
	d.plan = d.analyzer.Plan(-1)
	d.assumed = !d.analyzer.CatalogKnown(-1)
	d.servers, d.usualServers = serverRows(d.plan), q.usual(d.plan)
	c := journey.Census(d.plan, q.provider, "")
	d.census = &c
	return d
}

// ahead works out what the screen asks at once, so that no frame waits for it.
func (q *question) ahead(d *derived) {
	s := q.in.Session
	d.table = newToolTable(s, d.plan, d.census)
	if q.silent {
		d.silent, d.searched = silentRows(s, d.recorded), s.Tally.Calls
	}
	q.sieve.rows = d.table.renew(d.silent)
	if q.sieve.text != "" {
		d.found = q.sieve.run(d.table)
	}
	for _, a := range []*diagnose.Analyzer{d.analyzer, d.recorded} {
		if q.row >= 0 && q.row < len(s.Rows) {
			a.Finding(q.row)
			a.Later(q.row)
		}
	}
}

// analyse makes analyzer, plan and census for the scheme and provider of now:
// at once, or where that takes longer than a frame beside the loop. Until then
// all stays as it is.
func (m *model) analyse() {
	d := &m.data
	d.from, d.asked = m.derivedFrom(), d.asked+1
	if s := d.loaded.Session; m.many() || m.atRest() && s.Background == nil && s.Tally.Calls > m.manyCalls {
		d.stale = true
		return
	}
	q := m.ask(false)
	m.take(q.derive())
}

// take puts what was derived in force.
func (m *model) take(x derived) {
	d := &m.data
	d.stale = false
	d.derived = x
	d.from = m.derivedFrom()
	d.counted, d.requests = -1, -1
	d.blind, d.aside = false, nil
	if f := x.found; f.table != nil && f.text == m.filter {
		d.hits = filterHits{text: f.text, table: f.table, of: f.of, texts: f.texts, kinds: d.hits.kinds, busy: d.hits.busy}
	}
}

// renewDerived begins to work out what was asked for.
func (m *model) renewDerived() tea.Cmd {
	d := &m.data
	if !d.stale || d.loaded == nil || m.load.work.busy {
		return nil
	}
	d.stale, d.working = false, true
	q, asked, version := m.ask(true), d.asked, d.kept.version
	return m.beside(func() outcome {
		x := q.derive()
		q.ahead(&x)
		return func(m *model) tea.Cmd {
			m.data.working = false
			if m.data.asked != asked { // something else was asked for meanwhile
				m.data.stale = true
				return nil
			}
			m.data.kept.returned(q.bodies)
			m.take(x)
			if m.data.kept.version != version {
				x.analyzer.Reread()
				x.recorded.Reread()
			}
			return m.derivedNow()
		}
	})
}

// derivedNow shows what came of it.
func (m *model) derivedNow() tea.Cmd {
	m.buildRows()
	cmd := m.renewDetail()
	if d := &m.data; cmd != nil && (d.detail == nil || d.detail.plan != d.plan) {
		m.makeDetail()
	}
	for _, then := range m.load.after {
		cmd = tea.Batch(cmd, then(m))
	}
	m.load.after = nil
	return cmd
}

// whenDerived does something as soon as all that follows from the record is
// known.
func (m *model) whenDerived(then outcome) tea.Cmd {
	if !m.pending() {
		return then(m)
	}
	m.load.after = append(m.load.after, then)
	return nil
}

// pending reports whether what follows from the record is still worked out.
func (m *model) pending() bool { return m.data.stale || m.data.working }

// atRest reports whether nothing is read, so that all calls are there.
func (m *model) atRest() bool { return m.load.from == nil || m.load.paused }
