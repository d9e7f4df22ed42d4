package diagnose

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hopscope/journey"
)

func TestDriftFold(t *testing.T) {
	for name, want := range map[string]string{
		"Web_Fetch": "webfetch", "mcp__a.b:c/d-e f": "mcpabcdef", "Ünïcode": "ünïcode", "a+b": "a+b", "": "",
	} {
		if got := driftFold(name); got != want {
			t.Errorf("driftFold(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestWordsOf(t *testing.T) {
	for name, want := range map[string]string{
		"depot_list_sites": "depot list sites", "semanticSearch": "semantic search", "HTTPGet": "httpget",
		"mcp__a__bC": "mcp a b c", "": "", "__": "",
	} {
		if got := strings.Join(wordsOf(name), " "); got != want {
			t.Errorf("wordsOf(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestListInText(t *testing.T) {
	for _, x := range []struct {
		text  string
		want  string
		whole bool
	}{
		{"Model tried to call unavailable tool 'x'. Available tools: invalid, bash, read.", "invalid bash read", true},
		{"Unknown tool name: 'x'. Available tools: 'a', 'b'", "a b", true},
		{"x is not a valid tool, try one of [a, b].", "a b", true},
		{"Available tools: bash, ed...", "bash ed..", false},
		{"Use one of the available tools instead.", "", false},
		{"unknown tool \"x\"; available tools: keywordSearch, readDoc", "keywordSearch readDoc", true},
		{"No such tool available: Available tools: a, b", "a b", true},
		{"", "", false},
	} {
		names, whole := listInText(x.text)
		if got := strings.Join(names, " "); got != x.want || whole != x.whole {
			t.Errorf("listInText(%q) = %q, %v; want %q, %v", x.text, got, whole, x.want, x.whole)
		}
	}
}

func TestServerAndTool(t *testing.T) {
	for text, want := range map[string]string{
		"tool 'stock-entry' not found on server 'get'":                     "get/stock-entry",
		"Error executing MCP tool: No connection found for server: cB2xTz": "cB2xTz/",
		"MCP server 'get' not found":                                       "get/",
		"server get does not have tool stock":                              "get/stock",
		"Unknown MCP server: get":                                          "get/",
		"the disk server was slow":                                         "/",
	} {
		server, tool := serverAndTool(text)
		if got := server + "/" + tool; got != want {
			t.Errorf("serverAndTool(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestPlainError(t *testing.T) {
	for text, want := range map[string]string{
		`{"error":{"message":"{\n  \"error\": {\n \"message\": \"* tools[0].name: bad\"\n}}","code":400}}`:   "* tools[0].name: bad",
		"<tool_use_error>Error: No such tool available: read</tool_use_error>":                               "No such tool available: read",
		`API Error: 400 {"type":"error","error":{"type":"x","message":"tools: Tool names must be unique."}}`: "tools: Tool names must be unique",
		"Model tried to call unavailable tool 'x'. Available tools: a, b.":                                   "Model tried to call unavailable tool 'x'",
	} {
		if got := plainError(text); got != want {
			t.Errorf("plainError(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestReadRefusalPath(t *testing.T) {
	for _, x := range []struct {
		text  string
		site  site
		index int
	}{
		{"Invalid 'tools[8].function.name': string does not match pattern.", siteList, 8},
		{"tools.18.custom.name: String should have at most 128 characters", siteList, 18},
		{"* GenerateContentRequest.tools[0].function_declarations[12].name: Invalid function name.", siteList, 12},
		{"Value at 'toolConfig.tools.22.member.toolSpec.name' failed: Member must have length less than or equal to 64", siteList, 22},
		{"'Google Search' does not match '^[a-zA-Z0-9_-]{1,64}$' - 'functions.0.name'", siteList, 0},
		{"Function at index 3 has an invalid name", siteList, 3},
		{"Invalid 'messages[9].tool_calls[0].function.name': string does not match pattern.", siteHistory, -1},
		{"messages.2.content.0.tool_result.content.0.tool_reference.tool_name: String should have at most 64 characters", siteReference, -1},
		{"Duplicate namespace name 'codex_app' in input[14].tools[0]. Namespace names must be unique.", siteList, -1},
		{"Tool choice 'function' not found in 'tools' parameter.", siteNone, -1},
	} {
		r, ok := readRefusal(x.text)
		if !ok || r.site != x.site || r.index != x.index {
			t.Errorf("readRefusal(%q) = %v, site %d, index %d; want site %d, index %d", x.text, ok, r.site, r.index, x.site, x.index)
		}
	}
}

func TestCharRule(t *testing.T) {
	for _, x := range []struct {
		expr, name string
		at         int
	}{
		{"^[a-zA-Z0-9_-]{1,128}$", "calendar.add", 8},
		{"^[a-zA-Z0-9_-]{1,4}$", "calendar", -1},
		{"^[A-Za-z][A-Za-z0-9_-]*$", "_a", 0},
		{"[a-zA-Z0-9_-]+", "météo", 1},
		{`^[a-zA-Z0-9_\.-]+$`, "a b", 1},
	} {
		if _, at := (charRule{expr: liftedExpr(x.expr)}).firstBad(x.name); at != x.at {
			t.Errorf("firstBad(%q, %q) = %d, want %d", x.expr, x.name, at, x.at)
		}
	}
}

// Verbs that an advice may begin with.
var adviceVerbs = strings.Fields(`Answer Append Ask Call Capture Change Clean Compare Complete Connect Drop Find Fix
	Give Keep Let List Look Make Map Name Put Remove Rename Restore Return Send Serve Set Shorten Store Strip Switch Take
	Tell Trim Try Turn Undo Update Use`)

// Texts fit the Why panel: two lines of What and of Do at 74 columns.
func TestTextsFit(t *testing.T) {
	const lines = 2 * 74
	raws := append(readCases(t, filepath.Join("..", "..", "testdata", "vectors", "failure-kinds.json")),
		readCases(t, filepath.Join("testdata", "kinds.json"))...)
	for _, raw := range raws {
		d := judgeCase(t, raw)
		if d == nil {
			continue
		}
		if n := runeLen(d.What); n > lines {
			t.Errorf("What is %d characters: %s", n, d.What)
		}
		if n := runeLen(d.Advice); n > lines {
			t.Errorf("Advice is %d characters: %s", n, d.Advice)
		}
		if verb, _, _ := strings.Cut(d.Advice, " "); !slices.Contains(adviceVerbs, verb) {
			t.Errorf("Advice begins with %q: %s", verb, d.Advice)
		}
		for _, ev := range d.Evidence {
			if ev.Where == "" || ev.Text == "" || runeLen(ev.Text) > 130 {
				t.Errorf("%s: evidence %q: %q", d.Kind, ev.Where, ev.Text)
			}
		}
		if d.Test == "" {
			t.Errorf("%s names no test", d.Kind)
		}
	}
}

func TestSeen(t *testing.T) {
	d := &journey.Diagnosis{Evidence: []journey.Evidence{{Where: "line 11", Text: "No such tool"}, {Where: "catalog", Text: "It came later."}, {Where: "call 2", Text: "Again"}}}
	if got, want := Seen(d), "Line 11: No such tool. It came later. Call 2: Again."; got != want {
		t.Errorf("Seen = %q, want %q", got, want)
	}
}
