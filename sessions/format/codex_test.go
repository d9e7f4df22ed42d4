package format

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/sessions/walk"
)

func FuzzCodex(f *testing.F) { fuzzForm(f, Codex()) }

func FuzzCodexExec(f *testing.F) { fuzz(f, CodexExec()) }

func TestDetectCodex(t *testing.T) {
	tests := []struct {
		name, lines string
		rollout     bool
		exec        bool
	}{
		{"envelope", `{"timestamp":"t","type":"session_meta","payload":{"id":"x"}}`, true, false},
		{"not the first line", "12\n" + `{"a":1}` + "\n" + `{"timestamp":"t","type":"response_item","payload":{"type":"message"}}`, true, false},
		{"envelope of a new kind alone", `{"timestamp":"t","type":"new","payload":{}}`, false, false},
		{"payload without a time", `{"type":"event_msg","payload":{}}`, false, false},
		{"first line of a bare file", `{"id":"x","timestamp":"t","instructions":null}`, true, false},
		{"first line of a bare file, git", `{"id":"x","timestamp":"t","git":{}}`, true, false},
		{"state", `{"record_type":"state"}`, true, false},
		{"bare call", `{"type":"function_call","name":"x","arguments":"{}","call_id":"c"}`, true, false},
		{"call without an id", `{"type":"function_call","name":"x","arguments":"{}"}`, false, false},
		{"bare result", `{"type":"function_call_output","call_id":"c","output":"x"}`, true, false},
		{"bare file that begins with id and time", `{"id":"x","timestamp":"t"}` + "\n" + `{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}`, true, false},
		{"a message after another head", `{"id":"x","timestamp":"t"}` + "\n" + `{"type":"message","role":"user","content":"x"}`, false, false},
		{"bare message alone", `{"type":"message","role":"user","content":[]}`, false, false},
		{"run", `{"type":"thread.started","thread_id":"x"}`, false, true},
		{"item", `{"type":"item.completed","item":{"id":"item_0","type":"agent_message"}}`, false, true},
		{"event without an item", `{"type":"item.completed"}`, false, false},
		{"claude code", `{"sessionId":"s","uuid":"u","parentUuid":null,"type":"user"}`, false, false},
		{"stream-json", `{"type":"system","subtype":"init","session_id":"s"}`, false, false},
		{"copilot", `{"type":"session.start","data":{},"id":"x","parentId":null,"timestamp":"t"}`, false, false},
		{"pi", `{"type":"session","id":"x","timestamp":"t","version":3,"cwd":"/"}`, false, false},
	}
	for _, test := range tests {
		h := NewHead([]byte(test.lines), true)
		if got := Codex().Detect(h); got != test.rollout {
			t.Errorf("%s: Detect of codex = %v, want %v", test.name, got, test.rollout)
		}
		if got := CodexExec().Detect(h); got != test.exec {
			t.Errorf("%s: Detect of codex-exec = %v, want %v", test.name, got, test.exec)
		}
		if test.rollout || test.exec {
			for _, f := range []Format{ClaudeCode(), StreamJSON()} {
				if f.Detect(h) {
					t.Errorf("%s: %s takes it too", test.name, f.Info().ID)
				}
			}
		}
	}
}

func TestCodexClass(t *testing.T) {
	refusals := refusalsOf("codex")
	for text, want := range map[string]journey.Class{
		"unsupported call: x":                                journey.ClassUnknownTool,
		"unsupported call: ":                                 journey.ClassUnknownTool,
		"unsupported custom tool call: x":                    journey.ClassUnknownTool,
		"Output: unsupported call: x":                        journey.ClassOK,
		`{"output":"unsupported call: x","metadata":{}}`:     journey.ClassOK,
		"Wall time: 1 seconds\nOutput:\nunsupported call: x": journey.ClassOK,
		"Process exited with code 1\nOutput:\n":              journey.ClassOK,
		"aborted":                                            journey.ClassCancelled,
		"aborted transaction":                                journey.ClassOK,
		"Wall time: 2.0 seconds\naborted by user":            journey.ClassCancelled,
		"aborted by user after 2.0s":                         journey.ClassCancelled,
		"exec command rejected by user":                      journey.ClassDenied,
		"`rm x` rejected: policy forbids commands":           journey.ClassDenied,
		"exec_command failed for `x`: No such file":          journey.ClassToolFailed,
		"failed to parse function arguments: missing field":  journey.ClassBadArguments,
		"err: Mcp error: -32603":                             journey.ClassToolFailed,
		"":                                                   journey.ClassOK,
		"the words exec command rejected by user in a file":  journey.ClassOK,
		"file.go\nexec_command failed for `x`: Rejected(\"y": journey.ClassOK,
	} {
		if got, _ := cxClass(refusals, text); got != want {
			t.Errorf("cxClass(%q) = %v, want %v", text, got, want)
		}
	}
}

// TestCodexRequests tells requests apart in the orders of items that the
// versions write: c a call, r a result, m a mark, u the user, s the model's
// words.
func TestCodexRequests(t *testing.T) {
	for _, test := range []struct{ name, items, want string }{
		{"0.61.0, one call each", "ummcrmmmcrmm", "1 2"},
		{"0.61.0, two calls at once", "ummcrcrmmcr", "1 1 2"},
		{"0.118.0", "umcmrmcmrmsm", "1 2 3"},
		{"0.145.0, two calls at once", "uccrrmcrm", "1 1 2"},
		{"0.171.0", "mucmrmscmrm", "1 2 2"},
		{"no marks", "ucrcrs", "1 2 3"},
		{"words of the user", "mususc", "1 2 2"},
		{"reasoning before the call", "muscmrmscmrm", "1 1 2 2"},
	} {
		var q cxRequests
		var got []string
		for _, c := range test.items {
			switch c {
			case 'c', 's':
				got = append(got, fmt.Sprint(q.said()))
			case 'r':
				q.answered = true
			case 'm':
				q.mark()
			case 'u':
				q.asked()
			}
		}
		if text := strings.Join(got, " "); text != test.want {
			t.Errorf("%s: %s = %s, want %s", test.name, test.items, text, test.want)
		}
	}
}

func TestCodexMeta(t *testing.T) {
	data := `{"timestamp":"2026-10-01T12:00:00.000Z","type":"session_meta","payload":{"id":"t2","cli_version":"0.171.0","cwd":"/a","model_provider":"azure","source":{"subagent":{"thread_spawn":{"parent_thread_id":"t1"}}}}}
{"timestamp":"2026-10-01T12:00:00.000Z","type":"session_meta","payload":{"id":"t1","cli_version":"0.61.0","cwd":"/b","model_provider":"openai"}}
`
	s := readAll(Codex(), []byte(data))
	if s.ID != "t2" || s.Parent != "t1" || s.Client.Version != "0.171.0" || s.Cwd != "/a" || s.Provider != "azure" {
		t.Errorf("id %s parent %s version %s cwd %s provider %s, want those of the first line", s.ID, s.Parent, s.Client.Version, s.Cwd, s.Provider)
	}
	if p := Codex().Peek(NewHead([]byte(data), true)); p.Session != "t2" || p.Agent != "t2" || p.Time != 1790856000000 {
		t.Errorf("Peek = %+v", p)
	}
}

// TestCodexKind keeps the kind of a call item beside what the result adds.
func TestCodexKind(t *testing.T) {
	s := readAll(Codex(), []byte(`{"timestamp":"t","type":"response_item","payload":{"type":"custom_tool_call","name":"applypatch","input":"x","call_id":"c"}}
{"timestamp":"t","type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"c","output":"unsupported custom tool call: applypatch"}}
`))
	if c := s.Call(0); c.Kind != journey.KindCustom || c.Class != journey.ClassUnknownTool {
		t.Errorf("kind %v, class %v, want custom, unknown-tool", c.Kind, c.Class)
	}
}

// BenchmarkCodex is BenchmarkClaudeCode with the lines of a rollout.
func BenchmarkCodex(b *testing.B) {
	body := strings.Repeat(`func (r *Reader) line(\"x\") {\n\treturn nil // a word or two\n}\n`, 150)
	var data bytes.Buffer
	for range 100 {
		data.WriteString(`{"timestamp":"2026-01-01T00:00:00.000Z","type":"response_item","payload":{"type":"function_call","id":"fc","name":"exec_command","arguments":"{\"cmd\":\"cat x.go\"}","call_id":"c","internal_chat_message_metadata_passthrough":{"turn_id":"t"}}}` + "\n")
		data.WriteString(`{"timestamp":"2026-01-01T00:00:01.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":"` + body + `"}}` + "\n")
	}
	b.SetBytes(int64(data.Len()))
	b.ReportAllocs()
	bd := NewBuilder(false)
	reader := bd.Begin(0, "x", "", Codex())
	w := reader.Worker()
	for b.Loop() {
		walk.Each(data.Bytes(), w.Line)
		bd.Add(walk.Chunk[*Events]{Lines: 200, Out: w.End()})
		bd.Take()
	}
}

// TestCodexTelling looks at the first bytes of every text that has a class.
func TestCodexTelling(t *testing.T) {
	for _, text := range []string{
		"unsupported call: x", "unsupported custom tool call: x", "aborted", "Wall time: 2.0 seconds\naborted by user",
		"`rm` rejected: x", "exec command rejected by user", "failed to parse function arguments: x", "err: x",
	} {
		line := `{"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":` + strconv.Quote(text) + "}}\n"
		call := `{"timestamp":"t","type":"response_item","payload":{"type":"function_call","name":"x","arguments":"{}","call_id":"c"}}` + "\n"
		if s := readAll(Codex(), []byte(call+line)); s.Rows[0].Class == journey.ClassOK || s.Call(0).Error != text {
			t.Errorf("%q: class %v, error %q", text, s.Rows[0].Class, s.Call(0).Error)
		}
	}
	for _, list := range [][]string{cxAborted[:], cxDenied[:], cxBadArguments[:], cxErrors[:]} {
		for _, text := range list {
			if len(text) > cxFirst {
				t.Errorf("%q is longer than the %d bytes that are looked at first", text, cxFirst)
			}
		}
	}
}
