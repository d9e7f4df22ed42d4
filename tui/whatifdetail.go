package tui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// textBox shows one thing in full above the screen.
type textBox struct {
	title string
	// rows are label and text; the text is wrapped.
	rows   []textRow
	offset int
	height int
	lines  int
}

type textRow struct {
	label, text string
	role        themes.Role
}

// detail is the row under the cursor in full.
func (w *whatIf) detail(i int) *textBox {
	b := &textBox{}
	add := func(label, text string, role themes.Role) {
		if text != "" {
			b.rows = append(b.rows, textRow{label, text, role})
		}
	}
	switch w.pane {
	case whatTrace:
		s := w.decision.Trace[i]
		word, role := stateWord(s.State)
		b.title = "Rule " + strconv.Itoa(i+1) + " of " + strconv.Itoa(len(w.decision.Trace)) + ": " + strings.ReplaceAll(s.Rule, "-", " ")
		add("asks", s.Text, themes.Text)
		add("here", word+": "+s.Note, role)
		if s.Fired {
			word, role, runs := verdictWords(w.decision)
			add("ends", word+runs, role)
			add("why", w.decision.Reason.Words(), themes.Text)
		}
	case whatClients:
		a := w.answers[i]
		word, role := outcomeWord(a.Outcome)
		b.title = a.Client
		add("outcome", word, role)
		add("runs", a.Tool, themes.Text)
		add("via", a.Via, themes.Text)
		add("the model reads", a.Error, themes.Text)
		if a.Outcome == journey.OutcomeRan {
			add("note", "Arguments are not judged here.", themes.Muted)
		}
	case whatPlaces:
		p := w.places()[i]
		b.title = "Place " + strconv.Itoa(i+1) + " of " + strconv.Itoa(len(w.places()))
		add("path", p.Path, themes.Text)
		add("way", string(p.Way), themes.Text)
		add("before", p.Before, themes.From)
		add("after", p.After, themes.To)
		add("why", p.Why, themes.Text)
	default:
		w.editDetail(b, i, add)
	}
	return b
}

// editDetail is what an edit does, finding by finding.
func (w *whatIf) editDetail(b *textBox, i int, add func(label, text string, role themes.Role)) {
	b.title = "Edit " + strconv.Itoa(i+1) + " of " + strconv.Itoa(w.edits.Len())
	add("edit", w.edits.List()[i].Words(), themes.Text)
	if i >= len(w.changes) {
		return
	}
	c := w.changes[i]
	add("does", changeWords(c.Own, c.Err), themes.Text)
	add("with the others", changeWords(c.Total, nil), themes.Text)
	for _, f := range c.Own.New {
		add("new", f.Message, themes.Bad)
	}
	for _, f := range c.Own.Gone {
		add("gone", f.Message, themes.Ok)
	}
}

func (b *textBox) key(_ *model, k tea.KeyPressMsg) tea.Cmd {
	d := 0
	switch k.String() {
	case "j", "down":
		d = 1
	case "k", "up":
		d = -1
	case "ctrl+d", "pgdown", "space":
		d = b.height
	case "ctrl+u", "pgup":
		d = -b.height
	case "g", "home":
		d = -farAway
	case "G", "end":
		d = farAway
	}
	b.offset = max(min(b.offset+d, b.lines-b.height), 0)
	return nil
}

func (b *textBox) paste(*model, string) tea.Cmd { return nil }
func (b *textBox) closed(*model) tea.Cmd        { return nil }
func (b *textBox) status(*model) string         { return "" }

func (b *textBox) foot(*model) []footKey {
	return []footKey{{"j/k", "scroll"}, {"esc", "close"}}
}

func (b *textBox) draw(m *model, c *canvas) {
	label := 0
	for _, r := range b.rows {
		label = max(label, len(r.label)+2)
	}
	w := min(84, m.w-4) - 4
	var lines []line
	for _, r := range b.rows {
		for i, text := range wrap(visible.Text(r.text), max(w-label, 10)) {
			l := line{}
			if i == 0 {
				l = line{{text: r.label, role: themes.Muted}}
			}
			lines = append(lines, append(l.padded(label), span{text: text, role: r.role}))
		}
	}
	r := m.box(w+4, len(lines)+2)
	c.frame(r, visible.Cut(b.title, r.w-8))
	b.lines, b.height = len(lines), r.h-2
	b.offset = max(min(b.offset, b.lines-b.height), 0)
	m.drawBody(c, rect{r.x + 2, r.y + 1, r.w - 4, r.h - 2}, lines, b.offset)
}
