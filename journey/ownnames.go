package journey

import "fmt"

// DefinedName is a tool that a provider defines itself: the name that belongs
// to a type.
type DefinedName struct {
	Name Wire
	Type string
}

// Definer is a Provider whose own tools have names in the same list as those of
// the caller. Callers ask by a type assertion.
type Definer interface {
	// Defined returns the names, sorted, each once.
	Defined() []DefinedName
}

// ownNames reports names that another part of the request owns, and those that
// the client in force has a tool of its own for.
func (c *censor) ownNames() {
	reserved, own := wireSet(c.plan.Setting.Reserved), wireSet(c.plan.Setting.Own)
	if len(reserved)+len(own) == 0 {
		return
	}
	for i := range c.plan.Tools {
		n := &c.plan.Tools[i]
		if c.declared[i] < 0 || n.Wire.Namespace != "" {
			continue
		}
		switch {
		case reserved[n.Wire.Name]:
			c.add(CensusFinding{
				Rule: RuleReserved, Indexes: c.only(i), Hop: HopWire,
				Message: c.said(i) + " has a name that another part of the request owns.",
				Fix:     "Rename it, for example to " + c.propose(i) + ".",
			})
		case own[n.Wire.Name] && !n.Tool.Builtin && n.Tool.Form == FormRegistered:
			c.add(CensusFinding{
				Rule: RuleBuiltinName, Severity: SeverityWarning, Indexes: c.only(i), Hop: HopWire,
				Message: c.said(i) + " has the name of a tool that the client brings itself.",
				Fix:     "Rename it, for example to " + c.propose(i) + ".",
			})
		}
	}
}

func wireSet(list []Wire) map[Wire]bool {
	set := make(map[Wire]bool, len(list))
	for _, w := range list {
		set[w] = true
	}
	return set
}

// definedToo words a function with the name of a tool that the provider defines.
func (j *judge) definedToo(o *objection) CensusFinding {
	said := j.noteOn(o.tool).said
	return CensusFinding{
		Rule: RuleBuiltinName, Severity: SeverityWarning, Indexes: j.only(o.tool), Hop: HopWire, Judged: true,
		Message: fmt.Sprintf("%s has the name of a tool that %s defines (type %s); both in one request are refused.", said, j.title, o.kind),
		Neutral: fmt.Sprintf("%s has the name of a tool that the provider defines (type %s); both in one request are refused.", said, o.kind),
		Fix:     "Keep the provider's own tool out of the request, or rename this one, for example to " + j.propose(o.tool) + ".",
	}
}

// ownTool reports whether a tool is one that the client brings itself: it says
// so, or stands without a server in the client's own list.
func (n *Naming) ownTool() bool {
	return n.Tool.Builtin || n.Tool.Form == FormSafe && n.Tool.Server == ""
}
