package scheme_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

func TestAgentsDerivedNames(t *testing.T) {
	for _, c := range []struct {
		agent, style   string
		warned         bool
		handoff        string
		handoffWarned  bool
		js, jsOfNobody string
	}{
		{"A\tB\u00a0C", "a_b_c", true, "transfer_to_a_b_c", false, "A_B_C", ""},
		{"A-B", "a_b", true, "transfer_to_a_b", true, "A_B", ""},
		{"É🙂", "__", true, "transfer_to___", true, "___", ""},
		{"ABC", "abc", false, "transfer_to_abc", false, "ABC", ""},
		{"a_1", "a_1", false, "transfer_to_a_1", false, "a_1", ""},
		{"a\u200bb", "a_b", true, "transfer_to_a_b", true, "a_b", ""},
		{"", "", false, "transfer_to_", false, "", "Tool name cannot be empty"},
	} {
		style, warned := scheme.AgentsStyle(c.agent)
		handoff, handoffWarned := scheme.AgentsHandoffName(c.agent)
		if string(style) != c.style || warned != c.warned || string(handoff) != c.handoff || handoffWarned != c.handoffWarned {
			t.Errorf("%q = %q %v, %q %v, want %q %v, %q %v", c.agent, style, warned, handoff, handoffWarned, c.style, c.warned, c.handoff, c.handoffWarned)
		}
		js, err := scheme.AgentsJSName(c.agent)
		if string(js) != c.js || (err != nil) != (c.jsOfNobody != "") || err != nil && err.Error() != c.jsOfNobody {
			t.Errorf("AgentsJSName(%q) = %q %v, want %q", c.agent, js, err, c.js)
		}
	}
}

// The name of a server without the secrets of its URL, seen in the exposed
// names: the first stands for Python, the second for JavaScript.
func TestAgentsServerNames(t *testing.T) {
	for _, c := range []struct{ server, python, js string }{
		{"sse: https://H.example.com:443/p?k", "sse__https___h_example_com_443_p", "sse__https___h_example_com_p"},
		{"streamable_http: https://h/p?k", "streamable_http__https___h_p", "streamable_http__https___h_p_k"},
		{"https://u:p@h", "https___h", "https___h"},
		{"https://h/P", "https___h_P", "https___h_P"},
		{"sse: nonsense", "sse__nonsense", "sse__nonsense"},
		{"sse: http://[::1", "sse___invalid-url", "sse___redacted_endpoint"},
		{"http://h:x/p", "invalid-url", "redacted_endpoint"},
		{"ftp://u:p@h/p", "ftp___u_p_h_p", "ftp___u_p_h_p"},
		{"plain", "plain", "plain"},
	} {
		servers := []scheme.AgentsServer{{Name: journey.Server(c.server), Tools: []journey.Registered{"x"}}}
		if got, want := string(scheme.AgentsMCPNames(servers, nil)[0][0]), "mcp_"+c.python+"__x"; got != want {
			t.Errorf("Python: %q = %q, want %q", c.server, got, want)
		}
		if c.server == "sse: nonsense" {
			c.js = "sse___redacted_endpoint"
		}
		names, err := scheme.AgentsJSMCPNames(servers, true, nil)
		if want := "mcp_" + strings.ReplaceAll(c.js, "-", "_") + "__x"; err != nil || string(names[0][0]) != want {
			t.Errorf("JavaScript: %q = %q %v, want %q", c.server, names, err, want)
		}
	}
}

// A name of 64 stays; of a longer one the first 55 stay, without _ at the end.
func TestAgentsLongNames(t *testing.T) {
	xs := strings.Repeat("x", 60)
	for _, c := range []struct {
		tool, want string
	}{
		{xs[:57], "mcp_s__" + xs[:57]},
		{xs[:58], "mcp_s__" + xs[:48] + "_"},
		{xs[:46] + "__" + xs, "mcp_s__" + xs[:46] + "_"},
	} {
		names := scheme.AgentsMCPNames([]scheme.AgentsServer{{Name: "s", Tools: []journey.Registered{journey.Registered(c.tool)}}}, nil)
		got := string(names[0][0])
		if hashed := strings.HasSuffix(c.want, "_"); got != c.want && (!hashed || len(got) != len(c.want)+8 || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%q = %q, want %q", c.tool, got, c.want)
		}
	}
}

// Where the two known versions of the SDK for JavaScript part.
func TestAgentsJSVersions(t *testing.T) {
	set := agentSetting(catalogOf(mcp("s", "a-b"), mcp("s", "a_b")), "include_server=true")
	for _, c := range []struct{ id, want string }{
		{"agents-js", "mcp_s__a_b_3fb5e8dd mcp_s__a_b_c41d41fe"},
		{"agents-js@0.19.0", "mcp_s__a_b"},
		{"agents-js@0.17.0", "mcp_s__a_b"},
		{"agents-js@0.1.0", "mcp_s__a_b"},
	} {
		p := mustGet(t, c.id).Plan(set)
		if got := offeredAs(&p); got != c.want {
			t.Errorf("%s: offered %q, want %q", c.id, got, c.want)
		}
	}
	// _ sorts before -, so the plain name stays with the hashed twin.
	names, err := scheme.AgentsJSMCPNames([]scheme.AgentsServer{{Name: "s", Tools: []journey.Registered{"a_b-1dab5f63", "a.b", "a_b"}}}, true, nil)
	if err != nil || names[0][1] != "mcp_s__a_b_1dab5f63" || names[0][0] != "mcp_s__a_b_1dab5f63_484e3ed2" {
		t.Errorf("names = %q %v, want the hash on the one that sorts later", names, err)
	}
}

func TestAgentsRecognise(t *testing.T) {
	for _, c := range []struct {
		id, text, name string
		class          journey.Class
	}{
		{"agents-python", "Tool crm.search not found in agent Support", "crm.search", journey.ClassUnknownTool},
		{"agents-python", "agents.exceptions.ModelBehaviorError: Tool a b not found in agent C D", "a b", journey.ClassUnknownTool},
		{"agents-python", "Tool  not found in agent Support", "", journey.ClassUnknownTool},
		{"agents-python", "Tool 'it's' not found.", "it's", journey.ClassUnknownTool},
		{"agents-python", "Tool x not found", "x", journey.ClassUnknownTool},
		{"agents-js", "Tool x not found in agent Support.", "x", journey.ClassUnknownTool},
		{"agents-js", "ModelBehaviorError: Tool x not found in agent Support.", "x", journey.ClassUnknownTool},
		{"agents-js", "Model produced deferred function call crm.x before it was loaded via tool_search.", "crm.x", journey.ClassNotEnabled},
		{"agents-js", "Error: Tool x is not loaded for the current agent. The requested function was not executed.", "x", journey.ClassNotEnabled},
		{"verbatim", "Tool q not found in agent A.", "q", journey.ClassUnknownTool},
		{"verbatim", "Tool 'X' is not available for execution.", "X", journey.ClassUnknownTool},
	} {
		got, ok := mustGet(t, c.id).Recognise(c.text)
		if !ok || got.Class != c.class || got.Name != c.name {
			t.Errorf("%s: Recognise(%q) = %v %q %v, want %v %q", c.id, c.text, got.Class, got.Name, ok, c.class, c.name)
		}
	}
	for _, text := range []string{"", "Tool failed", "Tool output was not found", "not found", "The tool x not found", "x not found", "Tool 'X' is not available for execution."} {
		if got, ok := mustGet(t, "agents-python").Recognise(text); ok {
			t.Errorf("Recognise(%q) = %+v, want nothing", text, got)
		}
	}
}

// What is said about an unknown name is read back.
func TestAgentsReadTheirOwnWords(t *testing.T) {
	for _, id := range []string{"agents-python", "agents-js", "gptme", "gptme@2026-08"} {
		s := mustGet(t, id)
		for _, set := range []journey.Setting{agentSetting(catalogOf()), agentSetting(catalogOf(), "not_found=return_error_to_model")} {
			p := s.Plan(set)
			for _, call := range []string{"x", "it's", `a"b`, "検索", "a.b", "x not found in agent y", "a\u202eb", "\u00a0"} {
				r := s.Resolve(&p, echo(call))
				if r.Outcome != journey.OutcomeUnknown {
					continue
				}
				if got, ok := s.Recognise(r.Error); !ok || !got.Class.Unknown() || got.Name != call {
					t.Errorf("%s: Recognise(%q) = %v %q %v, want %q", id, r.Error, got.Class, got.Name, ok, call)
				}
			}
		}
	}
}

// Exposed names always fit, are all different, and do not depend on the order
// of servers.
func FuzzAgentsMCPNames(f *testing.F) {
	f.Add("s", "a.b", "t", "a_b", "mcp_s__a_b")
	f.Add("https://u:p@h/x?y", "go", "sse: https://[::1", "🙂", "")
	f.Fuzz(func(t *testing.T, s1, t1, s2, t2, reserved string) {
		if !utf8.ValidString(s1 + t1 + s2 + t2) {
			return
		}
		one := scheme.AgentsServer{Name: journey.Server(s1), Tools: []journey.Registered{journey.Registered(t1), journey.Registered(t2)}}
		two := scheme.AgentsServer{Name: journey.Server(s2), Tools: []journey.Registered{journey.Registered(t1)}}
		taken := []journey.Wire{journey.Wire(reserved)}
		a, b := scheme.AgentsMCPNames([]scheme.AgentsServer{one, two}, taken), scheme.AgentsMCPNames([]scheme.AgentsServer{two, one}, taken)
		seen := map[journey.Wire]bool{taken[0]: true}
		for _, name := range append(append([]journey.Wire{}, a[0]...), a[1]...) {
			if !legal(string(name)) || len(name) > 64 || seen[name] {
				t.Fatalf("names %q", a)
			}
			seen[name] = true
		}
		if s1 != s2 && t1 != t2 && !strings.Contains(s1+s2, "://") && !strings.Contains(t1+t2+s1+s2, "\x00") && (a[1][0] != b[0][0] || a[0][0] != b[1][0]) {
			t.Fatalf("names %q, turned round %q", a, b)
		}
		js, err := scheme.AgentsJSMCPNames([]scheme.AgentsServer{one, two}, true, taken)
		if err != nil {
			return
		}
		for _, name := range append(append([]journey.Wire{}, js[0]...), js[1]...) {
			if !legal(string(name)) || strings.Contains(string(name), "-") || len(name) > 64 {
				t.Fatalf("names %q", js)
			}
		}
	})
}

func FuzzAgentsNames(f *testing.F) {
	f.Add("Billing Agent")
	f.Add("\xff🙂")
	f.Fuzz(func(t *testing.T, name string) {
		style, warned := scheme.AgentsStyle(name)
		if !legal(string(style)) || warned != (strings.ToLower(name) != string(style)) && legal(name) {
			t.Fatalf("AgentsStyle(%q) = %q %v", name, style, warned)
		}
		js, err := scheme.AgentsJSName(name)
		if (err != nil) != (name == "") || strings.Contains(string(js), "-") || !legal(string(js)) {
			t.Fatalf("AgentsJSName(%q) = %q %v", name, js, err)
		}
		fallback, err := scheme.AgentsFallbackName(name)
		if (err == nil) != scheme.GptmeValid(name) || err == nil && string(fallback) != name {
			t.Fatalf("AgentsFallbackName(%q) = %q %v", name, fallback, err)
		}
	})
}
