package provider_test

import (
	"reflect"
	"strings"
	"testing"

	"hopscope/journey"
)

const everyItem = `{
	"tools": [
		{"type":"function","name":"plain","parameters":{},"strict":null,"allowed_callers":["direct"]},
		{"type":"function","name":"later","defer_loading":true},
		{"type":"custom","name":"note.open","format":{"type":"text"}},
		{"type":"namespace","name":"atlas","description":"Routes.","tools":[{"type":"function","name":"route_plan"},{"type":"custom","name":"route_note"}]},
		{"type":"tool_search","execution":"server"},
		{"type":"mcp","server_label":"hosted","authorization":"Bearer secret","headers":{"k":"secret"},"allowed_tools":["a","b"],"require_approval":"never"},
		{"type":"mcp","server_label":"dark"},
		{"type":"local_shell"}, {"type":"shell"}, {"type":"apply_patch"}, {"type":"web_search_preview"}
	],
	"input": [
		{"role":"user","content":"x"},
		{"type":"function_call","id":"fc_1","call_id":"call_1","namespace":"atlas","name":"route_plan","arguments":"{}"},
		{"type":"custom_tool_call","call_id":"call_2","name":"note.open","input":"free text"},
		{"type":"mcp_call","id":"mcp_1","server_label":"hosted","name":"a","arguments":"{}"},
		{"type":"local_shell_call","call_id":"call_3","action":{"command":["ls"]}},
		{"type":"apply_patch_call","call_id":"call_4","operation":{"type":"update_file"}},
		{"type":"web_search_call","id":"ws_1"},
		{"type":"function_call","call_id":"call_5","name":null,"arguments":"{}"},
		{"type":"function_call_output","call_id":"call_1","output":"done"},
		{"type":"additional_tools","tools":[{"type":"function","name":"more"}]},
		{"type":"tool_search_output","tools":[{"type":"function","name":"later","parameters":{"type":"object"}}]},
		{"type":"mcp_list_tools","server_label":"dark","tools":[{"name":"seen","input_schema":{}}]}
	]
}`

func TestResponsesRequestKinds(t *testing.T) {
	catalog, calls, err := codec(t, "openai-responses").ReadRequest([]byte(everyItem))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, tool := range catalog.Tools {
		got = append(got, strings.TrimSpace(tool.Kind.String()+" "+string(tool.Wire.Namespace)+"/"+string(tool.Wire.Name)+" "+tool.Rest))
		if strings.Contains(tool.Rest, "secret") {
			t.Errorf("the rest of %v holds a secret: %s", tool.Wire, tool.Rest)
		}
	}
	want := []string{
		`function /plain {"strict":null,"allowed_callers":["direct"]}`, `function /later`, `custom /note.open {"format":{"type":"text"}}`,
		`function atlas/route_plan`, `custom atlas/route_note`, `provider /tool_search {"execution":"server"}`,
		`provider hosted/a {"require_approval":"never"}`, `provider hosted/b {"require_approval":"never"}`,
		`local_shell /local_shell`, `shell /shell`, `apply_patch /apply_patch`, `provider /web_search_preview`, `function /more`, `provider dark/seen`,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("tools = %q, want %q", got, want)
	}
	if later := catalog.Tools[1]; later.Deferred || later.Schema == "" {
		t.Errorf("a tool that a search loaded = %+v, want it with its schema and not deferred", later)
	}
	if want := []journey.ServerEntry{{Key: "hosted"}, {Key: "dark"}}; !reflect.DeepEqual(catalog.Servers, want) {
		t.Errorf("servers = %+v, want %+v", catalog.Servers, want)
	}
	got = nil
	for _, c := range calls {
		got = append(got, strings.Join([]string{c.Path, c.Kind.String(), c.ID, string(c.Called.Namespace) + "/" + string(c.Called.Name), c.Args}, " "))
	}
	want = []string{
		"input[1].name function call_1 atlas/route_plan {}", "input[2].name custom call_2 /note.open free text", "input[3].name function mcp_1 hosted/a {}",
		`input[4].type local_shell call_3 /local_shell {"command":["ls"]}`, `input[5].type apply_patch call_4 /apply_patch {"type":"update_file"}`,
		"input[6].type provider ws_1 /web_search ", "input[7].name function call_5 / {}",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("calls = %q, want %q", got, want)
	}
	if !calls[2].Remote || !calls[5].Remote || calls[3].Remote || !calls[6].Nameless {
		t.Errorf("calls = %+v, want the hosted ones remote and the last nameless", calls)
	}
}

// Tools of one namespace or one hosted server share an entry, wherever they
// stand in the list; what is not offered has no entry.
func TestResponsesLayout(t *testing.T) {
	kinds := []journey.Naming{
		{Wire: journey.WireName{Namespace: "atlas", Name: "a"}, Tool: journey.Tool{SpaceText: "Routes."}},
		{Wire: journey.WireName{Name: "plain"}},
		{Wire: journey.WireName{Name: "left"}, Status: journey.LeftOut},
		{Wire: journey.WireName{Namespace: "crm", Name: "a"}},
		{Wire: journey.WireName{Namespace: "atlas", Name: "bad.name"}},
		{Wire: journey.WireName{Name: "free.name"}, Tool: journey.Tool{Kind: journey.KindCustom}},
		{Wire: journey.WireName{Namespace: "hosted", Name: "x"}, Tool: journey.Tool{Kind: journey.KindProvider, Type: "mcp"}},
		{Wire: journey.WireName{Name: "local_shell"}, Tool: journey.Tool{Kind: journey.KindLocalShell}},
		{Wire: journey.WireName{Namespace: "hosted", Name: "y"}, Tool: journey.Tool{Kind: journey.KindProvider, Type: "mcp"}},
		{Wire: journey.WireName{Name: "also.bad"}},
	}
	d := journey.Declare(mustGet(t, "openai-responses"), kinds)
	want := []string{
		"tools[0].tools[0].name", "tools[1].name", "", "tools[2].tools[0].name", "tools[0].tools[1].name", "tools[3].name",
		"tools[4].allowed_tools[0]", "tools[5].type", "tools[4].allowed_tools[1]", "tools[6].name",
	}
	for i := range kinds {
		if got, ok := d.Of(i); got.Path != want[i] || ok != (want[i] != "") {
			t.Errorf("Of(%d) = %q %v, want %q", i, got.Path, ok, want[i])
		}
	}
	entries := d.Entries()
	if len(entries) != 7 {
		t.Fatalf("%d entries, want 7: %q", len(entries), entries)
	}
	if want := `{"type":"namespace","name":"atlas","description":"Routes.","tools":[{"type":"function","name":"a"},{"type":"function","name":"bad.name"}]}`; squeezed(entries[0]) != want {
		t.Errorf("entry 0 = %s, want %s", squeezed(entries[0]), want)
	}
	if want := `{"type":"mcp","server_label":"hosted","allowed_tools":["x","y"]}`; squeezed(entries[4]) != want {
		t.Errorf("entry 4 = %s, want %s", squeezed(entries[4]), want)
	}
	for i, want := range map[int]string{
		4: "Invalid 'tools[0].tools[1].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
		9: "Invalid 'tools[6].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
	} {
		v, found := d.Check(i, "")
		if v != journey.VerdictReject || len(found) != 1 || found[0].Error != want {
			t.Errorf("Check(%d) = %v %+v, want %q", i, v, found, want)
		}
	}
	for i, want := range map[int]journey.Verdict{0: journey.VerdictAccept, 2: journey.VerdictUnknown, 5: journey.VerdictUnknown, 7: journey.VerdictAccept} {
		if v, found := d.Check(i, ""); v != want || len(found) > 0 {
			t.Errorf("Check(%d) = %v %+v, want %v and nothing broken", i, v, found, want)
		}
	}
}

func squeezed(text string) string {
	return strings.NewReplacer("\n", "", "  ", "", `": `, `":`).Replace(text)
}

func TestResponsesStreams(t *testing.T) {
	data := func(events ...string) string {
		return "data: " + strings.Join(events, "\n\ndata: ") + "\n\n"
	}
	const added = `{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"a","name":"x","namespace":"n","arguments":""}}`
	for _, c := range []struct {
		what, body string
		want       []string
	}{
		{"deltas only", data(added, `{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{"}`, `{"type":"response.function_call_arguments.delta","output_index":0,"delta":"}"}`), []string{"n/x a {} item.name"}},
		{"done says the arguments", data(added, `{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{"}`, `{"type":"response.function_call_arguments.done","output_index":0,"name":"x","arguments":"{\"k\":1}"}`), []string{`n/x a {"k":1} item.name`}},
		{"the name comes with done", data(`{"type":"response.output_item.added","output_index":2,"item":{"type":"function_call","call_id":"a"}}`, `{"type":"response.function_call_arguments.done","output_index":2,"name":"x","arguments":"{}"}`), []string{"/x a {} name"}},
		{"two items", data(added, `{"type":"response.output_item.added","output_index":1,"item":{"type":"custom_tool_call","call_id":"b","name":"y","input":""}}`, `{"type":"response.custom_tool_call_input.delta","output_index":1,"delta":"free"}`), []string{"n/x a  item.name", "/y b free item.name"}},
		{"only the whole response", data(`{"type":"response.completed","response":{"output":[{"type":"function_call","call_id":"a","name":"x","arguments":"{}"}]}}`), []string{"/x a {} response.output[0].name"}},
		{"a text answer", data(`{"type":"response.created","response":{"output":[]}}`), nil},
	} {
		calls, err := codec(t, "openai-responses").ReadStream([]byte(c.body))
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
		var got []string
		for _, w := range calls {
			got = append(got, string(w.Called.Namespace)+"/"+string(w.Called.Name)+" "+w.ID+" "+w.Args+" "+w.Path)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: ReadStream = %q, want %q", c.what, got, c.want)
		}
	}
	if calls, err := codec(t, "openai-responses").ReadStream(wireFile(t, "openai-chat.stream.sse")); err == nil {
		t.Errorf("ReadStream of a chat stream = %+v, want an error", calls)
	}
}

// The services that copy OpenAI have both of its endpoints.
func TestEitherEndpoint(t *testing.T) {
	for _, id := range []string{"azure-openai", "deepseek", "groq", "ollama", "vllm", "xai"} {
		c := codec(t, id)
		catalog, past, err := c.ReadRequest(wireFile(t, "openai-responses.request.json"))
		if err != nil || len(catalog.Tools) != 3 || len(past) != 1 {
			t.Errorf("%s: ReadRequest of a Responses body = %d tools, %d calls, %v", id, len(catalog.Tools), len(past), err)
		}
		for _, name := range []string{"openai-responses.response.json", "openai-chat.response.json"} {
			if calls, err := c.ReadResponse(wireFile(t, name)); err != nil || len(calls) == 0 {
				t.Errorf("%s: ReadResponse(%s) = %+v, %v", id, name, calls, err)
			}
		}
		for _, name := range []string{"openai-responses.stream.sse", "openai-chat.stream.sse"} {
			if calls, err := c.ReadStream(wireFile(t, name)); err != nil || len(calls) == 0 {
				t.Errorf("%s: ReadStream(%s) = %+v, %v", id, name, calls, err)
			}
		}
		if got, _, err := c.ReadRequest(wireFile(t, "anthropic-messages.request.json")); err == nil {
			t.Errorf("%s: ReadRequest of a Messages body = %+v, want an error", id, got)
		}
	}
}
