package scheme

import (
	"strings"
	"testing"
)

func TestFold(t *testing.T) {
	for _, c := range []struct {
		text   string
		unit   counting
		folded string
	}{
		{"plain_name-1", codePoints, "plain_name-1"},
		{"a.b", codePoints, "a_b"},
		{"🙂", codePoints, "_"},
		{"🙂", utf16Units, "__"},
		{"日本", utf16Units, "__"},
		{"\xff\xfe", utf16Units, "__"},
		{"", codePoints, ""},
	} {
		if got := fold(c.text, &wordDash, c.unit); got != c.folded {
			t.Errorf("fold(%q) = %q, want %q", c.text, got, c.folded)
		}
		if got := units(c.folded, c.unit); got != units(c.text, c.unit) {
			t.Errorf("units(%q) = %d, units of the folded = %d", c.text, units(c.text, c.unit), got)
		}
	}
}

func TestCutUnits(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		unit counting
		want string
	}{
		{"abc", 3, codePoints, "abc"},
		{"abc", 2, codePoints, "ab"},
		{"éé", 1, codePoints, "é"},
		{"🙂🙂", 1, codePoints, "🙂"},
		{"🙂🙂", 2, utf16Units, "🙂"},
		{"🙂🙂", 3, utf16Units, "🙂\uFFFD"},
		{"🙂🙂", 4, utf16Units, "🙂🙂"},
		{"", 0, utf16Units, ""},
	} {
		if got := cutUnits(c.text, c.n, c.unit); got != c.want {
			t.Errorf("cutUnits(%q, %d) = %q, want %q", c.text, c.n, got, c.want)
		}
	}
}

func TestCompose(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"plain", "plain"}, {"ﬀ", "ff"}, {"z\u200bw", "zw"}, {"e\u0301", "é"}, {"𝔸", "A"},
		{"\ufeffa\u2060b", "ab"}, {"a\xffb", "a\xffb"}, {"検索", "検索"},
	} {
		if got := compose(c.text); got != c.want {
			t.Errorf("compose(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestFoldWords(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"plain", ""}, {"a.b.c", ". to _"}, {"a.b/c", "several to _"}, {"é é", "several to _"},
		{"ééé", "é to _"}, {"a b", "space to _"}, {"a\x1bb", "U+001B to _"}, {"\u202e", "U+202E to _"},
		{strings.Repeat(".", 1000), ". to _"},
	} {
		if got := foldWords(c.text, &wordDash); got != c.want {
			t.Errorf("foldWords(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}
