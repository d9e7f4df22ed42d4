package sessions

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// A proxy log is followed line by line: the answer in one line, its result in
// the history of the next, half lines in between.
func TestFollowPairs(t *testing.T) {
	first := exchangeLine("", "c1", "read")
	second := exchangeLine(answered("c1", "read", "one"), "c2", "bash")
	third := exchangeLine(answered("c1", "read", "one")+answered("c2", "bash", "two"), "c3", "read")
	path := write(t, "log.jsonl", []byte(first))
	f := following(t, path)
	f.add(path, second[:100], 0)
	f.add(path, second[100:], 1)
	if got, want := f.calls(), "read 1 1 ok, bash 2 2 no-result"; got != want {
		t.Errorf("calls %q, want %q", got, want)
	}
	f.add(path, third, 1)
	whole := load(t, Options{Paths: []string{write(t, "w.jsonl", []byte(first+second+third))}})
	if got, want := f.calls(), (&followed{l: whole}).calls(); got != want {
		t.Errorf("calls %q, want %q", got, want)
	}
	if text, _, err := f.op.Bodies().Result(f.l.Session, 1, 100); text != "two" || err != nil {
		t.Errorf("result of a call that came later: %q, %v", text, err)
	}
	if n := len(f.l.Session.Snapshots); n != 1 {
		t.Errorf("%d lists, want 1: it did not change", n)
	}
}

// A capture beside a recording is read again as a whole: what it shows may
// stand in the recording only later.
func TestFollowJoined(t *testing.T) {
	dir := t.TempDir()
	recording, log := dir+"/s.jsonl", dir+"/log.jsonl"
	for path, text := range map[string]string{recording: session(), log: exchangeLine("", "t1", "Read")} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f := following(t, recording, log)
	f.add(log, exchangeLine("", "t2", "Bash"), 0)
	if u := <-f.news; !u.Rewritten {
		t.Errorf("update %+v, want Rewritten", u)
	}
}

// BenchmarkPairs reads a proxy log of 32 MB in which each request has the
// history of those before it.
func BenchmarkPairs(b *testing.B) {
	var text, history strings.Builder
	body := strings.Repeat("func (r *Reader) line(\"x\") {\n\treturn nil // a word or two\n}\n", 40)
	calls := 0
	for text.Len() < 32<<20 {
		if calls%60 == 0 {
			history.Reset()
		}
		id := fmt.Sprintf("call-%d", calls)
		text.WriteString(exchangeLine(history.String(), id, "read"))
		history.WriteString(answered(id, "read", body))
		calls++
	}
	benchLoad(b, text.String(), calls)
}
