package scheme_test

import (
	"strings"
	"testing"

	"hopscope/journey"
)

func mcp(server, tool string) journey.Tool {
	return journey.Tool{Server: journey.Server(server), Registered: journey.Registered(tool)}
}

func catalogOf(tools ...journey.Tool) journey.Setting {
	return journey.Setting{Catalog: journey.Catalog{Tools: tools, Complete: true}}
}

func TestClaudeForm(t *testing.T) {
	for _, c := range []struct{ server, tool, want, sent string }{
		{"plain", "get.issue", "mcp__plain__get_issue", ""},
		{"plain", "9lives", "mcp__plain__9lives", ""},
		{"rocket🚀", "go", "mcp__rocket____go", ""},
		{"emptyname", "", "mcp__emptyname__", ""},
		{"mcp__plain", "ok", "mcp__mcp__plain__ok", ""},
		{"claude.ai Notion", "search", "mcp__claude_ai_Notion__search", ""},
		{"claude.aiNotion__", "s", "mcp__claude_aiNotion____s", ""},
		{"n", "𝔸", "mcp__n__A", "A"},
		{"n", "z\u200bw", "mcp__n__zw", "zw"},
		{"n", "e\u0301", "mcp__n___", "é"},
		{"𝔸", "ok", "mcp______ok", ""},
		{"n", "a\xffb", "mcp__n__a_b", ""},
	} {
		p := mustGet(t, "claude-code").Plan(catalogOf(mcp(c.server, c.tool)))
		n := p.Tools[0]
		if string(n.Safe) != c.want || string(n.Wire.Name) != c.want || string(n.ToServer) != c.sent {
			t.Errorf("%q %q: safe %q, wire %q, sent to the server %q, want %q, %q", c.server, c.tool, n.Safe, n.Wire.Name, n.ToServer, c.want, c.sent)
		}
	}
}

func TestClaudeRule(t *testing.T) {
	for _, c := range []struct {
		tool journey.Tool
		want string
	}{
		{journey.Tool{Registered: "Bash"}, "unchanged"},
		{mcp("docs", "open"), "prefixed"},
		{mcp("docs", "docs.open"), ". to _"},
		{mcp("my docs", "open"), "space to _"},
		{mcp("my docs", "docs.open"), "several to _"},
		{mcp("docs", "ﬀ"), "folded"},
		{mcp("docs", "ﬀ.x"), "folded, . to _"},
		{mcp("docs", "a\u0007b"), "U+0007 to _"},
	} {
		p := mustGet(t, "claude-code").Plan(catalogOf(c.tool))
		if got := p.Tools[0].Rule; got != c.want {
			t.Errorf("rule of %q %q = %q, want %q", c.tool.Server, c.tool.Registered, got, c.want)
		}
	}
}

func TestClaudeLimit(t *testing.T) {
	fits := strings.Repeat("a", 128-len("mcp__s__"))
	p := mustGet(t, "claude-code").Plan(catalogOf(mcp("s", fits), mcp("s", fits+"a")))
	if p.Tools[0].Status != journey.Offered || p.Tools[1].Status != journey.LeftOut {
		t.Errorf("128 characters %v, 129 %v, want offered, left_out", p.Tools[0].Status, p.Tools[1].Status)
	}
	if r := mustGet(t, "claude-code").Resolve(&p, echo(string(p.Tools[1].Wire.Name))); r.Outcome != journey.OutcomeUnknown {
		t.Errorf("a call of the left-out name = %v, want unknown", r.Outcome)
	}
}

func TestClaudeBackward(t *testing.T) {
	for _, c := range []struct {
		safe         journey.Safe
		servers      []string
		server, name string
		known        bool
	}{
		{"Bash", nil, "", "Bash", true},
		{"mcp__docs__open", nil, "docs", "open", true},
		{"mcp__docs__docs_open", nil, "docs", "docs_open", false},
		{"mcp__my_docs__open", nil, "my_docs", "open", false},
		{"mcp__my_docs__open", []string{"my.docs"}, "my.docs", "open", true},
		{"mcp__my_docs__open", []string{"my.docs", "my_docs"}, "my_docs", "open", false},
		{"mcp__a__b__c", nil, "a", "b__c", false},
		{"mcp__a__b__c", []string{"a__b"}, "a__b", "c", true},
		{"mcp__a__b__c", []string{"a__b", "a"}, "a", "b__c", false},
		{"mcp__docs", nil, "", "mcp__docs", false},
	} {
		set := catalogOf(journey.Tool{Form: journey.FormSafe, Safe: c.safe})
		for _, s := range c.servers {
			set.Catalog.Servers = append(set.Catalog.Servers, journey.ServerEntry{Key: journey.Server(s)})
		}
		n := mustGet(t, "claude-code").Plan(set).Tools[0]
		if string(n.Ref.Server) != c.server || string(n.Ref.Name) != c.name || n.RegisteredKnown != c.known {
			t.Errorf("%q with servers %q: %q %q known %v, want %q %q %v", c.safe, c.servers, n.Ref.Server, n.Ref.Name, n.RegisteredKnown, c.server, c.name, c.known)
		}
	}
}

func TestClaudeAliases(t *testing.T) {
	builtins := []journey.Tool{{Registered: "Agent"}, {Registered: "TaskStop"}, {Registered: "TaskOutput"}}
	for _, c := range []struct{ scheme, call, want string }{
		{"claude-code", "Task", "Agent"},
		{"claude-code", "KillBash", "TaskStop"},
		{"claude-code", "task", ""},
		{"claude-code", "BashOutputTool", ""},
		{"claude-code@2.1.63", "Task", "Agent"},
		{"claude-code@2.1.63", "KillBash", ""},
		{"claude-code@2.1.63", "BashOutputTool", "TaskOutput"},
		{"claude-code@2.1.20", "Task", ""},
		{"claude-code@2.1.20", "KillShell", "TaskStop"},
	} {
		s := mustGet(t, c.scheme)
		p := s.Plan(catalogOf(builtins...))
		r := s.Resolve(&p, echo(c.call))
		got := ""
		if r.Ref != nil {
			got = string(r.Ref.Name)
		}
		if got != c.want {
			t.Errorf("%s: Resolve(%q) runs %q, want %q", c.scheme, c.call, got, c.want)
		}
		if got != "" && (string(r.Stored.Name) != got || r.Via != "alias") {
			t.Errorf("%s: Resolve(%q) stores %q via %q, want %q via alias", c.scheme, c.call, r.Stored.Name, r.Via, got)
		}
	}
}

// The init event goes on listing Task where the request declares Agent.
func TestClaudeInitLineListsTheOldName(t *testing.T) {
	list := []journey.Tool{{Form: journey.FormSafe, Safe: "Task"}, {Form: journey.FormSafe, Safe: "Bash"}}
	s := mustGet(t, "claude-code@2.1.100")
	p := s.Plan(catalogOf(list...))
	if got := p.Tools[0].Wire.Name; got != "Agent" {
		t.Errorf("wire name = %q, want Agent", got)
	}
	if r := s.Resolve(&p, echo("Agent")); r.Outcome != journey.OutcomeRan {
		t.Errorf("Resolve(Agent) = %v, want ran", r.Outcome)
	}
	p = mustGet(t, "claude-code@2.1.20").Plan(catalogOf(list...))
	if got := p.Tools[0].Wire.Name; got != "Task" {
		t.Errorf("2.1.20: wire name = %q, want Task", got)
	}
}

func TestClaudeHintsNameOnlyDeclaredTools(t *testing.T) {
	const open = "<tool_use_error>Error: No such tool available: "
	for _, c := range []struct {
		scheme   string
		declared []string
		call     string
		want     string
	}{
		{"claude-code", []string{"Bash"}, "bash", ". Tool names are case-sensitive: call Bash instead."},
		{"claude-code", []string{"Read"}, "bash", ""},
		{"claude-code", []string{"Bash", "BASH"}, "bash", ""},
		{"claude-code", []string{"Read"}, "bash_tool", ""},
		{"claude-code", []string{"SendUserFile"}, "present_files", ". Call SendUserFile instead."},
		{"claude-code", []string{"Read"}, "Grep", ""},
		{"claude-code", []string{"Bash"}, "Glob", ". Glob is not available in this session — find files with `find` via the Bash tool instead."},
		{"claude-code", nil, "LSP", ". LSP is disabled for this session, in subagents as well as here."},
		{"claude-code", nil, "ListMcpResources", ". ListMcpResources is not among the tools available here. Continue with the tools you have."},
		{"claude-code", nil, "Brief", ". Brief is not enabled in this session — write your message as normal assistant text instead."},
		{"claude-code@2.1.63", []string{"Bash"}, "bash", ""},
		{"claude-code", nil, "", ""},
	} {
		s := mustGet(t, c.scheme)
		p := s.Plan(journey.Setting{Catalog: names(c.declared...)})
		if got, want := s.Resolve(&p, echo(c.call)).Error, open+c.call+c.want+"</tool_use_error>"; got != want {
			t.Errorf("%s, declared %q: Resolve(%q).Error = %q, want %q", c.scheme, c.declared, c.call, got, want)
		}
	}
}

func TestClaudeCutsAt200Units(t *testing.T) {
	s := mustGet(t, "claude-code")
	p := s.Plan(catalogOf())
	r := s.Resolve(&p, echo(strings.Repeat("a", 199)+"🚀tail"))
	if want := strings.Repeat("a", 199) + "\uFFFD"; string(r.Stored.Name) != want {
		t.Errorf("stored %q, want %q", r.Stored.Name, want)
	}
	if r = mustGet(t, "claude-code@2.1.63").Resolve(&p, echo(strings.Repeat("a", 250))); len(r.Stored.Name) != 250 {
		t.Errorf("2.1.63 stores %d characters, want 250: a cut is not known there", len(r.Stored.Name))
	}
}

func TestClaudeDeferred(t *testing.T) {
	s := mustGet(t, "claude-code")
	set := catalogOf(mcp("docs", "open"))
	set.Builtins, set.ToolSearch = true, true
	p := s.Plan(set)
	status := map[string]journey.OfferStatus{}
	for _, n := range p.Tools {
		status[string(n.Wire.Name)] = n.Status
	}
	for name, want := range map[string]journey.OfferStatus{"ToolSearch": journey.Offered, "Bash": journey.Offered, "WebFetch": journey.Deferred, "mcp__docs__open": journey.Deferred} {
		if got, ok := status[name]; !ok || got != want {
			t.Errorf("%s is %v (listed %v), want %v", name, got, ok, want)
		}
	}
	if r := s.Resolve(&p, echo("mcp__docs__open")); r.Outcome != journey.OutcomeRan {
		t.Errorf("a deferred tool called without loading = %v, want ran", r.Outcome)
	}
	bad := false
	call := echo("mcp__docs__open")
	call.ArgsFit = &bad
	if r := s.Resolve(&p, call); r.Outcome != journey.OutcomeRefused || !strings.Contains(r.Error, `"select:mcp__docs__open"`) {
		t.Errorf("with arguments that do not fit = %v %q", r.Outcome, r.Error)
	}
}

func TestClaudePlugin(t *testing.T) {
	s := mustGet(t, "claude-code")
	tool := mcp("srv one", "only/one")
	tool.Plugin = "my-plug.in"
	p := s.Plan(catalogOf(tool))
	if got := p.Tools[0].Wire.Name; got != "mcp__plugin_my-plug_in_srv_one__only_one" {
		t.Errorf("wire name = %q", got)
	}
	id := s.Identity(&p, 0)
	if id.Qualified != "srv one/only/one" || len(id.ApprovalKeys) != 2 || id.ApprovalKeys[1] != "mcp__plugin_my-plug_in_srv_one" {
		t.Errorf("identity = %+v", id)
	}
}

func TestClaudeOldBuiltins(t *testing.T) {
	p := mustGet(t, "claude-code@2.0.37").Plan(journey.Setting{Builtins: true})
	have := map[string]bool{}
	for _, n := range p.Tools {
		have[string(n.Wire.Name)] = true
	}
	if !have["Bash"] || have["Agent"] {
		t.Errorf("built-ins of 2.0.37 = %v, want Bash and not Agent, which came later", have)
	}
}
