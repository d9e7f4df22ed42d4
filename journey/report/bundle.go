package report

import (
	"fmt"
	"io"
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// Bundle is the JSON of `hopscope bundle`: what goes into a case for a bug
// report and what does not.
type Bundle struct {
	Schema  string   `json:"schema"`
	Sources []string `json:"sources"`
	// Output is the file that was written, empty: none.
	Output string `json:"output,omitempty"`
	Bytes  int    `json:"bytes"`
	// Kept of Calls calls are in the case; Why says which.
	Kept    int             `json:"kept"`
	Calls   int             `json:"calls"`
	Why     string          `json:"why"`
	Dropped []BundleDropped `json:"dropped"`
	Masked  []BundleMasked  `json:"masked"`
	// Diagnosis is the verdict about the case, as it opens again; nil: none.
	Diagnosis *BundleVerdict `json:"diagnosis"`
	// Same: the calls of the case get the same diagnosis as in the recording.
	// Differs says of the first one that does not.
	Same    bool         `json:"same_diagnosis"`
	Differs string       `json:"differs,omitempty"`
	Verify  BundleVerify `json:"verify"`
}

// BundleDropped counts values that were left out.
type BundleDropped struct {
	What  string `json:"what"`
	Count int    `json:"count"`
	Bytes int    `json:"bytes"`
}

// BundleMasked counts what one rule masked.
type BundleMasked struct {
	Rule     string   `json:"rule"`
	Count    int      `json:"count"`
	Places   []string `json:"places"`
	Examples []string `json:"examples,omitempty"`
}

// BundleVerdict is a diagnosis in short.
type BundleVerdict struct {
	Kind   string `json:"kind"`
	Hop    string `json:"hop"`
	Target string `json:"target,omitempty"`
}

// Text is the verdict in words: "case-drift, breaks at Model echo, target Read".
func (v BundleVerdict) Text() string {
	hop, _ := journey.ParseHop(v.Hop)
	return v.Kind + suffix(", breaks at ", hop.Title()) + suffix(", target ", visible.Name(v.Target))
}

// BundleVerify is what a search for secrets found.
type BundleVerify struct {
	// Searched is the number of secrets that were searched for, each in all
	// forms; 0 where none are known, then only the rules searched.
	Searched int          `json:"searched"`
	Leaks    []BundleLeak `json:"leaks"`
}

// BundleVerified is the JSON of `hopscope bundle --verify PATH`.
type BundleVerified struct {
	Schema  string   `json:"schema"`
	Sources []string `json:"sources"`
	BundleVerify
}

// BundleLeak is a secret that stands in a file.
type BundleLeak struct {
	Rule  string `json:"rule"`
	Form  string `json:"form"`
	Where string `json:"where"`
}

// BundleText writes the preview.
func BundleText(w io.Writer, b Bundle) error {
	p := &printer{w: w}
	p.line("%s", visible.Text(strings.Join(b.Sources, ", ")))
	p.line("calls      %s of %s: %s", comma(b.Kept), comma(b.Calls), b.Why)
	if d := b.Diagnosis; d != nil {
		p.line("diagnosis  %s", d.Text())
	}
	if !b.Same {
		p.line("           differs from the recording: %s", visible.Text(b.Differs))
	}
	p.line("")
	p.line("left out")
	for _, d := range b.Dropped {
		p.line("  %8s  %s%s", comma(d.Count), d.What, suffix(", ", bytesWord(d.Bytes)))
	}
	if len(b.Dropped) == 0 {
		p.line("  nothing")
	}
	p.line("masked")
	for _, m := range b.Masked {
		places := strings.Join(m.Places, "; ")
		if m.Count > len(m.Places) {
			places += " ..."
		}
		p.line("  %8s  %-18s %s", comma(m.Count), m.Rule, visible.Text(places))
		for _, x := range m.Examples {
			p.line("            %-18s %s", "", visible.Text(x))
		}
	}
	if len(b.Masked) == 0 {
		p.line("  nothing")
	}
	return p.err
}

// BundleEnd writes what became of the case after the preview.
func BundleEnd(w io.Writer, b Bundle) error {
	p := &printer{w: w}
	if b.Output != "" {
		p.line("written    %s, %s", visible.Text(b.Output), bytesWord(b.Bytes))
	}
	if p.err != nil {
		return p.err
	}
	return BundleLeaks(w, b.Verify)
}

// BundleLeaks writes what a search for secrets found.
func BundleLeaks(w io.Writer, v BundleVerify) error {
	p := &printer{w: w}
	what := "everything that a rule knows"
	if v.Searched > 0 {
		what = plural(v.Searched, "masked secret", "masked secrets") + " in five forms, and " + what
	}
	if len(v.Leaks) == 0 {
		p.line("verified   searched for %s: none is in it", what)
		return p.err
	}
	p.line("NOT SAFE   searched for %s:", what)
	for _, l := range v.Leaks {
		p.line("  %s, %s, at %s", l.Rule, l.Form, visible.Text(l.Where))
	}
	return p.err
}

func suffix(before, s string) string {
	if s == "" {
		return ""
	}
	return before + s
}

// printer writes lines until one fails.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintln(p.w, strings.TrimRight(fmt.Sprintf(format, args...), " "))
	}
}

func bytesWord(n int) string {
	if n == 0 {
		return ""
	}
	return comma(n) + " bytes"
}
