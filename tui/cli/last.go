package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hopscope/journey"
	"hopscope/journey/diagnose"
	"hopscope/journey/visible"
	"hopscope/sessions"
	"hopscope/tui"
	"hopscope/vocab"
)

func (a *app) lastCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "last",
		Short: "Open the newest recorded session (of one client with --client)",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			path, err := a.newest(c.Context())
			if err != nil {
				return &exitError{exitUnreadable, err}
			}
			// --client has done its work: it chose the session, not its rules
			a.flags.client = ""
			return a.workbench(c.Context(), []string{path})
		},
	}
}

// newest returns the path of the newest session, of --client if given.
func (a *app) newest(ctx context.Context) (string, error) {
	client := ""
	if a.flags.client != "" {
		id, _, _ := strings.Cut(a.flags.client, "@")
		known, ok := vocab.ClientID(id)
		if !ok {
			return "", fmt.Errorf("--client %s: not a known client", a.flags.client)
		}
		client = known
	}
	entries, _ := a.find()
	for _, e := range entries {
		if client == "" || e.Client == client || e.Client == "" && a.clientOf(ctx, e.Path) == client {
			return e.Path, nil
		}
	}
	of := ""
	if client != "" {
		of = " of " + client
	}
	return "", fmt.Errorf("last: no recorded sessions%s; hopscope sessions says where they were looked for", of)
}

// listSessions prints what the picker would list, newest first.
func (a *app) listSessions(w io.Writer) error {
	entries, searched := a.databases.Spread(a.find())
	a.tellClients(context.Background(), entries)
	for _, s := range searched {
		if _, err := fmt.Fprintf(w, "searched: %s, %s: %s\n", s.Client, visible.Text(s.Path), visible.Text(s.Status)); err != nil {
			return err
		}
	}
	for _, e := range entries {
		if _, err := fmt.Fprintf(w, "session: %s, %s, %s\n", visible.Name(cmp.Or(e.Client, "unknown")), e.ModTime.UTC().Format("2006-01-02 15:04"), visible.Text(e.Path)); err != nil {
			return err
		}
	}
	if len(entries) == 0 {
		_, err := fmt.Fprintln(w, "No recorded sessions were found. hopscope demo shows a built-in one; hopscope FILE opens yours.")
		return err
	}
	return nil
}

// inspect counts what the picker's preview shows of a session.
func (a *app) inspect(ctx context.Context, path string) (tui.Inspected, error) {
	l, opening, err := sessions.Load(ctx, sessions.Options{Paths: []string{path}, Databases: &a.databases, Mask: !a.flags.showSecrets})
	if err != nil {
		return tui.Inspected{}, err
	}
	defer opening.Close()
	s := l.Session
	out := tui.Inspected{
		Client: s.Client.Label, Version: s.Client.Version,
		Calls: s.Tally.Calls, Failed: s.Tally.Failed(), Unknown: s.Tally.Unknown(),
	}
	out.From, out.To = bounds(s.Rows)
	out.Folder = s.Cwd
	if c := l.Case; c != nil {
		out.Case, out.Title, out.Edits = true, c.Title, len(c.Edits)
		for _, n := range c.Notes {
			out.Notes = append(out.Notes, n.Text)
		}
	}
	if s.Client.ID != "" {
		out.Client = s.Client.ID
	}
	for _, n := range s.Tally.Names() {
		out.Tools = append(out.Tools, tui.ToolCount{Name: string(n.Called.Name), Calls: len(n.Rows)})
	}
	sortCounts(out.Tools)
	if rows := s.Tally.FailedRows(s, true); len(rows) > 0 {
		sch, prov, _ := diagnose.DetectOr(s, a.settings().fallback)
		first := int(rows[0])
		out.First = string(s.Echo(first).Name)
		f := diagnose.New(diagnose.Input{Session: s, Catalog: l.Catalog, Scheme: sch, Provider: prov, Bodies: l.Bodies}).Finding(first)
		if f.Diagnosis != nil {
			out.FirstKind, out.FirstHop = string(f.Diagnosis.Kind), f.Diagnosis.Hop
		}
	}
	return out, nil
}

// bounds are the times of the first and the last call; calls without a time
// are passed over. Both are zero where none has one.
func bounds(rows []journey.Row) (from, to time.Time) {
	var first, last int64
	for i := range rows {
		t := rows[i].Time
		if t == 0 {
			continue
		}
		if first == 0 {
			first, last = t, t
		}
		first, last = min(first, t), max(last, t)
	}
	if first == 0 {
		return time.Time{}, time.Time{}
	}
	return time.UnixMilli(first).UTC(), time.UnixMilli(last).UTC()
}

// sortCounts puts the most called tool first, names of one count in the order
// in which they came.
func sortCounts(list []tui.ToolCount) {
	slices.SortStableFunc(list, func(a, b tui.ToolCount) int { return b.Calls - a.Calls })
}
