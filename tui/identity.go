package tui

import (
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// identityFact is one layer of a tool's identity.
type identityFact struct {
	label, value string
	// real and dispatch say in which panes beside Identity it stands.
	real, dispatch bool
}

// identityFacts are the names under which one tool is known inside the client.
func (d *detail) identityFacts() []identityFact {
	id := &d.journey.Identity
	if id.PublicName == "" {
		id = &journey.Identity{PublicName: d.row.name, StoredAs: id.StoredAs, CallID: id.CallID}
	}
	var list []identityFact
	add := func(label, value string, real, dispatch bool) {
		if value != "" {
			list = append(list, identityFact{label, value, real, dispatch})
		}
	}
	add("public name", id.PublicName, true, false)
	n := d.journey.Naming
	switch {
	case id.Namespace != "":
		add("namespace", string(id.Namespace), true, true)
	case d.call != nil:
		add("namespace", "none", true, false)
	case n != nil && n.Status != journey.Offered:
		add("wire name", "none: "+statusWord(n.Status), false, false)
	case n != nil:
		add("wire name", string(n.Wire.Name), false, false)
	}
	if id.Qualified != id.PublicName {
		add("qualified", id.Qualified, true, false)
	}
	add("lookup key", id.LookupKey, false, true)
	add("found by", d.via(), false, true)
	label := "approval key"
	for _, k := range id.ApprovalKeys {
		add(label, k, true, true)
		label = "or"
	}
	if id.TraceName != id.PublicName && id.TraceName != id.Qualified {
		add("trace name", id.TraceName, true, false)
	}
	if n != nil && n.ToServer != "" && n.ToServer != n.Ref.Name {
		add("to server", string(n.ToServer), true, true)
	}
	if d.call != nil {
		add("stored as", id.StoredAs, false, false)
	}
	return list
}

// via says by which rule the look-up finds the tool, empty where none does.
func (d *detail) via() string {
	p := d.journey.Predicted
	if p == nil && d.finding != nil {
		p = &d.finding.Predicted
	}
	if p == nil || p.Tool == nil {
		return ""
	}
	return p.Via
}

// identityPart is the pane "Identity": under which names one tool is known
// inside the client.
func identityPart(d *detail, w int) part {
	p := part{title: "Identity"}
	for i, f := range d.identityFacts() {
		if i == 0 {
			p.copies = []copyItem{{"n", "public name", f.value}}
		}
		if f.label != "found by" { // that stands in Dispatch
			p.body = append(p.body, d.labelled(f.label, f.value, w)...)
		}
	}
	p.body = append(p.body, d.callIDRow(w)...)
	return p.fitted(w)
}

// withIdentity puts the layers that belong to a pane below it. They are the
// first to go where rows are short.
func (d *detail) withIdentity(p part, in func(identityFact) bool, id bool, w int) part {
	rows := []line{{{text: "Identity", role: themes.Muted, mod: bold}}}
	for _, f := range d.identityFacts() {
		if in(f) {
			rows = append(rows, d.labelled(f.label, f.value, w)...)
		}
	}
	if id && d.call != nil {
		rows = append(rows, d.callIDRow(w)...)
	}
	if len(rows) == 1 {
		return p
	}
	p.body = append(p.body, rows...)
	p.more = len(rows)
	return p
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
