package visible

import (
	"html"
	"strings"
)

// Markdown returns s as running text of a GitHub Markdown document: in a
// paragraph, a list item or a cell of a table, also at the start of a line. No
// markup, HTML or link of s comes to life. A name after @ may still be taken
// for a mention by a site that looks for one in the finished text: write names
// with MarkdownCode.
func Markdown(s string) string {
	s = Name(s)
	inner := strings.Trim(s, " ")
	if inner == "" {
		return strings.Repeat("&#32;", len(s))
	}
	var b strings.Builder
	lead := strings.Index(s, inner)
	b.WriteString(strings.Repeat("&#32;", lead))
	digits := true // only digits so far
	for i := 0; i < len(inner); i++ {
		c := inner[i]
		if markup(inner, i) || digits && i > 0 && (c == '.' || c == ')') {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
		digits = digits && c >= '0' && c <= '9'
	}
	b.WriteString(strings.Repeat("&#32;", len(s)-lead-len(inner)))
	return b.String()
}

// markup reports whether the byte at i could begin or end markup there.
func markup(s string, i int) bool {
	switch c := s[i]; c {
	case '\\', '`', '*', '_', '[', ']', '<', '>', '|', '~', '&', '$':
		return true
	case '#', '+', '-', '=':
		return i == 0
	case ':':
		return strings.HasPrefix(s[i:], "://")
	case '.':
		return i >= 3 && strings.EqualFold(s[i-3:i], "www")
	}
	return false
}

// MarkdownCode returns s as a code span. It is safe in a cell of a table too.
// The empty string and names with a back quote or a bar, for which a span has
// no form that holds everywhere, become an HTML code element.
func MarkdownCode(s string) string {
	s = Name(s)
	if s == "" || strings.ContainsAny(s, "`|") || strings.Trim(s, " ") != s {
		code := html.EscapeString(s)
		code = strings.NewReplacer("`", "&#96;", "|", "&#124;", " ", "&#32;",
			"*", "&#42;", "_", "&#95;", "[", "&#91;", "]", "&#93;", `\`, "&#92;",
			"~", "&#126;", "$", "&#36;", ":", "&#58;").Replace(code)
		return "<code>" + code + "</code>"
	}
	return "`" + s + "`"
}
