package tui

// railLines draws the way of the name: five rows, 13 columns a stop, 24 when
// w is 150 or more, or one row below railRowsMin columns.
func railLines(d *detail, w int) []line { return make([]line, 5) }

// railOneLine is the rail of small windows: hop 1/6 Real name ✗.
func railOneLine(d *detail, hop int, w int) line { return nil }
