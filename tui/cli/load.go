package cli

import (
	"context"
	"errors"
	"fmt"

	"hopscope/journey"
	"hopscope/journey/diagnose"
	"hopscope/journey/provider"
	"hopscope/journey/scheme"
	"hopscope/journey/visible"
	"hopscope/sessions"
)

// loaded is everything that the paths and flags gave, read to the end.
type loaded struct {
	*sessions.Loaded
	opening  *sessions.Opening
	scheme   journey.Scheme
	provider journey.Provider
	// chosen and chosenProvider are those of the command line, nil without.
	chosen         journey.Scheme
	chosenProvider journey.Provider
	why            string
	// fallback are the rules of the configuration for what names no client.
	fallback diagnose.Fallback
	setting  journey.Setting // options, reserved names, connection order
	// inForce is the plan of scheme, once it was asked for; restated is what
	// other schemes begin with.
	inForce  *journey.Plan
	restated journey.Setting
	// paths are those of the inputs as they may be shown.
	paths map[string]string
}

// shown is the path of an input as it may be shown.
func (l *loaded) shown(path string) string {
	p, ok := l.paths[path]
	if !ok {
		if l.paths == nil {
			l.paths = map[string]string{}
		}
		p = l.Mask(path)
		l.paths[path] = p
	}
	return p
}

// Close ends the reading of bodies.
func (l *loaded) Close() {
	if l.opening != nil {
		l.opening.Close()
	}
}

// load reads all paths. An input that is no format at all is an error; lines
// that could not be read are problems of the session.
func (a *app) load(ctx context.Context, paths []string) (*loaded, error) {
	o, err := a.open(paths)
	if err != nil {
		return nil, err
	}
	data, opening, err := sessions.Load(ctx, o)
	if err != nil {
		return nil, &exitError{exitUnreadable, err}
	}
	for _, s := range data.Sources {
		a.inputs = append(a.inputs, s.Path)
	}
	l := &loaded{Loaded: data, opening: opening, fallback: a.settings().fallback}
	if err := a.flags.setting(&l.setting); err != nil {
		return nil, err
	}
	return l, a.chooseRules(l)
}

// warningsMax is how many problems of the inputs are written to stderr.
const warningsMax = 10

// warn writes to stderr what could not be read, for output that has no place
// for it.
func (a *app) warn(l *loaded) { a.warnFrom(l, 0) }

// warnFrom writes the problems from the n-th on and returns how many there are:
// n for the next time.
func (a *app) warnFrom(l *loaded, n int) int {
	problems := l.Session.Problems
	for i := n; i < len(problems) && i <= warningsMax; i++ {
		if i == warningsMax {
			fmt.Fprintf(a.err, "hopscope: %d more lines or entries that could not be read\n", l.Session.ProblemCount-i)
			break
		}
		fmt.Fprintf(a.err, "hopscope: %s: %s\n", visible.Text(problems[i].Where), visible.Text(problems[i].What))
	}
	return len(problems)
}

// chooseRules takes scheme and provider from the flags, else from the
// recording, else verbatim.
func (a *app) chooseRules(l *loaded) error {
	l.scheme, l.provider, l.why = diagnose.DetectOr(l.Session, l.fallback)
	s, err := a.flags.chosenScheme()
	if err != nil {
		return err
	}
	if s != nil {
		l.scheme, l.chosen, l.why = s, s, "given on the command line"
		l.provider = provider.Default(s.Info().ID)
	}
	p, err := a.flags.chosenProvider()
	if err != nil {
		return err
	}
	if p != nil {
		l.provider, l.chosenProvider = p, p
	}
	if a.flags.mapFile != "" {
		a.inputs = append(a.inputs, a.flags.mapFile)
	}
	if l.scheme == nil || a.flags.scheme == "all" {
		return nil
	}
	return scheme.CheckOptions(l.scheme.Info(), l.setting.Options) // the scheme may be the recording's
}

// recording reports whether a transcript was read, not only a catalog.
func (l *loaded) recording() bool {
	return l.Session != nil && (len(l.Session.Rows) > 0 || l.Session.Client.ID != "" || len(l.Session.Requests) > 0 || len(l.Session.Snapshots) > 0)
}

// analyzer judges the calls under the rules in force. Where none were chosen,
// each client that made a part of them is judged by its own.
func (l *loaded) analyzer() *diagnose.Analyzer { return l.analyzerOf(l.scheme) }

// analyzerOf judges them under another scheme.
func (l *loaded) analyzerOf(s journey.Scheme) *diagnose.Analyzer {
	in := diagnose.Input{
		Session: l.Session, Catalog: l.Catalog, Scheme: s, Provider: l.provider, Fallback: l.fallback,
		Bodies: l.Bodies, Options: l.setting.Options, Connected: l.setting.Connected, Reserved: l.setting.Reserved,
	}
	if a, b := s.Info(), l.scheme.Info(); l.chosen == nil && a.ID == b.ID && a.Version == b.Version {
		in.Scheme, in.Provider = nil, l.chosenProvider
	}
	return diagnose.New(in)
}

// plan names the request under a scheme. Another scheme than the one in force
// begins with the real names, as far as the one in force knows them.
func (l *loaded) plan(s journey.Scheme) *journey.Plan {
	if l.inForce == nil {
		l.inForce = l.planOf(l.scheme)
		l.restated = journey.Restated(l.inForce, l.scheme)
	}
	if a, b := l.scheme.Info(), s.Info(); a.ID == b.ID {
		return l.inForce
	}
	p := s.Plan(l.restated)
	return &p
}

// planOf names the request of what was read.
func (l *loaded) planOf(s journey.Scheme) *journey.Plan {
	if l.recording() {
		return l.analyzerOf(s).Plan(-1)
	}
	set := l.setting
	set.Catalog = l.Catalog
	plan := s.Plan(set)
	return &plan
}

// rules returns the schemes and providers that wire and check were asked for:
// one each, or all. Without a recording and without flags it is verbatim under
// every provider, or what the configuration has instead.
func (a *app) rules(l *loaded) ([]journey.Scheme, []journey.Provider, error) {
	schemes := []journey.Scheme{l.scheme}
	providers := []journey.Provider{l.provider}
	if a.flags.scheme == "all" {
		schemes = scheme.All()
		for i, s := range schemes { // the one in force comes in its version
			if s.Info().ID == l.scheme.Info().ID {
				schemes[i] = l.scheme
			}
		}
	}
	chosen := a.flags.provider != "" || a.flags.client != ""
	switch {
	case a.flags.provider == "all":
		providers = provider.All()
	case chosen || l.recording():
	case l.fallback.Provider != nil:
		providers = []journey.Provider{l.fallback.Provider}
	default:
		providers = provider.All()
	}
	if len(providers) == 0 || providers[0] == nil {
		return nil, nil, errors.New("no provider is known for this recording: choose one with --provider")
	}
	return schemes, providers, nil
}

// findingsExit is the exit code of commands that report but do not judge.
func (a *app) findingsExit(found bool) error {
	if found && a.flags.fail {
		return &exitError{code: exitFindings}
	}
	return nil
}

func (a *app) needPath(args []string, command string) error {
	if len(args)+len(a.flags.catalogs)+len(a.flags.servers) == 0 {
		return fmt.Errorf("%s: give at least one PATH (a session, a catalog or a case; - for stdin)", command)
	}
	return nil
}
