package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/themes"
)

func (r *replayTab) title() string { return "Replay" }

// move goes d rows on in what has the focus; in the timeline to the next call
// of the turn.
func (r *replayTab) move(m *model, d int) tea.Cmd {
	if !r.look(m) {
		return nil
	}
	switch r.pane {
	case replayTurns:
		if d == farAway || d == -farAway {
			return r.goTurn(m, r.cur+d)
		}
		return r.moveIn(m, d)
	case replayCalls:
		return r.moveCall(m, d)
	case replayOffered:
		l := r.offeredList(m, r.places(m).panes[replayOffered].w)
		r.offered.move(d, l.n, max(l.rowsIn(r.places(m).panes[replayOffered].h), 1))
		return nil
	}
	at := r.places(m).panes[r.pane]
	n := len(r.part(m, r.pane, at.w).body)
	r.scroll[r.pane] = max(min(r.scroll[r.pane]+d, n-(at.h-1)), 0)
	return nil
}

// moveIn goes to another call of the turn.
func (r *replayTab) moveIn(m *model, d int) tea.Cmd {
	u := r.here()
	first, last := r.shownAt(u.From), r.shownAt(u.To)-1
	if last < first {
		m.say("No call in this " + r.unit() + ".")
		return nil
	}
	at := r.calls.cursor
	if at < first || at > last { // an earlier call was looked at
		at = first
		if d < 0 {
			at = last
		}
	} else {
		at = max(min(at+d, last), first)
	}
	return r.takeCall(m, at)
}

// moveCall goes through the calls up to the turn.
func (r *replayTab) moveCall(m *model, d int) tea.Cmd {
	n := r.listed()
	if n == 0 {
		return nil
	}
	return r.takeCall(m, max(min(r.calls.cursor+d, n-1), 0))
}

// takeCall looks at a call of the list; the turn stays.
func (r *replayTab) takeCall(m *model, i int) tea.Cmd {
	row := r.line.Row(r.place(i))
	if row == r.row {
		return nil
	}
	offered := r.offered
	r.row = row
	cmd := r.selected(m)
	r.offered = offered
	return cmd
}

func (r *replayTab) page(m *model) int {
	if !r.look(m) {
		return 1
	}
	if r.pane == replayTurns {
		return max(r.here().To-r.here().From, 1)
	}
	return max(r.places(m).panes[r.pane].h-1, 1)
}

// step goes to another turn.
func (r *replayTab) step(m *model, d int) tea.Cmd {
	if !r.look(m) {
		return nil
	}
	switch to := r.cur + d; {
	case to < 0:
		m.say("This is the first " + r.unit() + ".")
	case to >= len(r.line.Turns):
		m.say("This is the last " + r.unit() + ".")
	default:
		return r.goTurn(m, to)
	}
	return nil
}

// turn goes to the next or previous pane, round the end.
func (r *replayTab) turn(_ *model, d int) {
	n := int(replayPanes)
	r.pane = replayPane((int(r.pane) + d + n) % n)
}

// enter opens the call or the tool in Journeys.
func (r *replayTab) enter(m *model) tea.Cmd {
	if !r.look(m) {
		m.refuse("enter", "nothing is selected")
		return nil
	}
	switch r.pane {
	case replayTurns, replayCalls:
		if r.row < 0 {
			m.refuse("enter", "no call up to this "+r.unit())
			return nil
		}
		m.fromReplay = true
		cmd := tea.Batch(m.showTab(tabJourneys), m.goTo(r.row))
		m.focus = paneTools
		return cmd
	case replayOffered:
		return r.enterTool(m)
	}
	return m.toggleZoom()
}

// enterTool shows an offered tool in Journeys, whose list is the newest one.
func (r *replayTab) enterTool(m *model) tea.Cmd {
	rows := r.offerRows()
	if r.offered.cursor >= len(rows) {
		m.refuse("enter", "nothing is offered here")
		return nil
	}
	x := rows[r.offered.cursor]
	tool := -1
	if x.Tool >= 0 {
		tool = sameTool(r.line.Plan(r.cur), x.Tool, m.data.plan)
	}
	if tool < 0 {
		m.refuse("enter", "the newest list, which Journeys shows, does not have it")
		return nil
	}
	m.fromReplay = true
	cmd := m.showTab(tabJourneys)
	m.dropFilterFor(func() bool { return m.standOnTool(tool) })
	m.focus = paneTools
	return tea.Batch(cmd, m.selected())
}

// back undoes one step: the filter, then the way here, then the focus.
func (r *replayTab) back(m *model) (tea.Cmd, bool) {
	switch {
	case r.filter != "":
		return r.setFilter(m, ""), true
	case r.opened:
		r.opened = false
		return m.showTab(r.from), true
	case r.pane != replayTurns:
		r.pane = replayTurns
		return nil, true
	}
	return nil, false
}

// next goes to the next or previous failure, drift, refusal or catalog change.
func (r *replayTab) next(m *model, d int) tea.Cmd {
	if !r.look(m) {
		return nil
	}
	stop, ok := r.line.Next(r.cur, r.row, d)
	if !ok {
		m.say("No failure, no drift and no catalog change here.")
		return nil
	}
	if r.filter != "" && stop.Row >= 0 {
		r.dropHidden(m, stop.Row)
	}
	r.stand(stop)
	return r.selected(m)
}

// dropHidden drops the filter where it hides a call.
func (r *replayTab) dropHidden(m *model, row int) {
	_, place, ok := r.line.At(row)
	if k := r.shownAt(place); ok && (k >= len(r.shown) || r.shown[k] != place) {
		r.filter = ""
		r.applyFilter(m)
		m.say("The filter hid it and was dropped.")
	}
}

func (r *replayTab) filterText() string { return r.filter }

func (r *replayTab) setFilter(m *model, text string) tea.Cmd {
	r.filter = strings.TrimSpace(text)
	r.applyFilter(m)
	if !r.look(m) {
		return nil
	}
	if r.filter == "" {
		r.follows(m)
		return nil
	}
	r.pane = replayCalls
	if _, place, ok := r.line.At(r.row); ok {
		if k := r.shownAt(place); k < r.listed() && r.shown[k] == place {
			r.follows(m)
			return nil
		}
	}
	r.row = -1
	if n := r.listed(); n > 0 {
		r.row = r.line.Row(r.place(n - 1))
	}
	return r.selected(m)
}

func (r *replayTab) found(m *model) (n, all int, what string) {
	if !r.look(m) {
		return 0, 0, "calls"
	}
	if r.filter == "" {
		return r.line.Rows(), r.line.Rows(), "calls"
	}
	return len(r.shown), r.line.Rows(), "calls"
}

// copies are those of the call, and the pane.
func (r *replayTab) copies(m *model) []copyChoice {
	if !r.look(m) || r.shownDetail(m) == nil {
		return []copyChoice{{key: "n", label: "name", why: "no call is selected"}}
	}
	d := r.shownDetail(m)
	name := string(d.call.Called.Name)
	history := r.part(m, replayHistory, r.paneWidth(m, replayHistory))
	stored := ""
	for _, c := range history.copies {
		if c.key == "w" {
			stored = c.text
		}
	}
	errText := d.call.Error
	if d.call.Class.Failed() && d.result != "" {
		errText = d.result
	}
	whole := *d
	whole.full = true
	why := plainLines(whyLines(&whole, max(r.detailWidth(m), 78), allRows))
	all := strings.Join(r.paneText(m), "\n")
	return []copyChoice{
		{key: "n", label: "name", text: name, why: orReason(name, "the name is empty")},
		{key: "w", label: "stored call as JSON", text: stored, why: orReason(stored, "this provider's history is not known")},
		{key: "p", label: "path of its place", text: history.note, why: orReason(history.note, "this provider's history is not known")},
		{key: "e", label: "error", text: errText, why: orReason(errText, "nothing was refused")},
		{key: "i", label: "call id", text: d.call.ID, why: orReason(d.call.ID, "no id")},
		{key: "y", label: "Why as text", text: why, why: orReason(why, "nothing broke")},
		{key: "a", label: "all of the pane", text: all, why: orReason(strings.TrimSpace(all), "the pane is empty")},
	}
}

// paneText is the pane with the focus as text.
func (r *replayTab) paneText(m *model) []string {
	const w, most = 100, 2000
	switch r.pane {
	case replayTurns:
		return append([]string{"Timeline"}, strings.Split(plainLines(r.strip(m, m.w-2)), "\n")...)
	case replayOffered, replayCalls:
		l := r.callsList(m)
		if r.pane == replayOffered {
			l = r.offeredList(m, w)
		}
		rows := []string{l.title}
		for i := range min(l.n, most) {
			rows = append(rows, strings.TrimRight(l.row(i, w).plain(), " "))
		}
		if l.n > most {
			rows = append(rows, comma(l.n-most)+" more")
		}
		for _, f := range l.feet {
			rows = append(rows, f.plain())
		}
		return rows
	}
	p := r.part(m, r.pane, r.paneWidth(m, r.pane))
	return strings.Split(plainLines(append([]line{says(themes.Text, p.title)}, p.body...)), "\n")
}

// source is the line of the call.
func (r *replayTab) source(m *model) (path string, n int, why string) {
	if !r.look(m) || r.shownDetail(m) == nil {
		return "", 0, "no call is selected"
	}
	d := r.shownDetail(m)
	switch {
	case m.data.demo != "":
		return "", 0, "a built-in session is no file"
	case d.call.Source == "" || d.call.Source == "-":
		return "", 0, "no file stands behind this"
	}
	return d.call.Source, d.call.Line, ""
}

// clicked goes to a turn or selects a row.
func (r *replayTab) clicked(m *model, e tea.Mouse) tea.Cmd {
	p, at, ok := r.paneAt(m, e.X, e.Y)
	if !ok {
		return nil
	}
	r.pane = p
	switch p {
	case replayTurns:
		if turn, ok := r.shape(at.w).turnAt(e.X - at.x); ok && e.Y > at.y {
			return r.goTurn(m, turn)
		}
	case replayOffered, replayCalls:
		l, v := r.callsList(m), &r.calls
		if p == replayOffered {
			l, v = r.offeredList(m, at.w), &r.offered
		}
		first := at.y + 1
		if l.head != nil {
			first++
		}
		i := v.offset + e.Y - first
		if e.Y < first || e.Y-first >= l.rowsIn(at.h) || i >= l.n {
			return nil
		}
		if p == replayCalls {
			return r.takeCall(m, i)
		}
		v.cursor = i
	}
	return nil
}

// paneAt is the pane at a place of the screen.
func (r *replayTab) paneAt(m *model, x, y int) (replayPane, rect, bool) {
	if m.fail != nil || !r.look(m) {
		return 0, rect{}, false
	}
	for p, at := range r.places(m).panes {
		if at.contains(x, y) {
			return replayPane(p), at, true
		}
	}
	return 0, rect{}, false
}

// wheeled steps over the strip, and scrolls the others.
func (r *replayTab) wheeled(m *model, e tea.Mouse, d int) tea.Cmd {
	p, at, ok := r.paneAt(m, e.X, e.Y)
	switch {
	case !ok:
		return nil
	case p == replayTurns:
		return r.goTurn(m, r.cur+d/wheelRows)
	case p == replayCalls:
		return r.moveCall(m, d)
	case p == replayOffered:
		l := r.offeredList(m, at.w)
		r.offered.scroll(d, l.n, max(l.rowsIn(at.h), 1))
		return nil
	}
	n := len(r.part(m, p, at.w).body)
	r.scroll[p] = max(min(r.scroll[p]+d, n-(at.h-1)), 0)
	return nil
}

func (r *replayTab) footIDs(m *model) []string {
	if m.w < twoColumnsFrom {
		return []string{"play", "turn-back", "next-stop", "next-pane", "open", "zoom", "palette", "help", "quit"}
	}
	return []string{"play", "turn-back", "down", "next-stop", "next-pane", "open", "zoom", "editor", "copy", "palette", "help", "quit"}
}
