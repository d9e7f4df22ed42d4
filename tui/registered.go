package tui

// registeredPart is the pane "Real name".
func registeredPart(d *detail, w int) part { return part{title: "Real name"} }
