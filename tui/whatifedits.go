package tui

import (
	"strconv"

	"hopscope/journey/visible"
	"hopscope/themes"
)

// editsList is the pane Edits: each with what it does, the sum below.
func (w *whatIf) editsList(width int) whatList {
	list := w.edits.List()
	l := whatList{title: "Edits", note: "none yet", noteRole: themes.Muted, n: len(list)}
	if len(list) == 0 {
		l.feet = prose(themes.Muted, "enter takes a line above as an edit, "+w.keys.or("edit", "a")+" adds any other; each shows what it changes in tools, journeys and decisions.", width)
		return l
	}
	l.note = "in force on every tab; the recording stays as it is"
	if w.called != "" {
		l.note = visible.Middle(visible.Name(w.called), max(width-20, 10))
	}
	words := 20
	for _, e := range list {
		words = max(words, visible.Width(e.Words()))
	}
	words = min(words, width/2)
	l.row = func(i, cols int) line {
		out := line{{text: strconv.Itoa(i + 1), role: themes.Muted}}.padded(3)
		out = append(out, span{text: visible.Middle(list[i].Words(), words)}).padded(4 + words)
		text, role := "…", themes.Muted
		if i < len(w.changes) {
			c := w.changes[i]
			text = changeWords(c.Own, c.Err)
			if role = themes.Text; c.Err != nil {
				role = themes.Warn
			}
		}
		return append(out, span{text: visible.Cut(text, max(cols-out.width(), 1)), role: role})
	}
	if n := len(w.changes); n > 0 {
		text := "together, against the recording: " + w.changes[n-1].Total.Words()
		l.feet = []line{{{text: visible.Cut(text, width), mod: bold}}}
	}
	return l
}
