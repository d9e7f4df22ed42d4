package tui

// wirePart is the pane "Wire shape".
func wirePart(d *detail, w int) part { return part{title: "Wire shape"} }
