package tui

import (
	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/sessions/catalog"
	"hopscope/themes"
)

// partCache keeps the parts of the detail until it, the window or the zoom
// changes.
type partCache struct {
	w     int
	zoom  bool
	wire  bool // the Wire pane was made while it had the focus
	parts map[pane]part
	rail  []line
	why   map[whyKey][]line
	lower []part
	lowAt struct{ cursor, h, w int }
	// elsewhere is filled on first use: it plans under other schemes.
	elsewhere []elsewhere
	asked     bool
}

// whyKey is what the rows of the answer depend on beside the detail.
type whyKey struct {
	h    int
	list bool // the list has the focus
}

func (c *partCache) drop() { *c = partCache{} }

// fresh empties the cache when the window is another one.
func (m *model) fresh() *partCache {
	c := &m.data.cache
	if c.parts == nil || c.w != m.w || c.zoom != m.zoom {
		asked, rows := c.asked, c.elsewhere
		*c = partCache{w: m.w, zoom: m.zoom, parts: map[pane]part{}, asked: asked, elsewhere: rows}
	}
	return c
}

// detailWidth is the width of the right side.
func (m *model) detailWidth() int {
	if m.zoom || m.w < twoColumnsFrom {
		return m.w - 2
	}
	return m.w - listWidth(m.w) - 3
}

// paneWidth is the width of a pane of the detail.
func (m *model) paneWidth() int {
	switch {
	case m.zoom:
		return m.w - 2
	case m.w < twoColumnsFrom:
		return m.w - 3
	case m.w < threeColumnsFrom:
		return (m.detailWidth() - 4) / 2
	}
	return (m.detailWidth() - 6) / 3
}

// partOf is the part of a pane, made once.
func (m *model) partOf(p pane) part {
	d := m.data.detail
	if d == nil {
		return part{}
	}
	if p == paneTools || p == paneCalls {
		return m.lowerPart(p)
	}
	c := m.fresh()
	if on := m.focus == paneWire; p == paneWire && c.wire != on {
		c.wire = on
		delete(c.parts, p)
		delete(m.data.scroll, p)
	}
	if made, ok := c.parts[p]; ok {
		return made
	}
	made := m.makePart(d, p, m.paneWidth())
	c.parts[p] = made
	return made
}

func (m *model) makePart(d *detail, p pane, w int) part {
	if m.zoom { // with the screen to itself a pane cuts nothing off
		whole := *d
		whole.full = true
		d = &whole
	} else if p == paneWire && m.focus == p {
		whole := *d
		whole.whole = true
		d = &whole
	}
	switch p {
	case paneReal:
		return registeredPart(d, w)
	case paneSafe:
		return safePart(d, w)
	case paneWire:
		return wirePart(d, w)
	case paneEcho:
		return echoPart(d, w)
	case paneDispatch:
		return dispatchPart(d, w)
	case paneHistory:
		return historyPart(d, w)
	case paneIdentity:
		return identityPart(d, w)
	case paneTwins:
		return nearTwinsPart(d.census, w)
	case paneExtra:
		p, _ := twoNamesPart(d, m.detailWidth())
		return p
	case paneElsewhere:
		c := m.fresh()
		if !c.asked {
			c.asked, c.elsewhere = true, elsewhereRows(d, m.opts.Schemes)
		}
		if len(c.elsewhere) > 0 {
			return elsewherePart(d, c.elsewhere, w)
		}
	}
	return part{}
}

// lowerPart is the list as text, or the calls.
func (m *model) lowerPart(p pane) part {
	if p == paneTools {
		title, note := toolsTitle(m.data.rows, m.session(), m.data.plan)
		out := part{title: title, note: note}
		cols := toolColumns(m.data.rows, max(m.listCols(), 40))
		for _, i := range m.data.shown {
			out.body = append(out.body, toolLine(m.data.rows[i], cols, false))
		}
		return out
	}
	lower := m.lowerParts(m.lowerHeight())
	if len(lower) == 0 {
		return part{}
	}
	return lower[0]
}

// lowerParts are the panes below the list: the calls, or what a request of a
// catalog would lack and the client's own words about it.
func (m *model) lowerParts(h int) []part {
	d := m.data.detail
	if d == nil {
		return nil
	}
	c := m.fresh()
	w := m.lowerWidth()
	if c.lower != nil && c.lowAt.cursor == m.data.calls && c.lowAt.h == h && c.lowAt.w == w {
		return c.lower
	}
	c.lowAt.cursor, c.lowAt.h, c.lowAt.w = m.data.calls, h, w
	c.lower = []part{}
	if m.hasCalls() {
		c.lower = append(c.lower, callsPart(d, w, h, m.data.calls))
		return c.lower
	}
	for _, p := range []part{lackPart(d.plan, d.census, w), wordsPart(d.plan, d.scheme, w)} {
		if len(p.body) > 0 {
			c.lower = append(c.lower, p)
		}
	}
	return c.lower
}

func (m *model) lowerWidth() int {
	switch {
	case m.zoom:
		return m.w - 1
	case m.w < twoColumnsFrom:
		return m.w - 3
	}
	return listWidth(m.w) - 1
}

// lowerHeight is the height that the calls pane has or may have.
func (m *model) lowerHeight() int {
	body := m.h - headRows - footRows
	switch {
	case m.zoom:
		return body
	case m.w < twoColumnsFrom:
		return max(body-14, 3)
	}
	return max(13+max(body-35, 0)/15, 3)
}

// listCols is the width of the tool list.
func (m *model) listCols() int {
	if m.zoom || m.w < twoColumnsFrom {
		return m.w
	}
	return listWidth(m.w)
}

// whyAll is the whole answer, for the copy.
func (m *model) whyAll() []line {
	if m.data.detail == nil {
		return nil
	}
	whole := *m.data.detail
	whole.full = true
	return whyLines(&whole, max(m.detailWidth(), 78), allRows)
}

// railRows draws the rail for the width of now.
func (m *model) railRows() []line {
	c := m.fresh()
	if c.rail == nil || m.detailWidth() < railMin {
		if m.detailWidth() < railMin {
			c.rail = []line{railOneLine(m.data.detail, m.railHop(), m.detailWidth())}
		} else {
			c.rail = railLines(m.data.detail, m.detailWidth())
		}
	}
	return c.rail
}

// railHop is the hop that a rail of one row shows: the focused one, else the
// one that breaks.
func (m *model) railHop() int {
	for i, p := range hopPanes {
		if p == m.focus {
			return i
		}
	}
	for i, h := range journey.Rail {
		if h == m.data.detail.journey.Break {
			return i
		}
	}
	return 0
}

// whyRows is the answer in at most h rows. Where the list has the screen to
// itself nothing is left out: what is too long is marked where it is drawn.
func (m *model) whyRows(h int) []line {
	c, d := m.fresh(), m.data.detail
	key := whyKey{h, m.focus == paneTools}
	whole := m.zoom && key.list
	if whole {
		key.h = allRows
	}
	if rows, ok := c.why[key]; ok {
		return rows
	}
	hint := whyHintBack
	if key.list {
		hint = whyHint
	}
	if whole {
		full := *d
		full.full = true
		d = &full
	}
	rows := whyHinted(d, m.detailWidth(), key.h, hint)
	if m.w < twoColumnsFrom && len(rows) > 0 && !m.zoom {
		rows[0] = m.chipWithPlace(rows[0])
	}
	if c.why == nil {
		c.why = map[whyKey][]line{}
	}
	c.why[key] = rows
	return rows
}

// chipWithPlace puts turn and line at the right of the first row of the
// answer, where no heading says them.
func (m *model) chipWithPlace(l line) line {
	call := m.data.detail.call
	if call == nil || len(l) == 0 {
		return l
	}
	if l[len(l)-1].role == themes.Muted && len(l) > 2 {
		l = l[:len(l)-2]
	}
	text := "line " + comma(call.Line)
	if call.Turn > 0 {
		text = "turn " + comma(call.Turn) + "   " + text
	}
	return sides(l, says(themes.Muted, text), m.detailWidth())
}

// whyMost is how many rows the answer may take at most.
const whyMost = 12

// places is the layout of the Journeys tab.
func (m *model) places() rects {
	a := layoutArgs{w: m.w, h: m.h, progress: m.reads(), focus: m.focus, zoom: m.zoom, panes: map[pane]int{}, more: map[pane]int{}}
	if m.data.detail == nil {
		a.empty = true
		return layout(a)
	}
	a.rail = len(m.railRows())
	if a.progress && m.w < twoColumnsFrom && !m.zoom {
		a.rail = 0
	}
	a.why = len(m.whyRows(whyMost))
	for _, p := range m.lowerParts(m.lowerHeight()) {
		a.lower = append(a.lower, 1+len(p.body))
	}
	for _, p := range append(hopPanes[:], paneIdentity) {
		made := m.partOf(p)
		a.panes[p] = 1 + len(made.body)
		if p != m.focus && !m.zoom {
			a.panes[p], a.more[p] = a.panes[p]-made.more, made.more
		}
	}
	if m.w >= threeColumnsFrom && !m.zoom {
		for _, p := range []pane{paneElsewhere, paneTwins} {
			if n := len(m.partOf(p).body); n > 0 {
				a.panes[p] = 1 + n
			}
		}
		if n := len(m.partOf(paneExtra).body); n > 0 {
			a.extra = 1 + n
		}
	}
	return layout(a)
}

// placeOf is where a pane stands now; empty when it is not drawn.
func (m *model) placeOf(p pane) rect {
	r := m.places()
	switch {
	case p == paneTools:
		return r.list
	case p == paneCalls && len(r.lower) > 0:
		return r.lower[0]
	}
	return r.panes[p]
}

// header is the first row.
func (m *model) header() line { return headerLine(m.headerFacts(), m.w) }

func (m *model) headerFacts() headerFacts {
	s := m.session()
	f := headerFacts{files: m.shownFiles(), demo: m.data.demo, hasCalls: m.hasCalls()}
	f.masked = m.data.loaded != nil && m.data.loaded.Masked() > 0
	if s != nil {
		f.calls, f.failed, f.unknown = s.Tally.Calls, s.Tally.Failed(), s.Tally.Unknown()
		if f.calls == 0 {
			f.refused = len(s.Requests)
		}
		f.wrong, f.agents = len(m.data.silent), max(len(s.Agents)-1, 0)
		f.client, f.version = s.Client.ID, s.Client.Version
		if f.client == "" {
			f.client = visible.Text(s.Client.Label)
		}
		if !f.hasCalls && len(s.Sources) > 0 {
			f.client = catalogTitle(m.data.loaded.Catalog, s.Sources[0].Format)
		}
	}
	if m.data.plan != nil && m.data.census != nil {
		c := m.data.census
		f.tools, f.clash, f.rejected = len(m.data.plan.Tools), c.Count(journey.RuleSharedForm), c.Count(journey.RuleRejected)
		for i := range m.data.plan.Tools {
			if m.data.plan.Tools[i].Status == journey.LeftOut {
				f.leftOut++
			}
		}
	}
	f.edits, f.mark = m.what.edits.Len(), m.followMark()
	return f
}

// catalogTitle says what kind of list a catalog is and in which form its names
// were read.
func catalogTitle(c journey.Catalog, format string) string {
	title := catalog.Title(format)
	switch {
	case len(c.Tools) > 0:
		return title + ", " + c.Form.String() + " names"
	case len(c.UnknownServers()) > 0:
		return title + ", names unknown"
	}
	return title
}
