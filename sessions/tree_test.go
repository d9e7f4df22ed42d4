package sessions

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// inFolder writes files below a new folder.
func inFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// thread is a Codex session with one call; a parent makes it a subagent's.
func thread(id, parent, at, tool string) string {
	source := `"cli"`
	if parent != "" {
		source = `{"subagent":{"thread_spawn":{"parent_thread_id":"` + parent + `","depth":1}}}`
	}
	return `{"timestamp":"` + at + `","type":"session_meta","payload":{"id":"` + id + `","timestamp":"` + at + `","cwd":"/repo","originator":"codex_cli_rs","cli_version":"0.171.0","source":` + source + `}}
{"timestamp":"` + at + `","type":"response_item","payload":{"type":"function_call","name":"` + tool + `","arguments":"{}","call_id":"call_` + id + `"}}
{"timestamp":"` + at + `","type":"response_item","payload":{"type":"function_call_output","call_id":"call_` + id + `","output":"ok"}}
`
}

// A day tree: each session, then its subagents and theirs, in the order in
// which the sessions began.
func TestCodexTree(t *testing.T) {
	dir := inFolder(t, map[string]string{
		"2026/11/29/rollout-a.jsonl": thread("c1", "b1", "2026-11-29T10:00:09.000Z", "grandchild"),
		"2026/11/29/rollout-b.jsonl": thread("r2", "", "2026-11-29T10:00:05.000Z", "second"),
		"2026/11/29/rollout-c.jsonl": thread("b1", "r1", "2026-11-29T10:00:08.000Z", "child"),
		"2026/11/28/rollout-d.jsonl": thread("r1", "", "2026-11-28T10:00:00.000Z", "first"),
		"2026/11/29/rollout-e.jsonl": thread("lost", "gone", "2026-11-29T10:00:06.000Z", "orphan"),
	})
	l, op, err := Load(context.Background(), Options{Paths: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	var got []string
	for i := range l.Session.Rows {
		c := l.Session.Call(i)
		got = append(got, string(c.Called.Name)+":"+l.Session.AgentLabel(i))
	}
	if got, want := strings.Join(got, " "), "first: grandchild:c1 child:b1 second: orphan:lost"; got != want {
		t.Errorf("calls %q, want %q", got, want)
	}
	if l.Session.Tally.Calls != 5 {
		t.Errorf("%d calls, want those of the whole tree", l.Session.Tally.Calls)
	}
}

// Parents in a circle end somewhere.
func TestTreeCircle(t *testing.T) {
	dir := inFolder(t, map[string]string{
		"a.jsonl": thread("a", "b", "2026-11-29T10:00:01.000Z", "one"),
		"b.jsonl": thread("b", "a", "2026-11-29T10:00:02.000Z", "two"),
		"c.jsonl": thread("c", "c", "2026-11-29T10:00:03.000Z", "three"),
	})
	l, op, err := Load(context.Background(), Options{Paths: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	if l.Session.Tally.Calls != 3 {
		t.Errorf("%d calls, want 3", l.Session.Tally.Calls)
	}
}

// OpenCode's storage folder: all sessions, those of subagents as agents.
func TestStorageTree(t *testing.T) {
	part := func(session, tool string) string {
		return `{"id":"prt_` + session + `","messageID":"msg_` + session + `","sessionID":"` + session + `","type":"tool","callID":"c_` + session + `","tool":"` + tool + `","state":{"status":"completed","input":{},"output":"ok","title":"","metadata":{},"time":{"start":1764000000000,"end":1764000000001}}}`
	}
	message := func(session string) string {
		return `{"id":"msg_` + session + `","sessionID":"` + session + `","role":"assistant","time":{"created":1764000000000},"modelID":"m","providerID":"p"}`
	}
	dir := inFolder(t, map[string]string{
		"storage/session/p1/ses_1.json":         `{"id":"ses_1","version":"1.0.0","projectID":"p1","directory":"/repo","title":"t","time":{"created":1764000000000,"updated":1764000000000}}`,
		"storage/session/p1/ses_2.json":         `{"id":"ses_2","parentID":"ses_1","version":"1.0.0","projectID":"p1","directory":"/repo","title":"t","time":{"created":1764000000500,"updated":1764000000600}}`,
		"storage/message/ses_1/msg_ses_1.json":  message("ses_1"),
		"storage/message/ses_2/msg_ses_2.json":  message("ses_2"),
		"storage/part/msg_ses_1/prt_ses_1.json": part("ses_1", "task"),
		"storage/part/msg_ses_2/prt_ses_2.json": part("ses_2", "read"),
	})
	l, op, err := Load(context.Background(), Options{Paths: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	var got []string
	for i := range l.Session.Rows {
		got = append(got, string(l.Session.Echo(i).Name)+":"+l.Session.AgentLabel(i))
	}
	if got, want := strings.Join(got, " "), "task: read:ses_2"; got != want {
		t.Errorf("calls %q, want %q", got, want)
	}
}
