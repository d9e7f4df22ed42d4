package diagnose

import (
	"slices"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

// SchemeFit says how well a scheme explains a recording.
type SchemeFit struct {
	Scheme journey.SchemeInfo
	// Agree of Names called names went the way that the scheme predicts.
	Agree, Names int
}

// Fit compares all schemes with the recording: for how many called names does
// each predict what was recorded, under the newest list. Best first, then by
// id. It is empty where the list is assumed: such a list agrees with every
// scheme.
func (a *Analyzer) Fit() []SchemeFit {
	a.refresh()
	cat, known := a.newestCatalog()
	if !known {
		return nil
	}
	var out []SchemeFit
	for _, sch := range scheme.All() {
		set := a.setting(cat)
		set.Builtins = a.addBuiltins(cat)
		plan := sch.Plan(set)
		f := SchemeFit{Scheme: sch.Info()}
		for _, n := range a.in.Session.Tally.Names() {
			ran, refused := reached(n), n.Unknown() > 0
			if ran == refused {
				continue // both or neither: it says nothing about a rule
			}
			f.Names++
			got := sch.Resolve(&plan, journey.Invocation{Called: n.Called}).Outcome == journey.OutcomeRan
			if got == ran {
				f.Agree++
			}
		}
		out = append(out, f)
	}
	slices.SortStableFunc(out, func(x, y SchemeFit) int { return y.Agree - x.Agree })
	return out
}

func (a *Analyzer) newestCatalog() (journey.Catalog, bool) {
	s := a.in.Session
	if n := len(s.Rows); n > 0 {
		return a.catalogAt(n-1, s.SnapshotAt(n-1))
	}
	return a.catalogAt(-1, len(s.Snapshots)-1)
}
