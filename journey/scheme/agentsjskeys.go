package scheme

import (
	"fmt"
	"slices"
	"strings"

	"hopscope/journey"
)

// The identity rules of the OpenAI Agents SDK for JavaScript where they are not
// those of Python. Run at npm @openai/agents-core@0.20.0
// dist/toolIdentity.mjs, dist/runner/modelPreparation.mjs (2026-11-29).

// AgentsJSKey is a look-up key of the SDK for JavaScript: a JSON list such as
// ["bare","x"]. Empty: no key.
type AgentsJSKey string

// JS returns the key as the SDK for JavaScript writes it.
func (k AgentsKey) JS() AgentsJSKey {
	parts := k.Parts()
	if parts == nil {
		return ""
	}
	for i, p := range parts {
		parts[i] = jsQuote(p)
	}
	return AgentsJSKey("[" + strings.Join(parts, ",") + "]")
}

// jsQuote writes a text as JSON.stringify does: only quotes, backslashes and
// control characters are escaped.
func jsQuote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r >= ' ':
			b.WriteRune(r)
		default:
			if at := strings.IndexRune("\b\f\n\r\t", r); at >= 0 {
				b.WriteByte('\\')
				b.WriteByte("bfnrt"[at])
			} else {
				fmt.Fprintf(&b, `\u%04x`, r)
			}
		}
	}
	b.WriteByte('"')
	return b.String()
}

// AgentsJSMap returns the look-up map of the SDK for JavaScript, see AgentsMap.
// Only two tools of one key that have a namespace or are deferred are an
// error, and a namespace that is the name itself.
func AgentsJSMap(tools []AgentsTool) ([]AgentsEntry, error) {
	strict := map[AgentsKey]bool{}
	for i := range tools {
		t := &tools[i]
		if agentsSynthetic(t.Name) {
			return nil, sdkError("Responses tool search reserves same-name namespaces for deferred top-level function tools. " +
				"Rename the namespace or tool name to avoid ambiguous dispatch.")
		}
		key := t.Key()
		if key.Kind != AgentsNamespaced && key.Kind != AgentsDeferred {
			continue
		}
		if strict[key] {
			return nil, sdkError("Ambiguous function tool configuration. Assign unique names within each namespace and for deferred top-level tools.")
		}
		strict[key] = true
	}
	return agentsEntries(tools), nil
}

// AgentsJSIndex is a look-up map by the text of its keys; behind a full stop
// stands ns.name of each namespaced tool, with -1 where two have it.
type AgentsJSIndex map[string]int

// NewAgentsJSIndex makes the index of a map that AgentsJSMap made.
func NewAgentsJSIndex(entries []AgentsEntry) AgentsJSIndex {
	index := make(AgentsJSIndex, len(entries))
	for _, e := range entries {
		index[string(e.Key.JS())] = e.Tool
		if e.Key.Kind != AgentsNamespaced {
			continue
		}
		flat := "." + AgentsQualified(e.Key.Name)
		if _, twice := index[flat]; twice {
			index[flat] = -1
			continue
		}
		index[flat] = e.Tool
	}
	return index
}

// Find returns the index of the tool that a call reaches, -1 for none, and by
// which rule: the call's key; without a namespace then the deferred tool of its
// name, then the namespaced tool whose ns.name it is, if just one has that.
func (x AgentsJSIndex) Find(call journey.Called) (tool int, via string) {
	if i, ok := x.at(AgentsKeyOf(call.Wire())); ok {
		return i, "exact"
	}
	if call.Namespace != "" || call.Name == "" {
		return -1, ""
	}
	name := call.Wire().Name
	if i, ok := x.at(AgentsKey{AgentsDeferred, journey.WireName{Name: name}}); ok {
		return i, "deferred tool of that name"
	}
	if i, ok := x["."+string(name)]; ok && i >= 0 {
		return i, "namespace and name in one"
	}
	return -1, ""
}

func (x AgentsJSIndex) at(key AgentsKey) (tool int, ok bool) {
	tool, ok = x[string(key.JS())]
	return tool, ok
}

// AgentsJSStateKeys returns for each tool the keys under which its approval is
// kept: its look-up key, then its qualified name where no tool of another key
// has the same.
func AgentsJSStateKeys(tools []AgentsTool) [][]string {
	owner, shared := map[string]AgentsKey{}, map[string]bool{}
	for i := range tools {
		name, key := AgentsQualified(tools[i].Name), tools[i].Key()
		if first, ok := owner[name]; ok && first != key {
			shared[name] = true
		} else {
			owner[name] = key
		}
	}
	list := make([][]string, len(tools))
	for i := range tools {
		key := tools[i].Key()
		list[i] = []string{}
		if key.Kind == AgentsNoKey {
			continue
		}
		list[i] = append(list[i], string(key.JS()))
		if name := AgentsQualified(tools[i].Name); !shared[name] {
			list[i] = append(list[i], name)
		}
	}
	return list
}

// AgentsJSCollisions is AgentsCollisions of the SDK for JavaScript: the same
// owners stay, the words are others, the names are sorted, and with the policy
// error one text names them all.
func AgentsJSCollisions(tools []AgentsTool, handoffs []AgentsHandoff, policy string) (AgentsKept, error) {
	if policy != agentsWarn && policy != agentsError {
		return AgentsKept{}, sdkError(`toolNameCollisionPolicy must be either "warn" or "error".`)
	}
	groups := agentsGroups(tools, handoffs)
	if len(groups) > 1 {
		compare := journey.LocaleCompare()
		slices.SortStableFunc(groups, func(a, b agentsNamesakes) int { return compare(string(a.name), string(b.name)) })
	}
	warnings, details := []string{}, make([]string, len(groups))
	for i := range groups {
		details[i] = "'" + string(groups[i].name) + "' (" + groups[i].kinds() + ")"
		warnings = append(warnings, "Duplicate enabled tool name found: "+details[i]+". "+agentsJSAdvice+" Only the current dispatch winner will be exposed.")
	}
	if len(groups) > 0 && policy == agentsError {
		label := "names"
		if len(groups) == 1 {
			label = "name"
		}
		return AgentsKept{}, sdkError("Duplicate enabled tool " + label + " found: " + strings.Join(details, ", ") + ". " + agentsJSAdvice)
	}
	return agentsKeep(len(tools), len(handoffs), groups, warnings), nil
}

const agentsJSAdvice = "Function tools and handoffs must have unique routed names. " +
	"Assign unique tool names or toolNameOverride values, or use a namespace."

// kinds counts the owners of a name: "2 function tools and handoff".
func (n *agentsNamesakes) kinds() string {
	tools := 0
	for _, o := range n.owners {
		if !o.handoff {
			tools++
		}
	}
	count := func(n int, one, many string) []string {
		switch n {
		case 0:
			return nil
		case 1:
			return []string{one}
		}
		return []string{fmt.Sprintf("%d %s", n, many)}
	}
	list := append(count(tools, "function tool", "function tools"), count(len(n.owners)-tools, "handoff", "handoffs")...)
	return strings.Join(list, " and ")
}
