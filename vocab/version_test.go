package vocab

import (
	"slices"
	"strings"
	"testing"
)

func TestCompareVersions(t *testing.T) {
	t.Parallel()
	ordered := []string{"0", "0.61.0-alpha", "0.61.0-alpha.1", "0.61.0-alpha.2", "0.61.0-alpha.10", "0.61.0-beta", "0.61",
		"0.118.0", "1.0.2", "1.0.10", "1.0.128", "2.0.37", "2.0.60", "2.1.332", "2026-08", "2026-09", "99999999999999999999999"}
	for i, a := range ordered {
		for j, b := range ordered {
			got, err := CompareVersions(a, b)
			if err != nil || sign(got) != sign(i-j) {
				t.Errorf("CompareVersions(%q, %q) = %d, %v, want sign %d", a, b, got, err, sign(i-j))
			}
		}
	}
	for _, s := range [][2]string{{"1.0", "1.0.0"}, {"v2.1", "2.1.0"}, {"1.0+build.5", "1.0"}, {"01.2", "1.02"}} {
		if got, err := CompareVersions(s[0], s[1]); got != 0 || err != nil {
			t.Errorf("CompareVersions(%q, %q) = %d, %v, want 0", s[0], s[1], got, err)
		}
	}
	for _, s := range []string{"", "v", "1.", ".1", "1..2", "1.x", "37f36e938", "1.0 (Claude Code)", "1-", "1+", "1-a..b", "١.٠", "-1", "1.0-é"} {
		if got, err := CompareVersions(s, "1"); err == nil {
			t.Errorf("CompareVersions(%q, 1) = %d, want an error", s, got)
		}
	}
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

func TestHas(t *testing.T) {
	t.Parallel()
	tests := []struct {
		client, version, name string
		want                  Answer
		known                 bool
		why                   string
	}{
		{"claude-code", "2.0.37", "AskUserQuestion", Unknown, true, "came between 2.0.0 and 2.0.60"},
		{"claude-code", "2.0.0", "AskUserQuestion", No, true, "came between 2.0.0 and 2.0.60"},
		{"claude-code", "2.0.60", "AskUserQuestion", Yes, true, "came between 2.0.0 and 2.0.60"},
		{"claude-code", "2.1.63", "SlashCommand", No, true, "gone between 2.0.60 and 2.1.20"},
		{"claude-code", "2.0.0", "SlashCommand", Yes, true, "came in 1.0.128 or earlier, gone between"},
		{"claude-code", "1.0.5", "SlashCommand", Unknown, true, "came in 1.0.128 or earlier"},
		{"claude-code", "2.0.37", "Bash", Yes, true, "there in 2.1.332"},
		{"claude-code", "0.2.9", "Bash", Unknown, true, "oldest version looked at is 1.0.0"},
		{"claude-code", "9.0.0", "Bash", Yes, true, "there in 2.1.332"},
		{"claude-code", "", "Bash", Unknown, true, "version not known"},
		{"claude-code", "next", "Bash", Unknown, true, "cannot be read"},
		{"claude-code", "2.1.332", "BashOutput", No, true, "gone between 2.0.60 and 2.1.20"},
		{"claude-code", "2.1.100", "KillShell", Yes, true, "alias of TaskStop"},
		{"claude-code", "2.0.60", "KillShell", Yes, true, "gone between 2.0.60 and 2.1.20"},
		{"claude-code", "2.1.332", "bash", Unknown, false, "not in the table"},
		{"codex", "0.61.0", "shell", Yes, true, "declared in 0.61.0"},
		{"codex", "0.118.0", "shell", No, true, "gone between 0.61.0 and 0.118.0"},
		{"codex", "0.118.0", "exec_command", Yes, true, "declared in 0.118.0"},
		{"codex", "0.61.0", "exec_command", Unknown, true, "oldest version looked at"},
		{"codex", "0.171.0", "spawn_agent", Yes, true, "declared in 0.171.0"},
		{"codex", "0.171.0", "update_plan", No, true, "answered as unknown"},
		{"codex", "0.145.0", "update_plan", Yes, true, "declared in 0.145.0"},
		{"codex", "0.171.0", "glob_file_search", No, true, "never declared"},
		{"codex", "0.100.0", "list_dir", Unknown, true, "gone in 0.171.0 or earlier"},
		{"opencode", "1.18.33", "apply_patch", Yes, true, "declared in 1.18.33"},
		{"zed", "1.0", "grep", Yes, true, ""},
		{"goose", "1.0", "shell", Unknown, false, "not in the table"},
		{"", "1.0", "web_search", Unknown, false, "not in the table"},
	}
	for _, tt := range tests {
		p := Has(tt.client, tt.version, tt.name)
		if p.Answer != tt.want || p.Known != tt.known || !strings.Contains(p.Why, tt.why) {
			t.Errorf("Has(%q, %q, %q) = %v, known %v, %q, want %v, %v, %q", tt.client, tt.version, tt.name,
				p.Answer, p.Known, p.Why, tt.want, tt.known, tt.why)
		}
	}
}

func TestExactBound(t *testing.T) {
	t.Parallel()
	b := Bound{Min: "1.0", Max: "2.0", Exact: true}
	for v, want := range map[string]Answer{"1.0": No, "1.5": No, "2.0": Yes, "3": Yes} {
		if got := b.passed(v); got != want {
			t.Errorf("passed(%s) of %v = %v, want %v", v, b, got, want)
		}
	}
	if got := b.Words("came"); got != "came in 2.0" {
		t.Errorf("Words = %q", got)
	}
	if got := (Bound{Min: "1.0"}).passed("5"); got != Unknown {
		t.Errorf("passed(5) after 1.0 = %v, want unknown", got)
	}
}

func TestVersionsColumn(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"AskUserQuestion": "from 2.0.60", "AgentOutputTool": "2.0.60 only", "SlashCommand": "1.0.128 to 2.0.60",
		"MultiEdit": "1.0.128, then gone", "Bash": "in 2.1.332",
	} {
		e := Lookup(name)[0].Entry
		if got := e.Versions("2.1.332"); got != want {
			t.Errorf("Versions of %s = %q, want %q", name, got, want)
		}
	}
	if got := Lookup("container.exec")[0].Versions("0.171.0"); got != "before 0.171.0" {
		t.Errorf("Versions of container.exec = %q", got)
	}
}

func TestBuiltins(t *testing.T) {
	t.Parallel()
	tests := []struct {
		client, version, got string
		exact, ok            bool
	}{
		{"codex", "0.61.0", "0.61.0", true, true},
		{"codex", "0.100.0", "0.61.0", false, true},
		{"codex", "0.171.0-alpha.1", "0.145.0", false, true},
		{"codex", "1.0", "0.171.0", false, true},
		{"codex", "0.1", "0.61.0", false, true},
		{"codex", "", "0.171.0", false, true},
		{"codex", "new", "", false, false},
		{"zed", "1.0", "", false, false},
	}
	for _, tt := range tests {
		l, ok := Builtins(tt.client, tt.version)
		if l.Version != tt.got || l.Exact != tt.exact || ok != tt.ok || ok && (l.Note == "") != l.Exact {
			t.Errorf("Builtins(%q, %q) = %q, exact %v, %q, %v, want %q, %v, %v", tt.client, tt.version, l.Version, l.Exact, l.Note, ok, tt.got, tt.exact, tt.ok)
		}
	}
	l, _ := Builtins("opencode", "1.18.33")
	for model, patch := range map[string]bool{"gpt-5.2": true, "gpt-4.1": false, "gpt-oss-120b": false, "claude": false, "": false} {
		if got := slices.Contains(l.ForModel(model).Declared, "apply_patch"); got != patch {
			t.Errorf("ForModel(%q) declares apply_patch: %v, want %v", model, got, patch)
		}
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	tests := []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"read", "Read", 1}, {"größe", "grösse", 2},
		{"日本", "日", 1}, {"\xff", "\xfe", 0}, {"semanticSearter", "semanticSearch", 3},
	}
	for _, tt := range tests {
		if got := Distance(tt.a, tt.b); got != tt.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	among := []string{"bbbb", "abcx", "abxd", "abcd"}
	want := []Near{{"abcd", 0, 3}, {"abcx", 1, 1}, {"abxd", 1, 2}}
	if got := Nearest("abcd", among, 3); !slices.Equal(got, want) {
		t.Errorf("Nearest(abcd, 3) = %v, want %v", got, want)
	}
	if got := Nearest("abcd", among, 0); len(got) != 4 {
		t.Errorf("Nearest(abcd, 0) has %d names, want all 4", len(got))
	}
	if got := Nearest("x", nil, 3); len(got) != 0 {
		t.Errorf("Nearest among none = %v", got)
	}
}

func FuzzDistance(f *testing.F) {
	f.Add("kitten", "sitting", "mitten")
	f.Add("", "é", "\xff")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		a, b, c = a[:min(len(a), 60)], b[:min(len(b), 60)], c[:min(len(c), 60)]
		ab := Distance(a, b)
		if ab != Distance(b, a) || (ab == 0) != slices.Equal([]rune(a), []rune(b)) {
			t.Errorf("Distance(%q, %q) = %d, the other way %d", a, b, ab, Distance(b, a))
		}
		if ac, bc := Distance(a, c), Distance(b, c); ac > ab+bc {
			t.Errorf("Distance(%q, %q) = %d, over %q it is %d", a, c, ac, b, ab+bc)
		}
	})
}

func FuzzCompareVersions(f *testing.F) {
	f.Add("1.0.128", "2.0.0-alpha.1")
	f.Add("v1+b", "")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, err := CompareVersions(a, b)
		y, err2 := CompareVersions(b, a)
		if (err == nil) != (err2 == nil) || sign(x) != -sign(y) {
			t.Errorf("CompareVersions(%q, %q) = %d, %v; the other way %d, %v", a, b, x, err, y, err2)
		}
	})
}
