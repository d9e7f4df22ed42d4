package tui

import "hopscope/journey"

// toolCols are the columns of the tool list at one width.
type toolCols struct {
	w, name, status, calls int
	// noCalls: no row has a call, and the list has no such column.
	noCalls bool
}

// buildTools makes the rows of the tool list: the tools of the plan, never
// called ones too, then the echoed names that belong to no tool.
func buildTools(s *journey.Session, plan *journey.Plan, census *journey.CensusResult) []toolRow {
	return nil
}

// toolColumns lays out the columns for all rows at width w.
func toolColumns(rows []toolRow, w int) toolCols { return toolCols{w: w} }

// toolsTitle returns the heading of the tool list and its note.
func toolsTitle(rows []toolRow, s *journey.Session, plan *journey.Plan) (title, note string) {
	return "Tools", ""
}

// toolHead is the line of column names above the rows.
func toolHead(c toolCols) line { return nil }

// toolLine draws one row; the screen adds cursor bar and background.
func toolLine(r toolRow, c toolCols, ascii bool) line { return line{{text: r.name}} }
