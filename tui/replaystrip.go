package tui

import (
	"strconv"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// The strip of turns. Where there is room each turn has a column with its
// number, what came and went, and its first call; else a cell or a few with
// marks, around the cursor.

const (
	stripLabel  = 12 // width of the labels
	stripColumn = 20 // of a column with words
	stripLeast  = 14 // the narrowest column with words
	stripCells  = 3  // of a column with marks, at most
)

// stripShape is how the strip is laid out.
type stripShape struct {
	words bool
	// from is the first turn that is seen, n how many, col their width.
	from, n, col int
	label        int
}

// shape chooses words or marks for a width.
func (r *replayTab) shape(w int) stripShape {
	x := stripShape{label: stripLabel}
	if w < 78 {
		x.label = 9
	}
	all, room := len(r.line.Turns), w-x.label
	if col := min(stripColumn, room/max(all, 1)); col >= stripLeast {
		return stripShape{words: true, n: all, col: col, label: x.label}
	}
	x.col = max(min(room/all, stripCells), 1)
	x.n = min(all, room/x.col)
	x.from = windowed(r.cur, all, x.n)
	return x
}

// turnAt is the turn at a cell of the strip; ok is false beside all turns.
func (x stripShape) turnAt(cell int) (turn int, ok bool) {
	i := (cell - x.label + 1) / x.col
	if !x.words {
		i = (cell - x.label) / x.col
	}
	if cell < x.label-1 || i < 0 || i >= x.n {
		return 0, false
	}
	return x.from + i, true
}

// strip are the rows below the heading, at most four.
func (r *replayTab) strip(m *model, w int) []line {
	x := r.shape(w)
	if x.words {
		return r.stripWords(m, x)
	}
	return r.stripMarks(m, x, w)
}

// stripWords has a column of words for each turn.
func (r *replayTab) stripWords(m *model, x stripShape) []line {
	rows := []line{labelled("turn", x), labelled("catalog", x), labelled("calls", x), labelled("", x)}
	put := func(k, i int, l line) {
		rows[k] = append(rows[k].padded(x.label+i*x.col-1), blanks(1))
		if x.from+i == r.cur {
			rows[k][len(rows[k])-1] = span{text: "▌", role: themes.Accent, mod: bold}
		}
		rows[k] = append(rows[k], l.fit(x.col-2)...)
	}
	for i := range x.n {
		u := &r.line.Turns[x.from+i]
		number := span{text: comma(u.Number)}
		if x.from+i == r.cur {
			number.mod = bold
		}
		put(0, i, line{number})
		put(1, i, r.catalogWord(x.from+i))
		name, word := r.turnWords(m, u, x.col-2)
		put(2, i, name)
		put(3, i, word)
	}
	return rows
}

func labelled(text string, x stripShape) line {
	return line{{text: text, role: themes.Muted}}.padded(x.label - 1)
}

// catalogWord says what became of the list in a turn.
func (r *replayTab) catalogWord(turn int) line {
	u := &r.line.Turns[turn]
	e := &r.line.Eras[u.Era]
	switch {
	case e.Turn != turn:
		return says(themes.Muted, "·")
	case len(e.Came)+len(e.Went) > 0:
		return changeSpans(e)
	case !e.Known && e.Snapshot < 0:
		return line{{text: assumedWord, role: themes.Warn, mod: italic}}
	}
	return says(themes.Text, plural(e.Tools, "tool", "tools"))
}

// changeSpans are what came and went: +1 -1.
func changeSpans(e *journey.Era) line {
	var l line
	if n := len(e.Came); n > 0 {
		l = append(l, span{text: "+" + comma(n), role: themes.Ok})
	}
	if n := len(e.Went); n > 0 {
		if len(l) > 0 {
			l = append(l, blanks(1))
		}
		l = append(l, span{text: "-" + comma(n), role: themes.Warn})
	}
	return l
}

// turnWords are the call of a turn that matters most, and what became of it.
func (r *replayTab) turnWords(m *model, u *journey.TimelineTurn, w int) (name, word line) {
	s := m.session()
	switch {
	case u.Refused > 0 && u.To == u.From:
		return says(themes.Text, "request"), line{markUnknown.span(), {text: " refused", role: themes.Bad}}
	case u.To == u.From:
		return says(themes.Muted, "·"), says(themes.Muted, "no call")
	}
	row := r.worst(m, u)
	text := cutName(string(s.Echo(row).Name), w)
	if text == "" {
		text = emptyName
	}
	if n := u.To - u.From - 1; n > 0 {
		more := " +" + comma(n)
		text = cutName(text, w-len(more)) + more
	}
	mark, what, role := r.outcome(m, row, w-2)
	if mark != markNone {
		word = line{mark.span(), blanks(1)}
	}
	return says(themes.Text, text), append(word, span{text: what, role: role})
}

// worst is the call of a turn that went worst, the first of those.
func (r *replayTab) worst(m *model, u *journey.TimelineTurn) int {
	s, best := m.session(), r.line.Row(u.From)
	if u.Failed+u.Wrong == 0 {
		return best
	}
	rank := func(row int) int {
		c := s.Rows[row].Class
		if r.line.Wrong(row) && !c.Unknown() {
			return journey.ClassNotEnabled.Rank()
		}
		return c.Rank()
	}
	for k := u.From + 1; k < u.To; k++ {
		if row := r.line.Row(k); rank(row) < rank(best) {
			best = row
		}
	}
	return best
}

// outcome is the mark and the word of what a call ran or how it failed.
func (r *replayTab) outcome(m *model, row, w int) (mark, string, themes.Role) {
	x := &m.session().Rows[row]
	switch {
	case x.Class != journey.ClassOK:
		return classMark(x.Class), visible.Cut(x.Class.Word(), w), classRole(x.Class)
	case r.line.Wrong(row):
		return markDrift, "ran " + cutName(r.ran(m, row), max(w-4, 1)), themes.Bad
	}
	return markNone, "ran " + cutName(r.ran(m, row), max(w-4, 1)), themes.Muted
}

// ran is the tool that a call ran: as recorded, else as the rules say.
func (r *replayTab) ran(m *model, row int) string {
	f := m.data.analyzer.Finding(row)
	s := m.session()
	if x := s.Extras[uint32(row)]; x.Dispatched != nil {
		return string(x.Dispatched.Name)
	}
	if f.Predicted.Tool != nil {
		return string(f.Predicted.Tool.Name)
	}
	return string(s.Echo(row).Name)
}

// stripMarks has a cell or a few for each turn, with the worst that happened.
func (r *replayTab) stripMarks(m *model, x stripShape, w int) []line {
	numbers, catalog, calls := labelled("turn", x).padded(x.label), labelled("catalog", x).padded(x.label), labelled("calls", x).padded(x.label)
	tick := 10
	if x.col > 1 {
		tick = 5
	}
	for i := range x.n {
		u := &r.line.Turns[x.from+i]
		at := x.label + i*x.col
		text := strconv.Itoa(u.Number)
		if (u.Number%tick == 0 || i == 0) && at >= numbers.width() && at+len(text) <= w {
			numbers = append(numbers.padded(at), span{text: text, role: themes.Muted}, blanks(1))
		}
		catalog = append(catalog, r.catalogMark(x.from+i), blanks(x.col-1))
		calls = append(calls, r.callsMark(m, u), blanks(x.col-1))
	}
	at := x.label + (r.cur-x.from)*x.col
	rows := []line{numbers.fit(w), joinSpans(catalog), joinSpans(calls), r.stripPointer(m, at, w)}
	if x.col > 1 { // there is room for a bar before the turn of the cursor
		for k := range 3 {
			rows[k] = barAt(rows[k], at-1)
		}
	}
	return rows
}

// barAt puts the bar of a cursor over the blank at a column. All marks are one
// cell wide.
func barAt(l line, at int) line {
	var out line
	from := 0
	for _, s := range l.padded(at + 1) {
		cells := []rune(s.text)
		i := at - from
		from += len(cells)
		if i < 0 || i >= len(cells) || cells[i] != ' ' {
			out = append(out, s)
			continue
		}
		head, tail := s, s
		head.text, tail.text = string(cells[:i]), string(cells[i+1:])
		out = append(out, head, span{text: "▌", role: themes.Accent, mod: bold}, tail)
	}
	return out
}

func (r *replayTab) catalogMark(turn int) span {
	u := &r.line.Turns[turn]
	switch {
	case u.Drifted > 0:
		return markDrift.span()
	case u.Changed:
		return markChanged.span()
	case r.line.Eras[u.Era].Turn == turn && r.line.Eras[u.Era].Known:
		return markCame.span()
	}
	return markNotCalled.span()
}

func (r *replayTab) callsMark(m *model, u *journey.TimelineTurn) span {
	switch {
	case u.Unknown+u.Refused > 0:
		return markUnknown.span()
	case u.Wrong > 0:
		return markDrift.span()
	case u.Failed > 0:
		return markFailed.span()
	case u.To == u.From:
		return span{text: " "}
	}
	return stripSpan(m.session().Rows[r.worst(m, u)].Class)
}

// stripPointer points at the turn of the cursor and says what happened in it.
func (r *replayTab) stripPointer(m *model, at, w int) line {
	text := r.turnText(m)
	if at+2+visible.Width(text) <= w {
		return line{blanks(at), {text: "▲", role: themes.Accent, mod: bold}, {text: " " + text, role: themes.Muted}}
	}
	text = visible.Cut(text, max(at-1, 0))
	return line{blanks(at - 1 - visible.Width(text)), {text: text + " ", role: themes.Muted}, {text: "▲", role: themes.Accent, mod: bold}}
}

// turnText says a turn in one line.
func (r *replayTab) turnText(m *model) string {
	u := r.here()
	text := r.unit() + " " + comma(u.Number)
	name, word := r.turnWords(m, u, 40)
	if u.To == u.From && u.Refused == 0 {
		return text + ": no call"
	}
	return text + ": " + name.plain() + ", " + word.plain()
}

// unit is what the strip counts.
func (r *replayTab) unit() string {
	if r.line.Counted {
		return "turn"
	}
	return "call"
}
