package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadme runs every hopscope command of the README in a folder that holds
// the files it speaks of, and looks at the exit code: 0, or what the comment
// behind the command says.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := readmeCommands(string(text))
	if len(commands) < 10 {
		t.Fatalf("README has %d hopscope commands, want at least 10: is it read right?", len(commands))
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../testdata/readme")); err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(dir, "home")
	project := filepath.Join(home, ".claude", "projects", "-repo-demo")
	if err := os.MkdirAll(project, 0o755); err != nil {
		t.Fatal(err)
	}
	session, err := os.ReadFile("../../testdata/readme/session.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(project, "11111111-2222-4333-8444-555555555555.jsonl"), session, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	t.Chdir(dir)
	for _, c := range commands {
		t.Run(c.text, func(t *testing.T) {
			var out, errw bytes.Buffer
			got := Main(c.args, strings.NewReader(""), &out, &errw)
			if got != c.exit {
				t.Errorf("exit code = %d, want %d\n%s%s", got, c.exit, out.String(), errw.String())
			}
			if out.Len() == 0 {
				t.Errorf("nothing was printed\n%s", errw.String())
			}
		})
	}
}

type readmeCommand struct {
	text string
	args []string
	exit int
}

var readmeExit = regexp.MustCompile(`#\s*exit (\d+)`)

// readmeCommands returns the commands of the sh blocks that start hopscope.
func readmeCommands(text string) []readmeCommand {
	var list []readmeCommand
	inside := false
	for _, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "```sh"):
			inside = true
		case strings.HasPrefix(line, "```"):
			inside = false
		case inside:
			rest, ok := strings.CutPrefix(line, "hopscope ")
			if !ok {
				rest, ok = strings.CutPrefix(line, "go run . ")
			}
			if !ok || strings.Contains(rest, "--follow") { // goes on until it is interrupted
				continue
			}
			c := readmeCommand{text: line}
			if m := readmeExit.FindStringSubmatch(rest); m != nil {
				c.exit = int(m[1][0] - '0')
			}
			rest, _, _ = strings.Cut(rest, "#")
			for _, word := range strings.Fields(rest) {
				c.args = append(c.args, strings.Trim(word, "'"))
			}
			list = append(list, c)
		}
	}
	return list
}

// TestReadmeCode holds that the Go code of the README stands, as it is shown, in
// the file that its first line names.
func TestReadmeCode(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(text), "\n```go\n")[1:]
	if len(blocks) < 2 {
		t.Fatalf("README has %d blocks of Go, want at least 2", len(blocks))
	}
	for _, b := range blocks {
		b, _, _ = strings.Cut(b, "\n```")
		file, code, _ := strings.Cut(b, "\n")
		path := strings.TrimPrefix(file, "// ")
		source, err := os.ReadFile("../../" + path)
		if err != nil {
			t.Errorf("README: the first line of a block names no file: %v", err)
			continue
		}
		for _, part := range strings.Split(code, "\n\n") {
			if !strings.Contains(string(source), part) {
				t.Errorf("README: this does not stand in %s:\n%s", path, part)
			}
		}
	}
}
