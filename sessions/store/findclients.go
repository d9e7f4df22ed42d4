package store

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// keeper is a client that keeps one file a session, a few folders below one of
// its own.
type keeper struct {
	client string
	// roots are the folders, from the client's variables and the home folder.
	roots func(env func(string) string, home string) []string
	// depth is how many folders below a root the files lie at most.
	depth int
	// session tells by its path below the root, with slashes, whether a file is
	// a session, and gives its id.
	session func(rel string) (id string, ok bool)
	// encoded: the first folder below the root is the working folder in the
	// client's encoding.
	encoded bool
}

// keepers lists the clients but Claude Code, in the order of the screens.
// Where each keeps its sessions is known as of 2026-11-30; of Kimi, Grok, pi and
// OpenClaw by what jazzyalex/agent-sessions looks for (@01843384, read). Droid
// keeps its own in another form than the one that is read.
var keepers = []keeper{
	{
		client: "codex", depth: 4, session: codexSession,
		roots: func(env func(string) string, home string) []string {
			dir := or(env("CODEX_HOME"), home, ".codex")
			return []string{filepath.Join(dir, "sessions"), filepath.Join(dir, "archived_sessions")}
		},
	},
	{
		client: "opencode", depth: 3, session: opencodeSession,
		roots: func(env func(string) string, home string) []string {
			return []string{filepath.Join(dataHome(env, home), "opencode")}
		},
	},
	{
		client: "gemini-cli", depth: 3, session: geminiSession, encoded: true,
		roots: func(_ func(string) string, home string) []string {
			return []string{filepath.Join(home, ".gemini", "tmp")}
		},
	},
	{
		client: "qwen-code", depth: 3, session: chatSession, encoded: true,
		roots: func(_ func(string) string, home string) []string {
			return []string{filepath.Join(home, ".qwen", "projects")}
		},
	},
	{
		client: "copilot-cli", depth: 2, session: copilotSession,
		roots: func(_ func(string) string, home string) []string {
			return []string{filepath.Join(home, ".copilot", "session-state")}
		},
	},
	{
		client: "kimi", depth: 4, session: kimiSession, encoded: true,
		roots: func(env func(string) string, home string) []string {
			return []string{filepath.Join(or(env("KIMI_CODE_HOME"), home, ".kimi-code"), "sessions")}
		},
	},
	{
		client: "grok", depth: 2, session: grokSession, encoded: true,
		roots: func(env func(string) string, home string) []string {
			return []string{filepath.Join(or(env("GROK_HOME"), home, ".grok"), "sessions")}
		},
	},
	{
		client: "pi", depth: 1, session: piSession, encoded: true,
		roots: func(env func(string) string, home string) []string {
			if dir := env("PI_CODING_AGENT_SESSION_DIR"); dir != "" {
				return []string{dir}
			}
			return []string{filepath.Join(or(env("PI_CODING_AGENT_DIR"), home, filepath.Join(".pi", "agent")), "sessions")}
		},
	},
	{
		client: "openclaw", depth: 3, session: openclawSession,
		roots: func(env func(string) string, home string) []string {
			return []string{filepath.Join(or(env("OPENCLAW_STATE_DIR"), home, ".openclaw"), "agents")}
		},
	},
	{
		client: "goose", depth: 1, session: gooseSession,
		roots: func(env func(string) string, home string) []string {
			return []string{filepath.Join(dataHome(env, home), "goose", "sessions")}
		},
	},
	{
		client: "crush", depth: 1, session: databaseSession("crush.db"),
		roots: func(env func(string) string, _ string) []string {
			if dir := env("PWD"); dir != "" {
				return []string{filepath.Join(dir, ".crush")}
			}
			return nil
		},
	},
}

// or is the folder that a variable names, else one of the home folder.
func or(value, home, name string) string {
	if value != "" {
		return value
	}
	return filepath.Join(home, name)
}

func dataHome(env func(string) string, home string) string {
	return or(env("XDG_DATA_HOME"), home, filepath.Join(".local", "share"))
}

// codexSession is rollout-TIME-UUID.jsonl, plain or compressed; the id is the
// UUID.
func codexSession(rel string) (string, bool) {
	name := strings.TrimSuffix(rel[strings.LastIndexByte(rel, '/')+1:], ".zst")
	stem, ok := strings.CutSuffix(name, recordEnd)
	if !ok || !strings.HasPrefix(stem, "rollout-") {
		return "", false
	}
	if n := len(stem) - len("00000000-0000-0000-0000-000000000000"); n > 0 && stem[n-1] == '-' {
		return stem[n:], true
	}
	return stem, true
}

// opencodeSession is the database, or the file of one session in the older
// storage folder.
func opencodeSession(rel string) (string, bool) {
	if rel == "opencode.db" {
		return "opencode.db", true
	}
	parts := strings.Split(rel, "/")
	if len(parts) != 4 || parts[0] != "storage" || parts[1] != "session" {
		return "", false
	}
	return strings.CutSuffix(parts[3], ".json")
}

// geminiSession is PROJECT/chats/session-*.jsonl, before 0.40 .json.
func geminiSession(rel string) (string, bool) {
	parts := strings.Split(rel, "/")
	if len(parts) != 3 || parts[1] != "chats" || !strings.HasPrefix(parts[2], "session-") {
		return "", false
	}
	if id, ok := strings.CutSuffix(parts[2], recordEnd); ok {
		return id, true
	}
	return strings.CutSuffix(parts[2], ".json")
}

// chatSession is FOLDER/chats/ID.jsonl.
func chatSession(rel string) (string, bool) {
	parts := strings.Split(rel, "/")
	if len(parts) != 3 || parts[1] != "chats" {
		return "", false
	}
	return strings.CutSuffix(parts[2], recordEnd)
}

// copilotSession is ID/events.jsonl, before 1.0 ID.jsonl.
func copilotSession(rel string) (string, bool) {
	if id, ok := strings.CutSuffix(rel, "/events.jsonl"); ok {
		return id, true
	}
	id, ok := strings.CutSuffix(rel, recordEnd)
	return id, ok && !strings.Contains(id, "/")
}

// kimiSession is FOLDER/ID/agents/main/wire.jsonl; the files of other agents
// belong to it.
func kimiSession(rel string) (string, bool) {
	parts := strings.Split(rel, "/")
	if len(parts) != 5 || parts[2] != "agents" || parts[3] != "main" || parts[4] != "wire.jsonl" {
		return "", false
	}
	return parts[1], true
}

// grokSession is FOLDER/ID/chat_history.jsonl; what lies deeper are subagents.
func grokSession(rel string) (string, bool) {
	parts := strings.Split(rel, "/")
	if len(parts) != 3 || parts[2] != "chat_history.jsonl" {
		return "", false
	}
	return parts[1], true
}

// piSession is FOLDER/TIME_UUID.jsonl, or without a folder where the user has
// named one; the id is the UUID.
func piSession(rel string) (string, bool) {
	stem, ok := strings.CutSuffix(rel[strings.LastIndexByte(rel, '/')+1:], recordEnd)
	if _, id, found := strings.Cut(stem, "_"); found {
		stem = id
	}
	return stem, ok
}

// openclawSession is AGENT/sessions/ID.jsonl; ID.trajectory.jsonl is of another
// form.
func openclawSession(rel string) (string, bool) {
	parts := strings.Split(rel, "/")
	if len(parts) != 3 || parts[1] != "sessions" || strings.HasSuffix(parts[2], ".trajectory.jsonl") {
		return "", false
	}
	return strings.CutSuffix(parts[2], recordEnd)
}

// gooseSession is the database, or before 1.10 one file a session.
func gooseSession(rel string) (string, bool) {
	if rel == "sessions.db" {
		return rel, true
	}
	return strings.CutSuffix(rel, recordEnd)
}

func databaseSession(name string) func(string) (string, bool) {
	return func(rel string) (string, bool) { return rel, rel == name }
}

// list walks below a root. Links to folders are not followed, so that a circle
// ends; links to files are.
func (k keeper) list(client, root string) (found []Entry, skipped int, err error) {
	err = k.walk(root, "", 0, func(rel string, e fs.DirEntry) {
		id, ok := k.session(rel)
		if !ok || id == "" {
			return
		}
		path := filepath.Join(root, filepath.FromSlash(rel))
		info, err := os.Stat(path)
		switch {
		case err != nil:
			skipped++
			return
		case !info.Mode().IsRegular() || info.Size() == 0:
			return
		}
		entry := Entry{Client: client, Path: path, ModTime: info.ModTime(), Size: info.Size(), ID: id, Several: strings.HasSuffix(rel, ".db")}
		if strings.HasPrefix(rel, "storage/session/") { // OpenCode's: messages and parts stand elsewhere
			entry.Path = filepath.Join(root, "storage") + SessionMark + id
		}
		if k.encoded {
			entry.Folder, _, _ = strings.Cut(rel, "/")
			entry.Encoded = true
		}
		found = append(found, entry)
	}, &skipped)
	return plainFirst(found), skipped, err
}

func (k keeper) walk(root, rel string, depth int, each func(string, fs.DirEntry), skipped *int) error {
	var folders []string
	err := folderOf(filepath.Join(root, filepath.FromSlash(rel)), func(e fs.DirEntry) {
		name := e.Name()
		if rel != "" {
			name = rel + "/" + name
		}
		if e.IsDir() {
			folders = append(folders, name)
			return
		}
		each(name, e)
	})
	if depth < k.depth {
		for _, f := range folders {
			if k.walk(root, f, depth+1, each, skipped) != nil {
				*skipped++
			}
		}
	}
	return err
}

// plainFirst drops a compressed file whose plain sibling is there.
func plainFirst(list []Entry) []Entry {
	plain := map[string]bool{}
	for _, e := range list {
		plain[e.Path] = true
	}
	return slices.DeleteFunc(list, func(e Entry) bool {
		stem, ok := strings.CutSuffix(e.Path, ".zst")
		return ok && plain[stem]
	})
}
