// Package cli is hopscope's command tree: it reads flags, loads what the paths
// name, and hands values to the workbench or to a report. It decides nothing
// about names.
//
// Exit codes: 0 fine; 1 findings (from check, and from others with --fail);
// 2 usage or unreadable input; 130 interrupted.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"hopscope/journey/visible"
	"hopscope/sessions"
	"hopscope/sessions/store"
)

// Exit codes of every command.
const (
	exitFine        = 0
	exitFindings    = 1
	exitUnreadable  = 2
	exitInterrupted = 130
)

// exitError carries an exit code; err nil means that all was said already.
type exitError struct {
	code int
	err  error
}

// Error is the text of the error, or only the code where there is none.
func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit %d", e.code)
	}
	return e.err.Error()
}

// Unwrap returns the error behind the code.
func (e *exitError) Unwrap() error { return e.err }

// app is one run of the program.
type app struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) string
	// terminal: stdout is one.
	terminal bool
	flags    flags
	// inputs are the files that were read: nothing is written over them.
	inputs []string
	// databases are the copies of clients' databases that were made.
	databases store.Databases
	// config is the user's configuration; nil where the command needs none.
	config *config
	// screenTheme is the theme of the configuration, for the screen and not for
	// reports, which other people read; empty: that of the command line.
	screenTheme string
	// untold are the recordings of which only the content tells the client.
	untold sync.Map
	// showing: the full screen has the terminal, and gives it back itself.
	showing atomic.Bool
}

// Main runs the command line and returns the exit code.
func Main(args []string, in io.Reader, out, errw io.Writer) int {
	a := &app{in: in, out: out, err: errw, env: os.Getenv, terminal: isTerminal(out)}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return a.runUntil(ctx, args)
}

// patience is how long an interrupted command may take to end by itself. What
// computes, or waits for a pipe that nobody writes to, does not look at the
// context.
const patience = 200 * time.Millisecond

// runUntil is run that is left alone when ctx ends and it does not.
func (a *app) runUntil(ctx context.Context, args []string) int {
	done := make(chan int, 1)
	go func() { done <- a.run(ctx, args) }()
	select {
	case code := <-done:
		return code
	case <-ctx.Done():
	}
	if a.showing.Load() {
		return <-done
	}
	select {
	case code := <-done:
		return code
	case <-time.After(patience):
		return exitInterrupted
	}
}

func (a *app) run(ctx context.Context, args []string) int {
	defer a.databases.Close()
	root := a.root()
	root.SetArgs(args)
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.Version = version()
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetHelpFunc(a.help)
	return a.report(ctx, root.ExecuteContext(ctx))
}

// report writes an error as "hopscope: what" and returns the exit code.
func (a *app) report(ctx context.Context, err error) int {
	var exit *exitError
	switch {
	case err == nil:
		return exitFine
	case ctx.Err() != nil:
		return exitInterrupted
	case errors.As(err, &exit):
		if exit.err != nil {
			a.say(exit.err)
		}
		return exit.code
	default:
		a.say(err)
		return exitUnreadable
	}
}

// say writes an error to stderr: its text, and for an input that could not be
// read what was seen, which formats were tried and what can be done.
func (a *app) say(err error) {
	var u *sessions.Unreadable
	if !errors.As(err, &u) {
		fmt.Fprintf(a.err, "hopscope: %s\n", visible.Text(err.Error()))
		return
	}
	b := &strings.Builder{}
	fmt.Fprintf(b, "hopscope: %s: %s\n", visible.Text(u.Path), visible.Text(u.What))
	near := ""
	for _, p := range u.Near {
		near = strings.TrimPrefix(p.Where, u.Path+": ") + ": " + p.What
	}
	for _, row := range [][2]string{{"seen", u.Seen}, {"near", near}, {"read", triedFormats(u.Tried)}, {"do", u.Fix}} {
		if row[1] != "" {
			fmt.Fprintf(b, "  %-6s %s\n", row[0], visible.Text(row[1]))
		}
	}
	io.WriteString(a.err, b.String())
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(f.Fd())
}

// plain says whether rows are printed as lines instead of a full screen.
func (a *app) plain() bool {
	return a.flags.plain || !a.terminal || a.env("TERM") == "dumb" || a.env("ACCESSIBLE") != ""
}

// version is the module version that the build recorded.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "built from source"
	}
	return info.Main.Version
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "hopscope [PATH...]",
		Short: "See every tool's name at every hop, which hop broke it, and what would fix it",
		Long: "hopscope loads a catalog of tools and a recorded transcript and shows each tool's name at every hop: " +
			"the real name, the safe form, the wire shape, the model's echo, the dispatch and the history.\n\n" +
			"PATH is a session, a case or a catalog; folders, gzip, zstd and - for stdin work too. " +
			"Without PATH it lists the recorded sessions of this machine.",
		Example: `hopscope session.jsonl
hopscope demo
hopscope check tools.json --scheme claude-code
hopscope explain read --client claude-code`,
		Args: cobra.ArbitraryArgs,
		PersistentPreRunE: func(c *cobra.Command, _ []string) error {
			if err := a.configure(c); err != nil {
				return err
			}
			return a.flags.check()
		},
		RunE: func(c *cobra.Command, args []string) error { return a.workbench(c.Context(), args) },
	}
	root.SuggestionsMinimumDistance = 2
	root.SetFlagErrorFunc(flagError)
	a.flags.common(root)
	root.AddCommand(a.demoCmd(), a.lastCmd(), a.replayCmd(), a.wireCmd(), a.explainCmd(), a.checkCmd(), a.diffCmd(), a.repairCmd(), a.vocabCmd(), a.renameCmd(), a.catalogCmd(), a.sessionsCmd(), a.scanCmd(), a.bundleCmd(), a.formatsCmd(), a.schemesCmd(), a.providersCmd(), a.configCmd(), a.versionCmd(), a.manCmd())
	completeFlags(root)
	return root
}

// triedFormats lists the formats that were tried.
func triedFormats(ids []string) string {
	if len(ids) == 0 {
		return ""
	}
	return "formats that are read: " + strings.Join(ids, ", ")
}
