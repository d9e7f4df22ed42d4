package store

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestFindClients(t *testing.T) {
	home := t.TempDir()
	uuid := "0199c1f0-0000-7000-8000-000000000001"
	tree(t, home, map[string]string{
		".codex/sessions/2026/11/29/rollout-2026-11-29T18-13-20-" + uuid + ".jsonl":     "x|1",
		".codex/sessions/2026/11/29/rollout-2026-11-29T18-13-20-" + uuid + ".jsonl.zst": "x|1",
		".codex/sessions/2026/11/28/rollout-old.jsonl.zst":                              "x|2",
		".codex/sessions/2026/11/28/notes.jsonl":                                        "x|2",
		".codex/archived_sessions/rollout-archived.jsonl":                               "x|3",
		".codex/history.jsonl":                                   "x|1",
		".local/share/opencode/opencode.db":                      "x|4",
		".local/share/opencode/opencode.db-wal":                  "x|4",
		".local/share/opencode/storage/session/p1/ses_1.json":    "x|5",
		".local/share/opencode/storage/message/ses_1/msg_1.json": "x|5",
		".gemini/tmp/project/chats/session-2026-11-29-abc.jsonl": "x|6",
		".gemini/tmp/project/chats/session-2025-01-01-abc.json":  "x|7",
		".gemini/tmp/project/logs.json":                          "x|6",
		".qwen/projects/-repo-a/chats/q1.jsonl":                  "x|8",
		".qwen/projects/-repo-a/q2.jsonl":                        "x|8",
		".copilot/session-state/c1/events.jsonl":                 "x|9",
		".local/share/goose/sessions/sessions.db":                "x|10",
		".local/share/goose/sessions/20250101_1.jsonl":           "x|11",
		"repo/.crush/crush.db":                                   "x|12",
	})
	env := func(key string) string {
		if key == "PWD" {
			return filepath.Join(home, "repo")
		}
		return ""
	}
	list, _ := Find(env, home)
	var got []string
	for _, e := range list {
		got = append(got, e.Client+" "+e.ID)
	}
	want := []string{
		"codex " + uuid, "codex rollout-old", "codex rollout-archived", "opencode opencode.db", "opencode ses_1",
		"gemini-cli session-2026-11-29-abc", "gemini-cli session-2025-01-01-abc", "qwen-code q1", "copilot-cli c1",
		"goose sessions.db", "goose 20250101_1", "crush crush.db",
	}
	if !slices.Equal(got, want) {
		t.Errorf("Find =\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if strings.HasSuffix(list[0].Path, ".zst") {
		t.Errorf("Find took %s, want its plain sibling", list[0].Path)
	}
	if e, ok := FindID(env, home, uuid); !ok || e.Client != "codex" {
		t.Errorf("FindID(%s) = %+v, %v", uuid, e, ok)
	}
}

func TestFindClientsVariables(t *testing.T) {
	root := t.TempDir()
	tree(t, root, map[string]string{"codex/sessions/2026/11/29/rollout-a.jsonl": "x|1", "data/opencode/opencode.db": "x|2", "home/.codex/sessions/2026/11/29/rollout-b.jsonl": "x|1"})
	env := func(key string) string {
		return map[string]string{"CODEX_HOME": filepath.Join(root, "codex"), "XDG_DATA_HOME": filepath.Join(root, "data")}[key]
	}
	list, _ := Find(env, filepath.Join(root, "home"))
	if got := ids(list); !slices.Equal(got, []string{"rollout-a", "opencode.db"}) {
		t.Errorf("Find = %v, want those of the variables", got)
	}
}
