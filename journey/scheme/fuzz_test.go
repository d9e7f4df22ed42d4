package scheme_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

// legal reports whether a name fits the providers' common pattern.
func legal(name string) bool {
	return strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") == ""
}

func FuzzNativeSafe(f *testing.F) {
	for _, s := range []string{"", "read", "a.b", "検索", "🙂", "\xff", strings.Repeat("x", 70)} {
		f.Add(s)
	}
	native := mustGet(f, "native")
	f.Fuzz(func(t *testing.T, name string) {
		p := native.Plan(journey.Setting{Catalog: names(name)})
		form := string(p.Tools[0].Safe)
		if !legal(form) || form == "" || len(form) > 64 {
			t.Fatalf("form of %q = %q", name, form)
		}
		if again := native.Plan(journey.Setting{Catalog: names(form)}); string(again.Tools[0].Safe) != form {
			t.Fatalf("form of the form %q = %q", form, again.Tools[0].Safe)
		}
		if legal(name) && name != "" && len(name) <= 64 && form != name {
			t.Fatalf("form of the legal %q = %q", name, form)
		}
		if name != "" && utf8.ValidString(name) && len(form) != min(64, utf8.RuneCountInString(name)) {
			t.Fatalf("form of %q has %d characters", name, len(form))
		}
	})
}

func FuzzClaudeSafe(f *testing.F) {
	f.Add("docs", "docs.open", "")
	f.Add("claude.ai  My  Thing!", "𝔸", "")
	f.Add("srv one", "z\u200bw", "my-plug.in")
	claude := mustGet(f, "claude-code")
	f.Fuzz(func(t *testing.T, server, tool, plugin string) {
		if server == "" {
			return
		}
		entry := mcp(server, tool)
		entry.Plugin = plugin
		p := claude.Plan(catalogOf(entry))
		n := p.Tools[0]
		if !legal(string(n.Safe)) || !strings.HasPrefix(string(n.Safe), "mcp__") {
			t.Fatalf("safe form of %q %q = %q", server, tool, n.Safe)
		}
		if n.Status == journey.Offered && len(n.Safe) > 128 {
			t.Fatalf("%q is offered", n.Safe)
		}
		back := claude.Plan(catalogOf(journey.Tool{Form: journey.FormSafe, Safe: n.Safe})).Tools[0]
		if back.RegisteredKnown && plugin == "" && !strings.ContainsAny(server+tool, "_") && legal(server+tool) &&
			(string(back.Ref.Server) != server || string(back.Ref.Name) != tool) {
			t.Fatalf("behind %q stand %q %q, want %q %q", n.Safe, back.Ref.Server, back.Ref.Name, server, tool)
		}
	})
}

// looksPast are the clients that ask a server for a tool whether the request
// held its name or not.
var looksPast = map[string]bool{"roo-code": true, "goose": true}

func FuzzResolve(f *testing.F) {
	f.Add("mcp/x", "mcp_x", "", "mcp_x")
	f.Add("a.b", "a/b", "n", "a_b")
	f.Add("Task", "Agent", "", "task")
	f.Fuzz(func(t *testing.T, one, two, space, called string) {
		set := catalogOf(journey.Tool{Registered: journey.Registered(one)}, mcp("s", two))
		set.Builtins = true
		for _, s := range scheme.All() {
			p := s.Plan(set)
			checkPlan(t, s, &p)
			call := journey.Invocation{Called: journey.Called{Namespace: journey.Namespace(space), Name: journey.Echo(called)}}
			r := s.Resolve(&p, call)
			ran := r.Outcome == journey.OutcomeRan
			sentOn := r.Outcome == journey.OutcomeUnknown && r.Ref != nil // to a server that does not list the tool
			if ran != (r.Tool >= 0) || ran != (r.Ref != nil) && !sentOn || r.Tool >= len(p.Tools) {
				t.Fatalf("%s: Resolve(%q) = %+v", s.Info().ID, called, r)
			}
			if r.Outcome == journey.OutcomeUnknown && r.Error == "" && !sentOn && s.Info().Refusal != "" {
				t.Fatalf("%s: Resolve(%q) is unknown without a text", s.Info().ID, called)
			}
			if ran && p.Tools[r.Tool].Status == journey.LeftOut && !looksPast[s.Info().ID] {
				t.Fatalf("%s: Resolve(%q) runs a tool that is left out", s.Info().ID, called)
			}
		}
	})
}

func FuzzRecognise(f *testing.F) {
	for _, s := range []string{
		"<tool_use_error>Error: No such tool available: a. a is disabled for this session.</tool_use_error>",
		"Error: unknown tool 'x'", "Model tried to call unavailable tool 'x'. Available tools: a, b.",
		`{"error": "Tool \"x\" not found"}`, "unsupported call: ", "MCP error -32602: Tool x not found",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range scheme.All() {
			r, ok := s.Recognise(text)
			if ok && r.Class == journey.ClassOK {
				t.Fatalf("%s: Recognise(%q) = ok without a class", s.Info().ID, text)
			}
			if !ok && (r.Name != "" || r.Offered != nil) {
				t.Fatalf("%s: Recognise(%q) = %+v and not ok", s.Info().ID, text, r)
			}
		}
	})
}

// What a scheme words about a name that reaches nothing it must read back.
func FuzzRefusalIsReadBack(f *testing.F) {
	f.Add("x")
	f.Add("a. a is disabled for this session.")
	f.Fuzz(func(t *testing.T, name string) {
		if !utf8.ValidString(name) || utf8.RuneCountInString(name) > 100 {
			return
		}
		for _, id := range []string{"native", "claude-code@2.1.20"} {
			s := mustGet(t, id)
			p := s.Plan(journey.Setting{})
			r := s.Resolve(&p, echo(name))
			if r.Outcome != journey.OutcomeUnknown {
				continue
			}
			got, ok := s.Recognise(r.Error)
			if !ok || !got.Class.Unknown() || got.Name != name && got.Reason == "" {
				t.Fatalf("%s: Recognise(%q) = %+v %v, want %q", id, r.Error, got, ok, name)
			}
		}
	})
}
