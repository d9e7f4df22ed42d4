package cli

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"hopscope/journey"
	"hopscope/journey/report"
)

// checkFlags are the flags of check alone.
type checkFlags struct {
	failOn, baseline, writeBaseline string
	listRules                       bool
}

func (a *app) checkCmd() *cobra.Command {
	var f checkFlags
	c := &cobra.Command{
		Use:   "check PATH...",
		Short: "Clashes, left-out tools and names that a provider refuses; exit code 1 when there are any",
		Long: "check judges the names of a catalog under a scheme and one or all providers. " +
			"Exit code 0: nothing that fails; 1: findings; 2: usage, unreadable input, or no tool whose name is known.\n\n" +
			"To adopt it on an old catalog, write what is there now with --write-baseline FILE and give that file with --baseline: " +
			"only findings that are not in it fail.",
		Example: `hopscope check tools.json
hopscope check names.txt --scheme native --fail-on warning
hopscope check tools.json --format sarif -o hopscope.sarif
hopscope check tools.json --write-baseline hopscope-baseline.json
hopscope check tools.json --baseline hopscope-baseline.json --format github
hopscope check --list-rules`,
		RunE: func(c *cobra.Command, args []string) error {
			if f.listRules {
				return a.listRules()
			}
			if err := a.needPath(args, "check"); err != nil {
				return err
			}
			if f.failOn != "error" && f.failOn != "warning" {
				return fmt.Errorf("--fail-on %s: want error or warning", f.failOn)
			}
			if d := a.flags.asOf; d != "" {
				if _, err := time.Parse(time.DateOnly, d); err != nil {
					return fmt.Errorf("--as-of %s: want a date, YYYY-MM-DD", d)
				}
			}
			a.flags.many = true
			known, err := readBaseline(f.baseline)
			if err != nil {
				return err
			}
			l, err := a.load(c.Context(), args)
			if err != nil {
				return err
			}
			defer l.Close()
			a.warn(l)
			return a.check(l, &f, known)
		},
	}
	a.flags.reporting(c, "text", "json", "sarif", "github")
	c.Flags().StringVar(&f.failOn, "fail-on", "error", "the least severity that fails: error or warning")
	c.Flags().StringVar(&a.flags.asOf, "as-of", "", "judge by the rules of this DATE (YYYY-MM-DD)")
	c.Flags().StringVar(&f.baseline, "baseline", "", "a FILE of findings that are known: they do not fail")
	c.Flags().StringVar(&f.writeBaseline, "write-baseline", "", "write all findings to FILE, for --baseline; nothing fails then")
	c.Flags().BoolVar(&f.listRules, "list-rules", false, "list the rules with severity, reason and fix")
	return c
}

func (a *app) listRules() error {
	return a.write(func(w io.Writer) error {
		switch a.flags.format {
		case "json":
			return report.JSON(w, report.NewRules())
		case "text":
			return report.RulesText(w, journey.CensusRules())
		default:
			return errors.New("--list-rules: want --format text or json")
		}
	})
}

func (a *app) check(l *loaded, f *checkFlags, known *journey.Baseline) error {
	schemes, providers, err := a.rules(l)
	if err != nil {
		return err
	}
	sum := checkSum{least: journey.SeverityError}
	if f.failOn == "warning" {
		sum.least = journey.SeverityWarning
	}
	var checks []report.Check
	under := func(s journey.Scheme) report.Check {
		c := a.checkUnder(l, s, providers, known)
		sum.add(&c)
		return c
	}
	// Text is told scheme by scheme: all of them at once would fill the memory.
	streams := a.flags.format == "text" && f.writeBaseline == ""
	if !streams {
		for _, s := range schemes {
			checks = append(checks, under(s))
		}
	}
	err = a.write(func(w io.Writer) error {
		if !streams {
			return writeChecks(w, checks, a.flags.format)
		}
		for i, s := range schemes {
			if i > 0 {
				fmt.Fprintln(w)
			}
			if err := report.CheckText(w, under(s)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if f.writeBaseline != "" {
		return a.saveBaseline(f.writeBaseline, checks, len(l.Errors) > 0)
	}
	if err := sum.verdict(); err != nil || len(l.Errors) == 0 {
		return err
	}
	return &exitError{code: exitUnreadable} // warn said it: what was not read was not judged
}

// checkUnder is the census under one scheme and all the providers.
func (a *app) checkUnder(l *loaded, s journey.Scheme, providers []journey.Provider, known *journey.Baseline) report.Check {
	plan := l.plan(s)
	plan.Setting.Own = l.ownNames(s)
	asJSON := a.flags.format == "json"
	in := report.CheckInput{Scheme: s, Plan: plan, Results: journey.Censuses(plan, providers, a.flags.asOf), Baseline: known}
	if len(l.Session.Instructions) > 0 {
		in.Taught = l.analyzerOf(s).Lacking()
	}
	in.Brief = !asJSON
	for i, p := range providers {
		switch {
		case asJSON:
			in.Wires = append(in.Wires, wireOf(l, s, p, plan, in.Results[i], true))
		case i == 0:
			in.Wires = append(in.Wires, briefWire(l, s, p, plan, in.Results[i]))
		default: // only who they are is told
			in.Wires = append(in.Wires, report.Wire{Provider: p.Info().ID})
		}
	}
	if asJSON && len(providers) > 1 {
		in.Panel = journey.NewPanel(providers, a.flags.asOf)
	}
	return report.NewCheck(in)
}

// ownNames are the names of the tools that a client brings itself, where no
// recording says what was in the request.
func (l *loaded) ownNames(s journey.Scheme) []journey.Wire {
	if l.recording() {
		return nil
	}
	set := l.setting
	set.Builtins = true
	var own []journey.Wire
	plan := s.Plan(set)
	for i := range plan.Tools {
		if n := &plan.Tools[i]; n.Status == journey.Offered && n.Wire.Namespace == "" {
			own = append(own, n.Wire.Name)
		}
	}
	return own
}

func writeChecks(w io.Writer, checks []report.Check, format string) error {
	switch format {
	case "sarif":
		return report.CheckSARIF(w, checks, version())
	case "github":
		return report.CheckGitHub(w, checks)
	case "json":
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

// checkSum is what the exit code needs of all censuses.
type checkSum struct {
	least        journey.Severity
	tools, fails int
}

func (s *checkSum) add(c *report.Check) {
	s.tools += len(c.Tools)
	s.fails += c.Fails(s.least)
}

// verdict is the exit code: 1 when a finding that the baseline does not have is
// severe enough; 2 when there was no name to judge at all.
func (s *checkSum) verdict() error {
	switch {
	case s.fails > 0:
		return &exitError{code: exitFindings}
	case s.tools == 0:
		return &exitError{code: exitUnreadable}
	}
	return nil
}
