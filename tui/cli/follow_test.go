package cli

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func callLine(id, name string) string {
	return fmt.Sprintf(`{"type":"assistant","sessionId":"s1","uuid":"a%[1]s","version":"2.1.0","message":{"id":"m%[1]s","role":"assistant","content":[{"type":"tool_use","id":"%[1]s","name":"%[2]s","input":{}}]}}`+"\n", id, name)
}

func resultLine(id, text string, failed bool) string {
	return fmt.Sprintf(`{"type":"user","sessionId":"s1","uuid":"r%[1]s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"%[1]s","content":"%[2]s","is_error":%[3]v}]}}`+"\n", id, text, failed)
}

// followRun is replay --follow at work.
type followRun struct {
	t      *testing.T
	lines  *bufio.Scanner
	code   chan int
	cancel context.CancelFunc
	errs   bytes.Buffer
}

func startFollow(t *testing.T, in io.Reader, args ...string) *followRun {
	t.Helper()
	r, w := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	f := &followRun{t: t, lines: bufio.NewScanner(r), code: make(chan int, 1), cancel: cancel}
	a := &app{in: in, out: w, err: &f.errs, env: func(string) string { return "" }}
	go func() {
		f.code <- a.run(ctx, append([]string{"replay", "--format", "ndjson", "--follow"}, args...))
		w.Close()
	}()
	t.Cleanup(cancel)
	return f
}

// next is echo and class of the next line, empty at the end.
func (f *followRun) next() string {
	f.t.Helper()
	if !f.lines.Scan() {
		return ""
	}
	var call struct{ Echo, Class string }
	if err := json.Unmarshal(f.lines.Bytes(), &call); err != nil {
		f.t.Fatalf("line %s: %v", f.lines.Bytes(), err)
	}
	return call.Echo + " " + call.Class
}

func (f *followRun) want(list ...string) {
	f.t.Helper()
	for _, want := range list {
		if got := f.next(); got != want {
			f.t.Fatalf("line %q, want %q; %s", got, want, f.errs.String())
		}
	}
}

func appendTo(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
}

func TestReplayFollow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(path, []byte(callLine("t1", "Read")+resultLine("t1", "x", false)+callLine("t2", "Bash")), 0o644); err != nil {
		t.Fatal(err)
	}
	f := startFollow(t, nil, path)
	f.want("Read ok")
	appendTo(t, path, resultLine("t2", "done", false)[:30])
	appendTo(t, path, resultLine("t2", "done", false)[30:])
	f.want("Bash ok")
	appendTo(t, path, callLine("t3", "bash_tool")+resultLine("t3", "<tool_use_error>Error: No such tool available: bash_tool</tool_use_error>", true))
	f.want("bash_tool unknown-tool")
	// A call without a result is written when the model goes on.
	appendTo(t, path, callLine("t4", "Edit")+callLine("t5", "Read")+resultLine("t5", "x", false))
	f.want("Edit no-result", "Read ok")
	// The file begins again.
	if err := os.WriteFile(path, []byte(callLine("u1", "Grep")+resultLine("u1", "x", false)+callLine("u2", "Glob")), 0o644); err != nil {
		t.Fatal(err)
	}
	f.want("Grep ok")
	f.cancel()
	f.want("Glob no-result", "")
	if code := <-f.code; code != exitInterrupted {
		t.Errorf("exit %d, want %d; %s", code, exitInterrupted, f.errs.String())
	}
}

// A pipe is followed by itself: its calls are written as they come.
func TestReplayFollowPipe(t *testing.T) {
	in, w := io.Pipe()
	f := startFollow(t, in, "-")
	if _, err := io.WriteString(w, callLine("t1", "Read")+resultLine("t1", "x", false)); err != nil {
		t.Fatal(err)
	}
	f.want("Read ok")
	if _, err := io.WriteString(w, callLine("t2", "Bash")); err != nil {
		t.Fatal(err)
	}
	w.Close()
	f.want("Bash no-result", "")
	if code := <-f.code; code != exitFine {
		t.Errorf("exit %d, want %d; %s", code, exitFine, f.errs.String())
	}
}

func TestReplayFollowRefuses(t *testing.T) {
	for _, args := range [][]string{{"x.jsonl", "--format", "text"}, {"x.jsonl", "-o", "y"}, {"absent.jsonl"}} {
		f := startFollow(t, nil, args...)
		if got := f.next(); got != "" {
			t.Errorf("%q: line %q", args, got)
		}
		if code := <-f.code; code != exitUnreadable || f.errs.Len() == 0 {
			t.Errorf("%q: exit %d, %q", args, code, f.errs.String())
		}
	}
}

// A packed file is read again when it changes; only what is new is written.
func TestReplayFollowPacked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl.gz")
	pack := func(text string) {
		t.Helper()
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write([]byte(text))
		z.Close()
		if err := os.WriteFile(path+".new", b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path+".new", path); err != nil {
			t.Fatal(err)
		}
	}
	text := callLine("t1", "Read") + resultLine("t1", "x", false) + callLine("t2", "Bash")
	pack(text)
	f := startFollow(t, nil, path)
	f.want("Read ok")
	pack(text + resultLine("t2", "done", false) + callLine("t3", "Edit"))
	f.want("Bash ok")
	f.cancel()
	f.want("Edit no-result", "")
	<-f.code
}
