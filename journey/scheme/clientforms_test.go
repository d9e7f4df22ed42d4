package scheme_test

import (
	"strings"
	"testing"

	"hopscope/journey"
)

// repeat is n times a letter.
func repeat(letter string, n int) string { return strings.Repeat(letter, n) }

// TestClientForms holds what a tool of a server becomes, for every client whose
// form is known. Hashes were computed with other tools.
func TestClientForms(t *testing.T) {
	for _, c := range []struct{ id, server, tool, want, rule string }{
		{"cline", "a b", "c", "a_b__c_6238eb64", "space to _, hashed"},
		{"cline", "服务", "", "____e4cdb855", "several to _, hashed"},
		{"cline", "a🚀🚀b", "c", "a_b__c_4b795b32", "🚀 to _, hashed"},
		{"cline", "p", repeat("q", 61), "p__" + repeat("q", 61), "prefixed"},
		{"cline", "p", repeat("q", 62), "p__" + repeat("q", 52) + "_7435cd9f", "cut, hashed"},
		{"cline", "s.r", repeat("x", 60), "s_r__" + repeat("x", 50) + "_aec68e5b", ". to _, cut, hashed"},
		{"roo-code", "my server", "get  it", "mcp--my_server--get_it", "cleaned"},
		{"roo-code", "a\u00a0b", "c\u3000d", "mcp--a_b--c_d", "cleaned"},
		{"roo-code", "-x", "--y", "mcp--_-x--_-y", "cleaned"},
		{"roo-code", "a-.-b", "c", "mcp--a-b--c", "cleaned"},
		{"roo-code", "_x", "y", "mcp--_x--y", "prefixed"},
		{"roo-code", "🚀", "é", "mcp--_unnamed--_unnamed", "cleaned"},
		{"roo-code", "9", "", "mcp--_9--_", "cleaned"},
		{"roo-code", "p", repeat("q", 56), "mcp--p--" + repeat("q", 56), "prefixed"},
		{"roo-code", "p", repeat("q", 57), "mcp--p--" + repeat("q", 56), "cut"},
		{"goose", "My\tOwn Server", "T", "myownserver__T", "prefixed with the server's key"},
		{"goose", "my.server/x", "a.b", "my_server_x__a.b", "prefixed with the server's key"},
		{"goose", "服务🚀", "t", "___" + "__t", "prefixed with the server's key"},
		{"goose", "a-b_c", "t", "a-b_c__t", "prefixed"},
		{"goose", "p", repeat("q", 200), "p__" + repeat("q", 200), "prefixed"},
		{"crush", "a/b", "c:d\n", "mcp_a/b_c:d\n", "prefixed"},
		{"crush", "mcp_a", "b", "mcp_mcp_a_b", "prefixed"},
		{"vscode", "io.github.upstash/context7", "x", "mcp_io_github_ups_x", "prefixed"},
		{"vscode", "My.Server", "Get.Issue", "mcp_my_server_Get_Issue", ". to _"},
		{"vscode", "a", "🚀é", "mcp_a____", "several to _"},
		{"vscode", "服务", "t", "mcp___t", "prefixed"},
		{"vscode", "abcdefghijkl🚀m", "t", "mcp_abcdefghijkl__t", "prefixed"},
		{"vscode", "plain", repeat("x", 54), "mcp_plain_" + repeat("x", 54), "prefixed"},
		{"vscode", "plain", repeat("x", 55), "mcp_plain_" + repeat("x", 54), "cut"},
		{"continue", "-My--Server-", "go", "my_server_go", "prefixed"},
		{"continue", "git", "github", "github", "unchanged"},
		{"continue", "git", "GitHub", "git_GitHub", "prefixed"},
		{"continue", "a_b", "a_b_c", "a_b_c", "unchanged"},
		{"continue", "🚀", "", "", "unchanged"},
		{"continue", "Ünï", "x", "n_x", "prefixed"},
		{"trae-agent", "s", "get.issue", "get.issue", "unchanged"},
		{"claude-code", "s", repeat("x", 120), "mcp__s__" + repeat("x", 120), "prefixed"},
		{"claude-code", "s", "a\u200bb\ufeff", "mcp__s__ab", "folded"},
		{"claude-code", "claude.ai __A  b__", "t", "mcp__claude_ai_A_b__t", "several to _"},
		{"claude-code", "claude.ai", "t", "mcp__claude_ai__t", ". to _"},
		{"opencode", "a.🚀", "b c", "a____b_c", "several to _"},
		{"gemini-cli", "mcp_x", "t", "mcp_x_t", "prefixed"},
		{"gemini-cli", "s", "🚀.:", "mcp_s___.:", "🚀 to _"},
		{"gemini-cli", "p", repeat("q", 58), "mcp_p_" + repeat("q", 24) + "..." + repeat("q", 30), "cut"},
		{"qwen-code", "plain", "🚀", "mcp__plain_____19lbm7o", "🚀 to _, hashed"},
		{"qwen-code", "a b", "c", "mcp__a_b__c_0oyfzsd", "space to _, hashed"},
		{"qwen-code", repeat("p", 20), repeat("q", 37), ("mcp__" + repeat("p", 20) + "__" + repeat("q", 37))[:55] + "_1e6l1fq", "hashed"},
	} {
		p := mustGet(t, c.id).Plan(catalogOf(mcp(c.server, c.tool)))
		n := &p.Tools[0]
		if string(n.Wire.Name) != c.want || n.Rule != c.rule || n.Status == journey.LeftOut {
			t.Errorf("%s: %q %q = %q (%s), %v %s; want %q (%s)", c.id, c.server, c.tool, n.Wire.Name, n.Rule, n.Status, n.Reason, c.want, c.rule)
		}
		if string(n.Safe) != c.want || string(n.Ref.Server) != c.server || string(n.Ref.Name) != c.tool {
			t.Errorf("%s: %q %q has safe form %q and is %+v", c.id, c.server, c.tool, n.Safe, n.Ref)
		}
	}
}

func TestCodexForms(t *testing.T) {
	for _, c := range []struct {
		tools []journey.Tool
		want  []string // NAMESPACE/NAME
	}{
		{[]journey.Tool{mcp("docs", "docs.open"), mcp("docs", "docs_open")}, []string{"mcp__docs/docs_open_4a57045076c1", "mcp__docs/docs_open_b20ffd54c043"}},
		{[]journey.Tool{mcp("mcp--x", "t")}, []string{"mcp__x/t"}},
		{[]journey.Tool{mcp("mcp--x", "t"), mcp("mcp..x", "t")}, []string{"mcp__x_81e3afdc2c68/t", "mcp__x_9df6ef79f7ca/t"}},
		{[]journey.Tool{mcp("x__", "t"), mcp("x..", "t")}, []string{"mcp__x_6a9102de8112__/t", "mcp__x_9c7171bb01aa__/t"}},
		{[]journey.Tool{mcp("a_", "b"), mcp("a", "_b")}, []string{"mcp__a_/b_4ab5eaa5e445", "mcp__a/_b"}},
		{[]journey.Tool{mcp("plain", repeat("g", 116))}, []string{"mcp__plain/" + repeat("g", 116)}},
		{[]journey.Tool{mcp("plain", repeat("g", 117))}, []string{"mcp__plain/" + repeat("g", 103) + "_dd1c48491f10"}},
	} {
		p := mustGet(t, "codex").Plan(catalogOf(c.tools...))
		got := map[journey.Ref]string{}
		for i := range p.Tools {
			got[p.Tools[i].Ref] = string(p.Tools[i].Wire.Namespace) + "/" + string(p.Tools[i].Wire.Name)
		}
		for i, tool := range c.tools {
			ref := journey.Ref{Server: tool.Server, Name: tool.Registered}
			if got[ref] != c.want[i] {
				t.Errorf("%+v among %d = %s, want %s", ref, len(c.tools), got[ref], c.want[i])
			}
		}
	}
}

// A hash depends on who was up: alone, a server has its plain namespace.
func TestCodexHashesOverReadyServers(t *testing.T) {
	set := catalogOf(mcp("my.server", "go"), mcp("my-server", "go"))
	for _, c := range []struct {
		connected []journey.Server
		want      journey.Namespace
	}{
		{nil, "mcp__my_server_84cd56981196"},
		{[]journey.Server{"my.server"}, "mcp__my_server"},
		{[]journey.Server{"my-server", "my.server"}, "mcp__my_server_84cd56981196"},
	} {
		set.Connected = c.connected
		p := mustGet(t, "codex").Plan(set)
		for i := range p.Tools {
			if n := &p.Tools[i]; n.Ref.Server == "my.server" && n.Wire.Namespace != c.want {
				t.Errorf("with %q up: %v, want %s", c.connected, n.Wire, c.want)
			}
		}
	}
}

// TestClientsLeaveOut holds which tools are not in a request, and who keeps a
// name that several have.
func TestClientsLeaveOut(t *testing.T) {
	late := func(servers ...journey.Server) []journey.Server { return servers }
	for _, c := range []struct {
		id        string
		tools     []journey.Tool
		connected []journey.Server
		out       string // servers and names of what is left out
		runs      string // what a call of the first tool's name runs
	}{
		{"claude-code", []journey.Tool{mcp("s", repeat("x", 121))}, nil, "s/" + repeat("x", 121), ""},
		{"claude-code", []journey.Tool{mcp("ide", "getDiagnostics"), mcp("ide", "executecode")}, nil, "ide/executecode", "ide/getDiagnostics"},
		{"claude-code", []journey.Tool{{Server: "ide", Plugin: "p", Registered: "other"}}, nil, "", "ide/other"},
		{"claude-code", []journey.Tool{mcp("a.b", "t"), mcp("a b", "t")}, late("a b", "a.b"), "a.b/t", "a b/t"},
		{"opencode", []journey.Tool{mcp("a.b", "t"), mcp("a b", "t")}, late("a b", "a.b"), "a b/t", "a.b/t"},
		{"gemini-cli", []journey.Tool{mcp("x", "t"), mcp("mcp_x", "t")}, late("mcp_x", "x"), "mcp_x/t", "x/t"},
		{"gemini-cli", []journey.Tool{mcp("x", ""), mcp("x", "y")}, nil, "x/", ""},
		{"qwen-code", []journey.Tool{mcp("a", "b__c"), mcp("a__b", "c")}, nil, "a__b/c", "a/b__c"},
		{"codex", []journey.Tool{mcp("my server", "t"), mcp("dup", "t"), mcp("dup", "t")}, nil, "dup/t my server/t", ""},
		{"roo-code", []journey.Tool{mcp("s", "a.b"), mcp("s", "ab"), mcp("s", "a b")}, nil, "s/ab", "s/ab"},
		{"goose", []journey.Tool{mcp("A B", "t"), mcp("ab", "t"), mcp("ab", "T")}, nil, "ab/t", "A B/t"},
		{"goose", []journey.Tool{mcp("A B", "t"), mcp("ab", "t")}, late("ab", "A B"), "A B/t", "ab/t"},
		{"crush", []journey.Tool{mcp("a", "b_c"), mcp("a_b", "c")}, nil, "", "a_b/c"},
		{"trae-agent", []journey.Tool{mcp("a", "do_it"), mcp("b", "doit")}, nil, "", "b/doit"},
		{"cursor", []journey.Tool{mcp("s", repeat("x", 59)), mcp("s", repeat("y", 58))}, nil, "s/" + repeat("x", 59), ""},
		{"cline", []journey.Tool{mcp("a", "b"), mcp("c", "d")}, late("c"), "a/b", ""},
	} {
		s := mustGet(t, c.id)
		set := catalogOf(c.tools...)
		set.Connected = c.connected
		p := s.Plan(set)
		var out []string
		first := journey.Called{}
		for i := range p.Tools {
			n := &p.Tools[i]
			if n.Status == journey.LeftOut {
				out = append(out, string(n.Ref.Server)+"/"+string(n.Ref.Name))
			}
			if n.Tool.Server == c.tools[0].Server && n.Tool.Registered == c.tools[0].Registered {
				first = journey.Called{Namespace: n.Wire.Namespace, Name: journey.Echo(n.Wire.Name)}
			}
		}
		if got := strings.Join(out, " "); got != c.out {
			t.Errorf("%s: left out of %v = %q, want %q", c.id, c.tools, got, c.out)
		}
		if r := s.Resolve(&p, journey.Invocation{Called: first}); c.runs != "" && (r.Ref == nil || string(r.Ref.Server)+"/"+string(r.Ref.Name) != c.runs) {
			t.Errorf("%s: %q runs %+v, want %s", c.id, first.Name, r.Ref, c.runs)
		}
	}
}

func TestCursorWarns(t *testing.T) {
	p := mustGet(t, "cursor").Plan(catalogOf(mcp("g🚀", repeat("x", 57)), mcp("", repeat("x", 70)), mcp("s", repeat("x", 60))))
	want := "Combined server and tool name length (60) exceeds 60 characters|Combined server and tool name length (61) exceeds 60 characters"
	if got := strings.Join(p.Warnings, "|"); got != want {
		t.Errorf("warnings = %q, want %q", got, want)
	}
}

func TestVSCodePrefixes(t *testing.T) {
	for _, c := range []struct{ labels, older, newer string }{
		{"Notes notes NOTES", "mcp_notes_ mcp_notes2_ mcp_notes3_", "mcp_notes_ mcp_notes2_ mcp_notes3_"},
		{"abcdefghijklmno abcdefghijklmnx", "mcp_abcdefghijklm_ mcp_abcdefghijklm2_", "mcp_abcdefghijklm_ mcp_abcdefghijkl2_"},
		{"foo2 foo FOO", "mcp_foo2_ mcp_foo_ mcp_foo3_", "mcp_foo2_ mcp_foo_ mcp_foo2_"},
		{"a//b a_b a.b", "mcp_a_b_ mcp_a_b2_ mcp_a.b_", "mcp_a_b_ mcp_a_b2_ mcp_a.b_"},
	} {
		for counter, want := range map[string]string{"older": c.older, "newer": c.newer} {
			set := catalogOf()
			set.Options = map[string]string{"counter": counter}
			for l := range strings.FieldsSeq(c.labels) {
				set.Catalog.Tools = append(set.Catalog.Tools, mcp(l, "x"))
			}
			p := mustGet(t, "vscode").Plan(set)
			var got []string
			for i := range p.Tools {
				got = append(got, strings.TrimSuffix(string(p.Tools[i].Wire.Name), "x"))
			}
			if have := strings.Join(got, " "); have != strings.ReplaceAll(want, ".", "_") {
				t.Errorf("%s: prefixes of %s = %s, want %s", counter, c.labels, have, want)
			}
		}
	}
}
