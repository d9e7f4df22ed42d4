package cli

import (
	"bytes"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	nethtml "golang.org/x/net/html"
)

// exportRuns are the documents that are kept.
var exportRuns = []struct {
	name string
	args []string
}{
	{"read.html", []string{"replay", "read.case.json", "--format", "html"}},
	{"read.svg", []string{"replay", "read.case.json", "--format", "svg"}},
	{"read.md", []string{"replay", "read.case.json", "--format", "markdown"}},
	{"dot.html", []string{"replay", "dot.case.json", "--format", "html"}},
	{"dot.svg", []string{"replay", "dot.case.json", "--format", "svg", "--theme", "dark"}},
	{"dot.md", []string{"replay", "dot.case.json", "--format", "markdown"}},
	{"explain.html", []string{"explain", "read", "--client", "claude-code", "--format", "html"}},
	{"explain.svg", []string{"explain", "read", "--client", "claude-code", "--format", "svg"}},
	{"explain.md", []string{"explain", "read", "--client", "claude-code", "--format", "markdown"}},
	{"refusal.html", []string{"explain", "--error", "No such tool available: read", "dot.case.json", "--format", "html"}},
	{"refusal.md", []string{"explain", "--error", "No such tool available: read", "dot.case.json", "--format", "markdown"}},
}

// output runs a command and returns its stdout.
func output(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := Main(args, strings.NewReader(""), &out, &errs); code != exitFine {
		t.Fatalf("%q: exit %d, %s", args, code, errs.String())
	}
	return out.String()
}

func TestExportGoldens(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	for _, x := range exportRuns {
		t.Run(x.name, func(t *testing.T) {
			args := slices.Clone(x.args)
			for i, arg := range args {
				if strings.HasSuffix(arg, ".case.json") {
					args[i] = filepath.Join("testdata", "export", arg)
				}
			}
			golden.RequireEqual(t, []byte(output(t, args...)))
		})
	}
}

// pageElements are all that a page may hold; Markdown has what its tables and
// lists become. Neither has a script, a picture or a frame.
const (
	pageElements     = "html head body meta link title style header main footer section article nav div p h1 h2 h3 h4 dl dt dd ul ol li a b span code pre table thead tbody tr th td details summary ins"
	markdownElements = "html head body h2 h3 p strong code pre table thead tbody tr th td ul li details summary"
	drawingElements  = "svg title desc style rect text path circle"
)

// checkPage reports what a page holds that hopscope does not write.
func checkPage(t *testing.T, name, doc, allowed string) (text string) {
	t.Helper()
	root, err := nethtml.Parse(strings.NewReader(doc))
	if err != nil {
		t.Fatal(err)
	}
	known := strings.Fields(allowed)
	var b strings.Builder
	for n := range root.Descendants() {
		switch n.Type {
		case nethtml.TextNode:
			b.WriteString(n.Data)
		case nethtml.ElementNode:
			if !slices.Contains(known, n.Data) {
				t.Errorf("%s has an element %s", name, n.Data)
			}
			for _, a := range n.Attr {
				outside := (a.Key == "href" || a.Key == "src") && !strings.HasPrefix(a.Val, "#") && a.Val != "data:,"
				if strings.HasPrefix(a.Key, "on") || a.Key == "style" && allowed == pageElements || outside {
					t.Errorf("%s: %s has %s=%q", name, n.Data, a.Key, a.Val)
				}
			}
		}
	}
	return b.String()
}

func checkDrawing(t *testing.T, name, doc string) (text string) {
	t.Helper()
	known := strings.Fields(drawingElements)
	d := xml.NewDecoder(strings.NewReader(doc))
	var b strings.Builder
	for {
		tok, err := d.Token()
		if err == io.EOF {
			return b.String()
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			if !slices.Contains(known, tok.Name.Local) {
				t.Errorf("%s has an element %s", name, tok.Name.Local)
			}
			for _, a := range tok.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" {
					t.Errorf("%s: %s has %s=%q", name, tok.Name.Local, a.Name.Local, a.Value)
				}
			}
		case xml.CharData:
			b.Write(tok)
			b.WriteByte('\n')
		}
	}
}

func checkMarkdown(t *testing.T, name, doc string) (text string) {
	t.Helper()
	var out bytes.Buffer
	github := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote), goldmark.WithRendererOptions(html.WithUnsafe()))
	if err := github.Convert([]byte(doc), &out); err != nil {
		t.Fatal(err)
	}
	return checkPage(t, name, out.String(), markdownElements)
}

// checkExport checks a document by its format and returns its text.
func checkExport(t *testing.T, name, format, doc string) string {
	t.Helper()
	switch format {
	case "html":
		return checkPage(t, name, doc, pageElements)
	case "svg":
		return checkDrawing(t, name, doc)
	default:
		return checkMarkdown(t, name, doc)
	}
}

// Whatever a file says, an export holds only what hopscope writes.
func TestExportsHoldNothingForeign(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	for _, path := range hostileFiles(t) {
		for _, format := range []string{"html", "svg", "markdown"} {
			var out, errs bytes.Buffer
			if Main([]string{"replay", path, "--format", format}, strings.NewReader(""), &out, &errs) == exitFine {
				checkExport(t, format+" of "+filepath.Base(path), format, out.String())
			}
		}
	}
	for _, name := range append([]string{"</title><script>", "]]></style>", "a --> b", "![x](y) @z #1"}, hostile...) {
		for _, format := range []string{"html", "svg", "markdown"} {
			var out, errs bytes.Buffer
			if Main([]string{"explain", name, "--client", "claude-code", "--format", format}, strings.NewReader(""), &out, &errs) == exitFine {
				checkExport(t, fmt.Sprintf("%s of %+q", format, name), format, out.String())
			}
		}
	}
}

// Every demo, in every format, shows the hop that breaks, the six hops and the
// advice.
func TestExportsOfDemos(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	cases, err := filepath.Glob("../../sessions/demo/*.case.json")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no demos: %v", err)
	}
	for _, path := range cases {
		plain := output(t, "--plain", path)
		for _, format := range []string{"html", "svg", "markdown"} {
			name := format + " of " + filepath.Base(path)
			text := checkExport(t, name, format, output(t, "replay", path, "--format", format))
			for _, want := range []string{"Real name", "Safe form", "Wire shape", "Model echo", "Dispatch", "History"} {
				if !strings.Contains(text, want) && strings.Contains(plain, "BREAKS HERE") {
					t.Errorf("%s does not have %s", name, want)
				}
			}
			if strings.Contains(plain, "BREAKS HERE") && !strings.Contains(strings.ToLower(text), "breaks here") {
				t.Errorf("%s does not say where it breaks", name)
			}
		}
	}
}

// The README's picture is what the command beside it writes.
func TestReadmePicture(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	const path = "../../testdata/screens/explain-read.svg"
	got := output(t, "explain", "read", "--client", "claude-code", "--format", "svg")
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is not what the command writes now: run go test ./tui/cli -run ReadmePicture -update", path)
	}
}
