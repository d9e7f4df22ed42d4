package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
	"hopscope/journey/diagnose"
	"hopscope/journey/visible"
)

// The Replay tab: the session turn by turn. Above the turns as a strip, below
// them what the turn of the cursor was offered, the calls up to it, and one of
// those as its history reads in that turn. All answers come from
// journey.Timeline.
//
//	▌Timeline           turn 1  turn 2  …            replaystrip.go
//	──────────────────────────────────────────
//	 Offered in turn N │ name, which call
//	 Calls up to N     │ rail, why                   replaycall.go
//	 Recorded          │ What each name means        replaypanes.go
//	 Other schemes     │ History                     replayhistory.go

// replayPane is a pane of the tab, in the order of the key tab.
type replayPane uint8

const (
	replayTurns replayPane = iota
	replayOffered
	replayCalls
	replayCompared
	replaySchemes
	replayStored
	replayHistory
	replayPanes
)

// replayTab is the state of the tab.
type replayTab struct {
	line *journey.Timeline
	made replayKey
	sums replaySums
	// cur is the turn under the cursor, an index in line.Turns; row the call that
	// is looked at, -1 for none.
	cur, row int
	pane     replayPane
	// offers are the tools of the turn, for offersOf.
	offers   []journey.OfferedTool
	offersOf *journey.Plan
	offersAt int
	offered  window
	calls    window
	scroll   [replayPanes]int
	filter   string
	// shown are the places of the calls that the filter lets through.
	shown []int

	detail *detail
	parts  replayParts
	census map[*journey.Plan]*journey.CensusResult
	// settling, dirty and wait are as in data: the detail is made when keys pause.
	settling, dirty bool
	wait            int

	play play
	// from is the tab that esc goes back to, opened: there is one.
	from   tab
	opened bool

	// wanted: the turns are to be laid out beside the loop, working: that is done.
	wanted, working bool
	// goes is the call to go to when they are, counted from 1; 0: none.
	goes int
}

// replayKey tells whether the timeline is up to date.
type replayKey struct {
	analyzer                            *diagnose.Analyzer
	calls, snapshots, requests, sighted int
	byClass                             [len(journey.Classes)]int
	silent                              int
	turns                               uint32
}

// replaySums are what the header says.
type replaySums struct{ changes, drifts, wrong int }

// look brings the timeline up to date; false where there is nothing to replay.
func (r *replayTab) look(m *model) bool {
	s := m.session()
	if s == nil || m.data.analyzer == nil || m.fail != nil {
		return false
	}
	key := replayKeyOf(s, m.data.analyzer, m.data.silent)
	if r.line != nil && key == r.made {
		return len(r.line.Turns) > 0
	}
	if r.line != nil && m.reads() && key.analyzer == r.made.analyzer && key.calls < r.made.calls+r.made.calls/8 && key.calls > r.made.calls {
		return len(r.line.Turns) > 0 // it is still read: not all again for a few calls
	}
	if m.slowly() { // renewReplay begins it
		r.wanted = m.tab == tabReplay
		return r.line != nil && len(r.line.Turns) > 0
	}
	return r.laid(m, key, journey.NewTimeline(s, m.data.analyzer, m.data.silent))
}

func replayKeyOf(s *journey.Session, a *diagnose.Analyzer, silent []uint32) replayKey {
	return replayKey{a, s.Tally.Calls, len(s.Snapshots), len(s.Requests), s.Sighted, s.Tally.ByClass, len(silent), s.Turns}
}

// laid takes a timeline and keeps the place in it.
func (r *replayTab) laid(m *model, key replayKey, made *journey.Timeline) bool {
	number := r.number()
	fresh := r.line == nil
	r.made, r.line = key, made
	r.sums = replaySums{}
	for i := range r.line.Turns {
		u := &r.line.Turns[i]
		if u.Changed {
			r.sums.changes++
		}
		r.sums.drifts += u.Drifted
		r.sums.wrong += u.Wrong
	}
	r.cur, _ = r.line.Index(number)
	r.cur = max(min(r.cur, len(r.line.Turns)-1), 0)
	r.detail, r.offersOf, r.census = nil, nil, map[*journey.Plan]*journey.CensusResult{}
	r.parts = replayParts{}
	r.applyFilter(m)
	switch {
	case len(r.line.Turns) == 0:
		r.row = -1
		return false
	case fresh:
		r.first(m)
	case r.row >= r.line.Rows():
		r.row = r.line.First(r.cur)
	}
	r.follows(m)
	return true
}

// number is that of the turn under the cursor.
func (r *replayTab) number() int {
	if r.line == nil || r.cur >= len(r.line.Turns) {
		return 1
	}
	return r.line.Turns[r.cur].Number
}

// first puts the cursor where something happened first, else on the first turn.
func (r *replayTab) first(m *model) {
	r.cur, r.row = 0, r.line.First(0)
	if row := m.callRow(); row >= 0 && m.data.moved {
		if turn, _, ok := r.line.At(row); ok {
			r.cur, r.row = turn, row
			return
		}
	}
	last := len(r.line.Turns) - 1
	if stop, ok := r.line.Next(last, r.line.Rows(), 1); ok && !r.line.Turns[0].Notable() {
		r.stand(stop)
	}
}

// stand puts the cursor on a stop of the timeline.
func (r *replayTab) stand(stop journey.TimelineStop) {
	r.cur, r.row = stop.Turn, stop.Row
	if stop.Row < 0 {
		r.row = r.line.First(stop.Turn)
	}
}

// here is the turn under the cursor.
func (r *replayTab) here() *journey.TimelineTurn { return &r.line.Turns[r.cur] }

// goTurn goes to a turn, and to the call of it that one looks at first.
func (r *replayTab) goTurn(m *model, turn int) tea.Cmd {
	turn = max(min(turn, len(r.line.Turns)-1), 0)
	if turn == r.cur {
		return nil
	}
	r.cur, r.row = turn, r.firstShown(turn)
	return r.selected(m)
}

// firstShown is the call to look at in a turn, as far as the filter lets it
// through.
func (r *replayTab) firstShown(turn int) int {
	row := r.line.First(turn)
	if r.filter == "" || row < 0 {
		return row
	}
	u := &r.line.Turns[turn]
	k, _ := slices.BinarySearch(r.shown, u.From)
	switch {
	case k < len(r.shown) && r.shown[k] < u.To:
		return r.line.Row(r.shown[k])
	case k > 0:
		return r.line.Row(r.shown[k-1])
	}
	return -1
}

// goCall goes to a call in its own turn; false where it is in none.
func (r *replayTab) goCall(row int) bool {
	turn, _, ok := r.line.At(row)
	if ok {
		r.cur, r.row = turn, row
	}
	return ok
}

// selected is called when the cursor came to another turn or call.
func (r *replayTab) selected(m *model) tea.Cmd {
	r.follows(m)
	r.wait++
	if r.settling {
		r.dirty = true
		return m.after(settleTime, replaySettledMsg{r.wait})
	}
	r.settling = true
	return tea.Batch(r.renew(m), m.after(settleTime, replaySettledMsg{r.wait}))
}

// replaySettledMsg says that no key moved the cursor for a moment.
type replaySettledMsg struct{ wait int }

func (r *replayTab) settled(m *model, msg replaySettledMsg) tea.Cmd {
	if msg.wait != r.wait {
		return nil
	}
	r.settling = false
	if !r.dirty || r.line == nil {
		return nil
	}
	return r.renew(m)
}

// follows keeps the windows of the lists on what is selected.
func (r *replayTab) follows(*model) {
	r.scroll = [replayPanes]int{}
	r.offered.cursor, r.offered.offset = 0, 0
	r.calls.cursor = 0
	if _, place, ok := r.line.At(r.row); ok {
		r.calls.cursor = r.shownAt(place)
	}
}

// listed is the number of calls up to the turn that the filter lets through.
func (r *replayTab) listed() int {
	to := r.here().To
	if r.filter == "" {
		return to
	}
	k, _ := slices.BinarySearch(r.shown, to)
	return k
}

// shownAt is the index in the list of calls of a place among all calls, place
// the other way round.
func (r *replayTab) shownAt(place int) int {
	if r.filter == "" {
		return place
	}
	k, _ := slices.BinarySearch(r.shown, place)
	return k
}

func (r *replayTab) place(i int) int {
	if r.filter == "" {
		return i
	}
	return r.shown[i]
}

// applyFilter finds the calls that hold the words of the filter in name or
// status. What a name and a class hold is looked for once.
func (r *replayTab) applyFilter(m *model) {
	r.shown = nil
	words := strings.Fields(strings.ToLower(r.filter))
	if len(words) == 0 || r.line == nil {
		return
	}
	type kind struct {
		space, name journey.Sym
		class       journey.Class
		wrong       bool
	}
	s, known := m.session(), map[kind]bool{}
	for k := range r.line.Rows() {
		row := r.line.Row(k)
		x := &s.Rows[row]
		key := kind{x.Space, x.Name, x.Class, r.line.Wrong(row)}
		hit, ok := known[key]
		if !ok {
			text := visible.Name(s.Text(x.Space)) + " " + visible.Name(s.Text(x.Name)) + " " + x.Class.Word()
			if key.wrong {
				text += " wrong tool drift"
			}
			hit = matches(words, strings.ToLower(text))
			known[key] = hit
		}
		if hit {
			r.shown = append(r.shown, k)
		}
	}
}

// offers of the turn under the cursor.
func (r *replayTab) offerRows() []journey.OfferedTool {
	plan := r.line.Plan(r.cur)
	if plan != r.offersOf || r.cur != r.offersAt {
		r.offers, r.offersOf, r.offersAt = r.line.Offered(r.cur), plan, r.cur
	}
	return r.offers
}
