package journey

// TimelineStop is a place of the timeline that one looks for: a turn with
// another list, with stored names that drifted or a refused request (Row -1),
// or a call that failed or ran the wrong tool.
type TimelineStop struct{ Turn, Row int }

// noted reports whether the turn itself is a stop.
func (u *TimelineTurn) noted() bool { return u.Changed || u.Refused > 0 }

// Next returns the next (d of 1) or previous (-1) stop seen from a call of a
// turn, round the end; a row of another turn stands for the turn itself. ok is
// false where nothing happened at all.
func (t *Timeline) Next(turn, row, d int) (stop TimelineStop, ok bool) {
	n := len(t.Turns)
	if n == 0 {
		return stop, false
	}
	place := -1 // before the calls
	if at, p, found := t.At(row); found && at == turn {
		place = p
	}
	for k := 0; k <= n; k++ {
		i := ((turn+d*k)%n + n) % n
		from := place
		if k > 0 {
			from = -2
		}
		if d < 0 && k > 0 {
			from = t.Turns[i].To
		}
		if s, found := t.stopIn(i, from, d); found {
			return s, true
		}
	}
	return stop, false
}

// stopIn looks for a stop in one turn, seen from a place of it: -2 before the
// turn, -1 the turn itself, else the place of a call.
func (t *Timeline) stopIn(turn, from, d int) (TimelineStop, bool) {
	u := &t.Turns[turn]
	if d > 0 {
		if from == -2 && u.noted() {
			return TimelineStop{turn, -1}, true
		}
		if u.Failed+u.Wrong == 0 {
			return TimelineStop{}, false
		}
		for k := max(from+1, u.From); k < u.To; k++ {
			if t.notedCall(k) {
				return TimelineStop{turn, t.Row(k)}, true
			}
		}
		return TimelineStop{}, false
	}
	if from >= 0 && u.Failed+u.Wrong > 0 {
		for k := min(from, u.To) - 1; k >= u.From; k-- {
			if t.notedCall(k) {
				return TimelineStop{turn, t.Row(k)}, true
			}
		}
	}
	if from >= 0 && u.noted() {
		return TimelineStop{turn, -1}, true
	}
	return TimelineStop{}, false
}

func (t *Timeline) notedCall(place int) bool {
	row := t.rows[place]
	return t.wrong[row] || t.s.Rows[row].Class.Failed()
}

// First returns the call of a turn that one looks at first: an earlier one
// that drifted with the turn's list, else the first one of the turn that
// failed or ran the wrong tool, else the first one, else the last one before;
// -1 for none.
func (t *Timeline) First(turn int) int {
	u := &t.Turns[turn]
	if u.Drifted > 0 {
		for _, x := range t.Stored(turn) {
			if x.Meaning != MeansSame {
				return x.Row
			}
		}
	}
	if u.Failed+u.Wrong > 0 {
		for k := u.From; k < u.To; k++ {
			if t.notedCall(k) {
				return t.Row(k)
			}
		}
	}
	switch {
	case u.To > u.From:
		return t.Row(u.From)
	case u.From > 0:
		return t.Row(u.From - 1)
	}
	return -1
}
