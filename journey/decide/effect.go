package decide

import (
	"fmt"
	"strings"

	"hopscope/journey"
)

// Recorded is one called name of a recording with what became of its calls.
type Recorded struct {
	Call journey.Invocation
	// Failed counts calls that were refused for their name, Ran the others.
	Failed, Ran int
}

// Effect is the difference between a recording and what edits would make of
// it. Counts are calls.
type Effect struct {
	// Failures are the recorded calls that were refused for their name,
	// WouldRun those of them that reached no tool before the edits and would
	// reach one now.
	Failures int `json:"failures"`
	WouldRun int `json:"would_run"`
	// Broken are calls that ran, reached a tool before the edits and would reach
	// none now; Other are calls that would reach another tool than before.
	Broken int `json:"broken"`
	Other  int `json:"other"`
	// New and Gone are findings of the census that the edits make or end.
	New  []journey.CensusFinding `json:"new"`
	Gone []journey.CensusFinding `json:"gone"`
}

// Side is one side of a comparison: rules, plan and census.
type Side struct {
	Scheme journey.Scheme
	Plan   *journey.Plan
	Census journey.CensusResult
}

// Compare says what the rules after the edits do with the recorded calls, and
// how the census changes.
func Compare(before, after Side, recorded []Recorded) Effect {
	e := Effect{New: []journey.CensusFinding{}, Gone: []journey.CensusFinding{}}
	for _, r := range recorded {
		was, now := before.Scheme.Resolve(before.Plan, r.Call), after.Scheme.Resolve(after.Plan, r.Call)
		e.Failures += r.Failed
		switch {
		case was.Ref == nil && now.Ref != nil:
			e.WouldRun += r.Failed
		case was.Ref != nil && now.Ref == nil:
			e.Broken += r.Ran
		case was.Ref != nil && *was.Ref != *now.Ref:
			e.Other += r.Ran
		}
	}
	e.New = missing(after.Census.Findings, before.Census.Findings)
	e.Gone = missing(before.Census.Findings, after.Census.Findings)
	return e
}

// missing are the findings of a that b lacks.
func missing(a, b []*journey.CensusFinding) []journey.CensusFinding {
	key := func(f *journey.CensusFinding) string { return f.Rule + "\x00" + strings.Join(f.Tools, "\x00") }
	has := map[string]bool{}
	for _, f := range b {
		has[key(f)] = true
	}
	list := []journey.CensusFinding{}
	for _, f := range a {
		if !has[key(f)] {
			list = append(list, *f)
		}
	}
	return list
}

// Words says the effect in a line: "3 of 7 failures would dispatch; 1 new
// clash; 2 calls that ran would fail". Without a difference: "no difference".
func (e Effect) Words() string {
	var parts []string
	if e.Failures > 0 && e.WouldRun > 0 {
		parts = append(parts, fmt.Sprintf("%d of %s would dispatch", e.WouldRun, count(e.Failures, "failure")))
	}
	if e.Broken > 0 {
		parts = append(parts, fmt.Sprintf("%s that ran would fail", count(e.Broken, "call")))
	}
	if e.Other > 0 {
		parts = append(parts, fmt.Sprintf("%s would reach another tool", count(e.Other, "call")))
	}
	for _, side := range []struct {
		list []journey.CensusFinding
		word string
	}{{e.New, "new"}, {e.Gone, "gone"}} {
		clashes := 0
		for _, f := range side.list {
			if f.Rule == journey.RuleSharedForm {
				clashes++
			}
		}
		if clashes > 0 {
			parts = append(parts, fmt.Sprintf("%d %s %s", clashes, side.word, plural("clash", clashes)))
		}
		if rest := len(side.list) - clashes; rest > 0 {
			parts = append(parts, fmt.Sprintf("%d %s %s", rest, side.word, plural("finding", rest)))
		}
	}
	if len(parts) == 0 {
		return "no difference"
	}
	return strings.Join(parts, "; ")
}

func count(n int, word string) string { return fmt.Sprintf("%d %s", n, plural(word, n)) }

func plural(word string, n int) string {
	switch {
	case n == 1:
		return word
	case strings.HasSuffix(word, "sh"):
		return word + "es"
	}
	return word + "s"
}
