package tui

// whatArgsIn is all that decides where the parts of the What-if tab lie.
type whatArgsIn struct {
	w, h  int
	pane  whatPane
	zoom  bool
	edits int
	// places and clients are the rows of these panes.
	places, clients int
	// feet are the lines below the trace.
	feet int
}

// whatRects are the places of the parts; an empty rectangle is not drawn.
type whatRects struct {
	call, args rect
	// answer is one row with the decision, where the trace is not seen.
	answer rect
	rules  []rect
	split  rect
	panes  [whatPanes]rect
}

// Heights: rows of the trace with its heading, of the lines below it, and of a
// body that holds all panes at once.
const (
	traceRows   = 10
	wholeBody   = 25
	whatCallRow = headRows
)

// whatLayout places the parts. Wide and high windows show all panes, the others
// the call, the trace with the clients, or the pane that has the focus.
func whatLayout(a whatArgsIn) whatRects {
	var r whatRects
	in := rect{1, whatCallRow, a.w - 2, max(a.h-headRows-footRows, 0)}
	r.call = in.row(0, 1)
	used := 1
	if a.w < twoColumnsFrom {
		r.args = in.row(1, 1)
		used = 2
	}
	r.rules = append(r.rules, rect{0, in.y + used, a.w, 1})
	in = in.below(used + 1)
	switch {
	case a.zoom && a.pane > whatArgs:
		r.panes[a.pane] = in
	case a.w < twoColumnsFrom || in.h < wholeBody:
		whatStacked(&r, a, in)
	default:
		whatColumns(&r, a, in)
	}
	return r
}

// whatStacked shows the trace, or one other pane below the decision.
func whatStacked(r *whatRects, a whatArgsIn, in rect) {
	if a.pane > whatTrace {
		r.answer = in.row(0, 1)
		r.rules = append(r.rules, rect{0, in.y + 1, a.w, 1})
		r.panes[a.pane] = in.below(2)
		return
	}
	trace := in.h
	if in.h >= traceRows+5 {
		trace = min(in.h-4, traceRows+a.feet)
	}
	r.panes[whatTrace] = in.row(0, trace)
	if trace < in.h {
		r.rules = append(r.rules, rect{0, in.y + trace, a.w, 1})
		r.panes[whatClients] = in.below(trace + 1)
	}
}

// whatColumns shows all panes.
func whatColumns(r *whatRects, a whatArgsIn, in rect) {
	edits := min(max(a.edits, 1), max(in.h/8, 2)) + 2
	places := min(max(a.places, 2)+2, in.h/4+1)
	if a.pane == whatPlaces {
		places = min(max(a.places, 2)+2, in.h/2)
	}
	low := places + edits + 2
	upper := in.row(0, in.h-low)
	r.rules = append(r.rules, rect{0, upper.y + upper.h, a.w, 1})
	lower := in.below(upper.h + 1)
	r.panes[whatPlaces] = lower.row(0, places)
	r.panes[whatEdits] = lower.below(places + 1)
	left := rect{1, upper.y, a.w/2 + 1, upper.h}
	r.split = rect{left.x + left.w + 1, upper.y, 1, upper.h}
	r.panes[whatMap] = rect{r.split.x + 2, upper.y, a.w - r.split.x - 3, upper.h}
	trace := min(traceRows+a.feet, left.h-5)
	if a.pane == whatClients {
		trace = max(min(trace, left.h-a.clients-2), min(trace, 5))
	}
	r.panes[whatTrace] = left.row(0, trace)
	r.panes[whatClients] = left.below(trace + 1)
}
