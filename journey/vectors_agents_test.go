package journey_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

var (
	_ = register(runAgentsCall, "agents-call")
	_ = register(runAgentsTool, "agents-tool")
	_ = register(runAgentsSet, "agents-set")
	_ = register(runAgentsCollision, "agents-collision")
	_ = register(runAgentsApproval, "agents-approval")
)

// loose is a field that counts as absent when it is no string.
type loose string

func (l *loose) UnmarshalJSON(data []byte) error {
	var s string
	if json.Unmarshal(data, &s) != nil {
		s = ""
	}
	*l = loose(s)
	return nil
}

// strictly reads an expectation; a field that nobody judges is an error.
func strictly(data json.RawMessage, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// agentsKey is a look-up key as the cases write it, null for none.
type agentsKey []string

func (k agentsKey) key() (scheme.AgentsKey, error) {
	switch {
	case len(k) == 0:
		return scheme.AgentsKey{}, nil
	case len(k) == 2 && k[0] == "bare":
		return scheme.AgentsKey{Kind: scheme.AgentsBare, Name: journey.WireName{Name: journey.Wire(k[1])}}, nil
	case len(k) == 2 && k[0] == "deferred_top_level":
		return scheme.AgentsKey{Kind: scheme.AgentsDeferred, Name: journey.WireName{Name: journey.Wire(k[1])}}, nil
	case len(k) == 3 && k[0] == "namespaced":
		return scheme.AgentsKey{Kind: scheme.AgentsNamespaced, Name: journey.WireName{Namespace: journey.Namespace(k[1]), Name: journey.Wire(k[2])}}, nil
	}
	return scheme.AgentsKey{}, fmt.Errorf("unknown kind of look-up key %q", []string(k))
}

// agentsTool is a tool, a handoff or a call of a case.
type agentsTool struct {
	Name, Namespace loose
	Defer           bool    `json:"defer_loading"`
	Trace           loose   `json:"trace_name"`
	Agent           *string `json:"derived_from_agent"`
}

func (t agentsTool) wire() journey.WireName {
	return journey.WireName{Namespace: journey.Namespace(t.Namespace), Name: journey.Wire(t.Name)}
}

func (t agentsTool) called() journey.Called {
	return journey.Called{Namespace: journey.Namespace(t.Namespace), Name: journey.Echo(t.Name)}
}

func (t agentsTool) tool() scheme.AgentsTool {
	a := scheme.AgentsTool{Name: t.wire(), Deferred: t.Defer, Trace: string(t.Trace)}
	if t.Agent != nil {
		a.Derived, a.Agent = true, *t.Agent
	}
	return a
}

func agentsTools(list []agentsTool) []scheme.AgentsTool {
	tools := make([]scheme.AgentsTool, len(list))
	for i := range list {
		tools[i] = list[i].tool()
	}
	return tools
}

// orNull is a text that is null where there is none.
func orNull[S ~string](s S) *S {
	if s == "" {
		return nil
	}
	return &s
}

func runAgentsCall(_ *vectorFile, c *vectorCase) error {
	var in struct{ Call agentsTool }
	var want struct {
		Key       agentsKey `json:"lookup_key"`
		Qualified *string   `json:"qualified_name"`
		Trace     *string   `json:"trace_name"`
		Approval  []string  `json:"approval_keys"`
	}
	if err := decodeStrictly(c, &in, &want); err != nil {
		return err
	}
	w := in.Call.wire()
	got := want
	got.Key = scheme.AgentsKeyOf(w).Parts()
	got.Qualified, got.Trace = orNull(scheme.AgentsQualified(w)), orNull(scheme.AgentsTraceName(w))
	got.Approval = scheme.AgentsApprovalKeys(w, scheme.AgentsApproval{})
	return differ("names", got, want)
}

// decodeStrictly reads input and expectation of a case.
func decodeStrictly(c *vectorCase, input, expected any) error {
	if err := json.Unmarshal(c.Input, input); err != nil {
		return err
	}
	return strictly(c.Expected, expected)
}

func runAgentsTool(_ *vectorFile, c *vectorCase) error {
	var in struct{ Tool agentsTool }
	var want struct {
		Key       agentsKey   `json:"lookup_key"`
		Keys      []agentsKey `json:"resolving_keys"`
		Qualified *string     `json:"qualified_name"`
		CallTrace *string     `json:"function_trace_name"`
		Trace     *string     `json:"tool_trace_name"`
	}
	if err := decodeStrictly(c, &in, &want); err != nil {
		return err
	}
	t := in.Tool.tool()
	got := want
	got.Key, got.Keys = t.Key().Parts(), []agentsKey{}
	entries, err := scheme.AgentsMap([]scheme.AgentsTool{t})
	for _, e := range entries {
		got.Keys = append(got.Keys, e.Key.Parts())
	}
	if err != nil { // a definition that no set may hold still has its key
		got.Keys = append(got.Keys, t.Key().Parts())
	}
	got.Qualified, got.CallTrace = orNull(scheme.AgentsQualified(t.Name)), orNull(scheme.AgentsTraceName(t.Name))
	got.Trace = orNull(t.TraceName())
	return differ("names", got, want)
}

// agentsAnswer is what becomes of one call.
type agentsAnswer struct {
	Tool    *int      `json:"tool_index,omitempty"`
	Key     agentsKey `json:"lookup_key,omitempty"`
	Given   *given    `json:"call_given_to_tool,omitempty"`
	Handoff *string   `json:"handoff,omitempty"`
	Error   *string   `json:"error,omitempty"`
	ToModel *string   `json:"error_to_model,omitempty"`
}

type given struct {
	Name      journey.Echo      `json:"name"`
	Namespace journey.Namespace `json:"namespace,omitempty"`
}

func runAgentsSet(_ *vectorFile, c *vectorCase) error {
	var in struct {
		Tools    []agentsTool
		Handoffs []string
		Calls    []agentsTool
		Agent    string
	}
	var want struct {
		Map   json.RawMessage `json:"map"`
		Calls []agentsAnswer  `json:"calls"`
		Error *string         `json:"error"`
	}
	if err := decodeStrictly(c, &in, &want); err != nil {
		return err
	}
	tools := agentsTools(in.Tools)
	entries, err := scheme.AgentsMap(tools)
	if err != nil || want.Error != nil {
		if want.Error == nil || err == nil {
			return fmt.Errorf("error = %v, want %v", err, want.Error)
		}
		return differ("error", err.Error(), want.Error)
	}
	list := [][2]any{}
	for _, e := range entries {
		list = append(list, [2]any{e.Key.Parts(), e.Tool})
	}
	if err := sameValue("map", list, want.Map); err != nil {
		return err
	}
	got := []agentsAnswer{}
	for _, call := range in.Calls {
		answer, err := agentsAnswerOf(tools, in.Handoffs, call.called(), in.Agent)
		if err != nil {
			return err
		}
		got = append(got, answer)
	}
	return differ("calls", got, want.Calls)
}

// agentsSetting is a request of an agent with function tools and handoffs.
func agentsSetting(tools []scheme.AgentsTool, handoffs []string, agent string) journey.Setting {
	set := journey.Setting{Options: map[string]string{"handoffs": strings.Join(handoffs, ","), "agent": agent}}
	for _, t := range tools {
		set.Catalog.Tools = append(set.Catalog.Tools, journey.Tool{
			Registered: journey.Registered(t.Name.Name), Wire: journey.WireName{Namespace: t.Name.Namespace}, Deferred: t.Deferred,
		})
	}
	return set
}

// agentsAnswerOf asks the scheme, under both settings for a name that is not
// found.
func agentsAnswerOf(tools []scheme.AgentsTool, handoffs []string, call journey.Called, agent string) (agentsAnswer, error) {
	s, err := scheme.Get("agents-python")
	if err != nil {
		return agentsAnswer{}, err
	}
	set := agentsSetting(tools, handoffs, agent)
	p := s.Plan(set)
	r := s.Resolve(&p, journey.Invocation{Called: call})
	if r.Stored != call {
		return agentsAnswer{}, fmt.Errorf("stored call = %v, want %v", r.Stored, call)
	}
	name := string(call.Name)
	switch r.Outcome {
	case journey.OutcomeHandoff:
		return agentsAnswer{Handoff: &name}, nil
	case journey.OutcomeRan:
		a := agentsAnswer{Tool: &r.Tool, Key: scheme.AgentsKeyOf(call.Wire()).Parts()}
		if g, changed := tools[r.Tool].Given(call); changed {
			a.Given = &given{g.Name, g.Namespace}
		}
		return a, nil
	}
	set.Options["not_found"] = "return_error_to_model"
	p = s.Plan(set)
	toModel := s.Resolve(&p, journey.Invocation{Called: call}).Error
	return agentsAnswer{Error: &r.Error, ToModel: &toModel}, nil
}

func runAgentsCollision(_ *vectorFile, c *vectorCase) error {
	var in struct {
		Tools, Handoffs []agentsTool
		Policy          string
	}
	type outcome struct {
		Tools    []int    `json:"tools_kept"`
		Handoffs []int    `json:"handoffs_kept"`
		Warnings []string `json:"warnings"`
		Error    *string  `json:"error"`
	}
	var want, got outcome
	if err := decodeStrictly(c, &in, &want); err != nil {
		return err
	}
	handoffs := make([]scheme.AgentsHandoff, len(in.Handoffs))
	for i, h := range in.Handoffs {
		t := h.tool()
		handoffs[i] = scheme.AgentsHandoff{Name: t.Name.Name, Derived: t.Derived, Agent: t.Agent}
	}
	kept, err := scheme.AgentsCollisions(agentsTools(in.Tools), handoffs, in.Policy)
	if err != nil {
		said := err.Error()
		got.Error = &said
	} else {
		got = outcome{Tools: kept.Tools, Handoffs: kept.Handoffs, Warnings: kept.Warnings}
	}
	return differ("outcome", got, want)
}

func runAgentsApproval(_ *vectorFile, c *vectorCase) error {
	var in struct {
		agentsTool
		Key          agentsKey `json:"lookup_key"`
		BareAlias    bool      `json:"allow_bare_name_alias"`
		Legacy       bool      `json:"include_legacy_deferred_key"`
		PreferLegacy bool      `json:"prefer_legacy_same_name_namespace"`
		Tools        []agentsTool
	}
	if err := json.Unmarshal(c.Input, &in); err != nil {
		return err
	}
	if in.Tools != nil {
		return sameValue("bare names that approve", scheme.AgentsBareApproval(agentsTools(in.Tools)), c.Expected)
	}
	key, err := in.Key.key()
	if err != nil {
		return err
	}
	return sameValue("approval keys", scheme.AgentsApprovalKeys(in.wire(), scheme.AgentsApproval{
		Key: key, BareAlias: in.BareAlias, LegacyDeferred: in.Legacy, PreferLegacy: in.PreferLegacy,
	}), c.Expected)
}

// sameValue compares a value with JSON, whatever the order of fields.
func sameValue(what string, got any, want json.RawMessage) error {
	text, err := json.Marshal(got)
	if err != nil {
		return err
	}
	if err := sameJSON(text, want); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}
