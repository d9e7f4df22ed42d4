package journey

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// refused reports the names that the provider does not take.
func (c *censor) refused() {
	for i := range c.out.Tools {
		j := &c.out.Tools[i]
		if j.Verdict != VerdictReject || len(j.Violations) == 0 {
			if j.Declared >= 0 && c.refers {
				c.refersTo(i)
			}
			continue
		}
		v := j.Violations[0]
		for _, w := range j.Violations {
			if w.Severity < v.Severity {
				v = w
			}
		}
		f := c.refusal(i, v)
		if f.Rule = RuleRejected; v.Rule == "reserved-name" {
			f.Rule = RuleReserved
		}
		c.add(f)
	}
}

// refusal words one violation and its way out.
func (c *censor) refusal(i int, v Violation) CensusFinding {
	n := &c.plan.Tools[i]
	f := CensusFinding{Severity: v.Severity, Indexes: c.only(i), Hop: HopWire, Judged: true}
	said := c.said(i)
	switch v.Rule {
	case "illegal-name":
		if v.At >= 0 {
			f.Neutral = said + " has " + QuotedChar(charAt(c.offending(n, v), v.At)) + " at character " + strconv.Itoa(v.At+1)
			if chars := c.chars(v.Place); chars != "" {
				f.Message = f.Neutral + "; " + c.title + " takes " + chars + "."
			}
			f.Neutral += "."
		}
		f.Fix = "Send " + c.proposeForm(i) + " and map it back, or disable this one tool for now."
	case "first-character":
		f.Fix = "Put a letter in front, for example t_" + legal(string(n.Wire.Name)) + "."
	case "too-short":
		f.Fix = "Give the tool a name."
	case "too-long":
		c.tooLong(&f, n, said, v)
	default:
		f.Fix = "Rename it, for example to " + c.propose(i) + "."
	}
	if f.Neutral == "" {
		f.Neutral = said + ": " + v.Detail + "."
	}
	if f.Message == "" {
		f.Message = said + " is refused by " + c.title + ": " + v.Detail + "."
	}
	if v.Severity == SeverityWarning && f.Message != "" {
		f.Message = said + ": " + c.title + " advises against it: " + v.Detail + "."
	}
	return f
}

// offending is the text that a violation speaks of.
func (c *censor) offending(n *Naming, v Violation) string {
	if v.Place == PlaceNamespace {
		return string(n.Wire.Namespace)
	}
	return string(n.Wire.Name)
}

// chars is the allowed set at a place, in words or as a pattern.
func (c *censor) chars(place Place) string {
	rule := c.rule
	if place != PlaceDeclare {
		rule, _ = c.prov.Rule(place, c.asOf)
	}
	if rule.Chars == "" {
		return rule.Pattern
	}
	return rule.Chars
}

func (c *censor) tooLong(f *CensusFinding, n *Naming, said string, v Violation) {
	size := utf8.RuneCountInString(string(n.Wire.Name))
	most := c.rule.Max
	if v.Place != PlaceDeclare || most == 0 || size <= most {
		f.Fix = "Shorten the name."
		return
	}
	f.Message = fmt.Sprintf("%s is %d characters, %d over; %s takes %d.", said, size, size-most, c.title, most)
	f.Neutral = fmt.Sprintf("%s is %d characters, %d over the limit of %d.", said, size, size-most, most)
	f.Fix = c.shorten(n.Tool.Server, size-most)
}

// shorten says how to make a name shorter: by the server key where that is
// enough.
func (c *censor) shorten(key Server, over int) string {
	switch {
	case key == "":
		return fmt.Sprintf("Shorten the name by %d or more.", over)
	case utf8.RuneCountInString(string(key)) <= over:
		return fmt.Sprintf("Shorten the name, or the name and the server key %s, by %d or more.", key, over)
	case c.servers[key] == 1:
		return fmt.Sprintf("Shorten the server key %s by %d or more.", key, over)
	default:
		return fmt.Sprintf("Shorten the server key %s by %d or more: one edit for all its %d tools.", key, over, c.servers[key])
	}
}

// refersTo reports a name that a declaration takes and a tool reference does
// not.
func (c *censor) refersTo(i int) {
	rule := &c.reference
	n := &c.plan.Tools[i]
	size := utf8.RuneCountInString(string(n.Wire.Name))
	if rule.Max > 0 && size <= rule.Max && plainWord(string(n.Wire.Name)) {
		return
	}
	v, list := c.prov.Check(PlaceToolReference, n.Wire, c.out.Tools[i].Declared, c.asOf)
	if v != VerdictReject || len(list) == 0 {
		return
	}
	f := CensusFinding{Rule: RuleToolReference, Severity: SeverityWarning, Indexes: c.only(i), Hop: HopWire, Judged: true}
	if n.Tool.Deferred {
		f.Severity = SeverityError
	}
	what := list[0].Detail
	if rule.Max > 0 && size > rule.Max {
		what = fmt.Sprintf("%d characters, %d over the limit of %d", size, size-rule.Max, rule.Max)
		f.Fix = c.shorten(n.Tool.Server, size-rule.Max)
	} else {
		f.Fix = "Rename it, for example to " + c.propose(i) + "."
	}
	f.Message = c.said(i) + " passes as a declaration, but " + c.title + " refuses it in a tool reference: " + what + "."
	f.Neutral = c.said(i) + " passes as a declaration and is refused in a tool reference: " + what + "."
	c.add(f)
}

// plainWord reports whether a name has only letters, digits, _ and -.
func plainWord(s string) bool {
	for i := 0; i < len(s); i++ {
		if !wordByte(s[i]) && s[i] != '-' {
			return false
		}
	}
	return s != ""
}

func wordByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_'
}

// request reports what concerns the whole list. Duplicates are told by the
// shared forms; what these do not see (a provider that folds case) is told here.
func (c *censor) request() {
	twice := c.sentTwice()
	for _, v := range c.out.Request {
		if twice && v.Rule == "duplicate-name" {
			continue
		}
		f := CensusFinding{
			Rule: RuleRejected, Severity: v.Severity, Indexes: c.positions(v.Indexes), Hop: HopWire, Judged: true,
			Message: c.title + ": " + v.Detail + ".", Neutral: v.Detail + ".", Fix: "Change what the rule speaks of.",
		}
		switch v.Rule {
		case "too-many":
			f.Rule, f.Indexes = RuleTooManyTools, nil
			f.Fix = "Disable tools, or let a tool search load them when they are needed."
		case "duplicate-name":
			f.Rule, f.Fix = RuleDuplicate, "Rename one of the two."
		case "reserved-name":
			f.Rule, f.Fix = RuleReserved, "Rename the tool."
		}
		c.add(f)
	}
}

// positions turns positions in the request into those in the plan.
func (c *censor) positions(sent []int) []int {
	var list []int
	for _, k := range sent {
		if k >= 0 && k < len(c.planned) {
			list = append(list, c.planned[k])
		}
	}
	return list
}

// sentTwice reports whether a shared form stands in the request twice.
func (c *censor) sentTwice() bool {
	seen := map[int]bool{}
	for i, d := range c.declared {
		if g := c.group[i]; g > 0 && d >= 0 {
			if seen[g] {
				return true
			}
			seen[g] = true
		}
	}
	return false
}

func charAt(s string, at int) string {
	for i := range s {
		if at == 0 {
			_, w := utf8.DecodeRuneInString(s[i:])
			return s[i : i+w]
		}
		at--
	}
	return ""
}
