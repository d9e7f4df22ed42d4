package tui

import (
	"github.com/charmbracelet/colorprofile"

	"hopscope/journey/visible"
	"hopscope/themes"
)

// The box of a tour: text of one step beside what it points at.
//
//	╭─ Tour 3 of 7: the rail ───────────────────────────╮
//	│ This line is the way of the name, left to right.  │
//	│                                                   │
//	│ Press l to stand on the next hop.                 │
//	│ backspace back  ctrl+n skip  esc leave the tour   │
//	╰───────────────────────────────────────────────────╯
//
// Where there is little room the blank row goes, then the last one.

// tourWidth is the usual width of the box.
const tourWidth = 64

// tourForm is a form of the box: how wide it is, and which rows it has beside
// the text.
type tourForm struct {
	w int
	// blank: a row between text and keys; keys: a row with the other keys.
	blank, keys bool
}

// tourForms are the forms for a window, best first.
func tourForms(w int) []tourForm {
	usual := min(tourWidth, w-4)
	return []tourForm{{usual, true, true}, {usual, false, true}, {w - 2, false, true}, {w - 2, false, false}}
}

// height is the height of the box for so many rows of text.
func (f tourForm) height(text int) int {
	h := text + 3
	if f.blank {
		h++
	}
	if f.keys {
		h++
	}
	return h
}

// placeTour finds a place for the box beside the target: below it, above it, to
// its right, to its left, first in the body, then over the head of the screen
// too. The foot stays free, and the rail where that is possible. ok is false
// where every form of the box would cover the target: then it lies where it
// covers the end of it.
func placeTour(w, h int, target, rail rect, text func(width int) int) (at rect, form tourForm, ok bool) {
	for _, top := range []int{headRows, headRows, 0} {
		room := rect{1, top, w - 2, h - footRows - top}
		for _, f := range tourForms(w) {
			at, ok := besideTarget(room, target, f.w, f.height(text(f.w-4)))
			if ok && at.overlaps(rail) { // above the rail?
				both := rect{target.x, rail.y, target.w, target.y + target.h - rail.y}
				at, ok = besideTarget(room, both, f.w, f.height(text(f.w-4)))
			}
			if ok {
				return at, f, true
			}
		}
		rail = rect{}
	}
	f := tourForms(w)[3]
	n := f.height(text(f.w - 4))
	return rect{(w - f.w) / 2, max(h-footRows-n, 0), f.w, n}, f, false
}

// besideTarget places a box of this size in the room beside the target.
func besideTarget(room, target rect, w, h int) (rect, bool) {
	bottom, right := room.y+room.h, room.x+room.w
	if h > room.h || w > room.w {
		return rect{}, false
	}
	if target.empty() {
		return rect{right - w, bottom - h, w, h}, true
	}
	x := max(min(target.x+14, right-w), room.x)
	below, above := target.y+target.h, target.y
	switch {
	case bottom-below >= h+1:
		return rect{x, below + 1, w, h}, true
	case bottom-below == h:
		return rect{x, below, w, h}, true
	case above-room.y >= h+1:
		return rect{x, above - h - 1, w, h}, true
	case above-room.y == h:
		return rect{x, above - h, w, h}, true
	}
	y := max(min(target.y+2, bottom-h), room.y)
	switch {
	case right-(target.x+target.w) >= w+1:
		return rect{target.x + target.w + 1, y, w, h}, true
	case target.x-room.x >= w+1:
		return rect{target.x - w - 1, y, w, h}, true
	}
	return rect{}, false
}

// overlaps reports whether two places have a cell in common.
func (r rect) overlaps(o rect) bool {
	return !r.empty() && !o.empty() && r.x < o.x+o.w && o.x < r.x+r.w && r.y < o.y+o.h && o.y < r.y+r.h
}

// tourBox is where the box lies now; shown is false while it makes room.
func (m *model) tourBox() (at rect, form tourForm, shown bool) {
	if len(m.overlay) > 0 || m.filtering != nil || m.tooSmall() || !m.touring() {
		return rect{}, tourForm{}, false
	}
	text := visible.Text(m.tour.steps[m.tour.at].Text)
	rail := rect{}
	if m.tab == tabJourneys && m.data.detail != nil {
		rail = m.places().rail
	}
	at, form, _ = placeTour(m.w, m.h, m.tourPlace(), rail, func(w int) int { return len(wrap(text, w)) })
	return at, form, true
}

// drawTour dims all but what the step points at and draws the box.
func (m *model) drawTour(c *canvas) {
	at, form, shown := m.tourBox()
	if !shown {
		return
	}
	t := m.tour
	s := &t.steps[t.at]
	target := m.tourPlace()
	c.dimBeside(rect{target.x - 1, target.y, target.w + 1, target.h})
	if m.styles.ascii || m.profile <= colorprofile.ASCII { // no colour says it
		for y := target.y; y < target.y+target.h && target.x > 0; y++ {
			c.set(target.x-1, y, "▌", look{role: themes.Accent, mod: bold})
		}
	}
	title := "Tour " + comma(t.at+1) + " of " + comma(len(t.steps))
	if s.Title != "" {
		title += ": " + visible.Cut(visible.Text(s.Title), at.w-len(title)-8)
	}
	c.frame(at, title)
	y := at.y + 1
	for _, l := range prose(themes.Text, visible.Text(s.Text), at.w-4) {
		c.put(at.x+2, y, at.w-4, l)
		y++
	}
	if form.blank {
		y++
	}
	c.put(at.x+2, y, at.w-4, m.tourPress(at.w-4))
	if form.keys {
		c.put(at.x+2, y+1, at.w-4, footLine(m.tourFoot(at.w-4), at.w-4))
	}
}

// tourPress says which key goes on and what it does, or what to try next.
func (m *model) tourPress(w int) line {
	t := m.tour
	s := &t.steps[t.at]
	key := func(k string) span { return span{text: k, role: themes.Key, mod: bold} }
	switch {
	case s.Key != "":
		l := line{{text: "Press "}, key(t.key(m))}
		if s.Does != "" {
			l = append(l, span{text: " to " + visible.Text(s.Does)})
		}
		return append(l, span{text: "."})
	case m.nextDemo() != nil:
		next := m.nextDemo()
		l := line{{text: "Next: "}, key("enter"), {text: " opens " + next.Name}}
		if story := (span{text: ": " + next.Story}); l.width()+visible.Width(story.text) < w {
			l = append(l, story)
		}
		return append(l, span{text: "."})
	case m.openDemoAt() >= 0:
		return line{{text: "These were all. "}, {text: "hopscope FILE", mod: bold}, {text: " opens your own session."}}
	}
	return line{{text: "That was the last step. "}, key("esc"), {text: " leaves the tour."}}
}

// tourFoot are the other keys of the box, for so many columns.
func (m *model) tourFoot(w int) []footKey {
	t := m.tour
	var list []footKey
	if t.at > 0 {
		list = append(list, footKey{"backspace", "back"})
	}
	if t.at < len(t.steps)-1 {
		list = append(list, footKey{"ctrl+n", "skip"})
	}
	if t.at > 0 {
		list = append(list, footKey{m.keyOf("tour"), "restart"})
	}
	if w < tourWidth-4 {
		return append(list, footKey{"esc", "leave"})
	}
	return append(list, footKey{"esc", "leave the tour"})
}

// dimBeside takes the meaning out of all that lies outside of a place.
func (c *canvas) dimBeside(keep rect) {
	for y := range c.h {
		for x := range c.w {
			if !keep.contains(x, y) {
				c.at(x, y).look = look{role: themes.Line}
			}
		}
	}
}
