package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopscope/vocab"
)

// The workbench gets the user's names, with the file of each client; a file
// that cannot be used is an error at the start that names file and line.
func TestScreenVocabulary(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	a := &app{env: func(string) string { return "" }}
	mine := write("mine.toml", "id = \"Claude Code\"\n[[tools]]\nname = \"my_shell\"\ncapability = \"shell\"\n")
	own := write("own.toml", "id = \"own-agent\"\n[[tools]]\nname = \"run_it\"\ncapability = \"shell\"\n")
	a.flags.vocab = []string{mine, own}
	o, err := a.screen()
	if err != nil {
		t.Fatal(err)
	}
	v := o.Vocabulary
	if v.Files["claude-code"] != mine || v.Files["own-agent"] != own {
		t.Errorf("files = %q, want those of both clients", v.Files)
	}
	for name, client := range map[string]string{"my_shell": "claude-code", "run_it": "own-agent"} {
		if hits := v.Table.Lookup(name); len(hits) != 1 || hits[0].Client != client {
			t.Errorf("Lookup(%s) = %+v, want one of %s", name, hits, client)
		}
	}
	if _, there, ok := v.Table.Usual("own-agent", "shell", ""); !there || !ok {
		t.Error("the client of the user's file has no name for shell")
	}
	write("mine.toml", "id = \"codex\"\n[[tools]]\nname = \"again\"\ncapability = \"shell\"\n")
	if v, err = o.ReadVocabulary(); err != nil || v.Files["codex"] != mine || len(v.Table.Lookup("again")) != 1 {
		t.Errorf("read again: files %q, %v, want what the file says now", v.Files, err)
	}
	for text, want := range map[string]string{
		"id = \"codex\"\n\n[[tools]]\nname = \"x\"\ncapability = \"nothing\"\n": "bad.toml:3: tool \"x\": no such capability",
		"id = \"codex\"\nnam = \"x\"\n":                                         "bad.toml:2:1: no such key: nam",
		"id = \n":                                                               "bad.toml:1:",
		"name = \"no id\"\n":                                                    "bad.toml:1:",
	} {
		a.flags.vocab = []string{write("bad.toml", text)}
		if _, err := a.screen(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("screen with %q: %v, want an error with %q", text, err, want)
		}
	}
	if v := vocab.Builtin(); len(v.Lookup("my_shell")) != 0 {
		t.Error("the built-in vocabulary was changed")
	}
}
