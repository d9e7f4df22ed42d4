package tui

import (
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// errorRows is the number of rows of an error text that the pane shows where
// it shares the screen, failureRows the same for a failure that is not about
// the name.
const (
	errorRows   = 6
	failureRows = 2
)

// dispatchPart is the pane "Dispatch": which tool ran, or the refusal in the
// client's own words, and whether the rules say the same.
func dispatchPart(d *detail, w int) part {
	s := d.stop(journey.HopDispatch)
	p := d.hopPart(s, "")
	if d.call == nil {
		if s.Source == "" {
			p.note = "if it were called"
		}
		p.body = append(p.body, d.predictedRows(s, w)...)
		p.body = append(p.body, noteRows(s, w)...)
		return d.dispatchIdentity(p, w).fitted(w)
	}
	word := d.call.Class.Word()
	if d.call.Class.Unknown() {
		word = "refused"
	}
	p.noteRole = classRole(d.call.Class)
	p.note = strings.TrimPrefix(p.note+"  "+word, "  ")
	if s.Name != "" {
		_, server := d.ranName(s)
		p.body = append(p.body, d.nameRows(server, s.Name, w)...)
		p.copies = []copyItem{{"n", "tool that ran", s.Name}}
	}
	if text := journey.ErrorText(d.call.Error); text != "" && d.call.Class != journey.ClassOK {
		most := failureRows
		if d.call.Class.Unknown() {
			most = errorRows
		}
		p.copies = append(p.copies, copyItem{"e", "error text", d.call.Error})
		p.body = append(p.body, d.bounded(prose(classTextRole(d.call.Class), text, w), most)...)
	}
	p.body = append(p.body, noteRows(s, w)...)
	p.body = append(p.body, ruleRows(d, w)...)
	p.body = append(p.body, agreeRows(d, w)...)
	return d.dispatchIdentity(p, w).fitted(w)
}

// dispatchIdentity adds the keys by which the tool is looked up and approved.
func (d *detail) dispatchIdentity(p part, w int) part {
	return d.withIdentity(p, func(f identityFact) bool { return f.dispatch }, true, w)
}

// classTextRole is the role of an error text: red only where a name failed.
func classTextRole(c journey.Class) themes.Role {
	if c.Unknown() {
		return themes.Bad
	}
	return themes.Text
}

// ranName is the tool that ran: as recorded, else as the rules say.
func (d *detail) ranName(s *journey.Stop) (name, server string) {
	if d.call != nil && d.call.Extra.Dispatched != nil {
		return string(d.call.Extra.Dispatched.Name), string(d.call.Extra.Dispatched.Server)
	}
	if p := d.journey.Predicted; p != nil && p.Tool != nil && string(p.Tool.Name) == s.Name {
		return s.Name, string(p.Tool.Server)
	}
	if n := d.journey.Naming; n != nil && string(n.Ref.Name) == s.Name {
		return s.Name, string(n.Ref.Server)
	}
	return s.Name, s.Namespace
}

// predictedRows says what a call would do.
func (d *detail) predictedRows(s *journey.Stop, w int) []line {
	if p := d.journey.Predicted; p != nil {
		if p.Error != "" {
			return d.bounded(prose(themes.Bad, journey.ErrorText(p.Error), w), errorRows)
		}
		if p.Tool != nil {
			return d.nameRows(string(p.Tool.Server), string(p.Tool.Name), w)
		}
	}
	if s.Name != "" {
		_, server := d.ranName(s)
		return d.nameRows(server, s.Name, w)
	}
	return nil
}

// bounded cuts a long text where the pane does not have the screen to itself.
func (d *detail) bounded(rows []line, most int) []line {
	if d.full || len(rows) <= most {
		return rows
	}
	rows = rows[:most]
	last := rows[most-1]
	rows[most-1] = append(append(line{}, last...), span{text: " …", role: themes.Muted})
	return rows
}

// ruleRows says which version of the rules was taken, where it is not the
// recorded one.
func ruleRows(d *detail, w int) []line {
	if d.scheme == nil {
		return nil
	}
	note := d.scheme.Info().Note
	if note == "" {
		return nil
	}
	return prose(themes.Muted, "rule used: "+strings.TrimPrefix(note, "rule used: "), w)
}

// agreeRows says whether recording and prediction agree; where that cannot be
// told the pane says nothing.
func agreeRows(d *detail, w int) []line {
	var out []line
	if d.other && d.finding != nil {
		out = prose(themes.Muted, schemeName(d.scheme.Info())+" predicts: "+predictedWord(d.finding.Predicted), w)
	}
	if d.finding == nil || d.finding.Agrees == nil {
		return out
	}
	text, ok := agreement(d)
	if ok {
		return append(out, says(themes.Muted, text))
	}
	sign, text, _ := strings.Cut(text, " ")
	return append(out, marked(sign, themes.Bad, themes.Bad, text, w)...)
}

// predictedWord is what a scheme makes of a call.
func predictedWord(p journey.Prediction) string {
	if p.Tool != nil {
		return "ran " + owned(string(p.Tool.Server), string(p.Tool.Name), 60)
	}
	return p.Outcome.String()
}

// agreement words the comparison of recording and prediction.
func agreement(d *detail) (text string, ok bool) {
	switch {
	case d.finding == nil || d.finding.Agrees == nil:
		return wordsCantTell, true
	case *d.finding.Agrees:
		return "= agrees", true
	}
	predicted := predictedWord(d.finding.Predicted)
	recorded := "?"
	if d.call != nil {
		recorded = d.call.Class.Word()
		if n := d.stop(journey.HopDispatch).Name; n != "" {
			recorded = "ran " + visible.Name(n)
		}
	}
	return "≠ differs: recorded " + recorded + ", predicted " + predicted, false
}
