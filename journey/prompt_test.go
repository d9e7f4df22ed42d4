package journey

import (
	"slices"
	"strings"
	"testing"
)

func TestMentions(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text, name string
		want       bool
	}{
		{"Use Read for files.", "Read", true},
		{"Already a Reader", "Read", false},
		{"read it", "Read", false},
		{"`Read`", "Read", true},
		{"Read_file then Read", "Read", true},
		{"a Read-only folder", "Read", false},
		{"éRead", "Read", false},
		{"", "Read", false},
		{"Read", "", false},
		{"mcp__a__b.", "mcp__a__b", true},
		{"ReadRead Read", "Read", true},
	}
	for _, tt := range tests {
		if got := Mentions(tt.text, tt.name); got != tt.want {
			t.Errorf("Mentions(%q, %q) = %v, want %v", tt.text, tt.name, got, tt.want)
		}
	}
}

func TestPromptFind(t *testing.T) {
	t.Parallel()
	p := Prompt{Text: "one\n  two Task three\nTask"}
	if line, text := p.Find("Task"); line != 2 || text != "two Task three" {
		t.Errorf("Find(Task) = %d, %q", line, text)
	}
	if line, _ := p.Find("task"); line != 0 {
		t.Errorf("Find(task) = %d, want none", line)
	}
}

func TestToolWords(t *testing.T) {
	t.Parallel()
	text := "Use `Read` or read_file, TodoWrite and mcp__docs__open.\nRun the Task (see `ls -la`), an OK, iOS and a `b`.\nRead `Read`"
	var got []string
	for _, w := range ToolWords(text) {
		got = append(got, w.Name)
	}
	want := []string{"Read", "read_file", "TodoWrite", "mcp__docs__open", "ls", "la", "iOS"}
	if !slices.Equal(got, want) {
		t.Errorf("ToolWords = %q, want %q", got, want)
	}
	if w := ToolWords("a\n b `Bash` c")[0]; w.Line != 2 || w.Text != "b `Bash` c" || !w.Quoted {
		t.Errorf("ToolWords = %+v", w)
	}
}

func TestPromptsAreBounded(t *testing.T) {
	t.Parallel()
	var s Session
	for i := range 10 {
		s.Apply(Batch{Prompts: []Prompt{{Line: uint32(i), Text: strings.Repeat("x", PromptMax+i)}, {Line: uint32(i), Text: strings.Repeat("y", i+1)}}})
	}
	if len(s.Prompts) != promptsMax || s.Prompts[promptsMax-1].Line != 9 {
		t.Errorf("%d prompts, the last of line %d", len(s.Prompts), s.Prompts[len(s.Prompts)-1].Line)
	}
	for _, p := range s.Prompts {
		if len(p.Text) > PromptMax {
			t.Errorf("a prompt of %d bytes is kept", len(p.Text))
		}
	}
}

func FuzzToolWords(f *testing.F) {
	f.Add("Use `Read`\nand mcp__a__b")
	f.Fuzz(func(t *testing.T, text string) {
		for _, w := range ToolWords(text) {
			if !strings.Contains(text, w.Name) || w.Line < 1 {
				t.Errorf("ToolWords(%q) has %+v", text, w)
			}
		}
	})
}
