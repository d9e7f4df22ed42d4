package provider_test

import (
	"encoding/json"
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/journey/provider"
)

func envelope(t testing.TB, id string) journey.Envelope {
	t.Helper()
	e, ok := mustGet(t, id).(journey.Envelope)
	if !ok {
		t.Fatalf("%s has no envelope", id)
	}
	return e
}

func TestEnvelopes(t *testing.T) {
	call := journey.WireCall{Called: journey.Called{Name: "weather_lookup"}, ID: "call_1", Args: `{"city":"Bergen"}`}
	inSpace := journey.WireCall{Called: journey.Called{Namespace: "atlas", Name: "route_plan"}, ID: "call_1", Args: `{}`}
	free := journey.WireCall{Called: journey.Called{Name: "note"}, ID: "call_1", Kind: journey.KindCustom, Args: "free"}
	old := journey.WireCall{Called: journey.Called{Name: "old"}, Args: `{}`, Path: "messages[0].function_call.name"}
	shell := journey.WireCall{Called: journey.Called{Name: "local_shell"}, ID: "call_1", Kind: journey.KindLocalShell, Args: `{"command":["ls"]}`}
	hosted := journey.WireCall{Called: journey.Called{Namespace: "atlas", Name: "a"}, ID: "mcp_1", Remote: true, Args: `{}`}
	for _, c := range []struct {
		provider         string
		call             journey.WireCall
		path, want       string
		resultPath, back string
	}{
		{"openai-chat", call, "messages[4].tool_calls[0].function.name",
			`{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"weather_lookup","arguments":"{\"city\":\"Bergen\"}"}}]}`,
			"", `{"role":"tool","tool_call_id":"call_1","content":"rain"}`},
		{"groq", free, "messages[4].tool_calls[0].custom.name",
			`{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"custom","custom":{"name":"note","input":"free"}}]}`,
			"", `{"role":"tool","tool_call_id":"call_1","content":"rain"}`},
		{"openai-chat", old, "messages[4].function_call.name",
			`{"role":"assistant","content":null,"function_call":{"name":"old","arguments":"{}"}}`,
			"messages[5].name", `{"role":"function","name":"old","content":"rain"}`},
		{"ollama", call, "messages[4].tool_calls[0].function.name",
			`{"role":"assistant","content":"","tool_calls":[{"id":"call_1","function":{"index":0,"name":"weather_lookup","arguments":{"city":"Bergen"}}}]}`,
			"messages[5].tool_name", `{"role":"tool","tool_name":"weather_lookup","tool_call_id":"call_1","content":"rain"}`},
		{"openai-responses", inSpace, "input[4].name",
			`{"type":"function_call","call_id":"call_1","namespace":"atlas","name":"route_plan","arguments":"{}"}`,
			"", `{"type":"function_call_output","call_id":"call_1","output":"rain"}`},
		{"openai-responses", free, "input[4].name",
			`{"type":"custom_tool_call","call_id":"call_1","name":"note","input":"free"}`,
			"", `{"type":"custom_tool_call_output","call_id":"call_1","output":"rain"}`},
		{"openai-responses", shell, "input[4].type",
			`{"type":"local_shell_call","call_id":"call_1","action":{"command":["ls"]}}`,
			"", `{"type":"local_shell_call_output","id":"call_1","output":"rain"}`},
		{"openai-responses", hosted, "input[4].name",
			`{"type":"mcp_call","id":"mcp_1","server_label":"atlas","name":"a","arguments":"{}"}`, "", ""},
	} {
		e := envelope(t, c.provider)
		if got := e.Call(c.call, 4); got.Path != c.path || squeezed(got.JSON) != c.want {
			t.Errorf("%s: Call(%s) = %s %s, want %s %s", c.provider, c.call.Called.Name, got.Path, squeezed(got.JSON), c.path, c.want)
		}
		if got := e.Result(c.call, "rain", 5); got.Path != c.resultPath || squeezed(got.JSON) != c.back {
			t.Errorf("%s: Result(%s) = %s %s, want %s %s", c.provider, c.call.Called.Name, got.Path, squeezed(got.JSON), c.resultPath, c.back)
		}
	}
}

func TestChoices(t *testing.T) {
	plain := journey.Naming{Wire: journey.WireName{Name: "x"}}
	custom := journey.Naming{Wire: journey.WireName{Name: "x"}, Tool: journey.Tool{Kind: journey.KindCustom}}
	member := journey.Naming{Wire: journey.WireName{Namespace: "atlas", Name: "x"}}
	hosted := journey.Naming{Wire: journey.WireName{Namespace: "atlas", Name: "x"}, Tool: journey.Tool{Kind: journey.KindProvider, Type: "mcp", Server: "atlas"}}
	patch := journey.Naming{Wire: journey.WireName{Name: "apply_patch"}, Tool: journey.Tool{Kind: journey.KindApplyPatch}}
	for _, c := range []struct {
		provider   string
		naming     journey.Naming
		path, want string
	}{
		{"openai-chat", plain, "tool_choice.function.name", `{"type":"function","function":{"name":"x"}}`},
		{"openai-chat", custom, "tool_choice.custom.name", `{"type":"custom","custom":{"name":"x"}}`},
		{"openai-chat", patch, "", ""},
		{"openai-responses", plain, "tool_choice.name", `{"type":"function","name":"x"}`},
		{"openai-responses", custom, "tool_choice.name", `{"type":"custom","name":"x"}`},
		{"openai-responses", member, "", ""},
		{"openai-responses", hosted, "tool_choice.name", `{"type":"mcp","server_label":"atlas","name":"x"}`},
		{"openai-responses", patch, "tool_choice.type", `{"type":"apply_patch"}`},
		{"ollama", plain, "", ""},
	} {
		got, ok := envelope(t, c.provider).Choice(c.naming)
		if got.Path != c.path || squeezed(got.JSON) != c.want || ok != (c.want != "") {
			t.Errorf("%s: Choice(%+v) = %s %s %v, want %s %s", c.provider, c.naming.Wire, got.Path, squeezed(got.JSON), ok, c.path, c.want)
		}
	}
}

// A whole request reads back as what it was made of.
func TestRequestsReadBack(t *testing.T) {
	tools := []journey.Naming{{Wire: journey.WireName{Name: "a"}, Tool: journey.Tool{Schema: `{"type":"object"}`}}, {Wire: journey.WireName{Name: "b"}}}
	past := []journey.WireCall{
		{Called: journey.Called{Name: "a"}, ID: "call_1", Args: `{}`}, {Called: journey.Called{Name: "b"}, ID: "call_2", Args: `{"k":"é\u2028"}`},
	}
	for _, id := range []string{"openai-chat", "openai-responses", "azure-openai", "deepseek", "groq", "ollama", "vllm", "xai"} {
		text := envelope(t, id).Request(tools, past, 1)
		catalog, calls, err := codec(t, id).ReadRequest([]byte(text))
		if err != nil || len(catalog.Tools) != 2 || len(calls) != 2 {
			t.Errorf("%s: %v, %d tools, %d calls in %s", id, err, len(catalog.Tools), len(calls), text)
			continue
		}
		for i, c := range calls {
			c.Path = ""
			if c.Called != past[i].Called || c.ID != past[i].ID || !sameValue(c.Args, past[i].Args) {
				t.Errorf("%s: call %d = %+v, want %+v", id, i, c, past[i])
			}
		}
		if has := strings.Contains(text, `"tool_choice"`); has != (id != "ollama") {
			t.Errorf("%s: a forced choice in the request: %v\n%s", id, has, text)
		}
		if bare := envelope(t, id).Request(nil, nil, -1); strings.Contains(bare, `"tools"`) || strings.Contains(bare, `"tool_choice"`) {
			t.Errorf("%s: a request without tools has %s", id, bare)
		}
	}
}

func sameValue(a, b string) bool {
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return a == b
	}
	s, _ := json.Marshal(x)
	u, _ := json.Marshal(y)
	return string(s) == string(u)
}

// The two results that SDKs make of one stream.
func TestAssembly(t *testing.T) {
	chunk := func(piece string) string {
		return `data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":` + piece + `}]}}]}` + "\n\n"
	}
	for _, c := range []struct{ what, body, told, assigned, appended string }{
		{"the whole name in every chunk", chunk(`{"name":"read_file"}`) + chunk(`{"name":"read_file"}`), "read_file", "read_file", "read_fileread_file"},
		{"the name split", chunk(`{"name":"edit_ex"}`) + chunk(`{"name":"isting_file"}`), "edit_existing_file", "isting_file", "edit_existing_file"},
		{"the name after the arguments", chunk(`{"arguments":"{"}`) + chunk(`{"name":"x","arguments":"}"}`), "x", "x", "x"},
		{"an empty name behind", chunk(`{"name":"x"}`) + chunk(`{"name":"","arguments":"{}"}`), "x", "x", "x"},
		{"null behind", chunk(`{"name":"x"}`) + chunk(`{"name":null,"arguments":"{}"}`), "x", "x", "x"},
	} {
		for _, id := range []string{"openai-chat", "groq", "ollama"} {
			a, ok := mustGet(t, id).(journey.Assembler)
			if !ok {
				t.Fatalf("%s puts no streams together", id)
			}
			told, err := codec(t, id).ReadStream([]byte(c.body))
			if err != nil || len(told) != 1 || string(told[0].Called.Name) != c.told {
				t.Errorf("%s: %s: ReadStream = %+v, %v, want %s", id, c.what, told, err, c.told)
			}
			for how, want := range map[journey.Assembly]string{journey.AssembleAssign: c.assigned, journey.AssembleAppend: c.appended} {
				got, err := a.ReadStreamAs([]byte(c.body), how)
				if err != nil || len(got) != 1 || string(got[0].Called.Name) != want {
					t.Errorf("%s: %s: ReadStreamAs(%d) = %+v, %v, want %s", id, c.what, how, got, err, want)
				}
			}
		}
	}
}

func FuzzEnvelope(f *testing.F) {
	f.Add("x", "call_1", `{"a":1}`, "", "", uint8(0))
	f.Add("a.b", "", "free \xff text", "atlas", "mcp", uint8(1))
	f.Add("", "i", `"`, "\u202e", "web_search", uint8(5))
	f.Fuzz(func(t *testing.T, name, id, args, space, typ string, kind uint8) {
		c := journey.WireCall{
			Called: journey.Called{Namespace: journey.Namespace(space), Name: journey.Echo(name)}, ID: id, Args: args,
			Kind: journey.ToolKind(kind % uint8(journey.KindProvider+1)),
		}
		n := journey.Naming{Wire: journey.WireName{Namespace: journey.Namespace(space), Name: journey.Wire(name)}, Tool: journey.Tool{Kind: c.Kind, Type: typ, Rest: args, Schema: args}}
		for _, p := range provider.All() {
			e, ok := p.(journey.Envelope)
			if !ok {
				continue
			}
			tools := []journey.Naming{n, n}
			list := journey.Declare(p, tools)
			request := e.Request(tools, []journey.WireCall{c}, 0)
			texts := append(list.Entries(), e.Call(c, 1).JSON, e.Result(c, args, 2).JSON, request)
			if d, ok := e.Choice(n); ok {
				texts = append(texts, d.JSON)
			}
			for _, text := range texts {
				if text != "" && !json.Valid([]byte(text)) {
					t.Fatalf("%s: no JSON: %s", p.Info().ID, text)
				}
			}
			if codec, ok := p.(journey.Codec); ok {
				named := c.Kind == journey.KindFunction || c.Kind == journey.KindCustom // others are known by a type, which may be nonsense here
				if _, _, err := codec.ReadRequest([]byte(request)); err != nil && named {
					t.Fatalf("%s: its own request: %v", p.Info().ID, err)
				}
				stream := strings.Join(e.Stream(c), "\n\n")
				if _, err := codec.ReadStream([]byte(stream)); err != nil && stream != "" {
					t.Fatalf("%s: its own stream: %v", p.Info().ID, err)
				}
			}
		}
	})
}
