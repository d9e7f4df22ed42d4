package decide

import (
	"strings"

	"hopscope/vocab"
)

// split is a name apart from its namespace, with the two forms in which bare
// names are compared.
type split struct{ namespace, bare, lower, folded string }

func newSplit(namespace, bare string) split {
	return split{namespace, bare, strings.ToLower(bare), vocab.AsciiFold(bare)}
}

// mcpPrefix begins the names that hold server and tool in one string.
const mcpPrefix = "mcp__"

// splitName takes a namespace field as it is; without one mcp__SERVER__TOOL is
// the namespace mcp__SERVER and the bare name TOOL, the first __ after the
// prefix ends the server. Dots and slashes are no namespace.
func splitName(namespace, name string) split {
	if namespace != "" {
		return newSplit(namespace, name)
	}
	if rest, ok := strings.CutPrefix(name, mcpPrefix); ok {
		if server, tool, ok := strings.Cut(rest, "__"); ok && server != "" && tool != "" {
			return newSplit(mcpPrefix+server, tool)
		}
	}
	return newSplit("", name)
}

// splitCall trims the called name and splits it.
func (c *chooser) splitCall() split {
	s := splitName(string(c.call.Called.Namespace), strings.TrimSpace(string(c.call.Called.Name)))
	if s.namespace != "" {
		return s
	}
	if c.opts.Separators {
		if at := strings.IndexAny(s.bare, "./:"); at > 0 && c.hasNamespace(s.bare[:at]) {
			return newSplit(s.bare[:at], s.bare[at+1:])
		}
	}
	return newSplit("", withoutPrefix(s.bare))
}

// hasNamespace reports whether a declared tool has this namespace field.
func (c *chooser) hasNamespace(name string) bool {
	for _, d := range c.declared {
		if d.Wire.Namespace != "" && string(d.Wire.Namespace) == name {
			return true
		}
	}
	return false
}

// toolPrefixes are put before names by models that were taught so. They end
// with a separator: functionshell is no shell.
var toolPrefixes = [...]string{"functions.", "functions/", "tools.", "tools/"}

// withoutPrefix drops one such prefix, in any case.
func withoutPrefix(name string) string {
	for _, p := range toolPrefixes {
		if len(name) >= len(p) && strings.EqualFold(name[:len(p)], p) {
			return name[len(p):]
		}
	}
	return name
}

// quote sets a name off within a sentence of the trace where it could be
// mistaken for nothing.
func quote(name string) string {
	if strings.TrimSpace(name) == "" {
		return `"` + name + `"`
	}
	return name
}
