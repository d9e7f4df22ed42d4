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

// rowsShown says how many of n rows are drawn in h rows from offset on, and
// whether one row is used to say that there are more below.
func rowsShown(n, offset, h int) (shown int, more int) {
	if n-offset <= h {
		return max(n-offset, 0), 0
	}
	return max(h-1, 0), n - offset - max(h-1, 0)
}
