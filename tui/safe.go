package tui

// safePart is the pane "Safe form".
func safePart(d *detail, w int) part { return part{title: "Safe form"} }
