package visible

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	nethtml "golang.org/x/net/html"
)

// These tests ask parsers of each syntax: in foreign text they find no element,
// link or entity that hopscope did not write, and read the text that Name makes
// of it.

// github reads Markdown as GitHub does, with HTML let through.
func github() goldmark.Markdown {
	return goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote), goldmark.WithRendererOptions(html.WithUnsafe()))
}

// parsed returns the elements of an HTML text, those in allowed left out, and
// the text in it.
func parsed(t *testing.T, doc, allowed string) (elements []string, text string) {
	t.Helper()
	root, err := nethtml.Parse(strings.NewReader(doc))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	var walk func(*nethtml.Node)
	walk = func(n *nethtml.Node) {
		switch n.Type {
		case nethtml.TextNode:
			b.WriteString(n.Data)
		case nethtml.ElementNode:
			if !strings.Contains(" html head body "+allowed+" ", " "+n.Data+" ") {
				elements = append(elements, n.Data)
			}
			for _, a := range n.Attr {
				if a.Key != "title" && a.Key != "id" {
					elements = append(elements, a.Key+"="+a.Val)
				}
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(root)
	return elements, b.String()
}

// checkMarkup holds s against all parsers.
func checkMarkup(t *testing.T, s string) {
	t.Helper()
	want := Name(s)
	if got, text := parsed(t, "<p title=\""+HTML(s)+"\">"+HTML(s)+"</p>", "p"); len(got) > 0 || text != want {
		t.Errorf("HTML(%+q): elements %q, text %+q, want %+q", s, got, text, want)
	}
	checkSVG(t, s)
	for _, x := range []struct{ name, doc string }{
		{"paragraph", "text " + Markdown(s) + " text\n"},
		{"start of a line", Markdown(s) + "\n"},
		{"item", "- " + Markdown(s) + "\n"},
		{"cell", "| a | b |\n| --- | --- |\n| " + Markdown(s) + " | " + MarkdownCode(s) + " |\n"},
		{"code", "text " + MarkdownCode(s) + " text\n"},
	} {
		var out bytes.Buffer
		if err := github().Convert([]byte(x.doc), &out); err != nil {
			t.Fatal(err)
		}
		got, text := parsed(t, out.String(), "p code table thead tbody tr th td ul li")
		if len(got) > 0 {
			t.Errorf("Markdown(%+q) in a %s: %q, of %s", s, x.name, got, x.doc)
		}
		if blanks(text) != blanks(wanted(x.name, want)) {
			t.Errorf("Markdown(%+q) in a %s: text %+q, want %+q", s, x.name, text, wanted(x.name, want))
		}
	}
}

func wanted(place, s string) string {
	switch place {
	case "cell":
		return "a b " + s + " " + s
	case "paragraph", "code":
		return "text " + s + " text"
	default:
		return s
	}
}

// blanks makes what a browser does of white space.
func blanks(s string) string { return strings.Join(strings.Fields(s), " ") }

func checkSVG(t *testing.T, s string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader("<svg a=\"" + SVG(s) + "\"><text>" + SVG(s) + "</text></svg>"))
	text, elements := "", 0
	for {
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Errorf("SVG(%+q): %v", s, err)
			return
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			elements++
			if len(tok.Attr) > 1 {
				t.Errorf("SVG(%+q): attributes %v", s, tok.Attr)
			}
		case xml.CharData:
			text += string(tok)
		case xml.Comment, xml.ProcInst, xml.Directive:
			t.Errorf("SVG(%+q): %T", s, tok)
		}
	}
	if elements != 2 || text != Name(s) {
		t.Errorf("SVG(%+q): %d elements, text %+q, want 2 and %+q", s, elements, text, Name(s))
	}
}

// markupSeeds are what people try.
var markupSeeds = [...]string{
	"", "Read", "<script>alert(1)</script>", "</code><img src=x onerror=alert(1)>", "](x)", "[a](javascript:alert(1))", "![a](http://e.com/a.png)",
	"<http://e.com>", "http://e.com/a_b", "HTTPS://E.COM", "www.e.com", "wWw.e.com", "a@b.co", "mailto:a@b.co", "xmpp:a@b.co/c", "ftp://e.com", "@user @org/team", "#12 o/r#3 GH-7",
	"`code`", "``", "a`b|c", "|", "\\", "\\|", "a\\", "*a* _b_ **c** ~~d~~", "# h", "- i", "+ i", "1. i", "1) i", "> q", "===", "---", "    pre", "\tpre", "~~~", "```\nx\n```",
	"&amp; &#60;b&#62; &lt;", "[^1]: x", "[a]: http://e.com", "<!-- x -->", "<?x?>", "<![CDATA[x]]>", "]]>", "- [x] task", ":tada:", "$a$ $$b$$", "a  b ", " lead",
	"\x1b[31m", "\u202eabc", "a\u200bb", "\xff\xfe", "\x00", "a\nb\r\nc", "\u0301", "'\"", "\" onload=\"x", "a|b@c.de|www.x.y",
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	for i, s := range markupSeeds {
		checkMarkup(t, s)
		checkMarkup(t, s+markupSeeds[(i*7+3)%len(markupSeeds)])
		checkMarkup(t, fmt.Sprintf("%s %s", markupSeeds[(i*5+1)%len(markupSeeds)], s))
	}
}

func FuzzMarkup(f *testing.F) {
	for _, s := range markupSeeds {
		f.Add(s)
	}
	f.Fuzz(checkMarkup)
}
