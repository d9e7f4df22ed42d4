package journey_test

import (
	"encoding/json"
	"fmt"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

var (
	_ = register(runAgentsMCP, "agents-mcp")
	_ = register(runAgentsDuplicates, "agents-mcp-dup")
	_ = register(runAgentsJSMCP, "agents-js-mcp")
	_ = register(runAgentsJSDispatch, "agents-js-dispatch")
	_ = register(runAgentsJSStateKeys, "agents-js-statekeys")
)

// agentsServers is what the cases about MCP names give.
type agentsServers struct {
	Servers []struct {
		Name  journey.Server
		Tools []journey.Registered
	}
	Reserved []journey.Wire
}

func (s agentsServers) list() []scheme.AgentsServer {
	list := make([]scheme.AgentsServer, len(s.Servers))
	for i, server := range s.Servers {
		list[i] = scheme.AgentsServer{Name: server.Name, Tools: server.Tools}
	}
	return list
}

// viaScheme names the same tools by the scheme. It is asked only where servers
// can be told apart by their keys; all is nil where they can not.
func (s agentsServers) viaScheme(id string, prefix bool) (all [][]journey.Wire, refused string, err error) {
	seen := map[journey.Server]bool{"": true}
	set := journey.Setting{Reserved: s.Reserved, Options: map[string]string{"include_server": fmt.Sprint(prefix)}}
	for _, server := range s.Servers {
		if seen[server.Name] {
			return nil, "", nil
		}
		seen[server.Name] = true
		for _, tool := range server.Tools {
			set.Catalog.Tools = append(set.Catalog.Tools, journey.Tool{Server: server.Name, Registered: tool})
		}
	}
	sch, err := scheme.Get(id)
	if err != nil {
		return nil, "", err
	}
	p := sch.Plan(set)
	if p.Index == nil {
		return nil, p.Warnings[len(p.Warnings)-1], nil
	}
	at := 0
	for _, server := range s.Servers {
		names := []journey.Wire{}
		for range server.Tools {
			names = append(names, p.Tools[at].Wire.Name)
			at++
		}
		all = append(all, names)
	}
	return all, "", nil
}

// judge compares names or an error, of the rule and of the scheme, with a case.
func (s agentsServers) judge(id string, got [][]journey.Wire, failed error, want json.RawMessage) error {
	all, refused, err := s.viaScheme(id, true)
	if err != nil {
		return err
	}
	if failed != nil {
		if refused != "" {
			if err := differ("scheme's error", refused, failed.Error()); err != nil {
				return err
			}
		}
		return sameValue("error", map[string]string{"error": failed.Error()}, want)
	}
	if all != nil {
		if err := sameValue("scheme's names", all, want); err != nil {
			return err
		}
	}
	return sameValue("names", got, want)
}

func runAgentsMCP(_ *vectorFile, c *vectorCase) error {
	var in agentsServers
	if err := json.Unmarshal(c.Input, &in); err != nil {
		return err
	}
	return in.judge("agents-python", scheme.AgentsMCPNames(in.list(), in.Reserved), nil, c.Expected)
}

func runAgentsJSMCP(_ *vectorFile, c *vectorCase) error {
	var in agentsServers
	if err := json.Unmarshal(c.Input, &in); err != nil {
		return err
	}
	names, err := scheme.AgentsJSMCPNames(in.list(), true, in.Reserved)
	return in.judge("agents-js", names, err, c.Expected)
}

func runAgentsDuplicates(_ *vectorFile, c *vectorCase) error {
	var in agentsServers
	type outcome struct {
		Names []journey.Wire `json:"names"`
		Error *string        `json:"error"`
	}
	var want, got outcome
	if err := decodeStrictly(c, &in, &want); err != nil {
		return err
	}
	names, err := scheme.AgentsUnprefixed(in.list())
	got.Names = names
	if err != nil {
		said := err.Error()
		got.Error = &said
	}
	if err := differ("names", got, want); err != nil {
		return err
	}
	if _, refused, err := in.viaScheme("agents-python", false); err != nil || refused != "" {
		return differ("scheme's error", refused, got.Error)
	}
	return nil
}

func runAgentsJSDispatch(_ *vectorFile, c *vectorCase) error {
	var in struct{ Tools, Calls []agentsTool }
	type answer struct {
		Key       *scheme.AgentsJSKey `json:"key"`
		Tool      *int                `json:"tool_index"`
		Qualified *string             `json:"qualified"`
		Display   *string             `json:"display"`
	}
	type outcome struct {
		Keys  []scheme.AgentsJSKey `json:"keys"`
		Calls []answer             `json:"calls"`
		Error *string              `json:"error"`
	}
	var want, got outcome
	if err := decodeStrictly(c, &in, &want); err != nil {
		return err
	}
	entries, err := scheme.AgentsJSMap(agentsTools(in.Tools))
	if err != nil {
		said := err.Error()
		return differ("outcome", outcome{Error: &said}, want)
	}
	got.Keys, got.Calls = []scheme.AgentsJSKey{}, []answer{}
	for _, e := range entries {
		got.Keys = append(got.Keys, e.Key.JS())
	}
	index := scheme.NewAgentsJSIndex(entries)
	for _, call := range in.Calls {
		w := call.wire()
		a := answer{Key: orNull(scheme.AgentsKeyOf(w).JS()), Qualified: orNull(scheme.AgentsQualified(w)), Display: orNull(scheme.AgentsTraceName(w))}
		if i, _ := index.Find(call.called()); i >= 0 {
			a.Tool = &i
		}
		got.Calls = append(got.Calls, a)
	}
	return differ("outcome", got, want)
}

func runAgentsJSStateKeys(_ *vectorFile, c *vectorCase) error {
	var in struct{ Tools []agentsTool }
	if err := json.Unmarshal(c.Input, &in); err != nil {
		return err
	}
	return sameValue("state keys", scheme.AgentsJSStateKeys(agentsTools(in.Tools)), c.Expected)
}
