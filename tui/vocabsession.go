package tui

import (
	"slices"
	"strings"

	"hopscope/journey/visible"
	"hopscope/themes"
	"hopscope/vocab"
)

// openTool is a tool or an echoed name of the open session that means the task
// under the cursor.
type openTool struct {
	name    string
	calls   int
	foreign bool // no name of the session's own client
}

// openTools are those of the open session, the most called first.
func (v *vocabTab) openTools(m *model, task string) []openTool {
	id, _, known := m.openClient()
	if v.tasks == nil || v.tasksOf != id {
		v.tasks, v.tasksOf = map[string][]string{}, id
	}
	t := v.grid.table
	var list []openTool
	for i := range m.data.rows {
		r := &m.data.rows[i]
		if r.server != "" {
			continue
		}
		tasks, seen := v.tasks[r.name]
		if !seen {
			if known {
				tasks = t.CapabilityOf(r.name, id)
			}
			if len(tasks) == 0 && (!known || r.tool < 0) {
				tasks = t.Tasks(r.name)
			}
			v.tasks[r.name] = tasks
		}
		if slices.Contains(tasks, task) {
			own := known && len(t.CapabilityOf(r.name, id)) > 0
			list = append(list, openTool{r.name, len(r.calls), !own})
		}
	}
	slices.SortStableFunc(list, func(a, b openTool) int { return b.calls - a.calls })
	return list
}

// openPart says what the open session has for the task, and what the client
// under the cursor would say instead.
func (v *vocabTab) openPart(m *model, w int) part {
	p := part{title: "In the open session", noteRole: themes.Muted}
	task := v.task().ID
	switch {
	case m.session() == nil:
		p.body = prose(themes.Muted, "No session is open: "+m.keyOf("tab-sessions")+" lists them, "+m.keyOf("open-path")+" opens a file.", w)
		return p
	case task == "":
		return p
	}
	tools := v.openTools(m, task)
	if len(tools) == 0 {
		p.body = prose(themes.Muted, "No tool of the session does this, as far as its name tells.", w)
		return append2(p, v.insteadLines(m, "", w))
	}
	p.note = cutName(tools[0].name, max(w/3, 8)) + ", " + plural(tools[0].calls, "call", "calls")
	for i, o := range tools {
		switch {
		case o.foreign:
			text := visible.Name(o.name) + ", " + plural(o.calls, "call", "calls") + ": no name of this client"
			if e, ok := m.usualThere(task); ok {
				text += "; here that is " + visible.Name(e.Name)
			}
			text += "."
			p.body = append(p.body, prose(themes.Bad, text, w)...)
		case i > 0:
			p.body = append(p.body, says(themes.Text, "and "+cutName(o.name, w/2)+", "+plural(o.calls, "call", "calls")))
		}
	}
	own := slices.IndexFunc(tools, func(o openTool) bool { return !o.foreign })
	name := ""
	if own >= 0 {
		name = tools[own].name
	}
	return append2(p, v.insteadLines(m, name, w))
}

func append2(p part, more []line) part {
	p.body = append(p.body, more...)
	return p
}

// insteadLines say what the client under the cursor calls it, and how the
// argument keys of the session's tool stand beside those of that one.
func (v *vocabTab) insteadLines(m *model, name string, w int) []line {
	id, version, known := m.openClient()
	c := v.client()
	if c.ID == id {
		e, ok := v.entry()
		if !ok {
			return nil
		}
		p := v.grid.table.Has(id, version, e.Name)
		word := map[vocab.Answer]string{vocab.Yes: "has", vocab.No: "does not have"}[p.Answer]
		if word == "" {
			word = "may have"
		}
		return prose(themes.Muted, strings.TrimSuffix(clientTitle(c)+" "+visible.Name(version)+" "+word+" "+e.Name+": "+p.Why, ": ")+".", w)
	}
	usual, there, ok := v.grid.table.Usual(c.ID, v.task().ID, "")
	if !ok || !there {
		return prose(themes.Muted, clientTitle(c)+" has no name for this task.", w)
	}
	say := clientTitle(c) + " would say " + visible.Name(usual.Name)
	from, ok := vocab.Entry{}, false
	if known && name != "" {
		for _, e := range v.grid.table.Cell(id, v.task().ID) {
			if e.Name == name || slices.Contains(e.Aliases, name) {
				from, ok = e, true
			}
		}
	}
	pairs, keys := vocab.PairKeys(from, usual)
	if !ok || !keys {
		return prose(themes.Text, say+".", w)
	}
	if !slices.ContainsFunc(pairs, func(k vocab.KeyPair) bool { return k.From != k.To }) {
		return prose(themes.Text, say+", with the same arguments.", w)
	}
	out := prose(themes.Text, say+", with other arguments:", w)
	width := 0
	for _, k := range pairs {
		width = max(width, visible.Width(visible.Name(k.From)), 1)
	}
	for _, k := range pairs {
		out = append(out, keyLine(k, width))
	}
	return out
}

// keyLine sets two argument keys side by side.
func keyLine(k vocab.KeyPair, width int) line {
	show := func(s string, role themes.Role) span {
		switch {
		case s == "":
			return span{text: "–", role: themes.Off}
		case k.From == k.To:
			return span{text: visible.Name(s), role: themes.Muted}
		}
		return span{text: visible.Name(s), role: role, mod: underline}
	}
	return append(line{blanks(2), show(k.From, themes.From)}.padded(width+4), span{text: "-> ", role: themes.Muted}, show(k.To, themes.To))
}
