package journey

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// finding words what a provider has against a name.
func (j *judge) finding(o *objection) CensusFinding {
	switch {
	case o.violation == nil:
		return j.definedToo(o)
	case o.referred:
		return j.referred(o)
	}
	f := j.refusal(o)
	if f.Rule = RuleRejected; o.violation.Rule == "reserved-name" {
		f.Rule = RuleReserved
	}
	return f
}

// refusal words one violation and its way out.
func (j *judge) refusal(o *objection) CensusFinding {
	i, v := o.tool, o.violation
	f := CensusFinding{Severity: v.Severity, Indexes: j.only(i), Hop: HopWire, Judged: true}
	n := j.noteOn(i)
	switch v.Rule {
	case "illegal-name":
		if v.At >= 0 {
			illegal := n.illegal
			if n.at != v.At || n.place != v.Place {
				illegal = j.illegal(n.said, o)
			}
			if chars := j.chars(v.Place); chars != "" {
				f.Message = illegal[:len(illegal)-1] + "; " + j.title + " takes " + chars + "."
			}
			f.Neutral = illegal
		}
		f.Fix = n.send
	case "first-character":
		f.Fix = "Put a letter in front, for example t_" + legal(string(j.plan.Tools[i].Wire.Name)) + "."
	case "too-short":
		f.Fix = "Give the tool a name."
	case "too-long":
		j.tooLong(&f, o, n)
	default:
		f.Fix = "Rename it, for example to " + j.propose(i) + "."
	}
	if f.Neutral == "" {
		f.Neutral = n.said + ": " + v.Detail + "."
	}
	if v.Severity == SeverityWarning {
		f.Message = n.said + ": " + j.title + " advises against it: " + v.Detail + "."
	} else if f.Message == "" {
		f.Message = n.said + " is refused by " + j.title + ": " + v.Detail + "."
	}
	return f
}

// offending is the text that a violation speaks of.
func offending(n *Naming, v *Violation) string {
	if v.Place == PlaceNamespace {
		return string(n.Wire.Namespace)
	}
	return string(n.Wire.Name)
}

// chars is the allowed set at a place, in words or as a pattern.
func (j *judge) chars(place Place) string {
	rule := &j.rule
	if place != PlaceDeclare {
		other, _ := j.prov.Rule(place, j.asOf)
		rule = &other
	}
	if rule.Chars == "" {
		return rule.Pattern
	}
	return rule.Chars
}

func (j *judge) tooLong(f *CensusFinding, o *objection, n *note) {
	if j.over(o) == 0 {
		f.Fix = "Shorten the name."
		return
	}
	most := j.rule.Max
	long, shorter := n.long, n.shorter
	if n.most != most {
		long, shorter = j.long(n.said, o.tool, most)
	}
	before, _, _ := strings.Cut(long[len(n.said):], " the limit of ")
	f.Message = n.said + before + "; " + j.title + " takes " + strconv.Itoa(most) + "."
	f.Neutral, f.Fix = long, shorter
}

// shorten says how to make a name shorter: by the server key where that is
// enough.
func (c *censor) shorten(key Server, over int) string {
	switch {
	case key == "":
		return "Shorten the name by " + strconv.Itoa(over) + " or more."
	case utf8.RuneCountInString(string(key)) <= over:
		return "Shorten the name, or the name and the server key " + string(key) + ", by " + strconv.Itoa(over) + " or more."
	case c.servers[key] == 1:
		return "Shorten the server key " + string(key) + " by " + strconv.Itoa(over) + " or more."
	default:
		return "Shorten the server key " + string(key) + " by " + strconv.Itoa(over) + " or more: one edit for all its " + strconv.Itoa(c.servers[key]) + " tools."
	}
}

// referred words a name that a declaration takes and a tool reference does not.
func (j *judge) referred(o *objection) CensusFinding {
	n := &j.plan.Tools[o.tool]
	f := CensusFinding{Rule: RuleToolReference, Severity: SeverityWarning, Indexes: j.only(o.tool), Hop: HopWire, Judged: true}
	if n.Tool.Deferred {
		f.Severity = SeverityError
	}
	what := o.violation.Detail
	if j.tooLongToRefer(o.tool) {
		size, most := utf8.RuneCountInString(string(n.Wire.Name)), j.reference.Max
		what = strconv.Itoa(size) + " characters, " + strconv.Itoa(size-most) + " over the limit of " + strconv.Itoa(most)
		f.Fix = j.shorten(n.Tool.Server, size-most)
	} else {
		f.Fix = "Rename it, for example to " + j.propose(o.tool) + "."
	}
	said := j.noteOn(o.tool).said
	f.Message = said + " passes as a declaration, but " + j.title + " refuses it in a tool reference: " + what + "."
	f.Neutral = said + " passes as a declaration and is refused in a tool reference: " + what + "."
	return f
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
func (j *judge) request() {
	for _, v := range j.out.Request {
		if j.twiceSent && v.Rule == "duplicate-name" {
			continue
		}
		f := CensusFinding{
			Rule: RuleRejected, Severity: v.Severity, Indexes: j.positions(v.Indexes), Hop: HopWire, Judged: true,
			Message: j.title + ": " + v.Detail + ".", Neutral: v.Detail + ".", Fix: "Change what the rule speaks of.",
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
		j.tell(f)
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
	var seen []bool
	for i, d := range c.declared {
		g := c.group[i]
		if g == 0 || d < 0 {
			continue
		}
		for len(seen) <= g {
			seen = append(seen, false)
		}
		if seen[g] {
			return true
		}
		seen[g] = true
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
