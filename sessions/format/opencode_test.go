package format

import (
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/sessions/walk"
)

// rowForms are the formats whose lines are rows.
func rowForms() []Format {
	return []Format{OpenCode(), OpenCodeStorage(), OpenCodeRun(), Crush(), Goose(), Zed()}
}

// readLines reads data with a format and returns the batch.
func readLines(f Format, data string) journey.Batch {
	b := NewBuilder(false)
	w := b.Begin(0, "x", "", f).Worker()
	var n uint32
	if _, whole := f.(Document); whole {
		w.Line(walk.Line{Text: []byte(data), Last: true})
		n = uint32(strings.Count(data, "\n")) + 1
	} else {
		walk.Each([]byte(data+"\n"), func(l walk.Line) { w.Line(l); n++ })
	}
	b.Add(walk.Chunk[*Events]{Lines: n, End: int64(len(data)), Out: w.End()})
	b.End()
	return b.Take()
}

func TestOpenCodeClasses(t *testing.T) {
	for _, c := range []struct {
		state string
		tool  string
		want  journey.Class
		echo  string
	}{
		{`{"status":"completed","output":"x"}`, "read", journey.ClassOK, "read"},
		{`{"status":"success","output":"x"}`, "read", journey.ClassOK, "read"},
		{`{"status":"running"}`, "read", journey.ClassNoResult, "read"},
		{`{"status":"pending"}`, "read", journey.ClassNoResult, "read"},
		{`{}`, "read", journey.ClassNoResult, "read"},
		{`{"status":"completed","output":"Model tried to call unavailable tool 'x'. Available tools: a."}`, "read", journey.ClassOK, "read"},
		{`{"status":"error","error":"Model tried to call unavailable tool 'x'. Available tools: a."}`, "x", journey.ClassUnknownTool, "x"},
		{`{"status":"error","error":{"message":"no such file"}}`, "read", journey.ClassToolFailed, "read"},
		{`{"status":"error"}`, "read", journey.ClassToolFailed, "read"},
		{`{"status":"completed","input":{"tool":"x","error":"Model tried to call unavailable tool 'x'. No tools are available."}}`, "invalid", journey.ClassUnknownTool, "x"},
		{`{"status":"completed","input":{"tool":"x","error":"else"},"output":"else"}`, "invalid", journey.ClassBadArguments, "x"},
		{`{"status":"completed","input":{},"output":"x"}`, "invalid", journey.ClassOK, "invalid"},
		{`{"status":"error","error":"Permission denied by ruleset"}`, "bash", journey.ClassDenied, "bash"},
		{`{"status":"error","error":"bash: Permission denied by ruleset"}`, "bash", journey.ClassToolFailed, "bash"},
		{`{"status":"error","error":"Tool execution aborted"}`, "bash", journey.ClassCancelled, "bash"},
	} {
		line := `{"table":"opencode.part","row":1,"id":"p","message_id":"m","session_id":"s","data":{"type":"tool","callID":"c","tool":"` + c.tool + `","state":` + c.state + `}}`
		b := readLines(OpenCode(), line)
		if len(b.Rows) != 1 {
			t.Errorf("%s %s: %d rows", c.tool, c.state, len(b.Rows))
			continue
		}
		r := b.Rows[0]
		if r.Class != c.want || r.Name == 0 || b.Texts[r.Name-1] != c.echo {
			t.Errorf("%s %s = %v %q, want %v %q", c.tool, c.state, r.Class, b.Texts, c.want, c.echo)
		}
		stored := b.Extras[0].Stored
		if (stored != nil) != (c.echo != c.tool) {
			t.Errorf("%s %s: stored %v", c.tool, c.state, stored)
		}
	}
}

func TestDetectRows(t *testing.T) {
	part := `"id":"p","message_id":"m","session_id":"s","data":{}}`
	for data, want := range map[string]string{
		`{"table":"opencode.part","row":1,` + part:                                                      "opencode",
		`{"table":"opencode.part",` + part:                                                              "opencode-storage",
		`{"table":"crush.messages","row":1}`:                                                            "crush",
		`{"table":"goose.sessions","row":1}`:                                                            "goose",
		`{"table":"zed.threads","row":1}`:                                                               "zed",
		`{"table":"other.part","row":1}`:                                                                "",
		`{"type":"step_start","timestamp":1,"sessionID":"ses_1","part":{"type":"step-start"}}`:          "opencode-run",
		`{"type":"error","timestamp":1,"sessionID":"ses_1","error":{"name":"x"}}`:                       "opencode-run",
		`{"type":"user","timestamp":"2026-01-01T00:00:00Z","sessionId":"s","uuid":"u","message":{}}`:    "claude-code",
		`{"type":"step_start","timestamp":1,"sessionID":"s","part":{"type":"x"}}` + "\n" + `{"type":1}`: "",
	} {
		got := ""
		for _, f := range All() {
			if got == "" && f.Detect(NewHead([]byte(data), true)) {
				got = f.Info().ID
			}
		}
		if got != want {
			t.Errorf("%s is %q, want %q", data, got, want)
		}
	}
	for data, want := range map[string]bool{
		`{"info":{"id":"s"},"messages":[]}`:                            true,
		"\xEF\xBB\xBF" + `{"info":{"id":"s"},"messages":[{"info":{"id`: true,
		`{"info":{"id":"s"},"messages":[{"role":"user"}]}`:             false,
		`{"info":{},"messages":[]}`:                                    false,
		`{"messages":[]}`:                                              false,
		`[{"info":{"id":"s"},"messages":[]}]`:                          false,
		``:                                                             false,
	} {
		if got := OpenCodeExport().(Document).Whole([]byte(data)); got != want {
			t.Errorf("Whole(%s) = %v, want %v", data, got, want)
		}
	}
}

func TestEpoch(t *testing.T) {
	for in, want := range map[string]int64{
		"1795976000123": 1795976000123, "1795976000": 1795976000000, `"2026-11-29T10:00:00.000Z"`: 1795946400000,
		"": 0, "null": 0, "-5": 0, "99999999999999999999": 0, "1.5": 1000, `"x"`: 0,
	} {
		if got := epoch([]byte(in)); got != want {
			t.Errorf("epoch(%s) = %d, want %d", in, got, want)
		}
	}
}

// FuzzRows reads anything as rows, and each body again.
func FuzzRows(f *testing.F) {
	f.Add(`{"table":"opencode.part","row":1,"id":"p","data":{"type":"tool","tool":"invalid","callID":"c","state":{"status":"completed","input":{"tool":"x","error":"e"},"output":"o"}}}`)
	f.Add(`{"type":"tool_use","timestamp":1,"sessionID":"s","part":{"type":"tool","tool":"a","state":{"status":"error","error":"x","input":{}}}}`)
	f.Add(`{"table":"crush.messages","row":2,"role":"assistant","parts":[{"type":"tool_call","data":{"id":"c","name":"n","input":"{}"}},{"type":"tool_result","data":{"tool_call_id":"c","content":"x","is_error":true}}]}`)
	f.Add(`{"table":"goose.messages","row":2,"role":"assistant","content_json":[{"type":"toolRequest","id":"c","toolCall":{"value":{"name":"n","arguments":{}}}},{"type":"toolResponse","id":"c","toolResult":{"status":"error","error":"x"}}]}`)
	f.Add(`{"table":"opencode.part","row":1,"id":"p","wrote":"Read","data":{"type":"tool","tool":"read","callID":"c","state":{"status":"completed","input":{},"output":"o"}}}`)
	f.Add(`{"table":"opencode.event","row":1,"id":"e","type":"session.next.tool.called.1","data":{"callID":"c","tool":"t","input":{"a":1}}}`)
	f.Add(`{"table":"opencode.event","row":1,"id":"e","type":"message.part.updated.1","data":{"part":{"id":"p","type":"tool","tool":"a","callID":"c","state":{"status":"error","error":"x","input":{}}}}}`)
	f.Add(`{"table":"zed.message","row":1,"data":{"Agent":{"content":[{"ToolUse":{"id":"c","name":"n","input":{},"raw_input":"x"}}],"tool_results":{"c":{"tool_use_id":"c","is_error":true,"content":[{"Text":"No tool named n exists"}]}}}}}`)
	f.Add(`{"table":"zed.message","row":1,"data":{"role":"assistant","tool_uses":[{"id":"c","name":"n","input":{}}],"tool_results":[{"tool_use_id":"c","is_error":true,"content":"x"}]}}`)
	f.Add(`{"info":{"id":"s"},"messages":[{"info":{"id":"m","role":"assistant"},"parts":[{"type":"tool","tool":"a","id":"p","callID":"c","state":{"status":"completed","input":{},"output":"o"}}]}]}`)
	f.Fuzz(func(t *testing.T, data string) {
		for _, form := range append(rowForms(), OpenCodeExport()) {
			form.Detect(NewHead([]byte(data), true))
			form.Peek(NewHead([]byte(data), true))
			b := readLines(form, data)
			for i, r := range b.Rows {
				record := data[r.At:]
				if _, whole := form.(Document); whole {
					n, ok := walk.Value([]byte(record))
					if !ok {
						t.Fatalf("%s: call %d at %d is no value in %q", form.Info().ID, i, r.At, data)
					}
					record = record[:n]
				} else {
					record, _, _ = strings.Cut(record, "\n")
					record = strings.TrimRight(record, "\r\x00")
				}
				name := ""
				if r.Name > 0 {
					name = b.Texts[r.Name-1]
				}
				c, ok := form.Call([]byte(record), Place{ID: r.ID, Args: r.Args, Name: name})
				if !ok || int(c.Args.End) > len(record) {
					t.Fatalf("%s: call %d is not found again in %q", form.Info().ID, i, data)
				}
			}
		}
	})
}
