package store

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// tree makes files, each as old in hours as its content says after the bar.
func tree(t testing.TB, root string, files map[string]string) {
	t.Helper()
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		text, age, _ := strings.Cut(text, "|")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if age == "" {
			continue
		}
		var hours int
		fmt.Sscan(age, &hours)
		at := now.Add(-time.Duration(hours) * time.Hour)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
}

func noEnv(string) string { return "" }

func ids(list []Entry) []string {
	var out []string
	for _, e := range list {
		out = append(out, e.ID)
	}
	return out
}

func TestFind(t *testing.T) {
	home := t.TempDir()
	tree(t, home, map[string]string{
		".claude/projects/-repo-a/old.jsonl":                         "x|9",
		".claude/projects/-repo-a/new.jsonl":                         "x|1",
		".claude/projects/-repo-b/middle.jsonl":                      "xyz|5",
		".claude/projects/-repo-b/agent-12.jsonl":                    "x|2",
		".claude/projects/-repo-b/middle/subagents/agent-9.jsonl":    "x|2",
		".claude/projects/-repo-b/middle/subagents/transcript.jsonl": "x|2",
		".claude/projects/-repo-b/empty.jsonl":                       "",
		".claude/projects/-repo-b/notes.txt":                         "x|2",
		".claude/projects/-repo-b/folder.jsonl/x":                    "x|2",
		".claude/settings.json":                                      "{}",
		"backup/projects/-repo-c/third.jsonl":                        "x|7",
		"loose/fourth.jsonl":                                         "x|3",
	})
	list, looked := find(machine{noEnv, home, "linux"}, []string{filepath.Join(home, "backup"), "~/loose", filepath.Join(home, "absent"), filepath.Join(home, ".claude")})
	if got, want := ids(list), []string{"new", "fourth", "middle", "third", "old"}; !slices.Equal(got, want) {
		t.Errorf("Find = %v, want %v", got, want)
	}
	m := list[2]
	if m.Client != "claude-code" || m.Folder != "-repo-b" || !m.Encoded || m.Size != 3 || m.Path != filepath.Join(home, ".claude", "projects", "-repo-b", "middle.jsonl") {
		t.Errorf("entry %+v", m)
	}
	var got []string
	for _, s := range looked {
		rel, err := filepath.Rel(home, s.Path)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, filepath.ToSlash(rel)+": "+s.Status)
	}
	want := []string{".claude/projects: 3 sessions"}
	for _, absent := range []string{
		".codex/sessions", ".local/share/opencode", ".gemini/tmp", ".qwen/projects", ".copilot/session-state", ".cursor/projects",
		".config/Code/User/workspaceStorage", ".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks", ".config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks",
		".local/share/amp/threads", ".factory/sessions", ".local/share/zed/threads", ".kimi-code/sessions", ".grok/sessions", ".pi/agent/sessions", ".openclaw/agents", ".local/share/goose/sessions",
	} {
		want = append(want, absent+": not there")
	}
	want = append(want, "backup: 1 session", "loose: 1 session", "absent: not there")
	if !slices.Equal(got, want) {
		t.Errorf("searched %q, want %q", got, want)
	}
}

func TestFindHonoursTheClientsVariable(t *testing.T) {
	root := t.TempDir()
	tree(t, root, map[string]string{"cfg/projects/-a/one.jsonl": "x|1", "home/.claude/projects/-a/two.jsonl": "x|1"})
	env := func(key string) string {
		if key == "CLAUDE_CONFIG_DIR" {
			return filepath.Join(root, "cfg")
		}
		return ""
	}
	list, looked := Find(env, filepath.Join(root, "home"))
	if got := ids(list); !slices.Equal(got, []string{"one"}) || looked[0].Path != filepath.Join(root, "cfg", "projects") {
		t.Errorf("Find = %v in %v, want one: the variable moves the folder", got, looked)
	}
}

func TestFindNothing(t *testing.T) {
	home := t.TempDir()
	list, looked := Find(noEnv, home)
	if len(list) != 0 || slices.ContainsFunc(looked, func(s Searched) bool { return s.Status != "not there" }) {
		t.Errorf("Find in an empty home = %v, %v, want not there", list, looked)
	}
	tree(t, home, map[string]string{".claude/projects/-a/notes.txt": "x"})
	if _, looked = Find(noEnv, home); looked[0].Status != "empty" {
		t.Errorf("status %q, want empty", looked[0].Status)
	}
	file := filepath.Join(home, "file")
	tree(t, home, map[string]string{"file": "x"})
	_, looked = Find(noEnv, home, file)
	if last := looked[len(looked)-1]; last.Status == "not there" || last.Status == "empty" {
		t.Errorf("status of a file %q, want an error text", last.Status)
	}
}

func TestFindFollowsLinks(t *testing.T) {
	home := t.TempDir()
	tree(t, home, map[string]string{"real/-a/one.jsonl": "x|1", ".claude/projects/-b/two.jsonl": "x|2"})
	projects := filepath.Join(home, ".claude", "projects")
	for link, to := range map[string]string{
		filepath.Join(projects, "-linked"):            filepath.Join(home, "real", "-a"),
		filepath.Join(projects, "-b", "three.jsonl"):  filepath.Join(home, "real", "-a", "one.jsonl"),
		filepath.Join(projects, "-b", "broken.jsonl"): filepath.Join(home, "nowhere"),
	} {
		if err := os.Symlink(to, link); err != nil {
			t.Skipf("no links here: %v", err)
		}
	}
	list, looked := Find(noEnv, home)
	got := ids(list)
	slices.Sort(got)
	if !slices.Equal(got, []string{"one", "three", "two"}) || looked[0].Status != "3 sessions, 1 not readable" {
		t.Errorf("Find = %v, %q", got, looked[0].Status)
	}
}

func TestFindID(t *testing.T) {
	home := t.TempDir()
	tree(t, home, map[string]string{".claude/projects/-a/one.jsonl": "x|1", ".claude/projects/-a/agent-2.jsonl": "x|1", "secret.jsonl": "x|1"})
	if e, ok := FindID(noEnv, home, "one"); !ok || e.ID != "one" {
		t.Errorf("FindID(one) = %+v, %v", e, ok)
	}
	for _, id := range []string{"", "two", "agent-2", "../../../secret", `..\secret`, ".", "one.jsonl"} {
		if e, ok := FindID(noEnv, home, id); ok {
			t.Errorf("FindID(%q) = %+v, want none", id, e)
		}
	}
}

func TestPeek(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("x", 2*peekSize)
	for name, c := range map[string]struct {
		text string
		want Peeked
	}{
		"usual": {"{\"type\":\"summary\",\"summary\":\"s\"}\nnot json\n{\"type\":\"user\",\"cwd\":\"/repo/a b\",\"sessionId\":\"s1\",\"version\":\"2.1.0\",\"message\":{\"cwd\":\"/no\"}}\n{\"cwd\":\"/other\"}\n",
			Peeked{Version: "2.1.0", Cwd: "/repo/a b", Session: "s1"}},
		"cut":        {`{"cwd":"/repo","sessionId":"s2","version":"2.0.1","message":{"content":"` + long + `"}}`, Peeked{Version: "2.0.1", Cwd: "/repo", Session: "s2"}},
		"late":       {`{"message":{"content":"` + long + `"},"cwd":"/repo"}`, Peeked{}},
		"stream":     {`{"type":"system","subtype":"init","cwd":"/r","session_id":"s3","claude_code_version":"2.1.9"}`, Peeked{Version: "2.1.9", Cwd: "/r", Session: "s3"}},
		"empty":      {"", Peeked{}},
		"odd":        {"[1,2]\n7\n{\"cwd\":7}\n{\"cwd\":\"/a\"}", Peeked{Cwd: "/a"}},
		"half a key": {`{"cwd":"/rep`, Peeked{}},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := Peek(path); got != c.want || err != nil {
			t.Errorf("Peek(%s) = %+v, %v, want %+v", name, got, err, c.want)
		}
	}
	for _, path := range []string{dir, filepath.Join(dir, "absent")} {
		if got, err := Peek(path); err == nil {
			t.Errorf("Peek(%s) = %+v, want an error", path, got)
		}
	}
}

func BenchmarkFind20000(b *testing.B) {
	home := b.TempDir()
	for d := range 200 {
		folder := filepath.Join(home, ".claude", "projects", fmt.Sprintf("-repo-%d", d))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			b.Fatal(err)
		}
		for f := range 100 {
			if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%d-%d.jsonl", d, f)), []byte("x"), 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
	for b.Loop() {
		if list, _ := Find(noEnv, home); len(list) != 20_000 {
			b.Fatalf("%d sessions", len(list))
		}
	}
}

func FuzzPeek(f *testing.F) {
	f.Add([]byte("{\"cwd\":\"/a\",\"version\":\"1\"}\n{\"sessionId\":\"s\""))
	f.Add([]byte("\xff{\"cwd\": \n[\"}"))
	f.Fuzz(func(t *testing.T, head []byte) {
		var p Peeked
		p.read(head)
	})
}
