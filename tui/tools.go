package tui

import (
	"cmp"
	"slices"
	"strings"

	"hopscope/journey"
)

// Groups of the tool list, in its order: what failed first, then what may.
const (
	groupUnknown = iota
	groupWrong   // ran another tool than was meant
	groupFailed
	groupOpen // no result, cancelled, unreadable
	groupClash
	groupRejected
	groupReserved
	groupLeftOut
	groupRan
	groupDeferred
	groupTwin
	groupChanged
	groupOffered
	groupNotCalled
)

// buildTools makes the rows of the tool list: the tools of the plan, never
// called ones too, then the echoed names that belong to no tool. It looks at
// names, never at single calls, but for the few silent ones: those that ran
// another tool than was meant. Unknown names stand first, in the order in which
// they came up; the others by name within their group.
func buildTools(s *journey.Session, plan *journey.Plan, census *journey.CensusResult, silent ...uint32) []toolRow {
	b := toolBuilder{s: s, plan: plan, calls: s != nil && s.Tally.Calls > 0, silent: silent}
	b.addTools(census)
	b.addEchoes()
	for _, e := range b.list {
		e.shown = e.row.name
		if e.row.server != "" {
			e.shown = e.row.server + " · " + e.row.name
		}
	}
	rows := make([]toolRow, 0, len(b.list))
	slices.SortStableFunc(b.list, compareEntries)
	for _, e := range b.list {
		rows = append(rows, e.row)
	}
	shareAmong(rows)
	return rows
}

// toolEntry is a row with what it is sorted by.
type toolEntry struct {
	row   toolRow
	group int
	first uint32 // first unknown call, for unknown names only
	form  string // clashing names stand together
	shown string // server and name as the list shows them
	by    [len(journey.Classes)]int
}

// compareEntries orders rows: by group, unknown names by their first call,
// clashing ones by their form, then by what the list shows.
func compareEntries(x, y *toolEntry) int {
	if c := cmp.Compare(x.group, y.group); c != 0 {
		return c
	}
	if c := cmp.Compare(x.first, y.first); c != 0 {
		return c
	}
	if c := strings.Compare(x.form, y.form); c != 0 {
		return c
	}
	return strings.Compare(x.shown, y.shown)
}

type toolBuilder struct {
	s     *journey.Session
	plan  *journey.Plan
	calls bool
	// silent are calls that ran, but not what was meant.
	silent []uint32
	list   []*toolEntry
	wires  map[journey.WireName]int
}

// addTools makes an entry of every tool of the plan, its status as the census
// sees it.
func (b *toolBuilder) addTools(census *journey.CensusResult) {
	if b.plan == nil {
		return
	}
	b.list = make([]*toolEntry, 0, len(b.plan.Tools))
	b.wires = make(map[journey.WireName]int, len(b.plan.Tools))
	found := worstRules(census, len(b.plan.Tools))
	for i := range b.plan.Tools {
		n := &b.plan.Tools[i]
		name, server := toolName(n)
		e := &toolEntry{row: toolRow{name: name, server: server, tool: i}}
		e.status(n, found[i], b.calls)
		if e.group == groupClash {
			e.form = string(n.Safe)
		}
		b.list = append(b.list, e)
		if _, ok := b.wires[n.Wire]; !ok || n.Status == journey.Offered {
			b.wires[n.Wire] = i
		}
	}
}

// toolName is what a tool is called in the list, and its server: the name as
// it was read, so that people find what they saw; two fields become server and
// real name where these are known.
func toolName(n *journey.Naming) (name, server string) {
	one := n.Tool.Form != journey.FormRegistered && n.Wire.Namespace == ""
	switch {
	case one && n.Tool.Listed() != "":
		return n.Tool.Listed(), ""
	case n.RegisteredKnown && n.Ref.Name != "":
		return string(n.Ref.Name), string(n.Ref.Server)
	case n.SafeKnown && n.Safe != "":
		return string(n.Safe), ""
	case n.Wire.Name != "":
		return string(n.Wire.Name), string(n.Wire.Namespace)
	default:
		return n.Tool.Listed(), ""
	}
}

// ruleGroups are the groups of census findings.
var ruleGroups = map[string]int{
	journey.RuleSharedForm: groupClash,
	journey.RuleDuplicate:  groupClash,
	journey.RuleRejected:   groupRejected,
	journey.RuleReserved:   groupReserved,
	journey.RuleLeftOut:    groupLeftOut,
}

// worstRules returns for each tool the worst group that a finding puts it in.
func worstRules(census *journey.CensusResult, n int) []int {
	worst := make([]int, n)
	for i := range worst {
		worst[i] = groupNotCalled
	}
	if census == nil {
		return worst
	}
	for _, f := range census.Findings {
		group, ok := ruleGroups[f.Rule]
		if !ok && f.Group() == journey.GroupNearTwin {
			group, ok = groupTwin, true
		}
		if !ok {
			continue
		}
		for _, i := range f.Indexes {
			if i >= 0 && i < n {
				worst[i] = min(worst[i], group)
			}
		}
	}
	return worst
}

// status sets word and mark of a tool that was not called so far.
func (e *toolEntry) status(n *journey.Naming, found int, calls bool) {
	if len(n.SharesWith) > 0 && found > groupClash {
		found = groupClash
	}
	if n.Status == journey.LeftOut && found > groupLeftOut {
		found = groupLeftOut
	}
	if n.Status == journey.Deferred && found > groupDeferred {
		found = groupDeferred
	}
	switch {
	case found < groupTwin, found == groupTwin && !calls:
	case calls:
		found = groupNotCalled
	case n.RegisteredKnown && n.SafeKnown && string(n.Safe) != string(n.Ref.Name):
		found = groupChanged
	default:
		found = groupOffered
	}
	e.set(found)
}

// groupStatus is the word and the mark of each group that needs no class.
var groupStatus = [...]struct {
	word string
	mark mark
}{
	groupWrong:     {"drift", markDrift},
	groupClash:     {"clash", markClash},
	groupRejected:  {"rejected", markFailed},
	groupReserved:  {"reserved", markFailed},
	groupLeftOut:   {"left out", markLeftOut},
	groupRan:       {"ran", markNone},
	groupDeferred:  {"deferred", markNotCalled},
	groupTwin:      {"near-twin", markTwin},
	groupChanged:   {"changed", markChanged},
	groupOffered:   {"offered", markNone},
	groupNotCalled: {"not called", markNotCalled},
}

func (e *toolEntry) set(group int) {
	e.group = group
	e.row.status, e.row.mark = groupStatus[group].word, groupStatus[group].mark
}

// addEchoes puts the calls of each name to its tool, or makes an entry of it.
func (b *toolBuilder) addEchoes() {
	if b.s == nil {
		return
	}
	for _, t := range b.s.Tally.Names() {
		e := b.entryOf(t)
		if len(e.row.calls) == 0 {
			e.row.calls = t.Rows
		} else {
			e.row.calls = mergeRows(e.row.calls, t.Rows)
		}
		for i, n := range t.ByClass {
			e.by[i] += n
		}
		e.row.unknown += t.Unknown()
		e.row.failed += t.Failed()
	}
	for _, row := range b.silent {
		for _, e := range b.list {
			if isAmong(e.row.calls, row) {
				e.row.wrong++
			}
		}
	}
	for _, e := range b.list {
		e.judge(b.s)
	}
}

// entryOf finds the tool that an echoed name belongs to.
func (b *toolBuilder) entryOf(t *journey.NameTally) *toolEntry {
	if i := b.toolOf(t); i >= 0 {
		return b.list[i]
	}
	e := &toolEntry{row: toolRow{name: string(t.Called.Name), server: string(t.Called.Namespace), tool: -1}}
	b.list = append(b.list, e)
	return e
}

// toolOf returns the index in the plan, -1 for none. A name that is not
// declared reaches a tool by another key only where its calls were not refused.
func (b *toolBuilder) toolOf(t *journey.NameTally) int {
	if b.plan == nil {
		return -1
	}
	if first := t.Rows[0]; b.s.Rows[first].Flags&journey.FlagNoEcho != 0 {
		return b.ranBy(b.s.Extras[first].Dispatched)
	}
	w := t.Called.Wire()
	if i, ok := b.plan.ByWire[w]; ok {
		return i
	}
	if i, ok := b.wires[w]; ok {
		return i
	}
	if i, ok := b.plan.Index[string(w.Name)]; ok && w.Namespace == "" && t.Unknown() == 0 {
		return i
	}
	return -1
}

// ranBy returns the index of a tool that ran, -1 for none.
func (b *toolBuilder) ranBy(ref *journey.Ref) int {
	if ref == nil {
		return -1
	}
	return slices.IndexFunc(b.plan.Tools, func(n journey.Naming) bool { return n.Ref == *ref })
}

// mergeRows joins two ascending lists of calls.
func mergeRows(a, b []uint32) []uint32 {
	out := make([]uint32, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0] <= b[0] {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// judge gives an entry the status of the worst of its calls.
func (e *toolEntry) judge(s *journey.Session) {
	if len(e.row.calls) == 0 {
		return
	}
	worst := journey.ClassOK
	for _, c := range journey.Classes {
		if e.by[c] > 0 && c.Rank() < worst.Rank() {
			worst = c
		}
	}
	group := groupRan
	switch {
	case worst.Unknown():
		group = groupUnknown
		for _, r := range e.row.calls {
			if s.Rows[r].Class.Unknown() {
				e.first = r
				break
			}
		}
	case e.row.wrong > 0:
		e.form = ""
		e.set(groupWrong)
		return
	case worst.Failed():
		group = groupFailed
	case worst != journey.ClassOK:
		group = groupOpen
	}
	if group == groupRan && e.row.tool >= 0 && e.group >= groupClash && e.group <= groupReserved {
		return // it ran, but which of two, or for how long, is not said
	}
	e.group, e.form = group, ""
	e.row.status, e.row.mark = worst.Word(), classMark(worst)
}
