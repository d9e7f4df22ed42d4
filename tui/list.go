package tui

// A window is the part of a list that is seen: a cursor that is always in it.
type window struct{ cursor, offset int }

// clamp keeps the cursor in a list of n rows and in a window of h rows.
func (v *window) clamp(n, h int) {
	v.cursor = max(min(v.cursor, n-1), 0)
	v.offset = max(min(v.offset, n-h), 0)
	if v.cursor < v.offset {
		v.offset = v.cursor
	}
	if h > 0 && v.cursor >= v.offset+h {
		v.offset = v.cursor - h + 1
	}
}

// move puts the cursor d rows on.
func (v *window) move(d, n, h int) {
	v.cursor += d
	v.clamp(n, h)
}

// scroll moves the window and takes the cursor along where it must.
func (v *window) scroll(d, n, h int) {
	v.offset = max(min(v.offset+d, n-h), 0)
	v.cursor = max(min(v.cursor, v.offset+h-1), v.offset)
	v.clamp(n, h)
}

// cutRows says which of n rows are drawn in h rows from offset on: count rows
// from the row first, after a row that says how many are above and before one
// that says how many are below. Where such a mark would stand for one row only,
// there is room for the row. Less than three rows have no room for marks above.
func cutRows(n, offset, h int) (first, count, above, below int) {
	offset = max(min(offset, n-h), 0)
	if offset > 0 && h >= 3 {
		above = offset + 1
	}
	first, count = offset, h
	if above > 0 {
		first, count = first+1, count-1
	}
	if n-first > count {
		count = max(count-1, 0)
		below = n - first - count
	}
	return first, min(count, n-first), above, below
}

// moreWords says how many rows of a list with a cursor are above and below what
// is drawn; empty where all are.
func moreWords(above, below int) string {
	switch {
	case above > 0 && below > 0:
		return comma(below) + " more below, " + comma(above) + " above"
	case below > 0:
		return comma(below) + " more below"
	case above > 0:
		return comma(above) + " more above"
	}
	return ""
}
