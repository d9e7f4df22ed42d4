package tui

// plainCall says one call or tool as lines, one fact a line.
func plainCall(d *detail) []string { return nil }
