package tui

import "hopscope/journey"

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
	groups // how many there are
)

// buildTools makes the rows of the tool list: the tools of the plan, never
// called ones too, then the echoed names that belong to no tool. It looks at
// names, never at single calls, but for the few silent ones: those that ran
// another tool than was meant. Unknown names stand first, in the order in which
// they came up; the others by name within their group.
func buildTools(s *journey.Session, plan *journey.Plan, census *journey.CensusResult, silent ...uint32) []toolRow {
	return newToolTable(s, plan, census).renew(silent)
}

// toolEntry is a row with what it is sorted by.
type toolEntry struct {
	row   toolRow
	group int
	first uint32 // first unknown call, for unknown names only
	form  string // clashing names stand together
	shown string // server and name as the list shows them
	// never is the group of the tool while nobody calls it.
	never int
	// names are the tallies that belong here, by their number; stale: they have
	// changed.
	names []int32
	stale bool
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
	e.never = found
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

// judge gives an entry the status of the worst of its calls, whose classes are
// counted by by.
func (e *toolEntry) judge(s *journey.Session, by *[len(journey.Classes)]int) {
	e.set(e.never)
	e.first = 0
	if len(e.row.calls) == 0 {
		return
	}
	worst := journey.ClassOK
	for _, c := range journey.Classes {
		if by[c] > 0 && c.Rank() < worst.Rank() {
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
	e.group = group
	e.row.status, e.row.mark = worst.Word(), classMark(worst)
}
