package provider

import (
	"encoding/json"
	"testing"

	"hopscope/journey"
)

// TestOTelOlder reads the two spellings in which each part of a message has an
// attribute of its own: as one object, and as the attributes of a span.
func TestOTelOlder(t *testing.T) {
	for name, attributes := range map[string]map[string]any{
		"openllmetry": {
			"gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": "go",
			"gen_ai.prompt.1.role": "assistant", "gen_ai.prompt.1.tool_calls.0.id": "c1", "gen_ai.prompt.1.tool_calls.0.name": "read", "gen_ai.prompt.1.tool_calls.0.arguments": `{"p":1}`,
			"gen_ai.prompt.2.role": "tool", "gen_ai.prompt.2.tool_call_id": "c1", "gen_ai.prompt.2.content": "done",
			"gen_ai.completion.0.tool_calls.0.id": "c2", "gen_ai.completion.0.tool_calls.0.name": "bash", "gen_ai.completion.0.tool_calls.0.arguments": "{}",
			"gen_ai.completion.0.tool_calls.1.id": "c3", "gen_ai.completion.0.tool_calls.1.name": "Bash",
			"llm.request.functions.0.name": "read", "llm.request.functions.0.parameters": `{"type":"object"}`, "llm.request.functions.10.name": "last", "llm.request.functions.2.name": "bash",
		},
		"openinference": {
			"llm.input_messages.0.message.role": "user",
			"llm.input_messages.1.message.role": "assistant", "llm.input_messages.1.message.tool_calls.0.tool_call.id": "c1",
			"llm.input_messages.1.message.tool_calls.0.tool_call.function.name": "read", "llm.input_messages.1.message.tool_calls.0.tool_call.function.arguments": `{"p":1}`,
			"llm.input_messages.2.message.role": "tool", "llm.input_messages.2.message.tool_call_id": "c1", "llm.input_messages.2.message.content": "done",
			"llm.output_messages.0.message.tool_calls.0.tool_call.id": "c2", "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "bash",
			"llm.output_messages.0.message.tool_calls.1.tool_call.id": "c3", "llm.output_messages.0.message.tool_calls.1.tool_call.function.name": "Bash",
			"llm.tools.0.tool.json_schema": `{"type":"function","function":{"name":"read","parameters":{"type":"object"}}}`,
			"llm.tools.2.tool.json_schema": `{"name":"bash","input_schema":{}}`, "llm.tools.10.tool.name": "last", "llm.tools.10.tool.json_schema": `{}`,
		},
	} {
		var list []map[string]any
		for key, v := range attributes {
			list = append(list, map[string]any{"key": key, "value": map[string]any{"stringValue": v}})
		}
		one, _ := json.Marshal(attributes)
		span, _ := json.Marshal(map[string]any{"resourceSpans": []any{map[string]any{"scopeSpans": []any{map[string]any{"spans": []any{map[string]any{"attributes": list}}}}}}})
		for shape, body := range map[string][]byte{"attributes": one, "span": span} {
			codec := otelCodec{}
			tools, past, err := codec.ReadRequest(body)
			if err != nil {
				t.Fatalf("%s, %s: %v", name, shape, err)
			}
			var got []string
			for _, tool := range tools.Tools {
				got = append(got, string(tool.Wire.Name))
			}
			if len(got) != 3 || got[0] != "read" || got[1] != "bash" || got[2] != "last" || tools.Tools[0].Schema != `{"type":"object"}` || tools.Tools[0].Rest != "" {
				t.Errorf("%s, %s: tools %q, %+v", name, shape, got, tools.Tools[0])
			}
			if len(past) != 1 || past[0].Called.Name != "read" || past[0].ID != "c1" || past[0].Args != `{"p":1}` {
				t.Errorf("%s, %s: history %+v", name, shape, past)
			}
			calls, err := codec.ReadResponse(body)
			if err != nil || len(calls) != 2 || calls[0].Called.Name != "bash" || calls[1].Called.Name != "Bash" || calls[1].ID != "c3" {
				t.Errorf("%s, %s: calls %+v, %v", name, shape, calls, err)
			}
			if shape != "span" {
				continue
			}
			want := map[string]string{"openllmetry": "spans[0].gen_ai.completion.0.tool_calls.1.name", "openinference": "spans[0].llm.output_messages.0.message.tool_calls.1.tool_call.function.name"}[name]
			if calls[1].Path != want {
				t.Errorf("%s: path %q, want %q", name, calls[1].Path, want)
			}
			results := Results(body)
			if len(results) != 1 || results[0].ID != "c1" || results[0].Text != "done" || results[0].Flag != journey.FlagNone {
				t.Errorf("%s: results %+v", name, results)
			}
		}
	}
}
