package scheme_test

import (
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

// Clients that keep their tools in one map: who keeps a name, and what a call
// reaches.
func TestWhoKeepsAName(t *testing.T) {
	slow := catalogOf(mcp("my.server", "go"), mcp("my server", "go"))
	slow.Connected = []journey.Server{"my server", "my.server"}
	for _, c := range []struct {
		id   string
		set  journey.Setting
		call string
		want journey.Server
	}{
		{"opencode", catalogOf(mcp("my.server", "go"), mcp("my server", "go")), "my_server_go", "my server"},
		{"opencode", slow, "my_server_go", "my.server"},
		{"gemini-cli", catalogOf(mcp("mcp_x", "t"), mcp("x", "t")), "mcp_x_t", "x"},
		{"qwen-code", catalogOf(mcp("a__b", "c"), mcp("a", "b__c")), "mcp__a__b__c", "a__b"},
		{"claude-code", slow, "mcp__my_server__go", "my server"},
	} {
		s := mustGet(t, c.id)
		p := s.Plan(c.set)
		r := s.Resolve(&p, echo(c.call))
		if r.Ref == nil || r.Ref.Server != c.want {
			t.Errorf("%s: Resolve(%q) = %v %+v, want server %q", c.id, c.call, r.Outcome, r.Ref, c.want)
		}
	}
}

func TestOpenCodeShadowsBuiltins(t *testing.T) {
	set := catalogOf(mcp("apply", "patch"))
	set.Builtins, set.Model = true, "gpt-5.1"
	p := mustGet(t, "opencode").Plan(set)
	var order []string
	for _, n := range p.Tools {
		if n.Status == journey.Offered {
			order = append(order, string(n.Wire.Name))
		}
	}
	if got, want := strings.Join(order, " "), "apply_patch bash glob grep read skill task todowrite webfetch"; got != want {
		t.Errorf("request = %s, want %s", got, want)
	}
	if n := p.Tools[p.ByWire[journey.WireName{Name: "apply_patch"}]]; n.Ref.Builtin {
		t.Error("apply_patch is still the built-in")
	}
}

func TestOpenCodeInvalid(t *testing.T) {
	s := mustGet(t, "opencode")
	p := s.Plan(journey.Setting{Builtins: true})
	for _, call := range []string{"invalid", "INVALID"} {
		if r := s.Resolve(&p, echo(call)); r.Outcome != journey.OutcomeRuntime || r.Stored.Name != "invalid" {
			t.Errorf("Resolve(%q) = %v, stored %q, want runtime, invalid", call, r.Outcome, r.Stored.Name)
		}
	}
	bad := false
	call := echo("BASH")
	call.Args, call.ArgsFit = `{"x":1}`, &bad
	r := s.Resolve(&p, call)
	if r.Outcome != journey.OutcomeRefused || !strings.Contains(r.Error, `["command"]`) || r.Stored.Name != "bash" {
		t.Errorf("with arguments that do not fit = %v %q stored %q", r.Outcome, r.Error, r.Stored.Name)
	}
	if got, ok := s.Recognise(r.Error); !ok || got.Class != journey.ClassBadArguments || got.Name != "bash" {
		t.Errorf("Recognise(%q) = %+v %v, want bad-arguments of bash", r.Error, got, ok)
	}
}

func TestGeminiNames(t *testing.T) {
	for _, c := range []struct{ server, tool, want, rule string }{
		{"plain", "get.issue", "mcp_plain_get.issue", "prefixed"},
		{"mcp", "go", "mcp_go", "prefixed"},
		{"plain", "get issue", "mcp_plain_get_issue", "space to _"},
		{"plain", strings.Repeat("x", 54), "mcp_plain_" + strings.Repeat("x", 20) + "..." + strings.Repeat("x", 30), "cut"},
	} {
		p := mustGet(t, "gemini-cli").Plan(catalogOf(mcp(c.server, c.tool)))
		if n := p.Tools[0]; string(n.Wire.Name) != c.want || n.Rule != c.rule {
			t.Errorf("%q %q = %q (%s), want %q (%s)", c.server, c.tool, n.Wire.Name, n.Rule, c.want, c.rule)
		}
	}
}

func TestGeminiEmptyName(t *testing.T) {
	s := mustGet(t, "gemini-cli")
	p := s.Plan(journey.Setting{Builtins: true})
	r := s.Resolve(&p, echo(""))
	if r.Stored.Name != "generic_tool" || !strings.HasPrefix(r.Error, `Tool "generic_tool" not found. Did you mean one of: "`) {
		t.Errorf("Resolve of the empty name stores %q and says %q", r.Stored.Name, r.Error)
	}
	p = s.Plan(catalogOf(mcp("s", "one")))
	if r = s.Resolve(&p, echo("two")); r.Error != `Tool "two" not found. Did you mean "mcp_s_one"?` {
		t.Errorf("with one tool: %q", r.Error)
	}
	p = s.Plan(catalogOf())
	if r = s.Resolve(&p, echo("two")); r.Error != `Tool "two" not found.` {
		t.Errorf("with no tool: %q", r.Error)
	}
	if r = s.Resolve(&p, echo(strings.Repeat("é", 100000))); r.Outcome != journey.OutcomeUnknown {
		t.Errorf("an enormous name = %v", r.Outcome)
	}
}

func TestQwenOldNames(t *testing.T) {
	s := mustGet(t, "qwen-code@0.15.10")
	p := s.Plan(catalogOf(mcp("word.craft", wellOver64), mcp("word.craft", "docs open")))
	if got, want := string(p.Tools[0].Wire.Name), "mcp__word.craft__a_very_long____well_over_sixty_four_characters"; got != want {
		t.Errorf("wire name = %q, want %q", got, want)
	}
	if got := p.Tools[1]; got.Wire.Name != "mcp__word.craft__docs_open" || got.Rule != "space to _" {
		t.Errorf("wire name = %q (%s)", got.Wire.Name, got.Rule)
	}
	if r := s.Resolve(&p, echo("a.b")); r.Stored.Name != "a.b" {
		t.Errorf("0.15.10 stores %q, want what the model said", r.Stored.Name)
	}
}

func TestQwenDefersAndRuns(t *testing.T) {
	s := mustGet(t, "qwen-code")
	p := s.Plan(catalogOf(mcp("plain", "get.issue")))
	if n := p.Tools[0]; n.Status != journey.Deferred || n.Rule != ". to _, hashed" {
		t.Errorf("%q is %v (%s), want deferred", n.Wire.Name, n.Status, n.Rule)
	}
	r := s.Resolve(&p, echo("mcp__plain__get_issue_0h33eoe"))
	if r.Outcome != journey.OutcomeRan || r.Stored.Name != "mcp__plain__get_issue_0h33eoe" {
		t.Errorf("a direct call = %v, stored %q", r.Outcome, r.Stored.Name)
	}
}

func TestBackwardOfJoinedNames(t *testing.T) {
	for _, c := range []struct {
		id           string
		name         string
		servers      []string
		server, tool string
		known        bool
		builtin      bool
	}{
		{"opencode", "bash", nil, "", "bash", true, true},
		{"opencode", "docs_open", nil, "", "docs_open", false, false},
		{"opencode", "docs_open", []string{"docs"}, "docs", "open", true, false},
		{"opencode", "docs_open_it", []string{"docs"}, "docs", "open_it", false, false},
		{"opencode", "a_b_c", []string{"a", "a_b"}, "", "a_b_c", false, false},
		{"gemini-cli", "read_file", nil, "", "read_file", true, true},
		{"gemini-cli", "mcp_docs_open", nil, "docs", "open", true, false},
		{"gemini-cli", "mcp_my_docs_open", nil, "", "mcp_my_docs_open", false, false},
		{"gemini-cli", "mcp_my_docs_open", []string{"my docs"}, "my docs", "open", true, false},
		{"qwen-code", "read_file", nil, "", "read_file", true, true},
		{"qwen-code", "mcp__docs__open", nil, "docs", "open", true, false},
		{"qwen-code", "mcp__plain__get_issue_0h33eoe", nil, "plain", "get_issue_0h33eoe", false, false},
	} {
		set := catalogOf(journey.Tool{Form: journey.FormWire, Wire: journey.WireName{Name: journey.Wire(c.name)}})
		for _, s := range c.servers {
			set.Catalog.Servers = append(set.Catalog.Servers, journey.ServerEntry{Key: journey.Server(s)})
		}
		n := mustGet(t, c.id).Plan(set).Tools[0]
		if string(n.Ref.Server) != c.server || string(n.Ref.Name) != c.tool || n.RegisteredKnown != c.known || n.Ref.Builtin != c.builtin {
			t.Errorf("%s: %q with %q: %+v known %v, want %q %q %v", c.id, c.name, c.servers, n.Ref, n.RegisteredKnown, c.server, c.tool, c.known)
		}
	}
}

func TestRegistryRecognise(t *testing.T) {
	for _, c := range []struct{ id, text, name string }{
		{"gemini-cli", `Tool "Read" not found. Did you mean one of: "glob", "replace", "read_file"?`, "Read"},
		{"gemini-cli", `{"error": "Tool \"a \"b\"\" not found. Did you mean \"c\"?"}`, `a "b"`},
		{"qwen-code", `Tool "Read" not found in registry. Tools must use the exact names that are registered. Did you mean "x"?`, "Read"},
		{"qwen-code", `Tool "mcp__a__b" not found on MCP server "a". The server may be disconnected, still starting up, or the tool was renamed.`, "mcp__a__b"},
		{"opencode", "Model tried to call unavailable tool 'Read'. Available tools: bash, read.", "Read"},
		{"codex", "unsupported custom tool call: a: b", "a: b"},
	} {
		got, ok := mustGet(t, c.id).Recognise(c.text)
		if !ok || got.Class != journey.ClassUnknownTool || got.Name != c.name {
			t.Errorf("%s: Recognise(%q) = %+v %v, want %q", c.id, c.text, got, ok, c.name)
		}
	}
	if got, ok := mustGet(t, "qwen-code").Recognise(`Tool "todo_write" is a built-in tool that is disabled by default. Enable it with the tools.todoWrite.enabled setting and restart Qwen Code.`); !ok || got.Class != journey.ClassNotEnabled {
		t.Errorf("a built-in that is off = %+v %v, want not-enabled-here", got, ok)
	}
	for _, id := range []string{"gemini-cli", "qwen-code", "opencode", "codex"} {
		for _, text := range []string{"", "aborted", "Error: ENOENT", "Tool 'x' not found", "exit code 1"} {
			if got, ok := mustGet(t, id).Recognise(text); ok {
				t.Errorf("%s: Recognise(%q) = %+v, want nothing", id, text, got)
			}
		}
	}
}

// An option stands once in the list of a scheme.
func TestOptionsStandOnce(t *testing.T) {
	for _, s := range scheme.All() {
		seen := map[string]bool{}
		for _, o := range scheme.Options(s.Info()) {
			if seen[o.Key] {
				t.Errorf("scheme %s lists the option %s twice", s.Info().ID, o.Key)
			}
			seen[o.Key] = true
		}
	}
}
