package journey

// withoutRules is the scheme that is no client's: real names and wire names are
// the same to it, so nothing can be learnt from its way back.
const withoutRules = "verbatim"

// Restated is the setting of a plan with real names in place of the forms that
// were read, where the scheme that made the plan knows the way back: other
// schemes begin with those. What the way back is not known of stays as it was
// read, and so do all names under a scheme that is no client's.
func Restated(p *Plan, made Scheme) Setting {
	set := p.Setting
	planned := plannedBy(p)
	tools := make([]Tool, len(set.Catalog.Tools))
	forms := [len(formIDs)]int{}
	for i, t := range set.Catalog.Tools {
		tools[i] = t
		k := entryOf(&t)
		if list := planned[k]; len(list) > 0 {
			tools[i] = restate(&p.Tools[list[0]], made)
			planned[k] = list[1:]
		}
		forms[tools[i].Form]++
	}
	set.Catalog.Tools = tools
	for f, n := range forms {
		if n > forms[set.Catalog.Form] {
			set.Catalog.Form = Form(f)
		}
	}
	return set
}

// restate is a tool by its real name, where that is known.
func restate(n *Naming, made Scheme) Tool {
	t := n.Tool
	if t.Form == FormRegistered || !n.RegisteredKnown || made == nil || made.Info().ID == withoutRules {
		return t
	}
	t.Form, t.Registered = FormRegistered, n.Ref.Name
	t.Server, t.Builtin = n.Ref.Server, n.Ref.Builtin
	return t
}

// entry tells the entries of a catalog apart, as far as they differ.
type entry struct {
	form    Form
	space   Namespace
	name    string
	server  Server
	builtin bool
	line    int
}

func entryOf(t *Tool) entry {
	e := entry{form: t.Form, server: t.Server, builtin: t.Builtin, line: t.Line}
	switch t.Form {
	case FormSafe:
		e.name = string(t.Safe)
	case FormWire:
		e.name, e.space = string(t.Wire.Name), t.Wire.Namespace
	default:
		e.name = string(t.Registered)
	}
	return e
}

// plannedBy are the places of each entry in a plan. Entries that nothing tells
// apart stand in the order of the catalog there.
func plannedBy(p *Plan) map[entry][]int {
	m := make(map[entry][]int, len(p.Tools))
	for i := range p.Tools {
		k := entryOf(&p.Tools[i].Tool)
		m[k] = append(m[k], i)
	}
	return m
}

// sameEntry finds tool i of one plan, restated, in another plan; -1 for none.
func sameEntry(from *Plan, i int, made Scheme, to *Plan) int {
	before := 0
	own := entryOf(&from.Tools[i].Tool)
	for k := range from.Tools[:i] {
		if entryOf(&from.Tools[k].Tool) == own {
			before++
		}
	}
	t := restate(&from.Tools[i], made)
	want := entryOf(&t)
	for k := range to.Tools {
		if entryOf(&to.Tools[k].Tool) != want {
			continue
		}
		if before == 0 {
			return k
		}
		before--
	}
	return -1
}

// Counterparts returns for each tool of one plan, restated, its place in
// another plan, -1 for none.
func Counterparts(from *Plan, made Scheme, to *Plan) []int {
	there := plannedBy(to)
	out := make([]int, len(from.Tools))
	for i := range from.Tools {
		t := restate(&from.Tools[i], made)
		k := entryOf(&t)
		out[i] = -1
		if list := there[k]; len(list) > 0 {
			out[i] = list[0]
			there[k] = list[1:]
		}
	}
	return out
}
