package tui

import (
	"strconv"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// callsPart lists the calls of the selected tool and shows all calls of the
// session as a strip of marks, in at most h lines; cursor is the index of the
// selected call among the tool's calls. The strip is left out where h is too
// small.
func callsPart(d *detail, w, h, cursor int) part {
	n := len(d.row.calls)
	p := part{title: "Calls of " + cutName(rowTitle(d.row), w-20), noteRole: themes.Muted}
	if d.session == nil || n == 0 {
		p.note = "none"
		p.body = prose(themes.Muted, "This tool was never called.", w-2)
		for i := range p.body {
			p.body[i] = append(line{blanks(1)}, p.body[i]...)
		}
		return p.fitted(w)
	}
	cursor = min(max(cursor, 0), n-1)
	p.note = comma(cursor+1) + " of " + comma(n)
	if visible.Width(p.title)+visible.Width(p.note)+2 > w {
		p.title = "Calls"
	}
	strip := d.strip(w)
	meant := d.meantRows(w)
	room := h - 1 - len(strip) - 1
	if room < 1 {
		strip, meant, room = nil, nil, h-1
	}
	if room-min(n, 5) <= len(meant) {
		meant = nil
	}
	room -= len(meant)
	p.body = append(p.body, callHead())
	from := windowed(cursor, n, max(room, 1))
	for i := from; i < min(from+max(room, 1), n); i++ {
		if i == cursor {
			p.focus = len(p.body)
		}
		p.body = append(p.body, d.callRow(int(d.row.calls[i]), w))
	}
	p.body = append(p.body, meant...)
	if len(strip) > 0 {
		p.body = append(append(p.body, nil), strip...)
	}
	return p.fitted(w)
}

// rowTitle is the name of a row for headings.
func rowTitle(r toolRow) string {
	if r.name == "" {
		return emptyName
	}
	return r.name
}

// windowed returns the first of n rows so that the cursor is among h rows.
func windowed(cursor, n, h int) int {
	if n <= h {
		return 0
	}
	return min(max(cursor-h/2, 0), n-h)
}

func callHead() line {
	return says(themes.Muted, "  turn  time      call id")
}

// callRow is one call: mark, turn, time, call id.
func (d *detail) callRow(row, w int) line {
	r := &d.session.Rows[row]
	turn := strconv.Itoa(int(r.Turn))
	if r.Turn == 0 { // read before what stands before it
		turn = "…"
	}
	mark, word, role := classMark(r.Class), r.Class.Word(), classRole(r.Class)
	if isAmong(d.silent, uint32(row)) {
		mark, word, role = markDrift, groupStatus[groupWrong].word, themes.Bad
	}
	l := line{{text: " "}, mark.span()}
	l = append(l, blanks(4-visible.Width(turn)), span{text: turn, role: themes.Text}, blanks(2))
	l = append(l, span{text: clock(r.Time), role: themes.Muted})
	l = l.padded(18)
	id := shortID(d.idOf(row))
	if id == "" && r.Line > 0 {
		id = "line " + comma(int(r.Line))
	}
	l = append(l, span{text: id, role: themes.Muted})
	if rest := w - l.width(); rest >= len(word)+1 && mark == markDrift || rest >= 9 && r.Class != journey.ClassOK {
		l = append(l, blanks(1), span{text: visible.Cut(word, rest-1), role: role})
	}
	return l
}

// meantRows are the calls of the tool that a wrong name meant, at most three.
func (d *detail) meantRows(w int) []line {
	j := &d.journey
	if d.call == nil || d.row.tool >= 0 || j.Naming == nil || d.session == nil || j.Naming.Status != journey.Offered {
		return nil
	}
	for _, t := range d.session.Tally.Names() {
		if t.Called.Wire() != j.Naming.Wire {
			continue
		}
		out := []line{nil, says(themes.Muted, "  Calls of the tool it meant:")}
		for i, r := range t.Rows {
			if i == 3 {
				out = append(out, says(themes.Muted, "   "+comma(len(t.Rows)-3)+" more"))
				break
			}
			l := d.callRow(int(r), w)
			if word := d.session.Rows[r].Class.Word(); l.width()+2+len(word) <= w && d.session.Rows[r].Class == journey.ClassOK {
				l = append(l, blanks(max(29-l.width(), 2)), span{text: word, role: themes.Muted})
			}
			out = append(out, l)
		}
		return out
	}
	return nil
}

// stripBucket is the greatest number of calls that share one mark; longer
// sessions show the part around the selected call instead.
const stripBucket = 8

// strip shows the calls of the session, one mark each, and where the selected
// one stands. Where marks stand for several calls, the worst one shows.
func (d *detail) strip(w int) []line {
	n, cols := len(d.session.Rows), w-3
	if n == 0 || d.call == nil || cols < 10 {
		return nil
	}
	at := min(max(d.call.Index, 0), n-1)
	from, each := 0, 1
	title := "All " + plural(n, "call", "calls") + ", one mark each:"
	switch {
	case n <= cols:
	case n <= cols*stripBucket:
		each = (n + cols - 1) / cols
		title = "All " + comma(n) + " calls, " + strconv.Itoa(each) + " a mark, the worst:"
	default:
		from = windowed(at, n, cols)
		title = "Calls " + comma(from+1) + " to " + comma(from+cols) + " of " + comma(n) + ":"
	}
	if n == 1 {
		title = "The only call:"
	}
	marks := line{blanks(2)}
	for i := from; i < n && (i-from)/each < cols; i += each {
		worst, wrong := journey.ClassOK, false
		for k, r := range d.session.Rows[i:min(i+each, n)] {
			wrong = wrong || isAmong(d.silent, uint32(i+k))
			if r.Class.Rank() < worst.Rank() {
				worst = r.Class
			}
		}
		if wrong && !worst.Unknown() {
			marks = append(marks, markDrift.span())
			continue
		}
		marks = append(marks, stripSpan(worst))
	}
	return []line{says(themes.Muted, "  "+title), joinSpans(marks), stripHere((at-from)/each, cols)}
}

// stripHere points at the selected call; the words stand on the side where
// there is room.
func stripHere(col, cols int) line {
	const text = " you are here"
	if col+1+len(text) > cols && col >= len(text) {
		return line{blanks(2 + col - len(text)), {text: text[1:] + " ", role: themes.Muted}, {text: "▲", role: themes.Accent}}
	}
	return line{blanks(2 + col), {text: "▲", role: themes.Accent}, {text: text, role: themes.Muted}}
}

// joinSpans joins neighbouring spans of one look.
func joinSpans(l line) line {
	var out line
	for _, s := range l {
		if n := len(out); n > 0 && out[n-1].role == s.role && out[n-1].mod == s.mod {
			out[n-1].text += s.text
			continue
		}
		out = append(out, s)
	}
	return out
}
