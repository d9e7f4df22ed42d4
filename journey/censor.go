package journey

// censor holds one census while it is made.
type censor struct {
	plan     *Plan
	asOf     string
	findings []CensusFinding
	// declared is the position of each tool in the request, -1 for none; sent
	// are the wire names there, planned the tools that they belong to.
	declared []int
	sent     []WireName
	planned  []int
	// prov is the provider in force, nil for none, out what it says.
	prov Provider
	out  CensusResult
	// refusing: the provider refuses a name that stands in the request twice.
	refusing bool
	// title is the provider's name in messages; rule what it takes in a
	// declaration, where it says so.
	title string
	rule  NameRule
	// reference is what the provider takes in a tool reference; refers is false
	// where that is not known.
	reference NameRule
	refers    bool
	// singles are 0, 1, 2 ... and names what they are called, for findings about
	// one tool.
	singles []int
	names   []string
	// twice are the groups of tools that are one and the same.
	twice [][]int
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

func newCensor(p *Plan, asOf string) *censor {
	n := len(p.Tools)
	c := &censor{plan: p, asOf: asOf, group: make([]int, n), servers: map[Server]int{}, singles: make([]int, n), names: make([]string, n)}
	for i := range c.names {
		c.singles[i], c.names[i] = i, p.Tools[i].name()
	}
	return c
}

// only is the list of one tool; nobody writes to it.
func (c *censor) only(i int) []int { return c.singles[i : i+1 : i+1] }

// place gives every tool its position in the request.
func (c *censor) place() {
	c.declared = make([]int, len(c.plan.Tools))
	for i := range c.plan.Tools {
		n := &c.plan.Tools[i]
		c.declared[i] = -1
		if n.Status == Offered {
			c.declared[i] = len(c.sent)
			c.sent, c.planned = append(c.sent, n.Wire), append(c.planned, i)
			c.servers[n.Tool.Server]++
		}
	}
}

// under takes a provider in force.
func (c *censor) under(prov Provider) {
	c.prov, c.title, c.rule, c.refers, c.out = prov, "the provider", NameRule{}, false, CensusResult{}
	if prov != nil {
		c.title = prov.Info().ID
		c.rule, _ = prov.Rule(PlaceDeclare, c.asOf)
		c.reference, c.refers = prov.Rule(PlaceToolReference, c.asOf)
	}
}

// judge asks the provider for its verdicts.
func (c *censor) judge() {
	c.out.Tools = make([]Judged, len(c.plan.Tools))
	seen := map[Namespace]bool{}
	var list Declarations
	if c.prov != nil {
		list = Declare(c.prov, c.plan.Tools)
	}
	for i := range c.plan.Tools {
		n := &c.plan.Tools[i]
		j := Judged{Naming: i, Declared: c.declared[i]}
		if j.Declared >= 0 && c.prov != nil && !n.formUnknown() {
			j.Verdict, j.Violations = list.Check(i, c.asOf)
			c.judgeNamespace(&j, n, seen)
		}
		c.out.Tools[i] = j
	}
	if c.prov != nil && len(c.sent) > 0 { // a client leaves an empty list away
		c.out.Request = c.prov.CheckRequest(c.sent, c.asOf)
	}
	c.refusing = c.refusesTwice()
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
	switch {
	case f.Tools != nil:
	case len(f.Indexes) == 1:
		i := f.Indexes[0]
		f.Tools = c.names[i : i+1 : i+1]
	default:
		f.Tools = make([]string, 0, len(f.Indexes))
		for _, i := range f.Indexes {
			f.Tools = append(f.Tools, c.name(i))
		}
	}
	c.findings = append(c.findings, f)
}

// name is the registered name of a tool, or the name that was read where the
// registered one is not known.
func (c *censor) name(i int) string { return c.names[i] }

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
