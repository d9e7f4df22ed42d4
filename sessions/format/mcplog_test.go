package format

import (
	"fmt"
	"strings"
	"testing"

	"hopscope/sessions/walk"
)

func TestDetectMCPLog(t *testing.T) {
	list := `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":{}}]}}`
	start := `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}`
	call := `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a"}}`
	for _, c := range []struct {
		data  string
		lines bool
		whole bool
	}{
		{start + "\n" + list, true, false},
		{start + "\n" + call, true, true},
		{call, true, true},
		{"[" + start + "," + call + "]", true, true},
		{list, false, false},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/list"}` + "\n" + list, false, false},
		{start + "\n" + `{"type":"user"}`, false, false},
		{start + "\n" + "plain text", false, false},
		{strings.ReplaceAll(call, ",", ",\n"), false, true},
		{strings.ReplaceAll(list, ",", ",\n"), false, false},
		{call + "\n" + call[:20], true, true},
		{call[:20], false, false},
		{"", false, false},
	} {
		if got := MCPLog().Detect(NewHead([]byte(c.data), true)); got != c.lines {
			t.Errorf("Detect(%s) = %v, want %v", c.data, got, c.lines)
		}
		if got := MCPLog().(Document).Whole([]byte(c.data)); got != c.whole {
			t.Errorf("Whole(%s) = %v, want %v", c.data, got, c.whole)
		}
	}
}

func TestDetectMCPClientLog(t *testing.T) {
	message := `{"jsonrpc":"2.0","id":0,"method":"initialize"}`
	for data, want := range map[string]bool{
		"2026-01-02T03:04:05.678Z [a] [info] Message from client: " + message:                true,
		"words\n" + strings.Repeat("env\n", 90) + "x Message from server: " + message + " {": true,
		"[docs] [info] Message from client: " + message:                                      true,
		"2026-01-02T03:04:05.678Z [STDIN] " + message:                                        true,
		"2026-01-02T03:04:05.678Z [a] [info] Message from client: {\"a\":1}":                 false,
		"2026-01-02T03:04:05.678Z [a] [info] " + message:                                     false,
		`{"text":"Message from client: ` + strings.ReplaceAll(message, `"`, `\"`) + `"}`:     false,
		"": false,
	} {
		if got := MCPClientLog().Detect(NewHead([]byte(data), true)); got != want {
			t.Errorf("Detect(%q) = %v, want %v", data, got, want)
		}
	}
}

// mcpRows reads messages as lines and writes down the calls.
func mcpRows(data string) string {
	b := NewBuilder(false)
	w := b.Begin(0, "x", "", MCPLog()).Worker()
	var n uint32
	rest := walk.Each([]byte(data), func(l walk.Line) { w.Line(l); n++ })
	if len(rest) > 0 {
		w.Line(walk.Line{Text: rest, At: int64(len(data) - len(rest)), Number: n, Last: true})
		n++
	}
	b.Add(walk.Chunk[*Events]{Lines: n, End: int64(len(data)), Out: w.End()})
	b.End()
	batch := b.Take()
	var list []string
	for i := range batch.Rows {
		r := &batch.Rows[i]
		name := ""
		if r.Name > 0 {
			name = batch.Texts[r.Name-1]
		}
		list = append(list, fmt.Sprintf("%s %d/%d t%d %v", name, r.Line, r.RetLine, r.Turn, r.Class))
	}
	for _, s := range batch.Snapshots {
		list = append(list, fmt.Sprintf("list %d %v %d", s.Line, s.Complete, len(s.Catalog.Tools)))
	}
	for _, p := range batch.Problems {
		list = append(list, p.Where+" "+p.What)
	}
	return strings.Join(list, ", ")
}

func TestMCPLogPairing(t *testing.T) {
	call := func(id, name string) string {
		return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"` + name + `","arguments":{}}}` + "\n"
	}
	ok := func(id string) string { return `{"jsonrpc":"2.0","id":` + id + `,"result":{"content":[]}}` + "\n" }
	tools := func(id, rest string) string {
		return `{"jsonrpc":"2.0","id":` + id + `,"result":{"tools":[{"name":"a","inputSchema":{}}]` + rest + `}}` + "\n"
	}
	lists := func(id, params string) string {
		return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/list","params":{` + params + `}}` + "\n"
	}
	for name, c := range map[string]struct{ data, want string }{
		"one after another":              {call("1", "a") + ok("1") + call("2", "b") + ok("2"), "a 1/2 t1 ok, b 3/4 t2 ok"},
		"two at a time":                  {call("1", "a") + call("2", "b") + ok("2") + ok("1"), "a 1/4 t1 ok, b 2/3 t1 ok"},
		"an id comes again":              {call("1", "a") + ok("1") + call("1", "b") + ok("1"), "a 1/2 t1 ok, b 3/4 t2 ok"},
		"a connection that broke":        {call("1", "a") + call("1", "b") + ok("1"), "a 1/0 t1 no-result, b 2/3 t1 ok"},
		"text and number are two ids":    {call("1", "a") + call(`"1"`, "b") + ok("1"), "a 1/3 t1 ok, b 2/0 t1 no-result"},
		"an answer to something else":    {ok("1") + call("1", "a"), "a 2/0 t1 no-result"},
		"the server asks with that id":   {call("1", "a") + `{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage"}` + "\n" + `{"jsonrpc":"2.0","id":1,"result":{"role":"assistant","content":{"type":"text"}}}` + "\n" + ok("1"), "a 1/4 t1 ok"},
		"without a name":                 {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}` + "\n" + `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unknown tool: "}}` + "\n", " 1/2 t1 unknown-tool"},
		"bad arguments":                  {call("1", "a") + `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"MCP error -32602: Invalid arguments for tool a: []"}}` + "\n", "a 1/2 t1 bad-arguments"},
		"failed":                         {call("1", "a") + `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"no"}],"isError":true}}` + "\n", "a 1/2 t1 tool-failed"},
		"cancelled":                      {call("1", "a") + `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"enough"}}` + "\n", "a 1/2 t1 cancelled"},
		"cancelled, and nothing is open": {`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}` + "\n" + call("1", "a"), "a 2/0 t1 no-result"},
		"a batch":                        {"[" + strings.TrimSpace(call("1", "a")) + "," + strings.TrimSpace(call("2", "b")) + "]\n" + ok("2"), "a 1/0 t1 no-result, b 1/2 t1 ok"},
		"a notification":                 {`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"a"}}` + "\n", "a 1/0 t1 no-result"},
		"structured only":                {call("1", "a") + `{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"x":1}}}` + "\n", "a 1/2 t1 ok"},
		"pages":                          {lists("1", "") + tools("1", `,"nextCursor":"x"`) + lists("2", `"cursor":"x"`) + tools("2", "") + call("3", "a"), "a 5/0 t1 no-result, list 4 true 2"},
		"a page is missing":              {lists("1", "") + tools("1", `,"nextCursor":"x"`) + call("3", "a"), "a 3/0 t1 no-result, list 2 false 1"},
		"listed again":                   {lists("1", "") + tools("1", "") + call("2", "a") + ok("2") + lists("3", "") + tools("3", ""), "a 3/4 t1 ok, list 2 true 1, list 6 true 1"},
		"a bad line":                     {call("1", "a") + "nonsense\n" + "17\n" + `{"a":1}` + "\n" + ok("1"), "a 1/5 t1 ok, x: line 2 not JSON from character 1 on, x: line 3 a number, not an object, x: line 4 no JSON-RPC message"},
		"cut":                            {call("1", "a") + ok("1")[:20], "a 1/0 t1 no-result, x: line 2 the last line is cut: the writer died or still writes"},
		"over several lines":             {strings.ReplaceAll(call("1", "a"), ",", ",\n") + strings.ReplaceAll(ok("1"), ",", ",\n"), "a 1/6 t1 ok"},
	} {
		got := mcpRows(c.data)
		if name == "over several lines" {
			b := NewBuilder(false)
			w := b.Begin(0, "x", "", MCPLog()).Worker()
			w.Line(walk.Line{Text: []byte(c.data), Last: true})
			b.Add(walk.Chunk[*Events]{Lines: uint32(strings.Count(c.data, "\n")), Out: w.End()})
			r := b.Take().Rows
			got = fmt.Sprintf("a %d/%d t%d %v", r[0].Line, r[0].RetLine, r[0].Turn, r[0].Class)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestMCPLogIsLong reads more messages than one may hold in memory as one.
func TestMCPLogIsLong(t *testing.T) {
	var b strings.Builder
	const n = 30_000
	for i := range n {
		fmt.Fprintf(&b, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"a"}}`+"\n"+`{"jsonrpc":"2.0","id":%[1]d,"result":{"content":[]}}`+"\n", i)
	}
	got := mcpRows(b.String())
	if want := fmt.Sprintf(", a %d/%d t%d ok", 2*n-1, 2*n, n); strings.Count(got, ", ") != n-1 || !strings.HasSuffix(got, want) {
		t.Errorf("%d calls, the last %q, want %d and %q", strings.Count(got, ", ")+1, got[max(len(got)-40, 0):], n, want)
	}
}

// FuzzMCPLog reads anything as messages, and each body again.
func FuzzMCPLog(f *testing.F) {
	f.Add(`{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"a","arguments":{"b":1}}}` + "\n" + `{"jsonrpc":"2.0","id":"x","result":{"content":[{"type":"text","text":"t"}],"isError":true}}`)
	f.Add(`[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":"s"}},{"jsonrpc":"2.0","id":1,"error":{"message":"m"}}]`)
	f.Add(`2026-01-02T03:04:05.678Z [docs] [info] Message from client: {"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"a","arguments":{"b":1}}} { metadata: undefined }`)
	f.Add(`{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}],"nextCursor":"c"}}`)
	f.Fuzz(func(t *testing.T, data string) {
		for _, form := range []Format{MCPLog(), MCPClientLog()} {
			form.Detect(NewHead([]byte(data), true))
			form.(Document).Whole([]byte(data))
			mcpFound(t, form, data)
		}
	})
}

// mcpFound reads messages as lines and finds each call again.
func mcpFound(t *testing.T, form Format, data string) {
	b := readLines(mcpLines{form}, data)
	for i, r := range b.Rows {
		record, _, _ := strings.Cut(data[r.At:], "\n")
		record = strings.TrimRight(record, "\r\x00")
		name := ""
		if r.Name > 0 {
			name = b.Texts[r.Name-1]
		}
		if c, ok := form.Call([]byte(record), Place{ID: r.ID, Args: r.Args, Name: name}); !ok || int(c.Args.End) > len(record) {
			t.Fatalf("%s: call %d is not found again in %q", form.Info().ID, i, data)
		}
	}
}

// mcpLines hides that a log may be a document.
type mcpLines struct{ Format }
