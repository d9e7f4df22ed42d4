package format

import (
	"fmt"
	"strings"
	"testing"

	"hopscope/journey"
)

// vsPartJSON is a part of a response.
func vsPartJSON(tool, id string, done bool) string {
	return fmt.Sprintf(`{"kind":"toolInvocationSerialized","toolId":%q,"toolCallId":%q,"isComplete":%v}`, tool, id, done)
}

func vsRoundsJSON(names ...string) string {
	var calls []string
	for i, name := range names {
		calls = append(calls, fmt.Sprintf(`{"id":"t%d","name":%q,"arguments":"{}"}`, i+1, name))
	}
	return `{"metadata":{"toolCallRounds":[{"toolCalls":[` + strings.Join(calls, ",") + `]}]}}`
}

// TestVSCodePatches replays logs and gives the names that count.
func TestVSCodePatches(t *testing.T) {
	const head = `{"kind":0,"v":{"sessionId":"s","requests":[]}}`
	ask := func(parts string) string {
		return `{"kind":2,"k":["requests"],"v":[{"requestId":"r","response":[` + parts + `]}]}`
	}
	tests := []struct {
		name  string
		lines []string
		want  string
	}{
		{"what is shown, until the request has ended", []string{head, ask(vsPartJSON("copilot_a", "t1", true))}, "copilot_a"},
		{"what the model said", []string{head, ask(vsPartJSON("copilot_a", "t1", true)), `{"kind":1,"k":["requests",0,"result"],"v":` + vsRoundsJSON("a", "b") + `}`}, "a b"},
		{"a result without rounds", []string{head, ask(vsPartJSON("copilot_a", "t1", true)), `{"kind":1,"k":["requests",0,"result"],"v":{}}`}, "copilot_a"},
		{"a part that comes again", []string{head, ask(vsPartJSON("copilot_a", "t1", false)), `{"kind":2,"k":["requests",0,"response"],"v":[` + vsPartJSON("copilot_a", "t1", true) + `],"i":0}`}, "copilot_a"},
		{"a part that is set", []string{head, ask(vsPartJSON("copilot_a", "t1", false)), `{"kind":1,"k":["requests",0,"response",0],"v":` + vsPartJSON("copilot_a", "t1", true) + `}`}, "copilot_a"},
		{"the whole response", []string{head, ask(""), `{"kind":1,"k":["requests",0,"response"],"v":[` + vsPartJSON("copilot_a", "t1", true) + `]}`}, "copilot_a"},
		{"parts without ids at other places", []string{head, ask(vsPartJSON("copilot_a", "", true)), `{"kind":2,"k":["requests",0,"response"],"v":[` + vsPartJSON("copilot_a", "", true) + `]}`}, "copilot_a copilot_a"},
		{"a part without an id at the same place", []string{head, ask(vsPartJSON("copilot_a", "", false)), `{"kind":2,"k":["requests",0,"response"],"v":[` + vsPartJSON("copilot_a", "", true) + `],"i":0}`}, "copilot_a"},
		{"a request taken back", []string{head, ask(vsPartJSON("copilot_a", "t1", true)), `{"kind":2,"k":["requests"],"v":[{"response":[` + vsPartJSON("copilot_b", "t2", true) + `]}],"i":0}`}, "copilot_a copilot_b"},
		{"a request set anew", []string{head, ask(vsPartJSON("copilot_a", "t1", true)), `{"kind":1,"k":["requests",0],"v":{"response":[` + vsPartJSON("copilot_b", "t2", true) + `]}}`}, "copilot_a copilot_b"},
		{"the order of the file", []string{
			head, ask(vsPartJSON("copilot_a", "t1", true)), ask(vsPartJSON("copilot_b", "t2", true)), `{"kind":1,"k":["requests",1,"result"],"v":{}}`, `{"kind":1,"k":["requests",0,"result"],"v":{}}`,
		}, "copilot_a copilot_b"},
		{"no such request", []string{head, `{"kind":1,"k":["requests",5,"result"],"v":` + vsRoundsJSON("a") + `}`}, ""},
		{"a path that is none", []string{head, ask(""), `{"kind":1,"k":["requests","x","result"],"v":` + vsRoundsJSON("a") + `}`, `{"kind":1,"k":["requests",0,"response",0,"x"],"v":1}`, `{"kind":1,"k":5,"v":1}`}, ""},
		{"deleted", []string{head, ask(vsPartJSON("copilot_a", "t1", true)), `{"kind":3,"k":["requests",0]}`}, "copilot_a"},
		{"all in the first line", []string{`{"kind":0,"v":{"sessionId":"s","requests":[{"response":[` + vsPartJSON("copilot_a", "t1", true) + `],"result":` + vsRoundsJSON("a") + `}]}}`}, "a"},
		{"an excerpt", []string{ask(vsPartJSON("copilot_a", "t1", true))}, "copilot_a"},
	}
	for _, test := range tests {
		data := []byte(strings.Join(test.lines, "\n"))
		if !VSCodeLog().Detect(NewHead(data, true)) {
			t.Errorf("%s: not detected", test.name)
		}
		check(t, VSCodeLog(), data)
		s := readAll(VSCodeLog(), data)
		var got []string
		for i := range s.Rows {
			got = append(got, string(s.Echo(i).Name))
		}
		if names := strings.Join(got, " "); names != test.want {
			t.Errorf("%s: %s, want %s", test.name, names, test.want)
		}
	}
}

// TestVSCodeManyParts: a request that never ends does not keep all of its
// calls from being listed.
func TestVSCodeManyParts(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"kind":0,"v":{"sessionId":"s","requests":[{"response":[]}]}}` + "\n")
	const calls = vlHeldMax + 5000
	for i := range calls {
		fmt.Fprintf(&b, `{"kind":2,"k":["requests",0,"response"],"v":[%s]}`+"\n", vsPartJSON("copilot_a", fmt.Sprint("c", i), true))
	}
	b.WriteString(`{"kind":1,"k":["requests",0,"result"],"v":` + vsRoundsJSON("a") + `}`)
	s := readAll(VSCodeLog(), []byte(b.String()))
	// Those that had to go before the request ended, and what the model said.
	if n := len(s.Rows); n != calls-vlHeldMax+1 {
		t.Errorf("%d calls, want %d", n, calls-vlHeldMax+1)
	}
}

func TestVSCodeClass(t *testing.T) {
	for text, want := range map[string]journey.Class{
		"x":                                    journey.ClassOK,
		"The log: ERROR while calling tool: x": journey.ClassOK,
		"ERROR while calling tool: ENOENT":     journey.ClassToolFailed,
		"ERROR while calling tool: Tool mcp_a_b is currently disabled by the user, and x": journey.ClassNotEnabled,
		`ERROR while calling tool: Tool "x" was not contributed.`:                         journey.ClassUnknownTool,
		"ERROR: Your input to the tool was invalid (x)":                                   journey.ClassBadArguments,
		"The user chose to skip the tool call, they want to proceed without running it":   journey.ClassDenied,
		"The user cancelled the tool call.":                                               journey.ClassCancelled,
	} {
		if got, _ := vsClass(text); got != want {
			t.Errorf("vsClass(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestVSCodeText(t *testing.T) {
	for raw, want := range map[string]string{
		`{"content":[{"value":"a"},{"value":"b"}]}`:                                                "a\nb",
		`{"content":[{"value":{"node":{"children":[{"text":"a"},{"children":[{"text":"b"}]}]}}}]}`: "ab",
		`{"input":"{}","output":[{"type":"embed","value":"a"}]}`:                                   "a",
		`{"output":"a"}`: "a", `{"content":[]}`: "", `true`: "", `"a"`: "a", `{"x":1}`: `{"x":1}`,
	} {
		if got, cut := vsText([]byte(raw), 100); got != want || cut {
			t.Errorf("vsText(%s) = %q, %v, want %q", raw, got, cut, want)
		}
	}
	deep := strings.Repeat(`{"children":[`, 5000)
	if got, _ := vsText([]byte(`{"content":[{"value":{"node":`+deep), 100); got != "" {
		t.Errorf("vsText of a deep tree = %q", got)
	}
}

func FuzzVSCodeLog(f *testing.F) { fuzzForm(f, VSCodeLog()) }
