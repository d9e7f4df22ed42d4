package tui

import (
	"hopscope/journey/decide"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// rects are the places of the parts now.
func (w *whatIf) rects(m *model) whatRects {
	return whatLayout(whatArgsIn{
		w: m.w, h: m.h, pane: w.pane, zoom: m.zoom, edits: w.edits.Len(), places: len(w.places()), clients: len(w.answers), feet: len(w.traceFeet(m.w)),
	})
}

// list is what a pane shows at a width.
func (w *whatIf) list(p whatPane, width int) whatList {
	switch p {
	case whatTrace:
		return w.traceList(width)
	case whatClients:
		return w.clientList(width)
	case whatMap:
		return w.mapList(width)
	case whatPlaces:
		return w.placesList(width)
	}
	return w.editsList(width)
}

// draw draws the tab below the row of tabs.
func (w *whatIf) draw(m *model, c *canvas) {
	if m.fail != nil {
		m.drawFailure(c)
		return
	}
	c.put(0, 0, m.w, w.header(m))
	if w.request.desk == nil {
		c.put(1, headRows, m.w-2, says(themes.Muted, "Open a session or a catalog first: What-if asks about its tools."))
		return
	}
	r := w.rects(m)
	for _, x := range r.rules {
		c.rule(x.x, x.y, x.w)
	}
	for y := r.split.y; y < r.split.y+r.split.h; y++ {
		c.set(r.split.x, y, "│", look{role: themes.Line})
	}
	w.drawCall(m, c, r)
	for p := whatTrace; p < whatPanes; p++ {
		if at := r.panes[p]; !at.empty() {
			l := w.list(p, at.w)
			l.draw(m, c, at, &w.lists[p], p == w.pane)
		}
	}
}

// header is the first row: what is open, and that nothing leaves it.
func (w *whatIf) header(m *model) line {
	f := m.headerFacts()
	f.supposed = true
	f.tools = len(w.request.declared)
	if m.w >= twoColumnsFrom {
		f.note = "nothing is sent anywhere"
	}
	return headerLine(f, m.w)
}

// drawCall draws the inputs with the decision beside them.
func (w *whatIf) drawCall(m *model, c *canvas, r whatRects) {
	verdict := w.verdict(m.w >= twoColumnsFrom)
	end := c.right(r.call.x+30, r.call.x+r.call.w, r.call.y, verdict)
	room := end - r.call.x - 2
	if r.args.empty() {
		half := room * 2 / 5
		w.drawInput(m, c, rect{r.call.x, r.call.y, half, 1}, whatCall, "Call", w.call)
		w.drawInput(m, c, rect{r.call.x + half + 2, r.call.y, room - half - 2, 1}, whatArgs, "arguments", w.args)
	} else {
		w.drawInput(m, c, rect{r.call.x, r.call.y, room, 1}, whatCall, "Call", w.call)
		w.drawInput(m, c, r.args, whatArgs, "arguments", w.args)
	}
	if !r.answer.empty() {
		word, role, runs := verdictWords(w.decision)
		c.put(r.answer.x, r.answer.y, r.answer.w, line{{text: word, role: role, mod: bold}, {text: visible.Cut(runs, max(r.answer.w-len(word), 1))}})
	}
}

// drawInput draws a label with its input, and the cursor where it is typed.
func (w *whatIf) drawInput(m *model, c *canvas, at rect, p whatPane, label string, in *input) {
	if at.w <= len(label)+4 || in == nil {
		return
	}
	head := span{text: label, mod: bold | m.styles.heading}
	if p == w.pane {
		head.role = themes.Accent
		c.put(at.x-1, at.y, 1, line{{text: "▌", role: themes.Accent, mod: bold}})
	}
	out := line{head, {text: "  > ", role: themes.Muted}}
	room := at.w - out.width()
	if p == w.pane {
		out = append(out, in.line(room)...)
	} else {
		out = append(out, span{text: visible.Cut(in.String(), room)})
	}
	c.put(at.x, at.y, at.w, out)
}

// verdict is the chip: the decision, what runs, how the arguments fit.
func (w *whatIf) verdict(wide bool) line {
	d := w.decision
	word, role, _ := verdictWords(d)
	out := line{{text: word, role: role, mod: bold}}
	switch {
	case d.Outcome == decide.Refused:
		out = append(out, span{text: "  " + string(d.Reason)})
	default:
		out = append(out, span{text: "  runs " + cutName(d.Target, 24)})
	}
	if text, role := argsWords(d.Args, false); wide && text != "" {
		out = append(out, blanks(3), span{text: text, role: role})
	}
	return out
}
