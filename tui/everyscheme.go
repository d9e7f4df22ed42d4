package tui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// everyTable is the comparison of one tool under every scheme:
//
//	╭─ docs · docs.open under every scheme ───────────── 3 of 31 ─╮
//	│ scheme              form                  length  status    │
//	│▌claude-code 2.1.20  mcp__docs__docs_open  20/128  offered   │  a row
//	├─────────────────────────────────────────────────────────────┤
//	│ what a clash does, where a call of that form goes           │  about
//	╰─────────────────────────────────────────────────────────────╯
//
// A scheme has to plan the whole request for one row, so a command asks one
// scheme after the other; rows appear as they come.
type everyTable struct {
	title   string
	input   journey.EverySchemeInput
	setting journey.Setting
	schemes []journey.Scheme
	rows    []journey.UnderScheme
	list    choice
	now     int // the scheme in force, -1 for none
}

// everyRowMsg brings the row of the next scheme.
type everyRowMsg struct {
	table   *everyTable
	setting *journey.Setting // of the first row
	row     journey.UnderScheme
}

func noTool(m *model) string {
	if why := noChoice(m); why != "" {
		return why
	}
	d := m.data.detail
	switch {
	case d == nil:
		return "nothing is selected"
	case d.plan == nil || d.journey.Index < 0 || d.journey.Index >= len(d.plan.Tools):
		return "this name belongs to no tool"
	}
	return ""
}

// everyScheme opens the comparison for the tool under the cursor.
func (m *model) everyScheme() tea.Cmd {
	if why := noTool(m); why != "" {
		m.refuse("S", why)
		return nil
	}
	d := m.data.detail
	options := map[string]map[string]string{}
	t := &everyTable{now: -1}
	for i, c := range m.schemeChoices() {
		s := c.scheme()
		t.schemes = append(t.schemes, s)
		options[s.Info().ID] = m.optionsOf(s)
		if sameScheme(s, m.data.scheme) {
			t.now = i
		}
	}
	if len(t.schemes) == 0 {
		m.say("There is nothing to compare with.")
		return nil
	}
	t.input = journey.EverySchemeInput{
		Plan: d.plan, Tool: d.journey.Index, InForce: d.scheme, Provider: d.provider,
		Options: func(i journey.SchemeInfo) map[string]string { return options[i.ID] },
	}
	n := &d.plan.Tools[d.journey.Index]
	name := owned(string(n.Ref.Server), string(n.Ref.Name), 1<<16)
	if !n.RegisteredKnown {
		name = visible.Name(n.Tool.Listed())
	}
	if t.title = name; name == "" {
		t.title = emptyName
	}
	t.list.cursor = max(t.now, 0)
	m.push(t)
	return t.next()
}

// next asks the next scheme, away from the screen; nil when all were asked. The
// plan that the command reads is never changed.
func (t *everyTable) next() tea.Cmd {
	i := len(t.rows)
	if i >= len(t.schemes) {
		return nil
	}
	in, set, s := t.input, t.setting, t.schemes[i]
	return func() tea.Msg {
		msg := everyRowMsg{table: t}
		if i == 0 {
			set = journey.Restated(in.Plan, in.InForce)
			msg.setting = &set
		}
		msg.row = in.Under(s, set)
		return msg
	}
}

// everyRow takes a row, and asks for the next one while the table is open.
func (m *model) everyRow(msg everyRowMsg) tea.Cmd {
	t := msg.table
	if len(m.overlay) == 0 || !m.lies(t) {
		return nil
	}
	if msg.setting != nil {
		t.setting = *msg.setting
	}
	t.rows = append(t.rows, msg.row)
	return t.next()
}

// lies reports whether an overlay is open.
func (m *model) lies(o overlay) bool {
	for _, x := range m.overlay {
		if x == o {
			return true
		}
	}
	return false
}

func (t *everyTable) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	switch key := k.String(); {
	case key == "enter":
		return t.take(m)
	case t.list.key(key, len(t.schemes), true):
	case key == "n":
		t.nextBad(1)
	case key == "N":
		t.nextBad(-1)
	}
	return nil
}

// nextBad goes to the next scheme under which the tool is not offered or not
// reached.
func (t *everyTable) nextBad(d int) {
	n := len(t.rows)
	for i := 1; i <= n; i++ {
		at := ((t.list.cursor+d*i)%n + n) % n
		if t.rows[at].Breaks() {
			t.list.cursor = at
			return
		}
	}
}

// take puts the scheme under the cursor in force; a picker below it closes too.
func (t *everyTable) take(m *model) tea.Cmd {
	s := t.schemes[t.list.cursor]
	m.overlay = nil
	m.setScheme(s, true)
	m.say("Scheme: " + visible.Text(schemeName(s.Info())))
	return nil
}

func (t *everyTable) paste(*model, string) tea.Cmd { return nil }
func (t *everyTable) closed(*model) tea.Cmd        { return nil }

func (t *everyTable) status(*model) string {
	if n := len(t.rows); n < len(t.schemes) {
		return "Asking the schemes: " + comma(n) + " of " + comma(len(t.schemes)) + "."
	}
	left, other, refused := 0, 0, 0
	for i := range t.rows {
		u := &t.rows[i]
		switch {
		case !u.Known:
		case u.Status == journey.LeftOut:
			left++
		case u.Back != journey.BackItself:
			other++
		case u.Verdict == journey.VerdictReject:
			refused++
		}
	}
	var words []string
	add := func(n int, word string) {
		if n > 0 {
			words = append(words, comma(n)+" "+word)
		}
	}
	add(left, "left out")
	add(other, "without a way back")
	if t.input.Provider != nil {
		add(refused, "rejected by "+t.input.Provider.Info().ID)
	}
	if len(words) == 0 {
		words = append(words, "it gets through under each")
	}
	return plural(len(t.rows), "scheme", "schemes") + ": " + strings.Join(words, ", ") + "."
}

func (t *everyTable) foot(*model) []footKey {
	return []footKey{{"j/k", "choose"}, {"n", "next that breaks"}, {"enter", "take this scheme"}, {"esc", "close"}}
}

func (t *everyTable) draw(m *model, c *canvas) {
	about := 5
	if m.h < 30 {
		about = 3
	}
	r := m.box(min(m.w-4, 160), len(t.schemes)+about+4)
	title := visible.Middle(t.title, max(r.w/2, 10)) + " under every scheme"
	c.frame(r, title)
	pos := " " + strconv.Itoa(t.list.cursor+1) + " of " + strconv.Itoa(len(t.schemes)) + " "
	c.right(r.x+4+visible.Width(title), r.x+r.w-2, r.y, says(themes.Muted, pos))
	cols := t.columns(r.w - 6)
	c.put(r.x+2, r.y+1, r.w-4, cols.head())
	t.list.h = max(r.h-4-about, 1)
	t.list.clamp(len(t.schemes), t.list.h)
	for y := 0; y < t.list.h && t.list.offset+y < len(t.schemes); y++ {
		i := t.list.offset + y
		text := line{{text: visible.Text(schemeName(t.schemes[i].Info()))}}.fit(cols.scheme)
		if i < len(t.rows) {
			text = cols.row(&t.rows[i])
		} else {
			text = append(text.padded(cols.scheme+2), span{text: "…", role: themes.Muted})
		}
		note := line{}
		if i == t.now {
			note = says(themes.Accent, "now")
		}
		listRow(c, r, r.y+2+y, i == t.list.cursor, text, note)
	}
	c.divide(r, r.y+r.h-2-about)
	if text := moreWords(t.list.offset, len(t.schemes)-t.list.offset-t.list.h); text != "" {
		c.put(r.x+2, r.y+r.h-2-about, r.w-4, says(themes.Muted, " "+text+" "))
	}
	for i, l := range t.about(r.w - 4) {
		if i < about {
			c.put(r.x+2, r.y+r.h-1-about+i, r.w-4, l)
		}
	}
}

// everyCols are the widths of the columns; status takes the rest.
type everyCols struct{ scheme, form, length, back, clash int }

const (
	everyStatus = 9
	clashLeast  = 18 // less says nothing: it stands below the list
)

func (t *everyTable) columns(w int) everyCols {
	c := everyCols{length: 6, form: 4}
	for _, s := range t.schemes {
		c.scheme = max(c.scheme, visible.Width(schemeName(s.Info())))
	}
	for i := range t.rows {
		c.length = max(c.length, len(t.rows[i].Count()))
		c.form = max(c.form, visible.Width(shownForm(&t.rows[i])))
	}
	c.scheme = min(c.scheme, 20)
	if w < 60 { // the version has no room
		c.scheme = min(c.scheme, 14)
	}
	rest := w - c.scheme - c.length - everyStatus - 6 - 5 // now
	if rest >= 40 {
		c.back = 14
		rest -= c.back + 2
	}
	c.form = min(max(c.form, 12), max(rest, 8))
	if left := rest - c.form - 2; left >= clashLeast {
		c.clash = left
	}
	return c
}

func (c everyCols) head() line {
	cells := line{{text: "scheme", role: themes.Muted}}.padded(c.scheme + 2)
	cells = append(cells, span{text: "form", role: themes.Muted}).padded(c.scheme + c.form + 4)
	cells = append(cells, blanks(c.length-6), span{text: "length  status", role: themes.Muted}).padded(c.scheme + c.form + c.length + everyStatus + 8)
	if c.back > 0 {
		cells = append(cells, span{text: "a call reaches", role: themes.Muted}).padded(c.scheme + c.form + c.length + everyStatus + c.back + 10)
	}
	if c.clash > 0 {
		cells = append(cells, span{text: visible.Cut("two tools, one name", c.clash), role: themes.Muted})
	}
	return cells
}

func (c everyCols) row(u *journey.UnderScheme) line {
	l := line{{text: visible.Cut(schemeName(u.Scheme), c.scheme)}}.padded(c.scheme + 2)
	if !u.Known {
		return append(l, span{text: visible.Cut(u.Reason, c.form+c.length+everyStatus), role: themes.Muted})
	}
	form := span{text: visible.Middle(shownForm(u), c.form)}
	if u.Status == journey.LeftOut {
		form.role = themes.Off
	}
	l = append(l, form).padded(c.scheme + c.form + 4)
	length := u.Count()
	l = append(l, blanks(c.length-len(length)), span{text: length, role: lengthRole(u)}, blanks(2))
	word, role := underWord(u)
	l = append(l, span{text: word, role: role}).padded(c.scheme + c.form + c.length + everyStatus + 8)
	if c.back > 0 {
		text, role := backWord(u)
		l = append(l, span{text: visible.Middle(text, c.back), role: role}).padded(c.scheme + c.form + c.length + everyStatus + c.back + 10)
	}
	if c.clash > 0 {
		role := themes.Muted
		if len(u.Clashes) > 0 {
			role = themes.Bad
		}
		l = append(l, span{text: visible.Cut(u.Clash, c.clash), role: role})
	}
	return l
}

// shownForm is the form in one cell, the namespace before it.
func shownForm(u *journey.UnderScheme) string { return visible.Name(u.Form()) }

func lengthRole(u *journey.UnderScheme) themes.Role {
	switch {
	case u.Limit > 0 && u.Length > u.Limit:
		return themes.Bad
	case u.Limit > 0 && u.Length*10 >= u.Limit*9:
		return themes.Warn
	}
	return themes.Muted
}

// underWord is the status in one word.
func underWord(u *journey.UnderScheme) (string, themes.Role) {
	role := themes.Text
	switch {
	case u.Status == journey.LeftOut, u.Verdict == journey.VerdictReject:
		role = themes.Bad
	case u.Status == journey.Deferred:
		role = themes.Warn
	}
	return u.Word(), role
}

// backWord says what a call of the form reaches.
func backWord(u *journey.UnderScheme) (string, themes.Role) {
	role := themes.Bad
	switch u.Back {
	case journey.BackItself:
		role = themes.Muted
	case journey.BackOwn:
		role = themes.Warn
	}
	return visible.Text(u.Reaches()), role
}

// about is all about the row under the cursor: clash, way back, what was done
// to the name, reason and verdict; what is wrong comes first.
func (t *everyTable) about(w int) []line {
	if t.list.cursor >= len(t.rows) {
		return nil
	}
	u := &t.rows[t.list.cursor]
	if !u.Known {
		return prose(themes.Muted, u.Reason, w)
	}
	var out []line
	if visible.Width(shownForm(u)) > t.columns(w-2).form {
		out = append(out, prose(themes.Text, shownForm(u), w)...)
	}
	for _, f := range u.Said() {
		role := themes.Muted
		if f.Wrong {
			role = themes.Bad
		}
		out = append(out, prose(role, f.Text, w)...)
	}
	return out
}
