package cli

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hopscope/journey/report"
	"hopscope/vocab"
)

func (a *app) sessionsCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "sessions",
		Short: "The recorded sessions of this machine, newest first, and where they were looked for",
		Example: `hopscope sessions
hopscope sessions --client codex --format ndjson`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.sessions() },
	}
	a.flags.reporting(c, "text", "json", "ndjson")
	return c
}

func (a *app) sessions() error {
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
	v := report.Sessions{Schema: report.Schema("sessions"), Searched: []report.SearchedFolder{}, Sessions: []report.SessionEntry{}}
	for _, s := range searched {
		if client == "" || s.Client == client {
			v.Searched = append(v.Searched, report.SearchedFolder{Client: s.Client, Path: s.Path, Status: s.Status, Count: s.Count})
		}
	}
	if len(v.Searched) == 0 {
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
