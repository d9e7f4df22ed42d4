package tui

import (
	"fmt"

	"hopscope/journey/visible"
)

// tooSmall says whether the window is below what can be drawn.
func (m *model) tooSmall() bool { return m.w < minWidth || m.h < minHeight }

// drawSmall says what size is needed, and the one thing that matters.
func (m *model) drawSmall(c *canvas) {
	rows := []string{"", "", fmt.Sprintf("hopscope needs %dx%d; this is %dx%d.", minWidth, minHeight, m.w, m.h), ""}
	if text := m.worst(); text != "" {
		rows = append(rows, text, "")
	}
	rows = append(rows, "Make the window larger: your place is kept.", m.keyOf("quit")+" quits. hopscope --plain needs no window.")
	if m.h < len(rows) {
		rows = rows[min(2, len(rows)-m.h):]
	}
	for y, r := range rows {
		c.put(1, y, m.w-1, line{{text: r}})
	}
}

// worst is the failure that the cursor stands on in a few words.
func (m *model) worst() string {
	s := m.session()
	if s == nil || s.Tally.Calls == 0 {
		return ""
	}
	n := s.Tally.Unknown()
	if n == 0 {
		return plural(s.Tally.Failed(), "failed call", "failed calls")
	}
	text := comma(n) + " unknown"
	d := m.data.detail
	if d == nil || d.call == nil || !d.call.Class.Unknown() {
		return text
	}
	text += ": " + visible.Name(string(d.call.Called.Name))
	if d.finding != nil && d.finding.Diagnosis != nil {
		text += ", " + string(d.finding.Diagnosis.Kind)
	}
	return text
}
