package scheme

import "hopscope/journey"

// agentsWarn and agentsError are the collision policies of the Agents SDK.
const (
	agentsWarn  = "warn"
	agentsError = "error"
)

// AgentsHandoff is a handoff to another agent, which the model sees as a tool.
type AgentsHandoff struct {
	Name journey.Wire
	// Derived: the name was made of the name of Agent.
	Derived bool
	Agent   string
}

// AgentsKept is what is left after collisions: indexes of tools and handoffs,
// ascending, and one warning for each name that several have.
type AgentsKept struct {
	Tools, Handoffs []int
	Warnings        []string
}

// agentsOwner is a tool or a handoff that has a bare name.
type agentsOwner struct {
	handoff, derived bool
	index            int
	agent            string
}

// agentsNamesakes are the owners of one bare name, in order: tools, then
// handoffs.
type agentsNamesakes struct {
	name   journey.Wire
	owners []agentsOwner
}

// winner is the owner that stays: the last handoff if there is one, else the
// last tool.
func (n *agentsNamesakes) winner() agentsOwner { return n.owners[len(n.owners)-1] }

// AgentsCollisions decides what becomes of one bare name that several tools or
// handoffs have, before the model sees them (openai-agents-python@7f7a44f8d,
// 2026-08-22). Tools with a namespace and deferred ones take no part. With the
// policy warn one owner is kept: the last handoff if any handoff is among
// them, else the last tool. With error the first name, in the order in which
// names come, is the error. Any other policy is an error; so is what AgentsMap
// refuses, which comes first.
func AgentsCollisions(tools []AgentsTool, handoffs []AgentsHandoff, policy string) (AgentsKept, error) {
	if policy != agentsWarn && policy != agentsError {
		return AgentsKept{}, sdkError("tool_name_collision_policy must be either 'warn' or 'error'")
	}
	if err := agentsValid(tools); err != nil {
		return AgentsKept{}, err
	}
	warnings := []string{}
	groups := agentsGroups(tools, handoffs)
	for i := range groups {
		said := agentsCollisionText(&groups[i])
		if policy == agentsError {
			return AgentsKept{}, sdkError(said)
		}
		warnings = append(warnings, said)
	}
	return agentsKeep(len(tools), len(handoffs), groups, warnings), nil
}

// agentsGroups returns the bare names that have several owners, in the order
// in which the names come.
func agentsGroups(tools []AgentsTool, handoffs []AgentsHandoff) []agentsNamesakes {
	var all []agentsNamesakes
	at := map[journey.Wire]int{}
	add := func(name journey.Wire, o agentsOwner) {
		k, ok := at[name]
		if !ok {
			k = len(all)
			at[name] = k
			all = append(all, agentsNamesakes{name: name})
		}
		all[k].owners = append(all[k].owners, o)
	}
	for i := range tools {
		if t := &tools[i]; t.Key().Kind == AgentsBare {
			add(t.Name.Name, agentsOwner{derived: t.Derived, index: i, agent: t.Agent})
		}
	}
	for i, h := range handoffs {
		if h.Name != "" {
			add(h.Name, agentsOwner{handoff: true, derived: h.Derived, index: i, agent: h.Agent})
		}
	}
	shared := all[:0]
	for _, g := range all {
		if len(g.owners) > 1 {
			shared = append(shared, g)
		}
	}
	return shared
}

func agentsKeep(tools, handoffs int, groups []agentsNamesakes, warnings []string) AgentsKept {
	dropTool, dropHandoff := map[int]bool{}, map[int]bool{}
	for i := range groups {
		for _, o := range groups[i].owners[:len(groups[i].owners)-1] {
			if o.handoff {
				dropHandoff[o.index] = true
			} else {
				dropTool[o.index] = true
			}
		}
	}
	return AgentsKept{allBut(tools, dropTool), allBut(handoffs, dropHandoff), warnings}
}

func allBut(n int, dropped map[int]bool) []int {
	list := make([]int, 0, n)
	for i := range n {
		if !dropped[i] {
			list = append(list, i)
		}
	}
	return list
}

// agentsCollisionText words a collision as the Python SDK does.
func agentsCollisionText(g *agentsNamesakes) string {
	if said, ok := agentsDerivedText(g); ok {
		return said
	}
	hasTool, hasHandoff := !g.owners[0].handoff, g.winner().handoff
	switch {
	case !hasHandoff:
		return "Ambiguous function tool configuration: the tool name `" + string(g.name) +
			"` is used by multiple tools. Assign a unique routed name to every colliding function tool with `name_override=`, `tool_name=`, or a namespace."
	case !hasTool:
		return "Ambiguous handoff configuration: the handoff tool name `" + string(g.name) +
			"` is used by multiple handoffs. Pass a unique `tool_name_override=` to each handoff."
	}
	return "Ambiguous tool routing configuration: the tool name `" + string(g.name) +
		"` is used by both a function tool and a handoff. Assign a unique routed name to every colliding function tool and handoff with " +
		"`name_override=`, `tool_name=`, `tool_name_override=`, or a namespace."
}

// agentsDerivedText is the text for exactly two owners whose names were made of
// the names of two different agents.
func agentsDerivedText(g *agentsNamesakes) (string, bool) {
	if len(g.owners) != 2 {
		return "", false
	}
	a, b := g.owners[0], g.owners[1]
	if !a.derived || !b.derived || a.agent == b.agent {
		return "", false
	}
	kind, label, advice := "agent routing", "tool name", "`tool_name=` or `tool_name_override=`"
	switch {
	case !b.handoff:
		kind, advice = "agent tool", "`tool_name=`"
	case a.handoff:
		kind, label, advice = "handoff", "handoff tool name", "`tool_name_override=`"
	}
	return "Ambiguous " + kind + " configuration: agents " + pyRepr(a.agent) + " and " + pyRepr(b.agent) + " both derive the " +
		label + " `" + string(g.name) + "`. Pass an explicit " + advice + " to one of them.", true
}
