package format

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

// readTraced reads an export as package sessions does.
func readTraced(t testing.TB, f Format, data []byte) *journey.Session {
	t.Helper()
	b := NewBuilder(false)
	r := b.Begin(0, "x", "", f)
	read, _ := f.(Framed).Cutters()
	if err := walk.Records(t.Context(), bytes.NewReader(data), read, r.Worker(), func(part walk.Chunk[*Events]) error { b.Add(part); return nil }); err != nil {
		t.Fatal(err)
	}
	b.End()
	s := &journey.Session{Sources: []journey.Source{{Path: "x"}}}
	s.Apply(b.Take())
	return s
}

// checkTraced holds what is true of any export: calls stand in order, and each
// is found again with its result.
func checkTraced(t *testing.T, f Format, data []byte) *journey.Session {
	t.Helper()
	s := readTraced(t, f, data)
	_, again := f.(Framed).Cutters()
	record := func(at int64) []byte {
		_, again = f.(Framed).Cutters()
		n, ok := walk.Record(again, data[at:], true)
		if !ok {
			t.Fatalf("no record at %d of %q", at, data)
		}
		return data[at : at+int64(n)]
	}
	var last uint32
	for i := range s.Rows {
		r := &s.Rows[i]
		if r.Line < last || r.Line == 0 {
			t.Fatalf("row %d stands at line %d, after %d", i, r.Line, last)
		}
		last = r.Line
		p := Place{ID: r.ID, Args: r.Args, Name: s.Text(r.Name)}
		if _, ok := f.Call(record(r.At), p); !ok {
			t.Fatalf("row %d is not found again in %q", i, record(r.At))
		}
		if r.Ret < 0 {
			continue
		}
		if _, _, ok := f.(Paired).ResultOf(record(r.Ret), record(r.At), p, 100); !ok {
			t.Fatalf("result of row %d is not found again in %q", i, record(r.Ret))
		}
	}
	return s
}

// TestTracedMessages reads calls, results and tools in each spelling.
func TestTracedMessages(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"OpenAI", `{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"a","arguments":"{}"}}]}`, "call c a {}"},
		{"OpenAI result", `{"role":"tool","tool_call_id":"c","content":"x"}`, "result c x"},
		{"OpenAI result in parts", `{"role":"tool","tool_call_id":"c","content":[{"type":"text","text":"x"},{"type":"text","text":"y"}]}`, "result c x\ny"},
		{"OpenAI answer", `{"choices":[{"message":{"role":"assistant","tool_calls":[{"id":"c","function":{"name":"a","arguments":"{}"}}]}}]}`, "call c a {}"},
		{"OpenAI, before tools", `{"role":"assistant","function_call":{"name":"a","arguments":"{}"}}`, "call  a {}"},
		{"OpenAI request", `{"messages":[{"role":"user","content":"x"}],"tools":[{"type":"function","function":{"name":"a"}}]}`, "tool a"},
		{"Responses", `{"output":[{"type":"function_call","call_id":"c","name":"a","arguments":"{}"},{"type":"message","content":[]}]}`, "call c a {}"},
		{"Responses request", `{"input":[{"type":"function_call_output","call_id":"c","output":"x"}],"tools":[{"type":"function","name":"a","parameters":{}}]}`, "result c x; tool a"},
		{"Anthropic", `{"role":"assistant","content":[{"type":"text","text":"t"},{"type":"tool_use","id":"c","name":"a","input":{"k":1}}]}`, `call c a {"k":1}`},
		{"Anthropic result", `{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","is_error":true,"content":"x"}]}`, "failed c x"},
		{"Gemini", `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"a","args":{}}}]}}]}`, "call  a {}"},
		{"Bedrock", `{"role":"assistant","content":[{"toolUse":{"toolUseId":"c","name":"a","input":{}}}]}`, "call c a {}"},
		{"Bedrock result", `{"role":"user","content":[{"toolResult":{"toolUseId":"c","status":"error","content":[{"text":"x"}]}}]}`, "failed c x"},
		{"LangChain", `{"lc":1,"type":"constructor","id":["langchain","AIMessage"],"kwargs":{"content":"","tool_calls":[{"name":"a","args":{"k":1},"id":"c"}],"additional_kwargs":{"tool_calls":[{"id":"c","function":{"name":"a","arguments":"{}"}}]}}}`, `call c a {"k":1}`},
		{"LangChain, blocks too", `{"type":"ai","content":[{"type":"tool_use","id":"c","name":"a","input":{}}],"tool_calls":[{"name":"a","args":{},"id":"c"}]}`, "call c a {}"},
		{"LangChain result", `{"lc":1,"id":["ToolMessage"],"kwargs":{"tool_call_id":"c","status":"error","content":"x"}}`, "failed c x"},
		{"LangChain in lists", `{"messages":[[{"type":"ai","data":{"content":"","tool_calls":[{"name":"a","args":{},"id":"c"}]}}]]}`, "call c a {}"},
		{"LangChain, arguments that are no JSON", `{"type":"ai","content":"","invalid_tool_calls":[{"name":"a","args":"{","id":"c"}]}`, "call c a {"},
		{"LangChain's tools in Langfuse", `[{"role":"tool","content":{"type":"function","function":{"name":"a"}}}]`, "tool a"},
		{"generations", `{"generations":[[{"message":{"kwargs":{"tool_calls":[{"name":"a","args":{},"id":"c"}]},"lc":1,"id":["AIMessage"]}}]]}`, "call c a {}"},
		{"generations without the mark of LangChain", `{"generations":[[{"message":{"kwargs":{"content":"","tool_calls":[{"name":"a","args":{},"id":"c"}]}}}]]}`, "call c a {}"},
		{"kwargs of another message", `{"role":"user","content":"x","kwargs":{"tool_calls":[{"name":"a","args":{},"id":"c"}]}}`, ""},
		{"AI SDK", `{"role":"assistant","content":[{"type":"tool-call","toolCallId":"c","toolName":"a","input":{}}]}`, "call c a {}"},
		{"AI SDK result", `{"role":"tool","content":[{"type":"tool-result","toolCallId":"c","toolName":"a","output":{"type":"error-text","value":"x"}}]}`, "failed c x"},
		{"spans", `{"role":"assistant","parts":[{"type":"tool_call","id":"c","name":"a","arguments":{}}]}`, "call c a {}"},
		{"spans, result", `{"role":"tool","parts":[{"type":"tool_call_response","id":"c","response":"x"}]}`, "result c x"},
		{"JSON as text", `"[{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"c\",\"function\":{\"name\":\"a\",\"arguments\":\"{}\"}}]}]"`, "call c a {}"},
		{"words", `"tool_calls"`, ""},
		{"a message of the user", `{"role":"user","content":"{\"type\":\"tool_use\"}"}`, ""},
		{"nothing", `null`, ""},
	}
	for _, test := range tests {
		var s tracedSaid
		s.hear(node.Loose([]byte(test.in)), 0)
		var got []string
		for _, c := range s.calls {
			got = append(got, fmt.Sprintf("call %s %s %s", c.id, c.name, c.args))
		}
		for _, r := range s.results {
			word := "result"
			if r.failed {
				word = "failed"
			}
			got = append(got, fmt.Sprintf("%s %s %s", word, r.id, r.text))
		}
		for _, tool := range s.tools {
			got = append(got, "tool "+string(tool.Wire.Name))
		}
		if text := strings.Join(got, "; "); text != test.want {
			t.Errorf("%s: %s, want %s", test.name, text, test.want)
		}
	}
}

// TestTracedOrder: whether runs stand oldest first or newest first, a call is
// that of its answer, and the run of a tool completes it.
func TestTracedOrder(t *testing.T) {
	runs := []string{
		`{"id":"a","name":"m","run_type":"llm","start_time":"2026-10-01T12:00:01Z","inputs":{"messages":[]},"outputs":{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"add","arguments":"{}"}},{"id":"c2","function":{"name":"add","arguments":"{}"}}]}}`,
		`{"id":"b","name":"add","run_type":"tool","start_time":"2026-10-01T12:00:02Z","inputs":{},"outputs":{"output":"1"}}`,
		`{"id":"c","name":"add","run_type":"tool","start_time":"2026-10-01T12:00:03Z","inputs":{},"error":"no"}`,
		`{"id":"d","name":"m","run_type":"llm","start_time":"2026-10-01T12:00:04Z","inputs":{"messages":[{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"add","arguments":"{}"}},{"id":"c2","function":{"name":"add","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"1"},{"role":"tool","tool_call_id":"c2","content":"no"}]},"outputs":{"role":"assistant","content":"x"}}`,
	}
	newest := []string{runs[3], runs[2], runs[1], runs[0]}
	for name, data := range map[string]string{
		"lines": strings.Join(runs, "\n"), "newest first": strings.Join(newest, "\n"),
		"an array": "[" + strings.Join(runs, ",\n") + "]", "an array, newest first": "[\n" + strings.Join(newest, ",") + "]",
		"a list": `{"runs":[` + strings.Join(runs, ",") + `],"cursors":{}}`, "twice": strings.Join(runs, "\n") + "\n" + strings.Join(runs, "\n"),
		"behind a mark": "\xef\xbb\xbf" + strings.Join(runs, "\r\n"), "two arrays": "[" + strings.Join(runs, ",") + "]\n[" + runs[3] + "]",
	} {
		if !LangSmith().Detect(NewHead([]byte(data), true)) {
			t.Errorf("%s: not detected", name)
		}
		s := checkTraced(t, LangSmith(), []byte(data))
		if len(s.Rows) != 2 || s.Rows[0].Class != journey.ClassOK || s.Rows[1].Class != journey.ClassToolFailed || s.Rows[0].Flags&journey.FlagNoEcho != 0 {
			t.Errorf("%s: %+v", name, s.Rows)
		}
		if s.ProblemCount != 0 {
			t.Errorf("%s: problems %v", name, s.Problems)
		}
	}
}

// TestTracedDamage: a damaged line costs no other.
func TestTracedDamage(t *testing.T) {
	line := func(n int) string {
		return fmt.Sprintf(`{"id":"o%d","traceId":"t","type":"GENERATION","input":[],"output":{"role":"assistant","tool_calls":[{"id":"c%d","function":{"name":"a","arguments":"{}"}}]}}`, n, n)
	}
	data := line(1) + "\n" + line(2)[:60] + "\n[1]\nword\n" + line(3) + "\n" + line(4)[:70]
	s := checkTraced(t, Langfuse(), []byte(data))
	if len(s.Rows) != 2 || s.ProblemCount != 3 {
		t.Errorf("%d calls, problems %v", len(s.Rows), s.Problems)
	}
}

func TestTracedDetect(t *testing.T) {
	tests := []struct {
		in   string
		want string
	}{
		{`{"id":"1","name":"n","run_type":"llm","inputs":{}}`, "langsmith"},
		{`{"runs":[{"id":"1","run_type":"tool","trace_id":"t"}]}`, "langsmith"},
		{`[{"name":"n","run_type":"chain","start_time":"x"}]`, "langsmith"},
		{`{"run_type":"llm"}`, ""},
		{`{"id":"1","run_type":"job","inputs":{}}`, ""},
		{`{"id":"1","traceId":"t","type":"GENERATION"}`, "langfuse"},
		{`{"id":"1","trace_id":"t","type":"SPAN"}`, "langfuse"},
		{`{"data":[{"id":"1","traceId":"t","type":"TOOL"}],"meta":{}}`, "langfuse"},
		{`{"id":"t","observations":[{"id":"1","traceId":"t","type":"TOOL"}]}`, "langfuse"},
		{`{"id":"1","traceId":"t","type":"message"}`, ""},
		{`{"data":[{"id":"1"}]}`, ""}, {`[]`, ""}, {`{}`, ""}, {``, ""}, {`[1]`, ""},
	}
	for _, test := range tests {
		got := ""
		for _, f := range All() {
			if x, ok := f.(*traced); ok && x.Detect(NewHead([]byte(test.in), true)) {
				got += x.info.ID
			}
		}
		if got != test.want {
			t.Errorf("Detect(%s) = %q, want %q", test.in, got, test.want)
		}
	}
}

func fuzzTraced(f *testing.F, form Format) {
	for name, data := range recordings(f) {
		if strings.HasPrefix(name, "lang") || strings.HasPrefix(name, "capture") {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		form.Detect(NewHead(data, true))
		form.Peek(NewHead(data, true))
		checkTraced(t, form, data)
	})
}

func FuzzLangSmith(f *testing.F) { fuzzTraced(f, LangSmith()) }
func FuzzLangfuse(f *testing.F)  { fuzzTraced(f, Langfuse()) }
