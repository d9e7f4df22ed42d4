package provider_test

import (
	"reflect"
	"strings"
	"testing"

	"hopscope/journey"
)

func TestGeminiStreams(t *testing.T) {
	chunk := func(parts string) string {
		return `data: {"candidates":[{"content":{"role":"model","parts":[` + parts + `]},"index":0}]}` + "\n\n"
	}
	type call struct{ name, id, args string }
	for _, c := range []struct {
		what, body string
		want       []call
	}{
		{"two whole calls in one event", chunk(`{"functionCall":{"id":"1","name":"a","args":{"k":1}}},{"functionCall":{"name":"b"}}`),
			[]call{{"a", "1", `{"k":1}`}, {"b", "", ""}}},
		{"arguments in pieces by path", chunk(`{"functionCall":{"name":"a","willContinue":true}}`) +
			chunk(`{"functionCall":{"partialArgs":[{"jsonPath":"$.city","stringValue":"Ber","willContinue":true}],"willContinue":true}}`) +
			chunk(`{"functionCall":{"partialArgs":[{"jsonPath":"$.city","stringValue":"gen"},{"jsonPath":"$.days[0]","numberValue":2},{"jsonPath":"$.o.deep","boolValue":true},{"jsonPath":"$['a b']","nullValue":null}],"willContinue":true}}`) +
			chunk(`{"functionCall":{}}`) + chunk(`{"functionCall":{"name":"b","args":{}}}`),
			[]call{{"a", "", `{"city":"Bergen","days":[2],"o":{"deep":true},"a b":null}`}, {"b", "", "{}"}}},
		{"a named piece without arguments, then nameless ones", chunk(`{"functionCall":{"name":"a","args":{}}}`) + chunk(`{"functionCall":{"args":{"k":1}}}`) +
			chunk(`{"functionCall":{"name":"b","args":{}}}`) + chunk(`{"functionCall":{"args":{"k":2}}}`),
			[]call{{"a", "", `{"k":1}`}, {"b", "", `{"k":2}`}}},
		{"a nameless call alone", chunk(`{"functionCall":{"args":{"k":1}}}`), []call{{"", "", `{"k":1}`}}},
		{"an array of all answers", `[{"candidates":[{"content":{"parts":[{"text":"x"}]}}]},` + "\n" + `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"a","args":{}}}]}}]}]`,
			[]call{{"a", "", "{}"}}},
		{"other spelling", chunk(`{"function_call":{"name":"a","args":{"k":1}}}`), []call{{"a", "", `{"k":1}`}}},
		{"a path that is none", chunk(`{"functionCall":{"name":"a","args":{"k":1},"partialArgs":[{"jsonPath":"city","stringValue":"x"}]}}`), []call{{"a", "", `{"k":1}`}}},
	} {
		got, err := codec(t, "gemini").ReadStream([]byte(c.body))
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		var calls []call
		for _, w := range got {
			calls = append(calls, call{string(w.Called.Name), w.ID, w.Args})
			if !strings.HasSuffix(w.Path, ".name") || w.Nameless != (w.Called.Name == "") {
				t.Errorf("%s: call %+v", c.what, w)
			}
		}
		if !reflect.DeepEqual(calls, c.want) {
			t.Errorf("%s: ReadStream = %+v, want %+v", c.what, calls, c.want)
		}
	}
}

func TestBedrockBodies(t *testing.T) {
	body := `{"messages":[{"role":"user","content":[{"text":"x"}]},{"role":"assistant","content":[{"text":"y"},{"toolUse":{"toolUseId":"a","name":"x","input":{"k":1}}},
		{"toolUse":{"toolUseId":"b","name":"nova_grounding","input":{},"type":"server_tool_use"}},{"toolUse":{"toolUseId":"c","name":null}}]}],
		"toolConfig":{"tools":[{"toolSpec":{"name":"x","description":"d","inputSchema":{"json":{}},"strict":true}},{"cachePoint":{"type":"default"}},{"systemTool":{"name":"nova_grounding"}}]}}`
	catalog, calls, err := codec(t, "bedrock-converse").ReadRequest([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, tool := range catalog.Tools {
		got = append(got, tool.Kind.String()+" "+string(tool.Wire.Name)+" "+tool.Type+tool.Rest)
	}
	for _, c := range calls {
		got = append(got, c.Path+" "+string(c.Called.Name)+" "+c.ID+" "+c.Args)
	}
	want := []string{`function x {"strict":true}`, "provider nova_grounding systemTool", `messages[1].content[1].toolUse.name x a {"k":1}`,
		"messages[1].content[2].toolUse.name nova_grounding b {}", "messages[1].content[3].toolUse.name  c "}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("ReadRequest = %q, want %q", got, want)
	}
	if !calls[1].Remote || calls[0].Remote || !calls[2].Nameless {
		t.Errorf("calls = %+v, want the second remote and the third nameless", calls)
	}
	stream := `{"messageStart":{"role":"assistant"}}
{"contentBlockStart":{"contentBlockIndex":0,"start":{"toolUse":{"toolUseId":"a","name":"x"}}}}
{"contentBlockStart":{"contentBlockIndex":1,"start":{"toolUse":{"toolUseId":"b","name":"y"}}}}
{"contentBlockDelta":{"contentBlockIndex":1,"delta":{"toolUse":{"input":"{\"b\""}}}}
{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"toolUse":{"input":"{}"}}}}
{"contentBlockDelta":{"contentBlockIndex":1,"delta":{"toolUse":{"input":":1}"}}}}`
	pieces, err := codec(t, "bedrock-converse").ReadStream([]byte(stream))
	if err != nil || len(pieces) != 2 || pieces[0].Args != "{}" || pieces[1].Args != `{"b":1}` || pieces[1].Called.Name != "y" {
		t.Errorf("ReadStream = %+v %v, want x {} and y {\"b\":1}", pieces, err)
	}
}

func TestSpans(t *testing.T) {
	span := func(attributes string) string { return `{"attributes":[` + attributes + `]}` }
	text := func(key, value string) string { return `{"key":"` + key + `","value":{"stringValue":` + value + `}}` }
	call := func(id, name string) string {
		return `{"kvlistValue":{"values":[{"key":"role","value":{"stringValue":"assistant"}},{"key":"parts","value":{"arrayValue":{"values":[{"kvlistValue":{"values":[` +
			text("type", `"tool_call"`) + `,` + text("id", `"`+id+`"`) + `,` + text("name", `"`+name+`"`) +
			`,{"key":"arguments","value":{"kvlistValue":{"values":[{"key":"n","value":{"intValue":"7"}},{"key":"b","value":{"boolValue":false}},{"key":"d","value":{"doubleValue":1.5}}]}}}]}}]}}}]}}`
	}
	history := func(calls ...string) string {
		return `{"key":"gen_ai.input.messages","value":{"arrayValue":{"values":[` + strings.Join(calls, ",") + `]}}}`
	}
	body := `{"resourceSpans":[{"scopeSpans":[{"spans":[` + strings.Join([]string{
		span(text("http.method", `"GET"`)),
		span(history(call("1", "a"))),
		span(history(call("1", "a"), call("1", "renamed"), call("2", "b"))),
		span(text("gen_ai.operation.name", `"execute_tool"`) + "," + text("gen_ai.tool.name", `"server.b"`) + "," + text("gen_ai.tool.call.id", `"2"`)),
	}, ",") + `]}]}]}`
	_, calls, err := codec(t, "otel-genai").ReadRequest([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range calls {
		got = append(got, c.Path+" "+string(c.Called.Name)+" "+c.Args)
	}
	const args = ` {"n":7,"b":false,"d":1.5}`
	want := []string{"spans[1].gen_ai.input.messages[0].parts[0].name a" + args, "spans[2].gen_ai.input.messages[1].parts[0].name renamed" + args,
		"spans[2].gen_ai.input.messages[2].parts[0].name b" + args}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("ReadRequest = %q, want %q", got, want)
	}
	ran, err := mustGet(t, "otel-genai").(journey.Executor).ReadExecuted([]byte(body))
	if err != nil || len(ran) != 1 || ran[0].Called.Name != "server.b" || ran[0].ID != "2" || ran[0].Path != "spans[3].gen_ai.tool.name" {
		t.Errorf("ReadExecuted = %+v %v, want server.b", ran, err)
	}
}

func TestMCPMessages(t *testing.T) {
	body := `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"x","arguments":{"k":1},"_meta":{}}}`
	_, calls, err := codec(t, "mcp").ReadRequest([]byte(body))
	if err != nil || len(calls) != 1 || calls[0].Path != "params.name" || calls[0].ID != "a" || calls[0].Args != `{"k":1}` {
		t.Errorf("ReadRequest(one message) = %+v %v", calls, err)
	}
	list := `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a.b","title":"T","inputSchema":{"type":"object"},"outputSchema":{},"annotations":{"readOnlyHint":true}}],"nextCursor":"n"}}`
	catalog, _, err := codec(t, "mcp").ReadRequest([]byte(list))
	if err != nil || len(catalog.Tools) != 1 {
		t.Fatalf("ReadRequest(list) = %+v %v", catalog, err)
	}
	tool := catalog.Tools[0]
	if got, want := squeezed(mustGet(t, "mcp").Declare(journey.Naming{Tool: tool, Wire: tool.Wire}, 0).JSON),
		`{"name":"a.b","title":"T","inputSchema":{"type":"object"},"outputSchema":{},"annotations":{"readOnlyHint":true}}`; got != want {
		t.Errorf("Declare = %s, want %s", got, want)
	}
}

// The bodies of each are no bodies of the others.
func TestBodiesAreToldApart(t *testing.T) {
	alike := map[string]string{"vertex": "gemini", "mistral": "openai-chat"}
	for _, of := range others {
		for _, by := range others {
			if of == by || alike[of] == by || alike[by] == of || of == "otel-genai" {
				continue
			}
			if got, _, err := codec(t, by).ReadRequest(wireFile(t, of+".request.json")); err == nil {
				t.Errorf("%s reads the request of %s: %d tools", by, of, len(got.Tools))
			}
		}
	}
}
