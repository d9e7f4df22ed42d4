package scheme_test

import (
	"slices"
	"strings"
	"testing"

	"hopscope/journey"
)

// agentSetting is a request with options, given as key=value.
func agentSetting(set journey.Setting, options ...string) journey.Setting {
	set.Options = map[string]string{}
	for _, o := range options {
		key, value, _ := strings.Cut(o, "=")
		set.Options[key] = value
	}
	return set
}

// offeredAs lists what stands in a request, namespaces before a colon.
func offeredAs(p *journey.Plan) string {
	var list []string
	for _, n := range p.Tools {
		if n.Status == journey.LeftOut {
			continue
		}
		name := string(n.Wire.Name)
		if n.Wire.Namespace != "" {
			name = string(n.Wire.Namespace) + ":" + name
		}
		list = append(list, name)
	}
	return strings.Join(list, " ")
}

func TestAgentsNames(t *testing.T) {
	set := catalogOf(
		journey.Tool{Registered: "get-item"}, journey.Tool{Registered: "mcp_docs__open"},
		mcp("docs", "open"), mcp("docs", "op.en"), mcp("my docs", "open"))
	for _, c := range []struct {
		id      string
		options []string
		want    string
	}{
		{"agents-python", []string{"connected=docs"}, "open op.en get-item mcp_docs__open"},
		{"agents-js", []string{"connected=docs"}, "open op_en get_item mcp_docs__open"},
		{"agents-python", []string{"include_server=true"}, "mcp_docs__open_20145079 mcp_docs__op_en mcp_my_docs__open get-item mcp_docs__open"},
		{"agents-js", []string{"include_server=true"}, "mcp_docs__open_20145079 mcp_docs__op_en mcp_my_docs__open get_item mcp_docs__open"},
		{"agents-python", []string{"include_server=true", "order=my docs"}, "mcp_my_docs__open mcp_docs__open_20145079 mcp_docs__op_en get-item mcp_docs__open"},
		{"agents-python", []string{"include_server=true", "reserved=mcp_docs__op_en, mcp_docs__open_20145079"},
			"mcp_docs__open_a32c9004 mcp_docs__op_en_33460208 mcp_my_docs__open get-item mcp_docs__open"},
	} {
		p := mustGet(t, c.id).Plan(agentSetting(set, c.options...))
		if got := offeredAs(&p); got != c.want {
			t.Errorf("%s %q: offered %q, want %q", c.id, c.options, got, c.want)
		}
	}
}

// Two servers with one name end the run before the request.
func TestAgentsRefusesTheRun(t *testing.T) {
	const advice = ". Pass `include_server_in_tool_names=True` to `MCPUtil.get_all_function_tools()` or set `mcp_config={'include_server_in_tool_names': True}` on the agent to prefix tool names with their server name and avoid collisions."
	two := catalogOf(mcp("a", "x"), mcp("a", "b-c"), mcp("b", "x"), mcp("b", "b_c"))
	once := catalogOf(mcp("a", "x"), mcp("a", "x"), mcp("b", "y"))
	spaced := catalogOf(journey.Tool{Registered: "find"}, journey.Tool{Registered: "crm.find"})
	lazy := catalogOf(journey.Tool{Registered: "find", Deferred: true}, journey.Tool{Registered: "find", Deferred: true})
	urls := catalogOf(mcp("https://u:1@h/x", "go"), mcp("https://u:2@h/x", "go"))
	const features = "The following function-tool features are only supported with OpenAI Responses models: "
	for _, c := range []struct {
		id      string
		set     journey.Setting
		options []string
		want    string
	}{
		{"agents-python", two, nil, "Duplicate tool names found across MCP servers: x" + advice},
		{"agents-js", two, nil, "Duplicate tool names found across MCP servers: b_c, x"},
		{"agents-python", once, nil, ""},
		{"agents-js", once, nil, "Duplicate tool names found across MCP servers: x"},
		{"agents-js@0.17.0", once, nil, ""},
		{"agents-js@0.17.0", two, nil, "Duplicate tool names found across MCP servers: b_c, x"},
		{"agents-python", two, []string{"include_server=true"}, ""},
		{"agents-python", two, []string{"policy=maybe", "connected=a"}, "tool_name_collision_policy must be either 'warn' or 'error'"},
		{"agents-js", two, []string{"policy=maybe", "connected=a"}, `toolNameCollisionPolicy must be either "warn" or "error".`},
		{"agents-python", spaced, []string{"namespaces=crm:find"}, "Ambiguous function tool configuration: the qualified name `crm.find` is used by multiple tools. Rename the namespace-wrapped function or dotted top-level tool to avoid ambiguous dispatch."},
		{"agents-js", spaced, []string{"namespaces=crm:find"}, ""},
		{"agents-python", spaced, []string{"namespaces=find:find"}, "Responses tool-search reserves the synthetic namespace `find.find` for deferred top-level function tools. Rename the namespace or tool name to avoid ambiguous dispatch."},
		{"agents-js", spaced, []string{"namespaces=find:find"}, `toolNamespace() does not allow a tool named "find" inside namespace "find" because Responses self-namespaced calls would be ambiguous.`},
		{"agents-python", spaced, []string{"namespaces= :find"}, "tool_namespace() requires a non-empty namespace name."},
		{"agents-python", spaced, []string{"namespaces=crm:crm.find", "backend=Chat Completions"}, features + "tool_namespace(). Tool `crm.crm.find` cannot be used with Chat Completions."},
		{"agents-python", lazy, []string{"backend=Chat Completions"}, features + "defer_loading=True. Tool `find` cannot be used with Chat Completions."},
		{"agents-python", lazy, nil, "Ambiguous function tool configuration: the deferred top-level tool name `find` is used by multiple tools. Rename one of the deferred-loading top-level function tools to avoid ambiguous dispatch."},
		{"agents-js", lazy, nil, "Ambiguous function tool configuration. Assign unique names within each namespace and for deferred top-level tools."},
		{"agents-js", urls, []string{"include_server=true"}, "MCP server names are indistinguishable after URL redaction for tool 'go': 'https://h/x'. Configure unique safe server names when includeServerInToolNames is enabled."},
		{"agents-python", urls, []string{"include_server=true"}, ""},
	} {
		s := mustGet(t, c.id)
		p := s.Plan(agentSetting(c.set, c.options...))
		got := ""
		if p.Index == nil {
			got = p.Warnings[len(p.Warnings)-1]
			if offered := offeredAs(&p); offered != "" {
				t.Errorf("%s %q: %q is offered though the run ends", c.id, c.options, offered)
			}
			if r := s.Resolve(&p, echo("x")); r.Outcome != journey.OutcomeRefused || r.Error != got {
				t.Errorf("%s %q: Resolve = %v %q, want refused", c.id, c.options, r.Outcome, r.Error)
			}
		}
		if got != c.want {
			t.Errorf("%s %q: %q, want %q", c.id, c.options, got, c.want)
		}
	}
}

func TestAgentsCollisionsInTheRequest(t *testing.T) {
	set := catalogOf(mcp("docs", "find"), journey.Tool{Registered: "find"}, journey.Tool{Registered: "go"})
	const (
		python = "Ambiguous function tool configuration: the tool name `find` is used by multiple tools. Assign a unique routed name to every colliding function tool with `name_override=`, `tool_name=`, or a namespace."
		advice = ". Function tools and handoffs must have unique routed names. Assign unique tool names or toolNameOverride values, or use a namespace."
	)
	for _, c := range []struct {
		id      string
		options []string
		offered string
		warning string
	}{
		{"agents-python", nil, "find go", python},
		{"agents-python", []string{"log_tool_data=false"}, "find go", "Tool name collision detected. Assign unique routed tool names or enable tool data logging for details."},
		{"agents-python", []string{"policy=error"}, "", python},
		{"agents-python", []string{"handoffs=go", "connected="}, "find go", "Ambiguous tool routing configuration: the tool name `go` is used by both a function tool and a handoff. Assign a unique routed name to every colliding function tool and handoff with `name_override=`, `tool_name=`, `tool_name_override=`, or a namespace."},
		{"agents-python", []string{"handoff_to=A B,a b", "connected="}, "find go transfer_to_a_b", "Ambiguous handoff configuration: agents 'A B' and 'a b' both derive the handoff tool name `transfer_to_a_b`. Pass an explicit `tool_name_override=` to one of them."},
		{"agents-python", []string{"agent_tools=Spanish agent", "connected="}, "find go spanish_agent", "Tool name 'Spanish agent' contains invalid characters for function calling and has been transformed to 'spanish_agent'. Please use only letters, digits, and underscores to avoid potential naming conflicts."},
		{"agents-js", nil, "find go", "Duplicate enabled tool name found: 'find' (2 function tools)" + advice + " Only the current dispatch winner will be exposed."},
		{"agents-js", []string{"policy=error"}, "", "Duplicate enabled tool name found: 'find' (2 function tools)" + advice},
		{"agents-js", []string{"policy=error", "handoffs=go"}, "", "Duplicate enabled tool names found: 'find' (2 function tools), 'go' (function tool and handoff)" + advice},
		{"agents-js", []string{"handoff_to=Billing Agent", "connected="}, "find go transfer_to_Billing_Agent", ""},
	} {
		p := mustGet(t, c.id).Plan(agentSetting(set, c.options...))
		if got := offeredAs(&p); got != c.offered {
			t.Errorf("%s %q: offered %q, want %q", c.id, c.options, got, c.offered)
		}
		if got := strings.Join(p.Warnings, "\n"); got != c.warning {
			t.Errorf("%s %q: warnings %q, want %q", c.id, c.options, got, c.warning)
		}
	}
	p := mustGet(t, "agents-python").Plan(set)
	if n := p.Tools[0]; n.Tool.Server != "docs" || n.Status != journey.LeftOut || !slices.Equal(n.SharesWith, []int{1}) {
		t.Errorf("the MCP tool, which stands first, is %v and shares with %v; the function tool stays", n.Status, n.SharesWith)
	}
}

func TestAgentsResolve(t *testing.T) {
	set := catalogOf(
		journey.Tool{Registered: "find", Deferred: true}, journey.Tool{Registered: "look"}, journey.Tool{Registered: "go"},
		mcp("docs", "docs.open"))
	options := []string{"namespaces=crm:look", "handoffs=transfer_to_b", "agent=Support", "output_type=true"}
	for _, c := range []struct {
		id, space, call string
		outcome         journey.Outcome
		via, err        string
	}{
		{"agents-python", "", "docs.open", journey.OutcomeRan, "exact", ""},
		{"agents-python", "docs", "open", journey.OutcomeUnknown, "", "Tool docs.open not found in agent Support"},
		{"agents-python", "", "find", journey.OutcomeUnknown, "", "Tool find not found in agent Support"},
		{"agents-python", "find", "find", journey.OutcomeRan, "exact", ""},
		{"agents-python", "crm", "look", journey.OutcomeRan, "exact", ""},
		{"agents-python", "", "crm.look", journey.OutcomeUnknown, "", "Tool crm.look not found in agent Support"},
		{"agents-python", "", "transfer_to_b", journey.OutcomeHandoff, "handoff", ""},
		{"agents-python", "x", "transfer_to_b", journey.OutcomeUnknown, "", "Tool x.transfer_to_b not found in agent Support"},
		{"agents-python", "", "json_tool_call", journey.OutcomeRuntime, "structured output", ""},
		{"agents-python", "", "Go", journey.OutcomeUnknown, "", "Tool Go not found in agent Support"},
		{"agents-python", "no", "no", journey.OutcomeUnknown, "", "Tool no.no not found in agent Support"},
		{"agents-js", "", "docs_open", journey.OutcomeRan, "exact", ""},
		{"agents-js", "", "docs.open", journey.OutcomeUnknown, "", "Tool docs.open not found in agent Support."},
		{"agents-js", "", "find", journey.OutcomeRan, "deferred tool of that name", ""},
		{"agents-js", "find", "find", journey.OutcomeRan, "exact", ""},
		{"agents-js", "", "crm.look", journey.OutcomeRan, "namespace and name in one", ""},
		{"agents-js", "crm", "crm.look", journey.OutcomeUnknown, "", "Tool crm.crm.look not found in agent Support."},
		{"agents-js", "no", "no", journey.OutcomeUnknown, "", "Tool no not found in agent Support."},
		{"agents-js", "", "", journey.OutcomeUnknown, "", "Tool  not found in agent Support."},
	} {
		s := mustGet(t, c.id)
		p := s.Plan(agentSetting(set, options...))
		called := journey.Called{Namespace: journey.Namespace(c.space), Name: journey.Echo(c.call)}
		r := s.Resolve(&p, journey.Invocation{Called: called})
		if r.Outcome != c.outcome || r.Via != c.via || r.Error != c.err || r.Stored != called {
			t.Errorf("%s: Resolve(%v) = %v via %q %q, want %v %q %q", c.id, called, r.Outcome, r.Via, r.Error, c.outcome, c.via, c.err)
		}
	}
}
