package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"hopscope/journey"
	"hopscope/journey/report"
)

func (a *app) wireCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "wire PATH...",
		Short: "The forms of each tool and the request's tools array, under a scheme and provider",
		Example: `hopscope wire tools.json --scheme claude-code --provider anthropic-messages
hopscope wire names.txt --scheme all`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := a.needPath(args, "wire"); err != nil {
				return err
			}
			a.flags.many = true
			l, err := a.load(c.Context(), args)
			if err != nil {
				return err
			}
			defer l.Close()
			return a.wire(l)
		},
	}
	a.flags.reporting(c, "text", "json")
	return c
}

func (a *app) wire(l *loaded) error {
	a.warn(l)
	schemes, providers, err := a.rules(l)
	if err != nil {
		return err
	}
	if len(schemes) > 1 && a.flags.format == "text" {
		return a.everyScheme(l, schemes, providers)
	}
	var wires []report.Wire
	for _, s := range schemes {
		plan := l.plan(s)
		for _, p := range providers {
			one := a.oneWire(l, s, p, plan, true)
			if len(schemes) > 1 {
				one.Compare(s, plan)
			}
			wires = append(wires, one)
		}
	}
	err = a.write(func(w io.Writer) error {
		if a.flags.format == "json" {
			return report.JSON(w, wireJSON(wires, len(schemes) > 1, len(providers) > 1))
		}
		for i, v := range wires {
			if i > 0 {
				fmt.Fprintln(w)
			}
			if err := report.WireText(w, v); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return nothingNamed(wires)
}

// everyScheme writes a table for each tool, with a row for each scheme. Several
// providers have no verdict in common.
func (a *app) everyScheme(l *loaded, schemes []journey.Scheme, providers []journey.Provider) error {
	base := l.plan(l.scheme)
	v := report.EveryScheme{Tools: len(base.Tools), NamesUnknown: l.Catalog.UnknownServers(), Notes: l.Catalog.Notes}
	for _, src := range l.Sources {
		v.Sources = append(v.Sources, src.Path)
	}
	var judge journey.Provider
	if len(providers) == 1 {
		judge = providers[0]
		v.Provider = judge.Info().ID
	}
	plans, places := make([]*journey.Plan, len(schemes)), make([][]int, len(schemes))
	for k, s := range schemes {
		v.Schemes = append(v.Schemes, s.Info())
		plans[k] = l.plan(s)
		places[k] = journey.Counterparts(base, l.scheme, plans[k])
	}
	v.Name = func(i int) journey.Ref {
		n := &base.Tools[i]
		if n.RegisteredKnown {
			return n.Ref
		}
		return journey.Ref{Name: journey.Registered(n.Tool.Listed())}
	}
	v.Rows = func(i int) []journey.UnderScheme {
		rows := make([]journey.UnderScheme, len(schemes))
		for k, s := range schemes {
			rows[k] = journey.UnderPlan(s, plans[k], places[k][i], judge, a.flags.asOf)
		}
		return rows
	}
	if err := a.write(func(w io.Writer) error { return report.EverySchemeText(w, v) }); err != nil {
		return err
	}
	if v.Tools == 0 {
		return &exitError{code: exitUnreadable}
	}
	return nil
}

// nothingNamed is the exit code for inputs that name no tool at all.
func nothingNamed(wires []report.Wire) error {
	for _, w := range wires {
		if len(w.Tools) > 0 {
			return nil
		}
	}
	return &exitError{code: exitUnreadable}
}

func (a *app) oneWire(l *loaded, s journey.Scheme, p journey.Provider, plan *journey.Plan, shapes bool) report.Wire {
	return wireOf(l, s, p, plan, journey.Census(plan, p, a.flags.asOf), shapes)
}

func wireOf(l *loaded, s journey.Scheme, p journey.Provider, plan *journey.Plan, census journey.CensusResult, shapes bool) report.Wire {
	return l.from(report.NewWire(report.WireInput{Scheme: s, Provider: p, Plan: plan, Census: census, Shapes: shapes}))
}

// briefWire is wireOf without paths and shapes.
func briefWire(l *loaded, s journey.Scheme, p journey.Provider, plan *journey.Plan, census journey.CensusResult) report.Wire {
	return l.from(report.NewWire(report.WireInput{Scheme: s, Provider: p, Plan: plan, Census: census, Brief: true}))
}

// from names the sources of a request.
func (l *loaded) from(v report.Wire) report.Wire {
	for _, src := range l.Sources {
		v.Sources = append(v.Sources, src.Path)
	}
	return v
}

// wireJSON is one request as it is, or a set of them by scheme or provider.
func wireJSON(wires []report.Wire, manySchemes, manyProviders bool) any {
	switch {
	case manySchemes:
		return report.WireSet{Schema: report.Schema("wire"), Schemes: wires}
	case manyProviders:
		all := report.AllProviders(wires)
		all.Schema = report.Schema("wire")
		return struct {
			report.Wire
			Providers []report.Wire `json:"providers"`
		}{all, wires}
	default:
		wires[0].Schema = report.Schema("wire")
		return wires[0]
	}
}
