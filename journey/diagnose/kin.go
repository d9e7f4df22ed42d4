package diagnose

import (
	"slices"

	"hopscope/journey"
)

// A folder may hold several sessions. What ran in one says nothing about
// another: each has its own past and its own names that ran. Files of one
// session, such as those of its subagents, belong together by the session's id;
// a file without an id, such as a capture, belongs to the one session there is,
// and where there are several, to none.

// allKin stands for all sessions together.
const allKin = -1

// kin numbers the sessions of the sources. It is nil where there is one session
// only.
func kin(list []journey.Source) []int {
	ids, out, named := []string{}, make([]int, len(list)), 0
	for i, x := range list {
		if out[i] = slices.Index(ids, x.Session); out[i] >= 0 && x.Session != "" {
			continue
		}
		out[i] = len(ids)
		ids = append(ids, x.Session)
		if x.Session != "" {
			named++
		}
	}
	if named < 2 {
		return nil
	}
	return out
}

// kinOf is the session of a row; allKin where all are one.
func (a *Analyzer) kinOf(row int) int {
	if row < 0 || row >= len(a.in.Session.Rows) {
		return allKin
	}
	src := int(a.in.Session.Rows[row].Source)
	if src >= len(a.kin) {
		return allKin
	}
	return a.kin[src]
}

// akin reports whether a row belongs to a session.
func (a *Analyzer) akin(row uint32, kin int) bool {
	k := a.kinOf(int(row))
	return kin == allKin || k == allKin || k == kin
}

// pastOf sums up the calls of one session by name, in file order.
func (a *Analyzer) pastOf(kin int) Past {
	if p, ok := a.pasts[kin]; ok {
		return p
	}
	s := a.in.Session
	p := Past{Ran: map[string]Sighting{}, Refused: map[string]int{}}
	for _, n := range s.Tally.Names() {
		name, called, refused, ran := spelled(n.Called), 0, 0, false
		for _, row := range n.Rows {
			if !a.akin(row, kin) {
				continue
			}
			called++
			if r := &s.Rows[row]; r.Flags&journey.FlagExtra != 0 && r.Flags&journey.FlagServer == 0 {
				if ref := s.Extras[row].Dispatched; ref != nil && ref.Server != "" {
					p.addReach(name, reach{*ref, Sighting{int(row), int(r.Turn), lineOf(r.Line)}})
				}
			}
			switch r := &s.Rows[row]; {
			case r.Class.Unknown():
				refused++
			case r.Class == journey.ClassOK && !ran:
				ran = true
				p.Ran[name] = Sighting{int(row), int(r.Turn), lineOf(r.Line)}
			}
		}
		if called == 0 {
			continue
		}
		p.Calls += called
		p.Order = append(p.Order, name)
		if refused > 0 {
			p.Refused[name] = refused
			p.RefusedOrder = append(p.RefusedOrder, name)
		}
	}
	a.pasts[kin] = p
	return p
}

// reachedIn reports whether calls of a name got as far as a tool in one
// session.
func (a *Analyzer) reachedIn(n *journey.NameTally, kin int) bool {
	if a.kin == nil || kin == allKin {
		return reached(n)
	}
	return slices.ContainsFunc(n.Rows, func(row uint32) bool {
		switch a.in.Session.Rows[row].Class {
		case journey.ClassOK, journey.ClassToolFailed, journey.ClassBadArguments, journey.ClassDenied:
			return a.akin(row, kin)
		}
		return false
	})
}

// planKey names a plan: its snapshot, -1 for none, and the session.
type planKey struct{ snapshot, kin int }
