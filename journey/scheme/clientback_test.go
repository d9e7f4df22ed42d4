package scheme_test

import (
	"slices"
	"testing"

	"hopscope/journey"
)

// What stands behind a name that was read from a request: server and tool, and
// whether that is sure.
func TestClientsReadBack(t *testing.T) {
	for _, c := range []struct {
		id, name     string
		servers      []journey.Server
		server, tool string
		known        bool
	}{
		{"cline", "docs__open", nil, "docs", "open", true},
		{"cline", "docs__open_it", nil, "docs", "open_it", true},
		{"cline", "a__b__c", nil, "a", "b__c", false},
		{"cline", "a__b__c", []journey.Server{"a__b"}, "a__b", "c", true},
		{"cline", "docs___open", nil, "docs", "_open", false},
		{"cline", "plain__get_issue_ec6ea7cb", nil, "plain", "get_issue_ec6ea7cb", false},
		{"cline", "read_file", nil, "", "read_file", true},
		{"roo-code", "mcp--docs--open", nil, "docs", "open", false},
		{"roo-code", "mcp--my_docs--open", []journey.Server{"my docs"}, "my docs", "open", false},
		{"roo-code", "read_file", nil, "", "read_file", true},
		{"goose", "docs__open.it", nil, "docs", "open.it", true},
		{"goose", "mydocs__open", []journey.Server{"My Docs"}, "My Docs", "open", true},
		{"goose", "a__b__c", nil, "a", "b__c", false},
		{"crush", "mcp_docs_open", nil, "docs", "open", true},
		{"crush", "mcp_docs_open_it", nil, "", "mcp_docs_open_it", false},
		{"crush", "mcp_docs_open_it", []journey.Server{"docs"}, "docs", "open_it", true},
		{"crush", "view", nil, "", "view", true},
		{"vscode", "mcp_docs_open", nil, "", "mcp_docs_open", false},
		{"vscode", "mcp_docs_open", []journey.Server{"Docs"}, "Docs", "open", true},
		{"vscode", "mcp_docs2_open", []journey.Server{"Docs", "docs"}, "docs", "open", true},
		{"vscode", "mcp_docs_open_it", []journey.Server{"Docs"}, "Docs", "open_it", false},
		{"continue", "my_docs_open", []journey.Server{"My Docs"}, "My Docs", "open", false},
		{"continue", "open", nil, "", "open", false},
		{"trae-agent", "docs.open", nil, "", "docs.open", true},
		{"hermes-agent", "terminal", nil, "", "terminal", true},
		{"hermes-agent", "docs_open", nil, "", "docs_open", false},
		{"cursor", "docs_open", nil, "", "docs_open", false},
	} {
		for _, tool := range []journey.Tool{
			{Form: journey.FormWire, Wire: journey.WireName{Name: journey.Wire(c.name)}},
			{Form: journey.FormSafe, Safe: journey.Safe(c.name)},
		} {
			set := catalogOf(tool)
			for _, s := range c.servers {
				set.Catalog.Servers = append(set.Catalog.Servers, journey.ServerEntry{Key: s})
			}
			p := mustGet(t, c.id).Plan(set)
			n := &p.Tools[0]
			if string(n.Ref.Server) != c.server || string(n.Ref.Name) != c.tool || n.RegisteredKnown != c.known || string(n.Wire.Name) != c.name {
				t.Errorf("%s: %q with %q = %+v known %v as %q, want %q %q %v", c.id, c.name, c.servers, n.Ref, n.RegisteredKnown, n.Wire.Name, c.server, c.tool, c.known)
			}
		}
	}
}

// A plan made from the forms of another plan has the same forms.
func TestClientsNameTwiceAlike(t *testing.T) {
	for _, id := range []string{"cline", "roo-code", "goose", "crush", "vscode", "continue", "trae-agent"} {
		s := mustGet(t, id)
		p := s.Plan(callTools())
		var set journey.Setting
		for i := range p.Tools {
			set.Catalog.Tools = append(set.Catalog.Tools, journey.Tool{Form: journey.FormSafe, Safe: p.Tools[i].Safe})
		}
		again := s.Plan(set)
		for i := range p.Tools {
			if p.Tools[i].Wire != again.Tools[i].Wire {
				t.Errorf("%s: %v is named %v", id, p.Tools[i].Wire, again.Tools[i].Wire)
			}
		}
	}
}

func TestClientsRecognise(t *testing.T) {
	for _, c := range []struct {
		id, text, name string
		offered        []string
		class          journey.Class
	}{
		{"cline", `{"error":"Unknown tool: x"}`, "x", nil, journey.ClassUnknownTool},
		{"cline", "Error executing MCP tool: No connection found for server: cB2xTz", "", nil, journey.ClassUnknownTool},
		{"roo-code", `RooCode invokes an invalid tool "x"`, "x", nil, journey.ClassUnknownTool},
		{"roo-code", `{"status":"error","type":"unknown_tool","message":"Tool does not exist on server","server":"s","tool":"a\"b","available_tools":["c"]}`, `a"b`, []string{"c"}, journey.ClassUnknownTool},
		{"roo-code", `{"status":"error","type":"invalid_argument","message":"Invalid JSON argument","server":"s","tool":"t"}`, "t", nil, journey.ClassBadArguments},
		{"goose", "-32002: Tool 'it's' not found. Available tools: [a__b, c]", "it's", []string{"a__b", "c"}, journey.ClassUnknownTool},
		{"goose", "Tool 'x' has no owner", "x", nil, journey.ClassUnknownTool},
		{"goose", "Extension 'e' not found for tool 'x'", "", nil, journey.ClassUnknownTool},
		{"goose", "Tool 't' is not available for extension 'e'", "t", nil, journey.ClassNotEnabled},
		{"goose", "Tool 'x' not found", "x", nil, journey.ClassUnknownTool},
		{"crush", "tool not found: a b. Available tools: c, d", "a b", []string{"c", "d"}, journey.ClassUnknownTool},
		{"crush", "tool not found: x", "x", nil, journey.ClassUnknownTool},
		{"hermes-agent", "Tool 'x' does not exist. Available tools: a, b", "x", []string{"a", "b"}, journey.ClassUnknownTool},
		{"trae-agent", `Tool 'x' not found. Available tools: ['a', "b'c"]`, "x", []string{"a", "b'c"}, journey.ClassUnknownTool},
		{"continue", "Tool a b not found", "a b", nil, journey.ClassUnknownTool},
	} {
		got, ok := mustGet(t, c.id).Recognise(c.text)
		if !ok || got.Class != c.class || got.Name != c.name || !slices.Equal(got.Offered, c.offered) {
			t.Errorf("%s: Recognise(%q) = %+v %v, want %v %q %q", c.id, c.text, got, ok, c.class, c.name, c.offered)
		}
	}
	for _, id := range []string{"cline", "roo-code", "goose", "crush", "vscode", "continue", "trae-agent", "hermes-agent", "cursor"} {
		for _, text := range []string{"", "{", "{}", `{"status":"error"}`, "exit code 1", "File not found", "Error: ENOENT", "Tool crashed"} {
			if got, ok := mustGet(t, id).Recognise(text); ok {
				t.Errorf("%s: Recognise(%q) = %+v, want nothing", id, text, got)
			}
		}
	}
}

// Each of these schemes says what it is, and says of nothing unknown that it is
// known.
func TestClientsDescribeThemselves(t *testing.T) {
	unknown := map[string][4]bool{ // clash, look-up, history, refusal
		"cline": {false, false, true}, "roo-code": {false, false, true}, "goose": {false, false, true}, "crush": {false, false, true},
		"vscode": {false, false, true, true}, "continue": {true, false, true}, "trae-agent": {false, false, true},
		"hermes-agent": {true}, "cursor": {true, true, true, true},
	}
	for id, want := range unknown {
		info := mustGet(t, id).Info()
		if got := [4]bool{info.Clash == "", info.Lookup == "", info.History == "", info.Refusal == ""}; got != want {
			t.Errorf("%s: clash, look-up, history, refusal are unknown = %v, want %v", id, got, want)
		}
		hows := map[string]bool{}
		for _, f := range info.Sources {
			hows[f.How] = true
			if f.What == "" || f.Source == "" || f.AsOf == "" {
				t.Errorf("%s: source %+v lacks something", id, f)
			}
		}
		if !hows["read"] && !hows["run"] || !hows["unknown"] {
			t.Errorf("%s: sources are %v, want one that was seen and what is unknown", id, hows)
		}
	}
}
