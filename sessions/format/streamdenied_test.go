package format

import (
	"testing"

	"hopscope/journey"
)

// TestStreamJSONDenials takes the list of the last line for calls whose result
// does not say that they were denied.
func TestStreamJSONDenials(t *testing.T) {
	line := func(id, text string, failed string) string {
		return `{"type":"assistant","session_id":"s","message":{"id":"m` + id + `","role":"assistant","content":[{"type":"tool_use","id":"` + id + `","name":"Bash","input":{}}]}}
{"type":"user","session_id":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"` + id + `","is_error":` + failed + `,"content":"` + text + `"}]}}
`
	}
	const end = `{"type":"result","subtype":"success","session_id":"s","is_error":false,"permission_denials":[{"tool_name":"Bash","tool_use_id":"a","tool_input":{"tool_use_id":"d"}},{"tool_name":"Bash","tool_use_id":"b","tool_input":{}},{"tool_name":"Bash","tool_use_id":"c","tool_input":{}},{"tool_name":"Bash","tool_use_id":"gone"}]}
`
	data := line("a", "No.", "true") + line("b", "<tool_use_error>Error: No such tool available: Bash</tool_use_error>", "true") +
		line("c", "fine", "false") + line("d", "No.", "true")
	for _, test := range []struct {
		name, data string
		want       [4]journey.Class
	}{
		{"with the last line", data + end, [4]journey.Class{journey.ClassDenied, journey.ClassUnknownTool, journey.ClassOK, journey.ClassToolFailed}},
		{"without it", data, [4]journey.Class{journey.ClassToolFailed, journey.ClassUnknownTool, journey.ClassOK, journey.ClassToolFailed}},
		{"twice", data + end + end, [4]journey.Class{journey.ClassDenied, journey.ClassUnknownTool, journey.ClassOK, journey.ClassToolFailed}},
	} {
		s := readAll(StreamJSON(), []byte(test.data))
		for i, want := range test.want {
			if got := s.Rows[i].Class; got != want {
				t.Errorf("%s: class of call %d = %v, want %v", test.name, i, got, want)
			}
		}
		if c := s.Call(0); c.Error != "No." || s.Rows[0].RetLine != 2 {
			t.Errorf("%s: error %q at line %d, want that of the result", test.name, c.Error, s.Rows[0].RetLine)
		}
		check(t, StreamJSON(), []byte(test.data))
	}
}
