package cli

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"hopscope/journey"
	"hopscope/journey/decide"
	"hopscope/journey/diagnose"
	"hopscope/journey/report"
	"hopscope/sessions/catalog"
	"hopscope/sessions/store"
	"hopscope/themes"
)

// exported reports whether a format is one for people to pass on: secrets are
// masked in it.
func exported(format string) bool { return format == "html" || format == "svg" || format == "markdown" }

// exportReplay writes the page, picture or report of a recording.
func (a *app) exportReplay(l *loaded, an *diagnose.Analyzer, f filter) error {
	a.warn(l)
	if a.flags.format == "svg" {
		p, err := a.firstPicture(l, an, f)
		if err != nil {
			return err
		}
		return a.writeWhole(func(w io.Writer) error { return report.SVG(w, p) })
	}
	x, err := a.exportOf(l, an, f)
	if err != nil {
		return err
	}
	return a.writeWhole(func(w io.Writer) error {
		if a.flags.format == "html" {
			return report.HTML(w, x)
		}
		return report.ReplayMarkdown(w, x)
	})
}

// writeWhole is write for documents that fit in memory: a file of -o has the
// old content or the new one at any moment.
func (a *app) writeWhole(emit func(io.Writer) error) error {
	if a.flags.output == "" {
		return a.write(emit)
	}
	if in, ok := a.inputAt(a.flags.output); ok {
		return fmt.Errorf("output %s: this is %s, which was read; give another file", a.flags.output, in)
	}
	var b bytes.Buffer
	if err := emit(&b); err != nil {
		return err
	}
	return store.Save(a.flags.output, b.Bytes(), store.Saving{Replace: true, Mode: 0o644})
}

// exportOf collects what a page or report of a recording shows.
func (a *app) exportOf(l *loaded, an *diagnose.Analyzer, f filter) (report.Export, error) {
	look, err := a.look()
	if err != nil {
		return report.Export{}, err
	}
	s := l.Session
	kinds := map[string]int{}
	for row := range s.Rows {
		if d := an.Finding(row).Diagnosis; d != nil {
			kinds[string(d.Kind)]++
		}
	}
	sum := an.Summary()
	x := report.Export{
		Title: exportTitle(l), Sources: exportSources(s.Sources), Client: clientWords(s.Client), Scheme: decide.SchemeID(l.scheme.Info()), Why: l.why,
		Totals: report.NewTotals(&s.Tally, kinds), Verdict: sum.Verdict, Other: sum.Other, Fit: sum.Fit, Filter: f.words(),
		Taught: sum.Taught, Problems: s.Problems, ProblemCount: s.ProblemCount, Path: argument(l), Version: version(),
		Masks: a.masks(s), Look: look, Assumed: !an.CatalogKnown(-1),
	}
	if l.provider != nil {
		x.Provider = l.provider.Info().ID
	}
	if l.Case != nil {
		for _, n := range l.Case.Notes {
			x.Written = append(x.Written, report.ExportNote{Text: n.Text, Time: n.Time, Call: n.Call})
		}
	}
	e := exporter{l: l, an: an, f: f, x: &x, laid: map[int]bool{}}
	e.causes(sum)
	e.others()
	e.rows()
	e.tools()
	return x, nil
}

// words say which calls a filter lets through.
func (f filter) words() string {
	var parts []string
	if f.only != "" {
		parts = append(parts, f.only+" calls only")
	}
	if f.name != "" {
		parts = append(parts, "calls of "+f.name)
	}
	if f.turn != 0 {
		parts = append(parts, "turn "+strconv.Itoa(f.turn))
	}
	return strings.Join(parts, ", ")
}

// look is the palette of --theme; auto leaves the choice to the reader's
// system.
func (a *app) look() (report.Look, error) {
	own, err := ownThemes()
	if err != nil {
		return report.Look{}, err
	}
	var look report.Look
	for _, dark := range []bool{false, true} {
		t, err := themes.Get(a.flags.theme, dark, own...)
		if err != nil {
			return look, err
		}
		p := paletteOf(t)
		if t.Dark {
			look.Dark = p
		} else {
			look.Light = p
		}
	}
	return look, nil
}

// paletteOf are the true colours of a theme; what it leaves to the terminal is
// taken from the built-in theme for the same background.
func paletteOf(t themes.Theme) *report.Palette {
	base, _ := themes.Get("auto", t.Dark) // built in
	fg := func(r themes.Role) string {
		if c := t.Style(r, themes.True).Fg; c != "" {
			return string(c)
		}
		return string(base.Style(r, themes.True).Fg)
	}
	bg := func(r themes.Role) string {
		if c := t.Style(r, themes.True).Bg; c != "" {
			return string(c)
		}
		return string(base.Style(r, themes.True).Bg)
	}
	return &report.Palette{
		Window: string(themes.Backgrounds(t.Dark)[0]), Text: fg(themes.Text), Muted: fg(themes.Muted), Line: fg(themes.Line), Accent: fg(themes.Accent),
		Sel: bg(themes.Sel), Over: bg(themes.Over), Bad: fg(themes.Bad), BrkText: fg(themes.Brk), BrkBack: bg(themes.Brk), Warn: fg(themes.Warn),
		Ok: fg(themes.Ok), Changed: fg(themes.Changed), From: fg(themes.From), To: fg(themes.To),
	}
}

// masks hide secrets, unless they are to be shown. The users whose home folders
// the recording names are known from the start.
func (a *app) masks(s *journey.Session) *report.Masks {
	if a.flags.showSecrets {
		return nil
	}
	m := report.NewMasks()
	for _, n := range s.Tally.Names() {
		m.Spare(string(n.Called.Name))
	}
	m.Learn(s.Cwd)
	for _, src := range s.Sources {
		m.Learn(src.Path)
	}
	return m
}

// exportSources names the inputs without their folders.
func exportSources(list []journey.Source) []report.ExportSource {
	out := make([]report.ExportSource, 0, len(list))
	for _, s := range list {
		what := strings.TrimSpace(s.Client + " " + s.Version)
		if what == "" {
			what = catalog.Title(s.Format)
		}
		out = append(out, report.ExportSource{Name: baseName(s.Path), What: what, Notes: s.Notes})
	}
	return out
}

func baseName(path string) string {
	if path == "-" {
		return "stdin"
	}
	return filepath.Base(path)
}

// exportTitle stands for the inputs.
func exportTitle(l *loaded) string {
	switch n := len(l.Session.Sources); n {
	case 0:
		return "no input"
	case 1:
		return baseName(l.Session.Sources[0].Path)
	default:
		return baseName(l.Session.Sources[0].Path) + " and " + strconv.Itoa(n-1) + " more"
	}
}

// argument is the file as a command takes it again; empty without one.
func argument(l *loaded) string {
	if len(l.Session.Sources) == 0 || l.Session.Sources[0].Path == "-" {
		return ""
	}
	return baseName(l.Session.Sources[0].Path)
}

func clientWords(c journey.Client) string {
	name := c.ID
	if name == "" {
		name = c.Label
	}
	return strings.TrimSpace(name + " " + c.Version)
}
