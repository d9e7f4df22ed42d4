package journey_test

import (
	"encoding/json"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

var (
	_ = register(runAgentsName(nameOf(scheme.AgentsStyle), true), "agents-style")
	_ = register(runAgentsName(nameOf(scheme.AgentsHandoffName), true), "agents-handoff")
	_ = register(runAgentsName(failing(scheme.AgentsFallbackName), false), "agents-fallback")
	_ = register(runAgentsName(failing(scheme.AgentsJSName), false), "agents-js-style")
	_ = register(runAgentsName(failing(scheme.AgentsJSHandoffName), false), "agents-js-handoff")
	_ = register(runAgentsHosted, "agents-hosted")
	_ = register(runAgentsRestore, "agents-restore")
)

// agentsNamer makes a tool name of another name.
type agentsNamer func(string) (name journey.Wire, warned bool, err error)

func nameOf(f func(string) (journey.Wire, bool)) agentsNamer {
	return func(s string) (journey.Wire, bool, error) { n, w := f(s); return n, w, nil }
}

func failing(f func(string) (journey.Wire, error)) agentsNamer {
	return func(s string) (journey.Wire, bool, error) { n, err := f(s); return n, false, err }
}

// runAgentsName runs a group that makes a name of a name; warns tells whether
// its cases say that a warning is logged.
func runAgentsName(namer agentsNamer, warns bool) caseRunner {
	return func(_ *vectorFile, c *vectorCase) error {
		var in struct{ Name, Agent string }
		type outcome struct {
			Result *journey.Wire `json:"result"`
			Warned *bool         `json:"warned"`
			Error  *string       `json:"error"`
		}
		var want, got outcome
		if err := decodeStrictly(c, &in, &want); err != nil {
			return err
		}
		name, warned, err := namer(in.Name + in.Agent)
		if err != nil {
			said := err.Error()
			got.Error = &said
		} else if got.Result = &name; warns {
			got.Warned = &warned
		}
		return differ("name", got, want)
	}
}

// agentsItem is a run item; what is not as the SDK expects counts as absent.
type agentsItem struct {
	Type, ID, Name loose
	CallID         loose           `json:"call_id"`
	Label          loose           `json:"server_label"`
	Provider       json.RawMessage `json:"provider_data"`
}

func (i agentsItem) item() scheme.AgentsHostedItem {
	h := scheme.AgentsHostedItem{Type: string(i.Type), ID: string(i.ID), CallID: string(i.CallID), Name: string(i.Name), ServerLabel: string(i.Label)}
	var p *agentsItem
	if json.Unmarshal(i.Provider, &p) == nil && p != nil {
		inner := p.item()
		h.Provider = &inner
	}
	return h
}

func runAgentsHosted(_ *vectorFile, c *vectorCase) error {
	var in agentsItem
	type outcome struct {
		Request  *string             `json:"request_id"`
		Server   *journey.Server     `json:"server_label"`
		Tool     *journey.Registered `json:"tool_name"`
		Approval []string            `json:"approval_identity"`
	}
	var want, got *outcome
	if err := decodeStrictly(c, &in, &want); err != nil {
		return err
	}
	if id, ok := scheme.AgentsHostedIdentity(in.item()); ok {
		got = &outcome{orNull(id.RequestID), orNull(id.Server), orNull(id.Tool), id.Key()}
	}
	return differ("identity", got, want)
}

func runAgentsRestore(_ *vectorFile, c *vectorCase) error {
	var in struct {
		Call json.RawMessage
		Key  agentsKey `json:"lookup_key"`
	}
	if err := json.Unmarshal(c.Input, &in); err != nil {
		return err
	}
	var call agentsTool
	key, err := in.Key.key()
	if err != nil {
		return err
	}
	fields := map[string]any{}
	if err := json.Unmarshal(in.Call, &fields); err != nil {
		return err
	}
	if err := json.Unmarshal(in.Call, &call); err != nil {
		return err
	}
	if got := scheme.AgentsRestored(call.called(), key); got != call.called() {
		fields["namespace"] = got.Namespace
	}
	return sameValue("call", fields, c.Expected)
}
