package tui

import (
	"maps"
	"slices"

	"hopscope/sessions"
)

// apply takes an update. The end of a large recording comes before its middle,
// and when all is read the rows get the order of the file: then what is kept by
// the number of a row gets the new one, and the cursor stays on its call.
func (m *model) apply(u sessions.Update) {
	d := &m.data
	if u.Batch.Order == nil {
		d.loaded.Apply(u)
		return
	}
	call := m.callRow()
	to := u.Batch.Order.To(len(d.loaded.Session.Rows) + len(u.Batch.Rows))
	d.loaded.Apply(u)
	m.load.orders++
	for i := range d.rows {
		r := &d.rows[i]
		r.calls = renumbered(r.calls, to)
	}
	if r := m.row(); call >= 0 && to[call] >= 0 && r != nil {
		d.calls, _ = slices.BinarySearch(r.calls, uint32(to[call]))
		d.moved = true // what one looks at is not taken away
	}
	d.kept.renumber(to)
	if r := &m.replay; r.row >= 0 && r.row < len(to) {
		r.row = to[r.row]
	}
	d.failures = nil
	d.derived = derived{plan: d.plan, census: d.census, servers: d.servers, usualServers: d.usualServers, searched: -1}
	d.from = nothingYet() // plans and diagnoses are made anew
}

// renumbered are the new numbers of rows, in order.
func renumbered(rows []uint32, to []int) []uint32 {
	out := make([]uint32, 0, len(rows))
	for _, row := range rows {
		if to[row] >= 0 {
			out = append(out, uint32(to[row]))
		}
	}
	slices.Sort(out)
	return out
}

// renumber gives the bodies the new numbers of their rows.
func (k *keptBodies) renumber(to []int) {
	was := maps.Clone(k.rows)
	clear(k.rows)
	for row, b := range was {
		if row < len(to) && to[row] >= 0 {
			k.rows[to[row]] = b
		}
	}
}
