package tui

import (
	"strconv"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// places are the rectangles of now.
func (r *replayTab) places(m *model) replayRects {
	a := replayArgs{w: m.w, h: m.h, pane: r.pane, zoom: m.zoom, progress: m.reads()}
	d := r.shownDetail(m)
	a.alone = d == nil
	if a.alone {
		a.want[replayOffered] = 2 + len(r.offerRows())
		a.want[replayCalls] = replayLeast
		return replayLayout(a)
	}
	a.rail, a.why = len(r.railRows(m)), len(r.whyRows(m, whyMost))
	lw := listWidth(m.w) - 2
	offered := r.offeredList(m, lw)
	a.want[replayOffered] = 1 + offered.n + len(offered.feet)
	if offered.head != nil {
		a.want[replayOffered]++
	}
	a.want[replayCalls] = 1 + max(r.listed(), 1)
	if m.w >= twoColumnsFrom && !m.zoom {
		for p := replayCompared; p < replayPanes; p++ {
			a.want[p] = 1 + len(r.part(m, p, r.paneWidth(m, p)).body)
		}
	}
	return replayLayout(a)
}

// stackedNow reports whether one pane is shown at a time.
func (r *replayTab) stackedNow(m *model) bool {
	return m.w < twoColumnsFrom || m.h-headRows-footRows < replayWholeBody
}

// detailWidth is the width of the right side.
func (r *replayTab) detailWidth(m *model) int {
	if m.zoom || r.stackedNow(m) {
		return m.w - 2
	}
	return m.w - listWidth(m.w) - 3
}

// paneWidth is the width of a pane that is text.
func (r *replayTab) paneWidth(m *model, p replayPane) int {
	w := r.detailWidth(m)
	switch {
	case m.zoom || r.stackedNow(m):
		return w
	case m.w >= threeColumnsFrom:
		cw := (w - 6) / 3
		if p == replayCompared || p == replaySchemes {
			return cw
		}
		return 2*cw + 3
	case p == replayCompared || p == replaySchemes:
		return listWidth(m.w) - 2
	}
	return w
}

// railRows is the rail for the width of now.
func (r *replayTab) railRows(m *model) []line {
	c, d := r.fresh(m), r.shownDetail(m)
	if c.rail == nil {
		w := r.detailWidth(m)
		if w >= railMin && (m.h >= shortTab || !r.stackedNow(m)) {
			c.rail = railLines(d, w)
			if r.stackedNow(m) && len(c.rail[0]) == 0 { // nothing breaks: no pointer
				c.rail = c.rail[1:]
			}
		} else {
			c.rail = []line{railOneLine(d, -1, w)}
		}
	}
	return c.rail
}

// whyRows is the answer in at most h rows.
func (r *replayTab) whyRows(m *model, h int) []line {
	c, d := r.fresh(m), r.shownDetail(m)
	key := whyKey{h: h}
	if rows, ok := c.why[key]; ok {
		return rows
	}
	c.why[key] = whyHinted(d, r.detailWidth(m), h, "y y copies all")
	return c.why[key]
}

// draw draws the tab.
func (r *replayTab) draw(m *model, c *canvas) {
	switch {
	case m.fail != nil:
		m.drawFailure(c)
		return
	case !r.look(m):
		r.drawNothing(m, c)
		return
	}
	c.put(0, 0, m.w, r.header(m))
	at := r.places(m)
	if !at.progress.empty() {
		c.put(1, at.progress.y, m.w-2, m.loadingLine(m.w-2))
	}
	for _, x := range at.rules {
		c.rule(x.x, x.y, x.w)
	}
	for y := at.split.y; y < at.split.y+at.split.h; y++ {
		c.set(at.split.x, y, "│", look{role: themes.Line})
	}
	r.drawAnswer(m, c, at)
	for p := replayTurns; p < replayPanes; p++ {
		if to := at.panes[p]; !to.empty() {
			r.drawPane(m, c, p, to, at.stacked)
		}
	}
}

// drawAnswer draws heading, rail and why.
func (r *replayTab) drawAnswer(m *model, c *canvas, at replayRects) {
	d := r.shownDetail(m)
	if d == nil {
		return
	}
	if !at.heading.empty() {
		c.put(at.heading.x, at.heading.y, at.heading.w, r.headingLine(d, at.heading.w))
	}
	put := func(to rect, rows []line) {
		for i, l := range rows {
			if i < to.h {
				c.put(to.x, to.y+i, to.w, l)
			}
		}
	}
	put(at.rail, r.railRows(m))
	rows := r.whyRows(m, whyMost)
	if len(rows) > at.chips.h && at.chips.h > 0 {
		rows = r.whyRows(m, at.chips.h)
	}
	put(at.chips, rows)
}

// drawPane draws one pane.
func (r *replayTab) drawPane(m *model, c *canvas, p replayPane, at rect, stacked bool) {
	focus := p == r.pane
	switch p {
	case replayTurns:
		r.drawStrip(m, c, at, focus)
		return
	case replayOffered, replayCalls:
		l, v := r.callsList(m), &r.calls
		if p == replayOffered {
			l, v = r.offeredList(m, at.w), &r.offered
		}
		if stacked && l.noteRole == themes.Muted {
			l.note += "   " + r.paneCount(p)
		}
		l.draw(m, c, at, v, focus)
		return
	}
	body := r.part(m, p, at.w)
	if stacked && !m.zoom {
		body.note, body.noteRole = r.paneCount(p), themes.Muted
	}
	m.drawPart(c, at, body, focus, r.scroll[p])
}

// paneCount says which pane this is, where only one is seen.
func (r *replayTab) paneCount(p replayPane) string {
	return strconv.Itoa(int(p)+1) + " of " + strconv.Itoa(int(replayPanes)) + ", tab goes on"
}

// drawStrip draws heading and turns; the column of the cursor has the ground of
// a cursor.
func (r *replayTab) drawStrip(m *model, c *canvas, at rect, focus bool) {
	title := span{text: "Timeline", mod: bold | m.styles.heading}
	if focus {
		title.role = themes.Accent
		c.put(at.x-1, at.y, 1, line{{text: "▌", role: themes.Accent, mod: bold}})
	}
	note := r.stripNote(m, at.w-12)
	c.put(at.x, at.y, at.w, sides(line{title}, note, at.w))
	x := r.shape(at.w)
	rows := r.strip(m, at.w)
	if at.h < replayStripRows-1 && len(rows) > 2 { // the heading says the number
		rows = rows[1:]
	}
	marked := at.h - 1
	if !x.words {
		marked = min(marked, len(rows)-1)
	}
	for i, l := range rows {
		if i >= at.h-1 {
			break
		}
		if i < marked {
			from, w := at.x+x.label+(r.cur-x.from)*x.col, x.col
			if x.words {
				from, w = from-1, w-1
			}
			c.ground(from, at.y+1+i, min(w, at.x+at.w-from), groundSel)
		}
		c.put(at.x, at.y+1+i, at.w, l)
	}
}

// stripNote says where the cursor stands, or how to move it.
func (r *replayTab) stripNote(m *model, w int) line {
	u := r.here()
	text := r.unit() + " " + comma(u.Number) + " of " + comma(r.line.Turns[len(r.line.Turns)-1].Number)
	if x := r.shape(m.w - 2); x.words && m.w >= twoColumnsFrom {
		text = "space plays, h and l step"
	}
	l := line{}
	if r.play.on {
		l = append(l, span{text: "plays " + r.play.speedWord(), role: themes.Accent}, blanks(2))
	}
	return append(l, span{text: visible.Cut(text, max(w, 1)), role: themes.Muted})
}

// header is the first row: turns, calls and what happened.
func (r *replayTab) header(m *model) line {
	f := m.headerFacts()
	s := m.session()
	add := func(n int, one, many string, role themes.Role, always bool) {
		if n == 0 && !always {
			return
		}
		if len(f.instead) > 0 {
			f.instead = append(f.instead, blanks(2))
		}
		f.instead = append(f.instead, span{text: plural(n, one, many), role: role})
	}
	add(f.edits, "edit", "edits", themes.Warn, false)
	if r.line.Counted {
		add(len(r.line.Turns), "turn", "turns", themes.Text, true)
	}
	if m.w >= 80 || f.edits == 0 {
		add(s.Tally.Calls, "call", "calls", themes.Text, true)
	}
	add(s.Tally.Failed(), "failed", "failed", themes.Warn, false)
	add(len(s.Requests), "refused", "refused", themes.Bad, false)
	switch {
	case r.sums.drifts > 0:
		add(r.sums.drifts, "drift", "drifts", themes.Bad, false)
	default:
		add(r.sums.wrong, "wrong tool", "wrong tools", themes.Bad, false)
	}
	if m.w >= 100 || m.w >= 80 && f.edits == 0 {
		add(r.sums.changes, "catalog change", "catalog changes", themes.Text, false)
	}
	return headerLine(f, m.w)
}

// drawNothing says why there is nothing to replay.
func (r *replayTab) drawNothing(m *model, c *canvas) {
	c.put(0, 0, m.w, m.header())
	text := "Open a session first: Replay steps through its turns."
	switch {
	case r.laying(m):
		text = "The turns of " + plural(m.session().Tally.Calls, "call", "calls") + " are laid out."
	case m.session() != nil:
		text = "This file holds no calls, so there is nothing to replay. Journeys shows what would happen to each name."
	}
	for i, l := range prose(themes.Muted, text, m.w-2) {
		c.put(1, headRows+i, m.w-2, l)
	}
}

// standing says where the cursor is, whether it plays, and what happened here.
func (r *replayTab) standing(m *model) string {
	if m.fail != nil || !r.look(m) {
		if m.fail == nil && r.laying(m) {
			return "A moment."
		}
		return "Nothing to step through."
	}
	u := r.here()
	unit := sentence(r.unit())
	text := unit + " " + comma(u.Number) + " of " + comma(r.line.Turns[len(r.line.Turns)-1].Number) + "."
	switch {
	case r.play.on:
		text += " Playing, " + r.play.speedWord() + "."
	case r.cur > 0:
		text += " Paused."
	}
	return text + r.happened(m, u)
}

// happened says what is to be said about the turn.
func (r *replayTab) happened(m *model, u *journey.TimelineTurn) string {
	e, text := &r.line.Eras[u.Era], ""
	switch {
	case u.Changed && len(e.Came)+len(e.Went) > 0:
		text = " The offered list changed here: " + changeSpans(e).plain() + "."
	case u.Changed:
		text = " From here on the list is recorded: " + plural(e.Tools, "tool.", "tools.")
	}
	if u.Drifted > 0 {
		text += " " + plural(u.Drifted, "stored name means something else now.", "stored names mean something else now.")
	}
	if list := r.line.Refused(r.cur); len(list) > 0 {
		text += " The provider refused: " + visible.Cut(visible.Text(m.session().Requests[list[0]].Error), 80)
	}
	if r.filter != "" {
		text += " Filter " + visible.Cut(r.filter, 20) + ": " + comma(len(r.shown)) + " of " + comma(r.line.Rows()) + ", esc drops it."
	}
	if note := r.noteHere(); note != "" {
		text += " " + note
	}
	switch {
	case text != "":
	case !r.line.Counted:
		text = " This format records no turns: each call is one step."
	case !e.Known:
		text = " " + wordsNoList
		if m.w < twoColumnsFrom {
			text = " The list of declared tools is not in this file."
		}
	}
	return text
}

// noteHere is what a case notes about a turn without a call.
func (r *replayTab) noteHere() string { return visible.Text(sentence(r.line.Note(r.cur))) }
