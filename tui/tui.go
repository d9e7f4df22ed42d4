// Package tui is the full-screen workbench: it shows the journey of every tool
// name of a recording and of the catalogs beside it.
//
//	 hopscope  file  client                    counts   header.go
//	 1 Journeys   5 Sessions        scheme  provider    tabs.go
//	─━━━━━━━━━━──────────────────────────────────────
//	▌Tools                │ name, which call            list.go, tools.go
//	  one row a tool      │ rail: six hops              rail.go
//	                      │ why: kind, seen, do         why.go
//	                      │ Real name      Wire shape   one pane a hop
//	 Calls of this tool   │ ...            Identity
//	 status                                             status.go
//	 keys                                               keys.go
//
// # How it works
//
// There is exactly one Bubble Tea model. Update routes a message by its type
// to the file that knows it; only commands do I/O, and they never touch the
// model: they take copies and answer with a message. Parts are pure functions
// from data to lines of spans with roles; View puts the lines into the
// rectangles that layout gives, on a canvas of cells, and the styles turn
// roles into colours at the very end. Text of others has passed
// journey/visible before it stands in a span.
//
// Files and their order of knowledge: line, canvas, layout know nothing of the
// model; data and the parts know the record; model, update, view know all;
// overlays (help, palette, pickers, copy menu) stand on a stack above.
package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"hopscope/journey"
	"hopscope/journey/diagnose"
	"hopscope/sessions"
	"hopscope/sessions/demo"
	"hopscope/sessions/store"
	"hopscope/themes"
)

// Exit codes of Run.
const (
	ExitOK          = 0
	ExitUsage       = 2
	ExitInterrupted = 130
)

// Options say what the workbench opens and how it reaches the world. All I/O
// but the terminal's stands behind functions, so that tests give others.
type Options struct {
	// Opening is what is being read; nil: the session picker, unless Err says
	// why nothing could be opened.
	Opening *sessions.Opening
	Err     error
	// Stop ends the reading of Opening, for esc; what was read stays.
	Stop context.CancelFunc
	// Paths as given, for the header, reload and the editor. Demo is the title
	// of a built-in session instead.
	Paths []string
	Demo  string

	// Open opens other paths (o, r, the picker), OpenDemo a built-in session.
	Open     func(ctx context.Context, paths []string) (*sessions.Opening, error)
	OpenDemo func(ctx context.Context, name string) (*sessions.Opening, error)
	// Find lists recorded sessions and the places searched; nil: no picker.
	Find func() ([]store.Entry, []store.Searched)
	// Spread takes the databases among them apart; nil: they stay one entry.
	Spread func([]store.Entry, []store.Searched) ([]store.Entry, []store.Searched)
	// Peek reads the head of a recording, Inspect counts its calls.
	Peek    func(path string) (store.Peeked, error)
	Inspect func(ctx context.Context, path string) (Inspected, error)
	Demos   []demo.Demo
	// Cases is the folder of saved cases; without one, cases are saved to paths.
	Cases store.Cases
	// Export makes a redacted case of a file; nil: it cannot.
	Export func(ctx context.Context, path string) (Exported, error)
	// Tours begins the tour of a built-in session that is opened.
	Tours bool

	// Schemes and Providers are what s and p offer, SchemeAt gives a scheme at
	// a version (id@version); nil: only the newest are offered. Scheme and
	// Provider override what the recording says.
	Schemes       []journey.Scheme
	SchemeAt      func(id string) (journey.Scheme, error)
	Providers     []journey.Provider
	Scheme        journey.Scheme
	Provider      journey.Provider
	SchemeOptions map[string]string
	// Fallback are the rules for what does not say whose it is.
	Fallback  diagnose.Fallback
	Connected []journey.Server
	Reserved  []journey.Wire

	// Vocabulary is what clients call their tools, with the user's files laid
	// over; ReadVocabulary reads those again, nil: it cannot.
	Vocabulary     Vocabulary
	ReadVocabulary func() (Vocabulary, error)

	// Request looks for a recorded request among the paths, by the contract of a
	// provider before others, or of it only; nil: requests are made from the list.
	Request func(paths []string, p journey.Provider, only bool) (body []byte, by journey.Provider, path string)

	// Theme is auto or the id of a theme, Themes are the user's own. Color is
	// auto, always or never.
	Theme   string
	Themes  []themes.Family
	Color   string
	NoMouse bool
	// ShowSecrets says that nothing is masked; else what Open reads is masked
	// already, and file names are where they are shown.
	ShowSecrets bool
	// NoClipboard sends every copy to a file (no OSC 52).
	NoClipboard bool
	// Keys remaps actions by id.
	Keys map[string][]string

	Env     func(string) string
	Home    string
	Now     func() time.Time
	Version string
	// SaveCopy writes a copy that is no clipboard's matter to a file and
	// returns its path.
	SaveCopy func(name string, data []byte) (path string, err error)

	// In and Out are the terminal; nil: the process's own.
	In  io.Reader
	Out io.Writer

	// program and testOpening are put in by tests.
	program     []tea.ProgramOption
	testOpening reading
}

// Inspected is what the picker shows of a session beside its place.
type Inspected struct {
	Client, Version        string
	Calls, Failed, Unknown int
	// First is the first failure about a name, or the first failure.
	First     string
	FirstKind string
	// Case: it is one; Title, Edits and Notes are its own. Folder is where the session
	// worked.
	Case          bool
	Title, Folder string
	Edits         int
	Notes         []string
	FirstHop      journey.Hop
	// Tools with their number of calls, most first.
	Tools    []ToolCount
	From, To time.Time
}

// ToolCount is a name and how often it was called.
type ToolCount struct {
	Name  string
	Calls int
}

// reading is an Opening as the model sees it.
type reading interface {
	Updates() <-chan sessions.Update
	Bodies() journey.Bodies
	Loaded() *sessions.Loaded
	Close()
}

// Run shows the workbench until the user leaves it.
func Run(ctx context.Context, o Options) (exit int, err error) {
	m := newModel(ctx, o)
	defer m.shut()
	opts := []tea.ProgramOption{tea.WithContext(ctx)}
	if o.In != nil {
		opts = append(opts, tea.WithInput(o.In))
	}
	if o.Out != nil {
		opts = append(opts, tea.WithOutput(o.Out))
	}
	if p, ok := profileFor(o.Color, m.opts.Env); ok {
		opts = append(opts, tea.WithColorProfile(p))
	}
	_, err = tea.NewProgram(m, append(opts, o.program...)...).Run()
	switch {
	case errors.Is(err, tea.ErrInterrupted):
		return ExitInterrupted, nil
	case errors.Is(err, tea.ErrProgramPanic):
		return ExitUsage, fmt.Errorf("tui: %w", err)
	case ctx.Err() != nil:
		return ExitInterrupted, nil
	case err != nil:
		return ExitUsage, fmt.Errorf("tui: %w", err)
	}
	return m.exit, nil
}

// profileFor is the colour profile that flag and environment ask for; ok is
// false where the terminal decides. Any non-empty NO_COLOR means no colour,
// bold and reverse stay.
func profileFor(color string, env func(string) string) (colorprofile.Profile, bool) {
	switch color {
	case "never":
		return colorprofile.ASCII, true
	case "always":
		if p := colorprofile.Env(environ(env)); p > colorprofile.ASCII {
			return p, true
		}
		return colorprofile.ANSI256, true
	}
	if env("NO_COLOR") != "" || env("CLICOLOR") == "0" {
		return colorprofile.ASCII, true
	}
	return colorprofile.Unknown, false
}

// environ is the part of the environment that tells the terminal's colours,
// without the variables that forbid them.
func environ(env func(string) string) []string {
	var list []string
	for _, k := range []string{"TERM", "COLORTERM", "TERM_PROGRAM", "WT_SESSION", "TMUX"} {
		if v := env(k); v != "" {
			list = append(list, k+"="+v)
		}
	}
	return list
}

func (o *Options) fill() {
	if o.Env == nil {
		o.Env = os.Getenv
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Theme == "" {
		o.Theme = "auto"
	}
}
