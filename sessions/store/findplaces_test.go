package store

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// rootsOf are the places of a client, relative to the home folder.
func rootsOf(t *testing.T, m machine, client string) []string {
	t.Helper()
	var list []string
	for _, p := range places(m, nil) {
		if p.client != client {
			continue
		}
		rel, err := filepath.Rel(m.home, p.path)
		if err != nil || strings.HasPrefix(rel, "..") {
			rel = p.path
		}
		list = append(list, filepath.ToSlash(rel))
	}
	return list
}

// TestPlaces holds where each client is looked for, by system and variable. The
// first place, and one more where more is said.
func TestPlaces(t *testing.T) {
	t.Parallel()
	const ext = "/User/globalStorage/"
	tests := []struct {
		os, client, env, first, also string
	}{
		{"linux", "claude-code", "", ".claude/projects", ".config/claude/projects"},
		{"linux", "claude-code", "XDG_CONFIG_HOME=/x", ".claude/projects", "/x/claude/projects"},
		{"linux", "claude-code", "CLAUDE_CONFIG_DIR=/c", "/c/projects", ""},
		{"linux", "codex", "", ".codex/sessions", ".codex/archived_sessions"},
		{"windows", "codex", "CODEX_HOME=/c", "/c/sessions", "/c/archived_sessions"},
		{"darwin", "opencode", "", ".local/share/opencode", ""},
		{"linux", "opencode", "OPENCODE_DB=/db/my.db", ".local/share/opencode", "/db"},
		{"linux", "gemini-cli", "", ".gemini/tmp", ""},
		{"linux", "gemini-cli", "GEMINI_CLI_HOME=/g", "/g/.gemini/tmp", ""},
		{"linux", "qwen-code", "QWEN_HOME=/q", "/q/projects", ""},
		{"linux", "qwen-code", "QWEN_HOME=/q;QWEN_RUNTIME_DIR=/r", "/r/projects", ""},
		{"linux", "copilot-cli", "COPILOT_HOME=/c", "/c/session-state", ""},
		{"linux", "copilot-cli", "XDG_STATE_HOME=/s", ".copilot/session-state", "/s/.copilot/session-state"},
		{"linux", "cursor", "", ".cursor/projects", ""},
		{"windows", "cursor", "CURSOR_DATA_DIR=/c", "/c/projects", ""},
		{"linux", "vscode", "", ".config/Code/User/workspaceStorage", ".vscode-server/data/User/workspaceStorage"},
		{"linux", "vscode", "XDG_CONFIG_HOME=/x", "/x/Code/User/workspaceStorage", "/x/VSCodium/User/globalStorage/emptyWindowChatSessions"},
		{"linux", "vscode", "VSCODE_PORTABLE=/p", "/p/user-data/User/workspaceStorage", ".config/Code/User/workspaceStorage"},
		{"darwin", "vscode", "", "Library/Application Support/Code/User/workspaceStorage", "Library/Application Support/Code - Insiders/User/workspaceStorage"},
		{"windows", "vscode", "", "AppData/Roaming/Code/User/workspaceStorage", "AppData/Roaming/Cursor/User/workspaceStorage"},
		{"windows", "vscode", "APPDATA=/a", "/a/Code/User/workspaceStorage", ""},
		{"linux", "cline", "", ".config/Code" + ext + "saoudrizwan.claude-dev/tasks", ".cline/data/tasks"},
		{"linux", "cline", "CLINE_DIR=/c", ".config/Code" + ext + "saoudrizwan.claude-dev/tasks", "/c/data/sessions"},
		{"linux", "cline", "CLINE_DATA_DIR=/d", ".config/Code" + ext + "saoudrizwan.claude-dev/tasks", "/d/sessions"},
		{"linux", "cline", "CLINE_SESSION_DATA_DIR=/d", ".config/Code" + ext + "saoudrizwan.claude-dev/tasks", "/d"},
		{"darwin", "roo-code", "", "Library/Application Support/Code" + ext + "rooveterinaryinc.roo-cline/tasks", "Library/Application Support/Cursor" + ext + "rooveterinaryinc.roo-cline/tasks"},
		{"windows", "kilo-code", "", "AppData/Roaming/Code" + ext + "kilocode.kilo-code/tasks", ".vscode-server/data" + ext + "kilocode.kilo-code/tasks"},
		{"windows", "amp", "", ".local/share/amp/threads", ""},
		{"linux", "amp", "XDG_DATA_HOME=/d", "/d/amp/threads", ""},
		{"linux", "droid", "FACTORY_HOME_OVERRIDE=/f", "/f/.factory/sessions", ""},
		{"linux", "zed", "", ".local/share/zed/threads", ".var/app/dev.zed.Zed/data/zed/threads"},
		{"linux", "zed", "FLATPAK_XDG_DATA_HOME=/f", ".local/share/zed/threads", "/f/zed/threads"},
		{"darwin", "zed", "XDG_DATA_HOME=/d", "Library/Application Support/Zed/threads", ""},
		{"windows", "zed", "", "AppData/Local/Zed/threads", ""},
		{"windows", "zed", "LOCALAPPDATA=/l", "/l/Zed/threads", ""},
		{"linux", "kimi", "KIMI_CODE_HOME=/k", "/k/sessions", ""},
		{"linux", "grok", "GROK_HOME=/g", "/g/sessions", ""},
		{"linux", "pi", "PI_CODING_AGENT_DIR=/p", "/p/sessions", ""},
		{"linux", "pi", "PI_CODING_AGENT_SESSION_DIR=/p", "/p", ""},
		{"linux", "openclaw", "OPENCLAW_STATE_DIR=/o", "/o/agents", ""},
		{"linux", "goose", "", ".local/share/goose/sessions", ""},
		{"windows", "goose", "", "AppData/Roaming/Block/goose/data/sessions", ""},
		{"windows", "goose", "GOOSE_PATH_ROOT=/g", "/g/data/sessions", ""},
		{"linux", "crush", "PWD=/w", "/w/.crush", ""},
	}
	home := t.TempDir()
	for _, tt := range tests {
		env := func(key string) string {
			for pair := range strings.SplitSeq(tt.env, ";") {
				if value, ok := strings.CutPrefix(pair, key+"="); ok {
					return value
				}
			}
			return ""
		}
		got := rootsOf(t, machine{env, home, tt.os}, tt.client)
		if len(got) == 0 || got[0] != tt.first || tt.also != "" && !slices.Contains(got[1:], tt.also) {
			t.Errorf("%s of %s with %q = %q, want %s first, and %q", tt.client, tt.os, tt.env, got, tt.first, tt.also)
		}
	}
}

// TestPlacesOfProjectsAndProfiles holds the places that other files name.
func TestPlacesOfProjectsAndProfiles(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	tree(t, home, map[string]string{
		".local/share/crush/projects.json": `{"projects":[{"path":"/w/a","data_dir":"` + filepath.ToSlash(home) + `/a/.crush"},{"path":"/w/b","data_dir":".crush"},{"path":3},7]}`,
		"a/.crush/crush.db":                "x|1",
		".config/Code/User/profiles/p1/globalStorage/rooveterinaryinc.roo-cline/tasks/r1/api_conversation_history.json": "[]|2",
	})
	m := machine{noEnv, home, "linux"}
	if got := rootsOf(t, m, "crush"); !slices.Equal(got, []string{"a/.crush", "/w/b/.crush"}) {
		t.Errorf("places of crush = %q", got)
	}
	list, searched := find(m, nil)
	if got := ids(list); !slices.Equal(got, []string{"crush.db", "r1"}) || list[1].Client != "roo-code" {
		t.Errorf("find = %v", got)
	}
	for _, s := range searched {
		if strings.Contains(s.Path, "Insiders") || strings.HasPrefix(s.Path, "/w") {
			t.Errorf("%s is named, and is not there", s.Path)
		}
	}
}

// TestFindFurther lists what lies in any folder that the user names.
func TestFindFurther(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	tree(t, home, map[string]string{
		"rec/old/.codex/sessions/2026/01/02/rollout-x.jsonl":                  "x|1",
		"rec/.claude/projects/-repo/c1.jsonl":                                 "x|2",
		"rec/.claude/projects/-repo/agent-c2.jsonl":                           "x|2",
		"rec/.claude/projects/-repo/c1/subagents/transcript.jsonl":            "x|2",
		"rec/data/storage/session/p/ses_1.json":                               "{}|3",
		"rec/data/storage/message/ses_1/m.json":                               "{}|3",
		"rec/share/zed/threads/threads.db":                                    "x|4",
		"rec/share/sessions.db":                                               "x|5",
		"rec/loose.jsonl":                                                     "x|6",
		"rec/packed.jsonl.zst":                                                "x|7",
		"rec/web.har":                                                         "x|8",
		"rec/T-1.json":                                                        "x|9",
		"rec/G/saoudrizwan.claude-dev/tasks/t1/api_conversation_history.json": "x|10",
		"rec/tasks/t2/api_conversation_history.json":                          "x|11",
		"rec/ws/ab12/chatSessions/v1.jsonl":                                   "x|12",
		"rec/--pi--/2026_p1.jsonl":                                            "x|13",
		"rec/.copilot/session-state/co1/events.jsonl":                         "x|14",
		"rec/notes.json":                                                      "x|1",
		"rec/node_modules/m/a.jsonl":                                          "x|1",
	})
	list, searched := find(machine{noEnv, home, "linux"}, []string{"~/rec"})
	var got []string
	for _, e := range list {
		rel, _ := filepath.Rel(home, e.Path)
		got = append(got, e.Client+" "+e.ID+" "+e.Folder+" "+filepath.ToSlash(rel))
	}
	want := []string{
		"codex rollout-x  rec/old/.codex/sessions/2026/01/02/rollout-x.jsonl", "claude-code c1 -repo rec/.claude/projects/-repo/c1.jsonl",
		"opencode ses_1  rec/data/storage#ses_1", "zed threads.db  rec/share/zed/threads/threads.db", "goose sessions.db  rec/share/sessions.db",
		" loose  rec/loose.jsonl", " packed  rec/packed.jsonl.zst", " web  rec/web.har", "amp T-1  rec/T-1.json",
		"cline t1  rec/G/saoudrizwan.claude-dev/tasks/t1/api_conversation_history.json", " t2  rec/tasks/t2/api_conversation_history.json",
		"vscode v1 ab12 rec/ws/ab12/chatSessions/v1.jsonl", " 2026_p1  rec/--pi--/2026_p1.jsonl", "copilot-cli co1  rec/.copilot/session-state/co1/events.jsonl",
	}
	if !slices.Equal(got, want) {
		t.Errorf("find =\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if last := searched[len(searched)-1]; last.Client != AnyClient || last.Count != len(want) {
		t.Errorf("searched %+v", last)
	}
	// The storage folder itself, and what lies in it.
	list, _ = find(machine{noEnv, home, "linux"}, []string{filepath.Join(home, "rec", "data", "storage")})
	if len(list) != 1 || list[0].Path != filepath.Join(home, "rec", "data", "storage")+"#ses_1" {
		t.Errorf("find in a storage folder = %+v", list)
	}
	if _, searched := find(machine{noEnv, home, "linux"}, []string{"~/nowhere"}); searched[len(searched)-1].Status != "not there" {
		t.Errorf("a folder that is not there: %+v", searched[len(searched)-1])
	}
}

func TestPeekBeside(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	tree(t, dir, map[string]string{
		"a/workspace.json": `{"folder":"file:///home/me/my%20repo"}`, "a/chatSessions/1.json": "{}",
		"b/workspace.json": `{"workspace":"file:///c%3A/src/x.code-workspace"}`, "b/chatSessions/1.jsonl": "{}",
		"c/workspace.json": `{"folder":"vscode-remote://ssh-remote%2Bbox/srv"}`, "c/chatSessions/1.json": "{}",
		"d/chatSessions/1.json": "{}",
		"T-1.json":              `{"id":"T-1","env":{"initial":{"trees":[{"displayName":"r","uri":"file:///r"}]}}}`,
	})
	for path, want := range map[string]string{
		"a/chatSessions/1.json": "/home/me/my repo", "b/chatSessions/1.jsonl": "c:/src/x.code-workspace",
		"c/chatSessions/1.json": "vscode-remote://ssh-remote%2Bbox/srv", "d/chatSessions/1.json": "", "T-1.json": "/r",
	} {
		p, err := Peek(filepath.Join(dir, filepath.FromSlash(path)))
		if err != nil || p.Cwd != want {
			t.Errorf("Peek(%s).Cwd = %q, %v, want %q", path, p.Cwd, err, want)
		}
	}
}

// TestEnter holds which folders are looked into: those with the parts of
// sessions, or with other things, are many.
func TestEnter(t *testing.T) {
	t.Parallel()
	tests := []struct{ client, yes, no string }{
		{"opencode", "storage storage/session storage/session/p project project/s project/s/storage project/s/storage/session project/s/storage/session/info",
			"log storage/part storage/message storage/session/p/x project/s/log project/s/storage/session/message project/s/storage/session/info/x"},
		{"gemini-cli", "p p/chats", "p/logs p/checkpoints"},
		{"qwen-code", "p p/chats p/chats/archive", "p/other"},
		{"cursor", "p p/agent-transcripts p/agent-transcripts/c", "p/terminals p/mcps"},
		{"vscode", "w w/chatSessions", "w/state w/chatEditingSessions"},
	}
	for _, tt := range tests {
		i := slices.IndexFunc(keepers, func(k keeper) bool { return k.client == tt.client && k.enter != nil })
		if i < 0 {
			t.Fatalf("%s enters everything", tt.client)
		}
		for want, list := range map[bool]string{true: tt.yes, false: tt.no} {
			for _, rel := range strings.Fields(list) {
				if got := keepers[i].enter(rel); got != want {
					t.Errorf("%s enters %s: %v, want %v", tt.client, rel, got, want)
				}
			}
		}
	}
	for rel, want := range map[string]bool{"a/.git": false, "a/node_modules": false, "x/subagents": false, "a/storage/part": false, "a/part": true, "message": true, "a/b": true} {
		if got := worthEntering(rel); got != want {
			t.Errorf("worthEntering(%s) = %v, want %v", rel, got, want)
		}
	}
}
