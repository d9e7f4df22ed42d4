package scheme_test

import (
	"slices"
	"strings"
	"testing"

	"hopscope/journey"
)

func TestClaudeRecognise(t *testing.T) {
	const (
		unknown = journey.ClassUnknownTool
		off     = journey.ClassNotEnabled
	)
	wrap := func(s string) string {
		return "<tool_use_error>Error: No such tool available: " + s + "</tool_use_error>"
	}
	for _, c := range []struct {
		text  string
		class journey.Class
		name  string
	}{
		{wrap("read"), unknown, "read"},
		{wrap(""), unknown, ""},
		{wrap("a.b. c"), unknown, "a.b. c"},
		{wrap("Bash "), unknown, "Bash "},
		{wrap("x\ny"), unknown, "x\ny"},
		{wrap("bash. Tool names are case-sensitive: call Bash instead."), unknown, "bash"},
		{wrap("bash. Tool names are case-sensitive: call Read instead."), unknown, "bash. Tool names are case-sensitive: call Read instead."},
		{wrap("view. Call Read instead."), unknown, "view"},
		{wrap("a. Call me instead. Call Read instead."), unknown, "a. Call me instead"},
		{wrap("Write. Write exists but is not enabled in this context. Use one of the available tools instead."), off, "Write"},
		{wrap("a. b. a. b exists but is not enabled in this context. Use one of the available tools instead."), off, "a. b"},
		{wrap("X. Y exists but is not enabled in this context. Use one of the available tools instead."), unknown, "X. Y exists but is not enabled in this context. Use one of the available tools instead."},
		{wrap("TodoWrite. TodoWrite is disabled for this session, in subagents as well as here."), off, "TodoWrite"},
		{wrap("LSP. LSP is disabled for this session."), off, "LSP"},
		{wrap("Grep. Grep is not available in this session — search file contents with `grep` via the Bash tool instead."), off, "Grep"},
		{wrap("ListMcpResources. ListMcpResources is not among the tools available here. Continue with the tools you have."), off, "ListMcpResources"},
		{wrap("Brief. Brief is not enabled in this session — write your message as normal assistant text instead."), off, "Brief"},
		{wrap("GetTask. GetTask is not a tool you can call. A background command's or task's result reaches you by itself."), unknown, "GetTask"},
		{wrap("mcp__a__b. Its MCP server 'a' is still connecting."), unknown, "mcp__a__b"},
		{"<tool_use_error>Error: No such tool available: cut before its e", unknown, "cut before its e"},
		{"<tool_use_error>InputValidationError: Read failed due to the following issues:\nThe required parameter `file_path` is missing</tool_use_error>", journey.ClassBadArguments, "Read"},
		{"<tool_use_error>InputValidationError: something else</tool_use_error>", journey.ClassBadArguments, ""},
		{"Claude requested permissions to use WebSearch, but you haven't granted it yet.", journey.ClassDenied, "WebSearch"},
		{"Claude requested permissions to read from ~/.claude/CLAUDE.md, but you haven't granted it yet.", journey.ClassDenied, ""},
		{"The user doesn't want to proceed with this tool use. The tool use was rejected.", journey.ClassDenied, ""},
		{"This command requires approval", journey.ClassDenied, ""},
	} {
		got, ok := mustGet(t, "claude-code").Recognise(c.text)
		if !ok || got.Class != c.class || got.Name != c.name {
			t.Errorf("Recognise(%q) = %v %q %v, want %v %q", c.text, got.Class, got.Name, ok, c.class, c.name)
		}
	}
}

func TestClaudeRecogniseLeavesAlone(t *testing.T) {
	for _, text := range []string{
		"", "<tool_use_error>", "<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>",
		"Error: No such tool available: X", "grep: <tool_use_error>Error: No such tool available: X</tool_use_error>",
		"Exit code 1\n<tool_use_error>Error: No such tool available: X</tool_use_error>",
	} {
		if got, ok := mustGet(t, "claude-code").Recognise(text); ok {
			t.Errorf("Recognise(%q) = %+v, want nothing", text, got)
		}
	}
}

// What a scheme words it must read back: the class is about the name, and the
// name is the one that was called.
func TestEachSchemeReadsItsOwnRefusal(t *testing.T) {
	calls := []string{"x", "", "it's", `a"b'c`, "検索", "a\nb", "Grep", "GetTask", "bash", "view", "TodoWrite", "LSP", "a. Call Read instead", "\u202e", "a\\nb"}
	for _, id := range []string{"claude-code", "claude-code@2.1.20", "native", "codex", "opencode", "gemini-cli", "qwen-code", "verbatim"} {
		s := mustGet(t, id)
		p := s.Plan(journey.Setting{Catalog: names("Read", "Bash")})
		for _, call := range calls {
			r := s.Resolve(&p, echo(call))
			switch {
			case id == "gemini-cli" && call == "":
				call = "generic_tool"
			case id == "verbatim":
				call, _, _ = strings.Cut(call, "\n")
			}
			got, ok := s.Recognise(r.Error)
			if !ok || !got.Class.Unknown() || got.Name != call {
				t.Errorf("%s: Recognise(%q) = %v %q %v, want the name %q", id, r.Error, got.Class, got.Name, ok, call)
			}
		}
	}
}

func TestVerbatimRecognise(t *testing.T) {
	for _, c := range []struct {
		text    string
		name    string
		offered []string
	}{
		{"<tool_use_error>Error: No such tool available: bash_tool</tool_use_error>", "bash_tool", nil},
		{"Error: No such tool available: mcp__scene_mcp__list_toolsets", "mcp__scene_mcp__list_toolsets", nil},
		{"Error: No such tool available: AskUserQuestion. AskUserQuestion exists but is not enabled in this context. Use one of the available tools instead.", "AskUserQuestion", nil},
		{"Model tried to call unavailable tool 'todo_write'. Available tools: invalid, bash, todowrite, skill.", "todo_write", []string{"invalid", "bash", "todowrite", "skill"}},
		{"The arguments provided to the tool are invalid: Model tried to call unavailable tool 'it's'. Available tools: .", "it's", []string{}},
		{"Model tried to call unavailable tool 'x'. No tools are available.", "x", nil},
		{"Model tried to call unavailable tool ' read'. Available tools: read.", " read", []string{"read"}},
		{`No tool named "bash" is currently available. Please use a tool from the available tool list.`, "bash", nil},
		{"unsupported call: ", "", nil},
		{"unsupported call: exec_commandexec_command", "exec_commandexec_command", nil},
		{"ERROR codex_core::tools::router: error=unsupported call: mcp__calc.run", "mcp__calc.run", nil},
		{"unsupported custom tool call: applypatch", "applypatch", nil},
		{`{"error": "Tool \"Read\" not found. Did you mean one of: \"read_file\", \"glob\", \"replace\"?"}`, "Read", nil},
		{`Tool "x" not found in registry`, "x", nil},
		{`Tool "x" not found in registry. Tools must use the exact names that are registered. Did you mean "y"?`, "x", nil},
		{`RooCode invokes an invalid tool "x"`, "x", nil},
		{`Unknown tool "x". This tool does not exist. Please use one of the available tools.`, "x", nil},
		{"Tool 'read_file' not found", "read_file", nil},
		{"Tool 'x' not found. Available tools: [a, b]", "x", []string{"a", "b"}},
		{"Tool 'x' not found. Available tools: ['a', 'b']", "x", []string{"a", "b"}},
		{"Tool 'x' not found.\nAvailable tools: a, b\n\nPossible causes:\n", "x", []string{"a", "b"}},
		{"Tool 'shell' does not exist. Available tools: read_file, terminal, write_file", "shell", []string{"read_file", "terminal", "write_file"}},
		{"Tool 'x' is not available for execution.", "x", nil},
		{"tool not found: x. Available tools: a, b", "x", []string{"a", "b"}},
		{"tool not found: x", "x", nil},
		{"No ToolCallback found for tool name: geocode", "geocode", nil},
		{"Error: x is not a valid tool, try one of [a, b].", "x", []string{"a", "b"}},
		{"x is not a valid tool, try another one.", "x", nil},
		{"Unknown function: x", "x", nil},
		{"Error: The tool 'web-lookup' is not available.", "web-lookup", nil},
		{"Error: unknown tool \"it's\"", "it's", nil},
		{"Unknown tool name: 'atlas.find_place'. Available tools: 'find_place', 'list_routes'", "atlas.find_place", []string{"find_place", "list_routes"}},
		{`error: goai: unknown tool "semanticSearter"; available tools: keywordSearch, readDoc`, "semanticSearter", []string{"keywordSearch", "readDoc"}},
		{"Unknown tool: multi_tool_use.parallel", "multi_tool_use.parallel", nil},
		{"unknown tool: query_dataset<|channel|>commentary", "query_dataset<|channel|>commentary", nil},
		{"MCP error: tool browserdev__new_page not found", "browserdev__new_page", nil},
		{"MCP error -32602: Tool x not found", "x", nil},
		{"tool 'stock-entry' not found on server 'get'", "stock-entry", nil},
		{"Tool not available: getprojectdetails", "getprojectdetails", nil},
		{"Error executing MCP tool: No connection found for server: cB2xTz", "", nil},
		{"tool call error: unknown tool", "", nil},
		{"Tool q not found in agent A", "q", nil},
	} {
		got, ok := mustGet(t, "verbatim").Recognise(c.text)
		if !ok || !got.Class.Unknown() || got.Name != c.name || !slices.Equal(got.Offered, c.offered) || (got.Offered == nil) != (c.offered == nil) {
			t.Errorf("Recognise(%q) = %v %q %q %v, want %q %q", c.text, got.Class, got.Name, got.Offered, ok, c.name, c.offered)
		}
	}
}

func TestVerbatimRecogniseLeavesAlone(t *testing.T) {
	for _, text := range []string{
		"", "Exit code 1", "File not found", "Tool crashed: not found", "MCP error -32000: Connection closed",
		"400 invalid_request_error: Tool 'proxy_web_search' not found in provided tools",
		strings.Repeat("long output ", 50) + " is not a valid tool, try another one.",
	} {
		if got, ok := mustGet(t, "verbatim").Recognise(text); ok {
			t.Errorf("Recognise(%q) = %+v, want nothing", text, got)
		}
	}
}
