package tui

import (
	"strconv"

	"hopscope/journey/visible"
	"hopscope/themes"
)

// vocabRects are the places of the Vocabulary tab. An empty rectangle is not
// drawn.
type vocabRects struct {
	// head are the names of the clients, with their versions where there is room.
	head, matrix, more rect
	rules              []rect
	split              rect
	panes              map[pane]rect
	stacked            bool
}

// vocabArgs is all that the places depend on.
type vocabArgs struct {
	w, h  int
	tasks int
	focus pane
	// under is the pane below the matrix where there is room for one only.
	under pane
	zoom  bool
	// want are the rows that the panes of the right side want.
	want map[pane]int
}

// Heights of the tab: below shortTab there is no room for versions and for the
// row that says what lies beyond; lowerRows is what the panes keep.
const (
	shortTab  = 20
	lowerRows = 14
)

// vocabLayout places everything; see vocabTab for a sketch. Below 100 columns
// there is one pane below the matrix: that with the focus, else the names, or who
// uses the name that was typed.
func vocabLayout(a vocabArgs) vocabRects {
	r := vocabRects{panes: map[pane]rect{}, stacked: a.w < twoColumnsFrom}
	body := rect{0, headRows, a.w, max(a.h-headRows-footRows, 0)}
	if a.zoom && a.focus != paneMatrix {
		r.panes[a.focus] = rect{1, body.y, a.w - 2, body.h}
		return r
	}
	head, more := 2, 1
	if a.h < shortTab {
		head, more = 1, 0
	}
	a.tasks = max(a.tasks, 1) // a row that says that there is none
	lower := 0
	if !a.zoom {
		lower = min(lowerRows, body.h*2/5)
		lower = max(lower, body.h-head-more-2-a.tasks)
	}
	r.head = body.row(0, head)
	at := head
	if a.h >= shortTab {
		r.rules = append(r.rules, body.row(at, 1))
		at++
	}
	rows := body.h - at - more - lower
	if lower > 0 {
		rows--
	}
	r.matrix = body.row(at, min(rows, a.tasks))
	r.more = body.row(at+r.matrix.h, more)
	at += r.matrix.h + more
	if lower == 0 {
		return r
	}
	r.rules = append(r.rules, body.row(at, 1))
	in := body.below(at + 1)
	in.x, in.w = 1, a.w-2
	if r.stacked {
		if a.focus == paneMatrix {
			a.focus = a.under
		}
		r.panes[a.focus] = in
		return r
	}
	half := a.w / 2
	r.panes[paneNames] = rect{1, in.y, half - 3, in.h}
	r.split = rect{half - 1, in.y, 1, in.h}
	right := rect{half + 1, in.y, a.w - half - 2, in.h}
	if in.h < lowerRows/2 { // no room for three: one at a time
		if a.focus <= paneNames {
			a.focus = paneUsers
		}
		r.panes[a.focus] = right
		return r
	}
	side := rects{panes: r.panes}
	stack(&side, right, layoutArgs{panes: a.want, focus: a.focus}, vocabPanes[2:])
	return r
}

// places are the rectangles of now.
func (v *vocabTab) places(m *model) vocabRects {
	a := vocabArgs{w: m.w, h: m.h, tasks: len(v.shown), focus: v.focus, under: paneNames, zoom: m.zoom, want: map[pane]int{}}
	if v.filter != "" || m.filtering != nil {
		a.under = paneUsers
	}
	if m.w >= twoColumnsFrom {
		for _, p := range vocabPanes[2:] {
			a.want[p] = len(v.part(m, p, m.w-m.w/2-2).body) + 1
		}
	}
	return vocabLayout(a)
}

func (v *vocabTab) part(m *model, p pane, w int) part {
	switch p {
	case paneNames:
		return v.namesPart(w)
	case panePairs:
		return v.pairsPart(w)
	case paneUsers:
		return v.usersPart(m, w)
	case paneOpen:
		return v.openPart(m, w)
	}
	return part{}
}

// draw draws the tab.
func (v *vocabTab) draw(m *model, c *canvas) {
	v.look(m)
	c.put(0, 0, m.w, v.header(m))
	r := v.places(m)
	for _, x := range r.rules {
		c.rule(x.x, x.y, x.w)
	}
	for y := r.split.y; y < r.split.y+r.split.h; y++ {
		c.set(r.split.x, y, "│", look{role: themes.Line})
	}
	if !r.matrix.empty() {
		v.drawMatrix(m, c, r)
	}
	for p, at := range r.panes {
		if at.empty() {
			continue
		}
		body := v.part(m, p, at.w)
		if r.stacked && !m.zoom {
			body.note = strconv.Itoa(int(p-paneMatrix)) + " of " + strconv.Itoa(len(vocabPanes)-1) + " panes, tab goes on"
			body.noteRole = themes.Muted
		}
		off := v.scroll[p]
		if p == paneNames {
			off = v.namesOffset(at.h-1, len(body.body))
		}
		m.drawPart(c, at, body, p == v.focus, off)
		if y := at.y + namesHead + v.name.cursor - off; p == paneNames && p == v.focus && len(v.cell().rows) > 0 && y < at.y+at.h {
			m.drawCursor(c, at.x-1, y, at.w+1, true)
		}
	}
}

// header says how large the tables are and what session is open.
func (v *vocabTab) header(m *model) line {
	g := v.grid
	left := line{blanks(1), {text: "hopscope", mod: bold}, {text: "  vocabulary  "}}
	size := plural(len(g.clients), "client", "clients")
	if m.w >= 80 {
		size += ", " + plural(g.entries, "entry", "entries")
	}
	if m.w >= twoColumnsFrom {
		size += ", " + comma(len(g.tasks)) + " capabilities"
	}
	left = append(left, span{text: size, role: themes.Muted})
	if n := len(m.opts.Vocabulary.Files); n > 0 {
		left = append(left, span{text: ", " + comma(n) + " of yours", role: themes.Ok})
	}
	s := m.session()
	if s == nil {
		return sides(left, says(themes.Muted, "no session is open "), m.w)
	}
	who := s.Client.ID
	if who == "" {
		who = s.Client.Label
	}
	if s.Client.Version != "" {
		who += " " + s.Client.Version
	}
	text := "the open session is " + cutName(who, 34) + " "
	if who == "" {
		text = "the open session names no client "
	}
	if left.width()+2+visible.Width(text) > m.w {
		text = cutName(who, 24) + " "
	}
	return sides(left, says(themes.Muted, text), m.w)
}
