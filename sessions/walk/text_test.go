package walk

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	tests := []struct{ raw, want string }{
		{`"a"`, "a"},
		{`""`, ""},
		{`"a\nb\t\"\\\/\b\f\r"`, "a\nb\t\"\\/\b\f\r"},
		{`"\u0041\u00e9\u20ac"`, "Aé€"},
		{`"\ud83d\ude00"`, "😀"},
		{`"\ud83d"`, "\uFFFD"},
		{`"\ud83dx"`, "\uFFFDx"},
		{`"\ud83d\u0041"`, "\uFFFDA"},
		{`"\ude00\ud83d"`, "\uFFFD\uFFFD"},
		{"\"a\xffb\"", "a\uFFFDb"},
		{`"\q\u12"`, "qu12"},
		{`"\é"`, "é"},
		{`12`, ""},
		{`null`, ""},
		{``, ""},
	}
	for _, test := range tests {
		if got := Text([]byte(test.raw)); got != test.want {
			t.Errorf("Text(%s) = %q, want %q", test.raw, got, test.want)
		}
	}
}

func TestHead(t *testing.T) {
	tests := []struct {
		raw  string
		max  int
		want string
		cut  bool
	}{
		{`"abc"`, 3, "abc", false},
		{`"abc"`, 2, "ab", true},
		{`"aé"`, 2, "a", true},
		{`"aé"`, 3, "aé", false},
		{`"\u00e9\u00e9"`, 3, "é", true},
		{`"abc`, 10, "abc", false},
		{`"abc"`, 0, "", true},
		{`""`, 0, "", false},
	}
	for _, test := range tests {
		got, cut := Head([]byte(test.raw), test.max)
		if got != test.want || cut != test.cut {
			t.Errorf("Head(%s, %d) = %q, %v, want %q, %v", test.raw, test.max, got, cut, test.want, test.cut)
		}
	}
}

func TestEqual(t *testing.T) {
	tests := []struct {
		raw, s string
		want   bool
	}{
		{`"tool_use"`, "tool_use", true},
		{`"tool\u005fuse"`, "tool_use", true},
		{`"tool\u005fuses"`, "tool_use", false},
		{`"tool_us"`, "tool_use", false},
		{`"tool\u005fus"`, "tool_use", false},
		{`tool_use`, "tool_use", false},
		{`""`, "", true},
		{`"` + strings.Repeat(`\u0061`, 3) + `"`, "aaa", true},
	}
	for _, test := range tests {
		if got := Equal([]byte(test.raw), test.s); got != test.want {
			t.Errorf("Equal(%s, %q) = %v, want %v", test.raw, test.s, got, test.want)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add(`"a\u00e9\ud83d\ude00\n"`, 5)
	f.Add("\"\xff\xfe\"", 1)
	f.Add(`"\ud83d"`, 100)
	f.Fuzz(func(t *testing.T, raw string, max int) {
		if max < 0 || max > 1<<20 {
			max = 1 << 20
		}
		whole := Text([]byte(raw))
		var want string
		if strings.HasPrefix(raw, `"`) && strings.HasSuffix(raw, `"`) && json.Unmarshal([]byte(raw), &want) == nil && whole != want {
			t.Errorf("Text(%q) = %q, want %q", raw, whole, want)
		}
		if whole != "" && !utf8.ValidString(whole) {
			t.Errorf("Text(%q) = %q is not valid UTF-8", raw, whole)
		}
		head, cut := Head([]byte(raw), max)
		if len(head) > max || !strings.HasPrefix(whole, head) || cut != (head != whole) {
			t.Errorf("Head(%q, %d) = %q, %v, whole %q", raw, max, head, cut, whole)
		}
		if !strings.Contains(whole, "\uFFFD") && !Equal([]byte(raw), whole) && len(raw) > 0 && raw[0] == '"' {
			t.Errorf("Equal(%q, %q) = false", raw, whole)
		}
	})
}
