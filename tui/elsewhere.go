package tui

import (
	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// elsewhere is what another scheme makes of the same names.
type elsewhere struct {
	scheme string
	// offered of the names would be in the request.
	offered, of int
	// as says in which form.
	as string
	// refused: the provider would refuse the request; note says why.
	refused bool
	note    string
}

// elsewhereRows asks schemes about the tools that clash with d's tool. Only
// registered names can be asked about: other forms are a scheme's own already.
func elsewhereRows(d *detail, schemes []journey.Scheme) []elsewhere {
	list := d.clashing()
	if len(list) < 2 {
		return nil
	}
	set := d.plan.Setting
	set.Catalog.Tools = nil
	for _, i := range list {
		t := d.plan.Tools[i].Tool
		if t.Form != journey.FormRegistered {
			return nil
		}
		set.Catalog.Tools = append(set.Catalog.Tools, t)
	}
	set.Builtins, set.Options = false, nil
	asked := map[journey.Registered]bool{}
	for _, t := range set.Catalog.Tools {
		asked[t.Registered] = true
	}
	rows := make([]elsewhere, 0, len(schemes))
	for _, s := range schemes {
		plan := s.Plan(set)
		rows = append(rows, judgeElsewhere(d, s.Info().ID, &plan, asked, len(list)))
	}
	return rows
}

// judgeElsewhere counts what is offered and looks at the forms.
func judgeElsewhere(d *detail, id string, plan *journey.Plan, asked map[journey.Registered]bool, of int) elsewhere {
	e := elsewhere{scheme: id, of: of}
	same, rule := true, ""
	for i := range plan.Tools {
		n := &plan.Tools[i]
		if n.Status != journey.Offered || !asked[n.Tool.Registered] {
			continue
		}
		e.offered++
		if string(n.Wire.Name) != string(n.Tool.Registered) || n.Wire.Namespace != "" {
			same = false
			if rule == "" {
				rule = n.Rule
			}
		}
		if d.provider == nil || e.refused {
			continue
		}
		if v, why := d.provider.Check(journey.PlaceDeclare, n.Wire, e.offered-1, ""); v == journey.VerdictReject {
			e.refused = true
			if len(why) > 0 {
				e.note = why[0].Detail
			}
		}
	}
	switch {
	case e.offered == 0 && of == 2:
		e.as = "left out, both"
	case e.offered == 0:
		e.as = "left out, all"
	case same:
		e.as = "as they are"
	case e.offered < of:
		e.as = "one name, " + plural(of-e.offered, "tool lost", "tools lost")
	case rule != "":
		e.as = rule
	default:
		e.as = "a name each"
	}
	return e
}

// elsewherePart is "The same two names elsewhere".
func elsewherePart(d *detail, rows []elsewhere, w int) part {
	p := part{title: "The same two names elsewhere", note: "s opens", noteRole: themes.Muted}
	if n := len(d.clashing()); n > 2 {
		p.title = "The same " + comma(n) + " names elsewhere"
	}
	if len(rows) == 0 {
		return p
	}
	p.body = append(p.body, says(themes.Muted, "scheme              offered   as"))
	note := ""
	for _, e := range rows {
		offered := comma(e.offered) + " of " + comma(e.of)
		role := themes.Ok
		switch {
		case e.refused:
			role = themes.Warn
			note = e.as + ": " + d.provider.Info().ID + " refuses: " + e.note
		case e.offered < e.of:
			role = themes.Bad
		}
		l := line{{text: visible.Cut(e.scheme, 19)}}.padded(20)
		l = append(l, span{text: offered, role: role}).padded(30)
		p.body = append(p.body, append(l, span{text: visible.Text(e.as), role: themes.Muted}))
	}
	if note != "" {
		p.body = append(p.body, nil)
		p.body = append(p.body, marked("!", themes.Warn, themes.Muted, note, w)...)
	}
	return p.fitted(w)
}
