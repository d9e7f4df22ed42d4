package store

import (
	"bytes"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"

	"hopscope/sessions/node"
)

// peekSize is how much of a recording Peek reads.
const peekSize = 64 << 10

// Peeked is what the beginning of a recording says. Fields are empty where it
// does not say.
type Peeked struct {
	Version, Cwd, Session string
	// Client is not found by Peek: who knows the formats may add it.
	Client string
}

// Peek reads at most the first 64 KiB of a recording and finds the version of
// the client, the working folder and the session id in it; of a chat of VS Code
// the working folder stands in a file beside. A file that says none of them is
// no error.
func Peek(path string) (Peeked, error) {
	var p Peeked
	info, err := os.Stat(path)
	if err != nil {
		return p, fmt.Errorf("preview: %w", err)
	}
	if !info.Mode().IsRegular() { // opening a pipe would wait for its writer
		return p, fmt.Errorf("preview: %s is no file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return p, fmt.Errorf("preview: %w", err)
	}
	defer f.Close()
	head := make([]byte, peekSize)
	n, err := io.ReadFull(f, head)
	if n == 0 && err != io.EOF {
		return p, fmt.Errorf("preview: %w", err)
	}
	p.read(head[:n])
	if p.Cwd == "" && filepath.Base(filepath.Dir(path)) == "chatSessions" {
		p.Cwd = workspaceFolder(filepath.Dir(filepath.Dir(path)))
	}
	return p, nil
}

// workspaceFolder is the folder to which a folder of VS Code's workspaceStorage
// belongs, by its workspace.json; empty where it does not say.
func workspaceFolder(dir string) string {
	text, err := readSmall(filepath.Join(dir, "workspace.json"))
	if err != nil {
		return ""
	}
	v := node.Loose(text)
	for _, key := range [...]string{"folder", "workspace"} {
		if path := filePath(v.Get(key).Str()); path != "" {
			return path
		}
	}
	return ""
}

// filePath is the path that a file URL names; of another URL the URL itself,
// which tells the machine too.
func filePath(address string) string {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Scheme != "file":
		return address
	case len(u.Path) > 3 && u.Path[0] == '/' && u.Path[2] == ':': // /c:/repo
		return u.Path[1:]
	}
	return u.Path
}

// read looks through lines of JSON until all is found. The last line may be
// cut; what stands before the cut counts.
func (p *Peeked) read(head []byte) {
	for len(head) > 0 && (p.Version == "" || p.Cwd == "" || p.Session == "") {
		line, rest, _ := bytes.Cut(head, []byte{'\n'})
		for key, v := range node.Loose(line).Members() {
			if key == "payload" || key == "data" { // Codex's and Copilot's envelope
				for key, v := range v.Members() {
					p.field(key, v)
				}
				continue
			}
			p.field(key, v)
		}
		head = rest
	}
}

func (p *Peeked) field(key string, v node.Value) {
	switch key {
	case "version", "claude_code_version", "qwen_code_version", "cli_version", "copilotVersion":
		first(&p.Version, v)
	case "cwd":
		first(&p.Cwd, v)
	case "sessionId", "session_id":
		first(&p.Session, v)
	case "context":
		first(&p.Cwd, v.Get("cwd"))
	case "env": // Amp's
		if uri := v.Get("initial", "trees").First().Get("uri"); p.Cwd == "" {
			p.Cwd = filePath(uri.Str())
		}
	}
}

func first(dst *string, v node.Value) {
	if *dst == "" {
		*dst = v.Str()
	}
}
