package cli

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"hopscope/journey"
	"hopscope/journey/decide"
	"hopscope/journey/diagnose"
	"hopscope/journey/provider"
	"hopscope/journey/report"
	"hopscope/tui"
)

// filter chooses calls of a recording.
type filter struct {
	only string // failed or unknown, empty: all
	name string
	turn int
	// follow: go on when the file grows.
	follow bool
}

func (f filter) has(s *journey.Session, row int) bool {
	r := &s.Rows[row]
	switch {
	case f.only == "failed" && !r.Class.Failed():
		return false
	case f.only == "unknown" && !r.Class.Unknown():
		return false
	case f.turn != 0 && int(r.Turn) != f.turn:
		return false
	case f.name != "" && string(s.Echo(row).Name) != f.name:
		return false
	}
	return true
}

func (a *app) replayCmd() *cobra.Command {
	var f filter
	c := &cobra.Command{
		Use:   "replay PATH...",
		Short: "Every call of a recording: its journey, its diagnosis, and whether the rules agree",
		Example: `hopscope replay session.jsonl --only unknown
hopscope replay session.jsonl --format json
hopscope replay session.jsonl --turn 2
hopscope replay session.jsonl --format ndjson --follow
hopscope replay session.jsonl --format html -o session.html`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := a.needPath(args, "replay"); err != nil {
				return err
			}
			if f.only != "" && f.only != "failed" && f.only != "unknown" {
				return fmt.Errorf("--only %s: want failed or unknown", f.only)
			}
			if c.Flags().Changed("turn") && f.turn < 1 {
				return fmt.Errorf("--turn %d: turns count from 1", f.turn)
			}
			if f.follow {
				return a.followReplay(c.Context(), args, f)
			}
			return a.replay(c.Context(), args, f)
		},
	}
	a.flags.reporting(c, "text", "json", "ndjson", "markdown", "html", "svg")
	c.Flags().StringVar(&f.only, "only", "", "failed or unknown calls only")
	c.Flags().StringVar(&f.name, "name", "", "calls of this NAME only")
	c.Flags().IntVar(&f.turn, "turn", 0, "calls of this turn only, and what it was offered")
	c.Flags().BoolVar(&f.follow, "follow", false, "with ndjson: go on while the file is written, a line a call when its result is there")
	c.Flags().BoolVar(&a.flags.fail, "fail", false, "exit with 1 when a call was refused for its name")
	return c
}

func (a *app) replay(ctx context.Context, paths []string, f filter) error {
	if a.flags.format == "text" {
		return a.printPlain(ctx, paths, tui.PlainOptions{Calls: true, Only: f.only, Name: f.name, Turn: f.turn})
	}
	if a.flags.format == "ndjson" {
		defer a.boundHeap()()
	}
	l, err := a.load(ctx, paths)
	if err != nil {
		return err
	}
	defer l.Close()
	an := l.analyzer()
	if err := needTurn(l, an, f.turn); err != nil {
		return err
	}
	if exported(a.flags.format) {
		if err := a.exportReplay(l, an, f); err != nil {
			return err
		}
		return a.findingsExit(l.Session.Tally.Unknown() > 0 || len(l.Session.Requests) > 0)
	}
	err = a.write(func(w io.Writer) error {
		if a.flags.format == "ndjson" {
			a.warn(l)
			return replayLines(w, l, an, f)
		}
		return report.JSON(w, replayValue(l, an, f))
	})
	if err != nil {
		return err
	}
	return a.findingsExit(l.Session.Tally.Unknown() > 0 || len(l.Session.Requests) > 0)
}

func replayCall(l *loaded, an *diagnose.Analyzer, row int) report.ReplayCall {
	c := l.Session.Call(row)
	if c.ID == "" {
		// a body that is gone leaves the id empty; the rest of the call stands
		c.ID, _ = l.Bodies.ID(l.Session, row)
	}
	c.Source = l.shown(c.Source)
	return report.NewReplayCall(c, an.Finding(row))
}

func replayValue(l *loaded, an *diagnose.Analyzer, f filter) report.Replay {
	s := l.Session
	v := report.Replay{
		Schema: report.Schema("replay"), Sources: slices.Clone(s.Sources),
		Scheme: report.ReplayScheme{ID: l.scheme.Info().ID, Provider: l.provider.Info().ID, Why: l.why, Fits: report.NewFits(an.Fit(), decide.SchemeID)},
		Calls:  []report.ReplayCall{}, Requests: []report.ReplayRequest{}, Causes: an.Causes(),
		Diagnosis: an.Verdict(), Instructions: an.Lacking(), Problems: s.Problems,
	}
	if v.Problems == nil {
		v.Problems = []journey.Problem{}
	}
	kinds := map[string]int{}
	shown := map[int]int{} // index in v.Calls by row
	for row := range s.Rows {
		if d := an.Finding(row).Diagnosis; d != nil {
			kinds[string(d.Kind)]++
		}
		if f.has(s, row) {
			shown[row] = len(v.Calls)
			v.Calls = append(v.Calls, replayCall(l, an, row))
		}
	}
	for i := range v.Sources {
		v.Sources[i].Path = l.shown(v.Sources[i].Path)
	}
	v.Causes = causesOf(v.Causes, shown)
	v.Turn = turnValue(l, an, f.turn, shown)
	for _, r := range an.Requests() {
		v.Requests = append(v.Requests, report.ReplayRequest{
			Source: l.shown(sourcePath(s, r.Request.Source)), Line: int(r.Request.Line), Turn: int(r.Request.Turn),
			Error: r.Request.Error, Place: string(r.Place), Diagnosis: r.Diagnosis,
		})
	}
	v.Totals = report.NewTotals(&s.Tally, kinds)
	return v
}

// causesOf points the causes at the calls that are shown; a cause of which none
// is shown goes.
func causesOf(all []journey.Cause, shown map[int]int) []journey.Cause {
	kept := []journey.Cause{}
	for _, c := range all {
		calls := make([]int, 0, len(c.Calls))
		for _, row := range c.Calls {
			if i, ok := shown[row]; ok {
				calls = append(calls, i)
			}
		}
		if c.Calls = calls; len(calls)+len(c.Requests)+len(c.Tools) > 0 {
			kept = append(kept, c)
		}
	}
	return kept
}

func sourcePath(s *journey.Session, i uint8) string {
	if int(i) < len(s.Sources) {
		return s.Sources[i].Path
	}
	return ""
}

// printPlain loads the paths and prints rows as lines.
func (a *app) printPlain(ctx context.Context, paths []string, o tui.PlainOptions) error {
	l, err := a.load(ctx, paths)
	if err != nil {
		return err
	}
	defer l.Close()
	if o.Turn != 0 {
		if err := needTurn(l, l.analyzer(), o.Turn); err != nil {
			return err
		}
	}
	return a.printLoaded(l, o)
}

func (a *app) printLoaded(l *loaded, o tui.PlainOptions) error {
	if l.scheme == nil {
		if err := a.chooseRules(l); err != nil {
			return err
		}
	}
	o.ShowSecrets = a.flags.showSecrets
	o.Loaded, o.Scheme, o.Provider, o.Why = l.Loaded, l.scheme, l.provider, l.why
	if l.scheme != nil {
		o.Analyzer = l.analyzer()
	}
	o.Providers = provider.All()
	o.SchemeOptions, o.Connected, o.Reserved = l.setting.Options, l.setting.Connected, l.setting.Reserved
	if err := a.write(func(w io.Writer) error { return tui.Plain(w, o) }); err != nil {
		return err
	}
	return a.findingsExit(l.Session.Tally.Unknown() > 0 || len(l.Session.Requests) > 0)
}
