package tui

// identityPart is the pane "Identity".
func identityPart(d *detail, w int) part { return part{title: "Identity"} }
