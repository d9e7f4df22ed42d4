package tui

import (
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// plainCall says one call or tool as lines, one fact a line, in the order and
// words of the screen.
func plainCall(d *detail) []string {
	out := []string{plainHeading(d)}
	switch {
	case d.call != nil:
		out = append(out, "status: "+d.call.Class.Word())
	case d.row.status != "":
		out = append(out, "status: "+d.row.status)
	}
	for i := range d.journey.Stops {
		s := &d.journey.Stops[i]
		out = append(out, "hop "+comma(i+1)+" of "+comma(len(d.journey.Stops))+", "+s.Hop.Title()+": "+
			plainStop(d, s)+plainBreak(&d.journey, s.Hop))
		if s.Hop == journey.HopEcho && d.journey.Return != nil {
			r := d.journey.Return
			out = append(out, "came back: "+plainStop(d, r)+plainBreak(&d.journey, journey.HopReturn))
		}
	}
	if text := plainIdentity(d); text != "" {
		out = append(out, "identity: "+text)
	}
	if d.call == nil {
		out = append(out, plainEverywhere(d)...)
	}
	y := whyOf(d)
	if dg := d.diagnosis(); dg != nil {
		out = append(out, plainDiagnosis(dg)...)
	} else {
		out = append(out, "kind: "+visible.Text(y.kind))
		for _, b := range y.blocks {
			out = append(out, strings.ToLower(b.label)+": "+visible.Text(b.text))
		}
	}
	if d.call != nil {
		out = append(out, plainAgrees(d))
	}
	return out
}

// plainIdentity are the layers that differ from the tool's real name.
func plainIdentity(d *detail) string {
	if d.journey.Naming == nil {
		return ""
	}
	real, _ := d.realName()
	var words []string
	for _, f := range d.identityFacts() {
		switch {
		case f.value == real, f.value == "none", f.label == "wire name", f.label == "stored as", f.label == "found by":
		default:
			words = append(words, f.label+" "+visible.Name(f.value))
		}
	}
	return strings.Join(words, ", ")
}

// plainEverywhere is what all providers say of the wire name.
func plainEverywhere(d *detail) []string {
	if len(d.providers) == 0 {
		return nil
	}
	said, ok := d.judgedBy(journey.NewPanel(d.providers, ""))
	if !ok {
		return nil
	}
	out := []string{"everywhere: " + said.Words()}
	if s := said.Strictest; s != nil {
		out = append(out, "strictest rule: "+s.Provider+", "+s.Rule)
	}
	return out
}

// plainOptions are the options of a scheme that are not at their default.
func plainOptions(s journey.Scheme, p *journey.Plan) string {
	if s == nil {
		return ""
	}
	var words []string
	for _, o := range ownOptions(s.Info()) {
		if v := p.Setting.Option(o.Key, o.Default); v != o.Default {
			words = append(words, o.Key+"="+visible.Text(v))
		}
	}
	return strings.Join(words, ", ")
}

// diagnosis is what was found about the selected call, nil for nothing.
func (d *detail) diagnosis() *journey.Diagnosis {
	dg := d.journey.Diagnosis
	if dg == nil && d.finding != nil {
		dg = d.finding.Diagnosis
	}
	if dg == nil || dg.Kind == journey.KindNone {
		return nil
	}
	return dg
}

func plainHeading(d *detail) string {
	if d.call == nil {
		text := "tool: " + d.fullName()
		if n := d.journey.Naming; n != nil && n.Tool.Line > 0 {
			text += ", list line " + comma(n.Tool.Line)
		}
		return text + ", never called"
	}
	c := d.call
	all := 0
	if d.session != nil {
		all = len(d.session.Rows)
	}
	text := "call " + comma(c.Index+1) + " of " + comma(all) + ": " + d.fullName()
	if c.Turn > 0 {
		text += ", turn " + comma(c.Turn)
	}
	if t := clock(c.Time); t != "" {
		text += ", " + t
	}
	if c.Line > 0 {
		text += ", line " + comma(c.Line)
	}
	if c.Agent != "" {
		text += ", agent " + visible.Name(c.Agent)
	}
	return text
}

// plainStop is the form at a stop and what the rail says of it.
func plainStop(d *detail, s *journey.Stop) string {
	word := plainWord(s)
	form := ""
	switch {
	case s.Hop == journey.HopDispatch && d.call != nil && s.Name == "":
		form = word
		if text := strings.TrimPrefix(journey.ErrorText(d.call.Error), "Error: "); text != "" {
			form = strings.TrimPrefix(word+": ", ": ") + visible.Text(text)
		}
		return form
	case s.Name != "" && s.Namespace != "" && s.Hop != journey.HopRegistered && s.Hop != journey.HopDispatch:
		form = "namespace " + visible.Name(s.Namespace) + ", name " + visible.Name(s.Name)
	case s.Name != "":
		form = owned(s.Namespace, s.Name, 1<<16)
	case s.State == journey.StopNotRecorded:
		form = "not recorded"
	case s.State == journey.StopNone || s.Hop == journey.HopDispatch:
		form = "none"
	default:
		form = emptyName
	}
	if s.Assumed {
		word = strings.TrimRight("assumed "+word, " ")
	}
	if word != "" && word != form {
		form += ", " + word
	}
	return form
}

// plainWord is the word of the rail, longer where a line has the room.
func plainWord(s *journey.Stop) string {
	word := s.Word
	if s.Wide != "" && s.Hop != journey.HopRegistered {
		word = s.Wide
	}
	switch {
	case s.Hop == journey.HopWire && word == "absent":
		word += " from tools[]"
	case s.Hop == journey.HopReplay && word == "sent again" && strings.HasPrefix(s.Source, "turn"):
		word += " in " + s.Source
	}
	return visible.Text(word)
}

// plainBreak says at the end of a hop's line that the name breaks there.
func plainBreak(j *journey.Journey, h journey.Hop) string {
	switch {
	case j.Break == journey.HopNone:
		return ""
	case j.Break == h, j.Break == journey.HopReturn && h == journey.HopEcho && j.Return == nil:
		return ". BREAKS HERE"
	case j.First == h:
		return ". FIRST FAULT"
	default:
		return ""
	}
}

// plainDiagnosis is kind, what, seen and do.
func plainDiagnosis(dg *journey.Diagnosis) []string {
	kind := string(dg.Kind)
	if dg.Kind == journey.NoRelation {
		kind = "no relation"
	}
	out := []string{"kind: " + kind}
	if dg.First != nil && dg.First.Hop != dg.Hop {
		out = append(out, "first fault: "+string(dg.First.Kind)+" at "+dg.First.Hop.Title())
	}
	if dg.What != "" {
		out = append(out, "what: "+visible.Text(dg.What))
	}
	for _, e := range dg.Evidence {
		text := visible.Text(journey.ErrorText(e.Text))
		if where := e.Place(); where != "" {
			text = groupedLines(visible.Text(where)) + ": " + text
		}
		out = append(out, "seen: "+text)
	}
	if dg.Advice != "" {
		out = append(out, "do: "+visible.Text(dg.Advice))
	}
	return out
}

// plainAgrees compares recording and prediction.
func plainAgrees(d *detail) string {
	text, ok := agreement(d)
	switch {
	case d.finding != nil && d.finding.Agrees != nil && ok:
		return "agrees: yes"
	case !ok:
		return "agrees: no, " + strings.TrimPrefix(text, "≠ differs: ")
	case d.catalogKnown:
		return "agrees: cannot tell"
	default:
		return "agrees: " + text
	}
}
