package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/journey/redact"
	"hopscope/journey/report"
	"hopscope/journey/scheme"
)

func (a *app) diffCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "What changed between two catalogs or two client versions, and what stored calls mean then",
		Long: "OLD and NEW are two files (catalogs, sessions, cases), or two clients with their versions: CLIENT@VERSION. " +
			"Of client versions the own tools are compared, and with --catalog FILE the names of its tools as well.",
		Example: `hopscope diff tools-old.json tools.json --scheme claude-code
hopscope diff claude-code@2.1.20 claude-code@2.1.332
hopscope diff codex@0.61 codex@0.145 --catalog tools.json --format markdown`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return fmt.Errorf("diff: want OLD and NEW, two files or two CLIENT@VERSION, not %d", len(args))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return a.diff(c.Context(), args[0], args[1]) },
	}
	a.flags.reporting(c, "text", "json", "markdown")
	c.Flags().BoolVar(&a.flags.fail, "fail", false, "exit code 1 when a stored call means another tool or none")
	return c
}

func (a *app) diff(ctx context.Context, before, after string) error {
	was, is, err := a.sides(ctx, before, after)
	if err != nil {
		return err
	}
	changes := journey.Changed(was, is)
	d := report.NewDiff(report.NewDiffSide(a.shownSide(before), was), report.NewDiffSide(a.shownSide(after), is), changes)
	err = a.write(func(w io.Writer) error {
		switch a.flags.format {
		case "json":
			return report.JSON(w, d)
		case "markdown":
			return report.DiffMarkdown(w, d)
		default:
			return report.DiffText(w, d)
		}
	})
	if err != nil {
		return err
	}
	if len(was.Plan.Tools)+len(is.Plan.Tools) == 0 {
		return &exitError{code: exitUnreadable}
	}
	return a.findingsExit(len(changes.Stored) > 0)
}

// shownSide is an argument as it may be shown: the home folder of a path is
// masked, a client is none.
func (a *app) shownSide(arg string) string {
	if a.flags.showSecrets || clientSide(arg) != nil {
		return arg
	}
	masked, _ := redact.Text(arg)
	return masked
}

// sides reads what is compared: two files, or two versions of clients.
func (a *app) sides(ctx context.Context, before, after string) (was, is journey.ChangeSide, err error) {
	one, other := clientSide(before), clientSide(after)
	switch {
	case one != nil && other != nil:
		catalog, err := a.sharedCatalog(ctx)
		if err != nil {
			return was, is, err
		}
		if was, err = a.versionSide(one, catalog); err != nil {
			return was, is, err
		}
		is, err = a.versionSide(other, catalog)
		return was, is, err
	case one != nil || other != nil:
		return was, is, errors.New("diff: one of the two is a file and the other a client: give two files, with --scheme for the client, or two clients, with --catalog for the file")
	}
	if was, err = a.fileSide(ctx, before); err == nil {
		is, err = a.fileSide(ctx, after)
	}
	return was, is, err
}

// clientSide is the scheme that an argument names; nil for a path.
func clientSide(arg string) journey.Scheme {
	if _, err := os.Stat(arg); !errors.Is(err, fs.ErrNotExist) || arg == "-" {
		return nil
	}
	s, err := scheme.Get(arg)
	if err != nil {
		return nil
	}
	return s
}

// fileSide names the tools of a file under the rules of the flags or of the
// file itself.
func (a *app) fileSide(ctx context.Context, path string) (journey.ChangeSide, error) {
	l, err := a.load(ctx, []string{path})
	if err != nil {
		return journey.ChangeSide{}, err
	}
	defer l.Close()
	a.warn(l)
	side := journey.ChangeSide{Scheme: l.scheme, Plan: l.plan(l.scheme)}
	if l.recording() || a.flags.scheme != "" || a.flags.client != "" || a.flags.provider != "" {
		side.Provider = l.provider
	}
	return side, nil
}

// sharedCatalog reads the files of --catalog and --server, for both versions.
func (a *app) sharedCatalog(ctx context.Context) (journey.Catalog, error) {
	if len(a.flags.catalogs)+len(a.flags.servers) == 0 {
		return journey.Catalog{}, nil
	}
	l, err := a.load(ctx, nil)
	if err != nil {
		return journey.Catalog{}, err
	}
	defer l.Close()
	a.warn(l)
	return l.Catalog, nil
}

// versionSide is what a client of a version declares: its own tools and those
// of a catalog.
func (a *app) versionSide(s journey.Scheme, catalog journey.Catalog) (journey.ChangeSide, error) {
	set := journey.Setting{Catalog: catalog, Builtins: true}
	if err := a.flags.setting(&set); err != nil {
		return journey.ChangeSide{}, err
	}
	p, err := a.flags.chosenProvider()
	if err != nil {
		return journey.ChangeSide{}, err
	}
	if p == nil {
		p = provider.Default(s.Info().ID)
	}
	plan := s.Plan(set)
	return journey.ChangeSide{Scheme: s, Provider: p, Plan: &plan}, nil
}
