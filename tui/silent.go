package tui

import (
	"hopscope/journey"
	"hopscope/journey/diagnose"
)

// findSilent looks for calls that ran and still broke: another tool than was
// meant. While a recording is read for the first time it waits for the end.
func (m *model) findSilent() {
	d := &m.data
	s := d.loaded.Session
	if d.searched == s.Tally.Calls || d.recorded == nil || m.pending() || !m.atRest() && s.Background == nil {
		return
	}
	d.searched, d.counted = s.Tally.Calls, -1
	d.silent = silentRows(s, d.recorded)
}

// silentRows are the calls with a diagnosis that did not fail, in file order.
func silentRows(s *journey.Session, a *diagnose.Analyzer) []uint32 {
	if s == nil {
		return nil
	}
	var rows []uint32
	for _, row := range a.Silent() {
		rows = append(rows, uint32(row))
	}
	return rows
}
