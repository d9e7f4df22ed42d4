package visible

import (
	"encoding/json"
	"testing"
)

func TestSyntax(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		f        func(string) string
		in, want string
	}{
		{"HTML", HTML, `<script>"a"&'b'`, "&lt;script&gt;&#34;a&#34;&amp;&#39;b&#39;"},
		{"HTML", HTML, "a\u202e\n", `a&lt;U+202E&gt;\n`},
		{"SVG", SVG, "<a>\x00\ufffe", `&lt;a&gt;\x00&lt;U+FFFE&gt;`},
		{"JSONString", JSONString, "a\"\\\n\t\r\x1b\x7f\u009b", `"a\"\\\n\t\r\u001b\u007f\u009b"`},
		{"JSONString", JSONString, "\u202e\u200b\U000e0041<&>", `"\u202e\u200b\udb40\udc41<&>"`},
		{"JSONString", JSONString, "a\xffb\ufffd", "\"a\\ufffdb\ufffd\""},
		{"GitHub", GitHub, "50%\r\n::set-output::x", `50%25\r\n::set-output::x`},
		{"GitHubProperty", GitHubProperty, "a,b:c%", "a%2Cb%3Ac%25"},
		{"SARIF", SARIF, "tools[3].name", "tools[3].name"},
		{"SARIF", SARIF, `[a](b)\`, `\[a\](b)\\`},
		{"Markdown", Markdown, "mcp__docs__open", `mcp\_\_docs\_\_open`},
		{"Markdown", Markdown, "# a", `\# a`},
		{"Markdown", Markdown, "1. a 2. b", `1\. a 2. b`},
		{"Markdown", Markdown, "12) a", `12\) a`},
		{"Markdown", Markdown, "- a-b", `\- a-b`},
		{"Markdown", Markdown, "[x](http://e.com) `c` <b> a|b", "`[x](http://e.com)` \\`c\\` \\<b\\> a\\|b"},
		{"Markdown", Markdown, "www.e.com", "`www.e.com`"},
		{"Markdown", Markdown, "![x](y)", `\!\[x\](y)`},
		{"Markdown", Markdown, "ask @octo of a@b.c about #12, GH-7 and o/r#3", "ask `@octo` of `a@b.c` about `#12`, `GH-7` and `o/r#3`"},
		{"Markdown", Markdown, ":tada: 10:24:30 a:b @ #x", "`:tada:` 10:24:30 a:b @ #x"},
		{"Markdown", Markdown, "    code ", "&#32;&#32;&#32;&#32;code&#32;"},
		{"Markdown", Markdown, "  ", "&#32;&#32;"},
		{"Markdown", Markdown, "a\nb\u202e", `a\\nb\<U+202E\>`},
		{"MarkdownCode", MarkdownCode, "mcp__a", "`mcp__a`"},
		{"MarkdownCode", MarkdownCode, "", "<code></code>"},
		{"MarkdownCode", MarkdownCode, "a|`b`", "<code>a&#124;&#96;b&#96;</code>"},
		{"MarkdownCode", MarkdownCode, "a@b.c|www.x", "<code>a<!---->@b.c&#124;&#119;ww.x</code>"},
		{"MarkdownCode", MarkdownCode, " a<", "<code>&#32;a&lt;</code>"},
	}
	for _, tt := range tests {
		if got := tt.f(tt.in); got != tt.want {
			t.Errorf("%s(%+q) = %s, want %s", tt.name, tt.in, got, tt.want)
		}
	}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	type doc struct{ Name string }
	in := doc{"a\u202eb\u200b\x1b\u009b\U000e0041é"}
	encoded, err := json.MarshalIndent(in, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	got := string(JSON(encoded))
	want := "{\n\t\"Name\": \"a\\u202eb\\u200b\\u001b\\u009b\\udb40\\udc41é\"\n}"
	if got != want {
		t.Errorf("JSON(%s) = %s, want %s", encoded, got, want)
	}
	var back doc
	if err := json.Unmarshal([]byte(got), &back); err != nil || back != in {
		t.Errorf("JSON(%s) means %+q, %v, want %+q", encoded, back, err, in)
	}
}
