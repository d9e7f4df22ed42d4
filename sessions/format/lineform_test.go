package format

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"hopscope/journey"
	"hopscope/sessions/walk"
)

// recordings returns the fixtures that are one file, by name.
func recordings(t testing.TB) map[string][]byte {
	t.Helper()
	files, _ := filepath.Glob("../../testdata/sessions/*.txtar")
	all := map[string][]byte{}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var in [][]byte
		for _, f := range ar.Files {
			if strings.HasPrefix(f.Name, "in/") {
				in = append(in, f.Data)
			}
		}
		if len(in) == 1 {
			all[strings.TrimSuffix(filepath.Base(file), ".txtar")] = in[0]
		}
	}
	if len(all) == 0 {
		t.Fatal("no fixtures")
	}
	return all
}

// elementsHead is the head of a JSON array.
func elementsHead(data []byte) *Head {
	h := &Head{Whole: true}
	walk.Elements(data, func(l walk.Line) { h.Lines = append(h.Lines, l.Text) })
	return h
}

// TestOneFormat holds that a recording is taken by its own format and by no
// other one, so that the order in which formats are tried does not matter.
// Only the first lines of Droid's and Cursor's output are those of Claude Code's
// stream-json.
func TestOneFormat(t *testing.T) {
	owners := map[string]string{
		"gemini": "gemini-cli", "gemini-json": "gemini-cli-json", "gemini-stream": "gemini-stream-json", "qwen": "qwen-code",
		"kimi": "kimi", "copilot": "copilot-cli", "pi": "pi", "openclaw": "pi", "droid": "droid-stream-json", "droid-session": "droid", "grok": "grok", "cursor": "cursor", "cursor-stream": "cursor-stream-json",
		"aisdk-ui": "ai-sdk", "aisdk-model": "ai-sdk", "aisdk-old": "ai-sdk", "cline": "message-list", "amp-thread": "amp-thread",
		"amp-stream": "claude-stream-json", "vscode-chat": "vscode-chat", "vscode-log": "vscode-chat-log",
		"langsmith": "langsmith", "langsmith-array": "langsmith", "langfuse": "langfuse", "langfuse-trace": "langfuse", "goose-jsonl": "goose-jsonl", "goose-export": "goose-jsonl", "goose-run": "goose-jsonl",
		"cline-xml": "message-list", "roo-xml": "message-list", "cline-session": "cline-session",
		"classes": "claude-code", "tools": "claude-code", "streamjson": "claude-stream-json", "codex": "codex", "codex-exec": "codex-exec", "codex-exec-old": "codex-exec", "codex-first": "codex",
	}
	all := recordings(t)
	for name, owner := range owners {
		data, ok := all[name]
		if !ok {
			t.Errorf("no fixture %s", name)
			continue
		}
		heads := []*Head{NewHead(data, true), NewHead(data, false), elementsHead(data)}
		found := false
		for _, f := range All() {
			id := f.Info().ID
			doc, _ := f.(Document)
			takes := doc != nil && doc.Whole(data)
			for _, h := range heads {
				takes = takes || len(h.Lines) > 0 && f.Detect(h)
			}
			found = found || takes && id == owner
			if takes && id != owner && !(strings.HasSuffix(owner, "-stream-json") && id == "claude-stream-json") {
				t.Errorf("%s is taken for %s too", name, id)
			}
		}
		if !found {
			t.Errorf("%s is not taken by %s", name, owner)
		}
	}
}

// TestDetectLines are single lines that are another format's.
func TestDetectLines(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"gemini header", `{"sessionId":"s","projectHash":"h","kind":"main"}`, "gemini-cli"},
		{"gemini object on one line", `{"sessionId":"s","projectHash":"h","messages":[]}`, ""},
		{"gemini excerpt", `{"id":"1","type":"gemini","tokens":{}}`, "gemini-cli"},
		{"gemini init", `{"type":"init","session_id":"s","model":"m"}`, "gemini-stream-json"},
		{"claude init", `{"type":"system","subtype":"init","session_id":"s","model":"m"}`, ""},
		{"qwen", `{"sessionId":"s","uuid":"u","type":"user","message":{"parts":[]}}`, "qwen-code"},
		{"qwen system line first", `{"sessionId":"s","uuid":"u","type":"system","systemPayload":{}}`, "qwen-code"},
		{"claude", `{"sessionId":"s","uuid":"u","type":"user","message":{"role":"user","content":[]}}`, "claude-code"},
		{"droid message", `{"type":"message","session_id":"s","role":"user","text":"x"}`, "droid-stream-json"},
		{"droid, sessionId", `{"type":"message","sessionId":"s","role":"user","text":"x"}`, "droid-stream-json"},
		{"droid session", `{"type":"session_start","id":"d","title":"t","version":2,"cwd":"/r"}`, "droid"},
		{"droid session excerpt", `{"type":"message","id":"m","timestamp":"2026-10-01T12:00:00Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"}]}}`, "droid"},
		{"pi message", `{"type":"message","id":"m","message":{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"n"}]}}`, "pi"},
		{"gemini stream message alone", `{"type":"message","role":"user","content":"x"}`, ""},
		{"grok", `{"type":"assistant","content":"x","tool_calls":[]}`, "grok"},
		{"openai message", `{"role":"assistant","content":"x","tool_calls":[]}`, ""},
		{"pi header", `{"type":"session","id":"s","cwd":"/"}`, "pi"},
		{"anthropic message", `{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{}}]}`, "message-list"},
		{"anthropic text alone", `{"role":"assistant","content":[{"type":"text","text":"tool_use"}]}`, ""},
		{"cursor", `{"role":"user","message":{"content":[]}}`, "cursor"},
		{"cursor, a type beside it", `{"role":"user","type":"message","message":{"content":[]}}`, ""},
		{"goose head", `{"working_dir":"/x","description":"d","message_count":1}`, "goose-jsonl"},
		{"goose excerpt", `{"role":"user","created":1,"content":[{"type":"toolResponse","id":"c"}]}`, "goose-jsonl"},
		{"goose text alone", `{"role":"user","created":1,"content":[{"type":"text","text":"toolResponse"}]}`, ""},
		{"goose stream-json", `{"type":"message","message":{"role":"user","created":1,"content":[{"type":"toolResponse","id":"c"}]}}`, "goose-jsonl"},
		{"ai-sdk", `{"role":"assistant","parts":[{"type":"tool-x","toolCallId":"t"}]}`, "ai-sdk"},
		{"copilot", `{"type":"tool.execution_start","data":{"toolCallId":"t"}}`, "copilot-cli"},
		{"kimi excerpt", `{"type":"llm.request","toolsHash":"h"}`, "kimi"},
		{"a document begins", "{\n{\"type\":\"llm.request\",\"toolsHash\":\"h\"}", ""},
		{"another's", `{"type":"metadata"}`, ""},
	}
	for _, test := range tests {
		got := ""
		for _, f := range All() {
			_, ok := f.(*lineForm)
			switch f.(type) {
			case gooseFile, clineTask:
				ok = true
			}
			if (ok || f.Info().ID == "claude-code") && f.Detect(NewHead([]byte(test.line), true)) {
				got = f.Info().ID
				break
			}
		}
		if got != test.want {
			t.Errorf("Detect(%s) = %q, want %q", test.name, got, test.want)
		}
	}
}

func TestFailedClass(t *testing.T) {
	gemini, all := refusalsOfAll([]string{"gemini-cli"}), refusalsOfAll(nil)
	tests := []struct {
		by   recogniser
		text string
		want journey.Class
	}{
		{gemini, `Tool "Read" not found. Did you mean one of: "a"?`, journey.ClassUnknownTool},
		{gemini, "Unknown tool: x", journey.ClassToolFailed},
		{all, "Unknown tool: x", journey.ClassUnknownTool},
		{all, "Tool x not found", journey.ClassUnknownTool},
		{all, "Error: ENOENT: no such file or directory", journey.ClassToolFailed},
		{all, "file x not found", journey.ClassToolFailed},
		{all, "The log says: Unknown tool: x", journey.ClassToolFailed},
		{all, "[Operation Cancelled] Reason: x", journey.ClassCancelled},
		{all, "User rejected the call", journey.ClassDenied},
		{all, "Error: Invalid parameters provided. x", journey.ClassBadArguments},
		{all, "", journey.ClassToolFailed},
	}
	for _, test := range tests {
		if got, _ := failedClass(test.by, test.text); got != test.want {
			t.Errorf("failedClass(%q) = %v, want %v", test.text, got, test.want)
		}
	}
	for word, want := range map[string]journey.Class{
		"tool_not_registered": journey.ClassUnknownTool, "invalid_tool_params": journey.ClassBadArguments,
		"file_not_found": journey.ClassToolFailed, "execution_denied": journey.ClassDenied,
	} {
		if got, ok := classOfType(word); got != want || !ok {
			t.Errorf("classOfType(%q) = %v, %v, want %v", word, got, ok, want)
		}
	}
}

func TestAboutNames(t *testing.T) {
	for text, want := range map[string]bool{
		"tools.0.custom.name: String should match pattern":                                                                        true,
		"Tool call validation failed: attempted to call tool 'x' which was not in request.tools":                                  true,
		"Tool call validation failed: parameters for tool get_by_name did not match schema: errors: [missing properties: 'name']": false,
		"Rate limit reached": false,
	} {
		if got := aboutNames(text); got != want {
			t.Errorf("aboutNames(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestMoment(t *testing.T) {
	for raw, want := range map[string]int64{
		`"2026-10-01T12:00:00.000Z"`: 1790856000000, `"2026-10-01T14:00:00+02:00"`: 1790856000000, `1785612803281`: 1785612803281,
		`-1`: 0, `1e3`: 0, `"x"`: 0, `null`: 0, ``: 0, `99999999999999999999999`: 0,
	} {
		if got := moment([]byte(raw)); got != want {
			t.Errorf("moment(%s) = %d, want %d", raw, got, want)
		}
	}
}

// readWhole reads a document as package sessions does.
func readWhole(f Format, data []byte) *journey.Session {
	b := NewBuilder(false)
	w := b.Begin(0, "x", "", f).Worker()
	w.Line(walk.Line{Text: data, Last: true})
	b.Add(walk.Chunk[*Events]{Lines: uint32(bytes.Count(data, []byte{'\n'})) + 1, Out: w.End()})
	b.End()
	s := &journey.Session{Sources: []journey.Source{{Path: "x"}}}
	s.Apply(b.Take())
	return s
}

// checkWhole holds what is true of any document.
func checkWhole(t *testing.T, f Format, data []byte) {
	t.Helper()
	s := readWhole(f, data)
	var last uint32
	for i := range s.Rows {
		r := &s.Rows[i]
		if r.Line < last || r.Line == 0 || r.Line > s.Lines {
			t.Fatalf("row %d stands at line %d of %d, after %d", i, r.Line, s.Lines, last)
		}
		last = r.Line
		n, ok := walk.Value(data[r.At:])
		if !ok {
			t.Fatalf("row %d: no value at %d", i, r.At)
		}
		call, p := data[r.At:r.At+int64(n)], Place{ID: r.ID, Args: r.Args, Name: s.Text(r.Name)}
		c, ok := f.Call(call, p)
		if !ok {
			t.Fatalf("row %d is not found again in %q", i, data[r.At:r.At+int64(n)])
		}
		if r.Ret < 0 {
			continue
		}
		if n, ok = walk.Value(data[r.Ret:]); !ok {
			t.Fatalf("row %d: no value at %d", i, r.Ret)
		}
		if !resultAgain(f, data[r.Ret:r.Ret+int64(n)], call, p, c.ID) {
			t.Fatalf("result of row %d (id %q) is not found again in %q", i, c.ID, data[r.Ret:])
		}
	}
}

// TestDocuments reads a document cut, twice, and behind a byte order mark.
func TestDocuments(t *testing.T) {
	all := recordings(t)
	for name, f := range map[string]Format{"gemini-json": GeminiCLIJSON(), "vscode-chat": VSCodeChat(), "amp-thread": AmpThread(), "aisdk-model": AISDK(), "goose-export": GooseJSONL(), "cline-session": ClineSession(), "codex-first": Codex()} {
		data := all[name]
		want := len(readWhole(f, data).Rows)
		if want == 0 {
			t.Errorf("%s: no calls", name)
		}
		for what, other := range map[string][]byte{"BOM": append([]byte("\xef\xbb\xbf"), data...), "CRLF": bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))} {
			checkWhole(t, f, other)
			if s := readWhole(f, other); len(s.Rows) != want || s.ProblemCount != 0 {
				t.Errorf("%s, %s: %d calls, %d problems, want %d and none", name, what, len(s.Rows), s.ProblemCount, want)
			}
		}
		last := 0
		for n := range data {
			checkWhole(t, f, data[:n])
			s := readWhole(f, data[:n])
			if len(s.Rows) < last {
				t.Errorf("%s cut at %d: %d calls, before %d", name, n, len(s.Rows), last)
			}
			if last = len(s.Rows); last > 0 && n < len(bytes.TrimSpace(data)) && s.ProblemCount != 1 {
				t.Errorf("%s cut at %d: problems %v, want one", name, n, s.Problems)
			}
		}
		if last != want {
			t.Errorf("%s: %d calls before the last byte, want %d", name, last, want)
		}
	}
}

// TestRewrites: the last line with an id counts, and nothing is said about
// calls that repeat.
func TestRewrites(t *testing.T) {
	line := func(status, response string) string {
		return `{"id":"m","type":"gemini","tokens":{},"toolCalls":[{"id":"t","name":"glob","args":{},"status":"` + status + `","result":[{"functionResponse":{"response":` + response + `}}]}]}` + "\n"
	}
	data := line("executing", "{}") + line("error", `{"error":"no"}`) + line("success", `{"output":"yes"}`)
	s := readAll(GeminiCLI(), []byte(data))
	if len(s.Rows) != 1 || s.Rows[0].Class != journey.ClassOK || s.Rows[0].RetLine != 3 || s.Turns != 1 {
		t.Errorf("%d calls, %+v, %d turns", len(s.Rows), s.Rows, s.Turns)
	}
	for _, src := range s.Sources {
		for _, n := range src.Notes {
			if strings.Contains(n, "repeat") {
				t.Errorf("note %q", n)
			}
		}
	}
}

// TestStored: the client started another tool than the model named.
func TestStored(t *testing.T) {
	s := readAll(CopilotCLI(), recordings(t)["copilot"])
	if x := s.Extras[0].Stored; x == nil || x.Name != "bash" || s.Echo(0).Name != "shell" {
		t.Errorf("stored %v, echo %v, want bash and shell", x, s.Echo(0))
	}
	if x, ok := s.Extras[1]; ok && x.Stored != nil {
		t.Errorf("a call under its own name has stored %v", x.Stored)
	}
	s = readAll(GeminiCLI(), recordings(t)["gemini"])
	found := false
	for _, x := range s.Extras {
		if d := x.Dispatched; d != nil {
			found = d.Server == "word.craft" && d.Name == "docs.open"
		}
	}
	if !found {
		t.Errorf("the title of a tool is not its dispatched identity: %v", s.Extras)
	}
}

// fuzzForm fuzzes a format as lines and as a document.
func fuzzForm(f *testing.F, form Format) {
	for _, data := range recordings(f) {
		f.Add(data)
	}
	doc, _ := form.(Document)
	f.Fuzz(func(t *testing.T, data []byte) {
		check(t, form, data)
		if doc.Whole(data) {
			checkWhole(t, form, data)
		}
	})
}

func FuzzGeminiCLI(f *testing.F)     { fuzzForm(f, GeminiCLI()) }
func FuzzGeminiCLIJSON(f *testing.F) { fuzzForm(f, GeminiCLIJSON()) }
func FuzzGeminiStream(f *testing.F)  { fuzzForm(f, GeminiStream()) }
func FuzzQwenCode(f *testing.F)      { fuzzForm(f, QwenCode()) }
func FuzzKimi(f *testing.F)          { fuzzForm(f, Kimi()) }
func FuzzCopilotCLI(f *testing.F)    { fuzzForm(f, CopilotCLI()) }
func FuzzPi(f *testing.F)            { fuzzForm(f, Pi()) }
func FuzzDroid(f *testing.F)         { fuzzForm(f, Droid()) }
func FuzzGrok(f *testing.F)          { fuzzForm(f, Grok()) }
func FuzzAISDK(f *testing.F)         { fuzzForm(f, AISDK()) }
func FuzzHistory(f *testing.F)       { fuzzForm(f, History()) }
func FuzzDroidSession(f *testing.F)  { fuzzForm(f, DroidSession()) }
func FuzzAmpThread(f *testing.F)     { fuzzForm(f, AmpThread()) }
func FuzzGooseJSONL(f *testing.F)    { fuzzForm(f, GooseJSONL()) }
func FuzzVSCodeChat(f *testing.F)    { fuzzForm(f, VSCodeChat()) }

// A client that writes its list with every request costs one list.
func TestKimiSharesLists(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString(`{"type":"metadata","protocol_version":"1.4"}` + "\n")
	for i := range 6 {
		name := "Read"
		if i == 4 {
			name = "Write"
		}
		fmt.Fprintf(&b, `{"type":"llm.tools_snapshot","hash":"h%d","tools":[{"name":%q,"parameters":{}},{"name":"Bash"}]}`+"\n", i, name)
		fmt.Fprintf(&b, `{"type":"llm.request","toolsHash":"h%d"}`+"\n", i)
	}
	s := readAll(Kimi(), []byte(b.String()))
	var got []string
	for _, p := range s.Snapshots {
		got = append(got, fmt.Sprintf("%d %s %d", p.Line, p.Catalog.Tools[0].Wire.Name, p.Catalog.Tools[0].Line))
	}
	if want := []string{"3 Read 2", "11 Write 10", "13 Read 2"}; !slices.Equal(got, want) {
		t.Errorf("lists = %q, want %q", got, want)
	}
	if &s.Snapshots[0].Catalog.Tools[0] != &s.Snapshots[2].Catalog.Tools[0] {
		t.Error("the first list and the last one are two copies")
	}
}
