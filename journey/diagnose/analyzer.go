package diagnose

import (
	"slices"

	"hopscope/journey"
	"hopscope/journey/scheme"
	"hopscope/vocab"
)

// Input is what an Analyzer looks at.
type Input struct {
	Session *journey.Session
	// Catalog comes from other inputs than the recording and may be empty.
	Catalog journey.Catalog
	// Scheme and Provider for all calls; nil: detected, and each client of the
	// session is judged by its own.
	Scheme   journey.Scheme
	Provider journey.Provider
	// Fallback is for the calls of clients whose rules nobody knows.
	Fallback Fallback
	// Bodies reads arguments; nil: they are not looked at.
	Bodies journey.Bodies
	// Options are the -O key=value pairs; Connected as in journey.Setting.
	Options   map[string]string
	Connected []journey.Server
	// Reserved names as in journey.Setting.
	Reserved []journey.Wire
	// Vocabulary is the table of tool names; nil is the built-in one.
	Vocabulary *vocab.Table
	// Change is what is supposed of each request before it is planned; nil:
	// nothing. Diagnoses then are about the supposed requests too, so ask another
	// Analyzer about the past.
	Change func(journey.Scheme, journey.Setting) journey.Setting
}

// Analyzer answers for the rows of one session: the plan in force, what was
// predicted, whether the recording agrees, and the diagnosis. Answers are
// remembered by what they depend on, not by row, so asking for every row of a
// long recording is cheap, and the memory is bounded. The session may grow
// between questions. An Analyzer is for the owner of the session only.
type Analyzer struct {
	in       Input
	client   journey.Client // whose calls these are
	scheme   journey.Scheme
	provider journey.Provider
	rules    journey.Provider // nil: the label names no known contract
	why      string
	cased    *caseView // nil for recordings
	// own judges by the rules of the client that made the recording, where
	// those of another are looked through; nil: they are the same.
	own *Analyzer
	// others judge the calls of other clients; nil: all calls are judged here.
	others map[journey.Client]*Analyzer

	seen  growth
	plans map[planKey]*planView
	order []planKey // of plans, oldest first
	kin   []int     // by source, nil: one session
	pasts map[int]Past
	found map[findKey]found
	// sharers tells of which plans two tools share a name.
	sharers map[planKey]bool
	quiet   quietRows
	beside  *planView // of the given catalog, see given
	newest  newestRows
	// told is what each name shows, while all calls are of one session.
	told []namePast
}

// growth tells whether the session changed since the last question.
type growth struct {
	calls, snapshots, requests, sighted, extras int
	byClass                                     [len(journey.Classes)]int
}

func growthOf(s *journey.Session) growth {
	return growth{s.Tally.Calls, len(s.Snapshots), len(s.Requests), s.Sighted, len(s.Extras), s.Tally.ByClass}
}

// Bounds of what is remembered.
const (
	plansKept    = 16
	findingsKept = 8192
)

// New makes an analyzer. Scheme and provider are detected where they are not
// given. A given scheme decides what is predicted; a diagnosis is about the
// past, so the rules of the client that made the recording decide it.
func New(in Input) *Analyzer {
	if in.Session == nil {
		in.Session = &journey.Session{}
	}
	return newFor(in, in.Session.Client)
}

// newFor makes the analyzer for the calls of one client.
func newFor(in Input, client journey.Client) *Analyzer {
	a := &Analyzer{in: in, client: client, scheme: in.Scheme, provider: in.Provider}
	fallback := in.Fallback
	if in.Scheme != nil {
		fallback.Scheme = nil // what was asked for comes first
	}
	sch, prov, why := detectFor(a.in.Session, client, fallback)
	if a.scheme == nil {
		a.scheme, a.why = sch, why
	} else if a.why = why; sch.Info().ID != a.scheme.Info().ID || sch.Info().Version != a.scheme.Info().Version {
		a.why = a.scheme.Info().ID + ": as asked"
	}
	if a.provider == nil {
		a.provider = prov
	}
	// A diagnosis is about the past: what the recording names as provider
	// refused, whatever provider is looked through now.
	a.rules = a.provider
	if a.in.Session.Provider != "" {
		a.rules, _ = labelled(a.in.Session, client)
	}
	switch known := sch.Info().ID; {
	case in.Scheme == nil:
		a.others = map[journey.Client]*Analyzer{}
	case known != verbatim && known != a.scheme.Info().ID || len(clientsOf(a.in.Session)) > 1:
		in.Scheme, in.Change = nil, nil
		a.own = newFor(in, client)
	}
	a.reset()
	return a
}

// SchemeWhy says how the scheme was found: "claude-code 2.0.37: field version".
func (a *Analyzer) SchemeWhy() string { return a.why }

// Scheme and Provider are those that the answers rest on.
func (a *Analyzer) Scheme() journey.Scheme { return a.scheme }

// Provider is the contract that the answers rest on.
func (a *Analyzer) Provider() journey.Provider { return a.provider }

func (a *Analyzer) reset() {
	s := a.in.Session
	a.seen = growthOf(s)
	a.plans, a.order, a.found = map[planKey]*planView{}, nil, map[findKey]found{}
	a.cased, a.kin, a.pasts = nil, kin(s.Sources), map[int]Past{}
	a.sharers, a.quiet, a.beside = map[planKey]bool{}, quietRows{}, nil
	a.newest, a.told = newestRows{}, nil
	if s.Background != nil {
		a.cased = newCaseView(a)
	}
}

// refresh forgets what was found when the session has grown.
func (a *Analyzer) refresh() {
	s := a.in.Session
	now := growthOf(s)
	switch {
	case a.seen == now:
	case s.Background == nil && now.onlyCalls(a.seen) && slices.Equal(a.kin, kin(s.Sources)):
		a.moreCalls(now)
	default:
		a.reset()
	}
}

// Reread forgets the findings: bodies can be read now that could not be read
// before. Plans, and what other calls show, do not rest on them.
func (a *Analyzer) Reread() {
	a.found = map[findKey]found{}
	if a.own != nil {
		a.own.Reread()
	}
	for _, o := range a.others {
		o.Reread()
	}
}

// onlyCalls reports whether nothing but calls and results came since then.
func (g growth) onlyCalls(then growth) bool {
	return g.calls >= then.calls && g.snapshots == then.snapshots && g.requests == then.requests &&
		g.sighted == then.sighted && g.extras == then.extras
}

// moreCalls forgets what depends on the calls. A plan of a list that was
// recorded does not, unless a call tells which rules are in force.
func (a *Analyzer) moreCalls(now growth) {
	a.seen = now
	a.found, a.pasts, a.quiet = map[findKey]found{}, map[int]Past{}, a.quiet.grown()
	model, search := a.model(), a.toolSearch()
	if a.beside != nil {
		if set := &a.beside.plan.Setting; set.Model != model || set.ToolSearch != search {
			a.beside = nil
		} else {
			a.beside.age()
		}
	}
	a.order = slices.DeleteFunc(a.order, func(k planKey) bool {
		v := a.plans[k]
		stays := v.known && v.plan.Setting.Model == model && v.plan.Setting.ToolSearch == search
		if v.age(); !stays {
			delete(a.plans, k)
			delete(a.sharers, k)
		}
		return !stays
	})
}

// age drops what rests on the calls that were there.
func (v *planView) age() {
	if v.scene != nil {
		v.aged = v.scene
	}
	v.scene, v.own = nil, nil
}

// planView is a plan with what the tests need of it.
type planView struct {
	plan  *journey.Plan
	known bool
	// source and agent are those of the rows that it is for.
	source uint8
	agent  uint16
	kin    int
	scene  *scene // made when the first call that is judged needs it
	own    *scene // with the client's own tools, see orOwnTool
	// aged is the scene of before calls were added: of the entries all of it
	// still holds.
	aged *scene
	// shared are the tools of names that two or more have; nil: not yet asked.
	shared map[journey.WireName][]int
	real   map[journey.WireName]journey.Ref // see reals; nil: not yet asked
}

// Plan returns the plan in force at a row; -1: the newest one.
func (a *Analyzer) Plan(row int) *journey.Plan {
	if o := a.of(row); o != a {
		return o.Plan(row)
	}
	a.refresh()
	return a.planAt(row).plan
}

// PlanOf returns the plan that a snapshot of declared tools makes, for turns in
// which nothing was called.
func (a *Analyzer) PlanOf(snapshot int) *journey.Plan {
	a.refresh()
	return a.planOf(-1, snapshot).plan
}

// CatalogKnown reports whether the list of declared tools at a row was recorded
// or given; false: it is assumed.
func (a *Analyzer) CatalogKnown(row int) bool {
	if o := a.of(row); o != a {
		return o.CatalogKnown(row)
	}
	a.refresh()
	return a.planAt(row).known
}

func (a *Analyzer) planAt(row int) *planView {
	s := a.in.Session
	at := -1
	switch {
	case row >= 0:
		at = s.SnapshotAt(row)
	case len(s.Rows) > 0:
		at = s.SnapshotAt(len(s.Rows) - 1)
	}
	if at < 0 && (row < 0 || len(s.Rows) == 0) && len(s.Snapshots) > 0 {
		at = len(s.Snapshots) - 1
		row = -1
	}
	return a.planOf(row, at)
}

// planOf returns the plan of a snapshot at a row.
func (a *Analyzer) planOf(row, at int) *planView {
	key := planKey{at, a.kinOf(row)}
	if v := a.plans[key]; v != nil {
		return v
	}
	v := a.makePlan(row, at)
	if len(a.order) >= plansKept {
		delete(a.plans, a.order[0])
		a.order = a.order[1:]
	}
	a.plans[key] = v
	a.order = append(a.order, key)
	return v
}

func (a *Analyzer) makePlan(row, at int) *planView {
	cat, known := a.catalogAt(row, at)
	cat = a.realNames(cat)
	set := a.setting(cat)
	set.Builtins = a.addBuiltins(cat)
	if a.in.Change != nil {
		set = a.in.Change(a.scheme, set)
	}
	plan := a.scheme.Plan(set)
	v := &planView{plan: &plan, known: known, kin: a.kinOf(row)}
	if row >= 0 {
		v.source, v.agent = a.in.Session.Rows[row].Source, a.in.Session.Rows[row].Agent
	}
	return v
}

func (a *Analyzer) setting(cat journey.Catalog) journey.Setting {
	return journey.Setting{
		Catalog: cat, Connected: a.in.Connected, Model: a.model(), ToolSearch: a.toolSearch(), Options: a.in.Options, Reserved: a.in.Reserved,
	}
}

func (a *Analyzer) model() string {
	if m := a.in.Session.Models; len(m) > 0 {
		return m[len(m)-1]
	}
	return ""
}

func (a *Analyzer) toolSearch() bool {
	return slices.ContainsFunc(a.in.Session.Tally.Names(), func(n *journey.NameTally) bool {
		return n.Called.Name == "ToolSearch"
	})
}

// verbatimPlan names a catalog as it stands, for texts without a session.
func verbatimPlan(cat journey.Catalog) *journey.Plan {
	sch, _ := scheme.Get(verbatim) // always there
	plan := sch.Plan(journey.Setting{Catalog: cat})
	return &plan
}
