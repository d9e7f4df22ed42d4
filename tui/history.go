package tui

import "hopscope/journey"

// historyPart is the pane "History": under which name the call stands in the
// next request, and what it means there.
func historyPart(d *detail, w int) part {
	s := d.stop(journey.HopReplay)
	p := d.hopPart(s, d.historyNote())
	name, space := formOf(s)
	if name == "" && space == "" {
		if s.Note == "" {
			p.body = missing(s)
		}
		p.body = append(p.body, noteRows(s, w)...)
		return p.fitted(w)
	}
	p.copies = []copyItem{{"n", "stored name", joined(space, name)}}
	if d.other && d.call != nil { // the call stands as recorded, what is stored does not
		p.note += "  predicted"
		if s.State != journey.StopChanged && d.finding != nil && d.finding.Predicted.Tool != nil {
			own := *s
			own.Note = "what the model said, word for word"
			s = &own
		}
	}
	echo, echoSpace := formOf(d.stop(journey.HopEcho))
	p.body = append(d.formRows(name, space, echo, echoSpace, "", w), noteRows(s, w)...)
	return p.fitted(w)
}

// historyNote says in which requests the stored call stands.
func (d *detail) historyNote() string {
	if d.call == nil || d.session == nil {
		return "stored"
	}
	return laterTurns(d.call.Turn, int(d.session.Turns))
}

// laterTurns names the turns after a turn, up to the last one.
func laterTurns(turn, last int) string {
	switch {
	case last <= turn:
		return "no later turn"
	case last == turn+1:
		return "turn " + comma(last)
	default:
		return "turns " + comma(turn+1) + " to " + comma(last)
	}
}
