package journey

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// censor holds one census while it is made.
type censor struct {
	// refusing: the provider refuses a name that stands in the request twice.
	refusing bool
	plan     *Plan
	prov     Provider
	asOf     string
	out      CensusResult
	// title is the provider's name in messages; rule what it takes in a
	// declaration, where it says so.
	title string
	rule  NameRule
	// group is the number of the shared form that a tool belongs to, 0: none.
	group []int
	// servers counts the declared tools of each server.
	servers map[Server]int
	// used are all names that a proposed name must not take; nil until needed.
	// proposed is what was proposed so far, tried the last number behind a name.
	used     map[string]bool
	proposed map[int]string
	tried    map[string]int
	// read are the built-ins of the catalog; nil until needed.
	read map[string]bool
}

func newCensor(p *Plan, prov Provider, asOf string) *censor {
	c := &censor{plan: p, prov: prov, asOf: asOf, title: "the provider", group: make([]int, len(p.Tools)), servers: map[Server]int{}}
	if prov != nil {
		c.title = prov.Info().ID
		c.rule, _ = prov.Rule(PlaceDeclare, asOf)
	}
	return c
}

// judge gives every tool its place in the request and the provider's verdict.
func (c *censor) judge() {
	c.out.Tools = make([]Judged, len(c.plan.Tools))
	var names []WireName
	seen := map[Namespace]bool{}
	for i := range c.plan.Tools {
		n := &c.plan.Tools[i]
		j := Judged{Naming: i, Declared: -1}
		if n.Status == Offered {
			j.Declared = len(names)
			names = append(names, n.Wire)
			c.servers[n.Tool.Server]++
			if c.prov != nil {
				j.Verdict, j.Violations = c.prov.Check(PlaceDeclare, n.Wire, j.Declared, c.asOf)
				c.judgeNamespace(&j, n, seen)
			}
		}
		c.out.Tools[i] = j
	}
	if c.prov != nil && len(names) > 0 { // a client leaves an empty list away
		c.out.Request = c.prov.CheckRequest(names, c.asOf)
	}
}

// judgeNamespace judges a namespace once, at the first tool that stands in it.
func (c *censor) judgeNamespace(j *Judged, n *Naming, seen map[Namespace]bool) {
	ns := n.Wire.Namespace
	if ns == "" || seen[ns] {
		return
	}
	seen[ns] = true
	if _, ok := c.prov.Rule(PlaceNamespace, c.asOf); !ok {
		return
	}
	v, list := c.prov.Check(PlaceNamespace, n.Wire, j.Declared, c.asOf)
	if v == VerdictReject {
		j.Verdict, j.Violations = v, append(j.Violations, list...)
	}
}

func (c *censor) add(f CensusFinding) {
	if f.Tools == nil {
		f.Tools = make([]string, 0, len(f.Indexes))
		for _, i := range f.Indexes {
			f.Tools = append(f.Tools, c.name(i))
		}
	}
	c.out.Findings = append(c.out.Findings, f)
}

// name is the registered name of a tool, or the name that was read where the
// registered one is not known.
func (c *censor) name(i int) string { return c.plan.Tools[i].name() }

func (n *Naming) name() string {
	if n.RegisteredKnown {
		return string(n.Ref.Name)
	}
	return n.Tool.Listed()
}

// form is the wire identity of a tool, or what it would be.
func (n *Naming) form() string {
	if n.Wire.Name == "" && n.Wire.Namespace == "" {
		return string(n.Safe)
	}
	if n.Wire.Namespace != "" {
		return string(n.Wire.Namespace) + "." + string(n.Wire.Name)
	}
	return string(n.Wire.Name)
}

// refused reports the names that the provider does not take.
func (c *censor) refused() {
	reserved := map[Wire]bool{}
	for _, w := range c.plan.Setting.Reserved {
		reserved[w] = true
	}
	for i, j := range c.out.Tools {
		n := &c.plan.Tools[i]
		if j.Declared >= 0 && n.Wire.Namespace == "" && reserved[n.Wire.Name] {
			c.add(CensusFinding{
				Rule: RuleReserved, Indexes: []int{i}, Hop: HopWire,
				Message: c.said(i) + " has a name that another part of the request owns.",
				Fix:     "Rename it, for example to " + c.propose(i) + ".",
			})
		}
		if j.Verdict != VerdictReject || len(j.Violations) == 0 {
			continue
		}
		v := j.Violations[0]
		for _, w := range j.Violations {
			if w.Severity < v.Severity {
				v = w
			}
		}
		rule := RuleRejected
		if v.Rule == "reserved-name" {
			rule = RuleReserved
		}
		message, fix := c.refusal(i, v)
		c.add(CensusFinding{Rule: rule, Severity: v.Severity, Indexes: []int{i}, Hop: HopWire, Message: message, Fix: fix})
	}
}

// refusal words one violation and its way out.
func (c *censor) refusal(i int, v Violation) (message, fix string) {
	n := &c.plan.Tools[i]
	chars := c.rule.Chars
	if chars == "" {
		chars = c.rule.Pattern
	}
	switch v.Rule {
	case "illegal-name":
		if v.At >= 0 {
			message = fmt.Sprintf("%s has %q at character %d; %s takes %s.", c.said(i), charAt(string(n.Wire.Name), v.At), v.At+1, c.title, chars)
		}
		fix = "Send " + c.propose(i) + " and map it back, or disable this one tool for now."
	case "first-character":
		fix = "Put a letter in front, for example t_" + legal(string(n.Wire.Name)) + "."
	case "too-short":
		fix = "Give the tool a name."
	case "too-long":
		return c.tooLong(i, v)
	default:
		fix = "Rename it, for example to " + c.propose(i) + "."
	}
	if message == "" {
		message = c.said(i) + " is refused by " + c.title + ": " + v.Detail + "."
	}
	return message, fix
}

func (c *censor) tooLong(i int, v Violation) (message, fix string) {
	n := &c.plan.Tools[i]
	size := utf8.RuneCountInString(string(n.Wire.Name))
	most := c.rule.Max
	if v.Place != PlaceDeclare || most == 0 || size <= most {
		return c.said(i) + " is refused by " + c.title + ": " + v.Detail + ".", "Shorten the name."
	}
	over := size - most
	message = fmt.Sprintf("%s is %d characters, %d over; %s takes %d.", c.said(i), size, over, c.title, most)
	switch key := n.Tool.Server; {
	case key == "":
		fix = fmt.Sprintf("Shorten the name by %d or more.", over)
	case utf8.RuneCountInString(string(key)) <= over:
		fix = fmt.Sprintf("Shorten the name, or the name and the server key %s, by %d or more.", key, over)
	case c.servers[key] == 1:
		fix = fmt.Sprintf("Shorten the server key %s by %d or more.", key, over)
	default:
		fix = fmt.Sprintf("Shorten the server key %s by %d or more: one edit for all its %d tools.", key, over, c.servers[key])
	}
	return message, fix
}

// said is the name of a tool in a message, with the form if that differs.
func (c *censor) said(i int) string {
	n := &c.plan.Tools[i]
	name, form := n.name(), n.form()
	if name == "" {
		name = "the empty name"
	}
	if form == n.name() || form == "" {
		return name
	}
	return name + " (sent as " + form + ")"
}

// request reports what concerns the whole list. Duplicates are told by the
// shared forms; what these do not see (a provider that folds case) is told here.
func (c *censor) request() {
	twice := c.sentTwice()
	for _, v := range c.out.Request {
		f := CensusFinding{Severity: v.Severity, Tools: []string{}, Hop: HopWire, Message: c.title + ": " + v.Detail + "."}
		switch {
		case v.Rule == "too-many":
			f.Rule = RuleTooManyTools
			f.Fix = "Disable tools, or let a tool search load them when they are needed."
		case v.Rule == "duplicate-name" && !twice:
			f.Rule = RuleDuplicate
			f.Fix = "Rename one of the two."
		default:
			continue
		}
		c.add(f)
	}
}

// sentTwice reports whether a shared form stands in the request twice.
func (c *censor) sentTwice() bool {
	seen := map[int]bool{}
	for i, j := range c.out.Tools {
		if g := c.group[i]; g > 0 && j.Declared >= 0 {
			if seen[g] {
				return true
			}
			seen[g] = true
		}
	}
	return false
}

// propose makes a legal name for a tool that no other tool has and that is
// proposed for no other.
func (c *censor) propose(i int) string {
	if name, ok := c.proposed[i]; ok {
		return name
	}
	if c.used == nil {
		c.proposed, c.tried = map[int]string{}, map[string]int{}
		c.used = make(map[string]bool, 2*len(c.plan.Tools))
		for k := range c.plan.Tools {
			n := &c.plan.Tools[k]
			c.used[n.name()] = true
			c.used[n.form()] = true
		}
	}
	n := &c.plan.Tools[i]
	own, form := n.name(), n.form()
	base := legal(own)
	// A form that was cut leaves no room for a suffix: cut the proposal too.
	if cut := utf8.RuneCountInString(own) - utf8.RuneCountInString(form); form != "" && cut > 0 {
		base = base[:max(1, len(base)-cut-2)]
	}
	front := strings.TrimSuffix(form, base)
	for {
		c.tried[base]++
		name := base
		if k := c.tried[base]; k > 1 {
			name += "_" + strconv.Itoa(k)
		}
		if !c.used[name] && !c.used[front+name] {
			c.used[name], c.proposed[i] = true, name
			return name
		}
	}
}

// legal replaces what no hosted provider refuses: letters, digits, _ and - stay.
func legal(name string) string {
	if name == "" {
		return "tool"
	}
	out := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' {
			return r
		}
		return '_'
	}, name)
	if strings.Trim(out, "_") == "" {
		return "tool"
	}
	return out
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
