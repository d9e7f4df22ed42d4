package tui

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// allProviders is the table of what every provider says of one name:
//
//	╭─ docs.open at all providers ────────────────────── 3 of 15 ─╮
//	│ refused by 2 of 15: anthropic-messages, …                   │  verdict
//	│ strictest: bedrock-converse, 1 to 64                        │
//	│ provider            verdict  length  what is wrong          │
//	│▌anthropic-messages  refuses  9/128   illegal-name: "." …    │  a row
//	├─────────────────────────────────────────────────────────────┤
//	│ tools.1.custom.name: String should match pattern …          │  its text
//	╰─────────────────────────────────────────────────────────────╯
type allProviders struct {
	said journey.Everywhere
	name journey.WireName
	// paths of the name's place in a request, one for each provider.
	paths []string
	list  choice
	// absent: the name is not in the request, so this is what would be.
	absent bool
}

func noName(m *model) string {
	if why := noChoice(m); why != "" {
		return why
	}
	if len(m.opts.Providers) == 0 {
		return "no providers are known here"
	}
	if m.data.detail == nil {
		return "nothing is selected"
	}
	if _, _, ok := m.data.detail.wireNames(); !ok {
		return "there is no name to judge"
	}
	return ""
}

// everyProvider opens the table for the name under the cursor.
func (m *model) everyProvider() tea.Cmd {
	d := m.data.detail
	names, at, ok := d.wireNames()
	if !ok {
		return nil
	}
	o := &allProviders{name: names[at]}
	o.said, _ = d.judgedBy(journey.NewPanel(m.opts.Providers, ""))
	tool := journey.Naming{Wire: names[at]}
	if i := d.journey.Index; i >= 0 && i < len(d.plan.Tools) {
		tool = d.plan.Tools[i]
		o.absent = tool.Status != journey.Offered
		tool.Wire = names[at]
	} else {
		o.absent = true
	}
	for _, p := range m.opts.Providers {
		decl := p.Declare(tool, at)
		if !o.absent {
			list := journey.Declare(p, d.plan.Tools)
			decl, _ = list.Of(d.journey.Index)
		}
		o.paths = append(o.paths, visible.Text(decl.Path))
	}
	o.list.cursor = max(m.providerAt(), 0)
	m.push(o)
	return nil
}

func (o *allProviders) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	switch {
	case k.String() == "enter":
		m.pop()
		return m.takeProvider(m.opts.Providers[o.list.cursor])
	case o.list.key(k.String(), len(o.said.Answers), true):
	case k.String() == "n":
		o.next(1)
	case k.String() == "N":
		o.next(-1)
	}
	return nil
}

// next goes to the next provider that refuses.
func (o *allProviders) next(d int) {
	n := len(o.said.Answers)
	for i := 1; i <= n; i++ {
		at := (o.list.cursor + d*i + n*n) % n
		if o.said.Answers[at].Verdict == journey.VerdictReject {
			o.list.cursor = at
			return
		}
	}
}

func (o *allProviders) paste(*model, string) tea.Cmd { return nil }
func (o *allProviders) closed(*model) tea.Cmd        { return nil }

func (o *allProviders) status(*model) string {
	if o.absent {
		return "The name is not in this request: this is what would become of it."
	}
	return "Unknown is no refusal: nobody has seen what this provider does with such a name."
}

func (o *allProviders) foot(*model) []footKey {
	return []footKey{{"j/k", "choose"}, {"n", "next refusal"}, {"enter", "take this provider"}, {"esc", "close"}}
}

// aboutRows are the rows about the provider under the cursor.
const aboutRows = 5

func (o *allProviders) draw(m *model, cv *canvas) {
	w := min(m.w-4, 112)
	head := append(everywhereLines(&o.said, w-4), line{})
	about := aboutRows
	if m.h < 30 { // one row for each of the two
		about, head = 3, shortHead(&o.said, w-4)
	}
	r := m.box(w, len(o.said.Answers)+len(head)+about+4)
	title := visible.Middle(shownWire(o.name), max(w/2, 10)) + " at all providers"
	cv.frame(r, title)
	pos := " " + strconv.Itoa(o.list.cursor+1) + " of " + strconv.Itoa(len(o.said.Answers)) + " "
	cv.right(r.x+4+visible.Width(title), r.x+r.w-2, r.y, says(themes.Muted, pos))
	y := r.y + 1
	if most := max(r.h-about-6, 1); len(head) > most {
		head = head[:most]
	}
	for _, l := range head {
		cv.put(r.x+2, y, r.w-4, l)
		y++
	}
	cols := o.columns(r.w - 4)
	cv.put(r.x+2, y, r.w-4, o.row(cols, [4]string{"provider", "verdict", "length", "place"}, says(themes.Muted, "what is wrong"), themes.Muted, themes.Muted))
	y++
	o.list.h = max(r.y+r.h-2-about-y, 1)
	o.list.clamp(len(o.said.Answers), o.list.h)
	for i := 0; i < o.list.h && o.list.offset+i < len(o.said.Answers); i++ {
		at := o.list.offset + i
		listRow(cv, r, y+i, at == o.list.cursor, o.answerRow(at, cols, m.providerAt()), nil)
	}
	cv.divide(r, r.y+r.h-2-about)
	if text := moreWords(o.list.offset, len(o.said.Answers)-o.list.offset-o.list.h); text != "" {
		cv.put(r.x+2, r.y+r.h-2-about, r.w-4, says(themes.Muted, " "+text+" "))
	}
	for i, l := range o.about(m, r.w-4) {
		if i < about {
			cv.put(r.x+2, r.y+r.h-1-about+i, r.w-4, l)
		}
	}
}

// shortHead is the verdict and the strictest rule, each in a row.
func shortHead(e *journey.Everywhere, w int) []line {
	out := []line{everywhereShort(e)}
	if s := e.Strictest; s != nil {
		text := "Strictest rule: " + s.Provider + ", " + s.Rule
		out = append(out, says(themes.Muted, visible.Cut(text, w)))
	}
	return out
}

// everywhereLines say whether a name fits everywhere, and the strictest rule.
func everywhereLines(e *journey.Everywhere, w int) []line {
	role := themes.Ok
	switch e.Verdict {
	case journey.VerdictReject:
		role = themes.Bad
	case journey.VerdictUnknown:
		role = themes.Muted
	}
	out := prose(role, sentence(e.Words()), w)
	if s := e.Strictest; s != nil {
		text := "Strictest rule: " + s.Provider + ", " + s.Rule
		if s.AsOf != "" {
			text += ", since " + s.AsOf
		}
		out = append(out, prose(themes.Muted, text, w)...)
	}
	return out
}

// tableCols are the widths of the columns but the last.
type tableCols struct{ id, verdict, length, path int }

func (o *allProviders) columns(w int) tableCols {
	c := tableCols{id: 8, verdict: 7, length: 6}
	for i := range o.said.Answers {
		a := &o.said.Answers[i]
		word, _ := answerWord(a)
		c.id, c.verdict = max(c.id, visible.Width(a.Provider)), max(c.verdict, len(word))
		c.length, c.path = max(c.length, len(shortCount(o.said.Length, a.Rule))), max(c.path, visible.Width(o.paths[i]))
	}
	if rest := w - c.id - c.verdict - c.length - 6; c.path > rest-30 {
		c.path = 0 // no room: it stands below the list
	}
	return c
}

// shortCount is a length against the limit in a column: – for no limit.
func shortCount(length int, rule *journey.NameRule) string {
	switch {
	case rule == nil:
		return comma(length) + "/?"
	case rule.Max == 0:
		return comma(length)
	}
	return comma(length) + "/" + comma(rule.Max)
}

func (o *allProviders) row(c tableCols, cells [4]string, note line, role, length themes.Role) line {
	l := line{{text: cells[0]}}.padded(c.id + 2)
	if role == themes.Muted {
		l[0].role = themes.Muted
	}
	l = append(l, span{text: cells[1], role: role}).padded(c.id + c.verdict + 4)
	l = append(l, blanks(c.length-len(cells[2])), span{text: cells[2], role: length}, blanks(2))
	if c.path > 0 {
		l = append(l, span{text: cells[3], role: themes.Muted}).padded(c.id + c.verdict + c.length + c.path + 8)
	}
	return append(l, note...)
}

func (o *allProviders) answerRow(i int, c tableCols, now int) line {
	a := &o.said.Answers[i]
	word, role := answerWord(a)
	length := themes.Muted
	if a.Rule != nil {
		length = countRole(journey.Count{Length: o.said.Length, Limit: a.Rule.Max})
	}
	note := line{}
	switch {
	case len(a.Violations) > 0:
		note = line{{text: a.Violations[0].Rule + ": " + visible.Text(a.Violations[0].Detail)}}
	case i == now:
		note = says(themes.Accent, "now")
	case a.Rule != nil && a.Rule.Unknown != "" && a.Verdict == journey.VerdictUnknown:
		note = says(themes.Muted, "not known: "+visible.Text(a.Rule.Unknown))
	case a.Rule == nil:
		note = says(themes.Muted, "no rule is known")
	}
	l := o.row(c, [4]string{a.Provider, word, shortCount(o.said.Length, a.Rule), o.paths[i]}, note, role, length)
	if l[0].role == themes.Muted {
		l[0].role = themes.Text
	}
	return l
}

// countRole is bad over the limit and warn from nine tenths of it on.
func countRole(c journey.Count) themes.Role {
	switch {
	case c.Over() > 0:
		return themes.Bad
	case c.Limit > 0 && c.Length*10 >= c.Limit*9:
		return themes.Warn
	}
	return themes.Muted
}

// about is all that the provider under the cursor says of the name.
func (o *allProviders) about(m *model, w int) []line {
	i := o.list.cursor
	if i < 0 || i >= len(o.said.Answers) {
		return nil
	}
	a := &o.said.Answers[i]
	var out []line
	for _, v := range a.Violations {
		if v.Error != "" {
			out = append(out, refusalLines(v, w)...)
		}
	}
	place := "Place: " + o.paths[i]
	if a.Rule != nil {
		place += "; rule: " + a.Rule.Words()
	}
	out = append(out, prose(themes.Text, place, w)...)
	if a.Rule != nil {
		source := a.Rule.Source
		if a.Rule.AsOf != "" {
			source += ", since " + a.Rule.AsOf
		}
		out = append(out, prose(themes.Muted, "Source: "+source, w)...)
		if a.Rule.Unknown != "" {
			out = append(out, prose(themes.Muted, "Not known: "+a.Rule.Unknown, w)...)
		}
	}
	return append(out, providerLines(m.opts.Providers[i], w)...)
}

// shownWire is a wire name, its namespace before it.
func shownWire(n journey.WireName) string {
	name := visible.Name(string(n.Name))
	if name == "" {
		name = "the empty name"
	}
	if n.Namespace != "" {
		return visible.Name(string(n.Namespace)) + " · " + name
	}
	return name
}
