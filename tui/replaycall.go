package tui

import (
	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// callsAround is how many calls before and after the cursor have their ids read.
const callsAround = 20

// renew makes the detail of the call at once, and reads its bodies.
func (r *replayTab) renew(m *model) tea.Cmd {
	r.dirty = false
	if !r.look(m) {
		return nil
	}
	r.make(m)
	var ids []int
	for i := max(r.calls.cursor-callsAround, 0); i < min(r.calls.cursor+callsAround, r.listed()); i++ {
		ids = append(ids, r.line.Row(r.place(i)))
	}
	return m.readBodies(r.row, ids)
}

// shownDetail is the detail of the selected call, nil without one.
func (r *replayTab) shownDetail(m *model) *detail {
	if r.detail == nil && r.row >= 0 && r.row < r.line.Rows() {
		r.make(m)
	}
	return r.detail
}

// make makes the detail of the call as the turn under the cursor reads it: what
// its stored name means there decides whether its journey breaks at History.
func (r *replayTab) make(m *model) {
	r.parts = replayParts{}
	r.detail = nil
	s := m.session()
	if r.row < 0 || r.row >= len(s.Rows) {
		return
	}
	a, row := m.data.analyzer, r.row
	plan := a.Plan(row)
	d := &detail{
		session: s, plan: plan, census: r.censusOf(m, plan), scheme: m.data.scheme, provider: m.data.provider,
		json: m.data.json, other: m.data.recorded != a, silent: m.data.silent, providers: m.opts.Providers, keys: m.keys,
		catalogKnown: a.CatalogKnown(row),
	}
	called := s.Echo(row)
	d.row = toolRow{name: string(called.Name), server: string(called.Namespace), tool: -1}
	d.callID = func(row int) string { return m.data.kept.callID(s, row) }
	tool := m.callDetail(d, row, -1)
	if i, ok := d.plan.ByWire[called.Wire()]; ok && tool < 0 {
		tool = i
	}
	d.row.tool = tool
	if moved := r.line.Moved(row, r.cur); moved != nil && d.finding.Diagnosis == nil {
		d.finding.Diagnosis = moved
	}
	in := journey.TraceInput{
		Plan: d.plan, Scheme: d.scheme, Provider: d.provider, Tool: tool, Call: d.call, Finding: d.finding,
		CatalogKnown: d.catalogKnown, RequestSeen: d.requestSeen, Turns: int(s.Turns), Census: d.census,
	}
	if later := r.line.Plan(r.cur); later != d.plan {
		in.Later = later
	}
	if b := s.Background; b != nil {
		in.Capture = b.Capture
	}
	d.journey = journey.Trace(in)
	r.detail = d
}

func (r *replayTab) censusOf(m *model, plan *journey.Plan) *journey.CensusResult {
	if plan == m.data.plan {
		return m.data.census
	}
	c := r.census[plan]
	if c == nil {
		made := journey.Census(plan, m.data.provider, "")
		c = &made
		r.census[plan] = c
	}
	return c
}

// headingLine names the call, where it was stored and in which turn it is read.
func (r *replayTab) headingLine(d *detail, w int) line {
	u := r.here()
	if !r.line.Counted || d.call.Turn >= u.Number || r.dirty {
		return headingLine(d, w)
	}
	name := line{{text: d.fullName(), mod: bold}}
	note := "stored in turn " + comma(d.call.Turn) + ", read in turn " + comma(u.Number)
	which := "call " + comma(d.call.Index+1) + " of " + comma(len(d.session.Rows)) + "   "
	if name.width()+2+visible.Width(which+note) <= w {
		note = which + note
	}
	if room := w - 2 - visible.Width(note); name.width() > room {
		name = line{{text: visible.Middle(name.plain(), max(room, 8)), mod: bold}}
	}
	return sides(name, says(themes.Muted, note), w)
}
