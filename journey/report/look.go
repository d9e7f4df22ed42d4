package report

import "strings"

// Look is the palette of pages and pictures. Where both are given the reader's
// system chooses; one alone is fixed.
type Look struct{ Light, Dark *Palette }

// Palette are colours as #rrggbb, named as the roles of themes.
type Palette struct {
	Window, Text, Muted, Line, Accent, Sel, Over, Bad, BrkText, BrkBack, Warn, Ok, Changed, From, To string
}

// css returns the palette as custom properties.
func (p *Palette) css() string {
	var b strings.Builder
	for _, x := range [...][2]string{
		{"window", p.Window}, {"text", p.Text}, {"muted", p.Muted}, {"line", p.Line}, {"accent", p.Accent}, {"sel", p.Sel}, {"over", p.Over},
		{"bad", p.Bad}, {"brk-text", p.BrkText}, {"brk-back", p.BrkBack}, {"warn", p.Warn}, {"ok", p.Ok}, {"changed", p.Changed}, {"from", p.From}, {"to", p.To},
	} {
		b.WriteString("--" + x[0] + ":" + x[1] + ";")
	}
	return b.String()
}

// rules returns the style rules that set the palette, made by one for each.
func (l Look) rules(one func(*Palette) string) string {
	switch {
	case l.Light == nil && l.Dark == nil:
		return ""
	case l.Dark == nil:
		return one(l.Light)
	case l.Light == nil:
		return one(l.Dark)
	default:
		return one(l.Light) + "@media (prefers-color-scheme:dark){" + one(l.Dark) + "}"
	}
}

// scheme is the value of color-scheme.
func (l Look) scheme() string {
	switch {
	case l.Dark == nil:
		return "light"
	case l.Light == nil:
		return "dark"
	default:
		return "light dark"
	}
}
