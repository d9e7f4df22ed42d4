package tui

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"hopscope/themes"
)

// styles turn looks into the sequences that a terminal reads. This is the only
// file that knows colours.
type styles struct {
	theme themes.Theme
	depth themes.Depth
	// ascii: marks and rules are drawn in ASCII.
	ascii bool
	// heading is what headings of panes carry beside bold.
	heading mod
	kept    map[look]string
}

// newStyles makes the styles of a theme, dark or light by the background, for
// what the terminal can show. An unknown id is the theme of the background.
func newStyles(id string, dark bool, profile colorprofile.Profile, ascii bool, own ...themes.Family) *styles {
	t, err := themes.Get(id, dark, own...)
	if err != nil {
		t, _ = themes.Get("auto", dark)
	}
	s := &styles{theme: t, ascii: ascii || t.ASCII, kept: map[look]string{}}
	switch {
	case profile >= colorprofile.ANSI256:
		s.depth = themes.True
	case profile == colorprofile.ANSI:
		s.depth = themes.ANSI16
	default:
		s.depth = themes.Mono
	}
	if t.UnderlineHeadings {
		s.heading = underline
	}
	return s
}

// sequence is what stands before text of a look; empty for the terminal's own.
func (s *styles) sequence(l look) string {
	seq, ok := s.kept[l]
	if !ok {
		seq, _, _ = strings.Cut(s.style(l).Render("x"), "x")
		s.kept[l] = seq
	}
	return seq
}

// style is a look as lipgloss draws it.
func (s *styles) style(l look) lipgloss.Style {
	is := s.theme.Style(l.role, s.depth)
	fg, bg, rev := is.Fg, is.Bg, is.Reverse || l.mod&reverse != 0
	under := themes.Style{}
	switch l.under {
	case groundSel:
		under = s.theme.Style(themes.Sel, s.depth)
	case groundOver:
		under = s.theme.Style(themes.Over, s.depth)
	}
	if bg == "" && !rev {
		bg = under.Bg
		if under.Reverse { // the whole row in reverse, without pieces of colour
			fg, rev = "", true
		}
	}
	out := lipgloss.NewStyle().
		Bold(is.Bold || l.mod&bold != 0).
		Underline(is.Underline || l.mod&underline != 0).
		Italic(is.Italic || l.mod&italic != 0).
		Reverse(rev)
	if fg != "" {
		out = out.Foreground(lipgloss.Color(string(fg)))
	}
	if bg != "" {
		out = out.Background(lipgloss.Color(string(bg)))
	}
	return out
}
