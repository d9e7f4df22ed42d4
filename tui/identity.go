package tui

import (
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// identityPart is the pane "Identity": under which names one tool is known
// inside the client.
func identityPart(d *detail, w int) part {
	p := part{title: "Identity"}
	id := &d.journey.Identity
	if id.PublicName == "" {
		id = &journey.Identity{PublicName: d.row.name, StoredAs: id.StoredAs, CallID: id.CallID}
	}
	add := func(label, value string) {
		if value != "" {
			p.body = append(p.body, d.labelled(label, value, w)...)
		}
	}
	p.copies = []copyItem{{"n", "public name", id.PublicName}}
	add("public name", id.PublicName)
	switch n := d.journey.Naming; {
	case id.Namespace != "":
		add("namespace", string(id.Namespace))
	case d.call != nil:
		p.body = append(p.body, d.labelled("namespace", "none", w)...)
	case n != nil && n.Status != journey.Offered:
		p.body = append(p.body, d.labelled("wire name", "none: "+statusWord(n.Status), w)...)
	case n != nil:
		add("wire name", string(n.Wire.Name))
	}
	if id.Qualified != id.PublicName {
		add("qualified", id.Qualified)
	}
	add("lookup key", id.LookupKey)
	label := "approval key"
	for _, k := range id.ApprovalKeys {
		add(label, k)
		label = "or"
	}
	if id.TraceName != id.PublicName && id.TraceName != id.Qualified {
		add("trace name", id.TraceName)
	}
	if d.call != nil {
		add("stored as", id.StoredAs)
	}
	p.body = append(p.body, d.callIDRow(w)...)
	return p.fitted(w)
}

// statusWord is what became of a tool on the way into the request.
func statusWord(s journey.OfferStatus) string {
	switch s {
	case journey.LeftOut:
		return "left out"
	case journey.Deferred:
		return "deferred"
	default:
		return "offered"
	}
}

func (d *detail) callIDRow(w int) []line {
	id := d.journey.Identity.CallID
	if id == "" && d.call != nil {
		id = d.idOf(d.call.Index)
	}
	if id == "" {
		return d.labelled("call id", "none", w)
	}
	if !d.full {
		id = shortID(id)
	}
	return d.labelled("call id", id, w)
}

// idOf returns the call id of a row, empty where it is not known.
func (d *detail) idOf(row int) string {
	if d.callID != nil {
		if id := d.callID(row); id != "" {
			return id
		}
	}
	if d.session == nil {
		return ""
	}
	return d.session.Extras[uint32(row)].ID
}

// labelWidth is the column in which the values of a list of facts begin.
const labelWidth = 14

// labelled is a fact with its label: one row, but for a pane that has the
// screen to itself.
func (d *detail) labelled(label, value string, w int) []line {
	l := line{{text: label, role: themes.Muted}}.padded(labelWidth)
	room := w - labelWidth
	if server, tool, ok := strings.Cut(value, " · "); ok {
		value = owned(server, tool, room)
	}
	if !d.full || visible.Width(visible.Name(value)) <= room {
		return []line{append(l, span{text: cutName(value, room), role: themes.Text})}
	}
	var out []line
	for _, row := range wrap(value, room) {
		out = append(out, append(l, span{text: row, role: themes.Text}))
		l = line{blanks(labelWidth)}
	}
	return out
}
