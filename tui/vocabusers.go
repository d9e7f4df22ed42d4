package tui

import (
	"slices"
	"strings"

	"hopscope/journey/visible"
	"hopscope/themes"
	"hopscope/vocab"
)

// heldShown is how many names that hold a text are listed.
const heldShown = 8

// usersPart says who uses a name: the one typed after /, else that under the
// cursor.
func (v *vocabTab) usersPart(m *model, w int) part {
	p := part{title: "Who uses the name", note: "type a name after /", noteRole: themes.Muted}
	name := v.filter
	first := line{{text: cutName(name, w-2), mod: bold}}
	switch {
	case m.filtering != nil:
		first = append(line{{text: "/ ", role: themes.Key}}, m.filtering.line(w-2)...)
	case name != "":
		first = append(line{{text: "/ ", role: themes.Key}}, first...)
	default:
		e, ok := v.entry()
		if !ok {
			p.body = prose(themes.Muted, "No name stands under the cursor.", w)
			return p
		}
		name, first = e.Name, line{{text: cutName(e.Name, w), mod: bold}}
	}
	p.body = append(p.body, first)
	if name != "" {
		p.body = append(p.body, v.userLines(m, name, w)...)
	}
	return p
}

func (v *vocabTab) userLines(m *model, name string, w int) []line {
	u := v.grid.table.Uses(name)
	var out []line
	if len(u.Hits) == 0 {
		out = prose(themes.Muted, "No client has this name.", w)
		return append(out, v.heldLines(name, w)...)
	}
	if !u.Exact {
		out = prose(themes.Warn, "Nobody writes it so; these differ only in capitals and signs:", w)
	}
	width := 0
	for _, h := range u.Hits {
		width = max(width, visible.Width(whoHas(h)))
	}
	tasks := map[string]bool{}
	for _, h := range u.Hits {
		tasks[h.Capability] = true
		l := line{{text: whoHas(h)}}.padded(min(width, w/3) + 2)
		note := h.Capability + v.userNote(m, h, name)
		indent := l.width()
		for i, row := range wrap(note, max(w-indent, 12)) {
			if i > 0 {
				l = line{blanks(indent)}
			}
			out = append(out, append(l, span{text: row}))
		}
	}
	if len(tasks) > 1 {
		out = append(out, prose(themes.Warn, "One name, "+comma(len(tasks))+" tasks: what is meant depends on the client.", w)...)
	}
	rest := "the other " + plural(u.Others, "client has", "clients have") + " no such name"
	if len(u.Clients) == 0 {
		rest = "no client has it as a tool of its own"
	}
	return append(out, prose(themes.Muted, rest, w)...)
}

func whoHas(h vocab.Hit) string {
	if h.Provider != nil {
		return visible.Name(h.Provider.Provider)
	}
	return visible.Name(h.Client)
}

// userNote says by what a row was found, and what the task is called here.
func (v *vocabTab) userNote(m *model, h vocab.Hit, name string) string {
	var list []string
	switch {
	case h.Provider != nil:
		list = append(list, "a tool of the provider, type "+h.Provider.Type)
	case h.Mentioned:
		list = append(list, "said, not declared")
	case h.Via == vocab.ViaAlias:
		list = append(list, "another name of "+h.Name)
	case h.As != name:
		list = append(list, "as "+h.As)
	}
	if h.Provider == nil && h.Via != vocab.ViaAlias && v.grid.table.Gone(h.Entry) {
		list = append(list, "not in the newest version")
	}
	id, _, _ := m.openClient()
	if e, ok := m.usualThere(h.Capability); ok && h.Client != id {
		list = append(list, "here that is "+e.Name)
	}
	if len(list) == 0 {
		return ""
	}
	return "; " + strings.Join(list, "; ")
}

// heldLines are names that hold a text.
func (v *vocabTab) heldLines(text string, w int) []line {
	var names []string
	for _, e := range v.grid.table.Holding(text) {
		if !slices.Contains(names, e.Name) {
			names = append(names, e.Name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	more := ""
	if n := len(names) - heldShown; n > 0 {
		more = " and " + comma(n) + " more"
		names = names[:heldShown]
	}
	return prose(themes.Text, "Names that hold it: "+strings.Join(names, ", ")+more+".", w)
}
