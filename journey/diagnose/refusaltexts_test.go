package diagnose

import (
	"slices"
	"testing"

	"hopscope/journey"
)

// refusalText is a text as a provider gives it for one of the lists below, and
// what it is about.
type refusalText struct {
	text, who, tool string
	place           journey.Place
	path, rule      string
	limit, length   int
}

// listed are the tools that the texts speak of: the third is at fault.
var listed = []string{"read_file", "write_file", "docs.open"}

const (
	openAIPatternText = "string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'."
	geminiNameText    = "Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64."
)

// Every wording of the providers about a name: the tool, the place and the rule
// are named.
func TestExplainNames(t *testing.T) {
	const (
		declare = journey.PlaceDeclare
		call    = journey.PlaceHistoryCall
		echo    = journey.PlaceModelEcho
	)
	for _, x := range []refusalText{
		{"Invalid 'tools[2].function.name': " + openAIPatternText, "openai-chat", "docs.open", declare, "tools[2].function.name", "illegal-name", 0, 0},
		{"Invalid 'tools[2].function.name': string too long. Expected a string with maximum length 64, but got a string with length 74 instead.", "azure-openai", "docs.open", declare, "tools[2].function.name", "too-long", 64, 74},
		{"400 Invalid 'tools[2].name': " + openAIPatternText, "openai-responses", "docs.open", declare, "tools[2].name", "illegal-name", 0, 0},
		{"Invalid 'messages[9].tool_calls[0].function.name': " + openAIPatternText, "openai-chat", "", call, "messages[9].tool_calls[0].function.name", "illegal-name", 0, 0},
		{"Invalid 'messages[1].name': " + openAIPatternText, "openai-chat", "", journey.PlaceMessageName, "messages[1].name", "illegal-name", 0, 0},
		{"Invalid 'input[492].name': " + openAIPatternText, "openai-responses", "", call, "input[492].name", "illegal-name", 0, 0},
		{"'docs.open' does not match '^[a-zA-Z0-9_-]{1,64}$' - 'functions.2.name'", "openai-chat", "docs.open", declare, "functions.2.name", "illegal-name", 0, 0},
		{"Tool choice 'function' not found in 'tools' parameter.", "openai-responses", "", journey.PlaceToolChoice, "tool_choice", "not-declared", 0, 0},
		{"tools.2.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'", "anthropic-messages", "docs.open", declare, "tools.2.custom.name", "illegal-name", 0, 0},
		{`API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"tools.2.custom.name: String should have at most 128 characters"}}`, "anthropic-messages", "docs.open", declare, "tools.2.custom.name", "too-long", 128, 0},
		{"messages.7.content.1.tool_use.name: String should have at most 200 characters", "anthropic-messages", "", call, "messages.7.content.1.tool_use.name", "too-long", 200, 0},
		{"messages.11.content.1.tool_use.name: String should have at least 1 character", "anthropic-messages", "", call, "messages.11.content.1.tool_use.name", "too-short", 1, 0},
		{"messages.10.content.1.tool_result.content.0.tool_reference.tool_name: String should have at most 64 characters", "anthropic-messages", "", journey.PlaceToolReference, "messages.10.content.1.tool_result.content.0.tool_reference.tool_name", "too-long", 64, 0},
		{`{"error_code":"tool_name_conflict"}`, "anthropic-messages", "", declare, "", "duplicate-name", 0, 0},
		{"1 validation error detected: Value 'docs.open' at 'toolConfig.tools.3.member.toolSpec.name' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+", "bedrock-converse", "docs.open", declare, "toolConfig.tools.3.member.toolSpec.name", "illegal-name", 0, 0},
		{"Value at 'messages.73.member.content.2.member.toolUse.name' failed to satisfy constraint: Member must have length less than or equal to 64", "bedrock-converse", "", call, "messages.73.member.content.2.member.toolUse.name", "too-long", 64, 0},
		{"1 validation error detected: Value '' at 'messages.3.member.content.2.member.toolUse.name' failed to satisfy constraint: Member must have length greater than or equal to 1", "bedrock-converse", "", call, "messages.3.member.content.2.member.toolUse.name", "too-short", 1, 0},
		{"* GenerateContentRequest.tools[0].function_declarations[2].name: " + geminiNameText, "gemini", "docs.open", declare, "tools[0].function_declarations[2].name", "illegal-name", 64, 0},
		{"The GenerateContentRequest proto is invalid:\\n  * tools[0].function_declarations[2].name: [FIELD_INVALID] " + geminiNameText, "vertex", "docs.open", declare, "tools[0].function_declarations[2].name", "illegal-name", 64, 0},
		{"Duplicate function declaration found: docs.open", "gemini", "docs.open", declare, "", "duplicate-name", 0, 0},
		{"Duplicate function declaration found: mcp__plugin_foo_some-server__do_someth", "gemini", "mcp__plugin_foo_some-server__do_someth", declare, "", "duplicate-name", 0, 0},
		{"* GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty.", "gemini", "", journey.PlaceHistoryResult, "contents[2].parts[0].function_response.name", "too-short", 1, 0},
		{"* GenerateContentRequest.contents[2].parts[0].function_call.name: Name cannot be empty.", "gemini", "", call, "contents[2].parts[0].function_call.name", "too-short", 1, 0},
		{"Function name was docs.open but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.", "mistral", "docs.open", declare, "", "illegal-name", 0, 0},
		{"Invalid 'tools[2].function.name': string too long. Expected a string with maximum length 64, but got a string with length 71 instead.", "deepseek", "docs.open", declare, "tools[2].function.name", "too-long", 64, 71},
		{"Duplicate namespace name 'codex_app' in input[14].tools[0]. Namespace names must be unique.", "deepseek", "codex_app", journey.PlaceNamespace, "tools[0]", "duplicate-name", 0, 0},
		{"invalid-argument: Duplicate tool names: web_search", "xai", "web_search", declare, "", "duplicate-name", 0, 0},
		{"Tool call validation failed: tool call validation failed: attempted to call tool 'docs_open' which was not in request.tools", "groq", "docs.open", echo, "", "unknown-name", 0, 0},
		{"The tool specified in `tool_choice` does not match any of the specified `tools`", "vllm", "", journey.PlaceToolChoice, "tool_choice", "not-declared", 0, 0},
		{"unsupported call: docs_open", "codex", "docs.open", echo, "", "unknown-name", 0, 0},
		{"Tool name cannot be empty", "mcp", "", declare, "", "too-short", 1, 0},
		{"Tool name exceeds maximum length of 128 characters (current: 129)", "mcp", "", declare, "", "too-long", 128, 129},
		{`Tool name contains invalid characters: ":", " "`, "mcp", "", declare, "", "illegal-name", 0, 0},
		{"Tool docs.open is already registered", "mcp", "docs.open", declare, "", "duplicate-name", 0, 0},
		{"MCP error -32602: Tool docs_open not found", "mcp", "docs.open", echo, "", "unknown-name", 0, 0},
		{"Unknown tool: docs_open", "mcp", "docs.open", echo, "", "unknown-name", 0, 0},
	} {
		got, ok := ExplainError(x.text, listOf(listed...))
		if !ok || got.Diagnosis == nil {
			t.Errorf("ExplainError(%q) = %v, no diagnosis", x.text, ok)
			continue
		}
		x.compare(t, got)
	}
}

// Wordings that are not about a name say so: no kind, but the place and what to
// do.
func TestExplainBeside(t *testing.T) {
	const (
		call   = journey.PlaceHistoryCall
		result = journey.PlaceHistoryResult
		count  = journey.PlaceToolCount
		ids    = journey.PlaceCallID
		echo   = journey.PlaceModelEcho
	)
	for _, x := range []refusalText{
		{"Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 129 instead.", "openai-chat", "", count, "tools", "too-many", 128, 129},
		{"An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: call_1", "openai-chat", "", call, "", "unpaired", 0, 0},
		{"An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)", "openai-chat", "", call, "", "unpaired", 0, 0},
		{"Messages with role 'tool' must be a response to a preceding message with 'tool_calls'", "openai-chat", "", result, "", "unpaired", 0, 0},
		{"Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.", "openai-chat", "", result, "", "unpaired", 0, 0},
		{"Invalid 'input[5].call_id': string too long. Expected a string with maximum length 64, but got a string with length 69 instead.", "openai-responses", "", ids, "input[5].call_id", "too-long", 64, 69},
		{"No tool call found for function call output with call_id call_1.", "openai-responses", "", result, "", "unpaired", 0, 0},
		{"No tool output found for function call call_1.", "openai-responses", "", call, "", "unpaired", 0, 0},
		{"Tool choice 'required' must be specified with 'tools' parameter.", "openai-responses", "", journey.PlaceToolChoice, "", "too-few", 0, 0},
		{"messages.5.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'", "anthropic-messages", "", ids, "messages.5.content.0.tool_use.id", "illegal-name", 0, 0},
		{"messages.6: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each `tool_use` block must have a corresponding `tool_result` block in the next message.", "anthropic-messages", "", call, "messages.6", "unpaired", 0, 0},
		{"messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.", "anthropic-messages", "", result, "messages.0.content.0", "unpaired", 0, 0},
		{"unexpected `tool_use_id` found in `advisor_tool_result` blocks: srvtoolu_1. Each `advisor_tool_result` block must have a corresponding `server_tool_use` block before it.", "anthropic-messages", "", result, "", "unpaired", 0, 0},
		{"At least one tool must have defer_loading=false. All tools cannot be deferred", "anthropic-messages", "", journey.PlaceDeclare, "", "all-deferred", 0, 0},
		{`{"error_code":"tool_reference_unresolved"}`, "anthropic-messages", "", journey.PlaceToolReference, "", "not-declared", 0, 0},
		{`{"error_code":"available_tools_limit_exceeded"}`, "anthropic-messages", "", count, "", "too-many", 0, 0},
		{"Expected toolResult blocks at messages.22.content for the following Ids: tooluse_1", "bedrock-converse", "", call, "messages.22.content", "unpaired", 0, 0},
		{"The number of toolResult blocks at messages.3.content exceeds the number of toolUse blocks of previous turn", "bedrock-converse", "", result, "messages.3.content", "unpaired", 0, 0},
		{"The toolResult blocks at messages.4.content contain duplicate Ids: tooluse_1", "bedrock-converse", "", result, "messages.4.content", "unpaired", 0, 0},
		{"The toolConfig field must be defined when using toolUse and toolResult content blocks.", "bedrock-converse", "", count, "", "too-few", 0, 0},
		{"The GenerateContentRequest proto is invalid:\n  * tools[0].function_declarations: [FIELD_INVALID] At most 512 function declarations can be specified.", "gemini", "", count, "tools[0].function_declarations", "too-many", 512, 0},
		{"Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.", "gemini", "", result, "", "unpaired", 0, 0},
		{"Please ensure that function call turn contains at least one function_call part which can not be mixed with function_response parts.", "gemini", "", call, "", "unpaired", 0, 0},
		{"Function calling config is set without function_declarations.", "gemini", "", journey.PlaceToolChoice, "", "too-few", 0, 0},
		{"Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.", "mistral", "", ids, "", "call-id", 0, 0},
		{"Tool call id has to be defined.", "mistral", "", ids, "", "call-id", 0, 0},
		{"Not the same number of function calls and responses", "mistral", "", result, "", "unpaired", 0, 0},
		{"Unexpected tool call id abcdefghi in tool results", "mistral", "", result, "", "unpaired", 0, 0},
		{"Duplicate tool call id abcdefghi in assistant message", "mistral", "", result, "", "unpaired", 0, 0},
		{"'tools' : maximum number of items is 128", "groq", "", count, "tools", "too-many", 128, 0},
		{"tool call validation failed: parameters for tool docs.open did not match schema: errors: [missing properties: 'city']", "groq", "docs.open", echo, "", "bad-arguments", 0, 0},
		{"Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.", "groq", "", echo, "", "unreadable-call", 0, 0},
		{"requested tool does not exist", "groq", "", echo, "", "unknown-name", 0, 0},
		{"`tools` must not be an empty array. Either provide at least one tool or omit the field entirely.", "vllm", "", count, "", "too-few", 0, 0},
		{"tool_use block missing required 'name' field", "ollama", "", call, "", "too-short", 0, 0},
		{"Tool docs.open disabled", "mcp", "docs.open", journey.PlaceCall, "", "disabled", 0, 0},
		{"Header mismatch: Mcp-Name header value 'foo' does not match body value 'bar'", "mcp", "foo", journey.PlaceCall, "", "header-mismatch", 0, 0},
	} {
		got, ok := ExplainError(x.text, listOf(listed...))
		if !ok || got.Diagnosis != nil || got.Kind != "" || got.What == "" || got.Advice == "" {
			t.Errorf("ExplainError(%q) = %v, kind %q, what %q; want no kind, and what it is about", x.text, ok, got.Kind, got.What)
			continue
		}
		x.compare(t, got)
	}
}

func (x refusalText) compare(t *testing.T, got Explanation) {
	t.Helper()
	if got.Tool != x.tool || got.Place != x.place || got.Path != x.path || got.Rule != x.rule || got.Limit != x.limit || got.Length != x.length {
		t.Errorf("ExplainError(%q) = tool %q, %s at %q, %s %d/%d; want tool %q, %s at %q, %s %d/%d",
			x.text, got.Tool, got.Place, got.Path, got.Rule, got.Length, got.Limit, x.tool, x.place, x.path, x.rule, x.length, x.limit)
	}
	if !slices.Contains(got.Who, x.who) {
		t.Errorf("ExplainError(%q): worded by %v, want %s among them", x.text, got.Who, x.who)
	}
}

// Two tools of one name are found in the list where the text names none.
func TestExplainDuplicates(t *testing.T) {
	for _, text := range []string{"tools: Tool names must be unique.", "Tool names must be unique."} {
		got, ok := ExplainError(text, listOf("read", "write", "read"))
		if !ok || got.Tool != "read" || got.Rule != "duplicate-name" || got.Place != journey.PlaceDeclare {
			t.Errorf("ExplainError(%q) = %v, tool %q, %s at %q; want read", text, ok, got.Tool, got.Rule, got.Place)
		}
	}
}

func TestExplainEmptyName(t *testing.T) {
	const text = "Invalid 'tools[1].name': empty string. Expected a string with minimum length 1, but got an empty string instead."
	got, ok := ExplainError(text, listOf("read", "", "write"))
	if !ok || got.Kind != journey.KindIllegalName || got.Rule != "too-short" || got.Path != "tools[1].name" || got.Tool != "" {
		t.Errorf("ExplainError(%q) = %v, %s %s at %q, tool %q", text, ok, got.Kind, got.Rule, got.Path, got.Tool)
	}
}

// In a list with namespaces a position counts entries, and a second one the
// tools of a namespace.
func TestExplainNamespaces(t *testing.T) {
	c := journey.Catalog{Form: journey.FormWire, Complete: true}
	for _, n := range []journey.WireName{{Name: "shell"}, {Namespace: "do.cs", Name: "a"}, {Namespace: "do.cs", Name: "b.c"}, {Name: "d.e"}} {
		c.Tools = append(c.Tools, journey.Tool{Form: journey.FormWire, Wire: n})
	}
	for path, want := range map[string]string{"tools[2].name": "d.e", "tools[1].tools[1].name": "do.cs.b.c", "tools[1].name": "do.cs"} {
		got, ok := ExplainError("Invalid '"+path+"': "+openAIPatternText, c)
		if !ok || got.Tool != want {
			t.Errorf("ExplainError of %s = %v, %q; want %q", path, ok, got.Tool, want)
		}
	}
}

func FuzzExplainError(f *testing.F) {
	for _, text := range []string{"", "tools.2.custom.name: String should have at most 128 characters", "Tool x disabled", "header mismatch: mcp-name header value 'x'"} {
		f.Add(text, "docs.open")
	}
	f.Fuzz(func(t *testing.T, text, name string) {
		got, ok := ExplainError(text, listOf("read_file", name))
		if ok && got.Rule == "" {
			t.Errorf("ExplainError(%q) is of no rule: %+v", text, got)
		}
		if ok && got.Diagnosis == nil && (got.What == "" || got.Advice == "") {
			t.Errorf("ExplainError(%q) says nothing: %+v", text, got)
		}
	})
}
