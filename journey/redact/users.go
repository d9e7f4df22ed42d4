package redact

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// learn keeps a user name, so that it is masked elsewhere too. Names that stand
// for no person, that are very short, or that are words of the subject are not
// kept: they would mask the rest of the text.
func (m *Masker) learn(user string) {
	if m.users[user] || m.spared[user] || len(m.users) >= maxUsers || len(user) < 3 || slices.Contains(commonUsers, strings.ToLower(user)) || !utf8.ValidString(user) {
		return
	}
	if m.users == nil {
		m.users = map[string]bool{}
	}
	m.users[user] = true
	if strings.ContainsAny(user, ".- ") && len(m.parted) < 8 {
		m.parted = append(m.parted, user)
	}
}

// commonUsers are names of users that name nobody: those of images and of
// examples, and words that stand in tool names and errors.
var commonUsers = []string{
	"admin", "agent", "app", "apply_patch", "azureuser", "bash", "build", "builder", "call", "circleci", "claude", "code", "codespace", "codex", "coder", "data", "debian",
	"default", "deploy", "dev", "developer", "docker", "edit", "ec2-user", "exec", "fedora", "fetch", "file", "find", "foo", "git", "github", "glob", "grep", "guest", "home",
	"jenkins", "linux", "list", "local", "mcp", "name", "node", "nobody", "open", "opencode", "path", "project", "projects", "public", "python", "read", "root", "run", "runner",
	"sandbox", "search", "server", "shared", "shell", "src", "task", "test", "tests", "tmp", "todo", "tool", "tools", "travis", "ubuntu", "unknown", "user", "username", "vagrant",
	"view", "vscode", "web", "work", "workspace", "write", "you", "yourname", "error", "available", "such", "function", "input", "the", "not", "and", "was", "has", "with",
}

// userNames finds the names that were learned, where they stand as a word of
// their own.
func (f *finder) userNames() {
	if len(f.m.users) == 0 {
		return
	}
	s := f.s
	for i := 0; i < len(s); {
		if !isWord(s[i]) {
			i++
			continue
		}
		end := i
		for end < len(s) && isWord(s[end]) {
			end++
		}
		if from := i + escape(s, i, end); f.m.users[s[from:end]] {
			f.add(from, end, "user", rankUser)
		}
		i = end
	}
	for _, u := range f.m.parted {
		for at := 0; ; {
			k := strings.Index(s[at:], u)
			if k < 0 {
				break
			}
			at += k
			end := at + len(u)
			if f.startsWord(at) && (end == len(s) || !isWord(s[end])) {
				f.add(at, end, "user", rankUser)
			}
			at = end
		}
	}
}

// escape returns how many bytes at the begin of the word s[i:end] belong to an
// escape that began before it: the n of \n, the 40 of %40.
func escape(s string, i, end int) int {
	n := 0
	switch {
	case i == 0:
	case s[i-1] == '\\' && s[i] == 'u':
		n = 5
	case s[i-1] == '\\' && strings.IndexByte("nrtbf", s[i]) >= 0:
		n = 1
	case s[i-1] == '%':
		n = 2
	}
	if n == 0 || i+n > len(s) || !afterEscape(s, i+n) {
		return 0
	}
	return min(n, end-i)
}

// Spare keeps a name, such as that of a tool, from being masked as that of a
// user.
func (m *Masker) Spare(name string) {
	if len(name) < 3 || len(name) > longestUser || m.spared[name] {
		return
	}
	if m.spared == nil {
		m.spared = map[string]bool{}
	}
	m.spared[name] = true
	delete(m.users, name)
}

// Spared reports whether a name was spared.
func (m *Masker) Spared(name string) bool { return m.spared[name] }
