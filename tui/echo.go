package tui

// echoPart is the pane "Model echo".
func echoPart(d *detail, w int) part { return part{title: "Model echo"} }
