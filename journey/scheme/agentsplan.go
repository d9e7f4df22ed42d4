package scheme

import (
	"slices"
	"strings"

	"hopscope/journey"
)

// agentsHelper is the name that a model may call for structured output.
const agentsHelper = "json_tool_call"

// agentsRules are the points in which the two SDKs differ when a request is put
// together.
type agentsRules struct {
	// tool names a function tool, handoff an agent that calls go over to.
	tool    func(name string) (journey.Wire, error)
	handoff func(agent string) (name journey.Wire, warned bool, err error)
	// space is the namespace that a tool gets from a given one.
	space func(space string, tool journey.Wire) (journey.Namespace, error)
	// agent names an agent that is a tool.
	agent func(name string) (journey.Wire, bool, error)
	// mcp names the tools of servers.
	mcp     func(servers []AgentsServer, prefix bool, reserved []journey.Wire) ([][]journey.Wire, error)
	collide func([]AgentsTool, []AgentsHandoff, string) (AgentsKept, error)
	lookup  func([]AgentsTool) ([]AgentsEntry, error)
	key     func(AgentsKey) string
	// responsesOnly: namespaces and deferred tools are refused elsewhere.
	responsesOnly bool
	// plain reports whether a name of a request is surely the registered one.
	plain func(name string) bool
	// hidden is what a collision warning says when tool data is not logged.
	hidden string
}

// agentsRequest is a request of an agent while it is put together.
type agentsRequest struct {
	rules    *agentsRules
	set      journey.Setting
	plan     journey.Plan
	handoffs []AgentsHandoff
	// from is the index in Plan.Tools of the first handoff.
	from int
	// derived are the tools whose names were made of agents' names.
	derived map[int]string
}

// agentsOptions are the -O keys of both SDKs.
func agentsOptions() []journey.SchemeOption {
	return []journey.SchemeOption{
		{Key: "policy", Values: []string{agentsWarn, agentsError}, Default: agentsWarn, What: "one bare name of several tools or handoffs: keep one, or end the run"},
		{Key: "include_server", Values: []string{"true", "false"}, Default: "false", What: "MCP names get the prefix mcp_SERVER__"},
		{Key: "reserved", What: "names, comma-separated, that no MCP tool with a prefix may have"},
		{Key: "handoffs", What: "tool names of handoffs, comma-separated"},
		{Key: "handoff_to", What: "agents, comma-separated, that handoffs with default names go to"},
		{Key: "agent_tools", What: "agents, comma-separated, that are tools under the names that the SDK derives"},
		{Key: "namespaces", What: "NAMESPACE:TOOL, comma-separated: function tools in a namespace"},
		{Key: "not_found", Values: []string{agentsRaise, agentsReturn}, Default: agentsRaise, What: "an unknown name ends the run, or the model reads an error"},
		{Key: "agent", Default: agentsAgent, What: "the agent's name, for the error of an unknown name"},
		{Key: "output_type", Values: []string{"true", "false"}, Default: "false", What: "the agent has an output type: a call of " + agentsHelper + " is accepted"},
		{Key: "log_tool_data", Values: []string{"true", "false"}, Default: "true", What: "warnings may name tools"},
	}
}

const (
	agentsRaise  = "raise_error"
	agentsReturn = "return_error_to_model"
	agentsAgent  = "Agent"
)

// agentsPlanOf names the tools of one request: MCP tools first, then function
// tools, then handoffs. Where the SDK ends the run before the request all
// tools are left out for that reason, and Plan.Index is nil.
func agentsPlanOf(rules *agentsRules, set journey.Setting) journey.Plan {
	r := agentsRequest{rules: rules, set: set, derived: map[int]string{}}
	r.plan = journey.Plan{Setting: set, Warnings: []string{}}
	err := r.list()
	if err == nil {
		err = r.serverTools()
	}
	r.behindSearch()
	for group := range indexWires(&r.plan).all {
		share(r.plan.Tools, group)
	}
	if err == nil {
		err = r.settle()
	}
	if err != nil {
		r.refuse(err)
	}
	return r.plan
}

// behindSearch marks deferred tools; without a namespace they get the one in
// which they are called.
func (r *agentsRequest) behindSearch() {
	for i := range r.plan.Tools {
		n := &r.plan.Tools[i]
		if isLeftOut(n) || !n.Tool.Deferred || n.Wire.Name == "" {
			continue
		}
		n.Status, n.Reason = journey.Deferred, "defer_loading: behind tool search"
		if n.Wire.Namespace == "" {
			n.Wire.Namespace = journey.Namespace(n.Wire.Name)
		}
	}
}

// refuse ends the run before the request.
func (r *agentsRequest) refuse(err error) {
	for i := range r.plan.Tools {
		if n := &r.plan.Tools[i]; !isLeftOut(n) {
			leaveOut(n, "no request is made: "+err.Error())
		}
	}
	r.plan.ByWire, r.plan.Index = map[journey.WireName]int{}, nil
	r.plan.Warnings = append(r.plan.Warnings, err.Error())
}

// list makes the namings of all tools but those of servers.
func (r *agentsRequest) list() error {
	tools := make([]journey.Naming, len(r.set.Catalog.Tools))
	ready := readinessOf(r.set)
	for i := range tools {
		tools[i].Tool = r.set.Catalog.Tools[i]
		r.ref(&tools[i])
		absent(&tools[i], &ready)
	}
	if !recorded(r.set) {
		arrange(tools, func(a, b *journey.Naming) int { return agentsRank(a, &ready) - agentsRank(b, &ready) })
	}
	r.plan.Tools = tools
	spaces := agentsSpaces(r.set.Option("namespaces", ""))
	for i := range tools {
		if n := &tools[i]; n.Tool.Form == journey.FormRegistered && n.Tool.Server == "" {
			if err := r.functionTool(n, spaces); err != nil {
				return err
			}
		}
	}
	return r.agents()
}

// agentsRank puts the tools of servers first, in the order of servers.
func agentsRank(n *journey.Naming, ready *readiness) int {
	rank, _ := ready.of(n.Tool.Server)
	if n.Tool.Server == "" {
		return len(ready.rank) + 1
	}
	return rank
}

func (r *agentsRequest) ref(n *journey.Naming) {
	t := &n.Tool
	n.Ref = journey.Ref{Server: t.Server, Name: t.Registered, Builtin: t.Builtin}
	n.RegisteredKnown, n.SafeKnown, n.Rule = true, true, "unchanged"
	if t.Form == journey.FormRegistered {
		return
	}
	asRead(n)
	n.Rule = "as read"
	if t.Registered == "" {
		n.Ref.Name = journey.Registered(n.Wire.Name)
		n.RegisteredKnown = r.rules.plain(string(n.Wire.Name))
	}
}

// functionTool names a tool of the agent's own.
func (r *agentsRequest) functionTool(n *journey.Naming, spaces map[string]string) error {
	if isLeftOut(n) {
		return nil
	}
	name, err := r.rules.tool(string(n.Tool.Registered))
	if err != nil { // thrown when the tool is made
		leaveOut(n, err.Error())
		return nil
	}
	space := n.Tool.Wire.Namespace
	if s, ok := spaces[string(n.Tool.Registered)]; ok {
		if space, err = r.rules.space(strings.TrimFunc(s, pySpace), name); err != nil {
			return err
		}
	}
	r.exposed(n, journey.WireName{Namespace: space, Name: name})
	return nil
}

// exposed sets the name under which the model sees a tool.
func (r *agentsRequest) exposed(n *journey.Naming, w journey.WireName) {
	n.Safe, n.Wire = journey.Safe(w.Name), w
	if string(w.Name) != string(n.Ref.Name) {
		if n.Rule = foldWords(string(n.Ref.Name), &alphanumeric); n.Rule == "" {
			n.Rule = "changed"
		}
	}
	if w.Namespace != "" {
		n.Rule = "in a namespace"
	}
}

// agentsSpaces reads the option namespaces: the namespace of each tool.
func agentsSpaces(option string) map[string]string {
	spaces := map[string]string{}
	for _, entry := range optionList(option) {
		if space, tool, ok := strings.Cut(entry, ":"); ok {
			spaces[tool] = space
		}
	}
	return spaces
}

// optionList reads a comma-separated value.
func optionList(text string) []string {
	var list []string
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}

// agents adds the tools that are agents, and the handoffs at the end.
func (r *agentsRequest) agents() error {
	own := func(name journey.Wire, rule string) {
		n := journey.Naming{Tool: journey.Tool{Registered: journey.Registered(name), Builtin: true}}
		r.ref(&n)
		r.exposed(&n, journey.WireName{Name: name})
		n.Rule = rule
		r.plan.Tools = append(r.plan.Tools, n)
	}
	warn := func(from string, name journey.Wire, warned bool) {
		if warned {
			r.plan.Warnings = append(r.plan.Warnings, "Tool name "+pyRepr(from)+" contains invalid characters for function calling and has been transformed to "+
				pyRepr(string(name))+". Please use only letters, digits, and underscores to avoid potential naming conflicts.")
		}
	}
	for _, agent := range optionList(r.set.Option("agent_tools", "")) {
		name, warned, err := r.rules.agent(agent)
		if err != nil {
			return err
		}
		warn(agent, name, warned)
		r.derived[len(r.plan.Tools)] = agent
		own(name, "from the agent's name")
	}
	r.from = len(r.plan.Tools)
	for _, name := range optionList(r.set.Option("handoffs", "")) {
		r.handoffs = append(r.handoffs, AgentsHandoff{Name: journey.Wire(name)})
		own(journey.Wire(name), "handoff")
	}
	for _, agent := range optionList(r.set.Option("handoff_to", "")) {
		name, warned, err := r.rules.handoff(agent)
		if err != nil {
			return err
		}
		warn("transfer_to_"+agent, name, warned)
		r.handoffs = append(r.handoffs, AgentsHandoff{Name: name, Derived: true, Agent: agent})
		own(name, "handoff")
	}
	return nil
}

// serverTools names the tools of MCP servers.
func (r *agentsRequest) serverTools() error {
	var servers []AgentsServer
	var at [][]int
	index := map[journey.Server]int{}
	for i := range r.plan.Tools {
		n := &r.plan.Tools[i]
		if n.Tool.Server == "" || n.Tool.Form != journey.FormRegistered || isLeftOut(n) {
			continue
		}
		k, ok := index[n.Tool.Server]
		if !ok {
			k = len(servers)
			index[n.Tool.Server] = k
			servers, at = append(servers, AgentsServer{Name: n.Tool.Server}), append(at, nil)
		}
		servers[k].Tools = append(servers[k].Tools, n.Tool.Registered)
		at[k] = append(at[k], i)
	}
	prefix := r.set.Option("include_server", "") == "true"
	names, err := r.rules.mcp(servers, prefix, r.reserved())
	for k := range names {
		for j, i := range at[k] {
			n := &r.plan.Tools[i]
			r.exposed(n, journey.WireName{Name: names[k][j]})
			switch {
			case prefix && agentsHasHash(string(names[k][j])):
				n.Rule = "prefixed, hashed"
			case prefix:
				n.Rule = "prefixed"
			}
		}
	}
	return err
}

// agentsHasHash reports whether a name ends in _ and eight hex digits.
func agentsHasHash(name string) bool {
	at := len(name) - 9
	return at > 0 && name[at] == '_' && strings.Trim(name[at+1:], "0123456789abcdef") == ""
}

// reserved are the names that no prefixed name may have: of all function tools,
// switched off or not, of handoffs, and those that the setting gives.
func (r *agentsRequest) reserved() []journey.Wire {
	list := slices.Clone(r.set.Reserved)
	for _, name := range optionList(r.set.Option("reserved", "")) {
		list = append(list, journey.Wire(name))
	}
	for i := range r.plan.Tools {
		n := &r.plan.Tools[i]
		if n.Tool.Server != "" || n.Tool.Form != journey.FormRegistered {
			continue
		}
		name := n.Wire.Name
		if isLeftOut(n) { // not named yet
			name, _ = r.rules.tool(string(n.Tool.Registered))
		}
		list = append(list, name)
	}
	return list
}
