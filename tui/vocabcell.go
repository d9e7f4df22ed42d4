package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey/visible"
	"hopscope/themes"
	"hopscope/vocab"
)

// cellOverlay shows all that is known of the names of one cell.
type cellOverlay struct {
	title  string
	offset int
	h, n   int
	// begin is the name that is shown first.
	begin int
	set   bool
}

func (m *model) openCell() tea.Cmd {
	v := &m.vocab
	if _, ok := v.here(); !ok {
		return nil
	}
	m.push(&cellOverlay{title: v.cellTitle(), begin: v.name.cursor, set: v.focus != paneNames})
	return nil
}

func (o *cellOverlay) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	page := max(o.h-2, 1)
	switch k.String() {
	case "j", "down":
		o.offset++
	case "k", "up":
		o.offset--
	case "ctrl+d", "pgdown", "space":
		o.offset += page
	case "ctrl+u", "pgup":
		o.offset -= page
	case "g", "home":
		o.offset = 0
	case "G", "end":
		o.offset = farAway
	case "h", "left", "l", "right":
		d := 1
		if k.String() == "h" || k.String() == "left" {
			d = -1
		}
		m.vocab.across(m, d)
		*o = cellOverlay{title: m.vocab.cellTitle(), set: true}
	case "y":
		return m.copyMenu()
	case "enter", "q":
		m.pop()
	}
	o.offset = max(min(o.offset, o.n-o.h), 0)
	return nil
}

func (o *cellOverlay) paste(*model, string) tea.Cmd { return nil }
func (o *cellOverlay) closed(*model) tea.Cmd        { return nil }

func (o *cellOverlay) status(*model) string {
	return "Bounds were found by looking at some versions: the change lies between them."
}

func (o *cellOverlay) foot(*model) []footKey {
	return []footKey{{"j/k", "scroll"}, {"h/l", "other client"}, {"y", "copy"}, {"esc", "close"}}
}

func (o *cellOverlay) draw(m *model, c *canvas) {
	c.dim()
	w := min(m.w-4, 110)
	m.vocab.look(m)
	lines := m.vocab.cellLines(m, w-4)
	r := m.box(w, len(lines)+2)
	c.frame(r, o.title)
	o.h, o.n = r.h-2, len(lines)
	if !o.set { // the name under the cursor first
		o.set = true
		o.offset = m.vocab.cellStart(m, w-4, o.begin) - 1 // the first row says how many are above
		if o.begin == 0 {
			o.offset = 0
		}
	}
	o.offset = max(min(o.offset, o.n-o.h), 0)
	m.drawBody(c, rect{r.x + 2, r.y + 1, r.w - 4, r.h - 2}, lines, o.offset)
}

// cellStart is the line where the n-th name of the cell begins.
func (v *vocabTab) cellStart(m *model, w, n int) int {
	at := len(v.cellHead(w))
	for i, e := range v.cell().rows {
		if i == n {
			return at
		}
		at += len(v.entryLines(m, e, w)) + 1
	}
	return 0
}

func (v *vocabTab) cellHead(w int) []line {
	c := v.client()
	out := prose(themes.Muted, v.task().ID+": "+v.task().Meaning+".", w)
	if v.task().NoTarget {
		out = append(out, prose(themes.Warn, "Two tools of this capability need not do the same, so it says nothing about which one was meant.", w)...)
	}
	if len(c.Versions) > 0 {
		out = append(out, prose(themes.Muted, "Versions looked at: "+strings.Join(c.Versions, ", "), w)...)
	}
	if c.Note != "" {
		out = append(out, prose(themes.Muted, clientTitle(c)+": "+c.Note, w)...)
	}
	return append(out, line{})
}

// cellLines are all of the cell: each name, then the provider's own tools for
// the task, then the pairs.
func (v *vocabTab) cellLines(m *model, w int) []line {
	if _, ok := v.here(); !ok {
		return nil
	}
	out := v.cellHead(w)
	if len(v.cell().rows) == 0 {
		out = append(out, says(themes.Muted, clientTitle(v.client())+" has no name for this task that was read in a source."), line{})
	}
	for _, e := range v.cell().rows {
		out = append(append(out, v.entryLines(m, e, w)...), line{})
	}
	if tools := v.providerLines(w); len(tools) > 0 {
		out = append(append(append(out, line{{text: "Tools that providers define for this task", mod: bold}}), tools...), line{})
	}
	p := v.pairsPart(w)
	return append(append(out, line{{text: p.title, mod: bold}}), p.body...)
}

// entryLines are all of one name.
func (v *vocabTab) entryLines(m *model, e vocab.Entry, w int) []line {
	out := []line{sides(line{{text: cutName(e.Name, w/2), mod: bold}, {text: "  " + kindWord(e), role: themes.Muted}}, says(themes.Muted, visible.Name(e.Versions(v.client().Newest()))), w)}
	add := func(label, text string) {
		if text == "" {
			return
		}
		for i, row := range wrap(text, max(w-13, 12)) {
			l := line{blanks(2), {text: label, role: themes.Muted}}.padded(13)
			if i > 0 {
				l = line{blanks(13)}
			}
			out = append(out, append(l, span{text: row}))
		}
	}
	add("also named", joinedNames(e.Aliases))
	add("inputs", inputWords(e))
	add("came", firstOf(e.Since.Note, e.Since.Words("came")))
	add("gone", firstOf(e.Until.Note, e.Until.Words("gone")))
	if len(e.Refused) > 0 {
		add("refused", "answered as unknown in the runs of "+strings.Join(e.Refused, ", "))
	}
	add("condition", e.Conditions)
	add("note", e.Note)
	if id, version, known := m.openClient(); known && id == e.Client && version != "" {
		p := v.grid.table.Has(id, version, e.Name)
		add("session", "in "+version+": "+p.Answer.String()+", "+p.Why)
	}
	add("source", e.Source)
	add("verified", e.Verified)
	return out
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func joinedNames(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = visible.Name(s)
	}
	return strings.Join(out, ", ")
}

// inputWords are all argument keys; those that are not needed stand in
// brackets.
func inputWords(e vocab.Entry) string {
	if e.NoInputs {
		return "none"
	}
	if !e.InputsKnown() {
		return "not known"
	}
	var list []string
	for _, in := range e.Inputs {
		if in.Required {
			list = append(list, visible.Name(in.Key))
		} else {
			list = append(list, "["+visible.Name(in.Key)+"]")
		}
	}
	return strings.Join(list, " ")
}

// providerLines are the typed tools that providers define for the task.
func (v *vocabTab) providerLines(w int) []line {
	var out []line
	for _, p := range v.grid.table.ProviderTools() {
		if p.Capability != v.task().ID {
			continue
		}
		name := "its name is " + p.Name
		switch {
		case p.CallerChosen:
			name = "its caller chooses the name"
		case p.Name == "":
			name = "it has no name"
		}
		text := p.Provider + "  " + p.Type + "  " + name
		if p.ExecutedBy != "" {
			text += ", executed by the " + p.ExecutedBy
		}
		if p.Note != "" {
			text += "; " + p.Note
		}
		for i, row := range wrap(text+". Source: "+p.Source, max(w-4, 12)) {
			indent := 2
			if i > 0 {
				indent = 4
			}
			out = append(out, line{blanks(indent), {text: row}})
		}
	}
	return out
}
