package tui

import (
	tea "charm.land/bubbletea/v2"

	"hopscope/themes"
)

// quitAsk asks before edits are lost.
type quitAsk struct{}

func (q *quitAsk) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "w":
		m.refuse("w", cannotSave(m))
	case "d":
		m.pop()
		return m.leave()
	}
	return nil
}

func (q *quitAsk) paste(*model, string) tea.Cmd { return nil }
func (q *quitAsk) closed(*model) tea.Cmd        { return nil }
func (q *quitAsk) status(*model) string         { return "The file itself was never changed." }

func (q *quitAsk) foot(*model) []footKey {
	return []footKey{{"w", "save"}, {"d", "drop and quit"}, {"esc", "stay"}}
}

func (q *quitAsk) draw(m *model, c *canvas) {
	r := m.box(54, 3)
	c.frame(r, "Quit")
	verb := " are not saved."
	if m.what.edits.Len() == 1 {
		verb = " is not saved."
	}
	text := line{{text: m.editCount() + verb}, blanks(2), {text: "w", role: themes.Key, mod: bold}, {text: " save  "},
		{text: "d", role: themes.Key, mod: bold}, {text: " drop  "}, {text: "esc", role: themes.Key, mod: bold}, {text: " stay"}}
	c.put(r.x+2, r.y+1, r.w-4, text)
}
