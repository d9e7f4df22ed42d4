package scheme

import (
	"strings"

	"hopscope/journey"
)

// Several frameworks keep names as they are and put, where they are asked to,
// a prefix before the tools of one server: PREFIX_TOOL, nothing replaced,
// nothing cut. A tool without a server keeps its name.

// ownKey in a prefix stands for the server's own key.
const ownKey = "{server}"

// prefixing is such a prefix, empty for none, and what stands behind it.
type prefixing struct {
	text, separator string
	// form is what is made of a server's key; nil: it is taken as it is.
	form func(journey.Server) string
}

// prefixOption describes the option of the schemes that take any prefix.
func prefixOption(what string) journey.SchemeOption {
	return journey.SchemeOption{Key: "prefix", What: what + "; " + ownKey + " stands for the server's key"}
}

// prefixOf reads it from a setting.
func prefixOf(set journey.Setting) prefixing {
	return prefixing{text: set.Option("prefix", ""), separator: "_"}
}

// before is what stands before the names of a server's tools.
func (p prefixing) before(server journey.Server) string {
	if p.text == "" || server == "" {
		return ""
	}
	key := string(server)
	if p.form != nil {
		key = p.form(server)
	}
	return strings.ReplaceAll(p.text, ownKey, key) + p.separator
}

// name fills in the forms of one tool. known are the servers by what stands
// before their tools.
func (p prefixing) name(n *journey.Naming, known serverForms) {
	t := &n.Tool
	n.Ref = journey.Ref{Server: t.Server, Name: t.Registered, Builtin: t.Builtin}
	if t.Form != journey.FormRegistered {
		asRead(n)
		n.Rule = "as read"
		p.back(n, known)
		return
	}
	n.RegisteredKnown, n.SafeKnown = true, true
	front := p.before(t.Server)
	n.Safe = journey.Safe(front + string(t.Registered))
	n.Wire.Name = journey.Wire(n.Safe)
	n.Rule = "unchanged"
	if front != "" {
		n.Rule = "prefixed"
	}
}

// back looks for the registered name behind a form that was read. Without a
// prefix it is the form. With one it is what follows the prefix of the tool's
// own server, or of the one server that fits.
func (p prefixing) back(n *journey.Naming, known serverForms) {
	t := &n.Tool
	name := string(n.Wire.Name)
	n.RegisteredKnown = true
	if t.Registered != "" {
		return
	}
	n.Ref.Name = journey.Registered(name)
	switch {
	case p.text == "" || t.Builtin:
	case t.Server != "":
		rest, ok := strings.CutPrefix(name, p.before(t.Server))
		if n.RegisteredKnown = ok; ok {
			n.Ref.Name = journey.Registered(rest)
		}
	default:
		p.behind(n, known)
	}
}

// behind looks for the server that a name without one could belong to.
func (p prefixing) behind(n *journey.Naming, known serverForms) {
	name := string(n.Wire.Name)
	fits := 0
	var ref journey.Ref
	for at := range len(name) + 1 {
		if key, ok := known[name[:at]]; ok {
			fits++
			ref = journey.Ref{Server: key, Name: journey.Registered(name[at:])}
		}
	}
	switch {
	case fits == 1 && ref.Server != "":
		n.Ref = ref
	case fits > 0:
		n.RegisteredKnown = false
	case !strings.Contains(p.text, ownKey) && strings.HasPrefix(name, p.before("any")):
		n.RegisteredKnown = false
		n.Ref.Name = journey.Registered(name[len(p.before("any")):])
	default:
		n.RegisteredKnown = !strings.Contains(p.text, ownKey) || !strings.Contains(name, p.separator)
	}
}

// plan names the tools of a request in catalog order, before clashes are
// looked at.
func (p prefixing) plan(set journey.Setting) (journey.Plan, readiness) {
	known := serverForms{}
	if p.text != "" {
		known = formsOf(set, p.before)
	}
	return eachTool(set, func(n *journey.Naming) { p.name(n, known) })
}

// eachTool makes a plan of the catalog in its order and names each tool.
func eachTool(set journey.Setting, name func(*journey.Naming)) (journey.Plan, readiness) {
	p := journey.Plan{Setting: set, Warnings: []string{}, Tools: make([]journey.Naming, len(set.Catalog.Tools))}
	ready := readinessOf(set)
	for i := range set.Catalog.Tools {
		n := &p.Tools[i]
		n.Tool = set.Catalog.Tools[i]
		name(n)
		if n.Tool.Deferred {
			n.Status, n.Reason = journey.Deferred, "announced by name only"
		}
		absent(n, &ready)
	}
	return p, ready
}

// sendTwice keeps all tools of one name in the request, where a call reaches
// only the one that keep chooses of each group.
func sendTwice(p *journey.Plan, keep func(group []int) int) {
	for group := range indexWires(p).all {
		share(p.Tools, group)
		p.ByWire[p.Tools[group[0]].Wire] = keep(group)
	}
}

// offeredList returns the names in the request, each once, in its order.
func offeredList(p *journey.Plan) []string {
	list := make([]string, 0, len(p.ByWire))
	seen := make(map[journey.Wire]bool, len(p.ByWire))
	for i := range p.Tools {
		if n := &p.Tools[i]; n.Status == journey.Offered && !seen[n.Wire.Name] {
			seen[n.Wire.Name] = true
			list = append(list, string(n.Wire.Name))
		}
	}
	return list
}

// refused is the resolution of a call whose tool was found and is not run.
func refused(via, text string, stored journey.Called) journey.Resolution {
	return journey.Resolution{Outcome: journey.OutcomeRefused, Tool: -1, Via: via, Error: text, Stored: stored}
}

// plainIdentity returns the layers of a tool in a framework that knows it by
// one name.
func plainIdentity(n *journey.Naming) journey.Identity {
	wire := string(n.Wire.Name)
	return journey.Identity{PublicName: wire, Namespace: n.Wire.Namespace, LookupKey: wire, TraceName: wire, StoredAs: wire}
}
