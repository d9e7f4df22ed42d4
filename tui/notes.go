package tui

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey/visible"
	"hopscope/sessions/casefile"
	"hopscope/themes"
)

// noteBox takes one line of text: a note, or the name of the edits.
type noteBox struct {
	in    *input
	title string
	about string
	take  func(m *model, text string)
}

// numberHere is how notes speak of the selected call: by its entry in the case,
// by its row in a recording. 0: no call is selected.
func (m *model) numberHere() int {
	row := m.callRow()
	switch c := m.ownCase(); {
	case row < 0:
		return 0
	case c != nil:
		return entryOf(c, row)
	default:
		return row + 1
	}
}

// noteOf is the note about a call, 0: about the session.
func (m *model) noteOf(call int) string {
	for _, n := range m.kase.notes {
		if n.Call == call {
			return n.Text
		}
	}
	return ""
}

// setNote writes a note; an empty text takes it away.
func (m *model) setNote(call int, text string) {
	list := slices.Clone(m.kase.notes)
	i := slices.IndexFunc(list, func(n casefile.Note) bool { return n.Call == call })
	text = strings.TrimSpace(text)
	switch {
	case text == "" && i >= 0:
		list = slices.Delete(list, i, i+1)
		m.say("The note is gone; " + m.keyOf("save") + " saves that.")
	case text == "":
		return
	case i >= 0:
		list[i].Text, list[i].Time = text, m.opts.Now().UTC().Format(time.RFC3339)
		m.say("Noted; " + m.keyOf("save") + " saves it in a case.")
	default:
		list = append(list, casefile.Note{Text: text, Call: call, Time: m.opts.Now().UTC().Format(time.RFC3339)})
		m.say("Noted; " + m.keyOf("save") + " saves it in a case.")
	}
	m.kase.notes = list
}

func (m *model) noteCall() tea.Cmd {
	call := m.numberHere()
	m.push(&noteBox{newInput(m.noteOf(call)), "Note on this call", "A note is yours: nothing is concluded from it. An empty one is taken away.",
		func(m *model, text string) { m.setNote(call, text) }})
	return nil
}

func (m *model) noteSession() tea.Cmd {
	m.push(&noteBox{newInput(m.noteOf(0)), "Note on the session", "A note is yours: nothing is concluded from it. An empty one is taken away.",
		func(m *model, text string) { m.setNote(0, text) }})
	return nil
}

func (m *model) nameEdits() tea.Cmd {
	m.push(&noteBox{newInput(m.what.called), "Name of the edits", "What they suppose, in a few words.", func(m *model, text string) {
		m.what.called = strings.TrimSpace(text)
		m.say("The edits are called: " + visible.Text(m.what.called) + ".")
	}})
	return nil
}

func noCallHere(m *model) string {
	if why := cannotSave(m); why != "" {
		return why
	}
	if m.numberHere() == 0 {
		return "no call is selected"
	}
	return ""
}

func (b *noteBox) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	if k.String() != "enter" {
		b.in.key(k)
		return nil
	}
	m.pop()
	b.take(m, b.in.String())
	return nil
}

func (b *noteBox) paste(_ *model, text string) tea.Cmd {
	b.in.insert(strings.TrimSpace(text))
	return nil
}

func (b *noteBox) closed(*model) tea.Cmd { return nil }
func (b *noteBox) status(*model) string  { return b.about }

func (b *noteBox) foot(*model) []footKey {
	return []footKey{{"enter", "take it"}, {"ctrl+u", "clear"}, {"esc", "close"}}
}

func (b *noteBox) draw(m *model, c *canvas) {
	r := m.box(76, 3)
	c.frame(r, b.title)
	c.put(r.x+2, r.y+1, r.w-4, append(line{{text: "> ", role: themes.Muted}}, b.in.line(r.w-6)...))
}

// noteWords is the note about what is selected, for the status line.
func (m *model) noteWords() string {
	if call := m.numberHere(); call > 0 {
		if text := m.noteOf(call); text != "" {
			return "Note: " + visible.Text(text)
		}
	}
	if text := m.noteOf(0); text != "" {
		return "Note on the session: " + visible.Text(text)
	}
	return ""
}

// noteKeys are entries of the palette without keys of their own.
func noteKeys() []action {
	return []action{
		{id: "note-call", name: "Note: on this call", group: groupTake, tabs: onEdited(), why: noCallHere, run: (*model).noteCall},
		{id: "note-session", name: "Note: on the session", group: groupTake, tabs: onEdited(), why: cannotSave, run: (*model).noteSession},
		{id: "name-edits", name: "Edits: name the list", group: groupTake, tabs: onEdited(), why: func(m *model) string {
			if m.what.edits.Len() == 0 {
				return "there are no edits"
			}
			return ""
		}, run: (*model).nameEdits},
	}
}
