package scheme

import (
	"slices"

	"hopscope/journey"
)

// readiness is the order in which servers became ready. Clashes between
// servers are decided by it.
type readiness struct {
	rank map[journey.Server]int
	// only: servers outside rank were not up.
	only bool
}

// readinessOf reads the order from the setting.
func readinessOf(set journey.Setting) readiness {
	order, only := set.Ready()
	r := readiness{rank: make(map[journey.Server]int, len(order)), only: only}
	for i, s := range order {
		r.rank[s] = i
	}
	return r
}

// of returns the rank of a server; a tool without one comes first and is
// always up.
func (r *readiness) of(s journey.Server) (rank int, up bool) {
	if s == "" {
		return -1, true
	}
	rank, ok := r.rank[s]
	if !ok {
		rank = len(r.rank)
	}
	return rank, ok || !r.only
}

// firstReady returns the member of a group whose server was ready first; in
// one server the first listed.
func firstReady(p *journey.Plan, ready *readiness, group []int) int {
	keep := group[0]
	best, _ := ready.of(p.Tools[keep].Ref.Server)
	for _, i := range group[1:] {
		if rank, _ := ready.of(p.Tools[i].Ref.Server); rank < best {
			keep, best = i, rank
		}
	}
	return keep
}

// lastReady returns the member of a group that was registered last: of the
// server that was ready last, and in one server the last listed.
func lastReady(p *journey.Plan, ready *readiness, group []int) int {
	keep := group[0]
	best, _ := ready.of(p.Tools[keep].Ref.Server)
	for _, i := range group[1:] {
		if rank, _ := ready.of(p.Tools[i].Ref.Server); rank >= best {
			keep, best = i, rank
		}
	}
	return keep
}

// absent leaves out a tool that never comes near a request: switched off, or
// its server was not up.
func absent(n *journey.Naming, ready *readiness) {
	if n.Tool.Disabled {
		leaveOut(n, "switched off")
		return
	}
	if _, up := ready.of(n.Ref.Server); !up {
		leaveOut(n, "server "+string(n.Ref.Server)+" was not connected")
	}
}

func leaveOut(n *journey.Naming, reason string) {
	n.Status, n.Reason = journey.LeftOut, reason
}

// sharedMax is the greatest group whose members get a sorted list each; in
// greater ones all members look at one list, so that memory stays linear.
const sharedMax = 32

// share fills SharesWith: for each tool of a group the others of it, in
// ascending order (in a group of more than sharedMax: beginning after the tool
// itself and going round).
func share(tools []journey.Naming, group []int) {
	if len(group) > sharedMax {
		twice := append(slices.Clone(group), group...)
		for k, i := range group {
			tools[i].SharesWith = twice[k+1 : k+len(group) : k+len(group)]
		}
		return
	}
	for k, i := range group {
		others := make([]int, 0, len(group)-1)
		others = append(others, group[:k]...)
		tools[i].SharesWith = append(others, group[k+1:]...)
	}
}

// twins finds the tools that have one key: first is filled with the first
// tool of each key.
type twins[K comparable] struct {
	first  map[K]int
	groups map[int][]int
	order  []int
}

func newTwins[K comparable](first map[K]int) *twins[K] { return &twins[K]{first: first} }

func (t *twins[K]) add(key K, i int) {
	head, ok := t.first[key]
	if !ok {
		t.first[key] = i
		return
	}
	t.join(head, i)
}

// join adds tool i to the group of the first one with its key.
func (t *twins[K]) join(head, i int) {
	if t.groups == nil {
		t.groups = map[int][]int{}
	}
	if t.groups[head] == nil {
		t.groups[head] = []int{head}
		t.order = append(t.order, head)
	}
	t.groups[head] = append(t.groups[head], i)
}

// all yields the groups of two or more, in the order in which a second member
// was found.
func (t *twins[K]) all(yield func([]int) bool) {
	for _, head := range t.order {
		if !yield(t.groups[head]) {
			return
		}
	}
}

// indexWires fills Plan.ByWire with the first tool of each wire name that is
// not left out, and returns those that share one.
func indexWires(p *journey.Plan) *twins[journey.WireName] {
	p.ByWire = make(map[journey.WireName]int, len(p.Tools))
	t := newTwins(p.ByWire)
	names, at := make([]journey.WireName, 0, len(p.Tools)), make([]int, 0, len(p.Tools))
	for i := range p.Tools {
		if !isLeftOut(&p.Tools[i]) {
			names, at = append(names, p.Tools[i].Wire), append(at, i)
		}
	}
	for k, first := range journey.FirstPlaces(names) {
		if int(first) == k {
			p.ByWire[names[k]] = at[k]
		} else {
			t.join(at[first], at[k])
		}
	}
	return t
}

// keepOne leaves out all of a group but one (-1: all) and sets ByWire.
func keepOne(p *journey.Plan, group []int, keep int, reason string) {
	wire := p.Tools[group[0]].Wire
	share(p.Tools, group)
	for _, i := range group {
		if i != keep {
			leaveOut(&p.Tools[i], reason)
		}
	}
	if keep >= 0 {
		p.ByWire[wire] = keep
	} else {
		delete(p.ByWire, wire)
	}
}

// arrange sorts a run of namings, equal ones in their order. Namings are large:
// their places are sorted, then each moves once.
func arrange(tools []journey.Naming, compare func(a, b *journey.Naming) int) {
	order := make([]int, len(tools))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if d := compare(&tools[a], &tools[b]); d != 0 {
			return d
		}
		return a - b
	})
	sorted := make([]journey.Naming, len(tools))
	for i, from := range order {
		sorted[i] = tools[from]
	}
	copy(tools, sorted)
}

func isLeftOut(n *journey.Naming) bool { return n.Status == journey.LeftOut }

// ran is the resolution of a call that reaches tool i of the plan.
func ran(p *journey.Plan, i int, via string, stored journey.Called) journey.Resolution {
	ref := p.Tools[i].Ref
	return journey.Resolution{Outcome: journey.OutcomeRan, Tool: i, Ref: &ref, Via: via, Stored: stored}
}

// unknown is the resolution of a call that reaches nothing.
func unknown(text string, stored journey.Called) journey.Resolution {
	return journey.Resolution{Outcome: journey.OutcomeUnknown, Tool: -1, Error: text, Stored: stored}
}

// asRead fills in a naming from a safe form or wire name that was read: both
// are the same string in clients without a namespace field.
func asRead(n *journey.Naming) {
	if n.Tool.Form == journey.FormSafe {
		n.Safe, n.SafeKnown = n.Tool.Safe, true
		n.Wire = journey.WireName{Name: journey.Wire(n.Tool.Safe)}
		return
	}
	n.Wire = n.Tool.Wire
	n.Safe, n.SafeKnown = journey.Safe(n.Tool.Wire.Name), n.Tool.Wire.Namespace == ""
}
