package store

import (
	"path/filepath"
	"strings"
)

// keeper is a client that keeps one file a session, a few folders below one of
// its own.
type keeper struct {
	client string
	// roots are the folders, from the client's variables and the home folder;
	// the usual one first.
	roots func(m machine) []string
	// depth is how many folders below a root the files lie at most.
	depth int
	// enter tells by its path below the root whether a folder is looked into;
	// nil: all are.
	enter func(rel string) bool
	// session tells by its path below the root, with slashes, whether a file is
	// a session, and gives its id.
	session func(rel string) (id string, ok bool)
	// encoded: the first folder below the root is the working folder in the
	// client's encoding.
	encoded bool
	// quiet: its roots are named only where they are there.
	quiet bool
	// told is like session for the end of a path anywhere; it takes only what no
	// other client has. nil: nothing tells this client.
	told func(tail string) (id string, ok bool)
}

// keepers lists the clients but Claude Code, in the order of the screens: those
// of which a format is read.
//
// Where each keeps its sessions is known as of 2026-11-30 by what other readers
// look for, each read and not tried with the client unless said: OpenCode,
// Codex, Gemini CLI and Qwen Code by own runs; variables and systems by the
// table of places in the documentation of cmux's chat index; Kimi, Grok, pi,
// OpenClaw and Droid by jazzyalex/agent-sessions (@01843384, @e6e1c194); Cursor,
// Amp, Zed, VS Code, Cline, Roo Code and Kilo Code by kenn-io/agentsview
// (@001b4027, @074276e3, @1240eaec).
var keepers = []keeper{
	{client: "codex", depth: 4, session: codexSession, told: codexSession, roots: codexRoots},
	{client: "opencode", depth: 5, session: opencodeSession, told: opencodeSession, enter: opencodeEnter, roots: opencodeRoots},
	{client: "gemini-cli", depth: 3, session: geminiSession, told: geminiSession, enter: chatsOnly, encoded: true, roots: geminiRoots},
	{client: "qwen-code", depth: 3, session: chatSession, told: chatSession, enter: chatsOnly, encoded: true, roots: qwenRoots},
	{client: "copilot-cli", depth: 2, session: copilotSession, told: copilotEvents, roots: copilotRoots},
	{client: "cursor", depth: 3, session: cursorSession, told: cursorSession, enter: cursorEnter, encoded: true, roots: cursorRoots},
	{client: "vscode", depth: 2, session: vscodeSession, told: vscodeSession, enter: vscodeEnter, encoded: true, roots: vscodeRoots},
	{client: "vscode", session: vscodeWindow, quiet: true, roots: vscodeWindows},
	{client: "cline", depth: 1, session: clineSession, told: taskOf(clineExtension), roots: clineRoots},
	{client: "roo-code", depth: 1, session: taskSession, told: taskOf(rooExtension), roots: tasksOf(rooExtension)},
	{client: "kilo-code", depth: 1, session: taskSession, told: taskOf(kiloExtension), quiet: true, roots: tasksOf(kiloExtension)},
	{client: "amp", session: ampSession, told: ampSession, roots: func(m machine) []string { return []string{filepath.Join(m.dataHome(), "amp", "threads")} }},
	{client: "droid", depth: 1, session: droidSession, encoded: true, roots: droidRoots},
	{client: "zed", session: databaseSession("threads.db"), told: databaseSession("threads.db"), roots: zedRoots},
	{client: "kimi", depth: 4, session: kimiSession, told: kimiSession, encoded: true, roots: func(m machine) []string {
		return []string{filepath.Join(m.or("KIMI_CODE_HOME", ".kimi-code"), "sessions")}
	}},
	{client: "grok", depth: 2, session: grokSession, told: grokSession, encoded: true, roots: func(m machine) []string {
		return []string{filepath.Join(m.or("GROK_HOME", ".grok"), "sessions")}
	}},
	{client: "pi", depth: 1, session: piSession, encoded: true, roots: piRoots},
	{client: "openclaw", depth: 3, session: openclawSession, roots: func(m machine) []string {
		return []string{filepath.Join(m.or("OPENCLAW_STATE_DIR", ".openclaw"), "agents")}
	}},
	{client: "goose", depth: 1, session: gooseSession, told: databaseSession("sessions.db"), roots: gooseRoots},
	{client: "crush", session: databaseSession("crush.db"), told: databaseSession("crush.db"), roots: crushRoots},
}

// codexSession is rollout-TIME-UUID.jsonl, plain or compressed; the id is the
// UUID.
func codexSession(rel string) (string, bool) {
	name := strings.TrimSuffix(base(rel), ".zst")
	stem, ok := strings.CutSuffix(name, recordEnd)
	if !ok || !strings.HasPrefix(stem, "rollout-") {
		return "", false
	}
	if n := len(stem) - len("00000000-0000-0000-0000-000000000000"); n > 0 && stem[n-1] == '-' {
		return stem[n:], true
	}
	return stem, true
}

// opencodeSession is the database, of a channel also opencode-CHANNEL.db, or the
// file of one session in the older storage folders.
func opencodeSession(rel string) (string, bool) {
	if ok, _ := filepath.Match("opencode*.db", rel); ok {
		return rel, true
	}
	if folder, name := storageSession(rel); folder != "" {
		return strings.CutSuffix(name, ".json")
	}
	return "", false
}

// storageSession cuts the path of a session's file into that of its storage
// folder and its name; both are empty for other files.
func storageSession(rel string) (folder, name string) {
	parts := strings.Split(rel, "/")
	switch n := len(parts); {
	case n == 4 && parts[0] == "storage" && parts[1] == "session":
		return "storage", parts[3]
	case n == 6 && parts[0] == "project" && parts[2] == "storage" && parts[3] == "session" && parts[4] == "info":
		return strings.Join(parts[:3], "/"), parts[5]
	}
	return "", ""
}

// opencodeEnter leaves out messages and parts, of which there are many more
// folders than sessions.
func opencodeEnter(rel string) bool {
	parts := strings.Split(rel, "/")
	if parts[0] == "project" {
		want := []string{"project", "", "storage", "session", "info"}
		return len(parts) <= len(want) && (len(parts) < 3 || parts[len(parts)-1] == want[len(parts)-1])
	}
	return parts[0] == "storage" && (len(parts) < 2 || parts[1] == "session") && len(parts) < 4
}

// chatsOnly enters the chats of a folder and nothing else in it.
func chatsOnly(rel string) bool {
	parts := strings.Split(rel, "/")
	return len(parts) < 2 || parts[1] == "chats"
}

// geminiSession is PROJECT/chats/session-*.jsonl, before 0.40 .json.
func geminiSession(rel string) (string, bool) {
	parts := strings.Split(rel, "/")
	if len(parts) != 3 || parts[1] != "chats" || !strings.HasPrefix(parts[2], "session-") {
		return "", false
	}
	return jsonOrLines(parts[2])
}

// chatSession is FOLDER/chats/ID.jsonl, or in the folder archive there.
func chatSession(rel string) (string, bool) {
	parts := strings.Split(rel, "/")
	if len(parts) == 4 && parts[2] == "archive" {
		parts = append(parts[:2], parts[3])
	}
	if len(parts) != 3 || parts[1] != "chats" {
		return "", false
	}
	return strings.CutSuffix(parts[2], recordEnd)
}

// copilotSession is ID/events.jsonl, before 0.0.378 ID.jsonl.
func copilotSession(rel string) (string, bool) {
	if id, ok := copilotEvents(rel); ok {
		return id, true
	}
	id, ok := strings.CutSuffix(rel, recordEnd)
	return id, ok && !strings.Contains(id, "/")
}

func copilotEvents(rel string) (string, bool) {
	id, ok := strings.CutSuffix(rel, "/events.jsonl")
	return id, ok && !strings.Contains(id, "/")
}

// cursorSession is FOLDER/agent-transcripts/ID.jsonl, or ID/ID.jsonl there.
// Older ones are texts without calls.
func cursorSession(rel string) (string, bool) {
	parts := strings.Split(rel, "/")
	if len(parts) < 3 || parts[1] != "agent-transcripts" {
		return "", false
	}
	id, ok := strings.CutSuffix(parts[len(parts)-1], recordEnd)
	return id, ok && (len(parts) == 3 || len(parts) == 4 && parts[2] == id)
}

func cursorEnter(rel string) bool {
	parts := strings.Split(rel, "/")
	return len(parts) < 2 || parts[1] == "agent-transcripts"
}

// vscodeSession is FOLDER/chatSessions/ID.json, in newer versions .jsonl.
func vscodeSession(rel string) (string, bool) {
	parts := strings.Split(rel, "/")
	if len(parts) != 3 || parts[1] != "chatSessions" {
		return "", false
	}
	return jsonOrLines(parts[2])
}

func vscodeEnter(rel string) bool {
	_, inside, found := strings.Cut(rel, "/")
	return !found || inside == "chatSessions"
}

// vscodeWindow is ID.json or ID.jsonl: a chat of a window without a folder.
func vscodeWindow(rel string) (string, bool) { return jsonOrLines(rel) }

func jsonOrLines(name string) (string, bool) {
	if id, ok := strings.CutSuffix(name, recordEnd); ok {
		return id, true
	}
	return strings.CutSuffix(name, ".json")
}

// The extensions of VS Code that keep tasks, as their data folders are named.
const (
	clineExtension = "saoudrizwan.claude-dev"
	rooExtension   = "rooveterinaryinc.roo-cline"
	kiloExtension  = "kilocode.kilo-code"
)

// tasksOf are the folders of an extension's tasks.
func tasksOf(extension string) func(machine) []string {
	return func(m machine) []string { return m.extension(extension, "tasks") }
}

// taskOf takes a task below the data folder of an extension.
func taskOf(extension string) func(string) (string, bool) {
	return func(tail string) (string, bool) {
		rel, ok := strings.CutPrefix(tail, extension+"/tasks/")
		if !ok {
			return "", false
		}
		return taskSession(rel)
	}
}

// taskFile holds the messages of a task.
const taskFile = "api_conversation_history.json"

// taskSession is ID/api_conversation_history.json.
func taskSession(rel string) (string, bool) {
	id, ok := strings.CutSuffix(rel, "/"+taskFile)
	return id, ok && !strings.Contains(id, "/")
}

// clineSession is a task of the extension, or ID/ID.messages.json of the
// client of its own.
func clineSession(rel string) (string, bool) {
	if id, ok := taskSession(rel); ok {
		return id, true
	}
	folder, name, _ := strings.Cut(rel, "/")
	id, ok := strings.CutSuffix(name, ".messages.json")
	return id, ok && id == folder
}

// ampSession is T-UUID.json.
func ampSession(rel string) (string, bool) {
	id, ok := strings.CutSuffix(rel, ".json")
	return id, ok && strings.HasPrefix(id, "T-")
}

// droidSession is FOLDER/ID.jsonl, in older versions ID.jsonl.
func droidSession(rel string) (string, bool) { return strings.CutSuffix(base(rel), recordEnd) }

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
	stem, ok := strings.CutSuffix(base(rel), recordEnd)
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

// base is the last part of a path with slashes.
func base(rel string) string { return rel[strings.LastIndexByte(rel, '/')+1:] }
