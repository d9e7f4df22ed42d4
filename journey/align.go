package journey

// Costs of an alignment: a gap costs once for being there and once for each
// character, so that one long piece is preferred to several short ones.
const (
	costReplace = 4
	costOpen    = 3
	costExtend  = 2
	costNever   = 1 << 28
)

// The three states of an alignment's cell: both forms advance, only the later
// one (added), only the earlier one (dropped).
const (
	cellBoth = iota
	cellAdd
	cellDrop
)

// align appends the segments between two lists of code points (Gotoh's affine
// gap alignment). steps holds, for each cell and state, the state before it.
func (d *NameDiff) align(a, b []string) {
	n, m := len(a), len(b)
	width := m + 1
	steps := make([][3]uint8, (n+1)*width)
	above, row := make([][3]int32, width), make([][3]int32, width)
	for i := 0; i <= n; i++ {
		for j := 0; j <= m; j++ {
			var cell [3]int32
			step := &steps[i*width+j]
			cell[cellBoth] = costNever
			switch {
			case i == 0 && j == 0:
				cell[cellBoth] = 0
			case i > 0 && j > 0:
				cell[cellBoth], step[cellBoth] = least(above[j-1], 0)
				if a[i-1] != b[j-1] {
					cell[cellBoth] += costReplace
				}
			}
			cell[cellAdd], cell[cellDrop] = costNever, costNever
			if j > 0 {
				cell[cellAdd], step[cellAdd] = least(row[j-1], cellAdd)
			}
			if i > 0 {
				cell[cellDrop], step[cellDrop] = least(above[j], cellDrop)
			}
			row[j] = cell
		}
		above, row = row, above
	}
	// Among equals a gap stands at the end, behind what was replaced.
	last, state := above[m], uint8(cellBoth)
	for k := cellAdd; k <= cellDrop; k++ {
		if last[k] <= last[state] {
			state = uint8(k)
		}
	}
	d.follow(a, b, steps, width, state)
}

// least returns the cheapest way into a cell in state to, and where it comes
// from; staying in a gap is preferred among equals, then advancing in both.
func least(from [3]int32, to int) (int32, uint8) {
	best, by := int32(costNever), uint8(cellBoth)
	for k := range from {
		cost := from[k]
		if to != cellBoth {
			cost += costExtend
			if k != to {
				cost += costOpen
			}
		}
		if cost < best || (cost == best && k == to) {
			best, by = cost, uint8(k)
		}
	}
	return best, by
}

// follow walks back from the last cell and writes the segments in order.
func (d *NameDiff) follow(a, b []string, steps [][3]uint8, width int, state uint8) {
	var ops []DiffOp
	for i, j := len(a), len(b); i > 0 || j > 0; {
		before := steps[i*width+j][state]
		switch state {
		case cellAdd:
			ops = append(ops, DiffAdded)
			j--
		case cellDrop:
			ops = append(ops, DiffDropped)
			i--
		default:
			op := DiffReplaced
			if a[i-1] == b[j-1] {
				op = DiffSame
			}
			ops = append(ops, op)
			i, j = i-1, j-1
		}
		state = before
	}
	i, j := 0, 0
	for k := len(ops) - 1; k >= 0; k-- {
		var from, to string
		if ops[k] != DiffAdded {
			from = a[i]
			i++
		}
		if ops[k] != DiffDropped {
			to = b[j]
			j++
		}
		d.count(ops[k])
		d.Segments = appendSegment(d.Segments, ops[k], from, to)
	}
}

func (d *NameDiff) count(op DiffOp) {
	switch op {
	case DiffReplaced:
		d.Replaced++
	case DiffAdded:
		d.Added++
	case DiffDropped:
		d.Dropped++
	}
}
