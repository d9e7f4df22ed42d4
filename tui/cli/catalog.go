package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/sessions/catalog"
	"hopscope/sessions/mcp"
)

// catalogFlags are those of catalog alone.
type catalogFlags struct {
	url, config, key   string
	env, headers, only []string
	timeout            time.Duration
	yes                bool
}

func (a *app) catalogCmd() *cobra.Command {
	f := &catalogFlags{}
	c := &cobra.Command{
		Use:   "catalog -- COMMAND ARGS...",
		Short: "List the tools of MCP servers live; prints a catalog that every other command reads",
		Long: "hopscope catalog starts the one command behind --, or asks the server at --url, or the servers of a client's " +
			"configuration (--config, which asks before each), and prints all pages of their tools/list as a catalog. It calls no tool.\n\n" +
			"A server gets the environment variables " + strings.Join(mcp.Passed[:9], ", ") + " (on Windows those of the system), those of --env, " +
			"and those that the configuration names. It and its children are ended afterwards.\n\n" +
			"A server that does not know the newest protocol (2026-07-28), or does not answer its first question within 2 seconds, is asked in the older way.",
		Example: `hopscope catalog -- npx -y @modelcontextprotocol/server-everything > tools.json
hopscope catalog --url https://mcp.example/mcp --key docs -o docs.json
hopscope catalog --config .mcp.json --yes | hopscope check -`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			servers, missing, err := a.servers(c, f, args)
			if err != nil {
				return err
			}
			return a.catalog(c.Context(), f, servers, missing)
		},
	}
	p := c.Flags()
	p.StringVar(&f.url, "url", "", "ask the server at this URL (streamable HTTP)")
	p.StringVar(&f.config, "config", "", "list the servers of this FILE: .mcp.json, settings.json, config.toml, ...")
	p.StringSliceVar(&f.only, "only", nil, "of --config only these server keys: a,b")
	p.StringVar(&f.key, "key", "", "the key under which the client knows the server")
	p.StringArrayVar(&f.env, "env", nil, "pass this variable on: NAME, or NAME=VALUE (repeatable)")
	p.StringArrayVar(&f.headers, "header", nil, "send this header to --url: 'NAME: VALUE' (repeatable)")
	p.DurationVar(&f.timeout, "timeout", 30*time.Second, "the longest time for one server")
	p.BoolVar(&f.yes, "yes", false, "start the servers of --config without asking")
	p.StringVarP(&a.flags.output, "output", "o", "", "write to FILE instead of stdout")
	return c
}

// servers reads from flags and arguments which servers are meant.
func (a *app) servers(c *cobra.Command, f *catalogFlags, args []string) ([]mcp.Server, []journey.ServerEntry, error) {
	ways := 0
	for _, given := range []bool{f.url != "", f.config != "", len(args) > 0} {
		if given {
			ways++
		}
	}
	if ways != 1 || len(args) > 0 && c.ArgsLenAtDash() != 0 {
		return nil, nil, errors.New("catalog: give one of -- COMMAND ARGS..., --url URL and --config FILE")
	}
	if f.config != "" {
		return a.configured(f)
	}
	s := mcp.Server{Key: journey.Server(f.key), Command: args, URL: f.url}
	for _, e := range f.env {
		name, value, given := strings.Cut(e, "=")
		if !given {
			value = os.Getenv(name)
		}
		s.Env = append(s.Env, name+"="+value)
	}
	for _, h := range f.headers {
		name, value, ok := strings.Cut(h, ":")
		if !ok || name == "" {
			return nil, nil, fmt.Errorf("--header %s: want 'NAME: VALUE'", h)
		}
		if s.Headers == nil {
			s.Headers = map[string]string{}
		}
		s.Headers[name] = strings.TrimSpace(value)
	}
	return []mcp.Server{s}, nil, nil
}

// What stands as status of servers that are not listed; their tools are
// missing in the catalog, but for those that the client does not start either.
const (
	notStarted = "not started"
	notChosen  = "not in --only"
	failedOnce = "failed"
	disabled   = "disabled"
)

// configured reads the servers of a configuration and asks for each whether it
// may be started. Those that are not stand in missing.
func (a *app) configured(f *catalogFlags) (chosen []mcp.Server, missing []journey.ServerEntry, err error) {
	data, err := os.ReadFile(f.config)
	if err != nil {
		return nil, nil, &exitError{exitUnreadable, fmt.Errorf("--config %s: %w", f.config, errors.Unwrap(err))}
	}
	all, err := mcp.Config(data, os.LookupEnv)
	if err != nil {
		return nil, nil, &exitError{exitUnreadable, fmt.Errorf("--config %s: %w", f.config, err)}
	}
	left := func(s mcp.Server, status string) {
		missing = append(missing, journey.ServerEntry{Key: s.Key, Status: status, NamesUnknown: true})
	}
	answers := bufio.NewReader(a.in)
	for _, s := range all {
		switch {
		case len(f.only) > 0 && !slices.Contains(f.only, string(s.Key)):
			left(s, notChosen)
			continue
		case s.Disabled:
			left(s, disabled)
			fmt.Fprintf(a.err, "hopscope: %s is disabled in %s\n", visible.Name(string(s.Key)), visible.Text(f.config))
			continue
		case !f.yes && !a.mayStart(&f.yes, answers, s):
			left(s, notStarted)
			continue
		}
		if s.Dir != "" && !filepath.IsAbs(s.Dir) {
			s.Dir = filepath.Join(filepath.Dir(f.config), s.Dir)
		}
		chosen = append(chosen, s)
	}
	if len(chosen) == 0 {
		return nil, nil, &exitError{exitUnreadable, errors.New("catalog: no server was started")}
	}
	return chosen, missing, nil
}

// mayStart asks on stderr; "a" answers for all that follow. No answer is no.
func (a *app) mayStart(all *bool, answers *bufio.Reader, s mcp.Server) bool {
	verb := "start"
	if s.URL != "" {
		verb = "ask"
	}
	fmt.Fprintf(a.err, "%s %s: %s ? [y]es, [n]o, [a]ll: ", verb, visible.Name(string(s.Key)), visible.Text(s.Title()))
	line, err := answers.ReadString('\n')
	if err != nil && line == "" {
		fmt.Fprintln(a.err, "no answer; --yes starts all")
		return false
	}
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "a", "all":
		*all = true
		return true
	case "y", "yes":
		return true
	}
	return false
}

// listingsMax is how many servers are asked at once.
const listingsMax = 4

// catalog lists the servers and writes one catalog in their order. A server
// that failed stands in it with its error and without tools, and so do those
// that were not asked: then the catalog is partial and says so.
func (a *app) catalog(ctx context.Context, f *catalogFlags, servers []mcp.Server, missing []journey.ServerEntry) error {
	lists := make([]journey.Catalog, len(servers))
	errs := make([]error, len(servers))
	slots := make(chan struct{}, listingsMax)
	var wait sync.WaitGroup
	for i, s := range servers {
		wait.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			var problems []journey.Problem
			lists[i], problems, errs[i] = mcp.List(ctx, s, mcp.Limits{Time: f.timeout})
			if len(problems) > 0 {
				lists[i].Notes = append(lists[i].Notes, problems[0].What)
			}
		})
	}
	wait.Wait()
	if ctx.Err() != nil {
		return &exitError{code: exitInterrupted}
	}
	var all journey.Catalog
	failed, complete := 0, true
	for i, s := range servers {
		if errs[i] != nil {
			failed++
			a.sayFailure(s, errs[i])
			lists[i] = journey.Catalog{Servers: []journey.ServerEntry{{Key: s.Key, Status: failedOnce, NamesUnknown: true, Error: errs[i].Error()}}}
		}
		complete = complete && errs[i] == nil && lists[i].Complete
		all.Merge(lists[i])
	}
	all.Merge(journey.Catalog{Servers: missing})
	all.Complete = complete
	if failed == len(servers) && len(missing) == 0 && len(servers) == 1 {
		return &exitError{code: exitUnreadable} // said already
	}
	a.sayMissing(&all)
	if failed == len(servers) {
		return &exitError{code: exitUnreadable}
	}
	all.Source = ""
	if err := a.write(func(w io.Writer) error { _, err := w.Write(catalog.Write(all)); return err }); err != nil {
		return err
	}
	if failed > 0 {
		return &exitError{code: exitUnreadable}
	}
	return nil
}

// sayMissing notes in a catalog which servers it lacks.
func (a *app) sayMissing(c *journey.Catalog) {
	var lacks []string
	for _, s := range c.Servers {
		if s.NamesUnknown && s.Status != disabled {
			lacks = append(lacks, fmt.Sprintf("%s (%s)", s.Key, s.Status))
		}
	}
	if len(lacks) == 0 {
		return
	}
	c.Complete = false
	note := "partial: the tools of these servers are missing: " + strings.Join(lacks, ", ")
	c.Notes = append(c.Notes, note)
	fmt.Fprintf(a.err, "hopscope: %s\n", visible.Text(note))
}

// sayFailure writes why a server could not be listed, with the end of its own
// stderr.
func (a *app) sayFailure(s mcp.Server, err error) {
	b := &strings.Builder{}
	name := string(s.Key)
	if name == "" {
		name = s.Title()
	}
	fmt.Fprintf(b, "hopscope: %s: %s\n", visible.Text(name), visible.Text(err.Error()))
	var f *mcp.Failure
	if errors.As(err, &f) && f.Stderr != "" {
		b.WriteString("  its stderr ends:\n")
		for _, line := range visible.Lines(f.Stderr) {
			fmt.Fprintf(b, "    %s\n", line)
		}
	}
	io.WriteString(a.err, b.String())
}
