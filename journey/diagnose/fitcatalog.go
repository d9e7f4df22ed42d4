package diagnose

import (
	"fmt"
	"slices"

	"hopscope/journey"
)

// Bounds of the search for a list that fits better.
const (
	listsTried = 16 // the newest lists of the recording
	rowsAsked  = 4  // of each name
)

// catalogWords says which other list of tools explains the names that went
// otherwise than predicted under the lists in force; empty where none does.
func (a *Analyzer) catalogWords() string {
	names := a.disagreeing()
	if len(names) == 0 {
		return ""
	}
	best, where := 0, ""
	for _, l := range a.otherLists() {
		set := a.setting(a.realNames(l.catalog))
		set.Builtins = a.addBuiltins(l.catalog)
		if f := a.fitOf(a.scheme, set, names); f.Agree > best {
			best, where = f.Agree, l.where
		}
	}
	if best == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d names that went otherwise than predicted went as %s says.", best, len(names), where)
}

// disagreeing are the names of calls that went otherwise than the list in force
// at the call says.
func (a *Analyzer) disagreeing() []*journey.NameTally {
	var out []*journey.NameTally
	for _, n := range a.telling() {
		if slices.ContainsFunc(n.Rows[:min(len(n.Rows), rowsAsked)], func(row uint32) bool {
			agrees := a.Finding(int(row)).Agrees
			return agrees != nil && !*agrees
		}) {
			out = append(out, n)
		}
	}
	return out
}

// otherList is a list of tools with where it stands, for people.
type otherList struct {
	catalog journey.Catalog
	where   string
}

// otherLists are the complete lists of the recording, the newest first, and the
// catalog that was given beside it.
func (a *Analyzer) otherLists() []otherList {
	s := a.in.Session
	var out []otherList
	if len(a.in.Catalog.Tools) > 0 {
		out = append(out, otherList{a.in.Catalog, "the catalog that was given"})
	}
	for k := len(s.Snapshots) - 1; k >= 0 && len(out) < listsTried; k-- {
		if p := &s.Snapshots[k]; p.Complete {
			out = append(out, otherList{p.Catalog, fmt.Sprintf("the list of turn %d (%s)", p.Turn, lineOf(p.Line))})
		}
	}
	return out
}
