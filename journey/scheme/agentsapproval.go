package scheme

import (
	"slices"

	"hopscope/journey"
)

// AgentsApproval are the circumstances under which the Agents SDK for Python
// makes approval keys (openai-agents-python@7f7a44f8d _tool_identity.py).
type AgentsApproval struct {
	// Key, where one is given, decides in place of name and namespace.
	Key AgentsKey
	// BareAlias: the bare name approves too, see AgentsBareApproval.
	BareAlias bool
	// LegacyDeferred adds the qualified name after the key of a deferred tool.
	LegacyDeferred bool
	// PreferLegacy: the synthetic shape keeps name.name.
	PreferLegacy bool
}

// AgentsApprovalKeys returns the keys under which a decision about a tool is
// kept and looked for, in order and each once: the bare alias, the canonical
// key, the legacy one. A bare key is the name, a namespaced one ns.name, a
// deferred one deferred_top_level:name. An empty name has none.
func AgentsApprovalKeys(w journey.WireName, a AgentsApproval) []string {
	list := []string{}
	if w.Name == "" {
		return list
	}
	add := func(key string) {
		if key != "" && !slices.Contains(list, key) {
			list = append(list, key)
		}
	}
	key := a.Key
	if key.Kind == AgentsNoKey && !(a.PreferLegacy && agentsSynthetic(w)) {
		key = AgentsKeyOf(w)
	}
	if a.BareAlias {
		add(string(w.Name))
	}
	switch key.Kind {
	case AgentsDeferred:
		add(key.Kind.String() + ":" + string(key.Name.Name))
		if a.LegacyDeferred {
			add(AgentsQualified(w))
		}
	case AgentsNoKey:
		add(AgentsQualified(w))
	default:
		add(AgentsQualified(key.Name))
	}
	return list
}

// AgentsBareApproval tells for each tool whether its bare name may approve it:
// only a deferred tool without a namespace, and only when no visible tool (not
// deferred, no namespace) has its name.
func AgentsBareApproval(tools []AgentsTool) []bool {
	visible := map[journey.Wire]bool{}
	for i := range tools {
		if t := &tools[i]; t.Name.Namespace == "" && !t.Deferred {
			visible[t.Name.Name] = true
		}
	}
	list := make([]bool, len(tools))
	for i := range tools {
		list[i] = tools[i].topLevelDeferred() && !visible[tools[i].Name.Name]
	}
	return list
}

// AgentsHostedItem is a run item as far as the identity of a hosted MCP
// approval request goes. What is not a string in the item counts as empty.
type AgentsHostedItem struct {
	Type, ID, CallID, Name, ServerLabel string
	// Provider holds the same fields of provider_data, nil for none.
	Provider *AgentsHostedItem
}

// AgentsHosted is the identity of a hosted MCP approval request; an empty part
// is absent. Tool is the name as the server lists it.
type AgentsHosted struct {
	RequestID string
	Server    journey.Server
	Tool      journey.Registered
}

// agentsApprovalRequest is the type of an approval request for a hosted server.
const agentsApprovalRequest = "mcp_approval_request"

// AgentsHostedIdentity returns the identity of an approval request. Of an
// mcp_approval_request all parts stand in the item. Of a hosted_tool_call whose
// provider_data is such a request the id is that of the request, else the
// call's call_id, else its id; the name that of the request, else the item's;
// the server label that of the request only. ok is false for any other item.
func AgentsHostedIdentity(item AgentsHostedItem) (id AgentsHosted, ok bool) {
	if item.Type == agentsApprovalRequest {
		return AgentsHosted{item.ID, journey.Server(item.ServerLabel), journey.Registered(item.Name)}, true
	}
	p := item.Provider
	if item.Type != "hosted_tool_call" || p == nil || p.Type != agentsApprovalRequest {
		return AgentsHosted{}, false
	}
	return AgentsHosted{
		RequestID: firstOf(p.ID, item.CallID, item.ID),
		Server:    journey.Server(p.ServerLabel),
		Tool:      journey.Registered(firstOf(p.Name, item.Name)),
	}, true
}

// Key returns ("hosted_mcp", server label, tool name), nil when a part is
// absent.
func (h AgentsHosted) Key() []string {
	if h.Server == "" || h.Tool == "" {
		return nil
	}
	return []string{"hosted_mcp", string(h.Server), string(h.Tool)}
}

func firstOf(list ...string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}
