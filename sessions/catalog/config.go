package catalog

import (
	"fmt"
	"strings"

	"hopscope/journey"
	"hopscope/sessions/node"
)

// namesUnknown marks a configuration that names servers and none of their
// tools: the list is not complete.
func (r *reader) namesUnknown() {
	if len(r.cat.UnknownServers()) > 0 {
		r.cat.Complete = false
	}
}

// config reads the client configurations that name MCP servers: mcpServers
// (.mcp.json, Claude Desktop, Cursor, Gemini and Qwen settings, Claude Code's
// own file with one per project), servers (VS Code mcp.json), mcp.servers (VS
// Code settings), mcp (OpenCode, Crush), context_servers (Zed), mcp_servers.
// No names stand there.
func (r *reader) config(v node.Value) bool {
	if v.Get("tools").Kind() == node.Array {
		return false // a request body
	}
	found := false
	for _, c := range []struct {
		path []string
		sure bool // the key says it; otherwise a value must look like a server
	}{
		{[]string{"mcpServers"}, true}, {[]string{"mcp_servers"}, true}, {[]string{"context_servers"}, true},
		{[]string{"mcp", "servers"}, false}, {[]string{"mcp"}, false}, {[]string{"servers"}, false},
	} {
		m := v.Get(c.path...)
		if m.Kind() == node.Object && (c.sure || looksLikeServers(m)) {
			r.serversOf(m)
			found = true
		}
	}
	for _, project := range v.Get("projects").Members() {
		if m := project.Get("mcpServers"); m.Kind() == node.Object {
			r.serversOf(m)
			found = true
		}
	}
	if found {
		r.switches(v.Get("tools"))
		r.namesUnknown()
	}
	return found
}

func looksLikeServers(m node.Value) bool {
	for _, s := range m.Members() {
		for k := range s.Members() {
			switch k {
			case "command", "url", "httpUrl", "serverUrl":
				return true
			}
		}
	}
	return false
}

func (r *reader) serversOf(m node.Value) {
	r.is("mcp-config", journey.FormRegistered)
	for key, s := range m.Members() {
		if s.Kind() != node.Object {
			r.problem(s.Offset(), fmt.Sprintf("server %q is %v, not an object; it is left out", cut(key), s.Kind()), "")
			continue
		}
		e := journey.ServerEntry{Key: journey.Server(key), NamesUnknown: true}
		enabled, disabled := s.Get("enabled"), s.Get("disabled")
		if disabled.True() || enabled.Kind() == node.Bool && !enabled.True() {
			e.Status = "disabled"
		}
		r.server(e)
		for _, list := range []string{"includeTools", "excludeTools", "enabled_tools", "disabled_tools", "autoApprove", "alwaysAllow"} {
			if names, ok := s.Get(list).Texts(); ok && len(names) > 0 {
				r.note(fmt.Sprintf("%s: %s = %s", key, list, strings.Join(names, ", ")))
			}
		}
	}
}

// switches notes the tools that a configuration turns off by name.
func (r *reader) switches(tools node.Value) {
	var off []string
	for name, on := range tools.Members() {
		if on.Kind() == node.Bool && !on.True() {
			off = append(off, name)
		}
	}
	if len(off) > 0 {
		r.note("Switched off here: " + strings.Join(off, ", "))
	}
}

// registry reads the server.json of the MCP registry: it says how a server is
// started and nothing of its tools.
func (r *reader) registry(v node.Value) bool {
	name, ok := v.Get("name").Text()
	if !ok || !strings.HasSuffix(v.Get("$schema").Str(), "server.schema.json") {
		return false
	}
	r.is("mcp-server-json", journey.FormRegistered)
	r.server(journey.ServerEntry{Key: journey.Server(name), NamesUnknown: true})
	r.cat.Complete = false
	r.note("This file says how the server is started, not which tools it has: give its tools/list answer as a PATH.")
	return true
}
