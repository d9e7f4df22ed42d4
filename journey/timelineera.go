package journey

import (
	"slices"
	"sort"
)

// lineOf is whose history a row belongs to: the subagent, of the session that
// its source is a part of.
func (t *Timeline) lineOf(row int) int {
	r := &t.s.Rows[row]
	return int(r.Agent) + int(t.sessionOf(r.Source))<<16
}

// sessionOf is the first source of the same session.
func (t *Timeline) sessionOf(source uint8) uint8 {
	list := t.s.Sources
	if int(source) >= len(list) || list[source].Session == "" {
		return 0
	}
	for i := range list {
		if list[i].Session == list[source].Session {
			return uint8(i)
		}
	}
	return source
}

// findEras finds the list in force at each turn, and where it became another.
func (t *Timeline) findEras() {
	now := map[int]int{} // era of each line
	line, key := 0, offerKey{}
	for i := range t.Turns {
		u := &t.Turns[i]
		at, row := -1, -1
		if u.To > u.From {
			row = t.Row(u.From)
			line = t.lineOf(row)
			at = t.s.SnapshotAt(row)
			key = offerKey{t.s.Rows[row].Source, t.s.Rows[row].Agent}
		} else {
			line &^= 0xffff // a turn without a call is the main line's
			key.agent = 0
		}
		before, has := now[line]
		if row < 0 {
			at = t.s.snapshotBy(key, u.Number)
			if has {
				at = max(at, t.Eras[before].Snapshot)
			}
		}
		u.Line = line
		switch {
		case has && (t.Eras[before].Snapshot == at || t.sameList(t.Eras[before].Snapshot, at)):
			u.Era = before
			if e := &t.Eras[before]; e.Row < 0 && row >= 0 {
				e.Row = row
			}
		case !has:
			u.Era = t.begin(Era{Snapshot: at, Row: row, Turn: i, Before: -1})
		default:
			u.Era = t.begin(Era{Snapshot: at, Row: row, Turn: i, Before: before})
			u.Changed = true
		}
		now[line] = u.Era
	}
	for i := range t.Eras {
		t.compare(i)
	}
	for i := range t.Turns { // the list is another one, but nothing of it is seen
		if u := &t.Turns[i]; u.Changed {
			e := &t.Eras[u.Era]
			u.Changed = len(e.Came)+len(e.Went) > 0 || t.Eras[e.Before].Snapshot < 0
		}
	}
}

func (t *Timeline) begin(e Era) int {
	t.Eras = append(t.Eras, e)
	return len(t.Eras) - 1
}

// snapshotBy is the newest list at a turn, -1 for none.
func (s *Session) snapshotBy(key offerKey, turn int) int {
	list := s.snapshotsOf(key)
	k := sort.Search(len(list), func(i int) bool { return int(s.Snapshots[list[i]].Turn) > turn })
	if k == 0 {
		return -1
	}
	return list[k-1]
}

// sameList reports whether two declared lists hold the same tools in the same
// order.
func (t *Timeline) sameList(a, b int) bool {
	if a < 0 || b < 0 {
		return false
	}
	s := t.s
	x, y := &s.Snapshots[a], &s.Snapshots[b]
	if !x.Complete || !y.Complete || x.Catalog.Form != y.Catalog.Form || len(x.Catalog.Tools) != len(y.Catalog.Tools) {
		return false
	}
	for i := range x.Catalog.Tools {
		p, q := &x.Catalog.Tools[i], &y.Catalog.Tools[i]
		if p.Disabled != q.Disabled || p.Server != q.Server || p.Listed() != q.Listed() {
			return false
		}
	}
	return true
}

// EraPlan is the request of an era.
func (t *Timeline) EraPlan(era int) *Plan {
	switch e := &t.Eras[era]; {
	case e.Row >= 0:
		return t.plans.Plan(e.Row)
	case e.Snapshot >= 0:
		return t.plans.PlanOf(e.Snapshot)
	}
	return t.plans.Plan(-1)
}

// Plan is the request of a turn.
func (t *Timeline) Plan(turn int) *Plan { return t.EraPlan(t.Turns[turn].Era) }

// compare finds what came and went with an era.
func (t *Timeline) compare(i int) {
	e := &t.Eras[i]
	plan := t.EraPlan(i)
	e.Known = !plan.Setting.Catalog.Assumed && (e.Row < 0 || t.plans.CatalogKnown(e.Row))
	is := offeredTools(plan)
	e.Tools = len(is.order)
	if e.Before < 0 || t.Eras[e.Before].Snapshot < 0 {
		return
	}
	was := offeredTools(t.EraPlan(e.Before))
	e.Came, e.Went = is.without(was), was.without(is)
}

// toolSet are the tools that a request offers, by identity.
type toolSet struct {
	order []string
	has   map[string]bool
}

func offeredTools(p *Plan) toolSet {
	x := toolSet{has: make(map[string]bool, len(p.Tools))}
	for i := range p.Tools {
		n := &p.Tools[i]
		if id := identity(n); n.Status != LeftOut && !x.has[id] {
			x.has[id] = true
			x.order = append(x.order, id)
		}
	}
	return x
}

// without are the tools that another request does not offer.
func (x toolSet) without(y toolSet) []string {
	var list []string
	for _, id := range x.order {
		if !y.has[id] {
			list = append(list, id)
		}
	}
	return list
}

// OfferMove says what became of a tool between the turn before and this one.
type OfferMove uint8

// The moves. The zero value: it is offered as before. OfferWent: it was offered
// before and is not any more; OfferOut: it was not offered before either.
const (
	OfferStays OfferMove = iota
	OfferCame
	OfferWent
	OfferOut
)

var offerMoveIDs = [...]string{"stays", "came", "went", "left_out"}

// String returns stays, came, went or left_out.
func (m OfferMove) String() string { return at(offerMoveIDs[:], int(m)) }

// MarshalText writes the id.
func (m OfferMove) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// OfferedTool is one row of the list that a turn was offered.
type OfferedTool struct {
	// Naming is the tool in the turn's request; of a tool that the catalog does
	// not have any more, in the request before. Tool is its index in the turn's
	// plan, -1 for none.
	Naming *Naming
	Tool   int
	Move   OfferMove
	// Since is the turn since which it is offered without a break, 0 for a tool
	// that is not.
	Since int
}

// Offered returns the list of a turn: what came and went in it first, then the
// others in the order of the request, those that were announced by name only
// behind them, and what is left out at the end.
func (t *Timeline) Offered(turn int) []OfferedTool {
	u := &t.Turns[turn]
	plan := t.Plan(turn)
	e := &t.Eras[u.Era]
	since := t.since(u.Era)
	came, went := setOf(nil), setOf(nil)
	if u.Changed && e.Turn == turn {
		came, went = setOf(e.Came), setOf(e.Went)
	}
	var lists [5][]OfferedTool
	for i := range plan.Tools {
		n := &plan.Tools[i]
		id := identity(n)
		x := OfferedTool{Naming: n, Tool: i, Since: since[id]}
		switch {
		case n.Status == LeftOut && went[id]:
			x.Move, x.Since = OfferWent, 0
			delete(went, id)
		case n.Status == LeftOut:
			x.Move, x.Since = OfferOut, 0
		case came[id]:
			x.Move = OfferCame
		}
		k := [...]int{2, 0, 1, 4}[x.Move]
		if k == 2 && n.Status == Deferred {
			k = 3
		}
		lists[k] = append(lists[k], x)
	}
	if len(went) > 0 {
		before := t.EraPlan(e.Before)
		for i := range before.Tools {
			n := &before.Tools[i]
			if id := identity(n); went[id] && n.Status != LeftOut {
				delete(went, id)
				lists[1] = append(lists[1], OfferedTool{Naming: n, Tool: -1, Move: OfferWent})
			}
		}
	}
	return slices.Concat(lists[:]...)
}

func setOf(list []string) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, x := range list {
		set[x] = true
	}
	return set
}

// since tells for the tools of an era since which turn they are offered.
func (t *Timeline) since(era int) map[string]int {
	out := map[string]int{}
	first := era
	for i := era; i >= 0; i = t.Eras[i].Before {
		first = i
		for _, id := range t.Eras[i].Came {
			if out[id] == 0 {
				out[id] = t.Turns[t.Eras[i].Turn].Number
			}
		}
		if b := t.Eras[i].Before; b >= 0 && t.Eras[b].Snapshot < 0 {
			break
		}
	}
	plan := t.EraPlan(era)
	for i := range plan.Tools {
		if id := identity(&plan.Tools[i]); out[id] == 0 {
			out[id] = t.Turns[t.Eras[first].Turn].Number
		}
	}
	return out
}
