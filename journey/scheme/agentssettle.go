package scheme

import (
	"strings"

	"hopscope/journey"
)

// settle decides clashes and fills the look-up of a request whose tools all
// have names.
func (r *agentsRequest) settle() error {
	tools, at := r.tools()
	if err := r.backend(tools); err != nil {
		return err
	}
	kept, err := r.rules.collide(tools, r.handoffs, r.set.Option("policy", agentsWarn))
	if err != nil {
		return err
	}
	if len(kept.Warnings) > 0 && r.set.Option("log_tool_data", "") == "false" {
		for i := range kept.Warnings {
			kept.Warnings[i] = r.rules.hidden
		}
	}
	r.plan.Warnings = append(r.plan.Warnings, kept.Warnings...)
	r.drop(at, kept)
	tools, at = r.tools()
	entries, err := r.rules.lookup(tools)
	if err != nil {
		return err
	}
	r.index(entries, at)
	return nil
}

// tools are the function tools that are not left out, with their indexes in
// the plan.
func (r *agentsRequest) tools() ([]AgentsTool, []int) {
	var tools []AgentsTool
	var at []int
	for i := range r.plan.Tools[:r.from] {
		n := &r.plan.Tools[i]
		if isLeftOut(n) {
			continue
		}
		t := agentsToolOf(n)
		t.Agent, t.Derived = r.derived[i], r.derived[i] != ""
		tools, at = append(tools, t), append(at, i)
	}
	return tools, at
}

// agentsToolOf returns a tool as the identity rules see it. A deferred tool
// stands in the plan under the synthetic namespace in which it is called.
func agentsToolOf(n *journey.Naming) AgentsTool {
	t := AgentsTool{Name: n.Wire, Deferred: n.Tool.Deferred}
	if n.Status == journey.Deferred && agentsSynthetic(n.Wire) {
		t.Name.Namespace = ""
	}
	return t
}

// backend refuses what only the Responses API has.
func (r *agentsRequest) backend(tools []AgentsTool) error {
	name := r.set.Option("backend", agentsResponses)
	if !r.rules.responsesOnly || strings.EqualFold(name, agentsResponses) {
		return nil
	}
	for i := range tools {
		var features []string
		if tools[i].Name.Namespace != "" {
			features = append(features, "tool_namespace()")
		}
		if tools[i].Deferred {
			features = append(features, "defer_loading=True")
		}
		if len(features) > 0 {
			return sdkError("The following function-tool features are only supported with OpenAI Responses models: " + strings.Join(features, ", ") +
				". Tool `" + AgentsQualified(tools[i].Name) + "` cannot be used with " + name + ".")
		}
	}
	return nil
}

const agentsResponses = "responses"

// drop leaves out what lost its name to another.
func (r *agentsRequest) drop(at []int, kept AgentsKept) {
	stays := map[int]bool{}
	for _, k := range kept.Tools {
		stays[at[k]] = true
	}
	for _, k := range kept.Handoffs {
		stays[r.from+k] = true
	}
	for i := range r.plan.Tools {
		if n := &r.plan.Tools[i]; !isLeftOut(n) && !stays[i] {
			leaveOut(n, "another tool or handoff has this name, and the last one stays")
		}
	}
}

// index fills ByWire and Index. A tool with an empty name is in no map.
func (r *agentsRequest) index(entries []AgentsEntry, at []int) {
	p := &r.plan
	p.Index = make(map[string]int, len(entries))
	p.ByWire = make(map[journey.WireName]int, len(entries))
	for k := range entries {
		e := &entries[k]
		e.Tool = at[e.Tool]
		p.Index[r.rules.key(e.Key)] = e.Tool
	}
	for i := range p.Tools {
		n := &p.Tools[i]
		switch {
		case isLeftOut(n):
			continue
		case n.Wire.Name == "":
			leaveOut(n, "an empty name is in no look-up map: no call reaches it")
			continue
		case i >= r.from:
			p.Index[agentsHandoffKey(n.Wire.Name)] = i
		}
		p.ByWire[n.Wire] = i
	}
}

// agentsHandoffKey is the key of a handoff in Plan.Index; no function tool's
// key looks like this.
func agentsHandoffKey(name journey.Wire) string { return "handoff " + string(name) }

// agentsResolve answers a call: a handoff by its name where the call has no
// namespace, then what find finds, then the structured output, else the error
// text, which says the name as named gives it.
func agentsResolve(p *journey.Plan, call journey.Called, find func(journey.Called) (int, string), text func(set journey.Setting) string) journey.Resolution {
	if p.Index == nil {
		said := ""
		if len(p.Warnings) > 0 {
			said = p.Warnings[len(p.Warnings)-1]
		}
		return journey.Resolution{Outcome: journey.OutcomeRefused, Tool: -1, Via: "the run ends before the request", Error: said, Stored: call}
	}
	if call.Namespace == "" {
		if _, ok := p.Index[agentsHandoffKey(call.Wire().Name)]; ok {
			return journey.Resolution{Outcome: journey.OutcomeHandoff, Tool: -1, Via: "handoff", Stored: call}
		}
	}
	if i, via := find(call); i >= 0 {
		return ran(p, i, via, call)
	}
	if call.Namespace == "" && call.Name == agentsHelper && p.Setting.Option("output_type", "") == "true" {
		return journey.Resolution{Outcome: journey.OutcomeRuntime, Tool: -1, Via: "structured output", Stored: call}
	}
	return unknown(text(p.Setting), call)
}

// agentsWordings are the texts about an unknown name, of both SDKs: that which
// the model reads, and that which ends the run; the second is theirs alone.
var agentsWordings = []wording{
	{before: "Tool '", after: "' not found."},
	{before: "Tool ", after: " not found in agent "},
}

// agentsUnloaded is how the SDK for JavaScript words a call of a deferred tool
// that no search has loaded.
var agentsUnloaded = []wording{
	{before: "Model produced deferred function call ", after: " before it was loaded via tool_search.", class: journey.ClassNotEnabled},
	{before: "Tool ", after: " is not loaded for the current agent.", class: journey.ClassNotEnabled},
}

// agentsRecognise reads a refusal, with or without the class of the exception.
// In realtime sessions it is the bare Tool X not found.
func agentsRecognise(text string, tables ...[]wording) (journey.Refused, bool) {
	for _, lead := range [...]string{"agents.exceptions.", "ModelBehaviorError: "} {
		text = strings.TrimPrefix(text, lead)
	}
	text = strings.TrimRight(text, "\n")
	if r, ok := readWordings(text, tables...); ok {
		return r, true
	}
	name, ok := strings.CutSuffix(strings.TrimPrefix(text, "Tool "), " not found")
	if !ok || len(name) == len(text)-len(" not found") || strings.ContainsFunc(name, pySpace) {
		return journey.Refused{}, false
	}
	return journey.Refused{Class: journey.ClassUnknownTool, Name: name}, true
}
