package format

import (
	"testing"

	"hopscope/journey"
)

// TestLangSmithNextRun pairs a call by its id with a result that stands only
// in what the next run was told, in the shapes in which runs keep that.
func TestLangSmithNextRun(t *testing.T) {
	llm := func(id, second, in, out string) string {
		return `{"id":"` + id + `","name":"ChatX","run_type":"llm","trace_id":"t","start_time":"2026-10-01T12:00:0` + second + `","inputs":` + in + `,"outputs":` + out + "}\n"
	}
	const (
		said = `{"generations":[[{"message":{"lc":1,"id":["AIMessage"],"kwargs":{"content":"","type":"ai","tool_calls":[{"name":"heat","args":{},"id":"c1"}]}}}]]}`
		done = `{"generations":[[{"message":{"lc":1,"id":["AIMessage"],"kwargs":{"content":"done","type":"ai"}}}]]}`
	)
	for name, in := range map[string]string{
		"LangChain's object":           `{"messages":[[{"lc":1,"id":["ToolMessage"],"kwargs":{"content":"too hot","type":"tool","tool_call_id":"c1","status":"error"}}]]}`,
		"LangChain's message":          `{"messages":[{"type":"tool","content":"too hot","tool_call_id":"c1","status":"error"}]}`,
		"chat message":                 `{"messages":[{"role":"tool","content":"too hot","tool_call_id":"c1","status":"error"}]}`,
		"blocks":                       `{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","is_error":true,"content":"too hot"}]}]}`,
		"items":                        `{"input":[{"type":"function_call_output","call_id":"c1","output":"too hot","status":"error"}],"model":"m"}`,
		"items beside tools":           `{"input":[{"type":"function_call_output","call_id":"c1","output":"too hot","status":"error"}],"tools":[]}`,
		"messages in input":            `{"input":{"messages":[{"role":"tool","content":"too hot","tool_call_id":"c1","status":"error"}]}}`,
		"a list in input":              `{"input":[{"type":"tool","content":"too hot","tool_call_id":"c1","status":"error"}]}`,
		"messages in prompt":           `{"prompt":{"messages":[{"role":"tool","content":"too hot","tool_call_id":"c1","status":"error"}]}}`,
		"contents with response parts": `{"contents":[{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"heat","response":"too hot","status":"error"}}]}]}`,
	} {
		first, next := llm("r1", "1", `{"messages":[]}`, said), llm("r2", "2", in, done)
		for _, data := range []string{first + next, next + first} {
			s := readTraced(t, LangSmith(), []byte(data))
			if len(s.Rows) != 1 || s.Rows[0].Class != journey.ClassToolFailed || s.Call(0).Error != "too hot" {
				t.Errorf("%s: %d calls, the first %+v, want one that failed", name, len(s.Rows), s.Call(0))
			}
		}
	}
}
