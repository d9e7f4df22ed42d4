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
	out = append(out, v.rule()...)
	if d.call != nil && (!d.requestSeen && !d.catalogKnown || d.plan.Setting.Catalog.Assumed) {
		out = append(out, prose(themes.Muted, wordsNoRequest, v.w)...)
	}
	return out
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
