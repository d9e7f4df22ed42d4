package report

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	nethtml "golang.org/x/net/html"

	"hopscope/journey"
)

// foreign is a picture in which every text is s.
func foreign(s string) Picture {
	p := Picture{
		Name: s, Namespace: s, Note: s, Error: s, Client: s, Scheme: s, Provider: s, Source: s, Others: s, Notes: []string{s}, Command: s, Version: s,
		Masks: NewMasks(), Look: Look{Light: &Palette{Window: "#ffffff", Text: "#000000"}},
	}
	j := &p.Journey
	for i := range j.Stops {
		j.Stops[i] = journey.Stop{Hop: journey.Rail[i], Name: s, Namespace: s, Word: s, Wide: s, Note: s, Source: s, State: journey.StopState(i % 5)}
	}
	j.Break, j.First = journey.HopReturn, journey.HopSafe
	j.Return = &journey.Stop{Hop: journey.HopReturn, Name: s, Word: s, Note: s}
	j.Diagnosis = &journey.Diagnosis{
		Kind: journey.Kind(s), Hop: journey.HopReturn, What: s, Advice: s, Evidence: []journey.Evidence{{Where: s, Text: "x" + s}},
	}
	return p
}

// checkForeign holds that the elements of page and picture are those that are
// written, whatever the texts.
func checkForeign(t *testing.T, s string) {
	t.Helper()
	p := foreign(s)
	var page, drawing bytes.Buffer
	if err := ExplainHTML(&page, p); err != nil {
		t.Fatal(err)
	}
	if err := SVG(&drawing, p); err != nil {
		t.Fatal(err)
	}
	root, err := nethtml.Parse(&page)
	if err != nil {
		t.Fatal(err)
	}
	const known = " html head meta link title style body header main footer section p h1 dl dt dd ul ol li span b code pre table thead tbody tr th td details summary div ins "
	for n := range root.Descendants() {
		if n.Type == nethtml.CommentNode || n.Type == nethtml.ElementNode && !strings.Contains(known, " "+n.Data+" ") {
			t.Errorf("ExplainHTML(%+q) has %v %s", s, n.Type, n.Data)
		}
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") || a.Key == "src" || a.Key == "href" && a.Val != "data:," {
				t.Errorf("ExplainHTML(%+q) has %s=%q", s, a.Key, a.Val)
			}
		}
	}
	d := xml.NewDecoder(&drawing)
	for {
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("SVG(%+q): %v", s, err)
		}
		if e, ok := tok.(xml.StartElement); ok && !strings.Contains(" svg title desc style rect text path circle ", " "+e.Name.Local+" ") {
			t.Errorf("SVG(%+q) has an element %s", s, e.Name.Local)
		}
	}
}

var foreignSeeds = [...]string{
	"", "read", "<script>alert(1)</script>", "</title><script>", "]]></style>", "\"><img src=x onerror=alert(1)>", "' onload='x", "a\x00b\xff", "\u202e\u200b", "\x1b[31m",
	strings.Repeat("very_long_name_", 40), "読み取る ファイル", "<tool_use_error>x</tool_use_error>", "&lt;b&gt;&#60;", "<!-- x -->", "bob@mail.example.net /home/bob/x",
}

func TestForeignTexts(t *testing.T) {
	t.Parallel()
	for _, s := range foreignSeeds {
		checkForeign(t, s)
	}
}

func FuzzForeignTexts(f *testing.F) {
	for _, s := range foreignSeeds {
		f.Add(s)
	}
	f.Fuzz(checkForeign)
}

func TestWrapCells(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		in   string
		w    int
		want string
	}{
		{"", 5, ""}, {"one two", 7, "one two"}, {"one two", 6, "one|two"}, {"abcdefgh ij", 4, "abcd|efgh|ij"}, {"a  b", 9, "a b"}, {"読み取る x", 4, "読み|取る|x"},
	} {
		if got := strings.Join(wrapCells(x.in, x.w), "|"); got != x.want {
			t.Errorf("wrapCells(%q, %d) = %q, want %q", x.in, x.w, got, x.want)
		}
	}
}

func TestMasksCount(t *testing.T) {
	t.Parallel()
	m := NewMasks()
	if got := m.text("mail bob@mail.example.net or amy@mail.example.net"); strings.Contains(got, "@") {
		t.Errorf("text = %q, want no address", got)
	}
	if got := m.Words(); !strings.Contains(got, "email twice") {
		t.Errorf("Words() = %q, want email twice", got)
	}
	var none *Masks
	if got := none.text("bob@mail.example.net"); got != "bob@mail.example.net" {
		t.Errorf("without masks: %q", got)
	}
}
