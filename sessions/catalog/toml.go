package catalog

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"hopscope/journey"
)

// isTOML reports whether a line begins a table or a key of mcp_servers.
func isTOML(data []byte) bool {
	if !bytes.Contains(data, []byte("mcp_servers")) {
		return false
	}
	for _, line := range textLines(data) {
		line = strings.TrimLeft(line, " \t")
		if rest, ok := strings.CutPrefix(line, "["); ok {
			line = strings.TrimLeft(rest, " \t")
		} else if !strings.Contains(line, "=") {
			continue
		}
		if rest, ok := strings.CutPrefix(line, "mcp_servers"); ok && strings.IndexAny(rest, ".] \t=") == 0 {
			return true
		}
	}
	return false
}

// codexServer is what a catalog needs of a table mcp_servers.NAME.
type codexServer struct {
	Enabled       *bool    `toml:"enabled"`
	EnabledTools  []string `toml:"enabled_tools"`
	DisabledTools []string `toml:"disabled_tools"`
}

// tomlMax is the size of the largest configuration in bytes. The decoder needs
// some hundred times as much.
const tomlMax = 1 << 20

// toml reads Codex's config.toml: servers with their lists of allowed and
// denied tools, no names.
func (r *reader) toml() bool {
	var file struct {
		Servers map[string]codexServer `toml:"mcp_servers"`
	}
	if len(r.data) > tomlMax {
		r.problemAt(1, fmt.Sprintf("a configuration of more than %d MB", tomlMax>>20), "give the part with mcp_servers")
		return false
	}
	if err := toml.Unmarshal(r.data, &file); err != nil {
		line := 1
		if d := (*toml.DecodeError)(nil); errors.As(err, &d) {
			line, _ = d.Position()
		}
		r.problemAt(line, fmt.Sprintf("not TOML: %v", err), "repair the file")
		return false
	}
	r.is("codex-config", journey.FormRegistered)
	for _, key := range tableOrder(r.data, file.Servers) {
		s := file.Servers[key]
		e := journey.ServerEntry{Key: journey.Server(key), NamesUnknown: true}
		if s.Enabled != nil && !*s.Enabled {
			e.Status = "disabled"
		}
		r.server(e)
		if s.EnabledTools != nil {
			r.note(fmt.Sprintf("%s: enabled_tools = %s", key, strings.Join(s.EnabledTools, ", ")))
		}
		if s.DisabledTools != nil {
			r.note(fmt.Sprintf("%s: disabled_tools = %s", key, strings.Join(s.DisabledTools, ", ")))
		}
	}
	r.namesUnknown()
	return true
}

// tableOrder returns the keys of mcp_servers in the order of the file; a
// decoded map has lost it. Keys of inline tables come last, sorted.
func tableOrder(data []byte, servers map[string]codexServer) []string {
	var order []string
	var p unstable.Parser
	p.Reset(data)
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind != unstable.Table && e.Kind != unstable.KeyValue {
			continue
		}
		var parts []string
		for it := e.Key(); it.Next(); {
			parts = append(parts, string(it.Node().Data))
		}
		if len(parts) > 1 && parts[0] == "mcp_servers" && !slices.Contains(order, parts[1]) {
			order = append(order, parts[1])
		}
	}
	var rest []string
	for key := range servers {
		if !slices.Contains(order, key) {
			rest = append(rest, key)
		}
	}
	slices.Sort(rest)
	return append(order, rest...)
}
