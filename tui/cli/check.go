package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"hopscope/journey"
	"hopscope/journey/report"
)

func (a *app) checkCmd() *cobra.Command {
	var failOn string
	c := &cobra.Command{
		Use:   "check PATH...",
		Short: "Clashes, left-out tools and names that a provider refuses; exit code 1 when there are any",
		Example: `hopscope check tools.json
hopscope check names.txt --scheme native --fail-on warning
hopscope check tools.json --provider openai-chat --format json`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := a.needPath(args, "check"); err != nil {
				return err
			}
			if failOn != "error" && failOn != "warning" {
				return fmt.Errorf("--fail-on %s: want error or warning", failOn)
			}
			if _, err := a.flags.day(); err != nil {
				return err
			}
			a.flags.many = true
			l, err := a.load(c.Context(), args)
			if err != nil {
				return err
			}
			defer l.Close()
			a.warn(l)
			return a.check(l, failOn)
		},
	}
	a.flags.reporting(c, "text", "json")
	c.Flags().StringVar(&failOn, "fail-on", "error", "the least severity that fails: error or warning")
	c.Flags().StringVar(&a.flags.asOf, "as-of", "", "judge by the rules of this DATE (YYYY-MM-DD)")
	return c
}

func (a *app) check(l *loaded, failOn string) error {
	schemes, providers, err := a.rules(l)
	if err != nil {
		return err
	}
	var checks []report.Check
	for _, s := range schemes {
		plan := l.plan(s)
		var wires []report.Wire
		var results []journey.CensusResult
		for _, p := range providers {
			results = append(results, journey.Census(plan, p, a.flags.asOf))
			wires = append(wires, a.oneWire(l, s, p, plan, a.flags.format == "json"))
		}
		checks = append(checks, report.NewCheck(wires, results))
	}
	if err := a.write(func(w io.Writer) error { return writeChecks(w, checks, a.flags.format) }); err != nil {
		return err
	}
	if err := verdict(checks, failOn); err != nil || len(l.Errors) == 0 {
		return err
	}
	return &exitError{code: exitUnreadable} // warn said it: what was not read was not judged
}

func writeChecks(w io.Writer, checks []report.Check, format string) error {
	if format == "json" {
		if len(checks) == 1 {
			return report.JSON(w, checks[0])
		}
		return report.JSON(w, struct {
			Schema  string         `json:"schema"`
			Schemes []report.Check `json:"schemes"`
		}{report.Schema("check"), checks})
	}
	for i, c := range checks {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := report.CheckText(w, c); err != nil {
			return err
		}
	}
	return nil
}

// verdict turns findings into the exit code: 1 when one is at least as severe
// as failOn; 2 when there was no name to judge at all.
func verdict(checks []report.Check, failOn string) error {
	tools := 0
	for _, c := range checks {
		tools += len(c.Tools)
		if c.Count(journey.SeverityError) > 0 || (failOn == "warning" && len(c.Findings) > 0) {
			return &exitError{code: exitFindings}
		}
	}
	if tools == 0 {
		return &exitError{code: exitUnreadable}
	}
	return nil
}
