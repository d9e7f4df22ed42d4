package report

import (
	"fmt"
	"io"
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// CheckGitHub writes a workflow command of GitHub Actions for each finding that
// the baseline does not have, at the first tool whose place is known, and a last
// line that counts.
func CheckGitHub(w io.Writer, checks []Check) error {
	b := &strings.Builder{}
	for i := range checks {
		c := &checks[i]
		for k := range c.Findings {
			f := &c.Findings[k]
			if f.Known {
				continue
			}
			var at string
			if p, ok := f.place(); ok {
				at = "file=" + visible.GitHubProperty(p.File) + ","
				if p.Line > 0 {
					at += fmt.Sprintf("line=%d,", p.Line)
				}
			}
			title := f.Rule
			if len(checks) > 1 {
				title += " under " + c.Scheme
			}
			fmt.Fprintf(b, "::%s %stitle=%s::%s\n", f.Severity, at, visible.GitHubProperty(title), visible.GitHub(f.sentence(len(c.Providers))))
		}
		if c.Baseline != nil {
			for _, a := range c.Baseline.Gone {
				fmt.Fprintf(b, "::notice title=gone from the baseline::%s\n", visible.GitHub(a.Rule+" "+refNames(a.Tools)))
			}
		}
		for _, s := range c.NamesUnknown {
			fmt.Fprintf(b, "::warning title=names unknown::%s\n", visible.GitHub("the tools of server "+string(s)+" are not listed: nothing of them was judged"))
		}
		fmt.Fprintf(b, "%s under %s\n", c.counts(), c.Scheme)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// place is the first place of the finding with a line, else the first one.
func (f *CheckFinding) place() (CheckPlace, bool) {
	for _, p := range f.Places {
		if p.Line > 0 {
			return p, true
		}
	}
	if len(f.Places) > 0 {
		return f.Places[0], true
	}
	return CheckPlace{}, false
}

// sentence is the message, who objects, and the way out.
func (f *CheckFinding) sentence(providers int) string {
	s := f.Message
	if len(f.Providers) > 1 {
		s += " By " + providersWord(f.Providers, providers) + "."
	}
	if f.Fix != "" {
		s += " Fix: " + f.Fix
	}
	return s
}

func refNames(list []journey.Ref) string {
	out := make([]string, len(list))
	for i, t := range list {
		out[i] = string(t.Name)
	}
	return strings.Join(out, ", ")
}
