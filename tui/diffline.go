package tui

import (
	"strings"
	"unicode"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// Differences between neighbouring forms: the changed characters have their
// own role, and a row below marks their columns.

// glyph is one character of a name as it is shown, with the mark that stands
// below it: blank for none.
type glyph struct {
	text string
	w    int
	role themes.Role
	mod  mod
	mark byte
}

// glyphs shows a piece of a name, one glyph a code point; combining marks stay
// on their base.
func glyphs(s string, role themes.Role, m mod, mark byte) []glyph {
	var out []glyph
	for s != "" {
		n := 1
		for i, r := range s {
			if i > 0 && !unicode.In(r, unicode.Mn, unicode.Me) {
				n = i
				break
			}
			n = len(s)
		}
		text := visible.Name(s[:n])
		out = append(out, glyph{text, visible.Width(text), role, m, mark})
		s = s[n:]
	}
	return out
}

// laterGlyphs shows the later form of a difference: what is new in role to.
func laterGlyphs(d journey.NameDiff) []glyph {
	var out []glyph
	for _, g := range d.Segments {
		switch {
		case g.Op == journey.DiffReplaced:
			out = append(out, glyphs(g.To, themes.To, underline, '^')...)
		case g.Op == journey.DiffAdded && !d.Rewritten:
			out = append(out, glyphs(g.To, themes.To, underline, '+')...)
		case g.Op != journey.DiffDropped:
			out = append(out, glyphs(g.To, themes.Text, 0, ' ')...)
		}
	}
	return out
}

// earlierGlyphs shows the earlier form: what goes in role from.
func earlierGlyphs(d journey.NameDiff) []glyph {
	var out []glyph
	for _, g := range d.Segments {
		switch {
		case g.Op == journey.DiffReplaced:
			out = append(out, glyphs(g.From, themes.From, underline, '^')...)
		case g.Op == journey.DiffDropped && !d.Rewritten:
			out = append(out, glyphs(g.From, themes.From, underline, '-')...)
		case g.Op != journey.DiffAdded:
			out = append(out, glyphs(g.From, themes.Text, 0, ' ')...)
		}
	}
	return out
}

// glyphsWidth is the number of cells.
func glyphsWidth(gs []glyph) int {
	n := 0
	for _, g := range gs {
		n += g.w
	}
	return n
}

// fitGlyphs cuts a name to w cells so that as many marked characters as
// possible stay, else two thirds in front of the cut.
func fitGlyphs(gs []glyph, w int) []glyph {
	if glyphsWidth(gs) <= w {
		return gs
	}
	if w < 1 {
		return nil
	}
	best, bestHidden, bestOff := 0, len(gs)+1, 0
	want := w - 1 - (w-1)/3
	for front := 0; front < w; front++ {
		a, b := cutRange(gs, front, w-1-front)
		hidden := 0
		for _, g := range gs[a:b] {
			if g.mark != ' ' {
				hidden++
			}
		}
		off := max(front-want, want-front)
		if hidden < bestHidden || hidden == bestHidden && off < bestOff {
			best, bestHidden, bestOff = front, hidden, off
		}
	}
	a, b := cutRange(gs, best, w-1-best)
	out := append([]glyph{}, gs[:a]...)
	out = append(out, glyph{text: "…", w: 1, role: themes.Muted, mark: ' '})
	return append(out, gs[b:]...)
}

// cutRange returns the glyphs that go when front and back cells may stay.
func cutRange(gs []glyph, front, back int) (from, to int) {
	for from < len(gs) && gs[from].w <= front {
		front -= gs[from].w
		from++
	}
	to = len(gs)
	for to > from && gs[to-1].w <= back {
		back -= gs[to-1].w
		to--
	}
	return from, to
}

// glyphLine joins glyphs of one look into spans.
func glyphLine(gs []glyph) line {
	var out line
	for _, g := range gs {
		if n := len(out); n > 0 && out[n-1].role == g.role && out[n-1].mod == g.mod {
			out[n-1].text += g.text
			continue
		}
		out = append(out, span{g.text, g.role, g.mod})
	}
	return out
}

// markText is the row of marks below a name, without blanks at its end.
func markText(gs []glyph) string {
	var b strings.Builder
	for _, g := range gs {
		b.WriteByte(g.mark)
		if g.mark == ' ' || g.w == 0 {
			b.WriteString(strings.Repeat(" ", max(g.w-1, 0)))
			continue
		}
		b.WriteString(strings.Repeat(string(g.mark), g.w-1))
	}
	return strings.TrimRight(b.String(), " ")
}

// diffRows shows the later form of a name after a label of some cells, and
// below it the marks and what they mean in words.
// It is cut to one row, but for a pane that has the screen to itself.
func (d *detail) diffRows(label string, diff journey.NameDiff, words string, w int) []line {
	indent := visible.Width(label)
	gs := laterGlyphs(diff)
	if d.full && glyphsWidth(gs) > w-indent && w-indent > 1 {
		return fullRows(label, gs, words, w)
	}
	gs = fitGlyphs(gs, w-indent)
	first := line{}
	if label != "" {
		first = append(first, span{text: label, role: themes.Muted})
	}
	return append([]line{append(first, glyphLine(gs)...)}, markRows(gs, indent, words, themes.To, w)...)
}

// fullRows shows a long name on several rows, each with its marks below.
func fullRows(label string, gs []glyph, words string, w int) []line {
	var out []line
	indent := visible.Width(label)
	for len(gs) > 0 {
		n, _ := cutRange(gs, w-indent, 0)
		n = max(n, 1)
		head := line{{text: label, role: themes.Muted}}
		if len(out) > 0 {
			head = line{blanks(indent)}
		}
		out = append(out, append(head, glyphLine(gs[:n])...))
		if markText(gs[:n]) != "" {
			out = append(out, markRows(gs[:n], indent, "", themes.To, w)...)
		}
		gs = gs[n:]
	}
	return append(out, prose(themes.Muted, words, w)...)
}

// markRows is the row of marks with its words; words that have no room beside
// the marks stand on rows of their own.
func markRows(gs []glyph, indent int, words string, role themes.Role, w int) []line {
	words = visible.Text(words)
	marks := strings.TrimRight(strings.Repeat(" ", indent)+markText(gs), " ")
	if marks == "" {
		return prose(themes.Muted, words, w)
	}
	if words == "" {
		return []line{says(role, marks)}
	}
	if visible.Width(marks)+2+visible.Width(words) <= w {
		return []line{{{text: marks, role: role}, {text: "  " + words, role: themes.Muted}}}
	}
	return append([]line{says(role, marks)}, prose(themes.Muted, words, w)...)
}
