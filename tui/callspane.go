package tui

// callsPart lists the calls of the selected tool and shows all calls of the
// session as a strip of marks, in at most h lines; cursor is the index of the
// selected call among the tool's calls.
func callsPart(d *detail, w, h, cursor int) part { return part{title: "Calls"} }
