package tui

// historyPart is the pane "History".
func historyPart(d *detail, w int) part { return part{title: "History"} }
