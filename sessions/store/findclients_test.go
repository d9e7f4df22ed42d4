package store

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// clientTree is a home folder with files of many clients; of uuid is a session of
// Codex.
func clientTree(uuid string) map[string]string {
	return map[string]string{
		".codex/sessions/2026/11/29/rollout-2026-11-29T18-13-20-" + uuid + ".jsonl":     "x|1",
		".codex/sessions/2026/11/29/rollout-2026-11-29T18-13-20-" + uuid + ".jsonl.zst": "x|1",
		".codex/sessions/2026/11/28/rollout-old.jsonl.zst":                              "x|2",
		".codex/sessions/2026/11/28/notes.jsonl":                                        "x|2",
		".codex/archived_sessions/rollout-archived.jsonl":                               "x|3",
		".codex/history.jsonl":                                                                                  "x|1",
		".local/share/opencode/opencode.db":                                                                     "x|4",
		".local/share/opencode/opencode.db-wal":                                                                 "x|4",
		".local/share/opencode/storage/session/p1/ses_1.json":                                                   "x|5",
		".local/share/opencode/storage/message/ses_1/msg_1.json":                                                "x|5",
		".gemini/tmp/project/chats/session-2026-11-29-abc.jsonl":                                                "x|6",
		".gemini/tmp/project/chats/session-2025-01-01-abc.json":                                                 "x|7",
		".gemini/tmp/project/logs.json":                                                                         "x|6",
		".qwen/projects/-repo-a/chats/q1.jsonl":                                                                 "x|8",
		".qwen/projects/-repo-a/q2.jsonl":                                                                       "x|8",
		".copilot/session-state/c1/events.jsonl":                                                                "x|9",
		".local/share/goose/sessions/sessions.db":                                                               "x|10",
		".local/share/goose/sessions/20250101_1.jsonl":                                                          "x|11",
		"repo/.crush/crush.db":                                                                                  "x|12",
		".copilot/session-state/c0.jsonl":                                                                       "x|13",
		".kimi-code/sessions/wd_a_1/k1/agents/main/wire.jsonl":                                                  "x|14",
		".kimi-code/sessions/wd_a_1/k1/agents/sub/wire.jsonl":                                                   "x|14",
		".kimi-code/sessions/wd_a_1/k1/state.json":                                                              "x|14",
		".grok/sessions/%2Frepo/g1/chat_history.jsonl":                                                          "x|15",
		".grok/sessions/%2Frepo/g1/updates.jsonl":                                                               "x|15",
		".grok/sessions/%2Frepo/g1/subagents/chat_history.jsonl":                                                "x|15",
		".pi/agent/sessions/--repo--/2026-05-12_p1.jsonl":                                                       "x|16",
		".openclaw/agents/main/sessions/o1.jsonl":                                                               "x|17",
		".openclaw/agents/main/sessions/o1.trajectory.jsonl":                                                    "x|17",
		".cursor/projects/home-me-repo/agent-transcripts/c1.jsonl":                                              "x|18",
		".cursor/projects/home-me-repo/agent-transcripts/c2/c2.jsonl":                                           "x|19",
		".cursor/projects/home-me-repo/agent-transcripts/c2/other.jsonl":                                        "x|19",
		".cursor/projects/home-me-repo/agent-transcripts/c3.txt":                                                "x|19",
		".config/Code/User/workspaceStorage/ab12/chatSessions/v1.json":                                          "x|20",
		".config/Code/User/workspaceStorage/ab12/chatSessions/v2.jsonl":                                         "x|21",
		".config/Code/User/workspaceStorage/ab12/state.vscdb":                                                   "x|21",
		".vscode-server/data/User/globalStorage/emptyWindowChatSessions/v3.json":                                "x|22",
		".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/17/api_conversation_history.json":         "x|23",
		".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/17/ui_messages.json":                      "x|23",
		".cline/data/tasks/18/api_conversation_history.json":                                                    "x|24",
		".cline/data/sessions/k1/k1.messages.json":                                                              "x|25",
		".cline/data/sessions/k1/k1.json":                                                                       "x|25",
		".config/VSCodium/User/globalStorage/rooveterinaryinc.roo-cline/tasks/r1/api_conversation_history.json": "x|26",
		".config/Code/User/globalStorage/kilocode.kilo-code/tasks/ki1/api_conversation_history.json":            "x|27",
		".local/share/amp/threads/T-1.json":                                                                     "x|28",
		".local/share/amp/threads/other.json":                                                                   "x|28",
		".factory/sessions/-home-me-repo/d1.jsonl":                                                              "x|29",
		".factory/sessions/-home-me-repo/d1.settings.json":                                                      "x|29",
		".factory/sessions/d0.jsonl":                                                                            "x|30",
		".local/share/zed/threads/threads.db":                                                                   "x|31",
		".qwen/projects/-repo-a/chats/archive/q0.jsonl":                                                         "x|32",
		".local/share/opencode/opencode-beta.db":                                                                "x|33",
		".local/share/opencode/project/a/storage/session/info/ses_0.json":                                       "x|34",
		".local/share/opencode/project/a/storage/session/message/ses_0/m.json":                                  "x|34",
	}
}

func TestFindClients(t *testing.T) {
	home := t.TempDir()
	uuid := "0199c1f0-0000-7000-8000-000000000001"
	tree(t, home, clientTree(uuid))
	env := func(key string) string {
		if key == "PWD" {
			return filepath.Join(home, "repo")
		}
		return ""
	}
	list, _ := find(machine{env, home, "linux"}, nil)
	var got []string
	for _, e := range list {
		got = append(got, e.Client+" "+e.ID)
	}
	want := []string{
		"codex " + uuid, "codex rollout-old", "codex rollout-archived", "opencode opencode.db", "opencode ses_1",
		"gemini-cli session-2026-11-29-abc", "gemini-cli session-2025-01-01-abc", "qwen-code q1", "copilot-cli c1",
		"goose sessions.db", "goose 20250101_1", "crush crush.db", "copilot-cli c0", "kimi k1", "grok g1", "pi p1", "openclaw o1",
		"cursor c1", "cursor c2", "vscode v1", "vscode v2", "vscode v3", "cline 17", "cline 18", "cline k1", "roo-code r1", "kilo-code ki1", "amp T-1",
		"droid d1", "droid d0", "zed threads.db", "qwen-code q0", "opencode opencode-beta.db", "opencode ses_0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("Find =\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if strings.HasSuffix(list[0].Path, ".zst") {
		t.Errorf("Find took %s, want its plain sibling", list[0].Path)
	}
	for _, e := range list {
		switch {
		case e.ID == "d0" && (e.Folder != "" || e.Encoded), e.ID == "d1" && (e.Folder != "-home-me-repo" || !e.Encoded),
			e.ID == "17" && filepath.Base(e.Path) != "17", e.ID == "18" && filepath.Base(e.Path) != taskFile,
			e.ID == "ses_0" && !strings.HasSuffix(filepath.ToSlash(e.Path), "/opencode/project/a/storage#ses_0"), strings.HasSuffix(e.ID, ".db") != e.Several:
			t.Errorf("entry %+v", e)
		}
	}
	if e, ok := FindID(env, home, uuid); !ok || e.Client != "codex" {
		t.Errorf("FindID(%s) = %+v, %v", uuid, e, ok)
	}
}

func TestFindClientsVariables(t *testing.T) {
	root := t.TempDir()
	tree(t, root, map[string]string{"kimi/sessions/w/k1/agents/main/wire.jsonl": "x|3", "grok/sessions/w/g1/chat_history.jsonl": "x|4", "pi/p1.jsonl": "x|5", "claw/agents/a/sessions/o1.jsonl": "x|6"})
	tree(t, root, map[string]string{"codex/sessions/2026/11/29/rollout-a.jsonl": "x|1", "data/opencode/opencode.db": "x|2", "home/.codex/sessions/2026/11/29/rollout-b.jsonl": "x|1"})
	env := func(key string) string {
		return map[string]string{"CODEX_HOME": filepath.Join(root, "codex"), "XDG_DATA_HOME": filepath.Join(root, "data"),
			"KIMI_CODE_HOME": filepath.Join(root, "kimi"), "GROK_HOME": filepath.Join(root, "grok"), "PI_CODING_AGENT_SESSION_DIR": filepath.Join(root, "pi"), "OPENCLAW_STATE_DIR": filepath.Join(root, "claw")}[key]
	}
	list, _ := Find(env, filepath.Join(root, "home"))
	if got := ids(list); !slices.Equal(got, []string{"rollout-a", "opencode.db", "k1", "g1", "p1", "o1"}) {
		t.Errorf("Find = %v, want those of the variables", got)
	}
}

// TestFindStorage gives a session of OpenCode's storage the path under which
// it opens.
func TestFindStorage(t *testing.T) {
	home := t.TempDir()
	root := ".local/share/opencode/storage/"
	tree(t, home, map[string]string{
		root + "session/p1/ses_1.json": `{"id":"ses_1","directory":"/repo"}`, root + "session/p1/ses_2.json": `{"id":"ses_2","parentID":"ses_1"}`,
		root + "message/ses_1/msg_1.json": `{"role":"assistant"}`, root + "part/msg_1/prt_1.json": `{"type":"tool","tool":"read","callID":"c"}`,
	})
	list, looked := Find(noEnv, home)
	if len(list) != 2 {
		t.Fatalf("Find = %v, want two", ids(list))
	}
	h := &Databases{}
	defer h.Close()
	list, _ = h.Spread(list, looked)
	if got := ids(list); !slices.Equal(got, []string{"ses_1"}) {
		t.Fatalf("Spread = %v, want the main session only", got)
	}
	for _, path := range []string{list[0].Path, filepath.Join(home, filepath.FromSlash(root), "session", "p1", "ses_1.json")} {
		in, err := Open(path, 1<<20)
		if err != nil {
			t.Fatalf("Open(%s): %v", path, err)
		}
		in.Close()
	}
	if e, ok := FindID(noEnv, home, "ses_1"); !ok || e.Path != list[0].Path {
		t.Errorf("FindID = %+v, %v", e, ok)
	}
}

// TestSpread lists the sessions of a database one by one; those of subagents
// belong to theirs, and a damaged database stays as it is.
func TestSpread(t *testing.T) {
	home := t.TempDir()
	tree(t, home, map[string]string{".local/share/goose/sessions/sessions.db": sqliteMagicText + "broken|3"})
	path := filepath.Join(home, ".local", "share", "opencode", "opencode.db")
	data, err := os.ReadFile(makeDatabase(t, false, opencodeTables, opencodeRows))
	if err != nil {
		t.Fatal(err)
	}
	tree(t, home, map[string]string{".local/share/opencode/opencode.db": string(data)})
	h := &Databases{}
	defer h.Close()
	list, looked := Find(noEnv, home)
	if len(list) != 2 {
		t.Fatalf("Find = %v", ids(list))
	}
	list, looked = h.Spread(list, looked)
	got := ids(list)
	slices.Sort(got)
	if !slices.Equal(got, []string{"ses_a", "ses_b", "ses_d", "sessions.db"}) {
		t.Errorf("Spread = %v", got)
	}
	for _, s := range looked {
		if s.Client == "opencode" && s.Status != "3 sessions" {
			t.Errorf("status %q, want 3 sessions", s.Status)
		}
	}
	if e, ok := FindID(noEnv, home, "ses_c"); !ok || e.Path != path+"#ses_c" || e.Client != "opencode" {
		t.Errorf("FindID(ses_c) = %+v, %v", e, ok)
	}
	if got := h.Paths(path); len(got) != 3 || !strings.HasPrefix(got[0], path+"#ses_") {
		t.Errorf("Paths = %v", got)
	}
	if got := h.Paths(home); !slices.Equal(got, []string{home}) {
		t.Errorf("Paths of a folder = %v", got)
	}
	for _, p := range h.Paths(path) { // copied once
		in, err := h.Open(p, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		in.Close()
	}
	if len(h.open) != 1 {
		t.Errorf("%d copies, want 1", len(h.open))
	}
}

const sqliteMagicText = "SQLite format 3\x00"
