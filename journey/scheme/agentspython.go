package scheme

import (
	"strings"

	"hopscope/journey"
)

// agentsPython is the OpenAI Agents SDK for Python: names go out verbatim, MCP
// names too unless include_server puts mcp_SERVER__ before them, bounded at 64,
// with a hash for every member of a clash. Look-up is exact by a key of kind,
// namespace and name. The history keeps what the model said.
type agentsPython struct{ asked, note string }

func newAgentsPython(_ int, asked, note string) journey.Scheme { return agentsPython{asked, note} }

const agentsPythonSource = "openai-agents-python@7f7a44f8d "

var agentsPythonRules = agentsRules{
	tool:          func(name string) (journey.Wire, error) { return journey.Wire(name), nil },
	handoff:       func(a string) (journey.Wire, bool, error) { n, w := AgentsHandoffName(a); return n, w, nil },
	agent:         func(a string) (journey.Wire, bool, error) { n, w := AgentsStyle(a); return n, w, nil },
	space:         agentsPythonSpace,
	mcp:           agentsPythonMCP,
	collide:       AgentsCollisions,
	lookup:        AgentsMap,
	key:           AgentsKey.String,
	responsesOnly: true,
	plain:         func(name string) bool { return !strings.HasPrefix(name, "mcp_") },
	hidden:        "Tool name collision detected. Assign unique routed tool names or enable tool data logging for details.",
}

// agentsPythonSpace takes a namespace as it is.
func agentsPythonSpace(space string, _ journey.Wire) (journey.Namespace, error) {
	if space == "" {
		return "", sdkError("tool_namespace() requires a non-empty namespace name.")
	}
	return journey.Namespace(space), nil
}

// agentsPythonMCP names the tools of servers with or without the prefix.
func agentsPythonMCP(servers []AgentsServer, prefix bool, reserved []journey.Wire) ([][]journey.Wire, error) {
	if prefix {
		return AgentsMCPNames(servers, reserved), nil
	}
	all, err := AgentsUnprefixed(servers)
	names := make([][]journey.Wire, len(servers))
	for i, s := range servers {
		if err == nil {
			names[i], all = all[:len(s.Tools)], all[len(s.Tools):]
			continue
		}
		for _, t := range s.Tools { // refused, but that is what they would be
			names[i] = append(names[i], journey.Wire(t))
		}
	}
	return names, err
}

// Info describes the scheme.
func (a agentsPython) Info() journey.SchemeInfo {
	return journey.SchemeInfo{
		ID: "agents-python", Kind: journey.Framework, Version: a.asked, Title: "OpenAI Agents SDK (Python)", Note: a.note, Unit: "code points",
		Rule:    "names go out as they are; with include_server mcp_SERVER__TOOL, at most 64, a hash for every member of a clash",
		Clash:   "one MCP name on two servers ends the run; of one bare name the last handoff or tool stays (policy=error: the run ends); with a prefix all get a hash",
		Lookup:  "a handoff by name, then the exact key of kind, namespace and name",
		History: "what the model said",
		Refusal: "Tool X not found in agent Agent",
		Options: append(agentsOptions(), journey.SchemeOption{Key: "backend", Default: agentsResponses, What: "the model's API: any other one refuses namespaces and deferred tools"}),
		Sources: []journey.Fact{
			{What: "look-up keys, approval keys, trace names, hosted approvals", Source: agentsPythonSource + "src/agents/_tool_identity.py", AsOf: "2026-08-22", How: "run"},
			{What: "names from agents and classes", Source: agentsPythonSource + "src/agents/util/_transforms.py", AsOf: "2026-08-22", How: "run"},
			{What: "collisions and their texts", Source: agentsPythonSource + "src/agents/_tool_identity.py", AsOf: "2026-08-22", How: "run"},
			{What: "MCP names with a prefix", Source: agentsPythonSource + "src/agents/mcp/util.py", AsOf: "2026-08-22", How: "run"},
			{What: "order of look-up; MCP names without a prefix; backends without namespaces", Source: agentsPythonSource + "src/agents/run_internal/turn_resolution.py, mcp/util.py, tool.py", AsOf: "2026-08-22", How: "read"},
			{What: "MCP tools stand before function tools", Source: "openai-agents-python src/agents/agent.py", AsOf: "2026-11-29", How: "read"},
		},
	}
}

// Plan names the tools of one request.
func (a agentsPython) Plan(set journey.Setting) journey.Plan {
	return agentsPlanOf(&agentsPythonRules, set)
}

// Resolve answers a call by its exact key; a deferred tool only in the
// namespace of its own name.
func (a agentsPython) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	find := func(c journey.Called) (int, string) {
		if i, ok := p.Index[AgentsKeyOf(c.Wire()).String()]; ok {
			return i, "exact"
		}
		return -1, ""
	}
	return agentsResolve(p, call.Called, find, func(set journey.Setting) string {
		name := AgentsQualified(call.Called.Wire())
		if set.Option("not_found", agentsRaise) == agentsReturn {
			return "Tool '" + name + "' not found."
		}
		return "Tool " + name + " not found in agent " + set.Option("agent", agentsAgent)
	})
}

// Identity returns the layers of tool i. The bare name approves a deferred tool
// too, where no visible tool has it.
func (a agentsPython) Identity(p *journey.Plan, i int) journey.Identity {
	n := &p.Tools[i]
	t := agentsToolOf(n)
	id := agentsIdentity(&t)
	if agentsIsHandoff(p, i) {
		id.LookupKey = string(n.Wire.Name)
		return id
	}
	id.LookupKey = t.Key().String()
	_, visible := p.Index[AgentsKey{AgentsBare, journey.WireName{Name: t.Name.Name}}.String()]
	id.ApprovalKeys = AgentsApprovalKeys(t.Name, AgentsApproval{Key: t.Key(), BareAlias: t.topLevelDeferred() && !visible})
	return id
}

// agentsIdentity fills in what both SDKs say alike.
func agentsIdentity(t *AgentsTool) journey.Identity {
	return journey.Identity{
		PublicName: string(t.Name.Name), Namespace: t.Name.Namespace, Qualified: AgentsQualified(t.Name),
		TraceName: AgentsTraceName(t.Name), StoredAs: string(t.Name.Name),
	}
}

func agentsIsHandoff(p *journey.Plan, i int) bool {
	at, ok := p.Index[agentsHandoffKey(p.Tools[i].Wire.Name)]
	return ok && at == i
}

// Recognise reads the texts about an unknown name: the one that ends the run
// and the one that the model gets.
func (a agentsPython) Recognise(text string) (journey.Refused, bool) {
	return agentsRecognise(text, agentsWordings)
}
