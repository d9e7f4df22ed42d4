package tui

// The smallest screen that is drawn, and the widths where the form changes.
const (
	minWidth, minHeight = 60, 15
	twoColumnsFrom      = 100
	threeColumnsFrom    = 160
)

// Heights that belong to every form of the Journeys tab.
const (
	headRows = 3 // file, tabs, rule
	footRows = 2 // status, keys
)

// layoutArgs is all that the places of the Journeys tab depend on.
type layoutArgs struct {
	w, h int
	// progress is true while the file is read: a line with the bytes.
	progress bool
	// empty: nothing is selected, so there is no detail.
	empty bool
	// rail and why are the rows that these want.
	rail, why int
	// lower are the rows that the panes below the list want, top first.
	lower []int
	// extra are the rows of the pane over the columns, 0 for none.
	extra int
	// panes are the rows that each pane of the detail wants.
	panes map[pane]int
	// more are rows that a pane takes beyond that where some are left.
	more map[pane]int
	// focus is the pane that gets its rows first; zoom gives it the body.
	focus pane
	zoom  bool
}

// rects are the places of the Journeys tab. An empty rectangle is not drawn.
type rects struct {
	head, tabs, rule, progress, status, keys rect
	// body is all between the rule and the status line.
	body rect
	list rect
	// lower are the panes below the list.
	lower []rect
	// split is the column between list and detail; rules are rows.
	split                rect
	rules                []rect
	heading, rail, chips rect
	extra                rect
	panes                map[pane]rect
	stacked              bool
}

// layout places everything:
//
//	head                head            head
//	tabs                tabs            tabs
//	----------          ----------      ----------
//	list  | heading     list            heading
//	      | rail        ----------      rail
//	      | why         rail            why, one row
//	      | panes       why             the zoomed
//	lower | in 2 or 3   ----------      pane
//	      | columns     one pane
//	status              status          status
//	keys                keys            keys
func layout(a layoutArgs) rects {
	r := rects{panes: map[pane]rect{}}
	r.head = rect{0, 0, a.w, 1}
	r.tabs = rect{0, 1, a.w, 1}
	r.rule = rect{0, 2, a.w, 1}
	r.status = rect{0, a.h - 2, a.w, 1}
	r.keys = rect{0, a.h - 1, a.w, 1}
	top := headRows
	if a.progress {
		r.progress = rect{0, top, a.w, 1}
		r.rules = append(r.rules, rect{0, top + 1, a.w, 1})
		top += 2
	}
	r.body = rect{0, top, a.w, max(a.h-top-footRows, 0)}
	switch {
	case a.empty && a.w < twoColumnsFrom:
		r.stacked, r.list = true, r.body
	case a.zoom && !a.empty:
		zoomed(&r, a)
	case a.w < twoColumnsFrom:
		stacked(&r, a)
	default:
		columns(&r, a)
	}
	return r
}

// listWidth is the width of the left side.
func listWidth(w int) int {
	if w >= threeColumnsFrom {
		return 49
	}
	return 37
}

// zoomed gives one pane the body below rail and the first row of the answer;
// the list gets the body down to the whole answer.
func zoomed(r *rects, a layoutArgs) {
	r.stacked = a.w < twoColumnsFrom
	in := rect{1, r.body.y, a.w - 2, r.body.h}
	if a.focus > paneCalls {
		r.heading = in.row(0, 1)
		r.rail = in.row(1, a.rail)
		r.chips = in.row(1+a.rail, min(a.why, 1))
		in = in.below(1 + a.rail + r.chips.h)
		r.rules = append(r.rules, rect{0, in.y, a.w, 1})
		in = in.below(1)
		r.panes[a.focus] = in
		return
	}
	if a.focus == paneTools {
		// The list keeps the whole answer below it: it gives up its own rows,
		// down to heading, head and two tools.
		why := min(a.why, in.h-1-min(4, in.h/2))
		r.list = rect{0, in.y, a.w, in.h - why - 1}
		in = in.below(r.list.h)
		r.rules = append(r.rules, rect{0, in.y, a.w, 1})
		r.chips = in.row(1, why)
		return
	}
	r.lower = []rect{in}
}

// stacked places list, rail, answer and one pane below each other. Where there
// is no room for answer and pane, the list shows the answer, and a pane that
// has the focus takes its place.
func stacked(r *rects, a layoutArgs) {
	r.stacked = true
	in := rect{1, r.body.y, a.w - 2, r.body.h}
	rows := 4
	switch {
	case a.progress:
		rows = max(min(in.h/3+2, in.h-9), 3)
	case in.h < 16:
		rows = 3
	case in.h > 26:
		rows = 4 + (in.h-26)/2
	}
	r.list = rect{0, in.y, a.w, rows}
	in = in.below(rows)
	r.rules = append(r.rules, rect{0, in.y, a.w, 1})
	in = in.below(1)
	r.rail = in.row(0, a.rail)
	in = in.below(a.rail)
	why := min(a.why, in.h)
	switch {
	case in.h >= 9:
		why = min(a.why, in.h-4)
	case a.focus > paneTools:
		why = 1
	}
	r.chips = in.row(0, why)
	in = in.below(why)
	if in.h < 2 || in.h < 3 && a.focus == paneTools {
		return
	}
	r.rules = append(r.rules, rect{0, in.y, a.w, 1})
	in = in.below(1)
	in.x, in.w = 2, a.w-3
	if a.focus == paneCalls {
		r.lower = []rect{in}
	} else {
		r.panes[max(a.focus, paneReal)] = in
	}
}

// columns places the list on the left and the detail on the right.
func columns(r *rects, a layoutArgs) {
	lw := listWidth(a.w)
	r.split = rect{lw, r.body.y, 1, r.body.h}
	left(r, a, lw)
	in := rect{lw + 2, r.body.y, a.w - lw - 3, r.body.h}
	r.heading = in.row(0, 1)
	r.rail = in.row(1, a.rail)
	in = in.below(1 + a.rail + 1)
	r.chips = in.row(0, min(a.why, max(in.h-8, 1)))
	in = in.below(r.chips.h + 1)
	if a.extra > 0 && in.h > a.extra+12 {
		r.extra = in.row(0, a.extra)
		in = in.below(a.extra + 1)
	}
	gap, n := 4, 2
	if a.w >= threeColumnsFrom {
		gap, n = 3, 3
	}
	cw := (in.w - gap*(n-1)) / n
	col := func(i int) rect { return rect{in.x + i*(cw+gap), in.y, cw, in.h} }
	hops := []pane{paneReal, paneSafe, paneEcho, paneDispatch, paneHistory}
	stack(r, col(0), a, hops)
	side(r, col(1), a, paneWire, paneIdentity)
	if n == 3 {
		side(r, col(2), a, paneElsewhere, paneTwins)
	}
}

// left places the list and the panes below it.
func left(r *rects, a layoutArgs, w int) {
	in := r.body
	low := 0
	for _, h := range a.lower {
		low += h + 2
	}
	low = min(max(low, 13+max(in.h-35, 0)/15), in.h*2/5)
	if len(a.lower) == 0 || in.h < 12 {
		low = 0
	}
	r.list = rect{0, in.y, w, in.h - low}
	y := in.y + in.h - low
	for i, h := range a.lower {
		room := in.y + in.h - y
		if i+1 == len(a.lower) {
			h = room
		}
		p := rect{1, y, w - 2, min(h, room)}
		if p.h < 2 {
			p = rect{}
		}
		r.lower = append(r.lower, p)
		y += h + 2
	}
}

// side places two panes in a column: the lower one stands beside the History
// pane or at the bottom, the upper one gets the rest; with the focus it gets
// what it wants before the lower one does.
func side(r *rects, col rect, a layoutArgs, upper, lower pane) {
	want := a.panes[lower]
	if want == 0 {
		r.panes[upper] = col.row(0, min(a.panes[upper], col.h))
		return
	}
	want = min(want, col.h/2)
	if a.focus == upper {
		want = min(want, max(col.h-a.panes[upper]-1, 3))
	}
	at := max(min(a.panes[upper]+1, col.h), r.panes[paneHistory].y-col.y)
	at = min(at, col.h-want)
	if a.panes[upper] > 0 {
		r.panes[upper] = col.row(0, min(a.panes[upper], at-1))
	}
	r.panes[lower] = col.row(at, want)
}

// stack places panes below each other with a blank row between. When they want
// more than there is, the focused one gets its rows first, then the others
// from the top; blank rows go before rows of panes do.
func stack(r *rects, col rect, a layoutArgs, list []pane) {
	const least = 2
	want := 0
	for _, p := range list {
		want += a.panes[p]
	}
	gap := 1
	if want+len(list)-1 > col.h {
		gap = 0
	}
	spare := col.h - gap*(len(list)-1) - least*len(list)
	rows := map[pane]int{}
	grant := func(p pane) {
		more := max(min(a.panes[p]-least, spare), 0)
		rows[p], spare = least+more, spare-more
	}
	for _, p := range list {
		if p == a.focus {
			grant(p)
		}
	}
	for _, p := range list {
		if p != a.focus {
			grant(p)
		}
	}
	for _, p := range list {
		if n := a.more[p]; n > 0 && n <= spare {
			rows[p], spare = rows[p]+n, spare-n
		}
	}
	y := 0
	for _, p := range list {
		if y+1 >= col.h {
			return
		}
		r.panes[p] = col.row(y, min(rows[p], col.h-y))
		y += rows[p] + gap
	}
}

// row is the part of r from row y on, h rows high.
func (r rect) row(y, h int) rect { return rect{r.x, r.y + y, r.w, max(min(h, r.h-y), 0)} }

// below is what is left under the first n rows.
func (r rect) below(n int) rect { return rect{r.x, r.y + n, r.w, max(r.h-n, 0)} }
