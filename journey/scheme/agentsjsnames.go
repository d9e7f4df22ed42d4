package scheme

import (
	"slices"

	"hopscope/journey"
)

// agentsJSMCP are the MCP rules of one version of the SDK for JavaScript.
type agentsJSMCP struct {
	version string
	// public: clashes, reserved and used names are compared as they are after
	// the transform of every function tool's name, not before it.
	public bool
	// twice: a name twice in one server is refused too.
	twice bool
}

// agentsJSRules, ascending. 0.17.0 is openai-agents-js@6d0c61a5, read; 0.20.0
// was run.
var agentsJSRules = [...]agentsJSMCP{
	{version: "0.17.0"},
	{version: "0.20.0", public: true, twice: true},
}

// AgentsJSMCPNames returns the exposed names of the tools of MCP servers in the
// newest known Agents SDK for JavaScript: with a prefix as AgentsMCPNames makes
// it, or without one; then every name passes AgentsJSName, which also makes the
// hyphens that the prefix rule keeps to _. Names are sorted as localeCompare
// does. It is an error when two servers differ only in the secrets of their
// URLs and list one tool, and when one name comes twice in the end.
func AgentsJSMCPNames(servers []AgentsServer, prefix bool, reserved []journey.Wire) ([][]journey.Wire, error) {
	return agentsJSRules[len(agentsJSRules)-1].names(servers, prefix, reserved)
}

func (r *agentsJSMCP) names(servers []AgentsServer, prefix bool, reserved []journey.Wire) ([][]journey.Wire, error) {
	names := make([][]journey.Wire, len(servers))
	if prefix {
		if err := agentsJSIndistinct(servers); err != nil {
			return nil, err
		}
		p := agentsPrefix{server: agentsJSServerName, public: same, order: journey.LocaleCompare}
		if r.public {
			p.public = agentsJSFold
		}
		names = p.names(servers, reserved)
	}
	for i := range servers {
		if !prefix {
			names[i] = make([]journey.Wire, len(servers[i].Tools))
		}
		for k, tool := range servers[i].Tools {
			from := string(names[i][k])
			if !prefix {
				from = string(tool)
			}
			name, err := AgentsJSName(from)
			if err != nil {
				return nil, err
			}
			names[i][k] = name
		}
	}
	return names, r.duplicates(names)
}

// agentsJSIndistinct refuses servers whose names are the same but for secrets.
func agentsJSIndistinct(servers []AgentsServer) error {
	raw := map[string]journey.Server{}
	for _, s := range servers {
		shown := agentsJSServerName(string(s.Name))
		for _, tool := range s.Tools {
			seed := shown + "\x00" + string(tool)
			if before, ok := raw[seed]; ok && before != s.Name {
				return sdkError("MCP server names are indistinguishable after URL redaction for tool '" + string(tool) + "': '" + shown +
					"'. Configure unique safe server names when includeServerInToolNames is enabled.")
			}
			raw[seed] = s.Name
		}
	}
	return nil
}

// duplicates refuses exposed names that come twice, by the first server that
// has such.
func (r *agentsJSMCP) duplicates(names [][]journey.Wire) error {
	seen := map[journey.Wire]bool{}
	for _, list := range names {
		again := map[journey.Wire]bool{}
		var twice []journey.Wire
		for _, n := range list {
			if seen[n] || r.twice && again[n] {
				twice = append(twice, n)
			}
			again[n] = true
		}
		if len(twice) > 0 {
			slices.Sort(twice)
			return sdkError(agentsDuplicates + joined(slices.Compact(twice)))
		}
		for n := range again {
			seen[n] = true
		}
	}
	return nil
}
