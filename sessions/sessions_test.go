package sessions

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"hopscope/journey"
	"hopscope/sessions/store"
)

// line makes one line of a session with a call, answer one with its result.
func line(id, name string) string {
	return `{"type":"assistant","sessionId":"s1","uuid":"a` + id + `","parentUuid":null,"version":"2.1.0","message":{"id":"m` + id +
		`","role":"assistant","content":[{"type":"tool_use","id":"` + id + `","name":"` + name + `","input":{"n":"` + id + `"}}]}}` + "\n"
}

func answer(id, text string) string {
	return `{"type":"user","sessionId":"s1","uuid":"r` + id + `","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"` + id +
		`","content":"` + text + `"}]}}` + "\n"
}

const threeCalls = 3

func session() string {
	return line("t1", "Read") + answer("t1", "one") + line("t2", "Bash") + line("t3", "Read") + answer("t3", "three") + answer("t2", "two")
}

func write(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func load(t *testing.T, o Options) *Loaded {
	t.Helper()
	l, op, err := Load(context.Background(), o)
	if err != nil {
		t.Fatalf("Load(%q): %v", o.Paths, err)
	}
	t.Cleanup(op.Close)
	return l
}

func gzipped(t *testing.T, data string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, data); err != nil || z.Close() != nil {
		t.Fatal("gzip")
	}
	return b.Bytes()
}

func zstded(t *testing.T, data string) []byte {
	t.Helper()
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return z.EncodeAll([]byte(data), nil)
}

// rows writes down what was read, without the places where it stands.
func rows(t *testing.T, l *Loaded) []string {
	t.Helper()
	var list []string
	for i := range l.Session.Rows {
		list = append(list, dumpRow(t, l, i))
	}
	return list
}

func TestSameThroughEveryDoor(t *testing.T) {
	data := strings.Repeat(session(), 1)
	want := rows(t, load(t, Options{Paths: []string{write(t, "s.jsonl", []byte(data))}}))
	if len(want) != threeCalls {
		t.Fatalf("%d calls, want %d", len(want), threeCalls)
	}
	doors := map[string]Options{
		"wrong extension": {Paths: []string{write(t, "s.pdf", []byte(data))}},
		"gzip":            {Paths: []string{write(t, "s.bin", gzipped(t, data))}},
		"zstd":            {Paths: []string{write(t, "s.jsonl", zstded(t, data))}},
		"stdin":           {Paths: []string{"-"}, Stdin: strings.NewReader(data)},
		"stdin zstd":      {Paths: []string{"-"}, Stdin: bytes.NewReader(zstded(t, data))},
		"stdin by byte":   {Paths: []string{"-"}, Stdin: oneByte{strings.NewReader(data)}},
		"no last newline": {Paths: []string{write(t, "s", []byte(strings.TrimSuffix(data, "\n")))}},
		"folder":          {Paths: []string{filepath.Dir(write(t, "s.jsonl", []byte(data)))}},
	}
	for name, o := range doors {
		t.Run(name, func(t *testing.T) {
			l := load(t, o)
			if diff := cmp.Diff(want, rows(t, l)); diff != "" {
				t.Errorf("(-file +%s):\n%s", name, diff)
			}
			if l.Session.ProblemCount != 0 || len(l.Errors) != 0 || l.Done != 1 {
				t.Errorf("problems %v, errors %v, done %d", l.Session.Problems, l.Errors, l.Done)
			}
			if p := l.Progress; p.Calls != threeCalls || p.Total >= 0 && p.Bytes != p.Total {
				t.Errorf("progress %+v", p)
			}
		})
	}
	f, err := os.Open(write(t, "s.jsonl", []byte(data)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	l := load(t, Options{Paths: []string{"-"}, Stdin: f})
	if !l.Sources[0].Seekable || len(rows(t, l)) != threeCalls {
		t.Errorf("a file as standard input: %+v", l.Sources[0])
	}
}

// oneByte gives one byte at a time.
type oneByte struct{ r io.Reader }

func (o oneByte) Read(p []byte) (int, error) { return o.r.Read(p[:min(len(p), 1)]) }

func TestWhiteSpaceAndMarks(t *testing.T) {
	tests := map[string]string{
		"crlf":             strings.ReplaceAll(session(), "\n", "\r\n"),
		"byte order mark":  "\xEF\xBB\xBF" + session(),
		"NULs before":      "\x00\x00\x00" + session(),
		"NULs between":     strings.Replace(session(), "\n", "\n\x00\x00\x00\x00", 2),
		"empty lines":      strings.ReplaceAll(session(), "\n", "\n\n  \n"),
		"invalid UTF-8":    strings.Replace(session(), `"parentUuid":null`, "\"gitBranch\":\"\xff\xfe\"", 1),
		"a huge line":      session() + `{"type":"user","message":{"role":"user","content":"` + strings.Repeat("x", 3<<20) + "\"}}\n",
		"a huge first one": `{"type":"user","sessionId":"s1","uuid":"u","message":{"role":"user","content":"` + strings.Repeat("x", 1<<20) + "\"}}\n" + session(),
	}
	for name, data := range tests {
		t.Run(name, func(t *testing.T) {
			l := load(t, Options{Paths: []string{write(t, "s.jsonl", []byte(data))}})
			s := l.Session
			if s.Tally.Calls != threeCalls || s.Tally.ByClass[journey.ClassOK] != threeCalls || s.ProblemCount != 0 {
				t.Errorf("%d calls, %v, problems %v", s.Tally.Calls, s.Tally.ByClass, s.Problems)
			}
			for i := range s.Rows {
				if err := bodiesAgree(l, i); err != nil {
					t.Errorf("call %d: %v", i, err)
				}
			}
		})
	}
}

func TestSeveralPaths(t *testing.T) {
	names := write(t, "names.txt", []byte("# tools\nRead\nBash\ndocs\topen\n"))
	tools := write(t, "tools.json", []byte(`{"tools":[{"name":"search","inputSchema":{"type":"object"}}]}`))
	wire := journey.FormWire
	l := load(t, Options{
		Paths:    []string{write(t, "a.jsonl", []byte(session())), names},
		Catalogs: []string{names},
		Servers:  map[journey.Server]string{"web": tools},
		Names:    &wire,
	})
	if got := len(l.Sources); got != 4 || l.Done != 4 {
		t.Errorf("%d sources, %d done, want 4", got, l.Done)
	}
	if l.Session.Tally.Calls != threeCalls {
		t.Errorf("%d calls, want %d", l.Session.Tally.Calls, threeCalls)
	}
	var got []string
	for _, tool := range l.Catalog.Tools {
		got = append(got, string(tool.Server)+"/"+tool.Listed()+" "+tool.Form.String())
	}
	if len(got) != 7 || !slices.Contains(got, "web/search wire") {
		t.Errorf("catalog %q, want 7 tools, web/search wire among them", got)
	}
	if id, err := l.Bodies.ID(l.Session, 0); id != "t1" || err != nil {
		t.Errorf("ID(0) = %q, %v", id, err)
	}
}

// A listing that is given as PATH and gets its server is one listing, and
// nothing says any longer that nobody knows its server.
func TestServerOfAPath(t *testing.T) {
	tools := write(t, "tools.json", []byte(`{"tools":[{"name":"search","inputSchema":{"type":"object"}}]}`))
	l := load(t, Options{Paths: []string{tools}, Servers: map[journey.Server]string{"web": tools}})
	if len(l.Sources) != 1 || len(l.Catalog.Tools) != 1 || l.Catalog.Tools[0].Server != "web" {
		t.Errorf("%d sources, tools %+v, want one of server web", len(l.Sources), l.Catalog.Tools)
	}
	if len(l.Sources[0].Notes) != 0 {
		t.Errorf("notes = %q, want none", l.Sources[0].Notes)
	}
	l = load(t, Options{Paths: []string{tools}, Servers: map[journey.Server]string{"a": tools, "b": tools}})
	if len(l.Sources) != 2 || len(l.Catalog.Tools) != 2 {
		t.Errorf("%d sources, %d tools of two servers, want 2", len(l.Sources), len(l.Catalog.Tools))
	}
}

func TestCaseBesideRecording(t *testing.T) {
	kase := write(t, "x.case.json", []byte(`{"schema":"hopscope.case/1","client":"claude-code","catalog":["Read"],
		"calls":[{"call":"read","args":{"a":1},"error":"Error: No such tool available: read"},{"call":"Read","result":"fine"}]}`))
	l := load(t, Options{Paths: []string{write(t, "a.jsonl", []byte(session())), kase}})
	if l.Case == nil || len(l.Case.Calls) != 2 {
		t.Fatalf("case %+v", l.Case)
	}
	s := l.Session
	if s.Tally.Calls != threeCalls+2 {
		t.Fatalf("%d calls, want %d", s.Tally.Calls, threeCalls+2)
	}
	var got []string
	for i := range s.Rows {
		text, _, err := l.Bodies.Args(s, i, 100)
		got = append(got, string(s.Echo(i).Name)+" "+s.Rows[i].Class.String()+" "+filepath.Ext(s.Call(i).Source)+" "+strings.ReplaceAll(text, " ", ""))
		if err != nil {
			t.Error(err)
		}
	}
	want := []string{`read unknown-tool .json {"a":1}`, "Read ok .json ", `Read ok .jsonl {"n":"t1"}`, `Bash ok .jsonl {"n":"t2"}`, `Read ok .jsonl {"n":"t3"}`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestUnreadable(t *testing.T) {
	dir := t.TempDir()
	tests := []struct {
		name, path, what, seen string
		stdin                  string
	}{
		{"pdf", write(t, "notes.pdf", []byte("%PDF-1.7\n\x01\x02\xff\xff binary\x00 and more of it")), "is not recognised: looks like a PDF document", `first bytes 25 50 44 46 ("%PDF")`, ""},
		{"empty", write(t, "empty.jsonl", nil), "is empty", "0 bytes", ""},
		{"not there", filepath.Join(dir, "nothing"), "does not exist", "", ""},
		{"empty folder", dir, "holds no recording", "0 files", ""},
		{"other json lines", write(t, "x.jsonl", []byte(`{"a":1}`+"\n"+`{"a":2}`+"\n")), "is not recognised: looks like 2 JSON lines of a kind that is not known, with the key a", "", ""},
		{"cut gzip", write(t, "x.gz", gzipped(t, session())[:12]), "", "", ""},
		{"stdin", "-", "is not recognised: looks like a program", "", "\x7fELF\x01\x02\x03"},
		{"no stdin", "-", "is standard input", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := Options{Paths: []string{test.path}}
			if test.stdin != "" {
				o.Stdin = strings.NewReader(test.stdin)
			}
			_, err := Open(context.Background(), o)
			var u *Unreadable
			if !errors.As(err, &u) {
				t.Fatalf("Open = %v, want Unreadable", err)
			}
			if !strings.Contains(u.What, test.what) || !strings.Contains(u.Seen, test.seen) || u.Fix == "" || u.Path != test.path {
				t.Errorf("Unreadable %+v", u)
			}
			if u.Err == nil && u.What[:5] == "is no" && !slices.Contains(u.Tried, "claude-code") {
				t.Errorf("tried %q", u.Tried)
			}
		})
	}
	if _, err := Open(context.Background(), Options{}); err == nil {
		t.Error("Open of nothing is no error")
	}
}

func TestSpoolLimit(t *testing.T) {
	data := session()
	limit := int64(strings.Index(data, answer("t1", "one")) + 3)
	l := load(t, Options{Paths: []string{"-"}, Stdin: strings.NewReader(data), SpoolMax: limit})
	if l.Session.Tally.Calls != threeCalls {
		t.Fatalf("%d calls, want all %d", l.Session.Tally.Calls, threeCalls)
	}
	if text, _, err := l.Bodies.Args(l.Session, 0, 100); err != nil || text != `{"n":"t1"}` {
		t.Errorf("Args of the first call = %q, %v", text, err)
	}
	var lost *store.NotKept
	if _, _, err := l.Bodies.Args(l.Session, 1, 100); !errors.As(err, &lost) || lost.Limit != limit {
		t.Errorf("Args behind the limit: %v, want NotKept", err)
	}
	if _, _, err := l.Bodies.Result(l.Session, 0, 100); !errors.As(err, &lost) {
		t.Errorf("Result behind the limit: %v, want NotKept", err)
	}
}

func TestChangedFile(t *testing.T) {
	tests := map[string]func(path string) error{
		"truncated":     func(path string) error { return os.Truncate(path, 10) },
		"emptied":       func(path string) error { return os.Truncate(path, 0) },
		"other content": func(path string) error { return os.WriteFile(path, []byte(strings.Repeat("x\n", 2000)), 0o644) },
		"other calls": func(path string) error {
			return os.WriteFile(path, []byte(strings.ReplaceAll(session(), "t1", "t10")), 0o644)
		},
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			path := write(t, "s.jsonl", []byte(session()))
			l := load(t, Options{Paths: []string{path}})
			if err := change(path); err != nil {
				t.Fatal(err)
			}
			var changed *Changed
			if _, _, err := l.Bodies.Args(l.Session, 1, 100); !errors.As(err, &changed) {
				t.Errorf("Args = %v, want Changed", err)
			}
			if _, _, err := l.Bodies.Result(l.Session, 1, 100); !errors.As(err, &changed) {
				t.Errorf("Result = %v, want Changed", err)
			}
		})
	}
	path := write(t, "s.jsonl", []byte(session()))
	l := load(t, Options{Paths: []string{path}})
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if len(rows(t, l)) != threeCalls {
		t.Error("a removed file that is still open cannot be read")
	}
}

func TestBodyLimits(t *testing.T) {
	l := load(t, Options{Paths: []string{write(t, "s.jsonl", []byte(line("t1", "Read")+answer("t1", "äöü")))}})
	if text, cut, err := l.Bodies.Result(l.Session, 0, 5); text != "äö" || !cut || err != nil {
		t.Errorf("Result of 5 bytes = %q, %v, %v", text, cut, err)
	}
	if text, cut, err := l.Bodies.Args(l.Session, 0, 4); text != `{"n"` || !cut || err != nil {
		t.Errorf("Args of 4 bytes = %q, %v, %v", text, cut, err)
	}
	if _, err := l.Bodies.ID(l.Session, 7); err == nil {
		t.Error("ID of a row that is not there is no error")
	}
}
