package sessions

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// rollout makes a Codex file of n calls, every third of an unknown tool.
func rollout(n int, body string) string {
	var b strings.Builder
	b.WriteString(`{"timestamp":"2026-10-01T12:00:00.000Z","type":"session_meta","payload":{"id":"thread-1","cli_version":"0.171.0"}}` + "\n")
	for i := range n {
		name, out := "exec_command", body
		if i%3 == 0 {
			name, out = "Read", "unsupported call: Read"
		}
		fmt.Fprintf(&b, `{"timestamp":"2026-10-01T12:00:01.000Z","type":"response_item","payload":{"type":"function_call","name":"%s","arguments":"{\"n\":%d}","call_id":"c%d"}}`+"\n", name, i, i)
		fmt.Fprintf(&b, `{"timestamp":"2026-10-01T12:00:02.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c%d","output":"%s"}}`+"\n", i, out)
		b.WriteString(`{"timestamp":"2026-10-01T12:00:03.000Z","type":"event_msg","payload":{"type":"token_count"}}` + "\n")
	}
	return b.String()
}

// TestCodexCompressed reads one rollout plain, compressed and as a stream, in
// many chunks.
func TestCodexCompressed(t *testing.T) {
	data := rollout(300, strings.Repeat(`a \"word\" `, 1500))
	plain := load(t, Options{Paths: []string{write(t, "r.jsonl", []byte(data))}})
	for _, other := range []*Loaded{
		load(t, Options{Paths: []string{write(t, "r.jsonl.zst", zstded(t, data))}}),
		load(t, Options{Paths: []string{"-"}, Stdin: strings.NewReader(data)}),
	} {
		if diff := cmp.Diff(rows(t, plain), rows(t, other)); diff != "" {
			t.Errorf("%s (-plain +other):\n%s", other.Sources[0].Path, diff)
		}
	}
	if s := plain.Session; s.Tally.Calls != 300 || s.Tally.Unknown() != 100 || s.Turns != 300 {
		t.Errorf("%d calls, %d unknown, %d turns, want 300, 100, 300", s.Tally.Calls, s.Tally.Unknown(), s.Turns)
	}
}

// TestCodexDayTree opens folders of days. A compressed file beside the plain
// one is the same session.
func TestCodexDayTree(t *testing.T) {
	root := t.TempDir()
	for day, id := range map[string]string{"2026/10/01": "thread-1", "2026/10/02": "thread-2"} {
		dir := filepath.Join(root, "sessions", filepath.FromSlash(day))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		data := strings.ReplaceAll(rollout(4, "x"), "thread-1", id)
		path := filepath.Join(dir, "rollout-"+id+".jsonl")
		if err := os.WriteFile(path+".zst", zstded(t, data), 0o644); err != nil {
			t.Fatal(err)
		}
		if id == "thread-1" {
			if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	l := load(t, Options{Paths: []string{filepath.Join(root, "sessions")}})
	var names []string
	for _, s := range l.Sources {
		names = append(names, filepath.Base(s.Path))
	}
	want := []string{"rollout-thread-1.jsonl", "rollout-thread-2.jsonl.zst"}
	if diff := cmp.Diff(want, names); diff != "" || l.Session.Tally.Calls != 8 {
		t.Errorf("%d calls, want 8; sources (-want +got):\n%s", l.Session.Tally.Calls, diff)
	}
}
