package vocab_test

import (
	"slices"
	"testing"

	"hopscope/vocab"
)

func TestTasksAndUsualFunctions(t *testing.T) {
	table := vocab.Builtin()
	for name, want := range map[string]string{"Read": "read", "read_file": "read", "READ-FILE": "read", "nobody_has_this": ""} {
		got := table.Tasks(name)
		if want == "" && len(got) > 0 || want != "" && !slices.Contains(got, want) {
			t.Errorf("Tasks(%q) = %q, want %q", name, got, want)
		}
	}
	for client, want := range map[string]string{"claude-code": "Read", "opencode": "read", "gemini-cli": "read_file", "nobody": ""} {
		if got, _ := table.UsualFunction(client, "", "read"); got.Name != want {
			t.Errorf("UsualFunction(%s, read) = %q, want %q", client, got.Name, want)
		}
	}
}
