package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"hopscope/journey/report"
	"hopscope/sessions"
)

func (a *app) scanCmd() *cobra.Command {
	var f filter
	c := &cobra.Command{
		Use:   "scan [PATH...]",
		Short: "Many sessions: failures by kind, name, client, version and week; without PATH all of this machine",
		Example: `hopscope scan ~/.claude/projects
hopscope scan sessions/ --format json
hopscope scan sessions/ --only unknown --format ndjson`,
		RunE: func(c *cobra.Command, args []string) error {
			if f.only != "" && f.only != "failed" && f.only != "unknown" {
				return fmt.Errorf("--only %s: want failed or unknown", f.only)
			}
			if f.only != "" && a.flags.format != "ndjson" {
				return errors.New("--only goes with --format ndjson: a summary counts all calls")
			}
			return a.scan(c.Context(), args, f)
		},
	}
	a.flags.reporting(c, "text", "json", "ndjson")
	c.Flags().StringVar(&f.only, "only", "", "with ndjson: failed or unknown calls only")
	c.Flags().BoolVar(&a.flags.fail, "fail", false, "exit with 1 when a call was refused for its name")
	return c
}

// scanOne is one file that is read, in its place in the order.
type scanOne struct {
	path string
	done chan struct{}
	l    *loaded
	err  error
	sum  *report.Scanned
}

func (a *app) scan(ctx context.Context, paths []string, f filter) error {
	files, err := a.scanFiles(paths)
	if err != nil {
		return err
	}
	with, err := a.besides(ctx)
	if err != nil {
		return err
	}
	defer a.boundHeap()()
	scanner, found := report.NewScanner(), false
	bar := a.newBar(len(files))
	err = a.write(func(w io.Writer) error {
		return a.eachSession(ctx, files, with, func(one *scanOne) error {
			bar.step(one)
			if one.err != nil {
				scanner.Skip(one.path, reasonOf(one.err))
				return nil
			}
			found = found || one.l.Session.Tally.Unknown() > 0 || len(one.l.Session.Requests) > 0
			if a.flags.format == "ndjson" {
				return replayLines(w, one.l, one.l.analyzer(), f)
			}
			scanner.Add(one.sum)
			return nil
		}, func() error {
			bar.end()
			switch a.flags.format {
			case "json":
				return report.JSON(w, scanner.Result())
			case "text":
				return report.ScanText(w, scanner.Result())
			}
			return nil
		})
	})
	if err != nil {
		return err
	}
	return a.findingsExit(found)
}

// scanFiles are the files of the paths, or all sessions of this machine.
func (a *app) scanFiles(paths []string) ([]string, error) {
	if len(paths) > 0 {
		found, err := sessions.Files(paths)
		if err != nil {
			return nil, &exitError{exitUnreadable, err}
		}
		var files []string
		for _, path := range found {
			files = append(files, a.databases.Paths(path)...)
		}
		return files, nil
	}
	entries, _ := a.databases.Spread(a.find())
	var files []string
	for _, e := range entries {
		files = append(files, e.Path)
	}
	if len(files) == 0 {
		return nil, &exitError{exitUnreadable, errors.New("scan: no recorded sessions on this machine; give a PATH")}
	}
	return files, nil
}

// eachSession reads the files on all cores and hands them on in their order.
// At most two a core are held at a time.
func (a *app) eachSession(ctx context.Context, files []string, with sessions.Options, each func(*scanOne) error, end func() error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cores := runtime.GOMAXPROCS(0)
	work, order := make(chan *scanOne), make(chan *scanOne, 2*cores)
	go func() {
		defer close(order)
		defer close(work)
		for _, path := range files {
			one := &scanOne{path: path, done: make(chan struct{})}
			select {
			case order <- one:
				work <- one
			case <-ctx.Done():
				return
			}
		}
	}()
	for range cores {
		go func() {
			for one := range work {
				a.readOne(ctx, with, one)
				close(one.done)
			}
		}()
	}
	var failed error
	for one := range order {
		<-one.done
		if failed == nil && ctx.Err() == nil {
			failed = each(one)
		}
		if one.l != nil {
			one.l.Close()
		}
		if failed != nil {
			cancel()
		}
	}
	if failed == nil && ctx.Err() != nil {
		failed = ctx.Err()
	}
	if failed != nil {
		return failed
	}
	return end()
}

// besides is what every session is read with: catalogs, servers and
// instructions. One that cannot be read is an error before anything is scanned.
func (a *app) besides(ctx context.Context) (sessions.Options, error) {
	o, err := a.open(nil)
	o.Stdin = nil // one input cannot be read for each session
	if err != nil || len(o.Catalogs)+len(o.Servers) == 0 {
		return o, err
	}
	_, opening, err := sessions.Load(ctx, o)
	if err != nil {
		return o, err
	}
	opening.Close()
	return o, nil
}

// readOne loads one file and, for a summary, counts it.
func (a *app) readOne(ctx context.Context, o sessions.Options, one *scanOne) {
	o.Paths, o.Databases = []string{one.path}, &a.databases
	data, opening, err := sessions.Load(ctx, o)
	if err != nil {
		one.err = err
		return
	}
	one.l = &loaded{Loaded: data, opening: opening}
	if err := a.chooseRules(one.l); err != nil {
		one.err = err
		return
	}
	if !one.l.recording() {
		one.err = errors.New("holds no calls")
		return
	}
	if a.flags.format == "ndjson" {
		return
	}
	s := one.l.Session
	client := s.Client.ID
	if client == "" {
		client = s.Client.Label
	}
	one.sum = report.NewScanned(client, s.Client.Version)
	one.sum.Problems = s.ProblemCount
	an := one.l.analyzer()
	for row := range s.Rows {
		one.sum.Add(s.Echo(row), s.Rows[row].Class, s.Rows[row].Time, an.Finding(row).Diagnosis)
	}
	for _, r := range an.Requests() {
		one.sum.AddRequest(r.Diagnosis)
	}
}

func reasonOf(err error) string {
	var u *sessions.Unreadable
	if errors.As(err, &u) {
		return u.What
	}
	return err.Error()
}

// bar is the progress on stderr, where that is a terminal.
type bar struct {
	out          io.Writer
	total, done  int
	calls, width int
}

func (a *app) newBar(total int) *bar {
	b := &bar{total: total}
	if f, ok := a.err.(*os.File); ok && isTerminal(f) && !a.flags.plain {
		b.out = f
	}
	return b
}

// barCells is the width of the bar itself.
const barCells = 24

func (b *bar) step(one *scanOne) {
	b.done++
	if one.l != nil {
		b.calls += len(one.l.Session.Rows)
	}
	if b.out == nil || b.done != b.total && b.done%16 != 0 {
		return
	}
	n := barCells * b.done / max(b.total, 1)
	text := fmt.Sprintf("%s%s %d of %d files, %d calls", strings.Repeat("#", n), strings.Repeat(".", barCells-n), b.done, b.total, b.calls)
	fmt.Fprintf(b.out, "\r%-*s", b.width, text)
	b.width = len(text)
}

// end takes the bar away.
func (b *bar) end() {
	if b.out != nil && b.width > 0 {
		fmt.Fprintf(b.out, "\r%*s\r", b.width, "")
	}
}
