package provider_test

import (
	"strings"
	"testing"

	"hopscope/journey"
)

// The corners of the rules: edges of limits, final newlines, days.
func TestRulesOfOthers(t *testing.T) {
	const accept, reject, unknown = journey.VerdictAccept, journey.VerdictReject, journey.VerdictUnknown
	for _, c := range []struct {
		provider string
		place    journey.Place
		name     string
		asOf     string
		want     journey.Verdict
		rules    string // of the violations, in order
	}{
		{"bedrock-converse", "declare", name(64), "", accept, ""},
		{"bedrock-converse", "declare", name(65), "", reject, "too-long"},
		{"bedrock-converse", "declare", name(65) + ".", "", reject, "too-long illegal-name"},
		{"bedrock-converse", "declare", "a\n", "", reject, "illegal-name"},
		{"bedrock-converse", "declare", "\n", "", reject, "illegal-name"},
		{"bedrock-converse", "declare", "", "", reject, "too-short"},
		{"bedrock-converse", "declare", "_a-1", "", accept, ""},
		{"bedrock-converse", "declare", "_a", "2024-06-01", reject, "first-character"},
		{"bedrock-converse", "declare", "1a", "2024-06-01", reject, "first-character"},
		{"bedrock-converse", "declare", "a-b", "2025-01-15", reject, "illegal-name"},
		{"bedrock-converse", "declare", "-a-b", "2024-06-01", reject, "first-character illegal-name"},
		{"bedrock-converse", "declare", "a-b", "2025-03-01", accept, ""},
		{"bedrock-converse", "declare", "A_1", "2024-06-01", accept, ""},
		{"bedrock-converse", "history_call", "a.b", "", reject, "illegal-name"},
		{"bedrock-converse", "history_call", name(64), "", accept, ""},
		{"bedrock-converse", "tool_choice", "a b", "", reject, "illegal-name"},
		{"bedrock-converse", "call_id", "functions.Bash:0", "", accept, ""},
		{"bedrock-converse", "call_id", "functions.Bash:0", "2024-06-01", reject, "illegal-name"},
		{"bedrock-converse", "call_id", name(65), "", reject, "too-long"},
		{"bedrock-converse", "call_id", "", "", reject, "too-short"},
		{"bedrock-converse", "history_result", "x", "", unknown, ""},
		{"gemini", "declare", name(128), "", accept, ""},
		{"gemini", "declare", name(129), "", reject, "too-long"},
		{"gemini", "declare", name(64), "2026-05-19", accept, ""},
		{"gemini", "declare", name(65), "2026-05-19", reject, "too-long"},
		{"gemini", "declare", name(65), "2026-05-20", accept, ""},
		{"gemini", "declare", "a:b", "2025-11-06", reject, "illegal-name"},
		{"gemini", "declare", "a:b", "2025-11-20", unknown, ""},
		{"gemini", "declare", "a:b", "2025-12-05", accept, ""},
		{"gemini", "declare", "a.b", "2024-12-01", accept, ""},
		{"gemini", "declare", "7a", "", reject, "first-character"},
		{"gemini", "declare", "é", "", reject, "first-character"},
		{"gemini", "declare", "-a b", "", reject, "first-character illegal-name"},
		{"gemini", "declare", "", "", reject, "too-short"},
		{"gemini", "declare", "a\n", "", unknown, ""},
		{"gemini", "declare", name(128) + "\n", "", reject, "too-long illegal-name"},
		{"gemini", "declare", "a\n\n", "", reject, "illegal-name"},
		{"gemini", "history_call", "", "", reject, "too-short"},
		{"gemini", "history_call", "a:b", "", accept, ""},
		{"gemini", "history_call", "a b", "", unknown, ""},
		{"gemini", "history_call", "7", "", unknown, ""},
		{"gemini", "history_result", "", "", reject, "too-short"},
		{"gemini", "history_result", "weather_lookup", "", accept, ""},
		{"gemini", "tool_choice", "a b", "", unknown, ""},
		{"gemini", "call_id", "anything at all", "", accept, ""},
		{"vertex", "declare", "a:b", "2025-09-01", reject, "illegal-name"},
		{"vertex", "declare", "a:b", "2026-01-01", unknown, ""},
		{"vertex", "declare", name(65), "2026-01-01", unknown, ""},
		{"vertex", "declare", name(129), "2026-01-01", reject, "too-long"},
		{"vertex", "declare", "a:b", "2026-05-20", accept, ""},
		{"vertex", "history_call", "", "", unknown, ""},
		{"vertex", "history_result", "", "", reject, "too-short"},
		{"mistral", "declare", name(64), "", accept, ""},
		{"mistral", "declare", name(64) + "\n", "", accept, ""},
		{"mistral", "declare", name(65) + "\n", "", reject, "too-long illegal-name"},
		{"mistral", "declare", "\n", "", reject, "illegal-name"},
		{"mistral", "declare", "a\n\n", "", reject, "illegal-name"},
		{"mistral", "declare", "\na", "", reject, "illegal-name"},
		{"mistral", "declare", "", "", reject, "too-short"},
		{"mistral", "history_call", "a\n", "", accept, ""},
		{"mistral", "history_result", "a.b", "", reject, "illegal-name"},
		{"mistral", "call_id", "hopWthr01", "", accept, ""},
		{"mistral", "call_id", "hopWthr01\n", "", accept, ""},
		{"mistral", "call_id", "hopWthr0", "", reject, "too-short"},
		{"mistral", "call_id", "hopWthr012", "", reject, "too-long"},
		{"mistral", "call_id", "hopWth-01", "", reject, "illegal-name"},
		{"mistral", "call_id", "null", "", reject, "too-short"},
		{"mcp", "declare", name(128), "", accept, ""},
		{"mcp", "declare", "a.b-C_1", "", accept, ""},
		{"mcp", "declare", "a/b", "", reject, "illegal-name"},
		{"mcp", "declare", "a/b", "2025-06-18", accept, ""},
		{"mcp", "declare", "", "2025-06-18", accept, ""},
		{"mcp", "declare", "a/b", "2025-11-25", reject, "illegal-name"},
		{"mcp", "declare", "", "", reject, "too-short"},
		{"mcp", "declare", "-a", "", accept, "edge-character"},
		{"mcp", "declare", "-a.", "", accept, "edge-character edge-character"},
		{"mcp", "declare", "a-", "2025-01-01", accept, ""},
		{"mcp", "sep986_text", "a/b", "", accept, ""},
		{"mcp", "sep986_text", name(64), "", accept, ""},
		{"mcp", "sep986_text", name(65), "", reject, "too-long"},
		{"mcp", "sep986_text", "a b", "", reject, "illegal-name"},
		{"mcp", "sep986_text", "", "", reject, "too-short"},
		{"otel-genai", "declare", "", "", accept, ""},
		{"otel-genai", "declare", name(1000) + " \n☔", "", accept, ""},
	} {
		got, found := mustGet(t, c.provider).Check(c.place, journey.WireName{Name: journey.Wire(c.name)}, 0, c.asOf)
		var rules []string
		for _, v := range found {
			rules = append(rules, v.Rule)
			if v.Detail == "" || v.Source == "" || v.Place != c.place {
				t.Errorf("%s: violation %+v lacks place, detail or source", c.provider, v)
			}
			if want := c.provider == "mcp"; want != (v.Severity == journey.SeverityWarning) {
				t.Errorf("%s: severity of %+v is %v", c.provider, v, v.Severity)
			}
		}
		if got != c.want || strings.Join(rules, " ") != c.rules {
			t.Errorf("%s: Check(%s, %.20q, %q) = %v %q, want %v %q", c.provider, c.place, c.name, c.asOf, got, rules, c.want, c.rules)
		}
	}
}

// The texts of refusals, and what is read in them.
func TestTextsOfOthers(t *testing.T) {
	const gemini = "[FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64."
	for _, c := range []struct {
		provider string
		place    journey.Place
		name     string
		index    int
		want     string
		seen     bool
	}{
		{"bedrock-converse", "declare", "Complete Session", 21, "1 validation error detected: Value 'Complete Session' at 'toolConfig.tools.22.member.toolSpec.name' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+", true},
		{"bedrock-converse", "declare", name(65), 0, "1 validation error detected: Value at 'toolConfig.tools.1.member.toolSpec.name' failed to satisfy constraint: Member must have length less than or equal to 64", true},
		{"bedrock-converse", "declare", name(64) + ".", 0, "2 validation errors detected: Value at 'toolConfig.tools.1.member.toolSpec.name' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+; Value at 'toolConfig.tools.1.member.toolSpec.name' failed to satisfy constraint: Member must have length less than or equal to 64", true},
		{"bedrock-converse", "call_id", "a/b", 1, "1 validation error detected: Value 'a/b' at 'messages.2.member.content.1.member.toolUse.toolUseId' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.:-]+", false},
		{"gemini", "declare", "7", 41, "tools[0].function_declarations[41].name: " + gemini, true},
		{"gemini", "declare", name(129), 0, "tools[0].function_declarations[0].name: " + gemini, false},
		{"gemini", "history_result", "", 2, "GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty.", true},
		{"gemini", "history_call", "", 2, "GenerateContentRequest.contents[2].parts[0].function_call.name: Name cannot be empty.", true},
		{"vertex", "history_result", "", 2, "contents[2].parts[0].function_response.name: Name cannot be empty.", false},
		{"mistral", "call_id", "null", 1, "Tool call id has to be defined.", true},
		{"mistral", "history_call", "a b", 1, "Function name was a b but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.", true},
		{"mcp", "declare", "", 0, "Tool name cannot be empty", true},
		{"mcp", "declare", name(200), 0, "Tool name exceeds maximum length of 128 characters (current: 200)", true},
		{"mcp", "declare", "a,b, \"c\",", 0, `Tool name contains invalid characters: ",", " ", """`, true},
		{"mcp", "declare", "a😀😀", 0, "Tool name contains invalid characters: \"\ufffd\", \"\ufffd\"", true},
		{"mcp", "declare", strings.Repeat("😀", 65), 0, "Tool name exceeds maximum length of 128 characters (current: 130)", true},
		{"mcp", "declare", ".a", 0, "Tool name starts or ends with a dot, which may cause parsing issues in some contexts", true},
	} {
		_, found := mustGet(t, c.provider).Check(c.place, journey.WireName{Name: journey.Wire(c.name)}, c.index, "")
		if len(found) == 0 || found[0].Error != c.want || found[0].ErrorHow != c.seen {
			t.Errorf("%s: Check(%s, %.20q) = %+v, want the text %q, seen %v", c.provider, c.place, c.name, found, c.want, c.seen)
		}
	}
}

func TestListsOfOthers(t *testing.T) {
	twice := []journey.WireName{{Name: "ticket_open"}, {Name: "x"}, {Name: "ticket_open"}}
	many := func(n int) []journey.WireName {
		list := make([]journey.WireName, n)
		for i := range list {
			list[i].Name = journey.Wire(name(i%60+1) + strings.Repeat("b", i/60))
		}
		return list
	}
	for _, c := range []struct {
		provider string
		names    []journey.WireName
		asOf     string
		want     string // rule and text
	}{
		{"gemini", twice, "", "duplicate-name Duplicate function declaration found: ticket_open"},
		{"vertex", twice, "", "duplicate-name Duplicate function declaration found: ticket_open"},
		{"gemini", many(512), "", ""},
		{"gemini", many(513), "", "too-many tools[0].function_declarations: [FIELD_INVALID] At most 512 function declarations can be specified."},
		{"mcp", twice, "", "duplicate-name Tool ticket_open is already registered"},
		{"mcp", twice, "2025-06-18", ""},
		{"mistral", twice, "", ""}, {"otel-genai", twice, "", ""}, {"bedrock-converse", twice, "", ""},
		{"mistral", nil, "", ""}, {"gemini", nil, "", ""},
		{"bedrock-converse", nil, "", "too-few 1 validation error detected: Value at 'toolConfig.tools' failed to satisfy constraint: Member must have length greater than or equal to 1"},
		{"bedrock-converse", many(600), "", ""},
	} {
		var got []string
		for _, v := range mustGet(t, c.provider).CheckRequest(c.names, c.asOf) {
			got = append(got, v.Rule+" "+v.Error)
		}
		if strings.Join(got, "\n") != c.want {
			t.Errorf("%s: CheckRequest(%d names, %q) = %q, want %q", c.provider, len(c.names), c.asOf, got, c.want)
		}
	}
	m := mustGet(t, "mcp").(journey.Matcher)
	v, found := m.Match("call", journey.WireName{Name: "ticket_open"}, 0, []journey.WireName{{Name: "ticket.open"}}, "")
	if v != journey.VerdictReject || found[0].Error != "Unknown tool: ticket_open" || found[0].Severity != journey.SeverityError {
		t.Errorf("mcp: Match(call, ticket_open) = %v %+v, want an unknown tool", v, found)
	}
	if v, _ := m.Match("call", journey.WireName{Name: "ticket.open"}, 0, []journey.WireName{{Name: "ticket.open"}}, ""); v != journey.VerdictAccept {
		t.Errorf("mcp: Match(call, ticket.open) = %v, want accept", v)
	}
}

func TestRecogniseOthers(t *testing.T) {
	for _, c := range []struct {
		provider, text string
		want           journey.Refusal
	}{
		{"bedrock-converse", "An error occurred (ValidationException) when calling the Converse operation: 2 validation errors detected: Value 'a b' at 'toolConfig.tools.3.member.toolSpec.name' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+; Value at 'toolConfig.tools.5.member.toolSpec.name' failed to satisfy constraint: Member must have length less than or equal to 64",
			journey.Refusal{Place: "declare", Path: "toolConfig.tools.3.member.toolSpec.name", Index: 2, Rule: "illegal-name", Name: "a b"}},
		{"bedrock-converse", "Value at 'messages.73.member.content.2.member.toolUse.name' failed to satisfy constraint: Member must have length less than or equal to 64",
			journey.Refusal{Place: "history_call", Path: "messages.73.member.content.2.member.toolUse.name", Index: -1, Rule: "too-long", Limit: 64}},
		{"bedrock-converse", "Value 'x y' at 'toolConfig.toolChoice.tool.name' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+",
			journey.Refusal{Place: "tool_choice", Path: "toolConfig.toolChoice.tool.name", Index: -1, Rule: "illegal-name", Name: "x y"}},
		{"bedrock-converse", "Value '[]' at 'toolConfig.tools' failed to satisfy constraint: Member must have length greater than or equal to 1",
			journey.Refusal{Place: "tool_count", Path: "toolConfig.tools", Index: -1, Rule: "too-few", Name: "[]", Limit: 1}},
		{"gemini", "* GenerateContentRequest.tools[0].function_declarations[41].name: Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.",
			journey.Refusal{Place: "declare", Path: "GenerateContentRequest.tools[0].function_declarations[41].name", Index: 41, Rule: "illegal-name", Limit: 64}},
		{"vertex", "The GenerateContentRequest proto is invalid:\n  * tools[0].function_declarations[53].name: [FIELD_INVALID] Invalid function name. Must start with a letter",
			journey.Refusal{Place: "declare", Path: "tools[0].function_declarations[53].name", Index: 53, Rule: "illegal-name"}},
		{"gemini", `{"error":{"code":400,"message":"Duplicate function declaration found: mcp__plugin_foo_some-server__do_someth","status":"INVALID_ARGUMENT"}}`,
			journey.Refusal{Place: "declare", Index: -1, Rule: "duplicate-name", Name: "mcp__plugin_foo_some-server__do_someth"}},
		{"gemini", "tools[0].function_declarations: [FIELD_INVALID] At most 512 function declarations can be specified.",
			journey.Refusal{Place: "tool_count", Path: "tools[0].function_declarations", Index: -1, Rule: "too-many", Limit: 512}},
		{"gemini", "* GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty.",
			journey.Refusal{Place: "history_result", Path: "GenerateContentRequest.contents[2].parts[0].function_response.name", Index: -1, Rule: "too-short", Limit: 1}},
		{"gemini", "function_call.name: Name cannot be empty",
			journey.Refusal{Place: "history_call", Path: "function_call.name", Index: -1, Rule: "too-short", Limit: 1}},
		{"mistral", `{"object":"error","message":"Tool call id was call_PTLP8xhu3uwZk4l3nlnrrJha but must be a-z, A-Z, 0-9, with a length of 9.","type":"invalid_function_call","code":"3280"}`,
			journey.Refusal{Place: "call_id", Index: -1, Rule: "too-long", Name: "call_PTLP8xhu3uwZk4l3nlnrrJha", Limit: 9, Length: 29}},
		{"mistral", "Tool call id has to be defined.", journey.Refusal{Place: "call_id", Index: -1, Rule: "too-short", Limit: 9}},
		{"mistral", "Function name was a.b but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.",
			journey.Refusal{Place: "declare", Index: -1, Rule: "illegal-name", Name: "a.b"}},
		{"mcp", `{"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"Unknown tool: ticket_open"}}`,
			journey.Refusal{Place: "call", Path: "params.name", Index: -1, Rule: "unknown-name", Name: "ticket_open"}},
		{"mcp", "MCP error -32602: Tool a b not found", journey.Refusal{Place: "call", Path: "params.name", Index: -1, Rule: "unknown-name", Name: "a b"}},
		{"mcp", "Error: Tool ticket_open is already registered", journey.Refusal{Place: "declare", Index: -1, Rule: "duplicate-name", Name: "ticket_open"}},
		{"mcp", "Tool name validation warning for \"a b\":\n  - Tool name contains invalid characters: \" \"",
			journey.Refusal{Place: "declare", Index: -1, Rule: "illegal-name", Name: "a b"}},
		{"mcp", "Tool name exceeds maximum length of 128 characters (current: 129)", journey.Refusal{Place: "declare", Index: -1, Rule: "too-long", Limit: 128, Length: 129}},
		{"anthropic-messages", `{"error_code":"tool_reference_unresolved"}`, journey.Refusal{Place: "tool_reference", Index: -1, Rule: "unknown-name"}},
		{"anthropic-messages", "At least one tool must have defer_loading=false. All tools cannot be deferred", journey.Refusal{Place: "tool_count", Index: -1, Rule: "too-few", Limit: 1}},
		{"anthropic-messages", `{"error_code":"available_tools_limit_exceeded"}`, journey.Refusal{Place: "tool_count", Index: -1, Rule: "too-many"}},
		{"anthropic-messages", `{"error_code":"tool_name_conflict"}`, journey.Refusal{Place: "declare", Index: -1, Rule: "duplicate-name"}},
	} {
		got, ok := mustGet(t, c.provider).Recognise(c.text)
		if !ok || got != c.want {
			t.Errorf("%s: Recognise(%q) = %+v %v, want %+v", c.provider, c.text, got, ok, c.want)
		}
	}
	for _, text := range []string{
		"Value at 'inferenceConfig.maxTokens' failed to satisfy constraint: Member must have value less than or equal to 4096",
		"* GenerateContentRequest.contents: contents is not specified", "At most 3 candidates", "Not the same number of function calls and responses",
		"Tool x not found", "The model says: Unknown tool: x",
	} {
		for _, id := range others {
			if r, ok := mustGet(t, id).Recognise(text); ok {
				t.Errorf("%s: Recognise(%q) = %+v, want nothing", id, text, r)
			}
		}
	}
}

func TestAliasesOfOthers(t *testing.T) {
	for label, want := range map[string]string{
		"bedrock": "bedrock-converse", "Amazon Bedrock": "bedrock-converse", "aws.bedrock": "bedrock-converse", "Bedrock Converse": "bedrock-converse",
		"vertex": "vertex", "vertex_ai": "vertex", "gcp.vertex_ai": "vertex", "google-vertex": "vertex", "google": "gemini", "Gemini API": "gemini",
		"gcp.gemini": "gemini", "mistral_ai": "mistral", "Model Context Protocol": "mcp", "OpenTelemetry": "otel-genai",
	} {
		if got := mustGet(t, label).Info().ID; got != want {
			t.Errorf("Get(%q) = %s, want %s", label, got, want)
		}
	}
}
