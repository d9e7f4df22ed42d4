package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/journey/scheme"
	"hopscope/sessions"
	"hopscope/sessions/demo"
	"hopscope/sessions/store"
	"hopscope/tui"
)

// workbench opens the paths on the screen, or prints them as lines where the
// output is no terminal.
func (a *app) workbench(ctx context.Context, paths []string) error {
	if len(paths)+len(a.flags.catalogs)+len(a.flags.servers) == 0 {
		return a.pick(ctx)
	}
	var unreadable *sessions.Unreadable
	if a.plain() {
		err := a.printPlain(ctx, paths, tui.PlainOptions{})
		if errors.As(err, &unreadable) {
			a.meant(unreadable, paths)
		}
		return err
	}
	o, err := a.open(paths)
	if err != nil {
		return err
	}
	o.Follow, o.Ahead = true, true
	reading, stop := context.WithCancel(ctx)
	defer stop()
	opening, err := sessions.Open(reading, o)
	if err != nil && !errors.As(err, &unreadable) {
		return &exitError{exitUnreadable, err}
	}
	a.meant(unreadable, paths)
	t, terr := a.screen()
	if terr != nil {
		return terr
	}
	t.Opening, t.Stop, t.Err, t.Paths = opening, stop, err, paths
	return a.show(ctx, t)
}

// meant adds the command that a first path may have been meant to be.
func (a *app) meant(u *sessions.Unreadable, paths []string) {
	if u == nil || len(paths) == 0 || u.Path != paths[0] || !errors.Is(u, fs.ErrNotExist) {
		return
	}
	if near := a.root().SuggestionsFor(paths[0]); len(near) > 0 {
		u.Fix = strings.TrimSuffix(u.Fix, ".") + ", or use the command hopscope " + near[0]
	}
}

// pick shows the session picker, or lists the sessions as lines.
func (a *app) pick(ctx context.Context) error {
	if _, err := a.open(nil); err != nil {
		return err
	}
	if a.plain() {
		if err := a.flags.valid(); err != nil {
			return err
		}
		return a.write(a.listSessions)
	}
	t, err := a.screen()
	if err != nil {
		return err
	}
	return a.show(ctx, t)
}

// show runs the screen and turns its exit code into the command's.
func (a *app) show(ctx context.Context, t tui.Options) error {
	a.showing.Store(true)
	defer a.showing.Store(false)
	code, err := tui.Run(ctx, t)
	if err != nil || code != exitFine {
		return &exitError{code, err}
	}
	return nil
}

// screen is what the workbench needs from outside, with the flags applied.
func (a *app) screen() (tui.Options, error) {
	s, err := a.flags.chosenScheme()
	if err != nil {
		return tui.Options{}, err
	}
	p, err := a.flags.chosenProvider()
	if err != nil {
		return tui.Options{}, err
	}
	if p == nil && s != nil {
		p = provider.Default(s.Info().ID) // as the commands choose it
	}
	var set journey.Setting
	if err := a.flags.setting(&set); err != nil {
		return tui.Options{}, err
	}
	own, err := ownThemes()
	if err != nil {
		return tui.Options{}, err
	}
	words, err := a.vocabularyFiles()
	if err != nil {
		return tui.Options{}, err
	}
	home, _ := os.UserHomeDir()
	t := tui.Options{
		Open:      a.openPaths,
		OpenDemo:  a.openDemo,
		Find:      a.find,
		Spread:    a.databases.Spread,
		Peek:      a.peek,
		Inspect:   a.inspect,
		Demos:     demo.List(),
		Cases:     savedCases(),
		Export:    a.exportCase,
		Tours:     true,
		Request:   findRequest,
		Schemes:   scheme.All(),
		SchemeAt:  scheme.Get,
		Providers: provider.All(),
		Scheme:    s, Provider: p,
		SchemeOptions: set.Options, Connected: set.Connected, Reserved: set.Reserved,
		Fallback: a.settings().fallback, Keys: a.settings().keys,
		Theme: cmp.Or(a.screenTheme, a.flags.theme), Themes: own, Color: a.flags.color, NoMouse: a.flags.noMouse,
		Vocabulary: words, ReadVocabulary: a.vocabularyFiles,
		ShowSecrets: a.flags.showSecrets, Env: a.env, Home: home, Version: version(),
		SaveCopy: saveCopy,
	}
	return t, nil
}

func (a *app) openPaths(ctx context.Context, paths []string) (*sessions.Opening, error) {
	o, err := a.open(paths)
	if err != nil {
		return nil, err
	}
	o.Follow, o.Ahead = true, true
	return sessions.Open(ctx, o)
}

func (a *app) openDemo(ctx context.Context, name string) (*sessions.Opening, error) {
	data, err := demo.Get(name)
	if err != nil {
		return nil, err
	}
	return sessions.Open(ctx, sessions.Options{Paths: []string{"-"}, Stdin: bytes.NewReader(data)})
}

// find lists the sessions of this machine.
func (a *app) find() ([]store.Entry, []store.Searched) {
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, []store.Searched{{Client: "claude-code", Status: fmt.Sprintf("no home folder: %v", err)}}
	}
	entries, searched := store.Find(a.env, home, a.settings().folders...)
	for _, e := range entries {
		if e.Client == "" {
			a.untold.Store(e.Path, true)
		}
	}
	return entries, searched
}

// peek reads the head of a recording; of one that no place tells the client of,
// also who made it.
func (a *app) peek(path string) (store.Peeked, error) {
	p, err := store.Peek(path)
	if _, told := a.untold.Load(path); told && err == nil {
		p.Client = a.clientOf(context.Background(), path)
	}
	return p, err
}

// clientOf tells by the head of a recording which client made it.
func (a *app) clientOf(ctx context.Context, path string) string {
	return sessions.ClientOf(ctx, path, sessions.Options{Databases: &a.databases})
}

// savedCases is where the cases of this user are saved: they are data that
// nothing else holds, so they stand in the data folder.
func savedCases() store.Cases {
	return store.Cases{Dir: filepath.Join(xdg.DataHome, "hopscope", "cases")}
}

// saveCopy keeps a copy that the clipboard did not take, below the state
// folder of this user only.
func saveCopy(name string, data []byte) (string, error) {
	dir := filepath.Join(xdg.StateHome, "hopscope")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("copy to %s: %w", dir, err)
	}
	path := filepath.Join(dir, name)
	if err := store.Save(path, data, store.Saving{Replace: true}); err != nil {
		return "", fmt.Errorf("copy: %w", err)
	}
	return path, nil
}
