package scheme

import (
	"strings"

	"hopscope/journey"
)

// agentsJS is the OpenAI Agents SDK for JavaScript: every function tool's name,
// MCP included, has each UTF-16 unit outside A-Z a-z 0-9 replaced by _, hyphens
// too. Look-up is by key; a call without a namespace also finds a deferred tool
// of its name and a namespaced one whose ns.name it is.
type agentsJS struct {
	mcp         *agentsJSMCP
	asked, note string
}

func newAgentsJS(rule int, asked, note string) journey.Scheme {
	return agentsJS{&agentsJSRules[rule], asked, note}
}

func agentsJSVersions() []string {
	list := make([]string, len(agentsJSRules))
	for i := range agentsJSRules {
		list[i] = agentsJSRules[i].version
	}
	return list
}

const agentsJSSource = "npm @openai/agents-core@0.20.0 "

// Info describes the scheme and the version of its rules.
func (a agentsJS) Info() journey.SchemeInfo {
	return journey.SchemeInfo{
		ID: "agents-js", Kind: journey.Framework, Version: a.mcp.version, Title: "OpenAI Agents SDK (JavaScript)", Note: a.note, Unit: "UTF-16 units",
		Rule:     "each UTF-16 unit outside A-Z a-z 0-9 becomes _, hyphens too; with include_server mcp_SERVER__TOOL, at most 64, hashes for clashes",
		Clash:    "one MCP name on two servers ends the run; of one bare name the last handoff or tool stays (policy=error: the run ends)",
		Lookup:   "a handoff by name, then the exact key; without a namespace then a deferred tool, then ns.name",
		History:  "the exposed name, as the model said it",
		Refusal:  "Tool X not found in agent Agent.",
		Options:  agentsOptions(),
		Versions: agentsJSVersions(),
		Sources: []journey.Fact{
			{What: "names, look-up keys, approval keys", Source: agentsJSSource + "dist/toolIdentity.mjs, dist/utils/tools.mjs", AsOf: "2026-11-29", How: "run"},
			{What: "MCP names with a prefix", Source: agentsJSSource + "dist/mcp.mjs, dist/mcpLogging.mjs", AsOf: "2026-11-29", How: "run"},
			{What: "collisions and their texts; order of look-up; a name twice in one server", Source: agentsJSSource + "dist/runner/modelPreparation.mjs, modelOutputs.mjs, dist/mcp.mjs", AsOf: "2026-11-29", How: "read"},
			{What: "0.17.0 compares clash, reserved and used names before the transform", Source: "openai-agents-js@6d0c61a5", AsOf: "2026-08-22", How: "read"},
		},
	}
}

func (a agentsJS) rules() agentsRules {
	return agentsRules{
		tool: AgentsJSName,
		handoff: func(agent string) (journey.Wire, bool, error) {
			n, err := AgentsJSHandoffName(agent)
			return n, false, err
		},
		agent:   func(agent string) (journey.Wire, bool, error) { n, err := AgentsJSName(agent); return n, false, err },
		space:   agentsJSSpace,
		mcp:     a.mcp.names,
		collide: AgentsJSCollisions,
		lookup:  AgentsJSMap,
		key:     func(k AgentsKey) string { return string(k.JS()) },
		plain:   func(name string) bool { return !strings.Contains(name, "_") },
		hidden: "Tool name collision detected. Assign unique routed tool names or enable tool data logging for details. " +
			"Only the current dispatch winner will be exposed.",
	}
}

// agentsJSSpace folds a namespace as a name; a tool of the same name may not
// stand in it.
func agentsJSSpace(space string, tool journey.Wire) (journey.Namespace, error) {
	if space == "" {
		return "", sdkError("toolNamespace() requires a non-empty namespace name.")
	}
	folded := agentsJSFold(space)
	if folded == string(tool) {
		return "", sdkError(`toolNamespace() does not allow a tool named "` + folded + `" inside namespace "` + folded +
			`" because Responses self-namespaced calls would be ambiguous.`)
	}
	return journey.Namespace(folded), nil
}

// Plan names the tools of one request.
func (a agentsJS) Plan(set journey.Setting) journey.Plan {
	rules := a.rules()
	p := agentsPlanOf(&rules, set)
	if p.Index == nil {
		return p
	}
	var entries []AgentsEntry
	for i := range p.Tools {
		if n := &p.Tools[i]; !isLeftOut(n) && !agentsIsHandoff(&p, i) {
			t := agentsToolOf(n)
			entries = append(entries, AgentsEntry{t.Key(), i})
		}
	}
	for key, i := range NewAgentsJSIndex(entries) {
		p.Index[key] = i
	}
	return p
}

// Resolve answers a call.
func (a agentsJS) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	return agentsResolve(p, call.Called, AgentsJSIndex(p.Index).Find, func(set journey.Setting) string {
		name := AgentsTraceName(call.Called.Wire())
		if set.Option("not_found", agentsRaise) == agentsReturn {
			return "Tool '" + name + "' not found."
		}
		return "Tool " + name + " not found in agent " + set.Option("agent", agentsAgent) + "."
	})
}

// Identity returns the layers of tool i. Approvals are kept under the key and,
// where no tool of another key has the same qualified name, under that.
func (a agentsJS) Identity(p *journey.Plan, i int) journey.Identity {
	n := &p.Tools[i]
	t := agentsToolOf(n)
	id := agentsIdentity(&t)
	if agentsIsHandoff(p, i) {
		id.LookupKey = string(n.Wire.Name)
		return id
	}
	key := t.Key()
	if key.Kind == AgentsNoKey {
		return id
	}
	id.LookupKey = string(key.JS())
	id.ApprovalKeys = []string{id.LookupKey}
	index, name := AgentsJSIndex(p.Index), journey.WireName{Name: journey.Wire(id.Qualified)}
	others := 0
	for _, k := range [...]AgentsKey{{AgentsBare, name}, {AgentsDeferred, name}} {
		if _, ok := index.at(k); ok && k != key {
			others++
		}
	}
	if at, ok := index["."+id.Qualified]; ok && (at < 0 || key.Kind != AgentsNamespaced) {
		others++
	}
	if others == 0 {
		id.ApprovalKeys = append(id.ApprovalKeys, id.Qualified)
	}
	return id
}

// Recognise reads the texts about a name that is unknown or not loaded.
func (a agentsJS) Recognise(text string) (journey.Refused, bool) {
	return agentsRecognise(strings.TrimPrefix(text, "Error: "), agentsUnloaded, agentsWordings)
}
