package journey

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestDiff(t *testing.T) {
	t.Parallel()
	// marks: the row below the later form, with - for dropped pieces inline.
	tests := []struct {
		name, from, to string
		marks, words   string
	}{
		{"equal", "Read", "Read", "....", ""},
		{"dots", "mcp__word.craft__docs.open", "mcp__word_craft__docs_open", ".........^...........^....", "2 changed: . to _"},
		{"case", "Read", "read", "^...", "1 changed: R to r"},
		{"prefix", "new_document", "mcp__word_craft__new_document", strings.Repeat("+", 17) + strings.Repeat(".", 12), "17 added: mcp__word_craft__"},
		{"prefix and dot", "docs.open", "mcp__d__docs_open", "++++++++....^....", "1 changed: . to _, 8 added: mcp__d__"},
		{"suffix dropped", "bash_tool", "bash", "....-----", "5 dropped: _tool"},
		{"case and suffix", "Bash", "bash_tool", "^...+++++", "1 changed: B to b, 5 added: _tool"},
		{"plural", "question", "questions", "........+", "1 added: s"},
		{"two pairs", "a.b/c", "a_b_c", ".^.^.", "2 changed: . to _, / to _"},
		{"many pairs", "a.b/c:d", "a_b_c_d", ".^.^.^.", "3 changed"},
		{"blank", "a b", "a_b", ".^.", "1 changed: blank to _"},
		{"emoji to two", "x\U0001F680y", "x__y", ".^+.", "1 changed: \U0001F680 to _, 1 added: _"},
		{"invalid byte", "a\xffb", "a_b", ".^.", "1 changed: \xff to _"},
		{"invisible", "re\u200bad", "read", "..-..", "1 dropped: \u200b"},
		{"empty to something", "", "tool", "++++", "4 added: tool"},
		{"far apart", strings.Repeat("a", 41), strings.Repeat("b", 41), "rewritten", "rewritten"},
		{"long gap", "x", "x" + strings.Repeat("y", 41), "rewritten", "rewritten"},
		{"limit", strings.Repeat("a", 40), strings.Repeat("b", 40), strings.Repeat("^", 40), "40 changed: a to b"},
		{"one long gap, not many short", "docs_open", "mcp__docs_board__docs_open", strings.Repeat("+", 17) + ".........", "17 added: mcp__docs_board__"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := Diff(tt.from, tt.to)
			if got := marks(d); got != tt.marks {
				t.Errorf("Diff(%q, %q) marks = %s, want %s", tt.from, tt.to, got, tt.marks)
			}
			if d.Words != tt.words {
				t.Errorf("Diff(%q, %q).Words = %q, want %q", tt.from, tt.to, d.Words, tt.words)
			}
			if got := Words(tt.from, tt.to); got != tt.words {
				t.Errorf("Words(%q, %q) = %q, want %q", tt.from, tt.to, got, tt.words)
			}
			if got, want := d.Equal(), tt.from == tt.to; got != want {
				t.Errorf("Diff(%q, %q).Equal() = %v, want %v", tt.from, tt.to, got, want)
			}
		})
	}
}

func marks(d NameDiff) string {
	if d.Rewritten {
		return "rewritten"
	}
	var b strings.Builder
	for _, s := range d.Segments {
		n := max(utf8.RuneCountInString(s.From), utf8.RuneCountInString(s.To))
		b.WriteString(strings.Repeat(string(".^+-"[s.Op]), n))
	}
	return b.String()
}

func TestDiffHugeNames(t *testing.T) {
	t.Parallel()
	a := strings.Repeat("ab", 1<<20)
	if d := Diff(a, strings.Repeat("ba", 1<<20)); !d.Rewritten {
		t.Errorf("Diff of two megabytes: Rewritten = false, want true")
	}
	if d := Diff(a, a+"x"); d.Added != 1 || d.Rewritten {
		t.Errorf("Diff of a megabyte and one character more: Added = %d, want 1", d.Added)
	}
}

func FuzzDiff(f *testing.F) {
	for _, s := range [][2]string{{"docs.open", "docs_open"}, {"", "a"}, {"a\xff", "\xffa"}, {"é", "e\u0301"}, {"aab", "aba"}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, from, to string) {
		if len(from) > 300 || len(to) > 300 {
			t.Skip("long names are covered by a test of their own")
		}
		d := Diff(from, to)
		var a, b strings.Builder
		for _, s := range d.Segments {
			a.WriteString(s.From)
			b.WriteString(s.To)
			n, m := utf8.RuneCountInString(s.From), utf8.RuneCountInString(s.To)
			if s.Op == DiffReplaced && n != m {
				t.Errorf("Diff(%q, %q): replaced %q by %q", from, to, s.From, s.To)
			}
			if s.Op == DiffSame && s.From != s.To {
				t.Errorf("Diff(%q, %q): same %q and %q", from, to, s.From, s.To)
			}
		}
		if a.String() != from || b.String() != to {
			t.Errorf("Diff(%q, %q) joins to %q, %q", from, to, a.String(), b.String())
		}
		if !d.Rewritten && d.Changed() > 40 {
			t.Errorf("Diff(%q, %q).Changed() = %d without Rewritten", from, to, d.Changed())
		}
	})
}
