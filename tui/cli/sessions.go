package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"hopscope/journey/report"
	"hopscope/sessions/store"
	"hopscope/vocab"
)

func (a *app) sessionsCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "sessions",
		Short: "The recorded sessions of this machine, newest first, and where they were looked for",
		Example: `hopscope sessions
hopscope sessions --client codex --format ndjson`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return a.sessions(c.Context()) },
	}
	a.flags.reporting(c, "text", "json", "ndjson")
	return c
}

func (a *app) sessions(ctx context.Context) error {
	client := ""
	if a.flags.client != "" {
		id, _, _ := strings.Cut(a.flags.client, "@")
		known, ok := vocab.ClientID(id)
		if !ok {
			known = id
		}
		client = known
	}
	entries, searched := a.databases.Spread(a.find())
	a.tellClients(ctx, entries)
	v := report.Sessions{Schema: report.Schema("sessions"), Searched: []report.SearchedFolder{}, Sessions: []report.SessionEntry{}}
	for _, s := range searched {
		if client == "" || s.Client == client || s.Client == store.AnyClient {
			v.Searched = append(v.Searched, report.SearchedFolder{Client: s.Client, Path: s.Path, Status: s.Status, Count: s.Count})
		}
	}
	if !slices.ContainsFunc(searched, func(s store.Searched) bool { return client == "" || s.Client == client }) && !slices.ContainsFunc(entries, func(e store.Entry) bool { return e.Client == client }) {
		return fmt.Errorf("--client %s: where it keeps its sessions is not known", a.flags.client)
	}
	for _, e := range entries {
		if client == "" || e.Client == client {
			v.Sessions = append(v.Sessions, report.SessionEntry{Client: e.Client, ID: e.ID, Path: e.Path, Folder: e.Folder, Time: e.ModTime.UTC(), Size: e.Size})
		}
	}
	return a.write(func(w io.Writer) error {
		switch a.flags.format {
		case "json":
			return report.JSON(w, v)
		case "ndjson":
			for _, e := range v.Sessions {
				if err := report.Line(w, e); err != nil {
					return err
				}
			}
			return nil
		}
		return report.SessionsText(w, v, time.Now())
	})
}

// heads is how many recordings are looked into at once.
const heads = 4

// tellClients finds by the heads of recordings who made those of which no place
// tells it.
func (a *app) tellClients(ctx context.Context, entries []store.Entry) {
	slots := make(chan struct{}, heads)
	var wait sync.WaitGroup
	for i := range entries {
		if entries[i].Client != "" || ctx.Err() != nil {
			continue
		}
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			entries[i].Client = cmp.Or(a.clientOf(ctx, entries[i].Path), "unknown")
		})
	}
	wait.Wait()
}
