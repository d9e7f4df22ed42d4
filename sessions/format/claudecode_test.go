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

// readAll runs lines through a worker and a builder on one goroutine, a few
// lines a chunk and a batch every few chunks, so that results meet rows of
// their own batch and of earlier ones.
func readAll(f Format, data []byte) *journey.Session {
	b := NewBuilder(true)
	reader := b.Begin(0, "x", "", f)
	w := reader.Worker()
	s := &journey.Session{Sources: []journey.Source{{Path: "x"}}}
	var n uint32
	flush := func() {
		b.Add(walk.Chunk[*Events]{Lines: n, Out: w.End()})
		n = 0
		if b.src.lines%3 == 0 {
			s.Apply(b.Take())
		}
	}
	add := func(l walk.Line) {
		l.Number = n
		w.Line(l)
		if n++; n == 2 {
			flush()
		}
	}
	if rest := walk.Each(data, add); len(rest) > 0 {
		add(walk.Line{Text: rest, At: int64(len(data) - len(rest)), Last: true})
	}
	flush()
	b.End()
	s.Apply(b.Take())
	return s
}

// check holds what is true of any input.
func check(t *testing.T, f Format, data []byte) {
	t.Helper()
	s := readAll(f, data)
	if len(s.Rows) != s.Tally.Calls {
		t.Fatalf("%d rows, %d calls", len(s.Rows), s.Tally.Calls)
	}
	if max := bytes.Count(data, []byte("\n")) + 1; int(s.Lines) > max {
		t.Fatalf("%d lines of %d", s.Lines, max)
	}
	for i := range s.Rows {
		r := &s.Rows[i]
		line, _, _ := bytes.Cut(data[r.At:], []byte("\n"))
		call, p := bytes.TrimRight(line, "\r\x00"), Place{ID: r.ID, Args: r.Args, Name: s.Text(r.Name)}
		c, ok := f.Call(call, p)
		if !ok {
			t.Fatalf("row %d is not found again in %q", i, line)
		}
		if (r.Ret < 0) != (r.Class == journey.ClassNoResult) {
			t.Fatalf("row %d: result at %d, class %v", i, r.Ret, r.Class)
		}
		if r.Ret < 0 {
			continue
		}
		line, _, _ = bytes.Cut(data[r.Ret:], []byte("\n"))
		if !resultAgain(f, bytes.TrimRight(line, "\r\x00"), call, p, c.ID) {
			t.Fatalf("result of row %d (id %q) is not found again in %q", i, c.ID, line)
		}
	}
}

func FuzzClaudeCode(f *testing.F) { fuzz(f, ClaudeCode()) }

func FuzzStreamJSON(f *testing.F) { fuzz(f, StreamJSON()) }

func fuzz(f *testing.F, form Format) {
	files, _ := filepath.Glob("../../testdata/sessions/*.txtar")
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, in := range ar.Files {
			if strings.HasSuffix(in.Name, "json") || strings.HasSuffix(in.Name, "jsonl") {
				f.Add(in.Data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) { check(t, form, data) })
}

func TestDetect(t *testing.T) {
	tests := []struct {
		name, line string
		want       bool
	}{
		{"chained", `{"sessionId":"s","uuid":"u","parentUuid":null,"type":"new kind"}`, true},
		{"known type", `{"sessionId":"s","type":"permission-mode"}`, true},
		{"unknown type alone", `{"sessionId":"s","type":"new kind"}`, false},
		{"both spellings", `{"sessionId":"s","session_id":"s","type":"user"}`, true},
		{"stream-json", `{"type":"system","subtype":"init","session_id":"s"}`, false},
		{"stream-json message", `{"type":"assistant","session_id":"s","message":{"role":"assistant","content":[]}}`, false},
		{"qwen", `{"sessionId":"s","uuid":"u","parentUuid":null,"type":"user","message":{"parts":[]}}`, false},
		{"qwen after a good line", `{"sessionId":"s","type":"user"}` + "\n" + `{"sessionId":"s","type":"user","message":{"parts":[]}}`, false},
		{"excerpt", `{"type":"assistant","message":{"role":"assistant","content":[]}}`, true},
		{"not the first line", "\n12\n" + `{"type":"other"}` + "\n" + `{"sessionId":"s","type":"user"}`, true},
		{"codex", `{"timestamp":"t","type":"session_meta","payload":{"id":"x"}}`, false},
		{"pretty", "{\n  \"sessionId\": \"s\",\n  \"type\": \"user\"\n}", false},
		{"array", `[{"sessionId":"s","type":"user"}]`, false},
		{"cut", `{"sessionId":"s","type":"us`, false},
		{"escaped", `{"session\u0049d":"s","type":"us\u0065r"}`, true},
	}
	stream := map[string]bool{"stream-json message": true}
	for _, test := range tests {
		if got := StreamJSON().Detect(NewHead([]byte(test.line), true)); got != stream[test.name] {
			t.Errorf("%s: Detect of stream-json = %v, want %v", test.name, got, stream[test.name])
		}
		if got := ClaudeCode().Detect(NewHead([]byte(test.line), true)); got != test.want {
			t.Errorf("%s: Detect = %v, want %v", test.name, got, test.want)
		}
	}
}

func TestClass(t *testing.T) {
	refusals := refusalsOf("claude-code")
	tests := []struct {
		text   string
		denied bool
		want   journey.Class
	}{
		{"<tool_use_error>Error: No such tool available: x</tool_use_error>", false, journey.ClassUnknownTool},
		{"<tool_use_error>Error: No such tool available: </tool_use_error>", false, journey.ClassUnknownTool},
		{"Error: No such tool available: x", false, journey.ClassToolFailed},
		{"<tool_use_error>InputValidationError: x</tool_use_error>", false, journey.ClassBadArguments},
		{"<tool_use_error>String to replace not found in file.</tool_use_error>", false, journey.ClassToolFailed},
		{"Claude requested permissions to write to /x, but you haven't granted it yet.", false, journey.ClassDenied},
		{"Permission to use Bash with command rm has been denied.", false, journey.ClassDenied},
		{"The user doesn't want to take this action right now. STOP what you are doing", false, journey.ClassCancelled},
		{"[Request interrupted by user for tool use]", false, journey.ClassCancelled},
		{"PreToolUse:Bash hook error: [guard.sh]: not here", false, journey.ClassDenied},
		{"ls in '/etc' was blocked. For security, Claude Code may only list files in ...", false, journey.ClassDenied},
		{"Exit code 1\nThis command requires approval", false, journey.ClassToolFailed},
		{"", false, journey.ClassToolFailed},
		{"anything", true, journey.ClassDenied},
	}
	for _, test := range tests {
		if got, _ := ccClass(refusals, test.text, test.denied); got != test.want {
			t.Errorf("ccClass(%q, %v) = %v, want %v", test.text, test.denied, got, test.want)
		}
	}
}

func BenchmarkClaudeCode(b *testing.B) {
	body := strings.Repeat(`func (r *Reader) line(\"x\") {\n\treturn nil // a word or two\n}\n`, 150)
	var data bytes.Buffer
	for range 100 {
		data.WriteString(`{"parentUuid":"u0","isSidechain":false,"cwd":"/src","sessionId":"s","version":"2.1.0","type":"assistant","uuid":"u1","timestamp":"2026-01-01T00:00:00.000Z","message":{"id":"m","role":"assistant","model":"x","content":[{"type":"tool_use","id":"t","name":"Read","input":{"file_path":"/src/x.go"}}]}}` + "\n")
		data.WriteString(`{"parentUuid":"u1","isSidechain":false,"cwd":"/src","sessionId":"s","version":"2.1.0","type":"user","uuid":"u2","timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"user","content":[{"tool_use_id":"t","type":"tool_result","content":"` + body + `"}]}}` + "\n")
	}
	b.SetBytes(int64(data.Len()))
	b.ReportAllocs()
	bd := NewBuilder(false)
	reader := bd.Begin(0, "x", "", ClaudeCode())
	w := reader.Worker()
	for b.Loop() {
		walk.Each(data.Bytes(), w.Line)
		bd.Add(walk.Chunk[*Events]{Lines: 200, Out: w.End()})
		bd.Take()
	}
}

func TestClaudeSystemPrompt(t *testing.T) {
	t.Parallel()
	lines := `{"type":"attachment","uuid":"u1","sessionId":"s1","attachment":{"type":"prompt_snapshot","systemPrompt":["Use Task.","And Read."]}}
{"type":"attachment","uuid":"u2","sessionId":"s1","attachment":{"type":"prompt_snapshot","systemPrompt":["Use Agent."],"tools":[{"name":"Agent"}]}}
`
	s := readAll(ClaudeCode(), []byte(lines))
	var got []string
	for _, p := range s.Prompts {
		got = append(got, fmt.Sprintf("%d %s", p.Line, p.Text))
	}
	if want := []string{"1 Use Task.\nAnd Read.", "2 Use Agent."}; !slices.Equal(got, want) {
		t.Errorf("prompts = %q, want %q", got, want)
	}
	if len(s.Snapshots) != 1 {
		t.Errorf("%d declared lists, want 1", len(s.Snapshots))
	}
}
