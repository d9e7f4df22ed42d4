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

func olderVersion(a, b string) bool {
	c, err := vocab.CompareVersions(a, b)
	return err == nil && c < 0
}
