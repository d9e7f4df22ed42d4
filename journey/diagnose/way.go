package diagnose

import "hopscope/journey"

// Journey lays a recorded call out over the hops, with the list that was in
// force at it.
func (a *Analyzer) Journey(row int) journey.Journey {
	s := a.in.Session
	call, finding, plan := s.Call(row), a.Finding(row), a.Plan(row)
	tool := finding.Predicted.Naming
	if i, ok := plan.ByWire[call.Called.Wire()]; ok && tool < 0 {
		tool = i
	}
	in := a.traced(plan)
	in.Tool, in.Call, in.Finding = tool, &call, &finding
	in.CatalogKnown = a.CatalogKnown(row)
	in.RequestSeen = s.OfferedAt(row).Known == journey.OfferComplete
	in.Later = a.Later(row)
	return journey.Trace(in)
}

// Later is the newest request of the same session and client as a row: there
// its stored name is read again. It is nil where that is the row's own.
func (a *Analyzer) Later(row int) *journey.Plan {
	if newest := a.Plan(a.newestLike(row)); newest != a.Plan(row) {
		return newest
	}
	return nil
}

// newestLike is the last call of the same session and client as a row: under
// the list in force there its name is read again.
func (a *Analyzer) newestLike(row int) int {
	s := a.in.Session
	if row < 0 || row >= len(s.Rows) || a.kin == nil && a.others == nil && a.own == nil {
		return -1
	}
	n := &a.newest
	if n.of == nil || n.client != s.Client || n.upTo > len(s.Rows) {
		*n = newestRows{of: map[kinClient]int{}, client: s.Client}
	}
	for ; n.upTo < len(s.Rows); n.upTo++ {
		n.of[kinClient{a.kinOf(n.upTo), a.of(n.upTo)}] = n.upTo
	}
	return n.of[kinClient{a.kinOf(row), a.of(row)}]
}

// newestRows are the last calls of each session and client among the first upTo
// calls, while the session as a whole is of client.
type newestRows struct {
	of     map[kinClient]int
	upTo   int
	client journey.Client
}

// kinClient is a session with who judges its calls.
type kinClient struct {
	kin int
	by  *Analyzer
}

// RequestJourney lays out the tool that a refused request is about. It is false
// where the refusal is about no tool of the list.
func (a *Analyzer) RequestJourney(f RequestFinding) (journey.Journey, bool) {
	if f.Diagnosis == nil {
		return journey.Journey{}, false
	}
	a.refresh()
	view := a.planAt(-1)
	if at := a.sentWith(&f.Request); at >= 0 {
		view = a.planOf(-1, at)
	}
	in := a.traced(view.plan)
	in.Tool, in.CatalogKnown = -1, view.known
	for i := range view.plan.Tools {
		n := &view.plan.Tools[i]
		if t := f.Diagnosis.Target; t != "" && (t == n.Tool.Listed() || t == string(n.Safe) || t == string(n.Wire.Name)) {
			in.Tool = i
			break
		}
	}
	if in.Tool < 0 {
		return journey.Journey{}, false
	}
	j := journey.Trace(in)
	j.Break, j.Diagnosis = f.Diagnosis.Hop, f.Diagnosis
	after := false
	for i := range j.Stops { // nothing of a refused request comes over
		if x := &j.Stops[i]; after {
			x.State, x.Name, x.Namespace, x.Short, x.Same = journey.StopNone, "", "", "", false
			x.Word, x.Wide, x.Note, x.Source, x.Assumed = "not reached", "", "", "", false
		}
		after = after || j.Stops[i].Hop == j.Break
	}
	return j, true
}

// traced is what the journeys under a plan have in common.
func (a *Analyzer) traced(plan *journey.Plan) journey.TraceInput {
	in := journey.TraceInput{Plan: plan, Scheme: a.scheme, Provider: a.provider, Turns: int(a.in.Session.Turns)}
	if b := a.in.Session.Background; b != nil {
		in.Capture = b.Capture
	}
	return in
}
