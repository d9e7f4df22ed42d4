package tui

import (
	"strconv"
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// The rail has a stop every railStep columns, every railWide where there is
// room for it; below railMin columns it is one line.
const (
	railStep    = 13
	railWide    = 24
	railWideMin = 144
	railMin     = 78
)

// railLines draws the way of the name in five rows: pointer, hop, line, form,
// words. Windows below 80 columns get it as one row.
func railLines(d *detail, w int) []line {
	if w < railMin {
		return []line{railOneLine(d, -1, w)}
	}
	step := railStep
	if w >= railWideMin {
		step = railWide
	}
	j := &d.journey
	rows := []line{railPointer(j, step), {}, {}, {}, {}}
	for i := range j.Stops {
		s := &j.Stops[i]
		rows[1] = append(rows[1], railCell(s.Hop.Title(), themes.Text, bold, step))
		rows[2] = append(rows[2], railMark(j, s))
		if i+1 < len(j.Stops) {
			rows[2] = append(rows[2], railStretch(j, &j.Stops[i+1], step-1))
		}
		text, role := railForm(j, s, step-2)
		rows[3] = append(rows[3], railCell(text, role, 0, step))
		word, role := railWord(j, s, step)
		rows[4] = append(rows[4], railCell(word, role, 0, step))
	}
	for i := range rows {
		rows[i] = rows[i].fit(w)
	}
	return rows
}

// railCell fills one column of a row; a text that fills it leaves one blank.
func railCell(text string, role themes.Role, m mod, step int) span {
	text = visible.Cut(text, step-1)
	return span{text: text + strings.Repeat(" ", step-visible.Width(text)), role: role, mod: m}
}

// railPointer stands above the hop that breaks, and above the first fault.
func railPointer(j *journey.Journey, step int) line {
	out := line{}
	put := func(h journey.Hop, text string) {
		if i := railIndex(h); i >= 0 {
			out = append(out.padded(i*step), span{text: text, role: themes.Bad, mod: bold})
		}
	}
	first, last := railIndex(j.First), railIndex(j.Break)
	switch {
	case first < 0 || first == last:
		put(j.Break, "▼ breaks here")
	case first < last:
		put(j.First, "▼ first")
		put(j.Break, "▼ breaks here")
	case last >= 0 && (first-last)*step < len("  breaks here")+1:
		put(j.Break, "▼ breaks")
		put(j.First, "▼ first")
	default:
		put(j.Break, "▼ breaks here")
		put(j.First, "▼ first")
	}
	return out
}

// railIndex is the position of a hop on the rail, -1 for none. What breaks on
// the way back is shown at the echo.
func railIndex(h journey.Hop) int {
	if h == journey.HopReturn {
		h = journey.HopEcho
	}
	for i, r := range journey.Rail {
		if r == h {
			return i
		}
	}
	return -1
}

// breaksAt reports whether the journey breaks at a stop of the rail.
func breaksAt(j *journey.Journey, h journey.Hop) bool {
	return j.Break != journey.HopNone && railIndex(j.Break) == railIndex(h)
}

func railMark(j *journey.Journey, s *journey.Stop) span {
	if breaksAt(j, s.Hop) {
		return span{text: "✗", role: themes.Brk, mod: bold}
	}
	switch s.State {
	case journey.StopKnown:
		return span{text: "●", role: themes.Text}
	case journey.StopChanged:
		return span{text: "◆", role: themes.Changed}
	case journey.StopDrift:
		return span{text: "≠", role: themes.Bad}
	default:
		return span{text: "○", role: themes.Off}
	}
}

// railStretch is the line into a stop: solid while the same tool is meant.
func railStretch(j *journey.Journey, to *journey.Stop, n int) span {
	s := span{text: strings.Repeat("╌", n), role: themes.Line}
	if to.Same {
		s.text = strings.Repeat("━", n)
	}
	if breaksAt(j, to.Hop) {
		s.role = themes.Bad
	}
	return s
}

// railForm is the name at a stop, or what stands for it.
func railForm(j *journey.Journey, s *journey.Stop, w int) (string, themes.Role) {
	role := themes.Text
	switch s.State {
	case journey.StopChanged:
		role = themes.Changed
	case journey.StopDrift:
		role = themes.Bad
	}
	switch {
	case s.Short != "":
		return visible.Middle(visible.Name(s.Short), w), role
	case s.Name != "":
		return railCut(j, s, w), role
	case s.State == journey.StopNone || s.State == journey.StopNotRecorded:
		return "–", themes.Off
	default:
		return emptyName, role
	}
}

// railCut cuts a form so that it differs from the form before where it does.
func railCut(j *journey.Journey, s *journey.Stop, w int) string {
	full := visible.Name(s.Name)
	if visible.Width(full) <= w {
		return full
	}
	before, after := neighbours(j, s)
	switch {
	case before != "":
		return glyphLine(fitGlyphs(laterGlyphs(journey.Diff(before, s.Name)), w)).plain()
	case after != "":
		return glyphLine(fitGlyphs(earlierGlyphs(journey.Diff(s.Name, after)), w)).plain()
	}
	gs := glyphs(s.Name, themes.Text, 0, ' ')
	a, b := cutRange(gs, w*3/4, w-1-w*3/4)
	return glyphLine(gs[:a]).plain() + "…" + glyphLine(gs[b:]).plain()
}

// neighbours are the nearest other forms of the name before and after a stop.
func neighbours(j *journey.Journey, s *journey.Stop) (before, after string) {
	behind := false
	for i := range j.Stops {
		o := &j.Stops[i]
		switch {
		case o.Hop == s.Hop:
			behind = true
		case o.Name == "" || o.Name == s.Name:
		case !behind:
			before = o.Name
		case after == "":
			after = o.Name
		}
	}
	return before, after
}

// railShort are the words that a column of the rail has no room for.
var railShort = map[string]string{
	"other capitals": "other case", "answered by the runtime": "runtime",
}

func railWord(j *journey.Journey, s *journey.Stop, step int) (string, themes.Role) {
	word := s.Word
	if step >= railWide && s.Wide != "" {
		word = s.Wide
	}
	if short := railShort[word]; short != "" && visible.Width(word) >= step {
		word = short
	}
	role := themes.Muted
	if breaksAt(j, s.Hop) {
		role = themes.Bad
	}
	return visible.Text(word), role
}

// railOneLine is the rail of small windows: hop 1/6 Real name ✗. hop is the
// index of a stop; -1 takes the one that breaks, or the first.
func railOneLine(d *detail, hop int, w int) line {
	j := &d.journey
	if hop < 0 || hop >= len(j.Stops) {
		hop = max(railIndex(j.Break), 0)
	}
	s := &j.Stops[hop]
	n := strconv.Itoa(hop+1) + "/" + strconv.Itoa(len(j.Stops))
	l := line{{text: "hop " + n + " ", role: themes.Muted}, {text: s.Hop.Title() + " ", mod: bold}, railMark(j, s)}
	word, role := railWord(j, s, railStep)
	if word != "" {
		l = append(l, span{text: "  " + word, role: role})
	}
	if i := railIndex(j.Break); i >= 0 && i != hop {
		l = append(l, span{text: "  breaks at " + j.Stops[i].Hop.Title(), role: themes.Bad})
	}
	return l.fit(w)
}
