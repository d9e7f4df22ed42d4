package vocab

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestClientID(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in, want string
		ok       bool
	}{
		{"claude-code", "claude-code", true}, {" Claude Code ", "claude-code", true}, {"CLAUDE_CLI", "claude-code", true},
		{"claude.ai", "claude-ai", true}, {"vs code", "vscode", true}, {"goose", "goose", true}, {"roo", "roo-code", true},
		{"kiro_cli", "amazon-q", true}, {"agent-afk", "", false}, {"", "", false}, {"claude--code", "", false},
	}
	for _, tt := range tests {
		if got, ok := ClientID(tt.in); got != tt.want || ok != tt.ok {
			t.Errorf("ClientID(%q) = %q, %v, want %q, %v", tt.in, got, ok, tt.want, tt.ok)
		}
	}
}

// show writes hits as client/name via spelling.
func show(hits []Hit) string {
	var list []string
	for _, h := range hits {
		who := h.Client
		if h.Provider != nil {
			who = h.Provider.Provider + ":" + h.Provider.Type
		}
		list = append(list, fmt.Sprintf("%s/%s %s %s", who, h.Name, h.Via, h.Capability))
	}
	return strings.Join(list, "; ")
}

func TestLookup(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		{"Bash", "claude-code/Bash name shell"},
		{"bash_tool", "claude-ai/bash_tool name shell"},
		{"KillBash", "claude-code/TaskStop alias shell-background"},
		{"local_shell", "codex/local_shell name shell; openai:local_shell/local_shell type shell"},
		{"text_editor_20250728", "anthropic:text_editor_20250728/text_editor type multi-edit-tool"},
		{"google_maps", "google:google_maps/google_maps type other"},
		{"caller-chosen", ""}, {"function", ""}, {"", ""}, {"nothing_like_it", ""},
	}
	for _, tt := range tests {
		if got := show(Lookup(tt.in)); got != tt.want {
			t.Errorf("Lookup(%q) = %s, want %s", tt.in, got, tt.want)
		}
	}
	if got := show(LookupASCII("BASH-TOOL!")); got != "claude-ai/bash_tool name shell" {
		t.Errorf("LookupASCII(BASH-TOOL!) = %s", got)
	}
	if got := show(LookupDrift("Bash tool")); got != "claude-ai/bash_tool name shell" {
		t.Errorf("LookupDrift(Bash tool) = %s", got)
	}
	if got := LookupDrift("bash_tool!"); got != nil {
		t.Errorf("LookupDrift(bash_tool!) = %s, want none: ! is no separator", show(got))
	}
	if got := LookupASCII("日本"); got != nil {
		t.Errorf("LookupASCII(日本) = %s, want none", show(got))
	}
}

func TestCapabilityOf(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, client string
		want         []string
	}{
		{"task", "opencode", []string{"subagent"}},
		{"TaskCreate", "claude-code", []string{"plan"}},
		{"Bash", "codex", nil},
		{"Task", "claude-code", []string{"subagent"}},
		{"read_file", "", []string{"read"}},
		{"web_search", "", []string{"web-search"}},
	}
	for _, tt := range tests {
		if got := CapabilityOf(tt.name, tt.client); !slices.Equal(got, tt.want) {
			t.Errorf("CapabilityOf(%q, %q) = %v, want %v", tt.name, tt.client, got, tt.want)
		}
	}
	if got := CapabilityOf("open", ""); len(got) < 2 {
		t.Errorf("CapabilityOf(open) = %v, want two: it reads in one client and launches in another", got)
	}
}

func TestCells(t *testing.T) {
	t.Parallel()
	names := func(list []Entry) (s []string) {
		for _, e := range list {
			s = append(s, e.Name)
		}
		return s
	}
	if got, want := names(Builtin().Cell("claude-code", "shell")), []string{"Bash", "PowerShell", "Monitor"}; !slices.Equal(got, want) {
		t.Errorf("Cell(claude-code, shell) = %v, want %v", got, want)
	}
	if got := names(Builtin().Cell("goose", "shell")); got != nil {
		t.Errorf("Cell(goose, shell) = %v, want none", got)
	}
	total := 0
	for _, c := range Capabilities() {
		total += len(ByCapability(c.ID))
	}
	if total != 443 {
		t.Errorf("rows of all capabilities = %d, want 443", total)
	}
	if got := len(Builtin().PairsWith("shell")); got != 2 {
		t.Errorf("PairsWith(shell) has %d, want 2", got)
	}
}

// TestSharedTables changes what the functions return and asks again.
func TestSharedTables(t *testing.T) {
	t.Parallel()
	ByClient("codex")[0].Name = "changed"
	Lookup("Bash")[0].Name = "changed"
	Capabilities()[0].ID = "changed"
	if ByClient("codex")[0].Name == "changed" || Lookup("Bash")[0].Name == "changed" || Capabilities()[0].ID == "changed" {
		t.Error("a change of a result changed the table")
	}
}

func TestFolds(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, ascii, drift string }{
		{"Read_File", "readfile", "readfile"},
		{"mcp__a.b:c/d e-f", "mcpabcdef", "mcpabcdef"},
		{"Größe!", "gre", "größe!"},
		{"a\tb", "ab", "a\tb"},
		{"", "", ""},
	}
	for _, tt := range tests {
		if a, d := AsciiFold(tt.in), DriftFold(tt.in); a != tt.ascii || d != tt.drift {
			t.Errorf("folds of %q = %q, %q, want %q, %q", tt.in, a, d, tt.ascii, tt.drift)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := build(readCommon(), readFiles()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLookup(b *testing.B) {
	for b.Loop() {
		Lookup("read_file")
	}
}

func FuzzClientID(f *testing.F) {
	for _, s := range []string{"Claude Code", "codex", "", "roo_cline", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		id, ok := ClientID(s)
		if ok != (id != "") {
			t.Errorf("ClientID(%q) = %q, %v", s, id, ok)
		}
		if again, ok2 := ClientID(id); ok && (again != id || !ok2) {
			t.Errorf("ClientID(%q) = %q, of which it is %q", s, id, again)
		}
		for _, h := range Lookup(s) {
			if h.As != s {
				t.Errorf("Lookup(%q) found %q", s, h.As)
			}
		}
	})
}

func TestUsual(t *testing.T) {
	t.Parallel()
	tests := []struct {
		client, capability, version string
		want                        string
		there                       bool
	}{
		{"claude-code", "subagent", "", "Agent", true},
		{"claude-code", "subagent", "2.0.60", "Task", true},
		{"claude-code", "list-dir", "", "LS", false},
		{"claude-code", "list-dir", "1.0.0", "LS", true},
		{"codex", "shell", "", "exec_command", true},
		{"codex", "find-files", "", "glob_file_search", false},
		{"codex", "edit", "", "", false},
	}
	for _, tt := range tests {
		e, there, ok := Builtin().Usual(tt.client, tt.capability, tt.version)
		if e.Name != tt.want || there != tt.there || ok != (tt.want != "") {
			t.Errorf("Usual(%s, %s, %s) = %q, %v, %v, want %q, %v", tt.client, tt.capability, tt.version, e.Name, there, ok, tt.want, tt.there)
		}
	}
}
