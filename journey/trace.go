package journey

import "strings"

// TraceInput is all that the journey of one name depends on.
type TraceInput struct {
	Plan     *Plan
	Scheme   Scheme
	Provider Provider // nil: no provider rule
	AsOf     string
	// Tool is the index in Plan.Tools, -1: an echo that belongs to no tool.
	Tool int
	// Call is nil for a tool that was never called: its hops are predicted.
	Call *Call
	// Finding of the call, nil without a call.
	Finding *Finding
	// CatalogKnown: the list of declared tools was recorded or given; false:
	// it is assumed.
	CatalogKnown bool
	// RequestSeen: a capture or a snapshot shows the request.
	RequestSeen bool
	// Turns of the session, for the stored call's later turns.
	Turns int
	// Census of the plan, if the caller has it; saves judging the tool again.
	Census *CensusResult
	// Later is the plan of a later turn, where the stored call is read again;
	// nil: the plan itself.
	Later *Plan
	// Capture shows what came back, nil without one.
	Capture *Capture
}

// Trace lays one name out over the hops. With a call the hops from the echo on
// are what was recorded; without one they are what a call would do, marked as
// assumed.
//
// A journey breaks where the finding's diagnosis says. Without a call it breaks
// at the safe form when a clash keeps the tool out of the request, and at the
// wire when the provider refuses its name. Nothing breaks in a call that failed
// for another reason than its name.
//
// An echo that belongs to no tool shows the real name, safe form and wire name
// of the tool that was meant, if the diagnosis names one; else these hops have
// no form, and Would says which form was looked for.
func Trace(in TraceInput) Journey {
	t := tracer{TraceInput: in}
	t.j = Journey{Index: t.meant(), Position: -1, Call: in.Call}
	for i, h := range Rail {
		t.j.Stops[i].Hop = h
	}
	if in.Finding != nil {
		p := in.Finding.Predicted
		t.j.Predicted, t.j.Agrees, t.j.Diagnosis = &p, in.Finding.Agrees, in.Finding.Diagnosis
	}
	if t.j.Index >= 0 {
		t.n = &in.Plan.Tools[t.j.Index]
		t.j.Naming = t.n
	}
	t.judge()
	t.breaks()
	if t.n != nil {
		t.registered()
		t.safe()
		t.wire()
	} else {
		t.noTool()
	}
	if in.Call != nil {
		t.echo(in.Call)
		t.dispatch(in.Call)
		t.history(in.Call)
		t.returned(in.Call)
	} else {
		t.predicted()
	}
	t.identity()
	t.connect()
	return t.j
}

// tracer holds one journey while it is made.
type tracer struct {
	TraceInput
	j Journey
	n *Naming // nil: no tool
}

func (t *tracer) at(h Hop) *Stop { return t.j.At(h) }

// meant returns the index of the tool that the journey is about.
func (t *tracer) meant() int {
	if t.Plan == nil {
		return -1
	}
	if t.Tool >= 0 && t.Tool < len(t.Plan.Tools) {
		return t.Tool
	}
	if t.Finding == nil || t.Finding.Diagnosis == nil || t.Finding.Diagnosis.Target == "" {
		return -1
	}
	return t.Plan.named(t.Finding.Diagnosis.Target)
}

// named finds the one tool that a name in the catalog's spelling means: as it
// was listed, else by any of its forms. Two tools of one name are none.
func (p *Plan) named(name string) int {
	forms := []func(*Naming) bool{
		func(n *Naming) bool { return n.Tool.Listed() == name },
		func(n *Naming) bool { return n.SafeKnown && string(n.Safe) == name },
		func(n *Naming) bool { return n.Wire.Namespace == "" && string(n.Wire.Name) == name },
		func(n *Naming) bool { return n.RegisteredKnown && string(n.Ref.Name) == name },
		func(n *Naming) bool { return n.Wire.Namespace != "" && joined(n.Wire, name) },
	}
	for _, is := range forms {
		found, count := -1, 0
		for i := range p.Tools {
			if is(&p.Tools[i]) {
				found = i
				count++
			}
		}
		if count == 1 {
			return found
		}
	}
	return -1
}

// joined reports whether a name is namespace and name in one word, with
// nothing or only separators between them.
func joined(w WireName, name string) bool {
	rest, ok := strings.CutPrefix(name, string(w.Namespace))
	if !ok {
		return false
	}
	glue, ok := strings.CutSuffix(rest, string(w.Name))
	return ok && strings.Trim(glue, "_.-:/") == ""
}

// judge fills in place, verdict, length and limit.
func (t *tracer) judge() {
	if t.Plan == nil {
		return
	}
	for i := range t.Plan.Tools {
		if t.Plan.Tools[i].Status != Offered {
			continue
		}
		if i == t.j.Index {
			t.j.Position = t.j.Offered
		}
		t.j.Offered++
	}
	if t.Scheme != nil && !t.Scheme.Info().CountsServer {
		t.j.Limit = t.Scheme.Info().Limit
	}
	if t.n == nil && t.Call == nil {
		return
	}
	name := WireName{}
	switch {
	case t.n != nil:
		name = t.n.wouldBe()
	case t.Call != nil:
		name = t.Call.Called.Wire()
	}
	t.j.Length = runes(string(name.Name))
	if name.Namespace != "" {
		t.j.Length += runes(string(name.Namespace)) + 2
	}
	if t.Provider == nil {
		return
	}
	joined := name.Namespace != "" && t.j.Limit > 0 // a client counts both fields, a provider the name alone
	if rule, ok := t.Provider.Rule(PlaceDeclare, t.AsOf); ok && rule.Max > 0 && !joined && (t.j.Limit == 0 || rule.Max < t.j.Limit) {
		t.j.Limit = rule.Max
	}
	if t.j.Position < 0 {
		return
	}
	if t.Census != nil && t.j.Index < len(t.Census.Tools) {
		judged := &t.Census.Tools[t.j.Index]
		t.j.Verdict, t.j.Violations = judged.Verdict, judged.Violations
		return
	}
	t.j.Verdict, t.j.Violations = t.Provider.Check(PlaceDeclare, name, t.j.Position, t.AsOf)
}

// wouldBe is the wire name, or what it would be of a tool that is left out.
func (n *Naming) wouldBe() WireName {
	if n.Wire == (WireName{}) {
		return WireName{Name: Wire(n.Safe)}
	}
	return n.Wire
}

// breaks sets Break and First.
func (t *tracer) breaks() {
	if t.Call != nil {
		d := t.j.Diagnosis
		if d == nil {
			return
		}
		t.j.Break = d.Hop
		if d.First != nil && d.First.Hop != d.Hop {
			t.j.First = d.First.Hop
		}
		return
	}
	if t.n == nil {
		return
	}
	switch {
	case t.n.Status == LeftOut && len(t.n.SharesWith) > 0:
		t.j.Break = HopSafe
	case t.refused():
		t.j.Break = HopWire
	}
}

// refused reports whether the provider refuses the name; advice is no refusal.
func (t *tracer) refused() bool {
	if t.j.Verdict != VerdictReject {
		return false
	}
	for _, v := range t.j.Violations {
		if v.Severity == SeverityError {
			return true
		}
	}
	return len(t.j.Violations) == 0
}

// identity fills in the layers of the tool, and the call's id and stored name.
func (t *tracer) identity() {
	if t.n != nil && t.Scheme != nil {
		t.j.Identity = t.Scheme.Identity(t.Plan, t.j.Index)
	} else if t.Call != nil {
		name := string(t.Call.Called.Name)
		t.j.Identity = Identity{PublicName: name, Namespace: t.Call.Called.Namespace, LookupKey: name}
	}
	if t.Call == nil {
		return
	}
	t.j.Identity.CallID = t.Call.ID
	if s := t.at(HopReplay); s.Name != "" {
		t.j.Identity.StoredAs = s.Name
	}
}

// connect draws the line: a form comes over where both stops have one, but
// nothing comes out of the hop that breaks.
func (t *tracer) connect() {
	for i := 1; i < len(t.j.Stops); i++ {
		before, s := &t.j.Stops[i-1], &t.j.Stops[i]
		broken := before.Hop == t.j.Break || (before.Hop == HopEcho && t.j.Break == HopReturn)
		s.Same = before.formed() && s.formed() && !broken
	}
}

func (s *Stop) formed() bool { return s.State != StopNone && s.State != StopNotRecorded }
