package vocab

import (
	"errors"
	"strings"
	"testing"
)

func TestOverlay(t *testing.T) {
	t.Parallel()
	tab, err := Builtin().Overlay(
		File{ID: "Claude", Aliases: []string{"cc"}, Tools: []Entry{
			{Name: "Bash", Capability: "code-exec"},
			{Name: "Deploy", Capability: "other", Source: "docs", Until: Bound{Max: "3.0"}},
		}},
		File{ID: "goose", Tools: []Entry{{Name: "developer__shell", Capability: "shell"}}},
		File{ID: "My Agent", Tools: []Entry{{Name: "run_it", Capability: "shell", Aliases: []string{"runIt2"}}}},
	)
	if err != nil {
		t.Fatal(err)
	}
	if got := show(tab.Lookup("Bash")); got != "claude-code/Bash name code-exec" {
		t.Errorf("Bash = %s, want the user's row alone", got)
	}
	if e := tab.Lookup("Deploy")[0]; e.Source != "docs" || e.Verified != addedByUser {
		t.Errorf("Deploy: source %q, verified %q", e.Source, e.Verified)
	}
	if id, _ := tab.ClientID("CC"); id != "claude-code" {
		t.Errorf("ClientID(CC) = %q", id)
	}
	if got := show(tab.Lookup("runIt2")); got != "my-agent/run_it alias shell" {
		t.Errorf("runIt2 = %s", got)
	}
	if got := len(tab.Clients()); got != 22 {
		t.Errorf("clients = %d, want 22: the known ones, goose and my-agent", got)
	}
	if e := tab.Lookup("Read")[0]; e.Verified == addedByUser {
		t.Error("a row that the user did not touch is marked as his")
	}
	if p := tab.Has("codex", "0.61.0", "shell"); p.Why != "declared in 0.61.0" {
		t.Errorf("Has(codex, 0.61.0, shell): %q, want the recorded list", p.Why)
	}
	if got := show(Lookup("Bash")); got != "claude-code/Bash name shell" {
		t.Errorf("the built-in table changed: Bash = %s", got)
	}
	if got := show((*Table)(nil).Lookup("Bash")); got != "claude-code/Bash name shell" {
		t.Errorf("a nil table: Bash = %s", got)
	}
}

func TestOverlayErrors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		file File
		want string
	}{
		{File{Name: "x"}, "id is missing"},
		{File{ID: "x", Tools: []Entry{{Capability: "shell"}}}, "tool 1 (\"\"): name is missing"},
		{File{ID: "x", Tools: []Entry{{Name: "a", Capability: "shell"}, {Name: "b", Capability: "shel"}}}, `tool 2 ("b"): no such capability: "shel"`},
		{File{ID: "x", Tools: []Entry{{Name: "a", Capability: "shell", Kind: "fn"}}}, `no such kind: "fn"`},
		{File{ID: "x", Tools: []Entry{{Name: "a", Capability: "shell", Since: Bound{Max: "x"}}}}, `version "x"`},
		{File{ID: "x", Versions: []string{"new"}}, `version "new"`},
		{File{ID: "x", Aliases: []string{"codex"}}, `alias "codex" belongs to codex`},
	}
	for _, tt := range tests {
		if _, err := Builtin().Overlay(tt.file); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Overlay(%+v) = %v, want %q", tt.file, err, tt.want)
		}
	}
}

// The position of a wrong row is that in its own file, also when the client has
// rows already.
func TestOverlayErrorPosition(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"codex", "own"} {
		_, err := Builtin().Overlay(File{ID: id, Tools: []Entry{{Name: "a", Capability: "shell"}, {Name: "b", Capability: "nothing"}}})
		var entry *EntryError
		if !errors.As(err, &entry) || entry.Tool != 1 || entry.Name != "b" || entry.Client != id {
			t.Errorf("Overlay of a wrong second row of %s: %v, want an error about it", id, err)
		}
	}
}
