package tui

// ascii returns the line with every mark of the screens as its ASCII sign;
// widths stay the same.
func (l line) ascii() line { return l }
