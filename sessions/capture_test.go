package sessions

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"hopscope/journey"
)

// exchangeLine is a line of a proxy log: a request with the tools read and
// bash, and an answer that calls one tool.
func exchangeLine(history, id, name string) string {
	return `{"url":"https://api.openai.com/v1/chat/completions","request":{"model":"m","messages":[{"role":"user","content":"go"}` + history +
		`],"tools":[{"type":"function","function":{"name":"read","parameters":{}}},{"type":"function","function":{"name":"bash","parameters":{}}}]},` +
		`"response":{"choices":[{"index":0,"message":{"role":"assistant","tool_calls":[{"id":"` + id + `","type":"function","function":{"name":"` + name + `","arguments":"{}"}}]}}]},"status":200}` + "\n"
}

// answered is the history of one call that was answered.
func answered(id, name, result string) string {
	text, _ := json.Marshal(result)
	return `,{"role":"assistant","tool_calls":[{"id":"` + id + `","type":"function","function":{"name":"` + name + `","arguments":"{}"}}]},{"role":"tool","tool_call_id":"` + id + `","content":` + string(text) + `}`
}

// TestJoin reads a recording and a capture of the same session, in both orders:
// the same rows, the capture's lists, the difference told once.
func TestJoin(t *testing.T) {
	recording := write(t, "s.jsonl", []byte(line("t1", "Read")+answer("t1", "x")+line("t2", "bash")+answer("t2", "y")))
	capture := write(t, "c.jsonl", []byte(exchangeLine("", "t1", "read")+exchangeLine(answered("t1", "read", "x"), "t2", "bash")+exchangeLine(answered("t1", "read", "x")+answered("t2", "bash", "y"), "t3", "bash")))
	for _, paths := range [][]string{{recording, capture}, {capture, recording}} {
		l := load(t, Options{Paths: paths})
		s := l.Session
		if s.Tally.Calls != 3 {
			t.Fatalf("%d calls, want 3", s.Tally.Calls)
		}
		for row, want := range []string{"read", "bash"} {
			x := s.Call(row).Extra
			if x.Seen == nil || string(x.Seen.Called.Name) != want || !x.Seen.Requested {
				t.Errorf("row %d: seen %+v, want %s", row, x.Seen, want)
			}
			if o := s.OfferedAt(row); o.Known != journey.OfferComplete || strings.Join(o.Names, " ") != "read bash" {
				t.Errorf("row %d: offered %+v", row, o)
			}
		}
		if s.ProblemCount != 1 || !strings.Contains(s.Problems[0].What, `the capture has "read", the recording (line 1) "Read"`) {
			t.Errorf("problems %+v", s.Problems)
		}
		if got := s.Client.ID; got != "claude-code" {
			t.Errorf("client %q", got)
		}
	}
}

// TestJoinByOrder joins where the ids of the capture are not those of the
// recording, as with clients that make their own.
func TestJoinByOrder(t *testing.T) {
	recording := write(t, "s.jsonl", []byte(line("x1", "Read")+answer("x1", "x")+line("x2", "bash")+answer("x2", "y")+line("x3", "bash")+answer("x3", "z")))
	capture := write(t, "c.jsonl", []byte(exchangeLine("", "c1", "read")+exchangeLine("", "c2", "bash")))
	l := load(t, Options{Paths: []string{recording, capture}})
	if n := l.Session.Tally.Calls; n != 3 {
		t.Fatalf("%d calls, want 3", n)
	}
	for row, seen := range []bool{true, true, false} {
		if got := l.Session.Call(row).Extra.Seen != nil; got != seen {
			t.Errorf("row %d: seen %v, want %v", row, got, seen)
		}
	}
}

// TestJoinOutcome tells what two sources say differently of a result.
func TestJoinOutcome(t *testing.T) {
	recording := write(t, "s.jsonl", []byte(line("t1", "Read")+answer("t1", "fine")))
	capture := write(t, "c.jsonl", []byte(exchangeLine("", "t1", "Read")+
		exchangeLine(answered("t1", "Read", "Model tried to call unavailable tool 'Read'. Available tools: bash, read."), "t2", "bash")))
	s := load(t, Options{Paths: []string{recording, capture}}).Session
	if s.ProblemCount != 1 || !strings.Contains(s.Problems[0].What, `of "Read": unknown; the recording (line 1): ran`) {
		t.Errorf("problems %+v", s.Problems)
	}
	if s.Tally.Unknown() != 0 || s.Tally.Calls != 2 {
		t.Errorf("%d unknown of %d calls", s.Tally.Unknown(), s.Tally.Calls)
	}
}

// TestCaptureSecrets: neither headers nor addresses with keys are kept anywhere.
func TestCaptureSecrets(t *testing.T) {
	in := `{"url":"https://generativelanguage.googleapis.com/v1beta/models/g:generateContent?key=AIzaInvented","request":{"headers":{"Authorization":"Bearer sk-invented","Cookie":"c-invented"},` +
		`"body":{"contents":[{"parts":[{"text":"x"}]}]}},"response":{"status":429,"body":{"error":{"message":"key AIzaInvented is over its quota"}}}}` + "\n"
	l := load(t, Options{Paths: []string{write(t, "c.jsonl", []byte(in))}})
	if text := fmt.Sprintf("%+v %+v", l.Session, l.Sources); strings.Contains(text, "nvented") {
		t.Errorf("kept: %s", text)
	}
}

// largeHAR writes an archive of n entries of a megabyte each.
func largeHAR(w io.Writer, n int) error {
	body, _ := json.Marshal(`{"model":"m","messages":[{"role":"user","content":"` + strings.Repeat("x", 1<<20) + `"}]}`)
	fmt.Fprint(w, `{"log":{"version":"1.2","entries":[`)
	for i := range n {
		if i > 0 {
			fmt.Fprint(w, ",")
		}
		answer, _ := json.Marshal(fmt.Sprintf(`{"choices":[{"index":0,"message":{"role":"assistant","tool_calls":[{"id":"c%d","type":"function","function":{"name":"read","arguments":"{}"}}]}}]}`, i))
		if _, err := fmt.Fprintf(w, `{"request":{"url":"https://api.openai.com/v1/chat/completions","postData":{"text":%s}},"response":{"status":200,"content":{"text":%s}}}`, body, answer); err != nil {
			return err
		}
	}
	_, err := fmt.Fprint(w, `]}}`)
	return err
}

// TestCaptureMemory reads an archive from a pipe: what is alive at any update
// is far less than the archive.
func TestCaptureMemory(t *testing.T) {
	if racing {
		t.Skip("a large archive: without the race detector")
	}
	if testing.Short() {
		t.Skip("a large input")
	}
	const entries = 48
	r, w := io.Pipe()
	go func() { w.CloseWithError(largeHAR(w, entries)) }()
	op, err := Open(context.Background(), Options{Paths: []string{"-"}, Stdin: r, SpoolMax: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	l := op.Loaded()
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	most := uint64(0)
	for u := range op.Updates() {
		l.Apply(u)
		runtime.GC()
		runtime.ReadMemStats(&now)
		most = max(most, now.HeapAlloc)
	}
	if l.Session.Tally.Calls != entries {
		t.Errorf("%d calls, want %d", l.Session.Tally.Calls, entries)
	}
	if most > before.HeapAlloc+24<<20 {
		t.Errorf("%d MB alive, %d MB before", most>>20, before.HeapAlloc>>20)
	}
}
