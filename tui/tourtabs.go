package tui

import (
	tea "charm.land/bubbletea/v2"

	"hopscope/sessions/casefile"
)

// Where the panes of a tour are on each tab.

// tourTab is a tab with its own panes that a tour can point at.
type tourTab interface {
	// tourStand goes to what the step is about.
	tourStand(m *model, s *casefile.Step) tea.Cmd
	// tourFocus gives a pane the focus; what cannot have it is left alone.
	tourFocus(m *model, pane string)
	// tourAt is the pane with the focus and the place of the cursor.
	tourAt() (pane string, spot [2]int)
	// tourPlace is where a pane stands on the screen.
	tourPlace(m *model, pane string) rect
}

// journeysPanes are the panes of Journeys that can have the focus.
var journeysPanes = map[string]pane{
	"list": paneTools, "calls": paneCalls, "registered": paneReal, "safe": paneSafe, "wire": paneWire,
	"echo": paneEcho, "dispatch": paneDispatch, "replay": paneHistory, "identity": paneIdentity,
}

// tourPlace is what the step of now points at; empty: it is not on the screen.
func (m *model) tourPlace() rect {
	id := m.tour.steps[m.tour.at].Pane
	if own, ok := m.own().(tourTab); ok {
		return own.tourPlace(m, id)
	}
	if m.tab != tabJourneys || m.data.detail == nil {
		return rect{}
	}
	r := m.places()
	switch id {
	case "rail":
		return r.rail
	case "why":
		return r.chips
	}
	return m.placeOf(journeysPanes[id])
}

var vocabTourPanes = map[string]pane{
	"matrix": paneMatrix, "names": paneNames, "pairs": panePairs, "users": paneUsers, "open": paneOpen,
}

// tourStand looks the name of the step up, as the key V does.
func (v *vocabTab) tourStand(m *model, s *casefile.Step) tea.Cmd {
	v.look(m)
	if s.Tool == "" || v.filter == s.Tool {
		return nil
	}
	return m.lookUp(s.Tool)
}

func (v *vocabTab) tourFocus(_ *model, pane string) {
	if p, ok := vocabTourPanes[pane]; ok {
		v.focus = p
	}
}

func (v *vocabTab) tourAt() (string, [2]int) {
	for id, p := range vocabTourPanes {
		if p == v.focus {
			return id, [2]int{v.row, v.col}
		}
	}
	return "", [2]int{v.row, v.col}
}

func (v *vocabTab) tourPlace(m *model, pane string) rect {
	v.look(m)
	r := v.places(m)
	if pane == "matrix" {
		at := r.head
		at.h = r.matrix.y + r.matrix.h - at.y
		return at
	}
	return r.panes[vocabTourPanes[pane]]
}

var whatTourPanes = map[string]whatPane{
	"input": whatCall, "arguments": whatArgs, "trace": whatTrace, "clients": whatClients, "map": whatMap,
	"places": whatPlaces, "edits": whatEdits,
}

func (w *whatIf) tourStand(*model, *casefile.Step) tea.Cmd { return nil }

func (w *whatIf) tourFocus(_ *model, pane string) {
	if p, ok := whatTourPanes[pane]; ok {
		w.pane = p
	}
}

func (w *whatIf) tourAt() (string, [2]int) {
	for id, p := range whatTourPanes {
		if p == w.pane {
			return id, [2]int{w.lists[p].cursor}
		}
	}
	return "", [2]int{}
}

func (w *whatIf) tourPlace(m *model, pane string) rect {
	r := w.rects(m)
	switch pane {
	case "input":
		return r.call
	case "arguments":
		if r.args.empty() {
			return r.call
		}
		return r.args
	}
	return r.panes[whatTourPanes[pane]]
}

var replayTourPanes = map[string]replayPane{
	"timeline": replayTurns, "offered": replayOffered, "calls": replayCalls, "predicted": replayCompared,
	"schemes": replaySchemes, "meaning": replayStored, "replay": replayHistory,
}

// tourStand goes to the call of the step in its turn, or in the turn that the
// step names.
func (r *replayTab) tourStand(m *model, s *casefile.Step) tea.Cmd {
	row := m.stepRow(s)
	if !r.look(m) || row < 0 {
		return nil
	}
	cur, _, ok := r.line.At(row)
	if s.Turn > 0 {
		cur, ok = r.line.Index(s.Turn)
	}
	if !ok || cur == r.cur && row == r.row {
		return nil
	}
	r.cur, r.row = cur, row
	return r.selected(m)
}

func (r *replayTab) tourFocus(_ *model, pane string) {
	if p, ok := replayTourPanes[pane]; ok {
		r.pane = p
	}
}

func (r *replayTab) tourAt() (string, [2]int) {
	for id, p := range replayTourPanes {
		if p == r.pane {
			return id, [2]int{r.cur, r.row}
		}
	}
	return "", [2]int{}
}

func (r *replayTab) tourPlace(m *model, pane string) rect {
	if !r.look(m) {
		return rect{}
	}
	at := r.places(m)
	switch pane {
	case "rail":
		return at.rail
	case "why":
		return at.chips
	}
	return at.panes[replayTourPanes[pane]]
}
