package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
	"hopscope/journey/decide"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// editMenu offers the kinds of edits, one key a kind.
type editMenu struct{ items []editChoice }

// editChoice is one line of the menu.
type editChoice struct {
	key, label, note, why string
	run                   func(m *model) tea.Cmd
}

// editedTool is the tool of the catalog that an edit would be about: that of
// the row under the cursor; on What-if the one that the call means comes before
// the row of the map, unless the map has the focus.
func (m *model) editedTool() (journey.Tool, bool) {
	if m.tab == tabWhatIf {
		w := &m.what
		at, i := -1, w.lists[whatMap].cursor
		if w.decision.Outcome != decide.Refused && w.pane != whatMap {
			at = w.decision.At
		}
		if at < 0 && w.moved && i < len(w.shown) {
			at = w.out.Rows[w.shown[i]].At
		}
		if at < 0 || at >= len(w.request.at) {
			return journey.Tool{}, false
		}
		return w.request.plan.Tools[w.request.at[at]].Tool, true
	}
	r := m.row()
	if r == nil || r.tool < 0 || r.tool >= len(m.data.plan.Tools) {
		return journey.Tool{}, false
	}
	return m.data.plan.Tools[r.tool].Tool, true
}

func (m *model) openEditMenu() tea.Cmd {
	m.push(&editMenu{m.editChoices()})
	return nil
}

// editChoices are the edits for what is selected.
func (m *model) editChoices() []editChoice {
	t, ok := m.editedTool()
	name, why := t.Listed(), ""
	if !ok {
		why = "no tool of the list is selected"
	}
	about := func(kind decide.EditKind) decide.Edit { return decide.Edit{Kind: kind, Tool: name, Server: t.Server} }
	list := []editChoice{
		{"a", "add a tool", "", "", func(m *model) tea.Cmd {
			return m.askEdit("Add a tool", "", func(text string) decide.Edit { return addOf(text) })
		}},
		{"r", "rename", name, why, func(m *model) tea.Cmd {
			return m.askEdit("Rename "+name, name, func(text string) decide.Edit {
				e := about(decide.EditRename)
				e.To = text
				return e
			})
		}},
		{"x", "remove", name, why, func(m *model) tea.Cmd { return m.addEdit(about(decide.EditRemove)) }},
		{"d", "disable, or enable again", name, why, func(m *model) tea.Cmd { return m.addEdit(about(decide.EditDisable)) }},
	}
	serverWhy := why
	if serverWhy == "" && t.Server == "" {
		serverWhy = "this tool has no server key"
	}
	return append(list,
		editChoice{"k", "server key", string(t.Server), serverWhy, func(m *model) tea.Cmd {
			return m.askEdit("Key of the server "+string(t.Server), string(t.Server), func(text string) decide.Edit {
				return decide.Edit{Kind: decide.EditServer, Server: t.Server, To: text}
			})
		}},
		editChoice{"c", "connected servers, their order", m.serverState(), noServers(m), (*model).pickServers},
		editChoice{"s", "scheme", schemeName(m.data.scheme.Info()), "", (*model).pickScheme},
		editChoice{"p", "provider", m.data.provider.Info().ID, "", (*model).pickProvider},
		editChoice{"v", "client version", m.data.scheme.Info().Version, m.noVersions(), func(m *model) tea.Cmd {
			return m.askEdit("Version of "+m.data.scheme.Info().ID, m.data.scheme.Info().Version, func(text string) decide.Edit {
				return decide.Edit{Kind: decide.EditVersion, To: text}
			})
		}},
	)
}

// addOf reads the tool that is added: a name, or SERVER and a name with a blank
// between them.
func addOf(text string) decide.Edit {
	server, tool, ok := strings.Cut(strings.TrimSpace(text), " ")
	if !ok {
		return decide.Edit{Kind: decide.EditAdd, Tool: server}
	}
	return decide.Edit{Kind: decide.EditAdd, Server: journey.Server(server), Tool: strings.TrimSpace(tool)}
}

func (m *model) noVersions() string {
	if len(m.data.scheme.Info().Versions) == 0 {
		return "this scheme has no versions"
	}
	return ""
}

// askEdit asks for the text of an edit; the prompt stays while it will not do.
func (m *model) askEdit(title, text string, edit func(text string) decide.Edit) tea.Cmd {
	hint := "The recording stays as it is."
	if text == "" {
		hint = "A name, or SERVER NAME for a tool of a server."
	}
	m.push(&linePrompt{title: title, hint: hint, in: newInput(text), done: func(m *model, text string) tea.Cmd {
		if strings.TrimSpace(text) == "" {
			m.say("Type a name, or esc.")
			return nil
		}
		n := m.what.edits.Len()
		cmd := m.addEdit(edit(strings.TrimSpace(text)))
		if m.what.edits.Len() > n {
			m.pop()
		}
		return cmd
	}})
	return nil
}

func (e *editMenu) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	for _, it := range e.items {
		if it.key != k.String() {
			continue
		}
		m.pop()
		if it.why != "" {
			m.refuse("a "+it.key, it.why)
			return nil
		}
		m.what.asEdit = true
		cmd := it.run(m)
		m.what.asEdit = false
		return cmd
	}
	m.say("No such edit: choose a letter of the list.")
	return nil
}

func (e *editMenu) paste(*model, string) tea.Cmd { return nil }
func (e *editMenu) closed(*model) tea.Cmd        { return nil }
func (e *editMenu) status(m *model) string {
	return "Edits suppose something; the file itself stays as it is. " + m.keyOf("undo") + " takes the last one back."
}

func (e *editMenu) foot(*model) []footKey { return []footKey{{"letter", "edit"}, {"esc", "close"}} }

func (e *editMenu) draw(m *model, c *canvas) {
	w := min(72, m.w-4)
	r := rect{m.w - w - 1, m.h - footRows - len(e.items) - 2, w, len(e.items) + 2}
	c.frame(r, "Edit")
	for i, it := range e.items {
		text := line{{text: it.key, role: themes.Key, mod: bold}, {text: "  " + it.label}}
		note := says(themes.Muted, visible.Middle(it.note, r.w-40))
		if it.why != "" {
			text, note = line{{text: it.key + "  " + it.label, role: themes.Muted}}, says(themes.Muted, it.why)
		}
		listRow(c, r, r.y+1+i, false, text, note)
	}
}
