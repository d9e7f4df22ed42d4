package themes

import (
	"embed"
	"fmt"
	"strings"
	"sync"
)

// Depth is what a terminal can show.
type Depth uint8

// The depths. True: 24 bits; terminals with 256 colours show the nearest ones.
// ANSI16: the 16 colours of the terminal. Mono: no colour, attributes only.
const (
	True Depth = iota
	ANSI16
	Mono
)

// Style is how a role looks at one depth. Empty colours are the terminal's.
type Style struct {
	Fg, Bg                           Color
	Bold, Underline, Italic, Reverse bool
}

// Theme is one palette: a style for each role and depth.
type Theme struct {
	ID string
	// Dark: made for a dark background.
	Dark bool
	// ASCII: marks and rules are drawn in ASCII.
	ASCII bool
	// UnderlineHeadings: headings of panes are underlined.
	UnderlineHeadings bool

	styles [3][len(roleIDs)]Style
}

// Style returns the style of a role.
func (t *Theme) Style(r Role, d Depth) Style {
	if int(r) >= len(roleIDs) {
		r = Text
	}
	return t.styles[min(d, Mono)][r]
}

// Family is a theme under one id: a palette for dark backgrounds, one for
// light ones, or both.
type Family struct {
	ID, Name    string
	dark, light *Theme
}

// Has reports whether the family has a palette for this background.
func (f Family) Has(dark bool) bool { return dark && f.dark != nil || !dark && f.light != nil }

// Theme returns the palette for a dark or a light background, or the only one
// that there is.
func (f Family) Theme(dark bool) Theme {
	if f.dark != nil && (dark || f.light == nil) {
		return *f.dark
	}
	return *f.light
}

//go:embed *.toml
var files embed.FS

// builtinIDs are the built-in themes, in the order in which a key goes through
// them.
var builtinIDs = [...]string{"dark", "light", "high-contrast", "colour-blind-safe", "plain"}

var builtin = sync.OnceValue(func() []Family {
	list := make([]Family, len(builtinIDs))
	for i, id := range builtinIDs {
		text, err := files.ReadFile(id + ".toml")
		if err == nil {
			list[i], err = parse(id+".toml", text, list[:i])
		}
		if err != nil {
			panic("themes: built-in: " + err.Error()) // held by a test
		}
	}
	return list
})

// List returns the ids of the built-in themes. Auto, which Get takes too, is
// not among them.
func List() []string { return append([]string(nil), builtinIDs[:]...) }

// Get returns the theme with this id for a dark or a light background. The
// user's own themes are looked at first. auto and the empty id are dark or
// light, as the background is; colorblind, color-blind and the like are read
// as colour-blind-safe.
func Get(id string, dark bool, own ...Family) (Theme, error) {
	want := alias(id, dark)
	for _, list := range [][]Family{own, builtin()} {
		for _, f := range list {
			if f.ID == want {
				return f.Theme(dark), nil
			}
		}
	}
	known := append([]string{"auto"}, List()...)
	for _, f := range own {
		known = append(known, f.ID)
	}
	return Theme{}, fmt.Errorf("no theme %q: there are %s", id, strings.Join(known, ", "))
}

func alias(id string, dark bool) string {
	switch id = strings.ToLower(id); id {
	case "", "auto":
		if dark {
			return "dark"
		}
		return "light"
	case "colorblind", "colourblind", "color-blind", "colour-blind", "color-blind-safe", "colorblind-safe":
		return "colour-blind-safe"
	}
	return id
}

// Weak is a role that is hard to read on a background.
type Weak struct {
	Role Role
	// On is the background: one of Backgrounds, or the bg of Sel, Over or the
	// role itself.
	On           Color
	Ratio, Needs float64
}

// String says it in words.
func (w Weak) String() string {
	return fmt.Sprintf("%s on %s has a contrast of %.1f, needs %.1f", w.Role, w.On, w.Ratio, w.Needs)
}

// The least ratios: text as WCAG 2 AA wants it, and rules, which are no text.
const (
	needText = 4.5
	needLine = 3.0
)

// Check measures the true colours of a theme: text on every background of
// Backgrounds, on Sel and on Over; Line on the backgrounds only; Brk and Match
// on their own. It returns what is too weak. Roles without a colour are the
// terminal's and are not measured.
func (t *Theme) Check() []Weak {
	var weak []Weak
	for r := range len(roleIDs) {
		role := Role(r)
		s := t.Style(role, True)
		for _, on := range t.grounds(role) {
			needs := needText
			if role == Line {
				needs = needLine
			}
			if ratio := Contrast(s.Fg, on); ratio < needs {
				weak = append(weak, Weak{role, on, ratio, needs})
			}
		}
	}
	return weak
}

// grounds returns the backgrounds on which a role is read.
func (t *Theme) grounds(r Role) []Color {
	s := t.Style(r, True)
	if s.Fg == "" || s.Bg != "" {
		if s.Fg == "" || s.Bg == "" {
			return nil
		}
		return []Color{s.Bg}
	}
	list := Backgrounds(t.Dark)
	if r == Line {
		return list
	}
	for _, under := range []Role{Sel, Over} {
		if bg := t.Style(under, True).Bg; bg != "" {
			list = append(list, bg)
		}
	}
	return list
}
