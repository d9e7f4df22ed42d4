package provider_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/journey/provider"
)

func wireFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "vectors", "wire", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func codec(t testing.TB, id string) journey.Codec {
	t.Helper()
	c, ok := mustGet(t, id).(journey.Codec)
	if !ok {
		t.Fatalf("%s reads no bodies", id)
	}
	return c
}

func compact(t *testing.T, calls []journey.WireCall) []journey.WireCall {
	t.Helper()
	for i := range calls {
		var b bytes.Buffer
		if json.Compact(&b, []byte(calls[i].Args)) == nil {
			calls[i].Args = b.String()
		}
	}
	return calls
}

func TestWireFiles(t *testing.T) {
	for _, c := range []struct{ provider, ext, past, answer, streamed, id string }{
		{"openai-chat", "sse", "messages[2].tool_calls[0].function.name", "choices[0].message.tool_calls[0].function.name", "choices[0].delta.tool_calls[0].function.name", "call_H0pTicketOpen0000000002"},
		{"anthropic-messages", "sse", "messages[1].content[0].name", "content[1].name", "content_block.name", "toolu_01HopTicketOpen00000002"},
	} {
		r := codec(t, c.provider)
		catalog, past, err := r.ReadRequest(wireFile(t, c.provider+".request.json"))
		if err != nil {
			t.Fatalf("%s: %v", c.provider, err)
		}
		var names []string
		for _, tool := range catalog.Tools {
			names = append(names, string(tool.Wire.Name))
			if tool.Form != journey.FormWire || tool.Description == "" || !json.Valid([]byte(tool.Schema)) {
				t.Errorf("%s: tool %+v lacks form, description or schema", c.provider, tool)
			}
		}
		if got, want := strings.Join(names, " "), "weather_lookup ticket_open mcp_atlas_route_plan"; got != want {
			t.Errorf("%s: tools %q, want %q", c.provider, got, want)
		}
		if len(past) != 1 || past[0].Called.Name != "weather_lookup" || past[0].Path != c.past || past[0].ID == "" {
			t.Errorf("%s: history %+v, want one weather_lookup at %s", c.provider, past, c.past)
		}
		whole, err := r.ReadResponse(wireFile(t, c.provider+".response.json"))
		if err != nil {
			t.Fatalf("%s: %v", c.provider, err)
		}
		want := []journey.WireCall{{Called: journey.Called{Name: "ticket_open"}, ID: c.id, Args: `{"title":"Umbrella stand","priority":"high"}`, Path: c.answer}}
		if got := compact(t, whole); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: response = %+v, want %+v", c.provider, got, want)
		}
		want[0].Path = c.streamed
		stream, err := r.ReadStream(wireFile(t, c.provider+".stream."+c.ext))
		if err != nil {
			t.Fatalf("%s: %v", c.provider, err)
		}
		if got := compact(t, stream); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: stream = %+v, want %+v", c.provider, got, want)
		}
	}
}

func TestRequestsOfOthers(t *testing.T) {
	for _, c := range []struct{ provider, body string }{
		{"openai-chat", string(wireFile(t, "anthropic-messages.request.json"))},
		{"anthropic-messages", string(wireFile(t, "openai-chat.request.json"))},
		{"openai-chat", `{}`}, {"anthropic-messages", `{}`}, {"openai-chat", `[]`}, {"anthropic-messages", `not json`}, {"openai-chat", ``},
	} {
		if got, _, err := codec(t, c.provider).ReadRequest([]byte(c.body)); err == nil {
			t.Errorf("%s: ReadRequest(%.40q) = %+v, want an error", c.provider, c.body, got)
		}
		if got, err := codec(t, c.provider).ReadResponse([]byte(c.body)); err == nil {
			t.Errorf("%s: ReadResponse(%.40q) = %+v, want an error", c.provider, c.body, got)
		}
		if got, err := codec(t, c.provider).ReadStream([]byte(c.body)); err == nil {
			t.Errorf("%s: ReadStream(%.40q) = %+v, want an error", c.provider, c.body, got)
		}
	}
}

func TestChatStreams(t *testing.T) {
	chunk := func(calls string) string {
		return `data: {"choices":[{"index":0,"delta":{"tool_calls":[` + calls + `]}}]}` + "\n\n"
	}
	type call struct{ name, id, args string }
	for _, c := range []struct {
		what, body string
		want       []call
	}{
		{"the whole name in every piece", chunk(`{"index":0,"id":"a","function":{"name":"read_file","arguments":"{"}}`) + chunk(`{"index":0,"function":{"name":"read_file","arguments":"}"}}`), []call{{"read_file", "a", "{}"}}},
		{"the name split", chunk(`{"index":0,"id":"a","function":{"name":"edit_ex"}}`) + chunk(`{"index":0,"function":{"name":"isting_file","arguments":"{}"}}`), []call{{"edit_existing_file", "a", "{}"}}},
		{"the name after the arguments", chunk(`{"index":0,"id":"a","function":{"arguments":"{"}}`) + chunk(`{"index":0,"function":{"name":"x","arguments":"}"}}`), []call{{"x", "a", "{}"}}},
		{"two calls", chunk(`{"index":0,"id":"a","function":{"name":"x"}},{"index":1,"id":"b","function":{"name":"y"}}`) + chunk(`{"index":1,"function":{"arguments":"1"}},{"index":0,"function":{"arguments":"0"}}`), []call{{"x", "a", "0"}, {"y", "b", "1"}}},
		{"no index", chunk(`{"id":"a","function":{"name":"x","arguments":"0"}}`) + chunk(`{"id":"b","function":{"name":"y"}}`) + chunk(`{"function":{"arguments":"1"}}`), []call{{"x", "a", "0"}, {"y", "b", "1"}}},
		{"one object a line", `{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"x"}}]}}]}` + "\n" + `{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]}}]}`, []call{{"x", "a", "{}"}}},
		{"no name at all", chunk(`{"index":0,"id":"a","function":{"name":null,"arguments":"{}"}}`), []call{{"", "a", "{}"}}},
	} {
		got, err := codec(t, "openai-chat").ReadStream([]byte(c.body))
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		var calls []call
		for _, w := range got {
			calls = append(calls, call{string(w.Called.Name), w.ID, w.Args})
			if w.Nameless != (w.Called.Name == "") {
				t.Errorf("%s: call %+v", c.what, w)
			}
		}
		if !reflect.DeepEqual(calls, c.want) {
			t.Errorf("%s: ReadStream = %+v, want %+v", c.what, calls, c.want)
		}
	}
}

func TestChatRequestKinds(t *testing.T) {
	body := `{"tools":[{"type":"custom","custom":{"name":"note","description":3}},{"type":"web_search"},{"type":"function","function":{"description":"no name"}}],
		"functions":[{"name":"old"}],"messages":[{"role":"assistant","function_call":{"name":"old","arguments":"{}"}},
		{"role":"assistant","tool_calls":[{"id":7,"type":"custom","custom":{"name":"note","input":"free"}},{"type":"function","function":{"name":null,"arguments":{"a":1}}}]}]}`
	catalog, calls, err := codec(t, "openai-chat").ReadRequest([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, tool := range catalog.Tools {
		got = append(got, tool.Kind.String()+" "+string(tool.Wire.Name))
	}
	for _, c := range calls {
		got = append(got, c.Path+" "+string(c.Called.Name)+" "+c.Args)
	}
	want := []string{"custom note", "provider web_search", "function ", "function old", "messages[0].function_call.name old {}",
		"messages[1].tool_calls[0].custom.name note free", `messages[1].tool_calls[1].function.name  {"a":1}`}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("ReadRequest = %q, want %q", got, want)
	}
}

func TestAnthropicRequestKinds(t *testing.T) {
	body := `{"tools":[{"type":"bash_20250124","name":"bash"},{"type":"custom","name":"x","input_schema":{},"defer_loading":true},
		{"type":"browser_toolset_20260801"},{"type":"mcp_toolset","mcp_server_name":"atlas"},{"type":"web_search_20250305"}],
		"messages":[{"role":"user","content":"text"},{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"tool_use","id":"t","name":"left_click","toolset_name":"browser","input":{}},
		{"type":"server_tool_use","id":"s","name":"web_search","input":{}},{"type":"mcp_tool_use","id":"m","name":"route","server_name":"atlas","input":{}},{"type":"tool_use","id":"n","input":{}}]}]}`
	catalog, calls, err := codec(t, "anthropic-messages").ReadRequest([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(catalog.Tools); n != 3+31 {
		t.Errorf("%d tools, want 3 and 31 members of the browser toolset", n)
	}
	if got := catalog.Tools[0]; got.Kind != journey.KindProvider || got.Type != "bash_20250124" {
		t.Errorf("bash = %+v, want a provider tool with its type", got)
	}
	if got := catalog.Tools[1]; got.Kind != journey.KindFunction || !got.Deferred {
		t.Errorf("x = %+v, want a deferred function", got)
	}
	if got := catalog.Tools[2].Wire; got.Namespace != "browser" {
		t.Errorf("member = %+v, want the namespace browser", got)
	}
	if got := catalog.Tools[len(catalog.Tools)-1].Wire.Name; got != "web_search" {
		t.Errorf("a type without a name is %q, want web_search", got)
	}
	if len(catalog.Servers) != 1 || !catalog.Servers[0].NamesUnknown || catalog.Servers[0].Key != "atlas" {
		t.Errorf("servers = %+v, want atlas with unknown names", catalog.Servers)
	}
	var got []string
	for _, c := range calls {
		got = append(got, strings.TrimSpace(string(c.Called.Namespace)+" "+string(c.Called.Name)))
	}
	if want := []string{"browser left_click", "web_search", "atlas route", ""}; !reflect.DeepEqual(got, want) {
		t.Errorf("calls = %q, want %q", got, want)
	}
	if !calls[1].Remote || !calls[2].Remote || calls[0].Remote || !calls[3].Nameless {
		t.Errorf("calls = %+v", calls)
	}
}

func TestDeclare(t *testing.T) {
	weather := journey.Naming{Wire: journey.WireName{Name: "weather_lookup"}, Tool: journey.Tool{
		Description: "Weather <now> \u202e", Schema: `{"type":"object","properties":{"z":{},"a":{}}}`}}
	bare := journey.Naming{Wire: journey.WireName{Name: "x"}}
	custom := journey.Naming{Wire: journey.WireName{Name: "note"}, Tool: journey.Tool{Kind: journey.KindCustom}}
	hosted := journey.Naming{Wire: journey.WireName{Name: "web_search"}, Tool: journey.Tool{Kind: journey.KindProvider, Type: "web_search_20250305"}}
	deferred := journey.Naming{Wire: journey.WireName{Name: "x"}, Status: journey.Deferred}
	for _, c := range []struct {
		provider   string
		naming     journey.Naming
		path, want string
	}{
		{"openai-chat", weather, "tools[3].function.name", `{
  "type": "function",
  "function": {
    "name": "weather_lookup",
    "description": "Weather <now> \u202e",
    "parameters": {
      "type": "object",
      "properties": {
        "z": {},
        "a": {}
      }
    }
  }
}`},
		{"openai-chat", custom, "tools[3].custom.name", `{
  "type": "custom",
  "custom": {
    "name": "note"
  }
}`},
		{"openai-chat", hosted, "tools[3].type", `{
  "type": "web_search_20250305"
}`},
		{"anthropic-messages", bare, "tools[3].name", `{
  "name": "x",
  "input_schema": {}
}`},
		{"anthropic-messages", hosted, "tools[3].name", `{
  "type": "web_search_20250305",
  "name": "web_search"
}`},
		{"anthropic-messages", deferred, "tools[3].name", `{
  "name": "x",
  "input_schema": {},
  "defer_loading": true
}`},
	} {
		got := mustGet(t, c.provider).Declare(c.naming, 3)
		if got.Path != c.path || got.JSON != c.want {
			t.Errorf("%s: Declare(%s) = %s\n%s\nwant %s\n%s", c.provider, c.naming.Wire.Name, got.Path, got.JSON, c.path, c.want)
		}
	}
}

// A declaration that is put into its frame reads back as the same tool.
func TestDeclarationsReadBack(t *testing.T) {
	tools := []journey.Tool{
		{Form: journey.FormWire, Wire: journey.WireName{Name: "a.b \"c\" \x1b\xff"}, Description: "d\u2028", Schema: `{"type":"object"}`},
		{Form: journey.FormWire, Wire: journey.WireName{Name: "plain"}, Schema: "not json"},
	}
	for _, p := range provider.All() {
		before, after := p.Frame()
		body := before
		for i, tool := range tools {
			if i > 0 {
				body += ","
			}
			body += p.Declare(journey.Naming{Tool: tool, Wire: tool.Wire}, i).JSON
		}
		catalog, _, err := p.(journey.Codec).ReadRequest([]byte(body + after))
		if err != nil || len(catalog.Tools) != len(tools) {
			t.Errorf("%s: %v in %s", p.Info().ID, err, body+after)
			continue
		}
		if got := catalog.Tools[0]; strings.ToValidUTF8(string(tools[0].Wire.Name), "\ufffd") != string(got.Wire.Name) || got.Description != tools[0].Description {
			t.Errorf("%s: read back %q %q", p.Info().ID, got.Wire.Name, got.Description)
		}
	}
}

func FuzzBodies(f *testing.F) {
	f.Add(`{"tools":[{"type":"function","function":{"name":"x"}}],"messages":[{"tool_calls":[{"function":{"name":"x"}}]}]}`)
	f.Add(`{"tools":[{"name":"x"}],"messages":[{"content":[{"type":"tool_use","name":"x"}]}]}`)
	f.Add("data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"function\":{}}]}}]}\n\ndata: [DONE]\n")
	f.Add("event: content_block_start\ndata: {\"type\":\"content_block_start\",\"content_block\":{\"type\":\"tool_use\"}}\n\n")
	f.Fuzz(func(t *testing.T, body string) {
		for _, p := range provider.All() {
			c := p.(journey.Codec)
			if catalog, calls, err := c.ReadRequest([]byte(body)); err == nil {
				for _, tool := range catalog.Tools {
					if tool.Form != journey.FormWire {
						t.Fatalf("%s: tool %+v is not in wire form", p.Info().ID, tool)
					}
				}
				pathed(t, p, calls)
			}
			if calls, err := c.ReadResponse([]byte(body)); err == nil {
				pathed(t, p, calls)
			}
			if calls, err := c.ReadStream([]byte(body)); err == nil {
				pathed(t, p, calls)
			}
		}
	})
}

func pathed(t *testing.T, p journey.Provider, calls []journey.WireCall) {
	t.Helper()
	for _, c := range calls {
		if c.Path == "" || c.Nameless && c.Called.Name != "" {
			t.Fatalf("%s: call %+v", p.Info().ID, c)
		}
	}
}

func FuzzDeclare(f *testing.F) {
	f.Add("x", "d", `{"type":"object"}`, "")
	f.Add("\x00\u202e", "\xff", `{`, "bash_20250124")
	f.Fuzz(func(t *testing.T, name, description, schema, kind string) {
		n := journey.Naming{Wire: journey.WireName{Name: journey.Wire(name)}, Tool: journey.Tool{Description: description, Schema: schema, Type: kind}}
		for _, p := range provider.All() {
			for n.Tool.Kind = range journey.KindProvider + 1 {
				d := p.Declare(n, 0)
				if !json.Valid([]byte(d.JSON)) || d.Path == "" {
					t.Fatalf("%s: Declare(%q) = %q at %q", p.Info().ID, name, d.JSON, d.Path)
				}
			}
		}
	})
}

func FuzzProviderRecognise(f *testing.F) {
	f.Add("Invalid 'tools[1].function.name': string too long. Expected a string with maximum length 64, but got a string with length 71 instead.")
	f.Add("tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'")
	f.Add("'x' does not match 'y' - 'functions.0.name'")
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range provider.All() {
			r, ok := p.Recognise(text)
			if ok && (r.Place == "" || r.Rule == "" || r.Index < -1) {
				t.Fatalf("%s: Recognise(%q) = %+v", p.Info().ID, text, r)
			}
		}
	})
}
