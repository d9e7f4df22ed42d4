package tui

import (
	"strings"

	"hopscope/journey/visible"
	"hopscope/themes"
	"hopscope/vocab"
)

// Widths of a column of the matrix, and the least that a column which is cut
// at the edge of the window keeps.
const (
	columnLeast, columnMost = 12, 21
	columnCut               = 12
)

// clientTitle is the name of a client, short where it has a long remark.
func clientTitle(c vocab.Client) string {
	name, _, _ := strings.Cut(c.Name, " (")
	return visible.Name(name)
}

// measure finds the widths of the columns.
func (g *vocabGrid) measure() {
	for _, k := range g.tasks {
		g.first = max(g.first, visible.Width(k.ID))
	}
	for j, c := range g.clients {
		w := max(columnLeast, visible.Width(clientTitle(c)))
		for i := range g.tasks {
			w = max(w, g.cells[vocabAt{i, j}].line(1<<10).width())
		}
		g.widths = append(g.widths, min(w, columnMost))
	}
}

// line is the name that the client is known by, and how many more it has.
func (c vocabCell) line(w int) line {
	if len(c.rows) == 0 {
		return says(themes.Off, "–")
	}
	s := span{}
	more := ""
	if n := len(c.rows); n > 1 {
		more = " +" + comma(n-1)
	}
	room := w - len(more)
	switch {
	case c.usual.Mentioned:
		s = span{text: `"` + cutName(c.usual.Name, room-2) + `"`, role: themes.Muted}
	case c.gone:
		s = span{text: cutName(c.usual.Name, room-1) + "*", role: themes.Muted}
	default:
		s = span{text: cutName(c.usual.Name, room)}
	}
	return line{s, {text: more, role: themes.Muted}}
}

// vocabColumn is a column that is drawn.
type vocabColumn struct{ client, x, w int }

// columns are those that fit into w, from the first that is shown; that under
// the cursor is among them.
func (v *vocabTab) columns(w int) []vocabColumn {
	v.left = max(min(v.left, v.col), 0)
	for ; v.left < v.col; v.left++ {
		list := v.columnsFrom(v.left, w)
		last := list[len(list)-1]
		if last.client > v.col || last.client == v.col && last.w >= v.grid.widths[v.col] {
			break
		}
	}
	return v.columnsFrom(v.left, w)
}

func (v *vocabTab) columnsFrom(from, w int) []vocabColumn {
	x := 1 + v.grid.first + 3
	var list []vocabColumn
	for j := from; j < len(v.grid.clients); j++ {
		width := min(v.grid.widths[j], w-1-x)
		if width < v.grid.widths[j] && width < columnCut && len(list) > 0 {
			break
		}
		list = append(list, vocabColumn{j, x, width})
		x += width + 3
	}
	return list
}

// drawMatrix draws capabilities down and clients across.
func (v *vocabTab) drawMatrix(m *model, c *canvas, r vocabRects) {
	cols := v.columns(m.w)
	v.drawMatrixHead(m, c, r, cols)
	n := r.matrix.h
	v.top = max(min(v.top, v.row, len(v.shown)-n), v.row-n+1, 0)
	if len(v.shown) == 0 {
		c.put(1, r.matrix.y, m.w-2, says(themes.Muted, "No capability and no name holds it."))
	}
	for y := range n {
		at := v.top + y
		if at >= len(v.shown) {
			break
		}
		v.drawTask(m, c, r.matrix.y+y, at, cols)
	}
	if !r.more.empty() {
		c.put(1, r.more.y, m.w-2, says(themes.Muted, v.moreText(n, cols)))
	}
}

func (v *vocabTab) drawMatrixHead(m *model, c *canvas, r vocabRects, cols []vocabColumn) {
	title := span{text: "capability", mod: bold | m.styles.heading}
	if v.focus == paneMatrix {
		title.role = themes.Accent
		c.put(0, r.head.y, 1, line{{text: "▌", role: themes.Accent, mod: bold}})
	}
	c.put(1, r.head.y, v.grid.first, line{title})
	id, _, _ := m.openClient()
	for _, col := range cols {
		client := v.grid.clients[col.client]
		s := span{text: visible.Cut(clientTitle(client), col.w), mod: bold}
		if client.ID == id {
			s.role = themes.Accent
		}
		c.put(col.x, r.head.y, col.w, line{s})
		if r.head.h > 1 {
			state := client.State()
			if state == "" {
				state = "no version"
			}
			c.put(col.x, r.head.y+1, col.w, says(themes.Muted, visible.Name(state)))
		}
	}
}

// drawTask draws one row.
func (v *vocabTab) drawTask(m *model, c *canvas, y, at int, cols []vocabColumn) {
	task := v.shown[at]
	on := at == v.row
	name := span{text: v.grid.tasks[task].ID}
	if on {
		name.mod = bold
	}
	l := line{name}
	if v.filter != "" {
		l = highlight(l, v.filter)
	}
	c.put(1, y, v.grid.first, l)
	for _, col := range cols {
		l := v.grid.cells[vocabAt{task, col.client}].line(col.w)
		if v.hits[vocabAt{task, col.client}] {
			l = v.marked(l)
		}
		if on && col.client == v.col {
			c.ground(col.x-1, y, col.w+2, groundSel)
			if v.focus == paneMatrix {
				c.put(col.x-1, y, 1, line{{text: "▌", role: themes.Accent, mod: bold}})
			}
		}
		c.put(col.x, y, col.w, l)
	}
}

// marked shows that a cell holds what is looked for: in the name that is seen,
// or else in those behind the number.
func (v *vocabTab) marked(l line) line {
	if out := highlight(l[:1], v.filter); len(out) > 1 || out[0].role == themes.Match {
		return append(out, l[1:]...)
	}
	out := append(line{}, l...)
	if last := &out[len(out)-1]; strings.HasPrefix(last.text, " ") {
		return append(out[:len(out)-1], span{text: " "}, span{text: last.text[1:], role: themes.Match})
	}
	out[0].role = themes.Match
	return out
}

// moreText says what lies beyond the edges.
func (v *vocabTab) moreText(rows int, cols []vocabColumn) string {
	var list []string
	add := func(n int, one, many string) {
		if n > 0 {
			list = append(list, plural(n, one, many))
		}
	}
	add(v.top, "capability above", "capabilities above")
	add(len(v.shown)-v.top-rows, "capability below", "capabilities below")
	add(v.left, "client to the left", "clients to the left")
	if len(cols) > 0 {
		add(len(v.grid.clients)-1-cols[len(cols)-1].client, "client to the right", "clients to the right")
	}
	return strings.Join(list, ", ")
}
