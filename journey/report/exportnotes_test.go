package report

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// TestWrittenNotes shows the notes of a case in page and report, escaped and
// masked.
func TestWrittenNotes(t *testing.T) {
	without := Export{Title: "x", Masks: NewMasks(), Look: Look{Light: &Palette{Window: "#ffffff", Text: "#000000"}}}
	with := without
	with.Written = []ExportNote{
		{Text: "asked <b>by</b> jo@example.com\nsecond *line*"},
		{Text: "a \x1b[31m name", Call: 1200, Time: "2026-11-30T05:00:00Z"},
	}
	tests := []struct {
		name  string
		write func(io.Writer, Export) error
		want  []string
	}{
		{"html", HTML, []string{
			`<a href="#notes">2 notes</a>`,
			"<li>asked &lt;b&gt;by&lt;/b&gt; &lt;email&gt;<br>second *line*</li>",
			`<li><span class="where">call 1,200, 2026-11-30T05:00:00Z:</span> a \x1b[31m name</li>`,
		}},
		{"markdown", ReplayMarkdown, []string{
			"### Notes\n\n- asked \\<b\\>by\\</b\\> \\<email\\>  \n  second \\*line\\*\n",
			`- call 1,200, 2026-11-30T05:00:00Z: a \\x1b\[31m name`,
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var b bytes.Buffer
			if err := test.write(&b, with); err != nil {
				t.Fatal(err)
			}
			for _, want := range test.want {
				if !strings.Contains(b.String(), want) {
					t.Errorf("no %q in\n%s", want, &b)
				}
			}
			b.Reset()
			if err := test.write(&b, without); err != nil || strings.Contains(strings.ToLower(b.String()), "notes</") {
				t.Errorf("without notes: %v\n%s", err, &b)
			}
		})
	}
}
