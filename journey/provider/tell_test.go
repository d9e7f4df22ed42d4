package provider

import (
	"testing"

	"hopscope/journey"
)

func TestTell(t *testing.T) {
	for _, test := range []struct{ url, body, want string }{
		{"https://api.anthropic.com/v1/messages?beta=true", "", "anthropic-messages"},
		{"https://api.anthropic.com/v1/messages/count_tokens", "{}", ""},
		{"https://api.openai.com/v1/chat/completions", "", "openai-chat"},
		{"https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=1", "", "azure-openai"},
		{"https://api.groq.com/openai/v1/chat/completions", "", "groq"},
		{"http://localhost:11434/v1/chat/completions", "", "ollama"},
		{"http://localhost:11434/api/chat", "", "ollama"},
		{"https://chatgpt.com/backend-api/codex/responses", "", "openai-responses"},
		{"/v1beta/models/g:streamGenerateContent?alt=sse", "", "gemini"},
		{"https://eu-aiplatform.googleapis.com/v1/models/g:generateContent", "", "vertex"},
		{"https://bedrock-runtime.us-east-1.amazonaws.com/model/m/converse-stream", "", "bedrock-converse"},
		{"/proxy", `{"messages":[],"tools":[{"name":"a","input_schema":{}}]}`, "anthropic-messages"},
		{"/proxy", `{"messages":[{"role":"user","content":"x"}]}`, "openai-chat"},
		{"", `{"tools":[{"name":"a","function":{"name":"a"},"input_schema":{}}],"messages":[{"role":"tool","tool_call_id":"c"}]}`, "openai-chat"},
		{"/proxy", `{"contents":[]}`, "gemini"},
		{"", `{"model":"m","input":"x"}`, "openai-responses"},
		{"", `[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]`, "mcp"},
		{"/favicon.ico", "", ""},
		{"/login", `{"user":"x"}`, ""},
	} {
		p, ok := Tell(test.url, []byte(test.body))
		got := ""
		if ok {
			got = p.Info().ID
		}
		if got != test.want {
			t.Errorf("Tell(%q, %q) = %q, want %q", test.url, test.body, got, test.want)
		}
	}
}

func TestResults(t *testing.T) {
	for _, test := range []struct {
		body string
		want journey.WireResult
	}{
		{`{"messages":[{"role":"tool","tool_call_id":"a","content":[{"type":"text","text":"x"},{"type":"text","text":"y"}]}]}`, journey.WireResult{ID: "a", Text: "x\ny"}},
		{`{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","is_error":true,"content":"x"}]}]}`, journey.WireResult{ID: "a", Text: "x", Flag: journey.FlagFailed}},
		{`{"messages":[{"role":"user","content":[{"toolResult":{"toolUseId":"a","status":"success","content":[{"text":"x"}]}}]}]}`, journey.WireResult{ID: "a", Text: "x", Flag: journey.FlagRan}},
		{`{"input":[{"type":"custom_tool_call_output","call_id":"a","output":"x"}]}`, journey.WireResult{ID: "a", Text: "x"}},
		{`{"contents":[{"parts":[{"function_response":{"name":"n","response":{"error":"x"}}}]}]}`, journey.WireResult{Name: "n", Text: "x", Flag: journey.FlagFailed}},
		{`{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"x"}],"isError":true}}`, journey.WireResult{ID: "3", Text: "x", Flag: journey.FlagFailed}},
	} {
		got := Results([]byte(test.body))
		if len(got) != 1 || got[0] != test.want {
			t.Errorf("Results(%s) = %+v, want %+v", test.body, got, test.want)
		}
	}
}

func TestRefusalOf(t *testing.T) {
	for in, want := range map[string]string{
		`{"error":{"message":"x"}}`:   "x",
		`[{"error":{"message":"x"}}]`: "x",
		`{"message":"x"}`:             "x",
		`{"error":"x"}`:               "x",
		"plain\n":                     "plain",
	} {
		if got := RefusalOf([]byte(in)); got != want {
			t.Errorf("RefusalOf(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzTell(f *testing.F) {
	f.Add("/v1/messages", `{"messages":[{"role":"tool"}]}`)
	f.Add("", `{"resourceSpans":[]}`)
	f.Fuzz(func(t *testing.T, url, body string) {
		Tell(url, []byte(body))
		TellAnswer([]byte(body))
		Results([]byte(body))
		RefusalOf([]byte(body))
	})
}
