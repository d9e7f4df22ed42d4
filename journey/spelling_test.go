package journey

import "testing"

func TestPlainID(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Claude Code", "claude-code"}, {" open_ai chat ", "open-ai-chat"}, {"", ""}, {"claude.ai", "claude.ai"},
	} {
		if got := PlainID(c.text); got != c.want {
			t.Errorf("PlainID(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestCharName(t *testing.T) {
	for _, c := range []struct {
		char rune
		want string
	}{
		{'.', "."}, {' ', "space"}, {'é', "é"}, {'\u0301', "U+0301"}, {'\x1b', "U+001B"}, {'\u202e', "U+202E"},
		{'\u00a0', "U+00A0"}, {'\U000e0041', "U+E0041"}, {'\uFFFD', "U+FFFD"},
	} {
		if got := CharName(c.char); got != c.want {
			t.Errorf("CharName(%U) = %q, want %q", c.char, got, c.want)
		}
	}
}
