package report

import (
	"io"
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// moreCauses are the causes that are not laid out, one line each.
func (m *markdown) moreCauses(list []ExportCause, left int) {
	m.fold(plural(len(list)+left, "more cause", "more causes"))
	rows := [][]string{{"kind", "explains", "called", "what"}}
	for i := range list[:min(len(list), markdownMore)] {
		c := &list[i]
		names := c.Names[:min(len(c.Names), 5)]
		rows = append(rows, []string{m.text(kindWord(c.Diagnosis.Kind)), m.text(c.Explains), m.text(strings.Join(names, ", ")), m.text(c.Diagnosis.What)})
	}
	markdownCells(&m.b, rows)
	if left += len(list) - min(len(list), markdownMore); left > 0 {
		m.put("\n%s left out.\n", plural(left, "more", "more"))
	}
	m.b.WriteString("\n</details>\n")
}

// others are the failures that are not about a name.
func (m *markdown) others(x *Export) {
	n := len(x.Others) + x.OthersLeft + len(x.Refused)
	if n == 0 {
		return
	}
	m.fold(plural(n, "failure that is not about a name", "failures that are not about a name"))
	rows := [][]string{{"where", "called", "became", "error"}}
	for i := 0; i < len(x.Refused) && len(rows) <= markdownCalls; i++ {
		rows = append(rows, []string{requestNote(&x.Refused[i]), "", "refused", m.brief(x.Refused[i].Error)})
	}
	for i := 0; i < len(x.Others) && len(rows) <= markdownCalls; i++ {
		rows = append(rows, append(m.callRow(&x.Others[i]), m.brief(x.Others[i].Call().Error)))
	}
	markdownCells(&m.b, rows)
	if left := n - len(rows) + 1; left > 0 {
		m.put("\n%s left out.\n", plural(left, "more", "more"))
	}
	m.b.WriteString("\n</details>\n")
}

// markdownError is how many cells of an error stand in a row of a table.
const markdownError = 120

// brief is the beginning of an error that is not about a name.
func (m *markdown) brief(err string) string {
	if err == "" {
		return ""
	}
	return visible.Markdown(visible.Cut(m.masks.text(journey.ErrorText(err)), markdownError))
}

// tools are the names of the newest request, for those who want to try it.
func (m *markdown) tools(x *Export) {
	if len(x.Tools) == 0 {
		return
	}
	title := plural(x.ToolsAll, "tool", "tools")
	if x.Assumed {
		title += ", assumed: declared tools are not in this file"
	}
	m.fold(title)
	rows := [][]string{{"real name", "server", "wire name", "in the request", "calls", "failed"}}
	for i := range x.Tools[:min(len(x.Tools), markdownTools)] {
		t := &x.Tools[i]
		wire, server, status := "–", "", t.Status
		if t.Wire != "" {
			wire = m.called(journey.Called{Namespace: journey.Namespace(t.Namespace), Name: journey.Echo(t.Wire)})
		}
		if t.Server != "" {
			server = m.code(t.Server)
		}
		switch {
		case t.NoTool:
			status = "belongs to no tool"
		case t.Reason != "":
			status += ": " + t.Reason
		}
		rows = append(rows, []string{m.code(t.Name), server, wire, m.text(status), comma(t.Calls), comma(t.Failed)})
	}
	markdownCells(&m.b, rows)
	if left := x.ToolsAll - min(len(x.Tools), markdownTools); left > 0 {
		m.put("\n%s left out.\n", plural(left, "more", "more"))
	}
	m.b.WriteString("\n</details>\n")
}

// written are the notes of the case, with their lines.
func (m *markdown) written(x *Export) {
	if len(x.Written) == 0 {
		return
	}
	m.b.WriteString("\n### Notes\n\n")
	for _, n := range x.Written {
		m.b.WriteString("- ")
		if about := n.about(); about != "" {
			m.put("%s: ", m.text(about))
		}
		for i, line := range strings.Split(strings.TrimSpace(n.Text), "\n") {
			if i > 0 {
				m.b.WriteString("  \n  ")
			}
			m.b.WriteString(m.text(line))
		}
		m.b.WriteString("\n")
	}
}

// markdownProblems is how many problems of reading are listed.
const markdownProblems = 20

// notes are what the files cannot show, and what could not be read.
func (m *markdown) notes(x *Export) {
	var list []string
	list = append(list, x.Notes...)
	for _, s := range x.Sources {
		for _, n := range s.Notes {
			list = append(list, s.Name+": "+n)
		}
	}
	for _, l := range x.Taught {
		list = append(list, l.Finding().Message)
	}
	shown := x.Problems[:min(len(x.Problems), markdownProblems)]
	for _, p := range shown {
		list = append(list, "not read: "+baseWhere(p.Where, x)+": "+p.What)
	}
	if left := x.ProblemCount - len(shown); left > 0 {
		list = append(list, "not read: "+comma(left)+" more")
	}
	if len(list) == 0 {
		return
	}
	m.fold(plural(len(list), "note", "notes"))
	for _, n := range list {
		m.put("- %s\n", m.text(n))
	}
	m.b.WriteString("\n</details>\n")
}

// made says how to see the same, by which version, and what was masked.
func (m *markdown) made(version, command, path, flags, name string) {
	m.b.WriteString("\n### How to reproduce\n\n")
	line := "hopscope " + command
	if name != "" {
		line += " " + Quoted(name)
	}
	if path != "" {
		line += " " + Quoted(path)
	}
	if path == "" && name == "" {
		line += " FILE"
	}
	if flags != "" {
		line += " " + flags
	}
	m.fence(line)
	m.put("\nhopscope %s. %s\n", m.text(version), m.text(m.masks.Words()))
}

// ExplainMarkdown writes the journey of one name for a bug report.
func ExplainMarkdown(w io.Writer, p Picture) error {
	m := &markdown{masks: p.Masks}
	j := &p.Journey
	m.put("## %s", m.called(journey.Called{Namespace: journey.Namespace(p.Namespace), Name: journey.Echo(p.Name)}))
	if d := j.Diagnosis; d != nil {
		m.put(": %s, %s", m.text(kindWord(d.Kind)), m.text(breakWords(d)))
	}
	m.b.WriteString("\n\n")
	if p.Client != "" {
		m.put("%s, ", m.text(p.Client))
	}
	m.put("scheme %s, provider %s.\n\n", m.code(p.Scheme), m.code(orWord(p.Provider, "not known")))
	m.answer(j.Diagnosis, j, p.Note, p.Error)
	for _, n := range p.Notes {
		m.put("\nNote: %s\n", m.text(n))
	}
	m.made(p.Version, "explain", "", p.Command, p.Name)
	_, err := io.WriteString(w, m.b.String())
	return err
}

// RefusalMarkdown writes what a refusal text is about.
func RefusalMarkdown(w io.Writer, r Refusal, masks *Masks, text string) error {
	m := &markdown{masks: masks}
	m.b.WriteString("## What a refusal is about\n\n")
	m.fence(text)
	m.b.WriteString("\n")
	for _, f := range refusalFacts(r) {
		m.put("- %s: %s\n", f[0], m.text(f[1]))
	}
	m.b.WriteString("\n")
	switch {
	case r.Diagnosis != nil:
		m.put("**Kind** %s, %s\n\n", m.text(kindWord(r.Diagnosis.Kind)), m.text(breakWords(r.Diagnosis)))
		m.answer(r.Diagnosis, nil, "", "")
	case r.What != "":
		m.put("**What** %s\n\n**Do** %s\n", m.text(r.What), m.text(r.Advice))
	}
	_, err := io.WriteString(w, m.b.String())
	return err
}

// refusalFacts are who words a refusal, the tool, the place and the rule.
func refusalFacts(r Refusal) [][2]string {
	var list [][2]string
	if len(r.Who) > 0 {
		list = append(list, [2]string{"worded by", strings.Join(r.Who, ", ")})
	}
	if r.Tool != "" {
		list = append(list, [2]string{"tool", r.Tool})
	}
	switch {
	case r.Path != "" && r.Place != "":
		list = append(list, [2]string{"place", placeWords(r.Place) + ", " + r.Path})
	case r.Path+string(r.Place) != "":
		list = append(list, [2]string{"place", placeWords(r.Place) + r.Path})
	}
	return append(list, [2]string{"rule", refusedBy(r)})
}
