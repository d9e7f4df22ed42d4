package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey/visible"
	"hopscope/themes"
	"hopscope/vocab"
)

// pairsPart says which tasks cannot stand in for that under the cursor.
func (v *vocabTab) pairsPart(w int) part {
	task := v.task().ID
	if task == "" {
		return part{title: "Not interchangeable"}
	}
	list := v.grid.table.PairsWith(task)
	p := part{title: "Not interchangeable with " + task, note: plural(len(list), "pair", "pairs"), noteRole: themes.Muted}
	if len(list) == 0 {
		p.note = ""
		p.body = prose(themes.Muted, "No pair is known.", w)
	}
	width := 0
	for _, pair := range list {
		width = max(width, visible.Width(otherOf(pair, task)))
	}
	for _, pair := range list {
		head := line{{text: "≠ ", role: themes.Warn}, {text: otherOf(pair, task)}}.padded(width + 4)
		text := visible.Text(pair.Reason)
		if pair.OneWay {
			text = oneWayWords(pair) + ": " + text
		}
		for i, row := range wrap(text, max(w-width-4, 12)) {
			if i > 0 {
				head = line{blanks(width + 4)}
			}
			p.body = append(p.body, append(head, span{text: row, role: themes.Warn}))
		}
	}
	return p
}

func otherOf(p vocab.Pair, task string) string {
	if p.A == task {
		return p.B
	}
	return p.A
}

func oneWayWords(p vocab.Pair) string { return p.B + " cannot stand in for " + p.A }

// pairsOverlay lists all that is not interchangeable.
type pairsOverlay struct {
	pairs []vocab.Pair
	list  choice
}

func (m *model) pairList() tea.Cmd {
	g := m.vocab.look(m)
	o := &pairsOverlay{pairs: g.table.Pairs()}
	task := m.vocab.task().ID
	o.list.cursor = max(slices.IndexFunc(o.pairs, func(p vocab.Pair) bool { return p.Axis == "" && (p.A == task || p.B == task) }), 0)
	m.push(o)
	return nil
}

func (o *pairsOverlay) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	switch {
	case k.String() == "enter":
		p := o.pairs[o.list.cursor]
		v := &m.vocab
		at := v.grid.at(vocab.Entry{Capability: p.A})
		if p.A == v.task().ID {
			at = v.grid.at(vocab.Entry{Capability: p.B})
		}
		if at.task < 0 {
			m.refuse("enter", "these are tool kinds, they have no row")
			return nil
		}
		m.pop()
		if v.filter != "" {
			v.setFilter(m, "")
		}
		v.focus = paneMatrix
		v.goTo(vocabAt{at.task, v.col}, "")
	case k.String() == "x" || k.String() == "q":
		m.pop()
	default:
		o.list.key(k.String(), len(o.pairs), true)
	}
	return nil
}

func (o *pairsOverlay) paste(*model, string) tea.Cmd { return nil }
func (o *pairsOverlay) closed(*model) tea.Cmd        { return nil }

func (o *pairsOverlay) status(*model) string {
	return "A call is never mapped over such a pair, however well the arguments fit."
}

func (o *pairsOverlay) foot(*model) []footKey {
	return []footKey{{"j/k", "move"}, {"enter", "go to the capability"}, {"esc", "close"}}
}

// pairAbout are the rows below the list: the reason in full and its source.
const pairAbout = 3

func (o *pairsOverlay) draw(m *model, c *canvas) {
	c.dim()
	r := m.box(100, len(o.pairs)+pairAbout+3)
	c.frame(r, "Not interchangeable")
	o.list.h = max(r.h-3-pairAbout, 1)
	o.list.clamp(len(o.pairs), o.list.h)
	width := 0
	for _, p := range o.pairs {
		width = max(width, o.head(p).width())
	}
	for i := range o.list.h {
		at := o.list.offset + i
		if at >= len(o.pairs) {
			break
		}
		l := append(o.head(o.pairs[at]).padded(width+2), span{text: visible.Text(o.pairs[at].Reason), role: themes.Muted})
		listRow(c, r, r.y+1+i, at == o.list.cursor, l, nil)
	}
	y := r.y + r.h - 2 - pairAbout
	c.divide(r, y)
	if text := moreWords(o.list.offset, len(o.pairs)-o.list.offset-o.list.h); text != "" {
		c.put(r.x+2, y, r.w-4, says(themes.Muted, " "+text+" "))
	}
	p := o.pairs[o.list.cursor]
	text := sentence(p.Reason) + "."
	if p.OneWay {
		text = sentence(oneWayWords(p)) + ": " + p.Reason + "."
	}
	about := append(prose(themes.Text, text, r.w-4), prose(themes.Muted, "Source: "+p.Source, r.w-4)...)
	for i, l := range about {
		if i < pairAbout {
			c.put(r.x+2, y+1+i, r.w-4, l)
		}
	}
}

func (o *pairsOverlay) head(p vocab.Pair) line {
	l := line{{text: p.A}, {text: " ≠ ", role: themes.Warn}, {text: p.B}}
	if p.Axis != "" {
		l = append(l, span{text: "  " + p.Axis, role: themes.Muted})
	}
	return l
}
