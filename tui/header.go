package tui

// headerFacts is what the first row of the Journeys tab says.
type headerFacts struct {
	// files are the paths that were opened, the first one is named.
	files                  []string
	demo                   string // title of a built-in session instead of a file
	client                 string // "claude-code 2.0.37", or the format of a catalog
	version                string
	calls, failed, unknown int
	tools, clash, leftOut  int
	hasCalls               bool
}

// headerLine lays the facts out over w columns.
func headerLine(f headerFacts, w int) line { return nil }

// headingLine names what the right side shows: the full name, then which call.
func headingLine(d *detail, w int) line { return nil }
