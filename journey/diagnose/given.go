package diagnose

import "hopscope/journey"

// A catalog can be given beside a recording that has lists of its own. Those
// lists say what was sent; the catalog says which tools stand behind the forms.

// given is what the scheme in force makes of the tools of servers in the given
// catalog; nil where none was given, and for cases, whose catalog it is.
func (a *Analyzer) given() *planView {
	if a.beside != nil || a.cased != nil || a.in.Session.Background != nil || len(a.in.Catalog.Tools) == 0 {
		return a.beside
	}
	plan := a.scheme.Plan(a.setting(a.in.Catalog))
	a.beside = &planView{plan: &plan, known: true, kin: allKin}
	return a.beside
}

// reals are the real names behind forms that one tool alone has.
func (v *planView) reals() map[journey.WireName]journey.Ref {
	if v == nil {
		return nil
	}
	if v.real == nil {
		v.real = map[journey.WireName]journey.Ref{}
		for i := range v.plan.Tools {
			n := &v.plan.Tools[i]
			if n.RegisteredKnown && n.Ref.Server != "" && n.Status != journey.LeftOut && len(n.SharesWith) == 0 {
				v.real[n.Wire] = n.Ref
			}
		}
	}
	return v.real
}
