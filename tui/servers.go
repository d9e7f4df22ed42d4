package tui

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
	"hopscope/journey/decide"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// The list of servers: which were connected, and in which order they became
// ready. Some clients name and choose tools by it.

// serverRow is one server of the catalog.
type serverRow struct {
	key   journey.Server
	up    bool
	tools int
	// status is the client's own word about it.
	status string
}

// serverRows are the servers of a plan in the order in which they became
// ready, those that were not up behind them.
func serverRows(p *journey.Plan) []serverRow {
	order, only := p.Setting.Ready()
	at := map[journey.Server]int{}
	var rows []serverRow
	add := func(k journey.Server, up bool) {
		if _, ok := at[k]; !ok && k != "" {
			at[k] = len(rows)
			rows = append(rows, serverRow{key: k, up: up})
		}
	}
	for _, k := range order {
		add(k, true)
	}
	for _, k := range p.Setting.Catalog.Keys() {
		add(k, !only)
	}
	for i := range p.Tools {
		k := p.Tools[i].Ref.Server
		add(k, !only)
		if k != "" {
			rows[at[k]].tools++
		}
	}
	for _, s := range p.Setting.Catalog.Servers {
		rows[at[s.Key]].status = s.Status
	}
	return rows
}

// serversSaid is what of the servers is not as the catalog has it: "1 of 3
// servers off: 2 tools left out", "order changed"; empty: all is.
func serversSaid(rows []serverRow, p *journey.Plan) string {
	off := map[journey.Server]bool{}
	for _, r := range rows {
		if !r.up {
			off[r.key] = true
		}
	}
	text := ""
	if len(off) > 0 {
		left := 0
		for i := range p.Tools {
			if n := &p.Tools[i]; off[n.Ref.Server] && n.Status == journey.LeftOut {
				left++
			}
		}
		text = comma(len(off)) + " of " + plural(len(rows), "server", "servers") + " off: " + plural(left, "tool", "tools") + " left out"
	}
	if orderMoved(rows, p) {
		if text != "" {
			text += "; "
		}
		text += "order changed"
	}
	return text
}

// orderMoved reports whether the servers that are up stand in another order
// than in the catalog.
func orderMoved(rows []serverRow, p *journey.Plan) bool {
	rank := map[journey.Server]int{}
	for i, k := range p.Setting.Catalog.Keys() {
		rank[k] = i
	}
	last := -1
	for _, r := range rows {
		i, ok := rank[r.key]
		if !r.up || !ok {
			continue
		}
		if i < last {
			return true
		}
		last = i
	}
	return false
}

// serversShort is the same for the row of the tabs; empty: all are up in the
// order of the catalog.
func (m *model) serversShort() string {
	off := 0
	for _, r := range m.data.servers {
		if !r.up {
			off++
		}
	}
	switch {
	case m.data.plan == nil:
		return ""
	case off > 0:
		return strconv.Itoa(off) + "/" + strconv.Itoa(len(m.data.servers)) + " off"
	case orderMoved(m.data.servers, m.data.plan):
		return "reordered"
	}
	return ""
}

func noServers(m *model) string {
	if why := noChoice(m); why != "" {
		return why
	}
	if len(m.data.servers) == 0 {
		return "no tool here has a server"
	}
	return ""
}

// serverState is what stands beside the entry of the palette.
func (m *model) serverState() string {
	if m.data.plan == nil || len(m.data.servers) == 0 {
		return ""
	}
	if text := m.serversShort(); text != "" {
		return text
	}
	return "all " + comma(len(m.data.servers)) + " up"
}

// serverList is the overlay. What stands behind follows each change; enter
// keeps, esc puts all back.
type serverList struct {
	rows []serverRow
	list choice
	// connected and set are what was in force before, plan the request.
	connected []journey.Server
	set       bool
	plan      *journey.Plan
	// usual are the rows without any change.
	usual []serverRow
	// edit: what is kept becomes an edit.
	edit bool
}

func (m *model) pickServers() tea.Cmd {
	l := &serverList{
		rows: slices.Clone(m.data.servers), connected: m.data.connected, set: m.data.serversSet, plan: m.data.plan,
		usual: m.data.usualServers, edit: m.picksAreEdits(),
	}
	m.push(l)
	return nil
}

func (l *serverList) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	at := l.list.cursor
	switch key := k.String(); key {
	case "enter":
		m.pop()
		if l.edit {
			return l.keepAsEdit(m)
		}
		m.say(l.said(m))
	case "space", "x":
		l.rows[at].up = !l.rows[at].up
		l.apply(m)
	case "J", "shift+down":
		l.shift(m, 1)
	case "K", "shift+up":
		l.shift(m, -1)
	case "a":
		all := !slices.ContainsFunc(l.rows, func(r serverRow) bool { return !r.up })
		for i := range l.rows {
			l.rows[i].up = !all
		}
		l.apply(m)
	case "d", "backspace":
		l.rows = slices.Clone(l.usual)
		l.apply(m)
	default:
		l.list.key(key, len(l.rows), true)
	}
	return nil
}

// shift moves the server under the cursor up or down.
func (l *serverList) shift(m *model, d int) {
	at, to := l.list.cursor, l.list.cursor+d
	if to < 0 || to >= len(l.rows) {
		m.say("The list ends here.")
		return
	}
	l.rows[at], l.rows[to] = l.rows[to], l.rows[at]
	l.list.move(d, len(l.rows), l.list.h)
	l.apply(m)
}

// apply puts the list in force and says what it changes.
func (l *serverList) apply(m *model) {
	same := slices.EqualFunc(l.rows, l.usual, func(a, b serverRow) bool { return a.key == b.key && a.up == b.up })
	if same {
		m.setServers(m.opts.Connected, false)
	} else {
		m.setServers(l.up(), true)
	}
	m.say(l.said(m))
}

// up are the servers that are on, in order.
func (l *serverList) up() []journey.Server {
	up := []journey.Server{}
	for _, r := range l.rows {
		if r.up {
			up = append(up, r.key)
		}
	}
	return up
}

// keepAsEdit puts the old list back and supposes the new one.
func (l *serverList) keepAsEdit(m *model) tea.Cmd {
	m.setServers(l.connected, l.set)
	if slices.Equal(l.up(), serversUp(serverRows(m.data.plan))) {
		m.say("Servers as before.")
		return nil
	}
	return m.addEdit(decide.Edit{Kind: decide.EditOrder, Order: l.up()})
}

func serversUp(rows []serverRow) []journey.Server { return (&serverList{rows: rows}).up() }

// setServers puts servers in force; set: they were chosen here.
func (m *model) setServers(up []journey.Server, set bool) {
	m.data.connected, m.data.serversSet = up, set
	m.reanalyse()
}

// said says what is so now, and which names mean another tool than before.
func (l *serverList) said(m *model) string {
	text := serversSaid(l.rows, m.data.plan)
	if text == "" {
		text = "All servers are up, in the order of the catalog"
	}
	name, count := movedName(l.plan, m.data.plan)
	switch {
	case count == 1:
		text += "; " + name
	case count > 1:
		text += "; " + comma(count) + " names mean another tool"
	}
	return text + "."
}

// movedName counts the wire names that mean another tool in the second plan,
// and words the first of them.
func movedName(a, b *journey.Plan) (words string, count int) {
	for i := range b.Tools {
		n := &b.Tools[i]
		if at, ok := b.ByWire[n.Wire]; !ok || at != i {
			continue
		}
		was, ok := a.ByWire[n.Wire]
		if !ok || a.Tools[was].Ref == n.Ref {
			continue
		}
		if count == 0 {
			words = visible.Name(string(n.Wire.Name)) + " is now " + owned(string(n.Ref.Server), string(n.Ref.Name), 40)
		}
		count++
	}
	return words, count
}

func (l *serverList) paste(*model, string) tea.Cmd { return nil }

func (l *serverList) closed(m *model) tea.Cmd {
	m.setServers(l.connected, l.set)
	m.say("Servers as before.")
	return nil
}

func (l *serverList) status(m *model) string {
	if text := serversSaid(l.rows, m.data.plan); text != "" {
		return sentence(text) + "."
	}
	return "In the order in which they became ready; who was up first wins a clash in some clients."
}

func (l *serverList) foot(*model) []footKey {
	return []footKey{{"space", "on, off"}, {"J/K", "move"}, {"a", "all"}, {"d", "as listed"}, {"enter", "keep"}, {"esc", "as before"}}
}

func (l *serverList) draw(m *model, c *canvas) {
	h := len(l.rows) + 4
	r := m.box(60, h)
	if m.w >= twoColumnsFrom { // the list of tools stays in view
		r.x = min(listWidth(m.w)+2, m.w-r.w-1)
		r.y = max(m.h-footRows-r.h, headRows)
	} else {
		r.h = min(r.h, max(m.h-headRows-footRows-5, 7))
		r.y = m.h - footRows - r.h
	}
	c.frame(r, "Servers")
	c.right(r.x+12, r.x+r.w-2, r.y, says(themes.Muted, " ready first on top "))
	l.list.h = max(r.h-4, 1)
	l.list.clamp(len(l.rows), l.list.h)
	for y := 0; y < l.list.h && l.list.offset+y < len(l.rows); y++ {
		i := l.list.offset + y
		l.drawRow(c, r, r.y+1+y, i)
	}
	c.divide(r, r.y+r.h-3)
	text := serversSaid(l.rows, m.data.plan)
	role := themes.Warn
	if text == "" {
		text, role = "all up, in the order of the catalog", themes.Muted
	}
	c.put(r.x+2, r.y+r.h-2, r.w-4, says(role, text))
	if more := moreWords(l.list.offset, len(l.rows)-l.list.offset-l.list.h); more != "" {
		c.put(r.x+2, r.y+r.h-3, r.w-4, says(themes.Muted, " "+more+" "))
	}
}

func (l *serverList) drawRow(c *canvas, r rect, y, i int) {
	row := l.rows[i]
	box, role := "[x] ", themes.Text
	if !row.up {
		box, role = "[ ] ", themes.Muted
	}
	name := visible.Middle(visible.Name(string(row.key)), r.w-26)
	text := line{{text: box, role: themes.Key}, {text: name, role: role}}
	note := plural(row.tools, "tool", "tools")
	if row.status != "" {
		note = visible.Cut(row.status, 12) + "  " + note
	}
	listRow(c, r, y, i == l.list.cursor, text, says(themes.Muted, note))
}
