package tui

import (
	"slices"
	"strings"

	"hopscope/journey"
)

// A toolTable makes the rows of the tool list again and again while a session
// grows: only names with new calls are looked at, and nothing is sorted twice.
// It is for one session, plan and census.
type toolTable struct {
	s      *journey.Session
	plan   *journey.Plan
	census *journey.CensusResult
	calls  bool // some call is there, so a tool can be one that is not called
	wires  map[journey.WireName]int
	list   []*toolEntry
	// names is what was seen of each name of the tally.
	names []nameSeen
	first *journey.NameTally // of the tally that names are about
	// silent are the calls that count as wrong.
	silent []uint32
	// byShown and byName are the entries in the order of what the list shows, and
	// of their names.
	byShown []*toolEntry
	byName  []*toolRow
}

// nameSeen is a name as it was when its entry was made.
type nameSeen struct {
	entry *toolEntry
	tool  int
	rows  int
	by    [len(journey.Classes)]int
}

func newToolTable(s *journey.Session, plan *journey.Plan, census *journey.CensusResult) *toolTable {
	t := &toolTable{s: s, plan: plan, census: census, calls: s != nil && s.Tally.Calls > 0}
	t.addTools()
	return t
}

// isFor reports whether the table can go on with what is there now.
func (t *toolTable) isFor(s *journey.Session, plan *journey.Plan, census *journey.CensusResult) bool {
	if t == nil || t.s != s || t.plan != plan || t.census != census {
		return false
	}
	if s == nil {
		return true
	}
	names := s.Tally.Names()
	return t.calls == (s.Tally.Calls > 0) && len(names) >= len(t.names) && (len(t.names) == 0 || names[0] == t.first)
}

// renew returns the rows as they are now.
func (t *toolTable) renew(silent []uint32) []toolRow {
	had := len(t.list)
	if t.s != nil && !t.addCalls() {
		again := newToolTable(t.s, t.plan, t.census)
		*t, had = *again, 0
		t.addCalls()
	}
	t.setSilent(silent)
	for _, e := range t.list {
		if e.stale {
			t.count(e)
		}
	}
	if had < len(t.list) || len(t.byShown) < len(t.list) {
		t.arrange()
	}
	return t.rows()
}

// addTools makes an entry of every tool of the plan, its status as the census
// sees it.
func (t *toolTable) addTools() {
	if t.plan == nil {
		return
	}
	t.list = make([]*toolEntry, 0, len(t.plan.Tools))
	t.wires = make(map[journey.WireName]int, len(t.plan.Tools))
	found := worstRules(t.census, len(t.plan.Tools))
	made := make([]toolEntry, len(t.plan.Tools))
	for i := range t.plan.Tools {
		n := &t.plan.Tools[i]
		e := &made[i]
		e.row.name, e.row.server = toolName(n)
		e.row.tool = i
		e.status(n, found[i], t.calls)
		if e.never == groupClash {
			e.form = string(n.Safe)
		}
		t.add(e)
		if _, ok := t.wires[n.Wire]; !ok || n.Status == journey.Offered {
			t.wires[n.Wire] = i
		}
	}
}

func (t *toolTable) add(e *toolEntry) {
	e.row.id = len(t.list)
	e.shown = e.row.name
	if e.row.server != "" {
		e.shown = e.row.server + " · " + e.row.name
	}
	t.list = append(t.list, e)
}

// addCalls marks the entries of the names that have changed; false: a name
// belongs to another tool now, so the table has to be made again.
func (t *toolTable) addCalls() bool {
	names := t.s.Tally.Names()
	if len(names) > 0 {
		t.first = names[0]
	}
	t.names = slices.Grow(t.names, len(names)-len(t.names))
	for i, n := range names {
		if i == len(t.names) {
			at := t.toolOf(n)
			e := t.entryOf(n, at)
			e.names = append(e.names, int32(i))
			t.names = append(t.names, nameSeen{entry: e, tool: at})
		}
		seen := &t.names[i]
		if seen.rows == len(n.Rows) && seen.by == n.ByClass {
			continue
		}
		if seen.rows > 0 && t.toolOf(n) != seen.tool {
			return false
		}
		seen.rows, seen.by = len(n.Rows), n.ByClass
		seen.entry.stale = true
	}
	return true
}

// entryOf is the tool that an echoed name belongs to, or one of its own.
func (t *toolTable) entryOf(n *journey.NameTally, tool int) *toolEntry {
	if tool >= 0 {
		return t.list[tool]
	}
	e := &toolEntry{row: toolRow{name: string(n.Called.Name), server: string(n.Called.Namespace), tool: -1}, never: groupNotCalled}
	t.add(e)
	return e
}

// toolOf returns the index in the plan, -1 for none. A name that is not
// declared reaches a tool by another key only where its calls were not refused.
func (t *toolTable) toolOf(n *journey.NameTally) int {
	if t.plan == nil {
		return -1
	}
	if first := n.Rows[0]; t.s.Rows[first].Flags&journey.FlagNoEcho != 0 {
		return t.ranBy(t.s.Extras[first].Dispatched)
	}
	w := n.Called.Wire()
	if i, ok := t.plan.ByWire[w]; ok {
		return i
	}
	if i, ok := t.wires[w]; ok {
		return i
	}
	if i, ok := t.plan.Index[string(w.Name)]; ok && w.Namespace == "" && n.Unknown() == 0 {
		return i
	}
	return -1
}

// ranBy returns the index of a tool that ran, -1 for none.
func (t *toolTable) ranBy(ref *journey.Ref) int {
	if ref == nil {
		return -1
	}
	return slices.IndexFunc(t.plan.Tools, func(n journey.Naming) bool { return n.Ref == *ref })
}

// setSilent counts the calls that ran another tool than was meant.
func (t *toolTable) setSilent(silent []uint32) {
	if slices.Equal(silent, t.silent) {
		return
	}
	t.silent = slices.Clone(silent)
	for _, e := range t.list {
		if e.row.wrong > 0 {
			e.row.wrong, e.stale = 0, true
		}
	}
	if t.s == nil {
		return
	}
	of := map[journey.Called]*toolEntry{}
	for i, n := range t.s.Tally.Names() {
		of[n.Called] = t.names[i].entry
	}
	for _, row := range silent {
		if e := of[t.s.Echo(int(row))]; e != nil {
			e.row.wrong++
			e.stale = true
		}
	}
}

// count adds up the names of an entry.
func (t *toolTable) count(e *toolEntry) {
	var by [len(journey.Classes)]int
	e.stale = false
	e.row.calls, e.row.unknown, e.row.failed = nil, 0, 0
	names := t.s.Tally.Names()
	for _, i := range e.names {
		n := names[i]
		if e.row.calls == nil {
			e.row.calls = n.Rows
		} else {
			e.row.calls = mergeRows(e.row.calls, n.Rows)
		}
		for c, k := range n.ByClass {
			by[c] += k
		}
		e.row.unknown += n.Unknown()
		e.row.failed += n.Failed()
	}
	e.judge(t.s, &by)
}

// arrange puts the new entries in their places, and notes for each how much of
// its name its neighbours have.
func (t *toolTable) arrange() {
	fresh := t.list[len(t.byShown):]
	t.byShown = arranged(t.byShown, fresh, func(a, b *toolEntry) int { return strings.Compare(a.shown, b.shown) })
	rows := make([]*toolRow, len(fresh))
	for i, e := range fresh {
		rows[i] = &e.row
	}
	t.byName = arranged(t.byName, rows, func(a, b *toolRow) int { return strings.Compare(a.name, b.name) })
	shareAmong(t.byName)
}

// arranged merges entries into an ordered list of others; of equal ones those
// of the list stand first.
func arranged[T any](list, fresh []T, order func(a, b T) int) []T {
	fresh = slices.Clone(fresh)
	slices.SortStableFunc(fresh, order)
	if len(list) == 0 {
		return fresh
	}
	out := make([]T, 0, len(list)+len(fresh))
	for len(list) > 0 && len(fresh) > 0 {
		if order(list[0], fresh[0]) <= 0 {
			out, list = append(out, list[0]), list[1:]
		} else {
			out, fresh = append(out, fresh[0]), fresh[1:]
		}
	}
	return append(append(out, list...), fresh...)
}

// rows are the entries in the order of the list: by group, unknown names by
// their first call, clashing ones by their form, then by what the list shows.
func (t *toolTable) rows() []toolRow {
	var groups [groups][]*toolEntry
	var many [len(groups)]int
	for _, e := range t.list {
		many[e.group]++
	}
	for g, n := range many {
		groups[g] = make([]*toolEntry, 0, n)
	}
	for _, e := range t.byShown {
		groups[e.group] = append(groups[e.group], e)
	}
	byFirst(groups[groupUnknown])
	slices.SortStableFunc(groups[groupClash], func(a, b *toolEntry) int { return strings.Compare(a.form, b.form) })
	rows := make([]toolRow, 0, len(t.list))
	for _, list := range groups {
		for _, e := range list {
			rows = append(rows, e.row)
		}
	}
	return rows
}

// byFirst orders unknown names by their first call.
func byFirst(list []*toolEntry) {
	keys := make([]uint64, len(list))
	for i, e := range list {
		keys[i] = uint64(e.first)<<32 | uint64(i)
	}
	slices.Sort(keys)
	was := slices.Clone(list)
	for i, k := range keys {
		list[i] = was[uint32(k)]
	}
}
