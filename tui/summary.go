package tui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey/diagnose"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// summaryBox says what is wrong in the session, causes first:
//
//	╭─ What is wrong here ─────────────────────────────── 1 of 3 ─╮
//	│ 2 causes explain 14 failures.                               │  verdict
//	│▌case-drift: 12 calls of 3 names                 Model echo  │  a cause
//	│ near-miss: 2 calls                              Model echo  │
//	│ AGENTS.md line 3 teaches Grep                 instructions  │
//	├─────────────────────────────────────────────────────────────┤
//	│ Names  read 8 times, bash twice, edit twice                 │  about it
//	│ What   …                                                    │
//	│ Do     …                                                    │
//	╰─────────────────────────────────────────────────────────────╯
type summaryBox struct {
	verdict, other string
	rows           []summaryRow
	list           choice
}

// summaryRow is a cause, a name that instructions teach, or rules that fit
// better. row is the call to go to, tool the tool; -1 for none.
type summaryRow struct {
	title, note string
	role        themes.Role
	blocks      []whyBlock
	row, tool   int
}

func nothingToSum(m *model) string {
	if why := noChoice(m); why != "" {
		return why
	}
	if m.data.recorded == nil {
		return "nothing is read yet"
	}
	return ""
}

// whatIsWrong opens the summary of the session.
func (m *model) whatIsWrong() tea.Cmd {
	if !m.slowly() {
		m.showSummary(m.data.recorded.Summary())
		return nil
	}
	m.say("Looking for the causes in " + plural(m.session().Tally.Calls, "call.", "calls."))
	ask, number := m.askAside(), m.status.number
	return m.beside(func() outcome {
		a := ask()
		s := a.Summary()
		return func(m *model) tea.Cmd {
			m.data.aside = a
			if m.status.number == number { // no key was pressed since
				m.say("")
				m.showSummary(s)
			}
			return nil
		}
	})
}

// showSummary opens the box of a summary.
func (m *model) showSummary(s diagnose.Summary) {
	o := &summaryBox{verdict: s.Verdict, other: s.Other}
	for i := range s.Causes {
		o.rows = append(o.rows, m.causeRow(&s.Causes[i]))
	}
	for _, l := range s.Taught {
		f := l.Finding()
		o.rows = append(o.rows, summaryRow{
			title: visible.Text(l.Where) + " line " + comma(l.Line) + " teaches " + visible.Name(l.Name), note: "instructions",
			role: themes.Warn, row: -1, tool: -1, blocks: []whyBlock{{"Seen", visible.Text(f.Message)}, {"Do", visible.Text(f.Fix)}},
		})
	}
	if s.Fit != "" {
		o.rows = append(o.rows, summaryRow{title: "other rules fit better", note: "scheme", role: themes.Warn, row: -1, tool: -1,
			blocks: []whyBlock{{"Seen", visible.Text(s.Fit)}, {"Do", "Look at the scheme picker: s. It says of each scheme how many names it fits."}}})
	}
	m.push(o)
}

// causeRow is a row with where it leads.
func (m *model) causeRow(c *diagnose.SummaryCause) summaryRow {
	r := summaryRow{title: c.Title(), note: c.Diagnosis.Hop.Title(), role: themes.Bad, row: -1, tool: -1}
	if len(c.Names) > 0 {
		r.title += ": " + visible.Text(strings.Join(c.Names, ", "))
		r.blocks = append(r.blocks, whyBlock{"Names", visible.Text(strings.Join(c.Names, ", "))})
	}
	r.blocks = append(r.blocks, whyBlock{"What", visible.Text(c.Diagnosis.What)})
	if text := seen(c.Diagnosis.Evidence); text != "" {
		r.blocks = append(r.blocks, whyBlock{"Seen", text})
	}
	if c.Diagnosis.Advice != "" {
		r.blocks = append(r.blocks, whyBlock{"Do", visible.Text(c.Diagnosis.Advice)})
	}
	if len(c.Calls) > 0 {
		r.row = c.Calls[0]
	}
	for _, q := range m.refusals() {
		if len(c.Requests) > 0 && q.request == c.Requests[0] {
			r.tool = q.tool
		}
	}
	return r
}

func (o *summaryBox) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	if k.String() != "enter" {
		o.list.key(k.String(), len(o.rows), true)
		return nil
	}
	if o.list.cursor >= len(o.rows) {
		return nil
	}
	switch r := &o.rows[o.list.cursor]; {
	case r.row >= 0:
		m.pop()
		return m.goTo(r.row)
	case r.tool >= 0:
		m.pop()
		m.dropFilterFor(func() bool { return m.standOnTool(r.tool) })
		return m.selected()
	default:
		m.say("No call belongs to this row.")
	}
	return nil
}

func (o *summaryBox) paste(*model, string) tea.Cmd { return nil }
func (o *summaryBox) closed(*model) tea.Cmd        { return nil }

func (o *summaryBox) status(m *model) string {
	if o.other != "" {
		return "Not about names: " + o.other + "."
	}
	return "Causes by what they explain; " + m.keyOf("next-failure") + " goes through the failures one by one."
}

func (o *summaryBox) foot(*model) []footKey {
	return []footKey{{"j/k", "choose"}, {"enter", "go to its first call"}, {"esc", "close"}}
}

// summaryAbout are the most rows about the cause under the cursor.
const summaryAbout = 12

func (o *summaryBox) draw(m *model, cv *canvas) {
	w := min(m.w-4, 104)
	verdict := wrap(o.verdict, w-4)
	verdict = verdict[:min(len(verdict), 2)]
	var about []line
	if o.list.cursor < len(o.rows) {
		y := why{blocks: o.rows[o.list.cursor].blocks}
		about = y.text(w-4, max(min(summaryAbout, m.h-8-len(verdict)-min(len(o.rows), 4)), 1), "")
	}
	foot := 0
	if len(about) > 0 {
		foot = len(about) + 1
	}
	r := m.box(w, len(o.rows)+2+len(verdict)+foot)
	cv.frame(r, "What is wrong here")
	if n := len(o.rows); n > 0 {
		pos := " " + strconv.Itoa(o.list.cursor+1) + " of " + strconv.Itoa(n) + " "
		cv.right(r.x+24, r.x+r.w-2, r.y, says(themes.Muted, pos))
	}
	for i, text := range verdict {
		cv.put(r.x+2, r.y+1+i, r.w-4, line{{text: text, role: themes.Text, mod: bold}})
	}
	o.list.h = max(r.h-2-len(verdict)-foot, 1)
	o.list.clamp(len(o.rows), o.list.h)
	for i := 0; i < o.list.h && o.list.offset+i < len(o.rows); i++ {
		at := o.list.offset + i
		x := &o.rows[at]
		listRow(cv, r, r.y+1+len(verdict)+i, at == o.list.cursor, says(x.role, x.title), says(themes.Muted, x.note))
	}
	if foot == 0 || r.h <= foot+2 {
		return
	}
	y := r.y + r.h - 1 - foot
	cv.divide(r, y)
	if text := moreWords(o.list.offset, len(o.rows)-o.list.offset-o.list.h); text != "" {
		cv.put(r.x+2, y, r.w-4, says(themes.Muted, " "+text+" "))
	}
	for i, l := range about {
		cv.put(r.x+2, y+1+i, r.w-4, l)
	}
}

// summary prints what is wrong in the session as lines: the verdict, then each
// cause with its names and what to do.
func (p *plainView) summary() {
	if !p.hasCalls() && (p.s == nil || len(p.s.Requests) == 0) {
		return
	}
	s := p.analyzer.Summary()
	if s.Healthy() && s.Other == "" {
		return // the counts say it
	}
	p.block()
	p.line("in this session: " + s.Verdict)
	for i := range s.Causes {
		c := &s.Causes[i]
		text := "cause " + comma(i+1) + ": " + c.Title()
		if c.Diagnosis.Hop != 0 {
			text += ", breaks at " + c.Diagnosis.Hop.Title()
		}
		if len(c.Names) > 0 {
			text += ": " + visible.Text(strings.Join(c.Names, ", "))
		}
		p.line(text)
		p.line("what: " + visible.Text(c.Diagnosis.What))
		if c.Diagnosis.Advice != "" {
			p.line("do: " + visible.Text(c.Diagnosis.Advice))
		}
	}
	for _, l := range s.Taught {
		f := l.Finding()
		p.line("taught: " + visible.Text(f.Message))
		p.line("do: " + visible.Text(f.Fix))
	}
	if s.Other != "" {
		p.line("not about names: " + s.Other)
	}
	if s.Fit != "" {
		p.line("rules: " + visible.Text(s.Fit))
	}
}
