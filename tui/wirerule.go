package tui

import (
	"strconv"
	"unicode/utf8"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// tail says what the provider's rule makes of the name, and what is missing.
func (v *wireView) tail() []line {
	var out []line
	d := v.d
	if v.at < 0 && v.gap < 0 {
		name, _ := d.realName()
		if d.call != nil {
			name = string(d.call.Called.Name)
		}
		out = append(out, says(themes.Bad, "✗ no entry "+cutName(name, v.w-11)))
	}
	return append(append(out, v.rule()...), v.noRequest()...)
}

// noRequest says that no file shows the request.
func (v *wireView) noRequest() []line {
	if d := v.d; d.call != nil && (!d.requestSeen && !d.catalogKnown || d.plan.Setting.Catalog.Assumed) {
		return prose(themes.Muted, wordsNoRequest, v.w)
	}
	return nil
}

// facts are what stands above the JSON where the pane has the screen: the rule
// and the verdict, the places of the name with the count against each limit,
// and what all providers say.
func (v *wireView) facts(r *wireRequest) []line {
	out := append(v.tail(), v.placeRows(r)...)
	if said, ok := v.everywhere(); ok {
		out = append(out, everywhereLines(&said, v.w)...)
	}
	return out
}

// shortFacts are the same in as few rows as they need, where the pane has the
// focus and shares the screen.
func (v *wireView) shortFacts() []line {
	out := v.rule()
	row := line{}
	for _, c := range journey.Counts(v.d.provider, v.d.plan.Tools[v.d.journey.Index].Wire, "") {
		if c.Place == journey.PlaceDeclare {
			continue
		}
		label, count := placeName(c.Place)+" ", limitWords(c)
		if n := row.width(); n > 0 && n+2+len(label)+len(count) > v.w {
			out, row = append(out, row), line{}
		}
		if len(row) > 0 {
			row = append(row, blanks(2))
		}
		row = append(row, span{text: label, role: themes.Muted}, span{text: count, role: countRole(c)})
	}
	if len(row) > 0 {
		out = append(out, row)
	}
	if said, ok := v.everywhere(); ok {
		out = append(out, append(everywhereShort(&said), span{text: "  " + v.d.keys.or("all-providers", "P") + " shows each", role: themes.Muted}))
	}
	return out
}

// everywhereShort is the verdict of all providers in a row.
func everywhereShort(e *journey.Everywhere) line {
	switch e.Verdict {
	case journey.VerdictReject:
		return says(themes.Bad, "Refused by "+comma(len(e.Refuses))+" of "+plural(len(e.Answers), "provider", "providers"))
	case journey.VerdictUnknown:
		return says(themes.Muted, "Unknown at all providers")
	}
	l := says(themes.Ok, "Fits everywhere")
	if n := len(e.Unknown); n > 0 {
		l = append(l, span{text: ", unknown at " + comma(n), role: themes.Muted})
	}
	return l
}

// everywhere is what all providers say of the name.
func (v *wireView) everywhere() (journey.Everywhere, bool) {
	if len(v.d.providers) == 0 {
		return journey.Everywhere{}, false
	}
	return v.d.judgedBy(journey.NewPanel(v.d.providers, ""))
}

// rule is the verdict on the name, with its length against the limit.
func (v *wireView) rule() []line {
	d := v.d
	rule, known := d.provider.Rule(journey.PlaceDeclare, "")
	if v.at < 0 {
		if n := accepted(d.census); n > 0 && n == len(v.offered) && known && d.call == nil {
			return ruleRow("name rule  ok for all "+comma(n), ruleWords(rule, v.w), v.w)
		}
		return nil
	}
	var out []line
	for _, x := range d.journey.Violations {
		role, sign := themes.Bad, "✗"
		if x.Severity == journey.SeverityWarning {
			role, sign = themes.Warn, "!"
		}
		out = append(out, marked(sign, role, role, x.Detail, v.w)...)
		if x.Error != "" {
			out = append(out, refusalLines(x, v.w)...)
		}
	}
	switch {
	case d.journey.Verdict == journey.VerdictReject:
		if rule.Pattern != "" {
			out = append(out, prose(themes.Muted, "name rule: "+rule.Pattern, v.w)...)
		}
	case !known || d.journey.Verdict == journey.VerdictUnknown:
		out = append(out, prose(themes.Muted, "name rule of "+d.provider.Info().ID+" is not known", v.w)...)
	default:
		n := utf8.RuneCountInString(string(d.plan.Tools[d.journey.Index].Wire.Name))
		count := ""
		if rule.Max > 0 {
			count = ", " + strconv.Itoa(n) + "/" + strconv.Itoa(rule.Max)
		}
		out = append(out, ruleRow("name rule ok"+count, ruleWords(rule, v.w), v.w)...)
	}
	return out
}

// ruleRow is a verdict and the rule, on two rows where one is too short.
func ruleRow(verdict, rule string, w int) []line {
	if one := verdict + ": " + rule; visible.Width(one) <= w {
		return []line{says(themes.Muted, one)}
	}
	return []line{says(themes.Muted, verdict+":"), says(themes.Muted, "  "+rule)}
}

// ruleWords is the pattern where there is room, else the set in words.
func ruleWords(r journey.NameRule, w int) string {
	if r.Chars == "" || len(r.Pattern)+24 <= w && r.Pattern != "" {
		return r.Pattern
	}
	return r.Chars
}

// accepted counts the declared tools whose names the provider takes.
func accepted(c *journey.CensusResult) int {
	n := 0
	if c == nil {
		return 0
	}
	for i := range c.Tools {
		if c.Tools[i].Declared >= 0 && c.Tools[i].Verdict == journey.VerdictAccept {
			n++
		}
	}
	return n
}
