package visible

import (
	"html"
	"strings"
)

// Markdown returns s as running text of a GitHub Markdown document: in a
// paragraph, a list item or a cell of a table, also at the start of a line. No
// markup, HTML or link of s comes to life. A word that a site would make a link
// of in the finished text (an address, @name, #12, :emoji:) becomes a code
// span, where no site looks for one.
func Markdown(s string) string {
	s = Name(s)
	inner := strings.Trim(s, " ")
	if inner == "" {
		return strings.Repeat("&#32;", len(s))
	}
	var b strings.Builder
	lead := strings.Index(s, inner)
	b.WriteString(strings.Repeat("&#32;", lead))
	for i, word := range strings.Split(inner, " ") {
		if i > 0 {
			b.WriteByte(' ')
		}
		if core := strings.TrimRight(word, ",;."); core != "" && linked(core) {
			b.WriteString(MarkdownCode(core) + word[len(core):])
			continue
		}
		markdownWord(&b, word, i == 0)
	}
	b.WriteString(strings.Repeat("&#32;", len(s)-lead-len(inner)))
	return b.String()
}

// markdownWord writes a word without blanks; first: it may stand at the start
// of a line.
func markdownWord(b *strings.Builder, word string, first bool) {
	digits := first // only digits so far
	for i := 0; i < len(word); i++ {
		c := word[i]
		if markup(c, first && i == 0) || digits && i > 0 && (c == '.' || c == ')') {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
		digits = digits && c >= '0' && c <= '9'
	}
}

// markup reports whether a byte could begin or end markup; start: it stands at
// the start of the text.
func markup(c byte, start bool) bool {
	switch c {
	case '\\', '`', '*', '_', '[', ']', '<', '>', '|', '~', '&', '$', '!':
		return true
	case '#', '+', '-', '=':
		return start
	}
	return false
}

// linked reports whether a site would take a word, or a part of it, for an
// address, a mention, the number of an issue or the name of an emoji.
func linked(word string) bool {
	if strings.Contains(word, "://") || strings.Contains(strings.ToLower(word), "www.") {
		return true
	}
	colon := -1
	for i := 0; i < len(word); i++ {
		next := byte(' ')
		if i+1 < len(word) {
			next = word[i+1]
		}
		switch {
		case word[i] == '@' && wordByte(next), word[i] == '#' && next >= '0' && next <= '9':
			return true
		case word[i] == '-' && i >= 2 && strings.EqualFold(word[i-2:i], "GH") && next >= '0' && next <= '9':
			return true
		case word[i] == ':' && colon >= 0 && emoji(word[colon+1:i]):
			return true
		case word[i] == ':':
			colon = i
		case !wordByte(word[i]) && word[i] != '+' && word[i] != '-':
			colon = -1
		}
	}
	return false
}

// emoji reports whether what stands between two colons may be the name of an
// emoji: a time of day is none.
func emoji(s string) bool {
	return s != "" && (strings.Trim(s, "0123456789") != "" || s == "100" || s == "1234")
}

// wordByte reports whether a byte is a letter, a digit or an underscore, or part
// of a character beyond ASCII.
func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80
}

// codeEntities are the characters of an HTML code element that Markdown or a
// table would still see. What stands before @ is cut off by a comment: an
// address is looked for after entities are read.
var codeEntities = strings.NewReplacer("`", "&#96;", "|", "&#124;", " ", "&#32;",
	"*", "&#42;", "_", "&#95;", "[", "&#91;", "]", "&#93;", `\`, "&#92;", "!", "&#33;",
	"~", "&#126;", "$", "&#36;", ":", "&#58;", "@", "<!---->@", "www.", "&#119;ww.")

// MarkdownCode returns s as a code span. It is safe in a cell of a table too.
// The empty string and names with a back quote or a bar, for which a span has
// no form that holds everywhere, become an HTML code element.
func MarkdownCode(s string) string {
	s = Name(s)
	if s == "" || strings.ContainsAny(s, "`|") || strings.Trim(s, " ") != s {
		return "<code>" + codeEntities.Replace(html.EscapeString(s)) + "</code>"
	}
	return "`" + s + "`"
}
