package report

import (
	"fmt"
	"io"
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// Check is the JSON of `hopscope check`.
type Check struct {
	Wire
	// Providers holds one request a provider when several were asked for.
	Providers []Wire `json:"providers,omitempty"`
	// Schemes likewise.
	Schemes  []Check        `json:"schemes,omitempty"`
	Findings []CheckFinding `json:"findings"`
}

// CheckFinding is one finding with the providers that it concerns.
type CheckFinding struct {
	journey.CensusFinding
	// Providers that refuse, when several were asked for.
	Providers []string `json:"providers,omitempty"`
}

// NewCheck joins the census of one catalog under each provider. Findings that
// are the same under several providers stand once.
func NewCheck(wires []Wire, results []journey.CensusResult) Check {
	c := Check{Findings: []CheckFinding{}}
	if len(wires) > 0 {
		c.Wire = wires[0]
	}
	if len(wires) > 1 {
		c.Wire = AllProviders(wires)
		c.Providers = wires
	}
	c.Schema = Schema("check")
	byKey := map[string]int{}
	for i := range results {
		for _, f := range results[i].Findings {
			key := f.Rule + "\x00" + strings.Join(f.Tools, "\x00") + "\x00" + findingKey(f)
			k, seen := byKey[key]
			if !seen {
				k = len(c.Findings)
				byKey[key] = k
				c.Findings = append(c.Findings, CheckFinding{CensusFinding: f})
			}
			if len(wires) > 1 && f.Hop == journey.HopWire {
				c.Findings[k].Providers = append(c.Findings[k].Providers, wires[i].Provider)
			}
		}
	}
	sortFindings(c.Findings)
	return c
}

// findingKey tells findings apart that name the same tools: those about a
// provider's rule differ by their text, the others are the same everywhere.
func findingKey(f journey.CensusFinding) string {
	if f.Hop == journey.HopWire {
		return f.Message
	}
	return ""
}

func sortFindings(list []CheckFinding) {
	// insertion by severity keeps catalog order within one severity
	errors := make([]CheckFinding, 0, len(list))
	var warnings []CheckFinding
	for _, f := range list {
		if f.Severity == journey.SeverityError {
			errors = append(errors, f)
		} else {
			warnings = append(warnings, f)
		}
	}
	copy(list, append(errors, warnings...))
}

// Count returns the number of findings of a severity.
func (c *Check) Count(s journey.Severity) int {
	n := 0
	for _, f := range c.Findings {
		if f.Severity == s {
			n++
		}
	}
	return n
}

// CheckText writes the findings, one block each, and a last line that counts.
func CheckText(w io.Writer, c Check) error {
	b := &strings.Builder{}
	fmt.Fprintf(b, "scheme %s, provider %s\n", c.Scheme, c.Provider)
	for _, f := range c.Findings {
		fmt.Fprintf(b, "\n%s\n", strings.TrimRight(fmt.Sprintf("%-7s  %s  %s", f.Severity, f.Rule, names(f.Tools)), " "))
		fmt.Fprintf(b, "         %s\n", visible.Text(f.Message))
		if len(f.Providers) > 0 {
			fmt.Fprintf(b, "         by %s\n", strings.Join(f.Providers, ", "))
		}
		if f.Fix != "" {
			fmt.Fprintf(b, "    fix  %s\n", visible.Text(f.Fix))
		}
	}
	if len(c.Findings) > 0 {
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
	fmt.Fprintf(b, "%s, %s, %s\n", plural(len(c.Tools), "tool", "tools"),
		plural(c.Count(journey.SeverityError), "error", "errors"),
		plural(c.Count(journey.SeverityWarning), "warning", "warnings"))
	_, err := io.WriteString(w, b.String())
	return err
}

// names lists tools for a line of text: all of a few, then a count.
func names(list []string) string {
	const most = 6
	shown := make([]string, 0, most)
	for i, n := range list {
		if i == most {
			return strings.Join(shown, ", ") + fmt.Sprintf(" and %s more", comma(len(list)-most))
		}
		shown = append(shown, visible.Name(n))
	}
	return strings.Join(shown, ", ")
}
