package format

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hopscope/journey"
)

// resultAgain reports whether the result of a call is found again.
func resultAgain(f Format, record, call []byte, p Place, id string) bool {
	ok := false
	if x, paired := f.(Paired); paired {
		_, _, ok = x.ResultOf(record, call, p, 100)
	} else {
		_, _, ok = f.Result(record, id, 100)
	}
	return ok
}

func TestXMLCalls(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"one", "x\n<read_file>\n<path> a.go </path>\n</read_file>\ny", `read_file {"path":"a.go"}`},
		{"no parameter", "<attempt_completion></attempt_completion>", `attempt_completion {}`},
		{"two", "<read_file><path>a</path></read_file><list_files><path>b</path></list_files>", `read_file {"path":"a"}; list_files {"path":"b"}`},
		{"a tool that is not known", "<bash><command>ls</command></bash>", ""},
		{"a tool inside a tag that is not known", "<thinking><read_file><path>a</path></read_file></thinking>", `read_file {"path":"a"}`},
		{"another case", "<Read_File><path>a</path></Read_File>", ""},
		{"an attribute", `<read_file id="1"><path>a</path></read_file>`, ""},
		{"an end alone", "</read_file>", ""},
		{"no end", "<execute_command><command>ls -l", `execute_command {"command":"ls -l"}`},
		{"no end of the tool", "<execute_command><command>ls</command>", `execute_command {"command":"ls"}`},
		{"a tag in a value", "<execute_command><command>echo '<read_file>' </execute_command></command></execute_command>", `execute_command {"command":"echo '<read_file>' </execute_command>"}`},
		{"a file with the end of its tag", "<write_to_file><path>p</path><content>\n<content>a</content>\n</content>\n</write_to_file>", `write_to_file {"path":"p","content":"<content>a</content>"}`},
		{"blanks of a file stay", "<write_to_file><content>\n\n  a\n\n</content></write_to_file>", `write_to_file {"content":"\n  a\n"}`},
		{"content of another tool", "<insert_content><content>a</content> b</content></insert_content>", `insert_content {"content":"a"}`},
		{"twice the same parameter", "<read_file><path>a</path><path>b</path></read_file>", `read_file {"path":"b"}`},
		{"signs", "<execute_command><command>a && \"b\" < c \\ é</command></execute_command>", `execute_command {"command":"a && \"b\" < c \\ é"}`},
		{"a server", "<use_mcp_tool><server_name>s</server_name><tool_name>t</tool_name></use_mcp_tool>", `use_mcp_tool {"server_name":"s","tool_name":"t"} s/t`},
		{"brackets", strings.Repeat("<", 5) + "read_file><path>a", `read_file {"path":"a"}`},
		{"", "", ""},
	}
	for _, test := range tests {
		var got []string
		for _, c := range xmlCalls(test.text) {
			s := c.name + " " + c.args
			if c.server != "" {
				s += " " + c.server + "/" + c.inner
			}
			got = append(got, s)
		}
		if s := strings.Join(got, "; "); s != test.want {
			t.Errorf("xmlCalls(%s) = %s, want %s", test.name, s, test.want)
		}
	}
}

func TestXMLResults(t *testing.T) {
	tests := []struct {
		name   string
		blocks []string
		want   string
	}{
		{"one block", []string{"[read_file for 'a'] Result:\ntext"}, `read_file "text"`},
		{"two blocks", []string{"[read_file for 'a'] Result:", "text", "<environment_details>\nx"}, `read_file "text"`},
		{"three blocks", []string{"[read_file for 'a'] Result:", "one", "two"}, `read_file "one\ntwo"`},
		{"empty blocks", []string{"[read_file for 'a'] Result:", "", "one", "", "two", "[list_files for 'b'] Result:", "x"}, `read_file "one\n\ntwo"; list_files "x"`},
		{"no title", []string{"[attempt_completion] Result:", ""}, `attempt_completion ""`},
		{"a bracket in the title", []string{"[execute_command for 'test [ -f x ]'] Result:\nok"}, `execute_command "ok"`},
		{"lines in the title", []string{"[execute_command for 'a\nb'] Result:\nok"}, `execute_command "ok"`},
		{"two results", []string{"[read_file for 'a'] Result:", "x", "[list_files for 'b'] Result:\ny"}, `read_file "x"; list_files "y"`},
		{"skipped", []string{"[read_file for 'a'] Result:\nx", "Tool [list_files] was not executed because a tool has already been used in this message."}, `read_file "x"; list_files "Tool [list_files] was not executed because a tool has already been used in this message."`},
		{"rejected", []string{"Skipping tool [execute_command for 'x'] due to user rejecting a previous tool."}, `execute_command "Skipping tool [execute_command for 'x'] due to user rejecting a previous tool."`},
		{"a tool that is not known", []string{"[bash for 'ls'] Result:\nx"}, `bash "x"`},
		{"the client's own list behind it", []string{"[read_file for 'a'] Result:\nx", "\n\n\t\t# TODO LIST UPDATE REQUIRED - You MUST", "\n\n# TODO LIST RECOMMENDED\n", "\n# task_progress List (Optional - Plan Mode)\n", "y"}, `read_file "x"`},
		{"a picture", []string{"pictured", "<environment_details>"}, ` "pictured"`},
		{"a picture of a result with a head", []string{"[browser_action for 'x'] Result:", "pictured"}, `browser_action "pictured"`},
		{"a name of other signs", []string{"[Read-File for 'a'] Result:\nx"}, ""},
		{"a mention", []string{"[read_file for 'a']\nFile: a"}, ""},
		{"words", []string{"see [read_file for 'a'] Result:"}, ""},
		{"no tool", []string{"[ERROR] You did not use a tool in your previous response! x"}, "idle"},
		{"the editor behind it", []string{"[read_file for 'a'] Result:\nx\n<environment_details>\ny"}, `read_file "x"`},
	}
	for _, test := range tests {
		results, idle := xmlResults(test.blocks, slices.Index(test.blocks, "pictured"))
		var got []string
		for _, r := range results {
			got = append(got, fmt.Sprintf("%s %q", r.name, r.text))
		}
		if idle {
			got = append(got, "idle")
		}
		if s := strings.Join(got, "; "); s != test.want {
			t.Errorf("xmlResults(%s) = %s, want %s", test.name, s, test.want)
		}
	}
}

func TestXMLPairs(t *testing.T) {
	if got := fmt.Sprint(xmlPairs([]string{"a", "b"}, []xmlResult{{}, {name: "a"}, {}}, false)); got != "[1 0 -1]" {
		t.Errorf("xmlPairs without a name = %s", got)
	}
	results := []xmlResult{{name: "b"}, {name: "a"}, {name: "a"}, {name: "a"}, {name: "c"}, {name: "subagents"}}
	for _, test := range []struct {
		calls, want string
		any         bool
	}{
		{"a b a", "[1 0 2 -1 -1 -1]", false},
		{"a b a", "[1 0 2 -1 -1 -1]", true},
		{"a b a x use_subagents y", "[1 0 2 -1 -1 4]", false},
		{"a b a x use_subagents y", "[1 0 2 3 5 4]", true},
		{"x", "[0 -1 -1 -1 -1 -1]", true},
		{"", "[-1 -1 -1 -1 -1 -1]", true},
	} {
		if got := fmt.Sprint(xmlPairs(strings.Fields(test.calls), results, test.any)); got != test.want {
			t.Errorf("xmlPairs(%s, %v) = %s, want %s", test.calls, test.any, got, test.want)
		}
	}
}

func TestClineClass(t *testing.T) {
	all := refusalsOfAll(nil)
	for text, want := range map[string]journey.Class{
		"package a": journey.ClassOK,
		"The log says: The tool execution failed with the following error:\n<error>x":                            journey.ClassOK,
		"The tool execution failed with the following error:\n<error>\nENOENT\n</error>":                         journey.ClassToolFailed,
		"The tool execution failed with the following error:\n<error>\nUnknown tool: x\n</error>":                journey.ClassUnknownTool,
		"The tool execution failed with the following error:\n<error>\nInvalid JSON argument used with s for t.": journey.ClassBadArguments,
		"Missing value for required parameter 'path'. Please retry":                                              journey.ClassBadArguments,
		"The user denied this operation.":                                                                        journey.ClassDenied,
		"Skipping tool [read_file for 'x'] due to user rejecting a previous tool.":                               journey.ClassCancelled,
		"Error executing MCP tool: No connection found for server: gone. Please make sure":                       journey.ClassUnknownTool,
		"Error executing MCP tool: MCP error -32603: x":                                                          journey.ClassToolFailed,
		"Tool 'x' does not exist on server 's'.\n\nAvailable tools on this server: y":                            journey.ClassToolFailed,
		"Server 's' is not configured. Available servers: t":                                                     journey.ClassToolFailed,
		"Server 's' is not configured.":                                                                          journey.ClassOK,
		`{"status":"denied","feedback":"no"}`:                                                                    journey.ClassDenied,
		`{"status":"error","message":"The tool execution failed","error":"x"}`:                                   journey.ClassToolFailed,
		`{"status":"error","type":"unknown_server","message":"Server is not configured","server":"s"}`:           journey.ClassUnknownTool,
		`{"status":"error","type":"invalid_argument","message":"Invalid JSON argument","server":"s","tool":"t"}`: journey.ClassBadArguments,
		`{"status":"approved","feedback":"go on"}`:                                                               journey.ClassOK,
		`{"status": "error", "of": "a program"}`:                                                                 journey.ClassOK,
		"[ERROR] You did not use a tool in your previous response!":                                              journey.ClassOK,
		"Unknown tool: x": journey.ClassOK, // without a mark it is what a tool said
	} {
		if got, _ := clineClass(all, text); got != want {
			t.Errorf("clineClass(%q) = %v, want %v", text, got, want)
		}
	}
}

// TestClineDetect: one message is enough, but not any XML.
func TestClineDetect(t *testing.T) {
	for line, want := range map[string]bool{
		`{"role":"assistant","content":"<read_file>\n<path>a</path>\n</read_file>"}`:                             true,
		`{"role":"assistant","content":[{"type":"text","text":"\u003cread_file>"}]}`:                             true,
		`{"role":"user","content":[{"type":"text","text":"[read_file for 'a'] Result:\nx"}]}`:                    true,
		`{"role":"user","content":[{"type":"text","text":"[bash for 'a'] Result:\nx"}]}`:                         false,
		`{"role":"user","content":"<read_file><path>a</path></read_file>"}`:                                      false,
		`{"role":"assistant","content":"<div><b>x</b></div>"}`:                                                   false,
		`{"role":"assistant","content":"read_file"}`:                                                             false,
		`{"type":"message","role":"assistant","content":"<read_file><path>a</path></read_file>"}`:                false,
		`{"role":"assistant","type":"reasoning","content":[{"type":"tool_use","id":"t","name":"n","input":{}}]}`: true,
	} {
		if got := History().Detect(NewHead([]byte(line), true)); got != want {
			t.Errorf("Detect(%s) = %v, want %v", line, got, want)
		}
	}
}

func FuzzXMLCalls(f *testing.F) {
	f.Add("<write_to_file><path>p</path><content>\n<content>a</content>\n</content>\n</write_to_file>")
	f.Add("[read_file for 'a'] Result:\nx\n<environment_details>\ny")
	f.Fuzz(func(t *testing.T, text string) {
		for _, c := range xmlCalls(text) {
			if _, known := xmlTools()[c.name]; !known || !strings.Contains(text, "<"+c.name+">") {
				t.Fatalf("xmlCalls(%q) has %q", text, c.name)
			}
			if !strings.HasPrefix(c.args, "{") || !isObject([]byte(c.args)) {
				t.Fatalf("xmlCalls(%q): arguments %q", text, c.args)
			}
		}
		results, _ := xmlResults([]string{text, text}, 1)
		for _, r := range results {
			if r.name != "" && !strings.Contains(text, "["+r.name) {
				t.Fatalf("xmlResults(%q) has %q", text, r.name)
			}
		}
	})
}

func FuzzClineSession(f *testing.F) { fuzzForm(f, ClineSession()) }

// TestClineUI: what was refused is told once, other failures are not.
func TestClineUI(t *testing.T) {
	line := func(kind, text string) string {
		return fmt.Sprintf(`{"ts":1,"type":%q,%q:%q,"text":%q}`, kind[:3], kind[:3], kind[4:], text)
	}
	const refusal = "tools.0.name: String should match pattern"
	lines := []string{
		line("say api_req_started", `{"streamingFailedMessage":"{\"message\":\"`+refusal+`\"}"}`), line("ask api_req_failed", refusal),
		line("ask api_req_failed", "Connection error."), line("say text", refusal), line("say api_req_started", "x"), line("ask api_req_failed", `{"message":"Duplicate tool name: a"}`),
	}
	data := []byte(strings.Join(lines, "\n"))
	if !ClineUI().Detect(NewHead(data, true)) {
		t.Error("not detected")
	}
	s := readAll(ClineUI(), data)
	if len(s.Rows) != 0 || len(s.Requests) != 2 || s.Requests[0].Error != refusal || s.Requests[1].Error != "Duplicate tool name: a" {
		t.Errorf("%d calls, requests %+v", len(s.Rows), s.Requests)
	}
	if ClineUI().Detect(NewHead([]byte(`{"ts":1,"type":"say","role":"user"}`), true)) {
		t.Error("another's line is taken")
	}
}

func FuzzClineUI(f *testing.F) { fuzzForm(f, ClineUI()) }

// TestClineAgain: a message with very many calls is taken apart once, not for
// each of them; with the work done anew this takes minutes.
func TestClineAgain(t *testing.T) {
	const many = 3000
	call := []byte(`{"role":"assistant","content":[{"type":"text","text":"` + strings.Repeat("<read_file><path>a</path></read_file>", many) + `"}]}`)
	record := []byte(`{"role":"user","content":[` + strings.Repeat(`{"type":"text","text":"[read_file for 'a'] Result:"},{"type":"text","text":"x"},`, many-1) + `{"type":"text","text":"[read_file for 'a'] Result:"},{"type":"text","text":"last"}]}`)
	f := History()
	_, at := clineCalls(call)
	for i := range many {
		p := Place{ID: uint32(i) + 1, Args: at[i], Name: "read_file"}
		c, ok := f.Call(call, p)
		text, _, found := f.(Paired).ResultOf(record, call, p, 100)
		want := "x"
		if i == many-1 {
			want = "last"
		}
		if !ok || !found || c.Text != `{"path":"a"}` || text != want {
			t.Fatalf("call %d: %v %q, result %v %q, want %q", i, ok, c.Text, found, text, want)
		}
	}
	other := []byte(`{"role":"assistant","content":"<list_files><path>b</path></list_files>"}`)
	_, at = clineCalls(other)
	if c, ok := f.Call(other, Place{ID: 1, Args: at[0], Name: "list_files"}); !ok || c.Text != `{"path":"b"}` {
		t.Errorf("another message: %v %q", ok, c.Text)
	}
}
