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

// pastOf sums up the calls of one session by name, in file order. Of a name
// whose counts are what they were nothing is looked at again.
func (a *Analyzer) pastOf(kin int) Past {
	if p, ok := a.pasts[kin]; ok {
		return p
	}
	names := a.in.Session.Tally.Names()
	p := Past{Ran: make(map[string]Sighting, len(names)), Refused: map[string]int{}, Order: make([]string, 0, len(names))}
	var told []namePast
	if kin == allKin && a.cased == nil {
		a.told = slices.Grow(a.told, max(len(names)-len(a.told), 0))[:len(names)]
		told = a.told
	}
	for i, n := range names {
		var one namePast
		switch {
		case told == nil:
			one = a.namePast(n, kin)
		case told[i].by == n.ByClass && told[i].rows == len(n.Rows):
			one = told[i]
		default:
			one = a.namePast(n, kin)
			told[i] = one
		}
		p.add(&one)
	}
	a.pasts[kin] = p
	return p
}

// namePast is what the calls of one name show.
type namePast struct {
	// by and rows are those of the tally of then.
	by   [len(journey.Classes)]int
	rows int

	name            string
	called, refused int
	// ran is the first call that ran, while it is known.
	ran   Sighting
	known bool
	// reached are the tools that it ran, where the recording says so.
	reached []reach
}

// namePast looks at the calls of a name in one session.
func (a *Analyzer) namePast(n *journey.NameTally, kin int) namePast {
	s := a.in.Session
	p := namePast{by: n.ByClass, rows: len(n.Rows), name: spelled(n.Called)}
	for _, row := range n.Rows {
		if !a.akin(row, kin) {
			continue
		}
		p.called++
		r := &s.Rows[row]
		if r.Flags&journey.FlagExtra != 0 && r.Flags&journey.FlagServer == 0 {
			if ref := s.Extras[row].Dispatched; ref != nil && ref.Server != "" {
				p.addReach(reach{*ref, Sighting{int(row), int(r.Turn), lineOf(r.Line)}})
			}
		}
		switch {
		case r.Class.Unknown():
			p.refused++
		case r.Class == journey.ClassOK && !p.known:
			p.known, p.ran = true, Sighting{int(row), int(r.Turn), lineOf(r.Line)}
		}
	}
	return p
}

// add takes what one name shows. Two tallies can be spelled alike: then what
// they ran counts as one.
func (p *Past) add(n *namePast) {
	if n.called == 0 {
		return
	}
	p.Calls += n.called
	p.Order = append(p.Order, n.name)
	if n.known {
		p.Ran[n.name] = n.ran
	}
	if n.refused > 0 {
		p.Refused[n.name] = n.refused
		p.RefusedOrder = append(p.RefusedOrder, n.name)
	}
	if len(n.reached) > 0 {
		if p.reached == nil {
			p.reached = map[string][]reach{}
		}
		was := namePast{reached: slices.Clone(p.reached[n.name])}
		for _, r := range n.reached {
			was.addReach(r)
		}
		p.reached[n.name] = was.reached
	}
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
