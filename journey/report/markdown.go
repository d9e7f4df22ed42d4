package report

import (
	"fmt"
	"io"
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// The limits of a Markdown report: an issue takes 65,536 characters, and its
// readers fewer.
const (
	markdownCauses = 10 // laid out with their hops
	markdownMore   = 40 // causes beyond these, one line each
	markdownCalls  = 40 // further calls of a cause, and failures not about a name
	markdownTools  = 100
)

// markdown is a Markdown document while it is written.
type markdown struct {
	b     strings.Builder
	masks *Masks
}

// text is foreign text, code a foreign name, for this document.
func (m *markdown) text(s string) string { return visible.Markdown(visible.Text(m.masks.text(s))) }
func (m *markdown) code(s string) string { return visible.MarkdownCode(m.masks.name(s)) }

func (m *markdown) put(format string, values ...any) { fmt.Fprintf(&m.b, format, values...) }

// ReplayMarkdown writes a recording for a bug report: what is wrong, grouped by
// cause, with the hops of the first call of each; the rest folded.
func ReplayMarkdown(w io.Writer, x Export) error {
	m := &markdown{masks: x.Masks}
	t := &x.Totals
	m.put("## Tool names in %s\n\n", m.code(x.Title))
	m.put("%s, scheme %s (%s), provider %s. %s, %s failed, %s unknown", m.text(orWord(x.Client, "client not known")), m.code(x.Scheme), m.text(x.Why),
		m.code(orWord(x.Provider, "not known")), plural(t.Calls, "call", "calls"), comma(t.Failed), comma(t.Unknown))
	if n := len(requestsOf(&x)); n > 0 {
		m.put(", %s", plural(n, "request refused", "requests refused"))
	}
	m.put(".\n\n")
	if x.Filter != "" {
		m.put("Shown: %s.\n\n", m.text(x.Filter))
	}
	m.put("**%s**", m.text(x.Verdict))
	if x.Other != "" {
		m.put(" Not about a name: %s.", m.text(x.Other))
	}
	if x.Fit != "" {
		m.put(" %s", m.text(x.Fit))
	}
	m.b.WriteString("\n")
	m.written(&x)
	for i := range x.Causes {
		if i == markdownCauses {
			m.moreCauses(x.Causes[i:], x.CausesLeft)
			break
		}
		m.cause(&x.Causes[i], i+1)
	}
	m.others(&x)
	m.tools(&x)
	m.notes(&x)
	flags := ""
	if t.Failed > 0 {
		flags = "--only failed"
	}
	m.made(x.Version, "replay", x.Path, flags, "")
	_, err := io.WriteString(w, m.b.String())
	return err
}

// cause is one cause with the hops of the first thing it explains.
func (m *markdown) cause(c *ExportCause, n int) {
	d := &c.Diagnosis
	m.put("\n### %d. %s: %s\n\n", n, m.text(kindWord(d.Kind)), m.text(c.Explains))
	if len(c.Names) > 1 {
		m.put("Called: %s.\n\n", m.text(strings.Join(c.Names, ", ")))
	}
	var first *journey.Journey
	err, note := "", ""
	switch {
	case len(c.Requests) > 0:
		r := &c.Requests[0]
		first, err, note = r.Journey, r.Error, requestNote(r)
	case len(c.Calls) > 0:
		first, err = &c.Calls[0].Journey, c.Calls[0].Call().Error
		note = c.Calls[0].Note()
	}
	m.answer(d, first, note, err)
	rest := len(c.Requests) + len(c.Calls) + c.Left - 1
	if rest < 1 {
		return
	}
	m.fold(plural(rest, "more of this cause", "more of this cause"))
	rows := [][]string{{"where", "called", "became"}}
	for i := 1; i < len(c.Requests) && len(rows) <= markdownCalls; i++ {
		rows = append(rows, []string{requestNote(&c.Requests[i]), "", "refused"})
	}
	from := 1
	if len(c.Requests) > 0 {
		from = 0
	}
	for i := from; i < len(c.Calls) && len(rows) <= markdownCalls; i++ {
		rows = append(rows, m.callRow(&c.Calls[i]))
	}
	markdownCells(&m.b, rows)
	if left := rest - len(rows) + 1; left > 0 {
		m.put("\n%s left out.\n", plural(left, "more", "more"))
	}
	m.b.WriteString("\n</details>\n")
}

// callRow is a call in one row of a table; its cells are escaped.
func (m *markdown) callRow(c *ExportCall) []string {
	call := c.Call()
	return []string{m.text(c.Note()), m.called(call.Called), call.Class.Word()}
}

func (m *markdown) called(c journey.Called) string {
	if c.Namespace != "" {
		return m.code(string(c.Namespace)) + " · " + m.code(string(c.Name))
	}
	return m.code(string(c.Name))
}

func requestNote(r *ExportRequest) string {
	text := "request refused"
	if r.Turn > 0 {
		text += ", turn " + comma(r.Turn)
	}
	if r.Line > 0 {
		text += ", line " + comma(r.Line)
	}
	return text
}

// answer is what happened, the hops, what was seen and what to do.
func (m *markdown) answer(d *journey.Diagnosis, j *journey.Journey, note, err string) {
	if d != nil {
		m.put("**What** %s\n\n", m.text(d.What))
	} else if j != nil && j.Call != nil {
		m.put("**What** %s\n\n", m.text(j.Call.Class.What(string(j.Call.Called.Name))))
	}
	if note != "" {
		name, id := "", ""
		if j != nil && j.Call != nil {
			name = m.called(j.Call.Called) + ", "
			if j.Call.ID != "" {
				id = ", id " + m.code(j.Call.ID)
			}
		}
		m.put("%s%s%s:\n\n", name, m.text(note), id)
	}
	if j != nil {
		m.hops(j)
		m.b.WriteString("\n")
	}
	if d != nil && len(d.Evidence) > 0 {
		m.b.WriteString("**Seen**\n\n")
		for _, e := range d.Evidence {
			where := ""
			if w := e.Place(); w != "" {
				where = m.text(w) + ": "
			}
			m.put("- %s%s\n", where, m.text(journey.ErrorText(e.Text)))
		}
		m.b.WriteString("\n")
	}
	if err = journey.ErrorText(err); err != "" && (d == nil || !said(d, err)) {
		m.fence(err)
		m.b.WriteString("\n")
	}
	switch {
	case d != nil:
		m.put("**Do** %s\n", m.text(d.Advice))
	case j != nil && j.Call != nil && j.Call.Class.Advice() != "":
		m.put("**Do** %s\n", m.text(j.Call.Class.Advice()))
	}
}

// hops is the table of the six hops; the break is a word in it.
func (m *markdown) hops(j *journey.Journey) {
	rows := [][]string{{"", "hop", "name there", "what happened"}}
	add := func(title, mark string, s *journey.Stop, breaks, first bool) {
		form, ok := hopForm(s, func(s string) string { return s })
		if ok {
			form = m.code(form)
		}
		note := m.text(hopNote(s))
		switch {
		case breaks:
			title, note = "**"+title+"**", strings.TrimPrefix(note+". **Breaks here**", ". ")
		case first:
			note += ". **First fault**"
		}
		rows = append(rows, []string{mark, title, form, note})
	}
	for i := range j.Stops {
		s := &j.Stops[i]
		add(s.Hop.Title(), hopMark(j, s), s, hopBreaks(j, s.Hop), hopFirst(j, s.Hop))
		if r := j.Return; s.Hop == journey.HopEcho && r != nil {
			breaks := j.Break == journey.HopReturn
			mark := "●"
			if breaks {
				mark = "✗"
			}
			add(journey.HopReturn.Title(), mark, r, breaks, false)
		}
	}
	markdownCells(&m.b, rows)
}

// fence writes text of several lines as a block that nothing in it ends.
func (m *markdown) fence(text string) {
	lines := visible.Lines(m.masks.text(text))
	fence := "```"
	for strings.Contains(strings.Join(lines, "\n"), fence) {
		fence += "`"
	}
	m.put("%s\n%s\n%s\n", fence, strings.Join(lines, "\n"), fence)
}

// fold begins what is folded; the caller ends it.
func (m *markdown) fold(title string) {
	m.put("\n<details><summary>%s</summary>\n\n", visible.HTML(title))
}
