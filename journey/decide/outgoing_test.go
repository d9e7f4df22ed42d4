package decide

import (
	"strings"
	"testing"

	"hopscope/journey"
)

func renames(m RenameMap) string {
	var parts []string
	for _, r := range m.Rows {
		if r.To != "" {
			parts = append(parts, r.From+"->"+string(r.To))
		} else {
			parts = append(parts, r.From+":"+string(r.Left))
		}
	}
	return strings.Join(parts, " ")
}

func TestRename(t *testing.T) {
	t.Parallel()
	opencode := Upstream{Client: "opencode", Version: "1.18.33"}
	codex := Upstream{Client: "codex", Version: "0.171.0"}
	tests := []struct {
		declared string
		up       Upstream
		want     string
	}{
		{"Bash Read Write Edit Grep Glob TodoWrite WebFetch WebSearch Agent Skill mcp__docs__open", opencode,
			"Bash->bash Read->read Write->write Edit->edit Grep->grep Glob->glob TodoWrite->todowrite WebFetch->webfetch WebSearch->websearch Agent->task Skill->skill mcp__docs__open:namespaced"},
		{"Bash PowerShell Read", opencode, "Bash:two-callers PowerShell:two-callers Read->read"},
		{"Bash bash", opencode, "Bash:target-declared bash:already-named"},
		{"Edit Write", codex, "Edit:edit-vs-patch Write:no-target"},
		{"apply_patch:custom Bash", opencode, "apply_patch:custom-payload Bash->bash"},
		{"apply_patch", Upstream{Client: "claude-code"}, "apply_patch:edit-vs-patch"},
		{"fs|read Read", opencode, "fs.read:namespaced Read:target-namespaced"},
		{"frobnicate", opencode, "frobnicate:unknown-name"},
		{"Bash Read", Upstream{Names: []string{"read", "shell"}}, "Bash->shell Read->read"},
		{"Bash", Upstream{Names: []string{"shell", "exec_command"}}, "Bash:ambiguous"},
		{"Bash", Upstream{Names: []string{}}, "Bash:no-target"},
	}
	for _, tt := range tests {
		m := Rename(tools(strings.Fields(tt.declared)...), tt.up, nil, Options{})
		if got := renames(m); got != tt.want {
			t.Errorf("Rename(%q, %s) = %q, want %q", tt.declared, tt.up.Title(), got, tt.want)
		}
	}
}

func TestRenameJudged(t *testing.T) {
	t.Parallel()
	judge := func(n journey.Wire) (bool, string) { return n != "task", "not taken" }
	m := Rename(tools("Agent", "Bash"), Upstream{Client: "opencode"}, judge, Options{})
	if got, want := renames(m), "Agent:provider-refuses Bash->bash"; got != want {
		t.Errorf("Rename = %q, want %q", got, want)
	}
	if m.Moved != 1 || m.Rows[0].Wanted != "task" || m.Rows[0].Note != "not taken" {
		t.Errorf("Rename = %+v", m)
	}
}

func TestPromptSentence(t *testing.T) {
	t.Parallel()
	if got, want := PromptSentence("Use Read.", []string{"Read", "Bash"}), "Call tools by these names only, exactly as written: Bash."; got != want {
		t.Errorf("PromptSentence = %q, want %q", got, want)
	}
	if got := PromptSentence("Use Read and Bash", []string{"Read", "Bash"}); got != "" {
		t.Errorf("PromptSentence = %q, want none: all are mentioned", got)
	}
}

func TestStubs(t *testing.T) {
	t.Parallel()
	stubs := Stubs(tools("Bash", "read"), []string{"read", "shell"}, Options{})
	if len(stubs) != 1 || stubs[0].Name != "shell" || stubs[0].Decision.Target != "Bash" {
		t.Errorf("Stubs = %+v, want one for shell", stubs)
	}
}
