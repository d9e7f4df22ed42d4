package tui

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// shareAmong notes for each of the rows, which stand in the order of names, how
// much of its beginning another one has as well, so that it is cut where it
// differs.
func shareAmong(rows []*toolRow) {
	for i, r := range rows {
		r.shared, r.beside = 0, [2]string{}
		if i == 0 {
			continue
		}
		before := rows[i-1]
		n := commonStart(before.name, r.name)
		before.shared, r.shared = max(before.shared, n), n
		before.beside[1], r.beside[0] = r.name, before.name
	}
}

func commonStart(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(a) && !utf8.RuneStart(a[n]) {
		n--
	}
	for n > 0 && n < len(b) && !utf8.RuneStart(b[n]) {
		n--
	}
	return n
}

// toolCols are the columns of the tool list at one width.
type toolCols struct {
	w, name, status, calls int
	// noCalls: no row has a call, and the list has no such column.
	noCalls bool
}

// statusWidth is the longest status word.
const statusWidth = 11

// toolColumns lays out the columns for all rows at width w: a mark, the name,
// the status, the calls, and a blank at the end.
func toolColumns(rows []toolRow, w int) toolCols {
	most := 0
	for i := range rows {
		most = max(most, len(rows[i].calls))
	}
	c := toolCols{w: w, status: statusWidth, noCalls: most == 0}
	if !c.noCalls {
		c.calls = max(len(comma(most))+1, 3)
	}
	c.name = w - 3 - 1 - statusWidth - c.calls - 1
	if w >= 60 { // the list of small windows has the whole width
		c.name = min(c.name, w/2)
	}
	if c.name < 8 {
		c.name = max(w-5, 1)
		c.status, c.calls = 0, 0
	}
	return c
}

// toolsTitle returns the heading of the tool list and its note.
func toolsTitle(rows []toolRow, s *journey.Session, plan *journey.Plan) (title, note string) {
	title = "Tools " + comma(len(rows))
	if s == nil || s.Tally.Calls == 0 {
		offered := 0
		if plan != nil {
			for i := range plan.Tools {
				if plan.Tools[i].Status == journey.Offered {
					offered++
				}
			}
		}
		return title, comma(offered) + " offered"
	}
	failures, unknown := 0, 0
	for i := range rows {
		if rows[i].failed+rows[i].wrong > 0 {
			failures++
		}
		if rows[i].unknown > 0 {
			unknown++
		}
	}
	switch {
	case unknown > 1:
		return title, plural(unknown, "unknown name", "unknown names")
	case failures > 0:
		return title, comma(failures) + " with failures"
	default:
		return title, "none failed"
	}
}

// toolHead is the line of column names above the rows.
func toolHead(c toolCols) line {
	l := line{{text: "    "}, {text: "name", role: themes.Muted}}
	if c.status == 0 {
		return l
	}
	l = append(l.padded(3+c.name+1), span{text: "status", role: themes.Muted})
	if c.noCalls {
		return l
	}
	return append(l.padded(c.w-6), span{text: "calls", role: themes.Muted})
}

// toolLine draws one row; the screen adds cursor bar and background.
func toolLine(r toolRow, c toolCols, ascii bool) line {
	l := line{{text: " "}, r.mark.span(), {text: " "}, {text: rowName(r, c.name), role: themes.Text}}
	if c.status > 0 {
		role := signs[r.mark].role
		if r.mark == markNone || r.mark == markNotCalled {
			role = themes.Muted
		}
		l = append(l.padded(3+c.name+1), span{text: visible.Cut(r.status, c.status), role: role})
	}
	if c.calls > 0 {
		n := comma(len(r.calls))
		l = append(l.padded(c.w-1-len(n)), span{text: n, role: themes.Muted})
	}
	if ascii {
		return l.ascii()
	}
	return l
}

// emptyName stands for a name without characters.
const emptyName = "(empty)"

// rowName is the name of a row in w cells, cut so that it differs from its
// neighbours where they do.
func rowName(r toolRow, w int) string {
	if r.name == "" && r.server == "" {
		return emptyName
	}
	if r.server != "" {
		if tool := visible.Name(r.name); visible.Width(tool)+5 > w {
			return visible.Cut(visible.Name(r.server), 2) + " · " + cutApart(r, w-5)
		}
		return owned(r.server, r.name, w)
	}
	return cutApart(r, w)
}

// cutApart cuts the name of a row to w cells so that what follows its first
// shared bytes can be seen. It is cut in two places only where one cut would
// make it look like its neighbour.
func cutApart(r toolRow, w int) string {
	name, shared := r.name, r.shared
	full := visible.Name(name)
	if visible.Width(full) <= w || shared <= 0 || shared >= len(name) {
		return visible.Middle(full, w)
	}
	front := w - 1 - (w-1)/3
	if visible.Width(visible.Name(name[:shared])) < front {
		return visible.Middle(full, w)
	}
	number := shared // numbers differ as a whole
	for number > 0 && name[number-1] >= '0' && name[number-1] <= '9' {
		number--
	}
	if visible.Width(visible.Name(name[number:])) < w && visible.Width(visible.Name(name[wordStart(name, shared):]))+1 > w {
		return "…" + ansi.TruncateLeft(full, visible.Width(full)-w+1, "")
	}
	shared = wordStart(name, shared)
	tail := visible.Name(name[shared:])
	switch n := visible.Width(tail); {
	case n+4 <= w:
		return cutTail(visible.Name(name[:shared]), w-n) + tail
	case n+1 <= w:
		return "…" + tail
	default:
		once := visible.Middle(full, w)
		for _, other := range r.beside {
			if other != "" && visible.Middle(visible.Name(other), w) == once {
				return "…" + visible.Middle(tail, w-1)
			}
		}
		return once
	}
}

// wordBack is how far wordStart looks back.
const wordBack = 12

// wordStart goes back from a byte of a name to the beginning of its word, so
// that of part_1 and part_12 all of 1 and 12 is shown.
func wordStart(name string, at int) int {
	for i := at; i > 0 && at-i < wordBack; i-- {
		if strings.IndexByte("_-./: ", name[i-1]) >= 0 {
			return i
		}
	}
	return at
}

// cutTail cuts a text at its end, even where it would fit exactly, so that …
// stands before what follows.
func cutTail(s string, w int) string {
	if visible.Width(s) <= w {
		return s
	}
	return visible.Cut(s, w)
}
