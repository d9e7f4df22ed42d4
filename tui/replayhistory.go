package tui

import (
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// historyPart is what the request of the next turn carries of the call, and
// what its name was sent as in the turns where that changed.
func (r *replayTab) historyPart(m *model, d *detail, w int) part {
	u := r.here()
	p := part{title: "History", noteRole: themes.Muted}
	next := "what the next request carries"
	if r.line.Counted {
		next = "what the request of turn " + comma(u.Number+1) + " carries"
	}
	p.title += "   " + next
	stop := d.stop(journey.HopReplay)
	name, space := formOf(stop)
	if name == "" && space == "" {
		p.body = missing(stop)
		return p.fitted(w)
	}
	p.copies = []copyItem{{"n", "stored name", name}}
	x, known := r.line.Meaning(r.row, r.cur)
	stored := journey.Called{Namespace: journey.Namespace(space), Name: journey.Echo(name)}
	doc, path := r.historyDoc(d, stored)
	p.note = path
	if doc != "" {
		p.copies = append(p.copies, copyItem{"w", "stored call as JSON", doc})
		p.body = append(p.body, historyJSON(d.json, doc, path, name, w)...)
	} else {
		p.body = append(p.body, d.nameRows(space, name, w)...)
	}
	p.body = append(p.body, r.meaningRows(d, &x, known, w)...)
	p.body = append(p.body, nil)
	p.body = append(p.body, r.sentRows(d, &x, known, w)...)
	return p.fitted(w)
}

// historyDoc shapes the stored call as the provider's contract does.
func (r *replayTab) historyDoc(d *detail, stored journey.Called) (doc, path string) {
	env, ok := d.provider.(journey.Envelope)
	if !ok {
		return "", ""
	}
	id := d.call.ID
	if id == "" {
		id = "call_" + comma(d.call.Index+1)
	}
	turn, _, _ := r.line.At(r.row)
	c := env.Call(journey.WireCall{Called: stored, ID: id, Kind: d.call.Kind, Args: "{}"}, 2*turn+1)
	return c.JSON, c.Path
}

// meaningRows say in words what the next request makes of the name.
func (r *replayTab) meaningRows(d *detail, x *journey.StoredName, known bool, w int) []line {
	switch {
	case d.call.Class.Unknown():
		return prose(themes.Muted, "The call and its refusal go along: the name is still unknown.", w)
	case !known:
		return nil
	case x.Meaning == journey.MeansAnother:
		was := cutName(string(x.Meant.Name), 40)
		if x.Meant.Name == x.Now.Name {
			was = owned(string(x.Meant.Server), string(x.Meant.Name), 48)
		}
		return marked("≠", themes.Bad, themes.Bad, "said about "+was+", read as "+nowName(x), w)
	case x.Meaning == journey.MeansGone:
		return marked("≠", themes.Bad, themes.Bad, "said about "+cutName(string(x.Meant.Name), 40)+", no tool has this name any more", w)
	case r.line.Wrong(r.row):
		return marked("≠", themes.Bad, themes.Bad, "wrong tool: an earlier call under this name meant another one", w)
	case !r.line.Eras[r.here().Era].Known:
		return prose(themes.Muted, "No list of declared tools is recorded, so nobody can tell whether it still means the same.", w)
	}
	return marked("=", themes.Muted, themes.Muted, "still means "+cutName(string(x.Meant.Name), 60), w)
}

// sentRows are the tools of this and of the later turn with the names that they
// were sent as.
func (r *replayTab) sentRows(d *detail, x *journey.StoredName, known bool, w int) []line {
	j := &d.journey
	var out []line
	if n := j.Naming; n != nil && n.RegisteredKnown {
		out = append(out, r.sentRow(d.call.Turn, n, w)...)
	}
	if !known || x.Meaning != journey.MeansAnother || x.Now == nil {
		return out
	}
	plan := r.line.Plan(r.cur)
	for i := range plan.Tools {
		n := &plan.Tools[i]
		if n.Ref == *x.Now && n.Status != journey.LeftOut {
			return append(out, r.sentRow(r.here().Number, n, w)...)
		}
	}
	return out
}

// sentRow is a tool and its wire name in a turn, with what the scheme changed.
func (r *replayTab) sentRow(turn int, n *journey.Naming, w int) []line {
	head := r.unit() + " " + comma(turn) + " "
	real := string(n.Ref.Name)
	room := max((w-len(head)-len("  sent as "))/2, 8)
	l := line{{text: head, role: themes.Muted}, {text: cutName(real, room)}, {text: "  sent as ", role: themes.Muted}}
	at := l.width()
	wire := string(n.Wire.Name)
	if wire == real && n.Wire.Namespace == "" {
		return []line{append(l, span{text: cutName(wire, room)}, span{text: "   unchanged", role: themes.Muted})}
	}
	diff := journey.Diff(real, wire)
	gs := fitGlyphs(laterGlyphs(diff), room)
	row := append(l, glyphLine(gs)...)
	if n.Wire.Namespace != "" {
		row = append(row, span{text: "  in " + cutName(string(n.Wire.Namespace), 24), role: themes.Muted})
	}
	marks := ""
	for _, g := range gs {
		marks += strings.Repeat(string(rune(g.mark)), g.w)
	}
	marks = strings.TrimRight(marks, " ")
	if marks == "" || diff.Rewritten {
		return []line{row}
	}
	return []line{row, {blanks(at), {text: marks, role: themes.To}, {text: " " + visible.Text(n.Rule), role: themes.Muted}}}
}
