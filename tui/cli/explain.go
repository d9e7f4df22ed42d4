package cli

import (
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"hopscope/journey"
	"hopscope/journey/diagnose"
	"hopscope/journey/provider"
	"hopscope/journey/report"
	"hopscope/sessions"
	"hopscope/vocab"
)

func (a *app) explainCmd() *cobra.Command {
	var errText, namespace string
	c := &cobra.Command{
		Use:   "explain NAME [PATH...]",
		Short: "The hops of one name and its dispatch; with --error, what a refusal text is about",
		Example: `hopscope explain read --client claude-code
hopscope explain docs.open names.txt --scheme native
hopscope explain --error "Invalid 'tools[16].name': string does not match pattern." tools.json`,
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("error") {
				if strings.TrimSpace(errText) == "" {
					return errors.New("--error: the TEXT is empty; paste the refusal, as the client or the provider gave it")
				}
				return a.explainError(c, errText, args)
			}
			if len(args) == 0 {
				return errors.New("explain: give the NAME to explain, or --error TEXT")
			}
			l, err := a.loadOrBare(c, args[1:])
			if err != nil {
				return err
			}
			defer l.Close()
			a.warn(l)
			called := journey.Called{Namespace: journey.Namespace(namespace), Name: journey.Echo(args[0])}
			return a.explain(l, called)
		},
	}
	a.flags.reporting(c, "text", "json", "markdown", "html", "svg")
	c.Flags().StringVar(&errText, "error", "", "explain this refusal TEXT instead of a name")
	c.Flags().StringVar(&namespace, "namespace", "", "the namespace field beside the name")
	c.Flags().BoolVar(&a.flags.fail, "fail", false, "exit with 1 when the name reaches no tool")
	return c
}

// loadOrBare loads the paths, or without any takes the tools of --client alone.
func (a *app) loadOrBare(c *cobra.Command, paths []string) (*loaded, error) {
	if len(paths)+len(a.flags.catalogs)+len(a.flags.servers) > 0 {
		return a.load(c.Context(), paths)
	}
	l := &loaded{Loaded: &sessions.Loaded{Session: &journey.Session{}}}
	if a.flags.client != "" {
		id, version, _ := strings.Cut(a.flags.client, "@")
		known, _ := vocab.ClientID(id)
		l.Session.Client = journey.Client{ID: known, Version: version, Label: a.flags.client, Why: "given on the command line"}
	}
	if err := a.flags.setting(&l.setting); err != nil {
		return nil, err
	}
	var err error
	if l.Session.Instructions, err = a.instructions(); err != nil {
		return nil, err
	}
	return l, a.chooseRules(l)
}

func (a *app) explain(l *loaded, called journey.Called) error {
	plan := l.analyzer().Plan(-1)
	r := l.scheme.Resolve(plan, journey.Invocation{Called: called})
	j := l.trace(plan, called, r)
	v := report.NewExplain(l.scheme.Info(), l.provider.Info().ID, called, j, r)
	v.Everywhere = a.everywhere(plan, called, r, j)
	if len(plan.Setting.Catalog.Tools) == 0 || plan.Setting.Catalog.Assumed {
		v.Notes = append(v.Notes, "the inputs list no tools of their own: those of the client are taken as the list")
	}
	write := func(w io.Writer) error { return report.ExplainText(w, v) }
	switch {
	case a.flags.format == "json":
		write = func(w io.Writer) error { return report.JSON(w, v) }
	case exported(a.flags.format):
		var err error
		if write, err = a.exportExplain(l, called, j, v); err != nil {
			return err
		}
	}
	err := a.writeWhole(write)
	if err != nil {
		return err
	}
	return a.findingsExit(r.Outcome == journey.OutcomeUnknown || r.Outcome == journey.OutcomeAmbiguous)
}

// everywhere asks all providers about the wire name of the tool that the name
// reaches, else about the name as it was called; nil for a call without a name.
func (a *app) everywhere(plan *journey.Plan, called journey.Called, r journey.Resolution, j journey.Journey) *report.ExplainEverywhere {
	tool := r.Tool
	if tool < 0 {
		tool = j.Index
	}
	panel := journey.NewPanel(provider.All(), a.flags.asOf)
	if tool >= 0 && tool < len(plan.Tools) {
		return report.NewExplainEverywhere(panel.JudgeTool(plan, tool))
	}
	if called.Name == "" {
		return nil
	}
	names, _ := plan.RequestWith(-1)
	return report.NewExplainEverywhere(panel.JudgeOne(append(names, called.Wire()), len(names)))
}

// trace lays the name out over the hops as if the model had called it now. A
// session of this one call asks the analyzer what it would be.
func (l *loaded) trace(plan *journey.Plan, called journey.Called, r journey.Resolution) journey.Journey {
	s := &journey.Session{}
	row := journey.Row{Ret: -1, Turn: 1, Name: 1, Space: 2, Err: 3}
	if r.Outcome == journey.OutcomeUnknown {
		row.Class = journey.ClassUnknownTool
	}
	s.Apply(journey.Batch{
		Texts: []string{string(called.Name), string(called.Namespace), r.Error},
		Rows:  []journey.Row{row}, Client: l.Session.Client, Turns: 1,
	})
	an := diagnose.New(diagnose.Input{
		Session: s, Catalog: plan.Setting.Catalog, Scheme: l.scheme, Provider: l.provider,
		Options: l.setting.Options, Connected: l.setting.Connected, Reserved: l.setting.Reserved,
	})
	f, call := an.Finding(0), s.Call(0)
	tool := r.Tool
	if tool < 0 {
		tool = target(plan, f.Diagnosis)
	}
	return journey.Trace(journey.TraceInput{
		Plan: plan, Scheme: l.scheme, Provider: l.provider, Tool: tool, Call: &call, Finding: &f,
		CatalogKnown: !plan.Setting.Catalog.Assumed, Turns: 1,
	})
}

// target is the tool of the plan that a diagnosis names, -1 for none.
func target(plan *journey.Plan, d *journey.Diagnosis) int {
	if d == nil || d.Target == "" {
		return -1
	}
	for i := range plan.Tools {
		if n := &plan.Tools[i]; string(n.Safe) == d.Target || string(n.Wire.Name) == d.Target || n.Tool.Listed() == d.Target {
			return i
		}
	}
	return -1
}

func (a *app) explainError(c *cobra.Command, text string, paths []string) error {
	if a.flags.format == "svg" {
		return errors.New("--format svg: a refusal alone has no journey to draw; take text, json, markdown or html, or explain the name")
	}
	l, err := a.loadOrBare(c, paths)
	if err != nil {
		return err
	}
	defer l.Close()
	by := diagnose.Speaker{Scheme: l.chosen, Provider: l.chosenProvider}
	if l.chosen != nil {
		by.Plan = l.plan(l.chosen)
	}
	x, ok := diagnose.ExplainErrorOf(text, l.Catalog, by)
	if !ok {
		return &exitError{exitUnreadable, errors.New("explain: this text is none of the refusals that hopscope knows; paste it whole, as the client or the provider gave it")}
	}
	v := report.Refusal{
		Schema: report.Schema("explain"), Who: x.Who, Tool: x.Tool, Place: x.Place, Path: x.Path, Rule: x.Rule,
		Limit: x.Limit, Length: x.Length, What: x.What, Advice: x.Advice, Diagnosis: x.Diagnosis,
	}
	if v.Who == nil {
		v.Who = []string{}
	}
	look, err := a.look()
	if err != nil {
		return err
	}
	return a.writeWhole(func(w io.Writer) error {
		switch a.flags.format {
		case "json":
			return report.JSON(w, v)
		case "markdown":
			return report.RefusalMarkdown(w, v, a.masks(l.Session), text)
		case "html":
			return report.RefusalHTML(w, v, a.masks(l.Session), look, text)
		default:
			return report.RefusalText(w, v)
		}
	})
}
