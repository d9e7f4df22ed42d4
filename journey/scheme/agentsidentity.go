package scheme

import "hopscope/journey"

// The identity rules of the OpenAI Agents SDK for Python: which names and keys
// a function tool, a call and an approval have. Read and run at
// openai-agents-python@7f7a44f8d src/agents/_tool_identity.py (2026-08-22); the
// SDK for JavaScript differs where agentsjskeys.go says so.

// AgentsKeyKind tells the kinds of look-up keys apart.
type AgentsKeyKind uint8

// The kinds. The zero value is no key: an empty name has none.
const (
	AgentsNoKey AgentsKeyKind = iota
	AgentsBare
	AgentsNamespaced
	AgentsDeferred
)

var agentsKeyIDs = [...]string{"", "bare", "namespaced", "deferred_top_level"}

// String returns the SDK's word: bare, namespaced or deferred_top_level.
func (k AgentsKeyKind) String() string {
	if int(k) >= len(agentsKeyIDs) {
		return ""
	}
	return agentsKeyIDs[k]
}

// AgentsKey is the key under which the SDK looks a function tool up. The
// namespace is empty but for AgentsNamespaced.
type AgentsKey struct {
	Kind AgentsKeyKind
	Name journey.WireName
}

// Parts returns the key as the SDK's tuple, nil for no key.
func (k AgentsKey) Parts() []string {
	switch k.Kind {
	case AgentsNoKey:
		return nil
	case AgentsNamespaced:
		return []string{k.Kind.String(), string(k.Name.Namespace), string(k.Name.Name)}
	default:
		return []string{k.Kind.String(), string(k.Name.Name)}
	}
}

// String writes the key as Python writes the tuple, empty for no key.
func (k AgentsKey) String() string {
	parts := k.Parts()
	if parts == nil {
		return ""
	}
	list := pyList(parts)
	return "(" + list[1:len(list)-1] + ")"
}

// AgentsKeyOf returns the key of a call, or of a definition without deferred
// loading: none for an empty name; the deferred one where namespace and name
// are the same; else the namespaced or the bare one.
func AgentsKeyOf(w journey.WireName) AgentsKey {
	switch {
	case w.Name == "":
		return AgentsKey{}
	case agentsSynthetic(w):
		return AgentsKey{AgentsDeferred, journey.WireName{Name: w.Name}}
	case w.Namespace != "":
		return AgentsKey{AgentsNamespaced, w}
	}
	return AgentsKey{AgentsBare, w}
}

// agentsSynthetic reports whether a namespace is the one that the Responses
// API makes up for a deferred tool: the name itself, compared exactly.
func agentsSynthetic(w journey.WireName) bool {
	return w.Name != "" && string(w.Namespace) == string(w.Name)
}

// AgentsQualified returns namespace.name, or the name where there is no
// namespace; empty for an empty name.
func AgentsQualified(w journey.WireName) string {
	if w.Name == "" || w.Namespace == "" {
		return string(w.Name)
	}
	return string(w.Namespace) + "." + string(w.Name)
}

// AgentsTraceName returns the name of a call in traces: the qualified one, but
// the bare one for the synthetic namespace.
func AgentsTraceName(w journey.WireName) string {
	if agentsSynthetic(w) {
		return string(w.Name)
	}
	return AgentsQualified(w)
}

// AgentsTool is a function tool as the identity rules see it.
type AgentsTool struct {
	// Name is the public name with the namespace that was attached to it.
	Name journey.WireName
	// Deferred is defer_loading.
	Deferred bool
	// Trace is the definition's own trace_name, empty for none.
	Trace string
	// Derived: nobody chose the name, it was made of the name of Agent.
	Derived bool
	Agent   string
}

// topLevelDeferred reports whether a tool is called in the synthetic namespace
// only.
func (t *AgentsTool) topLevelDeferred() bool {
	return t.Deferred && t.Name.Namespace == "" && t.Name.Name != ""
}

// Key returns the one key under which calls find the tool. A deferred tool
// without a namespace has only the deferred key; with a namespace it is a
// namespaced tool like any other.
func (t *AgentsTool) Key() AgentsKey {
	if t.topLevelDeferred() {
		return AgentsKey{AgentsDeferred, journey.WireName{Name: t.Name.Name}}
	}
	return AgentsKeyOf(t.Name)
}

// TraceName returns the trace name of the definition: its own, else the public
// name; never the qualified one.
func (t *AgentsTool) TraceName() string {
	if t.Trace != "" {
		return t.Trace
	}
	return string(t.Name.Name)
}

// Given returns a call as the tool gets it: the synthetic namespace of a
// deferred tool is taken out, anything else stays. changed tells that it was.
func (t *AgentsTool) Given(call journey.Called) (given journey.Called, changed bool) {
	if !t.topLevelDeferred() || call.Wire() != (journey.WireName{Namespace: journey.Namespace(t.Name.Name), Name: t.Name.Name}) {
		return call, false
	}
	return journey.Called{Name: call.Name}, true
}

// AgentsRestored returns a stored call with the namespace that its stored key
// has: only where the call has none, the names are the same, and the key is
// not a bare one.
func AgentsRestored(call journey.Called, key AgentsKey) journey.Called {
	if call.Namespace != "" || call.Name == "" || call.Wire().Name != key.Name.Name {
		return call
	}
	switch key.Kind {
	case AgentsDeferred:
		call.Namespace = journey.Namespace(call.Name)
	case AgentsNamespaced:
		call.Namespace = key.Name.Namespace
	}
	return call
}

// AgentsEntry is one key of the look-up map with the index of its tool.
type AgentsEntry struct {
	Key  AgentsKey
	Tool int
}

// AgentsMap returns the look-up map of a list of tools: one entry a key, in
// the order in which keys first come; the last tool of a key has it. Tools with
// an empty name are in no map. It is an error, in the SDK's words and by the
// first tool that offends, when a namespace is the name itself, when two
// deferred tools have one name, and when two tools of which at least one has a
// namespace have one qualified name.
func AgentsMap(tools []AgentsTool) ([]AgentsEntry, error) {
	if err := agentsValid(tools); err != nil {
		return nil, err
	}
	return agentsEntries(tools), nil
}

func agentsEntries(tools []AgentsTool) []AgentsEntry {
	list := []AgentsEntry{}
	at := make(map[AgentsKey]int, len(tools))
	for i := range tools {
		key := tools[i].Key()
		if key.Kind == AgentsNoKey {
			continue
		}
		if k, ok := at[key]; ok {
			list[k].Tool = i
			continue
		}
		at[key] = len(list)
		list = append(list, AgentsEntry{key, i})
	}
	return list
}

func agentsValid(tools []AgentsTool) error {
	owners := make(map[string]*AgentsTool, len(tools))
	deferred := map[journey.Wire]bool{}
	for i := range tools {
		t := &tools[i]
		if agentsSynthetic(t.Name) {
			return sdkError("Responses tool-search reserves the synthetic namespace `" + AgentsQualified(t.Name) +
				"` for deferred top-level function tools. Rename the namespace or tool name to avoid ambiguous dispatch.")
		}
		if t.topLevelDeferred() {
			if deferred[t.Name.Name] {
				return sdkError("Ambiguous function tool configuration: the deferred top-level tool name `" + string(t.Name.Name) +
					"` is used by multiple tools. Rename one of the deferred-loading top-level function tools to avoid ambiguous dispatch.")
			}
			deferred[t.Name.Name] = true
		}
		qualified := AgentsQualified(t.Name)
		if qualified == "" {
			continue
		}
		prior := owners[qualified]
		switch {
		case prior == nil:
			owners[qualified] = t
		case t.Name.Namespace != "" || prior.Name.Namespace != "":
			return sdkError("Ambiguous function tool configuration: the qualified name `" + qualified +
				"` is used by multiple tools. Rename the namespace-wrapped function or dotted top-level tool to avoid ambiguous dispatch.")
		}
	}
	return nil
}
