package scheme

import (
	"cmp"
	"crypto/sha1" // the SDK's own digest, not a protection
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"hopscope/journey"
)

const (
	// agentsLimit is the length of an exposed MCP name in characters, all ASCII.
	agentsLimit = 64
	// agentsStem is what is left of it before "_" and eight hex digits.
	agentsStem = agentsLimit - 9
)

// AgentsServer is an MCP server of an agent with the names that it lists.
type AgentsServer struct {
	Name  journey.Server
	Tools []journey.Registered
}

// agentsPrefix are the points in which the two SDKs make prefixed names
// differently.
type agentsPrefix struct {
	// server is the server's name without the secrets of a URL.
	server func(string) string
	// public is the form in which names are compared.
	public func(string) string
	// order returns what orders names and hash inputs.
	order func() func(a, b string) int
}

func same(s string) string { return s }

// AgentsMCPNames returns the exposed names of the tools of MCP servers in the
// Agents SDK for Python with include_server_in_tool_names: mcp_SERVER__TOOL,
// bounded at 64, and a hash of the raw names for every member of a clash, for a
// name that is reserved, and for one that is too long. The result has one list
// a server, in tool order; it does not depend on the order of servers but for
// pairs that are the same.
// Source: openai-agents-python@7f7a44f8d src/agents/mcp/util.py (2026-08-22).
func AgentsMCPNames(servers []AgentsServer, reserved []journey.Wire) [][]journey.Wire {
	p := agentsPrefix{server: agentsServerName, public: same, order: func() func(a, b string) int { return strings.Compare }}
	return p.names(servers, reserved)
}

// agentsCandidate is one tool on the way to its name.
type agentsCandidate struct {
	base, seed, first string
	server, tool      int
}

func (p *agentsPrefix) names(servers []AgentsServer, reserved []journey.Wire) [][]journey.Wire {
	used := make(map[string]bool, len(reserved))
	for _, r := range reserved {
		used[string(r)] = true
	}
	list, compare := p.candidates(servers, used), p.order()
	slices.SortFunc(list, func(a, b agentsCandidate) int {
		return cmp.Or(compare(a.first, b.first), compare(a.seed, b.seed), cmp.Compare(a.server, b.server), cmp.Compare(a.tool, b.tool))
	})
	names := make([][]journey.Wire, len(servers))
	for i := range servers {
		names[i] = make([]journey.Wire, len(servers[i].Tools))
	}
	tries := map[[2]string]int{} // what was tried for the same pair is taken
	for i := range list {
		c := &list[i]
		name := c.first
		for used[p.public(name)] {
			pair := [2]string{c.base, c.seed}
			tries[pair]++
			name = agentsHashed(c.base, c.seed+"\x00"+strconv.Itoa(tries[pair]))
		}
		used[p.public(name)] = true
		names[c.server][c.tool] = journey.Wire(name)
	}
	return names
}

// candidates returns all tools with their first names: hashed at once where the
// base is shared, reserved or too long.
func (p *agentsPrefix) candidates(servers []AgentsServer, reserved map[string]bool) []agentsCandidate {
	var list []agentsCandidate
	count := map[string]int{}
	for i := range servers {
		server := p.server(string(servers[i].Name))
		for k, tool := range servers[i].Tools {
			base := "mcp_" + agentsPart(server, "server") + "__" + agentsPart(string(tool), "tool")
			list = append(list, agentsCandidate{base: base, seed: server + "\x00" + string(tool), server: i, tool: k})
			count[p.public(base)]++
		}
	}
	for i := range list {
		c := &list[i]
		c.first = c.base
		if public := p.public(c.base); len(c.base) > agentsLimit || count[public] > 1 || reserved[public] {
			c.first = agentsHashed(c.base, c.seed)
		}
	}
	return list
}

// agentsPart folds one part of a name: what is not of [A-Za-z0-9_-] becomes _,
// then _ and - fall off both ends.
func agentsPart(s, empty string) string {
	s = strings.Trim(fold(s, &wordDash, codePoints), "_-")
	if s == "" {
		return empty
	}
	return s
}

// agentsHashed cuts a base name to its stem and puts eight hex digits of the
// SHA-1 of seed behind it.
func agentsHashed(base, seed string) string {
	if len(base) > agentsStem {
		base = base[:agentsStem]
	}
	if base = strings.TrimRight(base, "_-"); base == "" {
		base = "mcp"
	}
	sum := sha1.Sum([]byte(seed))
	return base + "_" + hex.EncodeToString(sum[:4])
}

// AgentsShared returns the names that tools of more than one server have, in
// the order in which Python sorts; it is what the SDK refuses without prefixes.
// A name twice in one server is not noticed. Only the first server that repeats
// names of those before it counts.
func AgentsShared(servers []AgentsServer) []journey.Registered {
	seen := map[journey.Registered]bool{}
	for _, s := range servers {
		var twice []journey.Registered
		for _, t := range s.Tools {
			if seen[t] {
				twice = append(twice, t)
			}
		}
		if len(twice) > 0 {
			slices.Sort(twice)
			return slices.Compact(twice)
		}
		for _, t := range s.Tools {
			seen[t] = true
		}
	}
	return nil
}

// agentsDuplicates begins the refusal of names that several servers have.
const agentsDuplicates = "Duplicate tool names found across MCP servers: "

// AgentsUnprefixed returns the names of the tools of all servers in one list,
// as they are exposed without a prefix: verbatim. The error, in the SDK's
// words, names those of AgentsShared.
func AgentsUnprefixed(servers []AgentsServer) ([]journey.Wire, error) {
	if twice := AgentsShared(servers); len(twice) > 0 {
		return nil, sdkError(agentsDuplicates + joined(twice) + ". Pass `include_server_in_tool_names=True` to `MCPUtil.get_all_function_tools()` or set " +
			"`mcp_config={'include_server_in_tool_names': True}` on the agent to prefix tool names with their server name and avoid collisions.")
	}
	names := []journey.Wire{}
	for _, s := range servers {
		for _, t := range s.Tools {
			names = append(names, journey.Wire(t))
		}
	}
	return names, nil
}

func joined[S ~string](names []S) string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = string(n)
	}
	return strings.Join(list, ", ")
}
