package scheme_test

import (
	"strings"
	"testing"

	"hopscope/journey"
)

// callCase is a call against a catalog and what the client makes of it.
type callCase struct {
	id, call string
	runs     string // SERVER/NAME, or NAME of one of the client's own
	via      string
	err      string // whole text
	stored   string // empty: what the model said
}

// callTools is the catalog of these cases.
func callTools() journey.Setting {
	set := catalogOf(
		mcp("github", "create_issue"), mcp("GitHub Two", "list"), mcp("a", "b__c"), mcp("a-b", "x-y"), mcp("a-b", "x_y"),
		mcp("docs", "docs.open"), mcp("off", "t"), mcp(repeat("s", 50), "tool_one"),
		journey.Tool{Registered: "task_done", Builtin: true}, journey.Tool{Registered: "Bash", Builtin: true},
	)
	set.Catalog.Tools[6].Disabled = true
	for _, key := range set.Catalog.Keys() {
		set.Catalog.Servers = append(set.Catalog.Servers, journey.ServerEntry{Key: key})
	}
	return set
}

const (
	rooFirst = `Unknown tool "`
	rooLast  = `". This tool does not exist. Please use one of the available tools.`
)

func TestClientCalls(t *testing.T) {
	gooseList := "Available tools: [github__create_issue, githubtwo__list, a__b__c, a-b__x-y, a-b__x_y, docs__docs.open, " + repeat("s", 50) + "__tool_one, task_done, Bash]"
	crushList := "Available tools: Bash, mcp_GitHub Two_list, mcp_a-b_x-y, mcp_a-b_x_y, mcp_a_b__c, mcp_docs_docs.open, mcp_github_create_issue, mcp_" + repeat("s", 50) + "_tool_one, task_done"
	traeList := "Available tools: ['create_issue', 'list', 'b__c', 'x-y', 'x_y', 'docs.open', 'tool_one', 'task_done', 'Bash']"
	rooUnknown := func(server, tool, list string) string {
		return `{"status":"error","type":"unknown_tool","message":"Tool does not exist on server","server":"` + server + `","tool":"` + tool +
			`","available_tools":[` + list + `],"suggestion":"Please use one of the available tools or check if the server is properly configured"}`
	}
	claude := func(said string) string {
		return "<tool_use_error>Error: No such tool available: " + said + "</tool_use_error>"
	}
	for _, c := range []callCase{
		{"cline", "github__create_issue", "github/create_issue", "exact", "", ""},
		{"cline", "GitHub__create_issue", "", "", "Unknown tool: GitHub__create_issue", ""},
		{"cline", "docs__docs.open", "", "", "Unknown tool: docs__docs.open", ""},
		{"cline", "", "", "", "Unknown tool: ", ""},

		{"roo-code", "mcp--github--create_issue", "github/create_issue", "split", "", ""},
		{"roo-code", "mcp__github__create-issue", "github/create_issue", "split, tool with - and _ alike", "", ""},
		{"roo-code", "mcp--GitHub_Two--list", "GitHub Two/list", "split, server by its form", "", ""},
		{"roo-code", "mcp--a_b--x-y", "a-b/x-y", "split, server with - and _ alike", "", ""},
		{"roo-code", "mcp--a-b--x_y", "a-b/x-y", "split, tool with - and _ alike", "", ""}, // not the tool of that name
		{"roo-code", "mcp--a--b__c", "a/b__c", "split, tool with - and _ alike", "", ""},   // looked for as b--c
		{"roo-code", "mcp--a__b--c", "a/b__c", "split, tool with - and _ alike", "", ""},
		{"roo-code", "mcp--a--b_c", "", "", rooUnknown("a", "b_c", `"b__c"`), ""},
		{"roo-code", "mcp--docs--docsopen", "", "", rooUnknown("docs", "docsopen", `"docs.open"`), ""},
		{"roo-code", "mcp--" + repeat("s", 50) + "--tool_on", "", "", rooUnknown(repeat("s", 50), "tool_on", `"tool_one"`), ""},
		{"roo-code", "mcp--off--t", "", "", rooUnknown("off", "t", ""), ""},
		{"roo-code", "mcp--nobody--t", "", "", `{"status":"error","type":"unknown_server","message":"Server is not configured","server":"nobody","available_servers":["github","GitHub Two","a","a-b","docs","off","` + repeat("s", 50) + `"]}`, ""},
		{"roo-code", "mcp--github", "", "", rooFirst + "mcp--github" + rooLast, ""},
		{"roo-code", "MCP--github--create_issue", "", "", rooFirst + "MCP--github--create_issue" + rooLast, ""},
		{"roo-code", "task_done", "task_done", "exact", "", ""},
		{"roo-code", "TASK_DONE", "", "", rooFirst + "TASK_DONE" + rooLast, ""},

		{"goose", "github__create_issue", "github/create_issue", "exact", "", ""},
		{"goose", "GitHub__create_issue", "github/create_issue", "split at the first __", "", ""},
		{"goose", "Git Hub two__list", "GitHub Two/list", "split at the first __", "", ""},
		{"goose", "A__b__c", "a/b__c", "split at the first __", "", ""},
		{"goose", "GITHUB__Create_Issue", "github/Create_Issue", "split at the first __", "", ""},
		{"goose", "off__t", "", "", "Tool 't' is not available for extension 'off'", ""},
		{"goose", "nobody__t", "", "", "Tool 'nobody__t' not found. " + gooseList, ""},
		{"goose", "task_done", "task_done", "exact", "", ""},

		{"crush", "mcp_GitHub Two_list", "GitHub Two/list", "exact", "", ""},
		{"crush", "mcp_github_two_list", "", "", "tool not found: mcp_github_two_list. " + crushList, ""},

		{"continue", "github_two_list", "GitHub Two/list", "exact", "", ""},
		{"continue", "docs.open", "docs/docs.open", "exact", "", ""},
		{"continue", "docs_docs.open", "", "", "Tool docs_docs.open not found", ""},

		{"vscode", "mcp_github_two_list", "GitHub Two/list", "exact", "", ""},
		{"vscode", "mcp_docs_docs_open", "docs/docs.open", "exact", "", ""},
		{"vscode", "mcp_docs_docs.open", "", "", "", ""},

		{"trae-agent", "Create_Issue", "github/create_issue", "lower case without underscores", "", ""},
		{"trae-agent", "TASKDONE", "task_done", "lower case without underscores", "", ""},
		{"trae-agent", "_b_c_", "a/b__c", "lower case without underscores", "", ""},
		{"trae-agent", "XY", "a-b/x_y", "lower case without underscores", "", ""},
		{"trae-agent", "x y", "", "", "Tool 'x y' not found. " + traeList, ""},
		{"trae-agent", "", "", "", "Tool '' not found. " + traeList, ""},

		{"claude-code", "bash", "", "", claude("bash. Tool names are case-sensitive: call Bash instead."), ""},
		{"claude-code", "view", "", "", claude("view"), ""}, // Read is not declared
		{"claude-code", "task", "", "", claude("task"), ""},
		{"claude-code", "Task", "", "", claude("Task"), ""}, // nor is Agent
		{"claude-code", "", "", "", claude(""), ""},
		{"claude-code", "Grep", "", "", claude("Grep. Grep is not available in this session — search file contents with `grep` via the Bash tool instead."), ""},
		{"claude-code", "ListMcpResources", "", "", claude("ListMcpResources. ListMcpResources is not among the tools available here. Continue with the tools you have."), ""},
		{"claude-code", repeat("🚀", 101), "", "", claude(repeat("🚀", 100)), repeat("🚀", 100)},
		{"claude-code", repeat("x", 200), "", "", claude(repeat("x", 200)), ""},

		{"opencode", "GITHUB_CREATE_ISSUE", "github/create_issue", "case", "", "github_create_issue"},
		{"opencode", "github two_list", "", "", "The arguments provided to the tool are invalid: Model tried to call unavailable tool 'github two_list'. Available tools: Bash, GitHub_Two_list, a-b_x-y, a-b_x_y, a_b__c, docs_docs_open, github_create_issue, invalid, " + repeat("s", 50) + "_tool_one, task_done.", "invalid"},

		{"gemini-cli", "mcp_docs_docs.open", "docs/docs.open", "exact", "", ""},
		{"gemini-cli", "", "", "", `Tool "generic_tool" not found. Did you mean one of: "task_done", "mcp_a_b__c", "mcp_a-b_x-y"?`, "generic_tool"},

		{"qwen-code", "mcp__docs__docs.open", "", "", `Tool "mcp__docs__docs.open" not found on MCP server "docs". The server may be disconnected, still starting up, or the tool was renamed.`, "mcp__docs__docs_open_*"},
		{"qwen-code", "mcp__GitHub_Two__x", "", "", `Tool "mcp__GitHub_Two__x" not found on MCP server "GitHub Two". The server may be disconnected, still starting up, or the tool was renamed.`, ""},
		{"qwen-code", "mcp__nobody__x", "", "", `Tool "mcp__nobody__x" not found: no MCP server providing it is currently configured. If you recently removed or renamed an MCP server, its tools are no longer available.`, ""},
		{"qwen-code", "9x", "", "", "*", "tool_9x_0nb0jl0"},
		{"qwen-code", "Bash ", "", "", "*", "Bash__1fnu4lp"},
		{"qwen-code", "", "", "", "*", "tool__0ztntfp"},
	} {
		t.Run(c.id+" "+c.call[:min(len(c.call), 40)], func(t *testing.T) { runCall(t, c) })
	}
}

func runCall(t *testing.T, c callCase) {
	s := mustGet(t, c.id)
	p := s.Plan(callTools())
	r := s.Resolve(&p, echo(c.call))
	runs := ""
	if r.Ref != nil {
		if runs = string(r.Ref.Name); !r.Ref.Builtin {
			runs = string(r.Ref.Server) + "/" + runs
		}
	}
	if runs != c.runs || c.via != "" && r.Via != c.via {
		t.Errorf("runs %q via %q, want %q via %q", runs, r.Via, c.runs, c.via)
	}
	if r.Error != c.err && c.err != "*" {
		t.Errorf("error = %s\nwant    %s", r.Error, c.err)
	}
	want := c.stored
	if want == "" {
		want = c.call
	}
	if begin, open := strings.CutSuffix(want, "*"); string(r.Stored.Name) != want && (!open || !strings.HasPrefix(string(r.Stored.Name), begin)) {
		t.Errorf("stored = %q, want %q", r.Stored.Name, want)
	}
	if r.Error == "" || r.Outcome != journey.OutcomeUnknown {
		return
	}
	if got, ok := s.Recognise(r.Error); !ok || !got.Class.Unknown() {
		t.Errorf("its own text is not recognised: %+v %v", got, ok)
	}
}

func TestHermesRepairs(t *testing.T) {
	valid := []string{"todo", "terminal", "read_file", "write_file", "browser_click", "patch", "web_search", "session_search", "kanban_link", "Odd-Name"}
	for _, c := range []struct{ call, want string }{
		{"read_file", "read_file"},
		{"Odd-Name", "Odd-Name"},
		{"odd-name", "Odd-Name"}, // by likeness: nothing looks at the declared names in another case
		{`terminal" parameter="command" string="true`, "terminal"},
		{"terminal>", "terminal"},
		{"terminal'", "terminal"},
		{`"terminal"`, "terminal"}, // a quote at the very start cuts nothing; by likeness
		{"write file", "write_file"},
		{"PatchTool", "patch"},
		{"Patch-tool", "patch"},
		{"TodoToolTool", "todo"},
		{"TodoTool_tool_tool", ""},
		{"READ-FILE", "read_file"},
		{"SessionSearchTool", "session_search"},
		{"kanban_list", "kanban_link"}, // another tool than was meant
		{"shell", ""},
		{"bash", ""},
		{"tool", "todo"}, // by likeness
		{"_tool", ""},
		{"", ""},
		{`"`, ""},
	} {
		var set journey.Setting
		for _, name := range valid {
			set.Catalog.Tools = append(set.Catalog.Tools, journey.Tool{Registered: journey.Registered(name), Builtin: true})
		}
		s := mustGet(t, "hermes-agent")
		p := s.Plan(set)
		r := s.Resolve(&p, echo(c.call))
		got := ""
		if r.Ref != nil {
			got = string(r.Ref.Name)
		}
		if got != c.want {
			t.Errorf("%q runs %q (%s), want %q", c.call, got, r.Via, c.want)
		}
		if stored := string(r.Stored.Name); stored != got && stored != c.call {
			t.Errorf("%q is stored as %q", c.call, stored)
		}
		if want := "Tool '" + c.call + "' does not exist. Available tools: Odd-Name, browser_click, kanban_link, patch, read_file, session_search, terminal, todo, web_search, write_file"; c.want == "" && r.Error != want {
			t.Errorf("error = %q, want %q", r.Error, want)
		}
	}
}

// Options that change what a client says or does.
func TestClientOptions(t *testing.T) {
	for _, c := range []struct{ id, options, call, args, runs, err string }{
		{"crush", "text=executor", "x", "", "", "tool not found: x"},
		{"goose", "key=older", "docs.x__t", "", "docs.x/t", ""},
		{"goose", "unprefixed=unowned", "Bash", "", "", "Tool 'Bash' has no owner"},
		{"cline", "mcp=one-tool", "use_mcp_tool", "", "use_mcp_tool", ""},
		{"cline", "mcp=one-tool", "use_mcp_tool", `{"server_name":"docs.x","tool_name":"t","arguments":"{}"}`, "docs.x/t", ""},
		{"cline", "mcp=one-tool", "use_mcp_tool", `{"server_name":"docs.x","tool_name":"T"}`, "docs.x/T", ""},
		{"cline", "mcp=one-tool", "use_mcp_tool", `{"server_name":"cB2xTz","tool_name":"t"}`, "", "Error executing MCP tool: No connection found for server: cB2xTz"},
		{"cline", "mcp=one-tool", "docs_x__t", "", "", "Unknown tool: docs_x__t"},
	} {
		set := catalogOf(mcp("docs.x", "t"), journey.Tool{Registered: "Bash"})
		key, value, _ := strings.Cut(c.options, "=")
		set.Options = map[string]string{key: value}
		s := mustGet(t, c.id)
		p := s.Plan(set)
		call := echo(c.call)
		call.Args = c.args
		r := s.Resolve(&p, call)
		runs := ""
		if r.Ref != nil {
			if runs = string(r.Ref.Name); !r.Ref.Builtin {
				runs = string(r.Ref.Server) + "/" + runs
			}
		}
		if runs != c.runs || r.Error != c.err {
			t.Errorf("%s %s: %q %s runs %q, %q; want %q, %q", c.id, c.options, c.call, c.args, runs, r.Error, c.runs, c.err)
		}
	}
}

// A tool in a list that was read, of an extension that does not run.
func TestGooseExtensionIsGone(t *testing.T) {
	set := catalogOf(journey.Tool{Form: journey.FormWire, Wire: journey.WireName{Name: "docs__open"}})
	goose := mustGet(t, "goose")
	for _, c := range []struct {
		connected []journey.Server
		want      string
	}{
		{nil, ""},
		{[]journey.Server{"docs"}, ""},
		{[]journey.Server{"other"}, "Extension 'docs' not found for tool 'docs__open'"},
	} {
		set.Connected = c.connected
		p := goose.Plan(set)
		if r := goose.Resolve(&p, echo("docs__open")); r.Error != c.want {
			t.Errorf("with %q up: %v %q, want %q", c.connected, r.Outcome, r.Error, c.want)
		}
	}
}
