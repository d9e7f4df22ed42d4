package diagnose

import (
	"slices"
	"strings"

	"hopscope/journey"
)

// A call can run and break all the same: it ran a tool that was not meant, and
// no error says so. Two things show it without a word of an error: the name
// belongs to two tools of the request, or the same name ran another tool
// earlier in the session.

// mayBeWrong reports whether a row is one that ran and is judged here: a call
// that failed is judged by its error.
func (a *Analyzer) mayBeWrong(row int) bool {
	r := &a.in.Session.Rows[row]
	return a.cased == nil && a.own == nil && r.Class == journey.ClassOK && r.Flags&(journey.FlagServer|journey.FlagOrphan|journey.FlagNoEcho) == 0
}

// hasMoved reports whether the name of a row ran one tool up to some call, and
// another from there on to the row.
func (a *Analyzer) hasMoved(row int) bool {
	s := a.in.Session
	if s.Rows[row].Flags&journey.FlagExtra == 0 {
		return false
	}
	ref := s.Extras[uint32(row)].Dispatched
	runs := a.pastOf(a.kinOf(row)).reached[spelled(s.Echo(row))]
	return ref != nil && len(runs) == 2 && *ref == runs[1].ref && a.isAlias(row, runs)
}

// isAlias reports whether a called name stands for the tools that it reached.
// A client's own tool can lead to many others, whose names are in its arguments:
// its name says nothing about them.
func (a *Analyzer) isAlias(row int, runs []reach) bool {
	s := a.in.Session
	echo := string(s.Echo(row).Name)
	if a.in.Vocabulary.Has(a.client.ID, a.client.Version, echo).Known {
		return false
	}
	fold := driftFold(echo)
	return slices.ContainsFunc(runs, func(r reach) bool {
		own := driftFold(string(r.ref.Name))
		return len(own) > 2 && strings.Contains(fold, own[:min(len(own), 8)])
	})
}

// reach is a tool that a name ran, with the first call that did.
type reach struct {
	ref journey.Ref
	at  Sighting
}

// reachesKept is one more than what tells that a name moved once.
const reachesKept = 3

// addReach notes what a call ran, where it is another tool than the call before
// it. A name that goes back and forth is no alias that moved.
func (p *namePast) addReach(r reach) {
	if n := len(p.reached); n > 0 && p.reached[n-1].ref == r.ref || len(p.reached) == reachesKept {
		return
	}
	p.reached = append(p.reached, r)
}

// silent judges a row that ran; nil: nothing shows that it was the wrong tool.
func (a *Analyzer) silent(row int, view *planView, moved bool) *journey.Diagnosis {
	if moved {
		e := a.event(row)
		return a.sceneOf(view).movedName(&e, a.pastOf(a.kinOf(row)).reached[spelled(e.Called)])
	}
	hits := view.sharing(a.in.Session.Echo(row).Wire())
	if g := a.given(); len(hits) == 0 && g != nil && view.plan != g.plan {
		view, hits = g, g.sharing(a.in.Session.Echo(row).Wire())
	}
	if len(hits) == 0 {
		return nil
	}
	e := a.event(row)
	if x := a.in.Session.Extras[uint32(row)].Dispatched; x != nil {
		e.ExecutedBy = ownerAndName(*x)
	}
	return a.sceneOf(view).shared(&e, hits)
}

func ownerAndName(r journey.Ref) string {
	if r.Server == "" {
		return string(r.Name)
	}
	return string(r.Server) + "/" + string(r.Name)
}

// sharing returns the tools of the request that a name stands for, where they
// are two or more; their indexes are those of the plan.
func (v *planView) sharing(name journey.WireName) []int {
	if v.shared == nil {
		v.shared = map[journey.WireName][]int{}
		for i := range v.plan.Tools {
			n := &v.plan.Tools[i]
			if len(n.SharesWith) == 0 || n.Status == journey.LeftOut || v.shared[n.Wire] != nil {
				continue
			}
			group := append([]int{i}, n.SharesWith...)
			slices.Sort(group)
			v.shared[n.Wire] = slices.Compact(group)
		}
	}
	return v.shared[name]
}

// shared: a call ran under a name that two tools of the request have.
func (c *scene) shared(e *Event, hits []int) *journey.Diagnosis {
	hits = slices.DeleteFunc(slices.Clone(hits), func(i int) bool { return i >= len(c.Catalog) })
	if len(hits) < 2 {
		return nil
	}
	var d *journey.Diagnosis
	if c.ownDiffers(hits) {
		d = c.lossy(e, refusal{index: -1}, hits, spelled(e.Called))
		d.Test = "test 3: one form, two names"
	} else {
		d = c.duplicate(e, refusal{index: -1}, hits)
		d.Test = "test 3: one name, two owners"
	}
	if t, ok := c.winner(hits); ok {
		see(d, "catalog", "By the rules of %s it is %s that is sent", c.client(), show(t.Owner+"/"+t.Own))
	}
	c.seeWinner(d, e)
	return d
}

// winner is the one of several tools that the client's rules let through.
func (c *scene) winner(hits []int) (t Entry, ok bool) {
	n := 0
	for _, i := range hits {
		if c.Catalog[i].LeftOut == "" {
			t, n = c.Catalog[i], n+1
		}
	}
	return t, n == 1 && t.Owner != "" && t.Own != ""
}

// movedName: the same called name ran one tool before and runs another now. It
// has another owner, so there is no target.
func (c *scene) movedName(e *Event, runs []reach) *journey.Diagnosis {
	if len(runs) != 2 {
		return nil
	}
	d := c.finding(journey.KindAliasMoved, "test 3: one name ran two tools")
	d.Hop = journey.HopReplay
	d.What = show(spelled(e.Called)) + " ran " + show(ownerAndName(runs[0].ref)) + " before; now it runs " + show(ownerAndName(runs[1].ref)) + "."
	see(d, runs[0].at.Where, "It ran %s", show(ownerAndName(runs[0].ref)))
	see(d, e.retWhere(), "It ran %s, without an error", show(ownerAndName(runs[1].ref)))
	d.Advice = "Store real names in the history, and map them anew for each request."
	return d
}

// Silent returns the rows that ran and broke all the same, in file order: a
// wrong tool ran, and no error says so. While a recording grows, only the calls
// that came are looked at.
func (a *Analyzer) Silent() []int {
	if a.own != nil {
		return a.own.Silent()
	}
	a.refresh()
	s := a.in.Session
	for row := a.quiet.looked; row < len(s.Rows); row++ {
		c := s.Rows[row].Class
		if c == journey.ClassNoResult && !a.quiet.waits {
			a.quiet.waits, a.quiet.upTo = true, row
		}
		if c.Failed() || a.cased == nil && (c != journey.ClassOK || !a.mayBeSilent(row)) {
			continue
		}
		if a.Finding(row).Diagnosis != nil {
			a.quiet.rows = append(a.quiet.rows, row)
		}
	}
	a.quiet.looked = len(s.Rows)
	return a.quiet.rows
}

// quietRows are the rows that Silent found so far.
type quietRows struct {
	rows []int
	// looked is how many rows it looked at. Where one of them waits for its
	// result, what was found from upTo on counts no more when the session grows.
	looked, upTo int
	waits        bool
}

// grown is what holds of the rows that were found when calls were added, and
// nothing but calls.
func (q quietRows) grown() quietRows {
	if !q.waits {
		return q
	}
	kept := q.rows
	for len(kept) > 0 && kept[len(kept)-1] >= q.upTo {
		kept = kept[:len(kept)-1]
	}
	return quietRows{rows: slices.Clone(kept), looked: q.upTo}
}

// mayBeSilent rules most rows out without a plan: those whose list has no two
// tools that could share a name.
func (a *Analyzer) mayBeSilent(row int) bool {
	s := a.in.Session
	if s.Rows[row].Flags&journey.FlagExtra != 0 && a.hasMoved(row) {
		return true
	}
	if o := a.of(row); o != a {
		o.refresh()
		return o.mayBeSilent(row)
	}
	key := planKey{s.SnapshotAt(row), a.kinOf(row)}
	may, known := a.sharers[key]
	if !known {
		view := a.planOf(row, key.snapshot)
		view.sharing(journey.WireName{})
		may = len(view.shared) > 0
		if g := a.given(); g != nil {
			g.sharing(journey.WireName{})
			may = may || len(g.shared) > 0
		}
		a.sharers[key] = may
	}
	return may
}
