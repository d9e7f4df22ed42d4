package visible

import (
	"encoding/json"
	"encoding/xml"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestName(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		{"", ""},
		{"mcp__docs__open", "mcp__docs__open"},
		{"a b", "a b"},
		{"a\tb\nc\rd\r\ne", `a\tb\nc\rd\r\ne`},
		{"\x1b[31mred\x1b[0m", `\x1b[31mred\x1b[0m`},
		{"\x00\x07\x7f", `\x00\x07\x7f`},
		{"\u0080\u009b31m\u009f", `\x80\x9b31m\x9f`},
		{"\x80\x9b31m\xff", `\x80\x9b31m\xff`},
		{"a\xc3", `a\xc3`},
		{"\xed\xa0\x80", `\xed\xa0\x80`},
		{"read\u202e", "read<U+202E>"},
		{"re\u200bad", "re<U+200B>ad"},
		{"\ufeffread\u00ad", "<U+FEFF>read<U+00AD>"},
		{"a\u2028b\u2029", "a<U+2028>b<U+2029>"},
		{"a\ufe0f\U000e0041\U000e0100", "a<U+FE0F><U+E0041><U+E0100>"},
		{"\u3164\u115f\u2800", "<U+3164><U+115F><U+2800>"},
		{"a\u00a0b\u3000c", "a<U+00A0>b<U+3000>c"},
		{"\ue0b0\U0010ffff", "<U+E0B0><U+10FFFF>"},
		{"\u0301e\u0301", "<U+0301>e\u0301"},
		{"e\u0301\u0301\u0301\u0301\u0301e\u0301", "e\u0301\u0301\u0301<U+0301><U+0301>e\u0301"},
		{"a \u0301", "a <U+0301>"},
		{"\u202e\u0301", "<U+202E><U+0301>"},
		{"👩\u200d💻", "👩<U+200D>💻"},
		{"größe_日本語_שלום", "größe_日本語_שלום"},
		{"\ufffd", "\ufffd"},
		{`\x1b`, `\x1b`},
	}
	for _, tt := range tests {
		if got := Name(tt.in); got != tt.want {
			t.Errorf("Name(%+q) = %+q, want %+q", tt.in, got, tt.want)
		}
		if got, want := HasHidden(tt.in), tt.in != tt.want; got != want {
			t.Errorf("HasHidden(%+q) = %v, want %v", tt.in, got, want)
		}
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		{"a\tb\nc\r\nd\re", `a b c d\re`},
		{"a\u00a0b", "a\u00a0b"},
		{"a\x1b]0;title\x07", `a\x1b]0;title\x07`},
		{"a\u202eb", "a<U+202E>b"},
	}
	for _, tt := range tests {
		if got := Text(tt.in); got != tt.want {
			t.Errorf("Text(%+q) = %+q, want %+q", tt.in, got, tt.want)
		}
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in   string
		want []string
	}{
		{"", nil},
		{"one", []string{"one"}},
		{"one\n", []string{"one"}},
		{"one\n\ntwo\r\nthree\rfour", []string{"one", "", "two", `three\rfour`}},
		{"\tx\n日\ty\nabcd\tz", []string{"    x", "日  y", "abcd    z"}},
		{"a\u2028b", []string{"a<U+2028>b"}},
	}
	for _, tt := range tests {
		if got := Lines(tt.in); !slices.Equal(got, tt.want) {
			t.Errorf("Lines(%+q) = %+q, want %+q", tt.in, got, tt.want)
		}
	}
}

// functions lists every function whose result is one line of text.
var functions = map[string]func(string) string{
	"Name": Name, "Text": Text, "HTML": HTML, "SVG": SVG, "Markdown": Markdown,
	"MarkdownCode": MarkdownCode, "JSONString": JSONString, "GitHub": GitHub,
	"GitHubProperty": GitHubProperty, "SARIF": SARIF,
	"Cut":    func(s string) string { return Cut(s, 5) },
	"Middle": func(s string) string { return Middle(s, 5) },
	"Lines":  func(s string) string { return strings.Join(Lines(s), "|") },
}

// flaw returns what is wrong with a result.
func flaw(s string) string {
	if !utf8.ValidString(s) {
		return "invalid UTF-8"
	}
	for _, r := range s {
		if control(r) {
			return "a control character"
		}
		if hidden(r) {
			return "a hidden character"
		}
	}
	return ""
}

// TestEveryRune holds the promise for every code point and every byte, alone
// and between letters.
func TestEveryRune(t *testing.T) {
	t.Parallel()
	for name, f := range functions {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for c := range 256 {
				raw := string([]byte{'a', byte(c), 'b'})
				if bad := flaw(f(raw)); bad != "" {
					t.Errorf("%s(%+q) = %+q: %s", name, raw, f(raw), bad)
				}
			}
			for r := rune(0); r <= utf8.MaxRune; r++ {
				if r > 0x3ffff && r < 0xe0000 || r > 0xe0fff && r&0xfff != 0 && r&0xfffe != 0xfffe {
					continue // unassigned planes, and the private ones between their ends
				}
				in := "a" + string(r) + "b"
				if bad := flaw(f(in)); bad != "" {
					t.Fatalf("%s(%+q) = %+q: %s", name, in, f(in), bad)
				}
			}
		})
	}
}

// TestHiddenCount fails when a change of the tables lets characters through.
func TestHiddenCount(t *testing.T) {
	t.Parallel()
	for _, r := range []rune{0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180e, 0x180f,
		0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e,
		0x2060, 0x2061, 0x2062, 0x2063, 0x2064, 0x2065, 0x2066, 0x2067, 0x2068, 0x2069, 0x206a, 0x206f,
		0x3164, 0xfe00, 0xfe0e, 0xfe0f, 0xfeff, 0xffa0, 0xfff0, 0xfff9, 0xfffb, 0xfffe, 0xffff, 0xfdd0,
		0x1d173, 0x1bca0, 0xe0001, 0xe0020, 0xe007f, 0xe0100, 0xe01ef, 0xe000, 0xf8ff, 0xf0000, 0x1fffe} {
		if !hidden(r) {
			t.Errorf("hidden(%U) = false, want true", r)
		}
	}
	for _, r := range "aé日ש👩…·✗" {
		if hidden(r) {
			t.Errorf("hidden(%U) = true, want false", r)
		}
	}
}

func FuzzVisible(f *testing.F) {
	for _, s := range []string{"", "read", "\x1b[2J", "\u202eab\u2066", "e\u0301\u0301\u0301\u0301", "\xff\xc2\x9b", "a|`b`", "](x)\\", "日本\t\r\n", "👩\u200d💻"} {
		f.Add(s, 7)
	}
	f.Fuzz(func(t *testing.T, s string, w int) {
		for name, fn := range functions {
			if bad := flaw(fn(s)); bad != "" {
				t.Errorf("%s(%+q) = %+q: %s", name, s, fn(s), bad)
			}
		}
		if once := Name(s); Name(once) != once {
			t.Errorf("Name(%+q) = %+q, then %+q", s, once, Name(once))
		}
		if once := Text(s); Text(once) != once {
			t.Errorf("Text(%+q) = %+q, then %+q", s, once, Text(once))
		}
		w = min(max(w, 0), 200)
		if got := Width(Cut(s, w)); got > w {
			t.Errorf("Width(Cut(%+q, %d)) = %d", s, w, got)
		}
		if got := Width(Middle(s, w)); got > w {
			t.Errorf("Width(Middle(%+q, %d)) = %d", s, w, got)
		}
		var back string
		if err := json.Unmarshal([]byte(JSONString(s)), &back); err != nil {
			t.Errorf("JSONString(%+q) = %s: %v", s, JSONString(s), err)
		} else if back != strings.ToValidUTF8(s, "\ufffd") && utf8.ValidString(s) {
			t.Errorf("JSONString(%+q) means %+q", s, back)
		}
		var x string
		if err := xml.Unmarshal([]byte("<t>"+SVG(s)+"</t>"), &x); err != nil || x != Name(s) {
			t.Errorf("SVG(%+q) = %+q, read back as %+q, %v", s, SVG(s), x, err)
		}
	})
}
