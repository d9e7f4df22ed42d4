package tui

import (
	"slices"
	"strings"
	"testing"
)

func TestInput(t *testing.T) {
	for _, c := range []struct {
		name string
		keys []string
		want string
		at   int
	}{
		{"text", []string{"a", "b", "space", "c"}, "ab c", 4},
		{"edit", []string{"a", "b", "left", "x", "backspace", "backspace"}, "b", 0},
		{"ends", []string{"a", "b", "home", "x", "end", "y"}, "xaby", 4},
		{"word", []string{"a", "space", "b", "c", "ctrl+w"}, "a ", 2},
		{"clear", []string{"a", "/", "b", "ctrl+l"}, "", 0},
		{"all", []string{"a", "b", "ctrl+u"}, "", 0},
		{"rest", []string{"a", "b", "left", "ctrl+k"}, "a", 1},
		{"delete", []string{"a", "b", "home", "delete"}, "b", 0},
		{"past the ends", []string{"left", "backspace", "right", "delete", "ctrl+w"}, "", 0},
	} {
		in := newInput("")
		for _, k := range c.keys {
			in.key(keyOf(k))
		}
		if in.String() != c.want || in.field.Position() != c.at {
			t.Errorf("%s: %q at %d, want %q at %d", c.name, in.String(), in.field.Position(), c.want, c.at)
		}
	}
}

func TestInputLine(t *testing.T) {
	in := newInput(strings.Repeat("x", 30) + "\u202e\x1bend")
	if got := in.line(12).plain(); !strings.HasSuffix(got, "end▏") || strings.ContainsAny(got, "\u202e\x1b") {
		t.Errorf("line = %q", got)
	}
}

func TestEditorArgs(t *testing.T) {
	for _, c := range []struct {
		visual, editor, path string
		line                 int
		want                 []string
	}{
		{"", "", "a.jsonl", 3, []string{"vi", "+3", "a.jsonl"}},
		{"", "nvim -R", "a.jsonl", 3, []string{"nvim", "-R", "+3", "a.jsonl"}},
		{"code --wait", "vi", "a.jsonl", 3, []string{"code", "--wait", "--goto", "a.jsonl:3"}},
		{"/usr/bin/hx", "", "a.jsonl", 3, []string{"/usr/bin/hx", "a.jsonl:3"}},
		{"unknown-editor", "", "a.jsonl", 3, []string{"unknown-editor", "a.jsonl"}},
		{"", "vim", "-c:!id", 0, []string{"vim", "./-c:!id"}},
		{"", "vim", "+!id", 1, []string{"vim", "+1", "./+!id"}},
	} {
		if got := editorArgs(c.visual, c.editor, c.path, c.line); !slices.Equal(got, c.want) {
			t.Errorf("editorArgs(%q, %q, %q, %d) = %q, want %q", c.visual, c.editor, c.path, c.line, got, c.want)
		}
	}
}

func TestSplitPaths(t *testing.T) {
	for text, want := range map[string][]string{
		"a b":         {"a", "b"},
		`"a b" c`:     {"a b", "c"},
		`a\ b 'c "d'`: {"a b", `c "d`},
		"~/x ~":       {"/home/user/x", "/home/user"},
		"  ":          nil,
		`""`:          {""},
		"~other/x":    {"~other/x"},
		`C:\\temp`:    {`C:\temp`},
		`'a\b'`:       {`a\b`},
	} {
		if got := splitPaths(text, "/home/user"); !slices.Equal(got, want) {
			t.Errorf("splitPaths(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[int64]string{0: "0 B", 1023: "1023 B", 105 << 10: "105 KB", 412 << 20: "412 MB", 1 << 30: "1.00 GB"} {
		if got := size(n); got != want {
			t.Errorf("size(%d) = %q, want %q", n, got, want)
		}
	}
}
