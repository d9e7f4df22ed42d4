package journey

// A large recording is read in file order, but its end is looked at before
// that, so that late failures show early. The calls found there are rows with
// FlagAhead: line and turn are not known yet. When the reading comes to them
// they are said again, and at the end one order puts all rows in file order.

// Again is a row that stands in the session already, as the reading in file
// order finds it.
type Again struct {
	Row uint32
	Is  Row
}

// Order puts the rows from First on in file order: Rows are their present
// numbers. A row that is not among them goes.
type Order struct {
	First uint32
	Rows  []uint32
}

// To returns for each of n rows the number that it gets, -1 for one that goes.
func (o *Order) To(n int) []int {
	to := make([]int, n)
	for i := range to {
		to[i] = -1
		if i < int(o.First) {
			to[i] = i
		}
	}
	for i, row := range o.Rows {
		if int(row) < n {
			to[row] = int(o.First) + i
		}
	}
	return to
}

// again takes a row as it is found in file order. What is known of its result
// stays until the result is found in file order too.
func (s *Session) again(a Again) {
	old := s.Rows[a.Row]
	is := a.Is
	is.Flags |= old.Flags & FlagExtra
	if is.Ret < 0 {
		is.Ret, is.RetLine, is.Class, is.Err = old.Ret, old.RetLine, old.Class, old.Err
	}
	s.Tally.remove(s, a.Row)
	s.Rows[a.Row] = is
	s.Tally.restore(s, a.Row)
}

// reorder puts the rows in order and counts them anew.
func (s *Session) reorder(o *Order) {
	rows := append(make([]Row, 0, int(o.First)+len(o.Rows)), s.Rows[:o.First]...)
	for _, row := range o.Rows {
		rows = append(rows, s.Rows[row])
	}
	to := o.To(len(s.Rows))
	extras := make(map[uint32]Extra, len(s.Extras))
	for row, x := range s.Extras {
		n := to[row]
		if n < 0 {
			continue
		}
		if x.Seen != nil {
			seen := *x.Seen
			seen.Row = uint32(n)
			x.Seen = &seen
		}
		extras[uint32(n)] = x
	}
	s.Rows = rows
	if s.Extras != nil {
		s.Extras = extras
	}
	s.Tally.anew(s)
}
