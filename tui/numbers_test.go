package tui

import "testing"

func TestGroupedLines(t *testing.T) {
	for text, want := range map[string]string{
		"line 41246": "line 41,246", "turns 3115 to 43452": "turns 3,115 to 43,452", "line 10": "line 10",
		"tools[1234].name": "tools[1234].name", "as of 2026": "as of 2026",
	} {
		if got := groupedLines(text); got != want {
			t.Errorf("groupedLines(%q) = %q, want %q", text, got, want)
		}
	}
}
