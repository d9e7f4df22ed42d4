package journey

import (
	"slices"
	"strconv"
)

// story is a name that calls of one line stored, and the tool that they ran.
type story struct {
	line, era int
	stored    Called
	called    Called
	kind      ToolKind
	// ref is the tool that ran; rule the one that the client's rules lead to,
	// nil for none. They differ where a tool of many tools was called, so drift
	// is told by the rules.
	ref  Ref
	rule *Ref
	// turn is the index of the first turn that stored it, row the first call.
	turn, row int
	calls     int
	known     bool
}

// storyKey is what calls of one story share.
type storyKey struct {
	line, era   int
	space, name Sym
	kind        ToolKind
	stored      Called
	ran         Ref
}

// driftsMost bounds how often stored names are read again while a timeline is
// made; what lies behind it is read when its turn is looked at.
const driftsMost = 100_000

// tell sums the calls up in stories, and finds those that ran another tool than
// the same name did before in their line.
func (t *Timeline) tell() {
	at := map[storyKey]int{}
	of := make([]int32, len(t.rows))
	for i := range t.Turns {
		u := &t.Turns[i]
		for k := u.From; k < u.To; k++ {
			of[k] = int32(t.tellRow(at, i, t.Row(k)))
		}
	}
	if len(t.Eras) < 2 && len(t.stories) == 0 {
		return
	}
	type meant struct {
		line int
		name Called
	}
	first := map[meant]*story{}
	moved := make([]bool, len(t.stories))
	for i := range t.stories {
		x := &t.stories[i]
		if !x.known || x.rule == nil {
			continue
		}
		if before := first[meant{x.line, x.called}]; before != nil && before.era != x.era {
			moved[i] = !sameTool(*before.rule, *x.rule) && !sameTool(before.ref, x.ref)
		}
		if k := (meant{x.line, x.stored}); first[k] == nil {
			first[k] = x
		}
	}
	for k, i := range of {
		if i >= 0 && moved[i] {
			t.wrong[t.rows[k]] = true
		}
	}
}

// tellRow adds a call to its story and returns the story's index, -1 for a call
// that reached no tool.
func (t *Timeline) tellRow(at map[storyKey]int, turn, row int) int {
	r, u := &t.s.Rows[row], &t.Turns[turn]
	key := storyKey{line: u.Line, era: u.Era, space: r.Space, name: r.Name}
	if !toldRow(r) {
		return -1
	}
	if r.Flags&FlagExtra != 0 {
		x := t.s.Extras[uint32(row)]
		key.kind = x.Kind
		if x.Stored != nil {
			key.stored = *x.Stored
		}
		if x.Dispatched != nil {
			key.ran = *x.Dispatched
		}
	}
	i, ok := at[key]
	if !ok {
		i = -1
		if x, reached := t.storyOf(turn, row); reached {
			i = len(t.stories)
			t.stories = append(t.stories, x)
		}
		at[key] = i
	}
	if i >= 0 {
		t.stories[i].calls++
	}
	return i
}

// toldRow reports whether a call can have left a name that means a tool.
func toldRow(r *Row) bool {
	return !r.Class.Unknown() && r.Class != ClassUnreadable && r.Flags&(FlagOrphan|FlagServer|FlagNoEcho) == 0
}

// storyOf is what one call stored and ran; ok is false where it reached no tool.
func (t *Timeline) storyOf(turn, row int) (y story, ok bool) {
	r, u := &t.s.Rows[row], &t.Turns[turn]
	if !toldRow(r) {
		return y, false
	}
	var x Extra
	if r.Flags&FlagExtra != 0 {
		x = t.s.Extras[uint32(row)]
	}
	called := t.s.Echo(row)
	res := t.plans.Scheme().Resolve(t.EraPlan(u.Era), Invocation{Called: called, Kind: x.Kind})
	y = story{
		line: u.Line, era: u.Era, called: called, stored: res.Stored, kind: x.Kind, turn: turn, row: row,
		known: t.Eras[u.Era].Known, rule: res.Ref,
	}
	switch {
	case x.Stored != nil:
		y.stored = *x.Stored
	case y.stored.Name == "":
		y.stored = called
	}
	switch {
	case x.Dispatched != nil:
		y.ref = *x.Dispatched
	case res.Ref != nil:
		y.ref = *res.Ref
	default:
		return y, false
	}
	return y, true
}

// drifts counts for each turn with another list the stored names that mean
// something else, or nothing, since.
func (t *Timeline) drifts() {
	asked := 0
	for i := range t.Turns {
		u := &t.Turns[i]
		if !u.Changed || !t.Eras[u.Era].Known || asked > driftsMost {
			continue
		}
		for _, x := range t.Stored(i) {
			asked++
			if x.Meaning != MeansSame && x.Since == i {
				u.Drifted++
			}
		}
	}
}

// StoredName is a name in the history that the request of a turn carries.
type StoredName struct {
	Stored Called
	// Meant is the tool that ran when it was stored, first in Turn (a number)
	// by the call of Row; Calls counts them.
	Meant     Ref
	Turn, Row int
	Calls     int
	Meaning   Meaning
	Now       *Ref // nil: no tool
	Outcome   Outcome
	// Since is the index of the turn in which the list that decides came.
	Since int
}

// Stored returns what the names in the history of a turn mean now, each with
// the tool that it meant once: those that drifted first, then those that lead to
// nothing, each in the order in which they were stored. Against a list that is
// only assumed nothing drifts.
func (t *Timeline) Stored(turn int) []StoredName {
	u := &t.Turns[turn]
	plan := t.Plan(turn)
	type key struct {
		stored Called
		kind   ToolKind
		ref    Ref
	}
	place := map[key]int{}
	var list []StoredName
	for i := range t.stories {
		x := &t.stories[i]
		if x.line != u.Line || x.turn >= turn {
			continue
		}
		k := key{x.stored, x.kind, x.ref}
		if p, ok := place[k]; ok {
			list[p].Calls += x.calls
			continue
		}
		place[k] = len(list)
		y := StoredName{Stored: x.stored, Meant: x.ref, Turn: t.Turns[x.turn].Number, Row: x.row, Calls: x.calls, Since: t.Eras[u.Era].Turn, Now: &x.ref, Outcome: OutcomeRan}
		if t.Eras[u.Era].Known && x.known && x.rule != nil && x.era != u.Era {
			y.Meaning, y.Now, y.Outcome = t.means(plan, x)
		}
		list = append(list, y)
	}
	rank := [...]int{MeansSame: 2, MeansAnother: 0, MeansGone: 1}
	slices.SortStableFunc(list, func(a, b StoredName) int { return rank[a.Meaning] - rank[b.Meaning] })
	return list
}

func (t *Timeline) means(plan *Plan, x *story) (Meaning, *Ref, Outcome) {
	m, now := StoredMeaning(t.plans.Scheme(), plan, x.stored, x.kind, *x.rule)
	if m == MeansSame {
		now.Ref = &x.ref
	}
	return m, now.Ref, now.Outcome
}

// Meaning says what the stored call of a row means in the request of a later
// turn; ok is false where nobody can tell.
func (t *Timeline) Meaning(row, turn int) (x StoredName, ok bool) {
	from, _, found := t.At(row)
	if !found || turn < from {
		return StoredName{}, false
	}
	y, reached := t.storyOf(from, row)
	if !reached {
		return StoredName{}, false
	}
	u := &t.Turns[turn]
	x = StoredName{Stored: y.stored, Meant: y.ref, Turn: t.Turns[from].Number, Row: row, Calls: 1, Since: t.Eras[u.Era].Turn, Now: &y.ref, Outcome: OutcomeRan}
	if y.line != u.Line {
		return x, false
	}
	if y.known && y.rule != nil && t.Eras[u.Era].Known && y.era != u.Era {
		x.Meaning, x.Now, x.Outcome = t.means(t.Plan(turn), &y)
	}
	return x, true
}

// Moved is the diagnosis of a stored call that means another tool at a later
// turn, nil where it does not.
func (t *Timeline) Moved(row, turn int) *Diagnosis {
	x, ok := t.Meaning(row, turn)
	if !ok || x.Meaning != MeansAnother {
		return nil
	}
	was, now := refWords(x.Meant, *x.Now)
	name := string(x.Stored.Name)
	another, came := "another tool, "+now, "it is the name of "+now
	if string(x.Now.Name) == name {
		another, came = "another tool", "a tool with the real name "+name+" is there"
		if x.Now.Server != "" {
			another += ", of the server " + string(x.Now.Server)
		}
	}
	then, since := strconv.Itoa(x.Turn), strconv.Itoa(t.Turns[x.Since].Number)
	d := &Diagnosis{Kind: KindAliasMoved, Hop: HopReplay, Test: "test 3: wire maps of two turns"}
	d.What = name + " was the name of " + was + " in turn " + then + "; now it is " + another + "."
	d.Evidence = []Evidence{
		{Where: "turn " + then, Text: name + " ran " + was},
		{Where: "turn " + since, Text: came + ", so the stored call of turn " + then + " now means that one"},
	}
	d.Advice = "Store real names in the history and map them anew for each request. Until then: start a new session after such a tool is loaded."
	return d
}
