package provider_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"hopscope/journey"
)

// others are the providers that are not shaped as OpenAI's.
var others = []string{"anthropic-messages", "bedrock-converse", "gemini", "mcp", "mistral", "otel-genai", "vertex"}

func TestEnvelopesOfOthers(t *testing.T) {
	call := journey.WireCall{Called: journey.Called{Name: "weather_lookup"}, ID: "id_1", Args: `{"city":"Bergen"}`}
	server := journey.WireCall{Called: journey.Called{Name: "web_search"}, ID: "srvtoolu_1", Kind: journey.KindProvider, Remote: true, Args: `{}`}
	remote := journey.WireCall{Called: journey.Called{Namespace: "atlas", Name: "route_plan"}, ID: "mcptoolu_1", Remote: true, Args: `{}`}
	member := journey.WireCall{Called: journey.Called{Namespace: "browser", Name: "left_click"}, ID: "toolu_1", Args: ""}
	free := journey.WireCall{Called: journey.Called{Name: "note"}, ID: "7", Args: "free"}
	nameless := journey.WireCall{ID: "id_1", Nameless: true, Args: `[1]`}
	for _, c := range []struct {
		provider       string
		call           journey.WireCall
		path, want     string
		result         string
		backPath, back string
	}{
		{"anthropic-messages", call, "messages[3].content[0].name",
			`{"role":"assistant","content":[{"type":"tool_use","id":"id_1","name":"weather_lookup","input":{"city":"Bergen"}}]}`,
			`{"sky":"rain"}`, "", `{"role":"user","content":[{"type":"tool_result","tool_use_id":"id_1","content":"{\"sky\":\"rain\"}"}]}`},
		{"anthropic-messages", server, "messages[3].content[0].name",
			`{"role":"assistant","content":[{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}}]}`, "rain", "", ""},
		{"anthropic-messages", remote, "messages[3].content[0].name",
			`{"role":"assistant","content":[{"type":"mcp_tool_use","id":"mcptoolu_1","name":"route_plan","server_name":"atlas","input":{}}]}`, "rain", "", ""},
		{"anthropic-messages", member, "messages[3].content[0].name",
			`{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"left_click","toolset_name":"browser","input":{}}]}`,
			"rain", "", `{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"rain"}]}`},
		{"anthropic-messages", nameless, "messages[3].content[0].name",
			`{"role":"assistant","content":[{"type":"tool_use","id":"id_1","input":[1]}]}`,
			"", "", `{"role":"user","content":[{"type":"tool_result","tool_use_id":"id_1","content":""}]}`},
		{"bedrock-converse", call, "messages[3].content[0].toolUse.name",
			`{"role":"assistant","content":[{"toolUse":{"toolUseId":"id_1","name":"weather_lookup","input":{"city":"Bergen"}}}]}`,
			`{"sky":"rain"}`, "", `{"role":"user","content":[{"toolResult":{"toolUseId":"id_1","content":[{"json":{"sky":"rain"}}],"status":"success"}}]}`},
		{"bedrock-converse", server, "messages[3].content[0].toolUse.name",
			`{"role":"assistant","content":[{"toolUse":{"toolUseId":"srvtoolu_1","name":"web_search","input":{},"type":"server_tool_use"}}]}`,
			"rain", "", `{"role":"user","content":[{"toolResult":{"toolUseId":"srvtoolu_1","content":[{"text":"rain"}],"status":"success"}}]}`},
		{"gemini", call, "contents[3].parts[0].functionCall.name",
			`{"role":"model","parts":[{"functionCall":{"id":"id_1","name":"weather_lookup","args":{"city":"Bergen"}}}]}`,
			`{"sky":"rain"}`, "contents[4].parts[0].functionResponse.name",
			`{"role":"user","parts":[{"functionResponse":{"id":"id_1","name":"weather_lookup","response":{"output":{"sky":"rain"}}}}]}`},
		{"vertex", journey.WireCall{Called: call.Called, Args: call.Args}, "contents[3].parts[0].functionCall.name",
			`{"role":"model","parts":[{"functionCall":{"name":"weather_lookup","args":{"city":"Bergen"}}}]}`,
			"rain", "contents[4].parts[0].functionResponse.name",
			`{"role":"user","parts":[{"functionResponse":{"name":"weather_lookup","response":{"output":"rain"}}}]}`},
		{"mistral", call, "messages[3].tool_calls[0].function.name",
			`{"role":"assistant","content":"","tool_calls":[{"id":"id_1","type":"function","function":{"name":"weather_lookup","arguments":"{\"city\":\"Bergen\"}"}}]}`,
			"rain", "messages[4].name", `{"role":"tool","tool_call_id":"id_1","content":"rain","name":"weather_lookup"}`},
		{"mcp", free, "[3].params.name",
			`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"note","arguments":"free"}}`,
			`{"sky":"rain"}`, "", `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"{\"sky\":\"rain\"}"}],"structuredContent":{"sky":"rain"},"isError":false}}`},
		{"mcp", journey.WireCall{Called: call.Called, Args: call.Args}, "[3].params.name",
			`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"weather_lookup","arguments":{"city":"Bergen"}}}`,
			"rain", "", `{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"rain"}],"isError":false}}`},
		{"otel-genai", call, "gen_ai.input.messages[3].parts[0].name",
			`{"role":"assistant","parts":[{"type":"tool_call","id":"id_1","name":"weather_lookup","arguments":{"city":"Bergen"}}]}`,
			`{"sky":"rain"}`, "", `{"role":"tool","parts":[{"type":"tool_call_response","id":"id_1","result":{"sky":"rain"}}]}`},
	} {
		e := envelope(t, c.provider)
		if got := e.Call(c.call, 3); got.Path != c.path || squeezed(got.JSON) != c.want {
			t.Errorf("%s: Call(%+v) = %s %s, want %s %s", c.provider, c.call, got.Path, squeezed(got.JSON), c.path, c.want)
		}
		if got := e.Result(c.call, c.result, 4); got.Path != c.backPath || squeezed(got.JSON) != c.back {
			t.Errorf("%s: Result(%+v) = %s %s, want %s %s", c.provider, c.call, got.Path, squeezed(got.JSON), c.backPath, c.back)
		}
	}
}

// What the recorded requests hold is what the envelopes make of the same call.
func TestRecordedMessages(t *testing.T) {
	for _, c := range []struct{ provider, list, text string }{
		{"anthropic-messages", "messages", `{"sky":"rain","temp":7}`}, {"bedrock-converse", "messages", `{"sky":"rain","temp":7}`},
		{"gemini", "contents", `{"sky":"rain","temp":7}`}, {"vertex", "contents", `{"sky":"rain","temp":7}`}, {"mistral", "messages", `{"sky":"rain","temp":7}`},
	} {
		var body map[string]json.RawMessage
		if err := json.Unmarshal(wireFile(t, c.provider+".request.json"), &body); err != nil {
			t.Fatal(err)
		}
		var messages []json.RawMessage
		if err := json.Unmarshal(body[c.list], &messages); err != nil {
			t.Fatal(err)
		}
		_, calls, err := codec(t, c.provider).ReadRequest(wireFile(t, c.provider+".request.json"))
		if err != nil {
			t.Fatal(err)
		}
		at := len(messages) - 2
		e := envelope(t, c.provider)
		for i, got := range []string{e.Call(calls[0], at).JSON, e.Result(calls[0], c.text, at+1).JSON} {
			// Nothing but the service knows its signature.
			want := strings.Replace(squeezed(string(messages[at+i])), `,"thoughtSignature":"aG9wLXNpZ25hdHVyZQ=="`, "", 1)
			if !sameValue(got, want) {
				t.Errorf("%s: message %d = %s, want %s", c.provider, at+i, squeezed(got), want)
			}
		}
	}
}

func TestChoicesOfOthers(t *testing.T) {
	plain := journey.Naming{Wire: journey.WireName{Name: "x"}}
	member := journey.Naming{Wire: journey.WireName{Namespace: "browser", Name: "left_click"}}
	for _, c := range []struct {
		provider   string
		naming     journey.Naming
		path, want string
	}{
		{"anthropic-messages", plain, "tool_choice.name", `{"type":"tool","name":"x"}`},
		{"anthropic-messages", member, "", ""},
		{"bedrock-converse", plain, "toolConfig.toolChoice.tool.name", `{"tool":{"name":"x"}}`},
		{"gemini", plain, "toolConfig.functionCallingConfig.allowedFunctionNames[0]", `{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["x"]}}`},
		{"mistral", plain, "tool_choice.function.name", `{"type":"function","function":{"name":"x"}}`},
		{"mcp", plain, "", ""}, {"otel-genai", plain, "", ""},
	} {
		got, ok := envelope(t, c.provider).Choice(c.naming)
		if got.Path != c.path || squeezed(got.JSON) != c.want || ok != (c.want != "") {
			t.Errorf("%s: Choice(%+v) = %s %s %v, want %s %s", c.provider, c.naming.Wire, got.Path, squeezed(got.JSON), ok, c.path, c.want)
		}
	}
}

// A whole request, and a stream, read back as what they were made of.
func TestOthersReadBack(t *testing.T) {
	tools := []journey.Naming{
		{Wire: journey.WireName{Name: "a"}, Tool: journey.Tool{Description: "d", Schema: `{"type":"object"}`}}, {Wire: journey.WireName{Name: "b"}},
	}
	past := []journey.WireCall{
		{Called: journey.Called{Name: "a"}, ID: "1", Args: `{}`}, {Called: journey.Called{Name: "b"}, ID: "2", Args: `{"k":"é\u2028"}`},
	}
	for _, id := range others {
		e := envelope(t, id)
		text := e.Request(tools, past, 1)
		catalog, calls, err := codec(t, id).ReadRequest([]byte(text))
		if err != nil || len(catalog.Tools) != 2 || len(calls) != 2 || catalog.Tools[0].Description != "d" {
			t.Errorf("%s: %v, %d tools, %d calls in %s", id, err, len(catalog.Tools), len(calls), text)
			continue
		}
		for i, c := range calls {
			if want := e.Call(past[i], 1+2*i).Path; c.Path != want {
				t.Errorf("%s: call %d stands at %s, want %s", id, i, c.Path, want)
			}
			if c.Called != past[i].Called || c.ID != past[i].ID || !sameValue(c.Args, past[i].Args) {
				t.Errorf("%s: call %d = %+v, want %+v", id, i, c, past[i])
			}
		}
		if _, ok := e.Choice(tools[1]); ok && !strings.Contains(squeezed(text), squeezed(mustChoice(t, e, tools[1]))) {
			t.Errorf("%s: no forced choice in %s", id, text)
		}
		if bare := e.Request(nil, nil, -1); !json.Valid([]byte(bare)) || strings.Contains(bare, "hoice") || strings.Contains(bare, "toolConfig") {
			t.Errorf("%s: a request without tools has %s", id, bare)
		}
		events := e.Stream(past[1])
		if len(events) == 0 {
			continue
		}
		got, err := codec(t, id).ReadStream([]byte(strings.Join(events, "\n\n")))
		if err != nil || len(got) != 1 || got[0].Called != past[1].Called || got[0].ID != "2" || !sameValue(got[0].Args, past[1].Args) {
			t.Errorf("%s: ReadStream(%q) = %+v %v, want %+v", id, events, got, err, past[1])
		}
	}
}

func mustChoice(t *testing.T, e journey.Envelope, n journey.Naming) string {
	t.Helper()
	d, ok := e.Choice(n)
	if !ok {
		t.Fatalf("no forced choice of %+v", n.Wire)
	}
	return d.JSON
}

func TestDeclarationsOfOthers(t *testing.T) {
	tool := journey.Naming{Wire: journey.WireName{Name: "x"}, Tool: journey.Tool{Title: "X", Description: "d", Schema: `{"type":"object"}`,
		Rest: `{"strict":true,"annotations":{"readOnlyHint":true},"format":1}`}}
	capital := journey.Naming{Wire: journey.WireName{Name: "x"}, Tool: journey.Tool{Schema: `{"type":"OBJECT"}`}}
	bare := journey.Naming{Wire: journey.WireName{Name: "x"}}
	typed := journey.Naming{Wire: journey.WireName{Name: "x"}, Tool: journey.Tool{Deferred: true, Rest: `{"type":"custom","strict":true,"defer_loading":true,"allowed_callers":["direct"]}`}}
	system := journey.Naming{Wire: journey.WireName{Name: "nova_grounding"}, Tool: journey.Tool{Kind: journey.KindProvider, Type: "systemTool"}}
	search := journey.Naming{Wire: journey.WireName{Name: "googleSearch"}, Tool: journey.Tool{Kind: journey.KindProvider, Type: "googleSearch"}}
	for _, c := range []struct {
		provider   string
		naming     journey.Naming
		path, want string
	}{
		{"anthropic-messages", tool, "tools[2].name", `{"name":"x","description":"d","input_schema":{"type":"object"},"strict":true}`},
		{"anthropic-messages", typed, "tools[2].name", `{"type":"custom","name":"x","input_schema":{},"strict":true,"defer_loading":true,"allowed_callers":["direct"]}`},
		{"bedrock-converse", tool, "toolConfig.tools[2].toolSpec.name", `{"toolSpec":{"name":"x","description":"d","inputSchema":{"json":{"type":"object"}},"strict":true}}`},
		{"bedrock-converse", bare, "toolConfig.tools[2].toolSpec.name", `{"toolSpec":{"name":"x","inputSchema":{"json":{"type":"object"}}}}`},
		{"bedrock-converse", system, "toolConfig.tools[2].systemTool.name", `{"systemTool":{"name":"nova_grounding"}}`},
		{"gemini", tool, "tools[0].functionDeclarations[2].name", `{"name":"x","description":"d","parametersJsonSchema":{"type":"object"}}`},
		{"gemini", capital, "tools[0].functionDeclarations[2].name", `{"name":"x","parameters":{"type":"OBJECT"}}`},
		{"gemini", bare, "tools[0].functionDeclarations[2].name", `{"name":"x"}`},
		{"gemini", search, "tools[1].googleSearch", `{"googleSearch":{}}`},
		{"mistral", capital, "tools[2].function.name", `{"type":"function","function":{"name":"x","parameters":{"type":"OBJECT"}}}`},
		{"mcp", tool, "result.tools[2].name", `{"name":"x","title":"X","description":"d","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`},
		{"otel-genai", bare, "gen_ai.tool.definitions[2].name", `{"type":"function","name":"x"}`},
	} {
		got := mustGet(t, c.provider).Declare(c.naming, 2)
		if got.Path != c.path || squeezed(got.JSON) != c.want {
			t.Errorf("%s: Declare(%+v) = %s %s, want %s %s", c.provider, c.naming.Wire, got.Path, squeezed(got.JSON), c.path, c.want)
		}
	}
	text := envelope(t, "gemini").Request([]journey.Naming{search, bare}, nil, -1)
	if want := `"tools":[{"functionDeclarations":[{"name":"x"}]},{"googleSearch":{}}]`; !strings.Contains(squeezed(text), want) {
		t.Errorf("gemini: Request = %s, want %s", squeezed(text), want)
	}
}

func TestAnthropicToolsets(t *testing.T) {
	body := `{"tools":[{"name":"a","input_schema":{}},{"type":"browser_toolset_20260801","configs":{"zoom":{"enabled":false}}},
		{"type":"mcp_toolset","mcp_server_name":"atlas","default_config":{"defer_loading":true},"configs":{"route_plan":{"enabled":false},"b":{"defer_loading":false}}},
		{"type":"memory_20250818","name":"memory"},{"type":"custom","name":"z","input_schema":{},"allowed_callers":["direct"]}]}`
	catalog, _, err := codec(t, "anthropic-messages").ReadRequest([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	var offered []journey.Naming
	var told []string
	for _, tool := range catalog.Tools {
		offered = append(offered, journey.Naming{Tool: tool, Wire: tool.Wire})
		if tool.Disabled || tool.Deferred {
			told = append(told, string(tool.Wire.Namespace)+" "+string(tool.Wire.Name))
		}
	}
	if want := []string{"browser zoom", "atlas route_plan"}; !reflect.DeepEqual(told, want) {
		t.Errorf("disabled or deferred are %q, want %q", told, want)
	}
	if !catalog.Tools[32].Deferred || catalog.Tools[33].Deferred {
		t.Errorf("members %+v, want the first deferred as its set is", catalog.Tools[32:34])
	}
	l := mustGet(t, "anthropic-messages").(journey.Layout)
	var want struct{ Tools []json.RawMessage }
	if err := json.Unmarshal([]byte(body), &want); err != nil {
		t.Fatal(err)
	}
	entries := l.Entries(offered)
	for i, e := range entries {
		if i >= len(want.Tools) || !sameValue(e, string(want.Tools[i])) {
			t.Errorf("entry %d = %s", i, squeezed(e))
		}
	}
	if len(entries) != len(want.Tools) {
		t.Errorf("%d entries, want %d", len(entries), len(want.Tools))
	}
	sites := l.Sites(offered)
	if got := l.DeclareAt(offered[32], sites[32]).Path; got != "tools[2].mcp_server_name" {
		t.Errorf("route_plan is declared at %s, want tools[2].mcp_server_name", got)
	}
	if v, found := l.CheckAt(journey.WireName{Name: "a.b"}, sites[len(sites)-1], ""); v != journey.VerdictReject || !strings.HasPrefix(found[0].Error, "tools.4.custom.name: ") {
		t.Errorf("CheckAt(a.b) = %v %+v, want a refusal at tools.4", v, found)
	}
	made := []journey.Naming{{Wire: journey.WireName{Namespace: "atlas", Name: "a"}, Tool: journey.Tool{Kind: journey.KindProvider, Type: "mcp_toolset", Disabled: true}},
		{Wire: journey.WireName{Namespace: "atlas", Name: "b"}, Status: journey.Deferred, Tool: journey.Tool{Kind: journey.KindProvider, Type: "mcp_toolset"}}}
	if got, want := squeezed(l.Entries(made)[0]), `{"type":"mcp_toolset","mcp_server_name":"atlas","configs":{"a":{"enabled":false},"b":{"defer_loading":true}}}`; got != want {
		t.Errorf("Entries = %s, want %s", got, want)
	}
	d := mustGet(t, "anthropic-messages").(journey.Referrer).Reference(journey.WireCall{ID: "toolu_1"}, offered[0], 4)
	if want := `{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"tool_reference","tool_name":"a"}]}]}`; d.Path != "messages[4].content[0].content[0].tool_name" || squeezed(d.JSON) != want {
		t.Errorf("Reference = %s %s, want %s", d.Path, squeezed(d.JSON), want)
	}
}
