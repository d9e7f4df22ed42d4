package tui

// dispatchPart is the pane "Dispatch".
func dispatchPart(d *detail, w int) part { return part{title: "Dispatch"} }
