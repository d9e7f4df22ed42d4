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
	// twiceSent: a shared form stands in the request twice.
	twiceSent bool
	// sites are where tools are declared under providers without a layout.
	sites []Site
	// notes are what is said of a tool whatever the provider, noted where one
	// refuses it.
	notes []note
	// noted is the place in notes, counted from 1, of the note on each tool.
	noted []int32
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
	// proposed is what was proposed so far for each tool, tried the last number
	// behind a name.
	used     map[string]bool
	proposed []string
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
	n := len(c.plan.Tools)
	c.declared = make([]int, n)
	c.sent, c.planned = make([]WireName, 0, n), make([]int, 0, n)
	last := Server("")
	of := 0
	for i := range c.plan.Tools {
		n := &c.plan.Tools[i]
		c.declared[i] = -1
		if n.Status == Offered {
			c.declared[i] = len(c.sent)
			c.sent, c.planned = append(c.sent, n.Wire), append(c.planned, i)
			if n.Tool.Server != last {
				c.servers[last] += of
				last, of = n.Tool.Server, 0
			}
			of++
		}
	}
	c.servers[last] += of
	c.sites = plainSites(c.plan.Tools)
}

func (c *censor) add(f CensusFinding) { c.findings = append(c.findings, c.filled(f)) }

// filled is a finding with the names of its tools.
func (c *censor) filled(f CensusFinding) CensusFinding {
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
	return f
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
