package scheme_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

// wireName reads "ns:name" or "name".
func wireName(s string) journey.WireName {
	if space, name, ok := strings.Cut(s, ":"); ok {
		return journey.WireName{Namespace: journey.Namespace(space), Name: journey.Wire(name)}
	}
	return journey.WireName{Name: journey.Wire(s)}
}

// sdkTools reads tools: "name", "ns:name", with ~ before a deferred one.
func sdkTools(list ...string) []scheme.AgentsTool {
	tools := make([]scheme.AgentsTool, len(list))
	for i, s := range list {
		rest, deferred := strings.CutPrefix(s, "~")
		tools[i] = scheme.AgentsTool{Name: wireName(rest), Deferred: deferred}
	}
	return tools
}

func TestAgentsKeys(t *testing.T) {
	for _, c := range []struct{ name, python, js, qualified, trace string }{
		{"a", "('bare', 'a')", `["bare","a"]`, "a", "a"},
		{"n:a", "('namespaced', 'n', 'a')", `["namespaced","n","a"]`, "n.a", "n.a"},
		{"a:a", "('deferred_top_level', 'a')", `["deferred_top_level","a"]`, "a.a", "a"},
		{"A:a", "('namespaced', 'A', 'a')", `["namespaced","A","a"]`, "A.a", "A.a"},
		{"n:", "", "", "", ""},
		{"", "", "", "", ""},
		{"it's", `('bare', "it's")`, `["bare","it's"]`, "it's", "it's"},
		{"a\"\\\n\x01\u2028<é", `('bare', 'a"\\\n\x01\u2028<é')`, "[\"bare\",\"a\\\"\\\\\\n\\u0001\u2028<é\"]", "a\"\\\n\x01\u2028<é", "a\"\\\n\x01\u2028<é"},
	} {
		w := wireName(c.name)
		key := scheme.AgentsKeyOf(w)
		if key.String() != c.python || string(key.JS()) != c.js || scheme.AgentsQualified(w) != c.qualified || scheme.AgentsTraceName(w) != c.trace {
			t.Errorf("%q: key %s, %s, qualified %q, trace %q", c.name, key, key.JS(), scheme.AgentsQualified(w), scheme.AgentsTraceName(w))
		}
	}
}

func TestAgentsApprovalKeys(t *testing.T) {
	deferred := func(name string) scheme.AgentsKey {
		return scheme.AgentsKey{Kind: scheme.AgentsDeferred, Name: wireName(name)}
	}
	for _, c := range []struct {
		name string
		with scheme.AgentsApproval
		want string
	}{
		{"n:a", scheme.AgentsApproval{BareAlias: true}, "a n.a"},
		{"a", scheme.AgentsApproval{BareAlias: true, LegacyDeferred: true}, "a"},
		{"a:a", scheme.AgentsApproval{PreferLegacy: true, BareAlias: true}, "a a.a"},
		{"a:a", scheme.AgentsApproval{PreferLegacy: true, LegacyDeferred: true}, "a.a"},
		{"a:a", scheme.AgentsApproval{PreferLegacy: true, Key: deferred("a")}, "deferred_top_level:a"},
		{"n:a", scheme.AgentsApproval{Key: deferred("b"), LegacyDeferred: true}, "deferred_top_level:b n.a"},
		{"n:a", scheme.AgentsApproval{PreferLegacy: true}, "n.a"},
		{"n:a", scheme.AgentsApproval{Key: scheme.AgentsKeyOf(wireName("b"))}, "b"},
		{"n:", scheme.AgentsApproval{Key: deferred("b"), BareAlias: true}, ""},
	} {
		if got := strings.Join(scheme.AgentsApprovalKeys(wireName(c.name), c.with), " "); got != c.want {
			t.Errorf("AgentsApprovalKeys(%q, %+v) = %q, want %q", c.name, c.with, got, c.want)
		}
	}
	got := scheme.AgentsBareApproval(sdkTools("~s", "~n:s", "~", "n:t", "~t", "~u", "u"))
	if want := []bool{true, false, false, false, true, false, false}; !slices.Equal(got, want) {
		t.Errorf("AgentsBareApproval = %v, want %v", got, want)
	}
}

func TestAgentsRestored(t *testing.T) {
	for _, c := range []struct{ call, key, want string }{
		{"s", "n:s", "n:s"}, {"s", "s:s", "s:s"}, {"s", "s", "s"}, {"s", "n:t", "s"}, {"m:s", "n:s", "m:s"}, {"", "n:", ""}, {"s", "", "s"}, {"S", "n:s", "S"},
	} {
		w := wireName(c.call)
		got := scheme.AgentsRestored(journey.Called{Namespace: w.Namespace, Name: journey.Echo(w.Name)}, scheme.AgentsKeyOf(wireName(c.key)))
		if got.Wire() != wireName(c.want) {
			t.Errorf("AgentsRestored(%q, key of %q) = %v, want %q", c.call, c.key, got, c.want)
		}
	}
}

func TestAgentsHosted(t *testing.T) {
	type item = scheme.AgentsHostedItem
	request := func(id, name, label string) *item {
		return &item{Type: "mcp_approval_request", ID: id, Name: name, ServerLabel: label}
	}
	for _, c := range []struct {
		item item
		want string
		ok   bool
	}{
		{*request("r", "go", "gh"), "r gh go", true},
		{item{Type: "mcp_approval_request", CallID: "c", Provider: request("p", "x", "y")}, "  ", true},
		{item{Type: "hosted_tool_call", ID: "i", CallID: "c", Name: "n", ServerLabel: "not this", Provider: request("", "", "")}, "c  n", true},
		{item{Type: "hosted_tool_call", ID: "i", CallID: "c", Name: "n", Provider: request("p", "x", "y")}, "p y x", true},
		{item{Type: "hosted_tool_call", ID: "i", Name: "n", Provider: &item{Type: "mcp_call", ServerLabel: "y"}}, "", false},
		{item{Type: "hosted_tool_call", ID: "i", Name: "n"}, "", false},
		{item{Type: "function_call", Provider: request("p", "x", "y")}, "", false},
	} {
		got, ok := scheme.AgentsHostedIdentity(c.item)
		said := ""
		if ok {
			said = got.RequestID + " " + string(got.Server) + " " + string(got.Tool)
		}
		if said != c.want || ok != c.ok || (got.Key() != nil) != (got.Server != "" && got.Tool != "") {
			t.Errorf("AgentsHostedIdentity(%+v) = %q %v, want %q", c.item, said, ok, c.want)
		}
	}
}

func TestAgentsMapOrder(t *testing.T) {
	for _, c := range []struct {
		tools []string
		want  string
	}{
		{[]string{"a", "b", "a"}, "('bare', 'a') 2; ('bare', 'b') 1"},
		{[]string{"~a", "a", "n:a"}, "('deferred_top_level', 'a') 0; ('bare', 'a') 1; ('namespaced', 'n', 'a') 2"},
		{[]string{"", "n:", "~"}, ""},
		{[]string{"~n.a", "n.a"}, "('deferred_top_level', 'n.a') 0; ('bare', 'n.a') 1"},
		{[]string{"n.a", "n.a", "n:a"}, "error"},
		{[]string{"~n:a", "n.a"}, "error"},
		{[]string{"n:a", "~n.a"}, "error"},
		{[]string{"A:a", "a:A"}, "('namespaced', 'A', 'a') 0; ('namespaced', 'a', 'A') 1"},
	} {
		entries, err := scheme.AgentsMap(sdkTools(c.tools...))
		var list []string
		for _, e := range entries {
			list = append(list, e.Key.String()+" "+string(rune('0'+e.Tool)))
		}
		got := strings.Join(list, "; ")
		if err != nil {
			got = "error"
		}
		if got != c.want {
			t.Errorf("AgentsMap(%q) = %s, want %s", c.tools, got, c.want)
		}
	}
}

func TestAgentsCollisionOrder(t *testing.T) {
	tools := sdkTools("b", "a", "a", "b", "n:a", "~a", "")
	kept, err := scheme.AgentsCollisions(tools, []scheme.AgentsHandoff{{Name: "a"}, {Name: ""}, {Name: ""}}, "warn")
	if err != nil || !slices.Equal(kept.Tools, []int{3, 4, 5, 6}) || !slices.Equal(kept.Handoffs, []int{0, 1, 2}) {
		t.Errorf("kept %+v %v", kept, err)
	}
	if len(kept.Warnings) != 2 || !strings.Contains(kept.Warnings[0], "`b` is used by multiple tools") || !strings.Contains(kept.Warnings[1], "`a` is used by both") {
		t.Errorf("warnings = %q, want those of b and a", kept.Warnings)
	}
	// Three owners, or two of one agent, get the plain text.
	derived := func(agents ...string) []scheme.AgentsTool {
		list := make([]scheme.AgentsTool, len(agents))
		for i, a := range agents {
			list[i] = scheme.AgentsTool{Name: wireName("x"), Derived: a != "-", Agent: a}
		}
		return list
	}
	for _, c := range []struct {
		agents []string
		want   string
	}{
		{[]string{"A", "B"}, "agents 'A' and 'B' both derive the tool name `x`. Pass an explicit `tool_name=` to one of them."},
		{[]string{"it's", ""}, `agents "it's" and '' both derive the tool name`},
		{[]string{"A", "A"}, "`x` is used by multiple tools"},
		{[]string{"A", "-"}, "`x` is used by multiple tools"},
		{[]string{"A", "B", "C"}, "`x` is used by multiple tools"},
	} {
		if _, err := scheme.AgentsCollisions(derived(c.agents...), nil, "error"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.agents, err, c.want)
		}
	}
	if _, err := scheme.AgentsCollisions(sdkTools("x", "x", "n:n"), nil, "error"); err == nil || !strings.HasPrefix(err.Error(), "Responses tool-search reserves") {
		t.Errorf("a reserved namespace = %v, want its text before that of the collision", err)
	}
}

func TestAgentsIdentity(t *testing.T) {
	set := agentSetting(catalogOf(journey.Tool{Registered: "s", Deferred: true}, journey.Tool{Registered: "t"}, journey.Tool{Registered: "t", Deferred: true},
		journey.Tool{Registered: "look"}), "namespaces=crm:look", "handoffs=go")
	for _, c := range []struct {
		id   string
		tool int
		want journey.Identity
	}{
		{"agents-python", 0, journey.Identity{PublicName: "s", Qualified: "s", LookupKey: "('deferred_top_level', 's')", ApprovalKeys: []string{"s", "deferred_top_level:s"}, TraceName: "s", StoredAs: "s"}},
		{"agents-python", 1, journey.Identity{PublicName: "t", Qualified: "t", LookupKey: "('bare', 't')", ApprovalKeys: []string{"t"}, TraceName: "t", StoredAs: "t"}},
		{"agents-python", 2, journey.Identity{PublicName: "t", Qualified: "t", LookupKey: "('deferred_top_level', 't')", ApprovalKeys: []string{"deferred_top_level:t"}, TraceName: "t", StoredAs: "t"}},
		{"agents-python", 3, journey.Identity{PublicName: "look", Namespace: "crm", Qualified: "crm.look", LookupKey: "('namespaced', 'crm', 'look')", ApprovalKeys: []string{"crm.look"}, TraceName: "crm.look", StoredAs: "look"}},
		{"agents-python", 4, journey.Identity{PublicName: "go", Qualified: "go", LookupKey: "go", TraceName: "go", StoredAs: "go"}},
		{"agents-js", 0, journey.Identity{PublicName: "s", Qualified: "s", LookupKey: `["deferred_top_level","s"]`, ApprovalKeys: []string{`["deferred_top_level","s"]`, "s"}, TraceName: "s", StoredAs: "s"}},
		{"agents-js", 1, journey.Identity{PublicName: "t", Qualified: "t", LookupKey: `["bare","t"]`, ApprovalKeys: []string{`["bare","t"]`}, TraceName: "t", StoredAs: "t"}},
		{"agents-js", 3, journey.Identity{PublicName: "look", Namespace: "crm", Qualified: "crm.look", LookupKey: `["namespaced","crm","look"]`, ApprovalKeys: []string{`["namespaced","crm","look"]`, "crm.look"}, TraceName: "crm.look", StoredAs: "look"}},
	} {
		s := mustGet(t, c.id)
		p := s.Plan(set)
		if got := s.Identity(&p, c.tool); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: identity of tool %d = %+v, want %+v", c.id, c.tool, got, c.want)
		}
	}
}
