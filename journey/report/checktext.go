package report

import (
	"fmt"
	"io"
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// CheckText writes the findings, one block each, and a last line that counts.
// Findings of the baseline are counted only.
func CheckText(w io.Writer, c Check) error {
	b := &strings.Builder{}
	of := c.Provider
	if len(c.Providers) > 0 {
		of = fmt.Sprintf("all (%d)", len(c.Providers))
	}
	fmt.Fprintf(b, "scheme %s, provider %s\n", c.Scheme, of)
	if writeFindings(b, &c) > 0 {
		b.WriteString("\n")
	}
	for _, x := range c.Warnings {
		fmt.Fprintf(b, "the client would log: %s\n", visible.Text(x))
	}
	writeNoTools(b, c.Wire)
	writeUnknownServers(b, c.NamesUnknown)
	for _, n := range c.Notes {
		fmt.Fprintf(b, "note: %s\n", visible.Text(n))
	}
	writeBaseline(b, &c)
	if n, of := c.refusedNowhere(); len(c.Providers) > 1 && n < of {
		fmt.Fprintf(b, "%s of %s offered are refused by no provider\n", comma(n), plural(of, "tool", "tools"))
	}
	fmt.Fprintf(b, "%s\n", c.counts())
	_, err := io.WriteString(w, b.String())
	return err
}

// counts is the last line: tools, errors and warnings, and how many of these are
// not in the baseline.
func (c *Check) counts() string {
	s := fmt.Sprintf("%s, %s, %s", plural(len(c.Tools), "tool", "tools"),
		plural(c.Count(journey.SeverityError), "error", "errors"),
		plural(c.Count(journey.SeverityWarning), "warning", "warnings"))
	if c.Baseline != nil {
		s += fmt.Sprintf(" (%s new)", comma(c.Baseline.New))
	}
	return s
}

// findingsShown is how many findings of one rule and severity a text tells one
// by one.
const findingsShown = 100

// writeFindings writes what the baseline does not have, and returns how many
// these are. Where one rule has very many, the first are told and the others
// counted.
func writeFindings(b *strings.Builder, c *Check) int {
	type kind struct {
		rule     string
		severity journey.Severity
	}
	seen := map[kind]int{}
	var order []kind
	shown := 0
	for i := range c.Findings {
		f := &c.Findings[i]
		if f.Known {
			continue
		}
		shown++
		k := kind{f.Rule, f.Severity}
		if seen[k]++; seen[k] == 1 {
			order = append(order, k)
		}
		if seen[k] <= findingsShown {
			writeFinding(b, f, len(c.Providers))
		}
	}
	for _, k := range order {
		if more := seen[k] - findingsShown; more > 0 {
			fmt.Fprintf(b, "\n%-7s  %s  %s more; --format json has all of them\n", k.severity, k.rule, comma(more))
		}
	}
	return shown
}

func writeFinding(b *strings.Builder, f *CheckFinding, providers int) {
	fmt.Fprintf(b, "\n%s\n", strings.TrimRight(fmt.Sprintf("%-7s  %s  %s", f.Severity, f.Rule, names(f.Tools)), " "))
	fmt.Fprintf(b, "         %s\n", visible.Text(f.Message))
	if len(f.Providers) > 1 {
		fmt.Fprintf(b, "         by %s\n", providersWord(f.Providers, providers))
	}
	if f.Fix != "" {
		fmt.Fprintf(b, "    fix  %s\n", visible.Text(f.Fix))
	}
}

func writeBaseline(b *strings.Builder, c *Check) {
	if c.Baseline == nil {
		return
	}
	if n := c.Baseline.Known; n > 0 {
		fmt.Fprintf(b, "%s in the baseline, not shown and not failing\n", plural(n, "finding stands", "findings stand"))
	}
	for i, a := range c.Baseline.Gone {
		if i == 10 {
			fmt.Fprintf(b, "and %s more\n", comma(len(c.Baseline.Gone)-i))
			break
		}
		list := make([]string, len(a.Tools))
		for k, t := range a.Tools {
			list[k] = string(t.Name)
		}
		fmt.Fprintf(b, "gone from the baseline: %s\n", strings.TrimRight(visible.Text(a.Rule)+"  "+names(list), " "))
	}
}

// refusedNowhere counts the offered tools, and those of them whose name no
// provider refuses.
func (c *Check) refusedNowhere() (fits, offered int) {
	for i := range c.Tools {
		if c.Tools[i].Status == journey.Offered {
			offered++
			if c.refused == nil || !c.refused[i] {
				fits++
			}
		}
	}
	return fits, offered
}

// providersWord names providers: all of a few, else two and a count.
func providersWord(list []string, of int) string {
	switch n := len(list); {
	case n == of && n > 3:
		return fmt.Sprintf("all %d providers", n)
	case n > 3:
		return fmt.Sprintf("%s, %s and %d more", list[0], list[1], n-2)
	default:
		return strings.Join(list, ", ")
	}
}

// names lists tools for a line of text: all of a few, then a count.
func names(list []string) string {
	const most = 6
	shown := make([]string, 0, most)
	for i, n := range list {
		if i == most {
			return strings.Join(shown, ", ") + fmt.Sprintf(" and %s more", comma(len(list)-most))
		}
		if n == "" {
			n = "(empty)"
		}
		shown = append(shown, visible.Name(n))
	}
	return strings.Join(shown, ", ")
}

// RulesText lists the rules of the census.
func RulesText(w io.Writer, rules []journey.CensusRule) error {
	b := &strings.Builder{}
	for i, r := range rules {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(b, "%s  %s, at %s\n", r.ID, r.Severity, r.Hop.Title())
		for _, row := range [][2]string{{"what", r.Title}, {"why", r.Help}, {"fix", r.Fix}, {"group", r.Group}} {
			if row[1] != "" {
				fmt.Fprintf(b, "  %-6s %s\n", row[0], row[1])
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Rules is the JSON of `hopscope check --list-rules`.
type Rules struct {
	Schema string               `json:"schema"`
	Rules  []journey.CensusRule `json:"rules"`
}

// NewRules lists the rules of the census.
func NewRules() Rules { return Rules{Schema("rules"), journey.CensusRules()} }
