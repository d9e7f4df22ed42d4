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
	if newest := a.Plan(-1); newest != plan {
		in.Later = newest
	}
	return journey.Trace(in)
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
