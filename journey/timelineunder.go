package journey

// TurnUnder is what another scheme would have made of a call: what its stored
// name means in the request of a later turn.
type TurnUnder struct {
	Scheme SchemeInfo
	// Known is false where the scheme has no such tool, or the call reached none.
	Known bool
	// Wire is the name that the tool would have had when it was called, Stored
	// what would have been kept of the call.
	Wire   WireName
	Stored Called
	Ref    Ref
	// Status and Reason say whether the tool would have been in the request.
	Status OfferStatus
	Reason string
	// Verdict is the provider's on the name then.
	Verdict    Verdict
	Violations []Violation
	// Meaning is what the stored name would mean in the later turn, Now the tool.
	Meaning Meaning
	Now     *Ref
	// AsWritten: the call meant no tool, so the scheme was asked about the name
	// as the model wrote it; Outcome is what it does with such a call.
	AsWritten bool
	Outcome   Outcome
}

// Under asks another scheme about a call, as a later turn reads it. It plans
// two requests, so ask for one call at a time.
func (t *Timeline) Under(s Scheme, judge Provider, row, turn int) TurnUnder {
	u := TurnUnder{Scheme: s.Info()}
	from, _, ok := t.At(row)
	if !ok || turn < from || t.s.Rows[row].Flags&FlagNoEcho != 0 {
		return u
	}
	then := t.Plan(from)
	own := t.plans.Scheme()
	call := Invocation{Called: t.s.Echo(row), Kind: t.s.Call(row).Kind}
	r := own.Resolve(then, call)
	p := s.Plan(Restated(then, own))
	if r.Tool < 0 || r.Tool >= len(then.Tools) {
		as := s.Resolve(&p, call)
		u.Known, u.AsWritten, u.Outcome, u.Now, u.Stored = true, true, as.Outcome, as.Ref, as.Stored
		return u
	}
	i := sameEntry(then, r.Tool, own, &p)
	if i < 0 {
		return u
	}
	n := &p.Tools[i]
	u.Known, u.Ref, u.Wire, u.Status, u.Reason = true, n.Ref, n.wouldBe(), n.Status, n.Reason
	if n.Status == LeftOut {
		return u
	}
	if judge != nil {
		u.Verdict, u.Violations = judge.Check(PlaceDeclare, n.Wire, 0, "")
	}
	called := Called{Namespace: n.Wire.Namespace, Name: Echo(n.Wire.Name)}
	ran := s.Resolve(&p, Invocation{Called: called, Kind: n.Tool.Kind})
	u.Stored = ran.Stored
	if u.Stored.Name == "" {
		u.Stored = called
	}
	later := t.Plan(turn)
	if later == then {
		u.Now = &u.Ref
		return u
	}
	q := s.Plan(Restated(later, own))
	m, now := StoredMeaning(s, &q, u.Stored, n.Tool.Kind, n.Ref)
	u.Meaning, u.Now = m, now.Ref
	return u
}
