package tui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"hopscope/themes"
)

// A canvas is the screen as cells. Panes put their lines into it, overlays lie
// above what is there, and render turns runs of equal looks into one string.

// ground is what lies behind a cell.
type ground uint8

const (
	groundNone ground = iota
	groundSel
	groundOver
)

// look is how a cell is drawn.
type look struct {
	role  themes.Role
	mod   mod
	under ground
}

// cell is one column of one row. A wide character fills two: the right one has
// no text.
type cell struct {
	text string
	look look
}

// rect is a place on the screen; an empty one is not drawn.
type rect struct{ x, y, w, h int }

func (r rect) empty() bool { return r.w <= 0 || r.h <= 0 }

func (r rect) contains(x, y int) bool {
	return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h
}

// canvas is w times h cells.
type canvas struct {
	w, h  int
	cells []cell
}

func newCanvas(w, h int) *canvas {
	c := &canvas{w: w, h: h, cells: make([]cell, w*h)}
	c.clear()
	return c
}

// clear fills the canvas with blanks, so that one canvas serves many frames.
func (c *canvas) clear() {
	for i := range c.cells {
		c.cells[i] = cell{text: " "}
	}
}

// resize returns a canvas of that size, blank.
func (c *canvas) resize(w, h int) *canvas {
	if c == nil || c.w != w || c.h != h {
		return newCanvas(w, h)
	}
	c.clear()
	return c
}

// put draws a line from x on in at most w columns. What does not fit is cut
// and … put there. It returns the column after the last one drawn.
func (c *canvas) put(x, y, w int, l line) int {
	end := min(x+w, c.w)
	if y < 0 || y >= c.h || x >= end {
		return x
	}
	for _, s := range l {
		x = c.span(x, y, end, s)
		if x > end {
			c.set(end-1, y, "…", look{role: s.role, under: c.at(end-1, y).look.under})
			return end
		}
	}
	return x
}

// span draws one span and returns the column behind it: more than end when it
// did not fit.
func (c *canvas) span(x, y, end int, s span) int {
	for rest := s.text; rest != ""; {
		text, width := rest[:1], 1
		if rest[0] >= 0x80 || len(rest) > 1 && rest[1] >= 0x80 {
			text, width = ansi.FirstGraphemeCluster(rest, ansi.GraphemeWidth)
			if text == "" {
				return x
			}
		}
		rest = rest[len(text):]
		if width == 0 {
			continue
		}
		if x+width > end {
			return end + 1
		}
		l := look{role: s.role, mod: s.mod, under: c.at(x, y).look.under}
		if text == " " { // what is underlined is characters, not the room between
			l = l.blank()
		}
		c.set(x, y, text, l)
		if width == 2 {
			c.set(x+1, y, "", l)
		}
		x += width
	}
	return x
}

func (c *canvas) at(x, y int) *cell { return &c.cells[y*c.w+x] }

// blank is the look of a blank: without an underline.
func (l look) blank() look {
	switch l.role {
	case themes.From, themes.To, themes.Place:
		l.role = themes.Text
	}
	l.mod &^= underline
	return l
}

// set writes one cell. The other half of a wide character that is written over
// becomes a blank.
func (c *canvas) set(x, y int, text string, l look) {
	at := c.at(x, y)
	if at.text == "" && text != "" && x > 0 && ansi.StringWidth(c.at(x-1, y).text) == 2 {
		c.at(x-1, y).text = " "
	}
	if x+1 < c.w && text != "" && c.at(x+1, y).text == "" {
		c.at(x+1, y).text = " "
	}
	at.text, at.look = text, l
}

// right draws a line so that it ends before column end, and returns where it
// begins. It is not drawn where it would begin before from.
func (c *canvas) right(from, end, y int, l line) int {
	x := end - l.width()
	if x < from {
		return end
	}
	c.put(x, y, end-x, l)
	return x
}

// ground lays a background under a part of a row.
func (c *canvas) ground(x, y, w int, g ground) {
	if y < 0 || y >= c.h {
		return
	}
	for i := max(x, 0); i < min(x+w, c.w); i++ {
		c.at(i, y).look.under = g
	}
}

// rule draws a horizontal line.
func (c *canvas) rule(x, y, w int) {
	for i := x; i < min(x+w, c.w); i++ {
		c.set(i, y, "─", look{role: themes.Line})
	}
}

// dim takes all meaning out of what is drawn: it lies behind an overlay.
func (c *canvas) dim() {
	for i := range c.cells {
		c.cells[i].look = look{role: themes.Line}
	}
}

// blank empties a rectangle and lays a background under it.
func (c *canvas) blank(r rect, g ground) {
	for y := max(r.y, 0); y < min(r.y+r.h, c.h); y++ {
		for x := max(r.x, 0); x < min(r.x+r.w, c.w); x++ {
			c.set(x, y, " ", look{under: g})
		}
	}
}

// frame draws the border of an overlay with a title in it, and the ground.
func (c *canvas) frame(r rect, title string) {
	c.blank(r, groundOver)
	edge := look{role: themes.Accent, under: groundOver}
	last := r.x + r.w - 1
	for x := r.x + 1; x < last; x++ {
		c.set(x, r.y, "─", edge)
		c.set(x, r.y+r.h-1, "─", edge)
	}
	for y := r.y + 1; y < r.y+r.h-1; y++ {
		c.set(r.x, y, "│", edge)
		c.set(last, y, "│", edge)
	}
	c.set(r.x, r.y, "╭", edge)
	c.set(last, r.y, "╮", edge)
	c.set(r.x, r.y+r.h-1, "╰", edge)
	c.set(last, r.y+r.h-1, "╯", edge)
	if title != "" {
		c.put(r.x+2, r.y, r.w-4, line{{text: " "}, {text: title, role: themes.Accent, mod: bold}, {text: " "}})
	}
}

// divide draws a rule across a frame.
func (c *canvas) divide(r rect, y int) {
	edge := look{role: themes.Accent, under: groundOver}
	for x := r.x + 1; x < r.x+r.w-1; x++ {
		c.set(x, y, "─", edge)
	}
	c.set(r.x, y, "├", edge)
	c.set(r.x+r.w-1, y, "┤", edge)
}

// ascii replaces every mark by its ASCII sign.
func (c *canvas) ascii() {
	for i := range c.cells {
		if t := c.cells[i].text; len(t) > 1 {
			c.cells[i].text = line{{text: t}}.ascii().plain()
		}
	}
}

// plain returns the rows as text.
func (c *canvas) plain() []string {
	rows := make([]string, c.h)
	var b strings.Builder
	for y := range rows {
		b.Reset()
		for x := range c.w {
			b.WriteString(c.at(x, y).text)
		}
		rows[y] = b.String()
	}
	return rows
}

// render returns the rows with the styles of their looks.
func (c *canvas) render(st *styles) string {
	var b strings.Builder
	b.Grow(len(c.cells) * 2)
	for y := range c.h {
		if y > 0 {
			b.WriteByte('\n')
		}
		open := ""
		for x := range c.w {
			at := c.at(x, y)
			if seq := st.sequence(at.look); seq != open {
				if open != "" {
					b.WriteString(ansi.ResetStyle)
				}
				b.WriteString(seq)
				open = seq
			}
			b.WriteString(at.text)
		}
		if open != "" {
			b.WriteString(ansi.ResetStyle)
		}
	}
	return b.String()
}

// width returns the number of columns of a line.
func (l line) width() int {
	n := 0
	for _, s := range l {
		n += ansi.StringWidth(s.text)
	}
	return n
}
