package diagnose

import (
	"slices"

	"hopscope/journey"
)

// ranLooked is how many calls of a name are looked at for what ran: a client
// that writes it down does so each time.
const ranLooked = 16

// realNames fills in the real names behind wire names where the recording has
// both: the name of the call and the server and tool that it reached; else
// where the catalog that was given beside it has one tool of that form. A name
// that reached two tools, or that two tools have, stays open.
func (a *Analyzer) realNames(cat journey.Catalog) journey.Catalog {
	ran, given := a.wireToReal(), a.given().reals()
	if len(ran)+len(given) == 0 {
		return cat
	}
	cat.Tools = slices.Clone(cat.Tools)
	for i := range cat.Tools {
		t := &cat.Tools[i]
		ref, ok := ran[t.Wire]
		if !ok {
			ref, ok = given[t.Wire]
		}
		if ok && t.Form == journey.FormWire && t.Registered == "" && (t.Server == "" || t.Server == ref.Server) {
			t.Registered, t.Server, t.Builtin = ref.Name, ref.Server, false
		}
	}
	return cat
}

// wireToReal is what ran under each name that a model wrote.
func (a *Analyzer) wireToReal() map[journey.WireName]journey.Ref {
	s := a.in.Session
	if len(s.Extras) == 0 {
		return nil
	}
	ran := map[journey.WireName]journey.Ref{}
	for _, n := range s.Tally.Names() {
		two := false
		name := n.Called.Wire()
		for _, row := range n.Rows[:min(len(n.Rows), ranLooked)] {
			ref := s.Extras[row].Dispatched
			if ref == nil || ref.Server == "" || s.Rows[row].Flags&(journey.FlagServer|journey.FlagNoEcho) != 0 {
				continue
			}
			if old, ok := ran[name]; ok && old != *ref {
				two = true
			}
			ran[name] = *ref
		}
		if two {
			delete(ran, name)
		}
	}
	return ran
}

// ranAs is the tool behind a name that no model wrote: that of what ran, by its
// real name where the recording has one.
func (a *Analyzer) ranAs(n *journey.NameTally) (t journey.Tool, noEcho bool) {
	s := a.in.Session
	if len(n.Rows) == 0 || s.Rows[n.Rows[0]].Flags&journey.FlagNoEcho == 0 {
		return t, false
	}
	if ref := s.Extras[n.Rows[0]].Dispatched; ref != nil {
		t = journey.Tool{Form: journey.FormRegistered, Registered: ref.Name, Server: ref.Server}
	}
	return t, true
}

// ranStored is the name under which a call that ran is stored, where the client
// found the tool by another name than the model wrote and stores the tool's: its
// own rules say so. Else it is the name that the model wrote.
func (a *Analyzer) ranStored(n *journey.NameTally) journey.Called {
	s := a.in.Session
	for _, row := range n.Rows[:min(len(n.Rows), ranLooked)] {
		stored := s.Extras[row].Stored
		if c := s.Rows[row].Class; stored == nil || *stored == n.Called || c != journey.ClassOK && c != journey.ClassToolFailed && c != journey.ClassDenied {
			continue
		}
		tool := journey.Catalog{Form: journey.FormWire, Tools: []journey.Tool{{Form: journey.FormWire, Wire: stored.Wire()}}}
		plan := a.scheme.Plan(a.setting(tool))
		if a.scheme.Resolve(&plan, journey.Invocation{Called: n.Called}).Outcome == journey.OutcomeRan {
			return *stored
		}
	}
	return n.Called
}

// unechoed is the finding of a call whose name, as the model wrote it, is not
// recorded: no rule can be asked, so what ran is taken as it stands.
func (a *Analyzer) unechoed(row int) journey.Finding {
	p := journey.Prediction{Outcome: journey.OutcomeRan, Via: "as recorded", Assumed: true, Naming: -1}
	ref := a.in.Session.Extras[uint32(row)].Dispatched
	if ref != nil {
		p.Tool = ref
		for i, n := range a.planAt(row).plan.Tools {
			if n.Ref == *ref {
				p.Naming = i
				break
			}
		}
	}
	return journey.Finding{Row: row, Predicted: p}
}
