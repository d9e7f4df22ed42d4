package report

import (
	"fmt"
	"io"
	"strings"

	"hopscope/journey"
	"hopscope/journey/decide"
	"hopscope/journey/visible"
)

// Repair is the JSON of `hopscope repair`.
type Repair struct {
	Schema string `json:"schema"`
	Call   Called `json:"call"`
	// Declared is the number of tools that the call was judged against, From
	// where they come from, in words.
	Declared int    `json:"declared"`
	From     string `json:"from"`
	decide.Decision
	Clients []decide.Answer `json:"clients"`
}

// NewRepair joins a decision with what clients would do.
func NewRepair(called journey.Called, declared int, from string, d decide.Decision, clients []decide.Answer) Repair {
	if clients == nil {
		clients = []decide.Answer{}
	}
	return Repair{Schema("repair"), NewCalled(called), declared, from, d, clients}
}

// headline is the decision in one line.
func (r Repair) headline(name func(string) string) string {
	switch r.Outcome {
	case decide.Refused:
		s := "refused: " + string(r.Reason)
		if len(r.Candidates) > 0 {
			s += " (" + joined(r.Candidates, name) + ")"
		}
		return s
	case decide.Exact:
		return "exact: runs " + name(r.Target) + ", which is declared"
	case decide.Variant:
		return "variant: runs " + name(r.Target) + ", by " + string(r.Via)
	default:
		return "capability: runs " + name(r.Target)
	}
}

func joined(names []string, name func(string) string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = name(n)
	}
	return strings.Join(out, ", ")
}

// RepairText writes the decision, its trace and the clients' answers.
func RepairText(w io.Writer, r Repair) error {
	b := &strings.Builder{}
	name := visible.Name
	call := name(string(r.Call.Name))
	if r.Call.Namespace != "" {
		call = name(string(r.Call.Namespace)) + " · " + call
	}
	fmt.Fprintf(b, "call      %s\n", call)
	fmt.Fprintf(b, "declared  %s, %s\n", plural(r.Declared, "tool", "tools"), visible.Text(r.From))
	fmt.Fprintf(b, "decision  %s\n", r.headline(name))
	if r.At >= 0 && r.Outcome != decide.Exact {
		fmt.Fprintf(b, "arguments %s\n", fitWords(r.Args, name))
	}
	if r.Outcome != decide.Exact && len(r.Hints) > 0 {
		fmt.Fprintf(b, "nearest   %s (a hint, never a target)\n", joined(r.Hints, name))
	}
	b.WriteString("\nHow it was decided: the first rule that fires ends\n")
	for i, s := range r.Trace {
		fmt.Fprintf(b, "  %d  %-12s  %-4s  %s\n", i+1, s.Rule, stateWord(s.State), visible.Text(s.Note))
	}
	if len(r.Clients) > 0 {
		b.WriteString("\nWhat clients would really do: no guess, their rules\n")
		rows := [][]string{{"client", "outcome", "tool", "what the model reads"}}
		for _, a := range r.Clients {
			rows = append(rows, []string{a.Client, a.Outcome.String(), name(a.Tool), visible.Text(a.Error)})
		}
		writeRows(b, rows)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// stateWord is the state of a rule in the trace.
func stateWord(s decide.State) string {
	switch s {
	case decide.StateFired:
		return "yes"
	case decide.StatePassed:
		return "no"
	case decide.StateInfo:
		return "info"
	default:
		return "–"
	}
}

// fitWords says how the arguments fit; nil: they were not compared.
func fitWords(f *decide.Fit, name func(string) string) string {
	if f == nil {
		return "not compared: schema or arguments are not known"
	}
	if f.Fit {
		return "fit: none missing, none unknown"
	}
	var parts []string
	if len(f.Missing) > 0 {
		parts = append(parts, "missing "+joined(f.Missing, name))
	}
	if len(f.Unknown) > 0 {
		parts = append(parts, "unknown "+joined(f.Unknown, name))
	}
	for _, v := range f.Variants {
		parts = append(parts, name(v[0])+" is "+name(v[1])+" in another spelling")
	}
	return "do not fit: " + strings.Join(parts, "; ")
}

// RepairMarkdown writes the same for a bug report.
func RepairMarkdown(w io.Writer, r Repair) error {
	b := &strings.Builder{}
	name := visible.MarkdownCode
	call := name(calledTitle(r.Call))
	fmt.Fprintf(b, "## Call of %s\n\n", call)
	fmt.Fprintf(b, "**%s** (%s, %s)\n\n", r.headline(name), plural(r.Declared, "declared tool", "declared tools"), markdownText(r.From))
	if r.At >= 0 && r.Outcome != decide.Exact {
		fmt.Fprintf(b, "Arguments %s.\n\n", fitWords(r.Args, name))
	}
	if r.Outcome != decide.Exact && len(r.Hints) > 0 {
		fmt.Fprintf(b, "Nearest names, as a hint only: %s.\n\n", joined(r.Hints, name))
	}
	b.WriteString("| | rule | fires | |\n| --- | --- | --- | --- |\n")
	for i, s := range r.Trace {
		fmt.Fprintf(b, "| %d | %s | %s | %s |\n", i+1, s.Rule, stateWord(s.State), markdownText(s.Note))
	}
	if len(r.Clients) > 0 {
		b.WriteString("\n| client | outcome | tool | what the model reads |\n| --- | --- | --- | --- |\n")
		for _, a := range r.Clients {
			tool, text := "", ""
			if a.Tool != "" {
				tool = name(a.Tool)
			}
			if a.Error != "" {
				text = name(visible.Text(a.Error))
			}
			fmt.Fprintf(b, "| %s | %s | %s | %s |\n", visible.Markdown(a.Client), a.Outcome, tool, text)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// calledTitle is a called name as decisions write it: namespace.name.
func calledTitle(c Called) string {
	if c.Namespace != "" {
		return string(c.Namespace) + "." + string(c.Name)
	}
	return string(c.Name)
}
