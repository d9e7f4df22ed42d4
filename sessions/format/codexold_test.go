package format

import (
	"testing"

	"hopscope/journey"
)

// TestCodexErrorOfTheOutput takes the error of an MCP call from its output
// where the event says only that it failed.
func TestCodexErrorOfTheOutput(t *testing.T) {
	const call = `{"timestamp":"t","type":"response_item","payload":{"type":"function_call","name":"open","namespace":"mcp__kiln","arguments":"{}","call_id":"c"}}` + "\n"
	result := func(output string) string {
		return `{"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":` + output + "}}\n"
	}
	end := func(result string) string {
		return `{"timestamp":"t","type":"event_msg","payload":{"type":"mcp_tool_call_end","call_id":"c","invocation":{"server":"kiln","tool":"open","arguments":{}},"result":` + result + "}}\n"
	}
	item := func(result string) string {
		return `{"timestamp":"t","type":"event_msg","payload":{"type":"item_completed","item":{"type":"McpToolCall","id":"c","server":"kiln","tool":"open","status":"failed","result":` + result + "}}}\n"
	}
	for _, test := range []struct {
		name, event, output string
		class               journey.Class
		text                string
	}{
		{"empty content", end(`{"Ok":{"content":[],"isError":true}}`), `"the lid is shut"`, journey.ClassToolFailed, "the lid is shut"},
		{"empty content of an item", item(`{"content":[],"isError":true}`), `"the lid is shut"`, journey.ClassToolFailed, "the lid is shut"},
		{"output of blocks", end(`{"Ok":{"content":[],"isError":true}}`), `[{"type":"input_text","text":"the lid is shut"}]`, journey.ClassToolFailed, "the lid is shut"},
		{"own text", end(`{"Ok":{"content":[{"type":"text","text":"no heat"}],"isError":true}}`), `"the lid is shut"`, journey.ClassToolFailed, "no heat"},
		{"no failure", end(`{"Ok":{"content":[],"isError":false}}`), `"the lid is shut"`, journey.ClassOK, ""},
		{"no event", "", `"the lid is shut"`, journey.ClassOK, ""},
		{"nothing anywhere", end(`{"Ok":{"content":[],"isError":true}}`), `""`, journey.ClassToolFailed, ""},
	} {
		s := readAll(Codex(), []byte(call+test.event+result(test.output)))
		if c := s.Call(0); c.Class != test.class || c.Error != test.text {
			t.Errorf("%s: class %v, error %q, want %v, %q", test.name, c.Class, c.Error, test.class, test.text)
		}
	}
}

// TestDetectCodexEvents tells lines of the protocol of 2025 from others.
func TestDetectCodexEvents(t *testing.T) {
	for line, want := range map[string]bool{
		`{"id":"0","msg":{"type":"exec_command_begin","call_id":"c","command":["ls"]}}`:                             true,
		`{"id":"","msg":{"type":"session_configured","session_id":"s"}}`:                                            true,
		`{"model":"m","workdir":"/"}` + "\n" + `{"prompt":"p"}` + "\n" + `{"id":"0","msg":{"type":"task_started"}}`: true,
		`{"id":"0","msg":{"type":"greeting"}}`:                                                                      false,
		`{"msg":{"type":"task_started"}}`:                                                                           false,
		`{"id":0,"msg":{"type":"task_started"}}`:                                                                    false,
		`{"type":"event_msg","id":"0","msg":{"type":"task_started"}}`:                                               false,
		`{"id":"0","msg":"task_started"}`:                                                                           false,
		`{"model":"m","workdir":"/"}`:                                                                               false,
	} {
		h := NewHead([]byte(line), true)
		if got := CodexExec().Detect(h); got != want {
			t.Errorf("Detect(%s) = %v, want %v", line, got, want)
		}
		for _, f := range All() {
			if id := f.Info().ID; want && id != "codex-exec" && f.Detect(h) {
				t.Errorf("%s takes %s too", id, line)
			}
		}
	}
}

// TestCodexWhole tells the object of the first Codex CLI from others.
func TestCodexWhole(t *testing.T) {
	for data, want := range map[string]bool{
		`{"session":{"timestamp":"t","id":"s","instructions":""},"items":[]}`:            true,
		`{"session":{"timestamp":"t","id":"s"},"items":[{"type":"message","role":"user"`: true,
		`{"session":{"timestamp":"t","id":"s"},"items":[{"role":"user","content":"x"}]}`: true,
		`{"session":{"timestamp":"t","id":"s"},"items":[7]}`:                             false,
		`{"session":{"id":"s"},"items":[{"type":"message"}]}`:                            false,
		`{"session":"s","items":[{"type":"message"}]}`:                                   false,
		`{"timestamp":"t","type":"session_meta","payload":{"id":"s"}}`:                   false,
		`[{"session":{"timestamp":"t","id":"s"},"items":[]}]`:                            false,
	} {
		if got := Codex().(Document).Whole([]byte(data)); got != want {
			t.Errorf("Whole(%s) = %v, want %v", data, got, want)
		}
	}
	h := &Head{Lines: [][]byte{[]byte(`{"session":{"timestamp":"2025-05-01T10:00:00.000Z","id":"s"},"items":[]}`)}, Whole: true}
	if p := Codex().Peek(h); p.Session != "s" || p.Time != 1746093600000 {
		t.Errorf("Peek = %+v", p)
	}
	text := `{"timestamp":"t","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{}","call_id":"c"}}
{"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":"no function found"}}
`
	if s := readAll(Codex(), []byte(text)); s.Rows[0].Class != journey.ClassOK {
		t.Errorf("in a file of lines the text has class %v, want ok", s.Rows[0].Class)
	}
}
