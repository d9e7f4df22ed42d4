package diagnose

import (
	"slices"

	"hopscope/journey"
	"hopscope/vocab"
)

// catalogAt returns the tools that existed at a row. A complete list of the
// recording is the truth; without one the given catalog counts, and what it
// leaves open is filled with the names that ran.
func (a *Analyzer) catalogAt(row, at int) (journey.Catalog, bool) {
	s := a.in.Session
	if s.Background != nil {
		return a.caseCatalog(row, at)
	}
	if at >= 0 {
		cat, complete := a.snapshotCatalog(at)
		if complete {
			return cat, true
		}
		if len(a.in.Catalog.Tools) == 0 {
			return a.assumed(cat, a.kinOf(row)), false
		}
	}
	if len(a.in.Catalog.Tools) == 0 {
		return a.assumed(journey.Catalog{}, a.kinOf(row)), false
	}
	cat := a.in.Catalog
	if holdsBuiltins(cat) || len(s.Rows) == 0 { // no call is there to add a name
		return cat, cat.Complete || cat.Form == journey.FormWire
	}
	return a.assumed(cat, a.kinOf(row)), false
}

// caseCatalog is the list of a case at a row: that of its timeline or capture,
// else the case's own.
func (a *Analyzer) caseCatalog(row, at int) (journey.Catalog, bool) {
	if at >= 0 {
		if cat, complete := a.snapshotCatalog(at); complete {
			return cat, true
		}
	}
	if len(a.in.Catalog.Tools) > 0 {
		return a.in.Catalog, true
	}
	cat := journey.Catalog{Form: journey.FormSafe, Complete: true, Source: "case"}
	for _, n := range a.in.Session.Background.Catalog {
		cat.Tools = append(cat.Tools, journey.Tool{Form: journey.FormSafe, Safe: journey.Safe(n)})
	}
	if len(cat.Tools) == 0 {
		return a.assumed(cat, a.kinOf(row)), false
	}
	return cat, true
}

// snapshotCatalog puts the snapshots in force together.
func (a *Analyzer) snapshotCatalog(at int) (cat journey.Catalog, complete bool) {
	s := a.in.Session
	parts := s.OfferOf(at).Parts
	gone := map[string]bool{}
	for i, k := range parts {
		p := &s.Snapshots[k]
		complete = complete || p.Complete
		if i == 0 {
			cat = p.Catalog
			cat.Tools = slices.Clone(cat.Tools)
			continue
		}
		for _, t := range p.Catalog.Tools {
			name := t.Listed()
			if t.Disabled {
				gone[name] = true
				continue
			}
			delete(gone, name)
			if !slices.ContainsFunc(cat.Tools, func(x journey.Tool) bool { return x.Listed() == name }) {
				cat.Tools = append(cat.Tools, t)
			}
		}
	}
	for i := range cat.Tools {
		cat.Tools[i].Disabled = cat.Tools[i].Disabled || gone[cat.Tools[i].Listed()]
	}
	return cat, complete
}

// holdsBuiltins reports whether a catalog is a client's whole list: it has
// wire names or safe forms, or built-ins. What a server lists never is, even
// where nobody says by which key the client knows the server.
func holdsBuiltins(c journey.Catalog) bool {
	return slices.ContainsFunc(c.Tools, func(t journey.Tool) bool {
		return t.Form != journey.FormRegistered || t.Builtin
	})
}

// assumed adds the names that reached a tool of the session to what is known. Nobody recorded
// such a list, so all that follows from it is an assumption.
func (a *Analyzer) assumed(cat journey.Catalog, kin int) journey.Catalog {
	given := a.scheme.Plan(a.setting(cat))
	cat.Tools = slices.Clone(cat.Tools)
	if len(cat.Tools) == 0 {
		cat.Form, cat.Source = journey.FormWire, "names that ran"
	}
	cat.Assumed = true
	there := map[journey.WireName]bool{}
	for i := range cat.Tools {
		there[cat.Tools[i].Wire] = true
	}
	for _, n := range a.in.Session.Tally.Names() {
		if !a.reachedIn(n, kin) {
			continue
		}
		call := journey.Invocation{Called: n.Called}
		if a.scheme.Resolve(&given, call).Outcome == journey.OutcomeRan {
			continue // the given list has it, in another form
		}
		if t, noEcho := a.ranAs(n); noEcho {
			if t.Registered != "" {
				cat.Tools = append(cat.Tools, t)
			}
			continue
		}
		called := a.ranStored(n)
		t := journey.Tool{Form: journey.FormWire, Wire: called.Wire()}
		if there[t.Wire] {
			continue
		}
		there[t.Wire] = true
		_, _, server := splitServer(string(called.Name))
		own := a.in.Vocabulary.Has(a.client.ID, a.client.Version, string(called.Name))
		t.Builtin = !server && called.Namespace == "" && own.Known
		cat.Tools = append(cat.Tools, t)
	}
	return cat
}

// reached reports whether calls of a name got as far as a tool.
func reached(n *journey.NameTally) bool {
	return n.ByClass[journey.ClassOK]+n.ByClass[journey.ClassToolFailed]+
		n.ByClass[journey.ClassBadArguments]+n.ByClass[journey.ClassDenied] > 0
}

// addBuiltins reports whether the scheme is to add the client's own tools: not
// where the catalog has them, and not where the only list that is known is that
// of a later version.
func (a *Analyzer) addBuiltins(cat journey.Catalog) bool {
	if !cat.Assumed {
		return !holdsBuiltins(cat)
	}
	version := a.client.Version
	list, ok := vocab.Builtins(a.scheme.Info().ID, version)
	return ok && (version == "" || list.Exact || !olderThan(version, list.Version))
}
