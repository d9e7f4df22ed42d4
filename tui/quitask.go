package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/themes"
)

// quitAsk asks before edits or notes are lost.
type quitAsk struct {
	// title and drop say what goes on, then does it.
	title, drop string
	then        func(*model) tea.Cmd
}

// unlessUnsaved goes on where nothing is lost, else asks.
func (m *model) unlessUnsaved(title, drop string, then func(*model) tea.Cmd) tea.Cmd {
	if m.unsavedWords() == "" {
		return then(m)
	}
	m.push(&quitAsk{title, drop, then})
	return nil
}

func (q *quitAsk) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "w":
		m.pop()
		return m.saveThen(q.then)
	case "d":
		m.pop()
		return q.then(m)
	}
	return nil
}

func (q *quitAsk) paste(*model, string) tea.Cmd { return nil }
func (q *quitAsk) closed(*model) tea.Cmd        { return nil }
func (q *quitAsk) status(m *model) string {
	if m.kase.path != "" {
		return "The case is as it was saved before."
	}
	return "The file itself was never changed."
}

func (q *quitAsk) foot(*model) []footKey {
	return []footKey{{"w", "save"}, {"d", q.drop}, {"esc", "stay"}}
}

func (q *quitAsk) draw(m *model, c *canvas) {
	what := m.unsavedWords() + " not saved."
	r := m.box(max(54, len(what)+35), 3)
	c.frame(r, q.title)
	text := line{{text: strings.TrimSpace(what)}, blanks(2), {text: "w", role: themes.Key, mod: bold}, {text: " save  "},
		{text: "d", role: themes.Key, mod: bold}, {text: " drop  "}, {text: "esc", role: themes.Key, mod: bold}, {text: " stay"}}
	c.put(r.x+2, r.y+1, r.w-4, text)
}
