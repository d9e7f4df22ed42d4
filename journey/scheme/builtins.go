package scheme

import (
	"strings"

	"hopscope/journey"
	"hopscope/vocab"
)

// ownTools is what a client declares of itself.
type ownTools struct {
	// declared tools, in the order of the request.
	declared []journey.Tool
	// registered is the order in which error texts list or suggest names; it
	// falls back on the declared names.
	registered []string
	// mcpAt is the index in declared before which MCP tools stand.
	mcpAt int
}

// ownToolsOf returns the client's own tools at a version for a model. For a
// version older than every list the oldest list counts, without the names that
// the vocabulary knows to be younger. A client without a list has none.
func ownToolsOf(client, version, model string) ownTools {
	list, ok := vocab.Builtins(client, version)
	if !ok {
		return ownTools{}
	}
	old := version != "" && !list.Exact && olderVersion(version, list.Version)
	list = list.ForModel(model)
	if list.DeclaredUnknown {
		list.Declared = list.Registered
	}
	own := ownTools{mcpAt: -1}
	for i, name := range list.Declared {
		if list.MCPAt != nil && *list.MCPAt == i {
			own.mcpAt = len(own.declared)
		}
		if old && vocab.Has(client, version, name).Answer == vocab.No {
			continue
		}
		kind, _ := journey.ParseToolKind(list.Kinds[name])
		t := journey.Tool{Registered: journey.Registered(name), Builtin: true, Kind: kind}
		if ns, inner, ok := strings.Cut(name, "."); ok {
			t.Registered = journey.Registered(inner)
			t.Wire.Namespace = journey.Namespace(ns)
		}
		own.declared = append(own.declared, t)
	}
	if own.mcpAt < 0 {
		own.mcpAt = len(own.declared)
	}
	own.registered = list.Registered
	if len(own.registered) == 0 {
		own.registered = list.Declared
	}
	return own
}

// lineUp returns the namings of a request before anything is decided: the
// client's own tools where they are asked for, and between them, at their
// place, the tools of the catalog in its order. An own tool that the catalog
// lists, by its name or by an old one, is not added. from and to are the
// catalog's range.
func lineUp(set journey.Setting, own ownTools, current map[string]string) (tools []journey.Naming, from, to int) {
	tools = make([]journey.Naming, 0, len(own.declared)+len(set.Catalog.Tools))
	if !set.Builtins {
		own = ownTools{}
	}
	listed := map[string]bool{}
	if len(own.declared) > 0 {
		for i := range set.Catalog.Tools {
			if t := &set.Catalog.Tools[i]; t.Server == "" {
				listed[t.Listed()], listed[current[t.Listed()]] = true, true
			}
		}
	}
	add := func(list []journey.Tool) {
		for i := range list {
			if !listed[ownName(&list[i])] {
				tools = append(tools, journey.Naming{Tool: list[i]})
			}
		}
	}
	add(own.declared[:own.mcpAt])
	from = len(tools)
	to = from + len(set.Catalog.Tools)
	tools = tools[:to] // a naming is large: what was made is filled
	for i := range set.Catalog.Tools {
		tools[from+i].Tool = set.Catalog.Tools[i]
	}
	add(own.declared[own.mcpAt:])
	return tools, from, to
}

func ownName(t *journey.Tool) string {
	if t.Wire.Namespace != "" {
		return string(t.Wire.Namespace) + "." + string(t.Registered)
	}
	return string(t.Registered)
}

// asOwn names a tool without a server: it keeps its name.
func asOwn(n *journey.Naming) {
	t := &n.Tool
	n.Ref = journey.Ref{Name: t.Registered, Builtin: true}
	n.RegisteredKnown, n.SafeKnown = true, true
	n.Safe, n.Rule = journey.Safe(t.Registered), "unchanged"
	n.Wire = journey.WireName{Namespace: t.Wire.Namespace, Name: journey.Wire(t.Registered)}
}

// recorded reports whether any name of the catalog was read in another form
// than the registered one: then its order is that of a request.
func recorded(set journey.Setting) bool {
	for i := range set.Catalog.Tools {
		if set.Catalog.Tools[i].Form != journey.FormRegistered {
			return true
		}
	}
	return false
}

func olderVersion(a, b string) bool {
	c, err := vocab.CompareVersions(a, b)
	return err == nil && c < 0
}
