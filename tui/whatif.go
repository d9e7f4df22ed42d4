package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
	"hopscope/journey/decide"
)

// The What-if tab: what to do with a call of any name, what clients would do,
// where a rename would have to happen, and edits that suppose a change. All
// answers come from package decide.
//
//	▌Call  > bash_tool▏      arguments  {…}     verdict
//	──────────────────────────────────────────────────
//	 How it was decided     │ Rename map
//	 nine rules             │ one row a declared tool
//	 What clients would do  │ notes
//	──────────────────────────────────────────────────
//	 Places that move together
//	 Edits

// whatPane is a pane of the tab, in the order of tab.
type whatPane uint8

const (
	whatCall whatPane = iota
	whatArgs
	whatTrace
	whatClients
	whatMap
	whatPlaces
	whatEdits
	whatPanes
)

// whatIf is the state of the tab.
type whatIf struct {
	// keys are those of now; nil: the usual ones.
	keys keyMap
	pane whatPane
	// call and args are the two inputs, filled what stood in them first.
	call, args *input
	filled     filling

	request  whatRequest
	decision decide.Decision
	asked    journey.Invocation // what was decided
	// answers and hints are about answered; asking: they are being made.
	answers  []decide.Answer
	hints    []string
	answered journey.Invocation
	asking   bool

	// up is the target of the map, upSet: it was chosen.
	up    decide.Upstream
	upSet bool
	// out is the map with its places; moved: it is up to date; moving: it is
	// being made. from is the file of a recorded request.
	out    decide.Outgoing
	from   string
	moved  bool
	moving bool
	// all are the places of out in one list.
	all []decide.Move
	// forget are the paths of places that are left out, to see what comes of it.
	forget []string
	filter string
	shown  []int // rows of the map that the filter lets through

	lists [whatPanes]window

	// edits are in force in the whole workbench; base is what was in force
	// before them; changes say what each does.
	edits   decide.Edits
	called  string // the name of the list
	base    ruleBase
	changes []decide.Change
	// asEdit: what is picked next becomes an edit.
	asEdit bool
	gate   *decide.Gate
	gated  int // requests and calls that gate was looked for in
}

// filling is what the inputs were filled with.
type filling struct {
	at     place
	called journey.Called
	kind   journey.ToolKind
	// text and argsText are how the inputs write it, args the text itself.
	text, args, argsText string
}

// whatRequest is the request that calls are decided against.
type whatRequest struct {
	number   int // counts requests, so that late answers are told
	plan     *journey.Plan
	scheme   journey.Scheme
	provider journey.Provider
	declared []decide.Declared
	at       []int // of each declared tool in the plan
	desk     *decide.Desk
	panel    *decide.Panel // nil: not made yet
}

// whatAnswersMsg brings what clients would do.
type whatAnswersMsg struct {
	number  int
	call    journey.Invocation
	panel   *decide.Panel
	answers []decide.Answer
	hints   []string
}

// whatMovedMsg brings a rename map and what each edit does.
type whatMovedMsg struct {
	number  int
	up      decide.Upstream
	forget  []string
	out     decide.Outgoing
	from    string
	changes []decide.Change
}

// renewWhatIf brings the tab up to date with what is selected and in force. It
// costs nothing where nothing changed.
func (m *model) renewWhatIf() tea.Cmd {
	w := &m.what
	w.keys = m.keys
	if m.tab != tabWhatIf || m.data.loaded == nil || m.data.analyzer == nil || m.fail != nil {
		return nil
	}
	w.fill(m)
	changed := w.take(m)
	if call := w.invocation(); changed || call != w.asked {
		w.decide(call)
	}
	w.findGate(m.session())
	return tea.Batch(w.ask(), w.renewMap(m))
}

// take makes the request of now the one that calls are decided against.
func (w *whatIf) take(m *model) bool {
	plan := m.data.analyzer.Plan(m.callRow())
	r := &w.request
	if r.plan == plan && sameScheme(r.scheme, m.data.scheme) && r.provider.Info().ID == m.data.provider.Info().ID {
		return false // without a plan there are neither
	}
	*r = whatRequest{number: r.number + 1, plan: plan, scheme: m.data.scheme, provider: m.data.provider}
	r.declared, r.at = decide.FromPlan(plan)
	r.desk = decide.NewDesk(r.declared, m.decideOptions().For(r.declared))
	w.moved = false
	w.forget = nil
	if !w.upSet {
		w.up = m.decideOptions().Target(m.data.scheme.Info().ID)
	}
	return true
}

// decideOptions are the open choices of decisions.
func (m *model) decideOptions() decide.Options { return decide.Options{Vocab: m.opts.Vocabulary.Table} }

// decide answers the call that is typed. The cursor of the trace goes to the
// rule that ended it.
func (w *whatIf) decide(call journey.Invocation) {
	w.asked = call
	w.decision = w.request.desk.Judge(call)
	v := &w.lists[whatTrace]
	v.cursor = max(slices.IndexFunc(w.decision.Trace, func(s decide.Step) bool { return s.Fired }), 0)
}

// ask lets the clients answer in the background, one call at a time.
func (w *whatIf) ask() tea.Cmd {
	r := w.request
	if w.asking || r.panel != nil && w.answered == w.asked {
		return nil
	}
	w.asking = true
	call := w.asked
	return func() tea.Msg {
		panel := r.panel
		if panel == nil {
			panel = decide.NewPanel(r.declared, r.scheme)
		}
		return whatAnswersMsg{r.number, call, panel, panel.Answers(call), r.desk.Hints(call)}
	}
}

func (m *model) gotAnswers(msg whatAnswersMsg) {
	w := &m.what
	w.asking = false
	if msg.number != w.request.number {
		return
	}
	w.request.panel, w.answers, w.answered, w.hints = msg.panel, msg.answers, msg.call, msg.hints
}

// renewMap makes map, places and effects in the background.
func (w *whatIf) renewMap(m *model) tea.Cmd {
	if w.moving || w.moved {
		return nil
	}
	w.moving = true
	r, up, forget, edits := w.request, w.up, slices.Clone(w.forget), w.edits
	out := decide.Request{Plan: r.plan, Provider: r.provider, Past: decide.PastCalls(m.session()), Forget: forget}
	options := m.decideOptions()
	find, paths, only := m.opts.Request, slices.Clone(m.data.paths), m.data.providerChosen
	effects := m.effects()
	return func() tea.Msg {
		from := ""
		if find != nil && edits.Len() == 0 { // a recorded request has no edits
			if body, p, path := find(paths, r.provider, only); len(body) > 0 {
				out.Body, out.Provider, from = body, p, path
			}
		}
		return whatMovedMsg{r.number, up, forget, out.Move(up, options), from, effects()}
	}
}

func (m *model) gotMoved(msg whatMovedMsg) {
	w := &m.what
	w.moving = false
	if msg.number != w.request.number || !sameUpstream(msg.up, w.up) || !slices.Equal(msg.forget, w.forget) {
		return
	}
	w.moved, w.out, w.from, w.changes = true, msg.out, msg.from, msg.changes
	w.all = slices.Concat(w.out.Places, w.out.Back)
	w.applyFilter()
	m.sayEffect()
}

func sameUpstream(a, b decide.Upstream) bool {
	return a.Client == b.Client && a.Version == b.Version && slices.Equal(a.Names, b.Names)
}

// findGate looks whether a gateway refused because another client asked.
func (w *whatIf) findGate(s *journey.Session) {
	n := len(s.Requests) + s.Tally.Calls
	if n == w.gated {
		return
	}
	w.gated, w.gate = n, nil
	for i := range s.Requests {
		if g, ok := decide.FindGate(s.Requests[i].Error); ok {
			w.gate = &g
			return
		}
	}
}
