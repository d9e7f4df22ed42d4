package tui

import (
	tea "charm.land/bubbletea/v2"

	"hopscope/themes"
)

// overlay is something that lies above the screen. The front one gets the keys
// first; it does what it does to the model itself, by calling it.
type overlay interface {
	// key answers a key; esc is answered by the model, which takes the overlay
	// away and calls closed.
	key(m *model, k tea.KeyPressMsg) tea.Cmd
	paste(m *model, text string) tea.Cmd
	closed(m *model) tea.Cmd
	draw(m *model, c *canvas)
	// status is the standing text, foot the line of keys.
	status(m *model) string
	foot(m *model) []footKey
}

// stepper is an overlay with steps of its own that esc undoes before it closes
// the overlay; stepped is false where there is none left.
type stepper interface {
	stepBack(m *model) (cmd tea.Cmd, stepped bool)
}

// footKey is a key with its word in the footer.
type footKey struct{ key, word string }

func (m *model) push(o overlay) { m.overlay = append(m.overlay, o) }

func (m *model) pop() { m.overlay = m.overlay[:len(m.overlay)-1] }

// choice is a list in an overlay: a window of rows.
type choice struct {
	window
	h int
}

// choiceKey moves in a list of n rows; used is false for other keys.
func (c *choice) key(k string, n int, letters bool) (used bool) {
	switch k {
	case "down", "ctrl+n":
		c.move(1, n, c.h)
	case "up", "ctrl+p":
		c.move(-1, n, c.h)
	case "pgdown", "ctrl+d":
		c.move(max(c.h-1, 1), n, c.h)
	case "pgup", "ctrl+u":
		c.move(-max(c.h-1, 1), n, c.h)
	case "home":
		c.move(-farAway, n, c.h)
	case "end":
		c.move(farAway, n, c.h)
	default:
		return letters && c.letter(k, n)
	}
	return true
}

// letter moves by the keys that are text where there is an input.
func (c *choice) letter(k string, n int) bool {
	switch k {
	case "j":
		c.move(1, n, c.h)
	case "k":
		c.move(-1, n, c.h)
	case "g":
		c.move(-farAway, n, c.h)
	case "G":
		c.move(farAway, n, c.h)
	default:
		return false
	}
	return true
}

// box is where an overlay of w columns and h rows lies: in the middle.
func (m *model) box(w, h int) rect {
	w, h = min(w, m.w-4), min(h, m.h-5)
	return rect{(m.w - w) / 2, max(headRows, (m.h-h)/2), w, h}
}

// listRow draws one row of a list in a box: bar, text, note at the right.
func listRow(c *canvas, r rect, y int, on bool, text, note line) {
	if on {
		c.ground(r.x+1, y, r.w-2, groundSel)
		c.put(r.x+1, y, 1, line{{text: "▌", role: themes.Accent}})
	}
	end := r.x + r.w - 2
	at := c.right(r.x+4, end, y, note)
	c.put(r.x+2, y, at-r.x-3, text)
}
