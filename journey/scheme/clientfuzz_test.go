package scheme_test

import (
	"strings"
	"testing"

	"hopscope/journey"
)

// FuzzClientForms holds what every form of a client keeps, whatever the server
// and the tool are called.
func FuzzClientForms(f *testing.F) {
	f.Add("docs", "docs.open")
	f.Add("My  Server!", "🚀")
	f.Add("服务", "")
	f.Add("\xff\u0130-", strings.Repeat("é", 70))
	limits := map[string]struct {
		prefix string
		limit  int
	}{
		"cline": {"", 64}, "roo-code": {"mcp--", 64}, "vscode": {"mcp_", 64}, "qwen-code": {"mcp__", 63}, "opencode": {"", 0},
	}
	f.Fuzz(func(t *testing.T, server, tool string) {
		if server == "" {
			return
		}
		for id, c := range limits {
			n := mustGet(t, id).Plan(catalogOf(mcp(server, tool))).Tools[0]
			name := string(n.Wire.Name)
			if !legal(name) || name == "" || !strings.HasPrefix(name, c.prefix) || c.limit > 0 && len(name) > c.limit {
				t.Fatalf("%s: %q %q = %q", id, server, tool, name)
			}
		}
		for _, id := range []string{"goose", "crush", "continue"} {
			n := mustGet(t, id).Plan(catalogOf(mcp(server, tool))).Tools[0]
			if !strings.HasSuffix(string(n.Wire.Name), tool) {
				t.Fatalf("%s: %q %q = %q, want the tool at the end", id, server, tool, n.Wire.Name)
			}
		}
	})
}

// FuzzRooParse holds that a called name is never taken apart into nothing, and
// that the parts are parts of it.
func FuzzRooParse(f *testing.F) {
	for _, s := range []string{"mcp--a--b", "mcp__a__b__c", "mcp--a", "mcp____b", "mcp___a__b", "mcp-_-a", ""} {
		f.Add(s)
	}
	roo, ok := mustGet(f, "roo-code").(interface {
		Normalise(journey.Echo) journey.Echo
		Parse(journey.Echo) (server, tool string, ok bool)
	})
	if !ok {
		f.Fatal("the scheme takes no names apart")
	}
	f.Fuzz(func(t *testing.T, name string) {
		server, tool, ok := roo.Parse(journey.Echo(name))
		if !ok {
			return
		}
		normal := string(roo.Normalise(journey.Echo(name)))
		if server == "" || tool == "" || !strings.Contains(name, server) || normal != "mcp--"+server+"--"+tool {
			t.Fatalf("Parse(%q) = %q, %q; normalised %q", name, server, tool, normal)
		}
	})
}

// FuzzHermesRepair holds that a repair only ever ends at a declared tool, and
// that a declared name is left alone.
func FuzzHermesRepair(f *testing.F) {
	f.Add("web_serch", "web_search", "TodoTool_tool")
	f.Add(`a"b`, "a", "tool")
	hermes := mustGet(f, "hermes-agent")
	f.Fuzz(func(t *testing.T, call, one, two string) {
		p := hermes.Plan(journey.Setting{Catalog: names(one, two)})
		r := hermes.Resolve(&p, echo(call))
		switch {
		case r.Outcome == journey.OutcomeRan && string(r.Ref.Name) != one && string(r.Ref.Name) != two:
			t.Fatalf("%q runs %+v among %q and %q", call, r.Ref, one, two)
		case r.Outcome == journey.OutcomeRan && string(r.Stored.Name) != string(r.Ref.Name):
			t.Fatalf("%q is stored as %q and runs %+v", call, r.Stored.Name, r.Ref)
		case (call == one || call == two) && one != two && r.Via != "exact":
			t.Fatalf("%q is declared and found by %q", call, r.Via)
		}
	})
}
