package tui

// replayArgs is all that decides where the parts of the Replay tab lie.
type replayArgs struct {
	w, h     int
	pane     replayPane
	zoom     bool
	progress bool
	// rail and why are the rows that these want, want those of the panes with
	// their headings.
	rail, why int
	want      [replayPanes]int
	// alone: there is no call to look at.
	alone bool
}

// replayRects are the places of the parts; an empty rectangle is not drawn.
type replayRects struct {
	progress             rect
	heading, rail, chips rect
	rules                []rect
	split                rect
	panes                [replayPanes]rect
	stacked              bool
}

// Heights: of the strip with its heading, of a window that shows all panes, and
// what the lists keep.
const (
	replayStripRows = 5
	replayWholeBody = 24
	replayLeast     = 4
)

// replayLayout places the parts. Wide and high windows show all panes, from 160
// columns in three columns; the others the strip, rail and answer, and below
// them the pane that has the focus.
func replayLayout(a replayArgs) replayRects {
	var r replayRects
	in := rect{1, headRows, a.w - 2, max(a.h-headRows-footRows, 0)}
	if a.progress {
		r.progress = in.row(0, 1)
		in = in.below(1)
	}
	switch {
	case a.zoom && a.pane >= replayCompared && !a.alone:
		r.rail = in.row(0, a.rail)
		r.chips = in.row(a.rail, min(a.why, 1))
		in = in.below(a.rail + r.chips.h)
		r.rules = append(r.rules, rect{0, in.y, a.w, 1})
		r.panes[a.pane] = in.below(1)
	case a.zoom:
		r.panes[a.pane] = in
	case a.w < twoColumnsFrom || in.h < replayWholeBody:
		replayStacked(&r, a, in)
	default:
		replayColumns(&r, a, in)
	}
	return r
}

// replayStacked shows one pane below strip, rail and answer.
func replayStacked(r *replayRects, a replayArgs, in rect) {
	r.stacked = true
	strip := replayStripRows - 1
	switch {
	case in.h < 16:
		strip = 3
	case in.h >= 22:
		strip = replayStripRows
	}
	r.panes[replayTurns] = in.row(0, strip)
	r.rules = append(r.rules, rect{0, in.y + strip, a.w, 1})
	in = in.below(strip + 1)
	pane := a.pane
	if pane == replayTurns {
		pane = replayCalls
	}
	if a.alone {
		r.panes[pane] = in
		return
	}
	if in.h >= 8 || a.rail == 1 {
		r.rail = in.row(0, a.rail)
		in = in.below(a.rail)
	}
	why := min(a.why, max(in.h-6, 1))
	r.chips = in.row(0, why)
	in = in.below(why)
	r.rules = append(r.rules, rect{0, in.y, a.w, 1})
	r.panes[pane] = in.below(1)
}

// replayColumns shows all panes.
func replayColumns(r *replayRects, a replayArgs, in rect) {
	r.panes[replayTurns] = in.row(0, replayStripRows)
	r.rules = append(r.rules, rect{0, in.y + replayStripRows, a.w, 1})
	in = in.below(replayStripRows + 1)
	lw := listWidth(a.w)
	r.split = rect{lw, in.y, 1, in.h}
	left := rect{1, in.y, lw - 2, in.h}
	right := rect{lw + 2, in.y, a.w - lw - 3, in.h}
	wide := a.w >= threeColumnsFrom
	lower := []replayPane{replayCompared, replaySchemes}
	if wide || a.alone {
		lower = nil
	}
	r.lists(a, left, lower)
	if a.alone {
		return
	}
	r.heading = right.row(0, 1)
	r.rail = right.row(1, a.rail)
	right = right.below(1 + a.rail + 1)
	r.chips = right.row(0, min(a.why, max(right.h-9, 1)))
	right = right.below(r.chips.h + 1)
	if wide {
		cw := (right.w - 6) / 3
		side := rect{right.x + 2*(cw+3), right.y, cw, right.h}
		right.w = 2*cw + 3
		h := min(a.want[replayCompared], side.h/2)
		r.panes[replayCompared] = side.row(0, h)
		r.panes[replaySchemes] = side.below(h + 1)
	}
	stored := min(a.want[replayStored], max(right.h*2/5, 4))
	if a.pane == replayStored {
		stored = min(a.want[replayStored], max(right.h-replayLeast-1, 4))
	}
	if spare := right.h - a.want[replayHistory] - 1; spare > stored {
		stored = min(a.want[replayStored], spare)
	}
	r.panes[replayStored] = right.row(0, stored)
	r.panes[replayHistory] = right.below(stored + 1)
}

// lists places the offered tools, the calls, and the panes below them.
func (r *replayRects) lists(a replayArgs, in rect, lower []replayPane) {
	low := 0
	for _, p := range lower {
		low += a.want[p] + 1
	}
	for len(lower) > 0 && in.h-low < 4*replayLeast {
		last := len(lower) - 1
		low -= a.want[lower[last]] + 1
		lower = lower[:last]
	}
	upper := in.row(0, in.h-low)
	offered, calls := a.want[replayOffered], a.want[replayCalls]
	room := upper.h - 1
	if offered+calls > room {
		half := room / 2
		switch {
		case a.pane == replayOffered:
			offered = min(offered, room-min(calls, replayLeast))
		case a.pane == replayCalls:
			offered = max(room-calls, min(offered, replayLeast+1))
		case offered > half && calls > half:
			offered = half
		case offered > half:
			offered = room - calls
		}
	}
	r.panes[replayOffered] = upper.row(0, offered)
	r.panes[replayCalls] = upper.below(offered + 1)
	y := in.y + in.h - low
	for _, p := range lower {
		r.panes[p] = rect{in.x, y + 1, in.w, a.want[p]}
		y += a.want[p] + 1
	}
}
