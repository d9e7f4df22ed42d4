package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey/visible"
	"hopscope/themes"
)

// helpPage is the list of all keys of the tab, made from the key map.
type helpPage struct {
	in     *input // nil: no key is looked for
	find   string
	offset int
	height int
	rows   int
}

func (m *model) openHelp() tea.Cmd {
	m.push(&helpPage{})
	return nil
}

func (h *helpPage) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	if h.in != nil {
		switch {
		case k.String() == "enter":
			h.in = nil
		case h.in.key(k):
			h.find, h.offset = h.in.String(), 0
		}
		return nil
	}
	switch k.String() {
	case "j", "down":
		h.scroll(1)
	case "k", "up":
		h.scroll(-1)
	case "ctrl+d", "pgdown", "space":
		h.scroll(max(h.height-2, 1))
	case "ctrl+u", "pgup":
		h.scroll(-max(h.height-2, 1))
	case "g", "home":
		h.scroll(-farAway)
	case "G", "end":
		h.scroll(farAway)
	case "/":
		h.in = newInput(h.find)
	default:
		if m.isKey("help", k.String()) || m.isKey("quit", k.String()) {
			m.pop()
		}
	}
	return nil
}

func (h *helpPage) scroll(d int) { h.offset = max(min(h.offset+d, h.rows-h.height), 0) }

func (h *helpPage) paste(_ *model, text string) tea.Cmd {
	if h.in != nil {
		h.in.insert(text)
		h.find = h.in.String()
	}
	return nil
}

func (h *helpPage) closed(*model) tea.Cmd { return nil }

func (h *helpPage) status(m *model) string {
	return m.keyOf("help") + " or esc closes. Grey keys do nothing now; the reason stands beside them."
}

func (h *helpPage) foot(*model) []footKey {
	return []footKey{{"j/k", "scroll"}, {"/", "find a key"}, {"esc", "close"}}
}

// helpMarks explain the signs; they stand below the left groups.
func helpMarks() []line {
	sign := func(role themes.Role, mark, word string) line {
		return line{{text: mark, role: role}, {text: " " + word}}
	}
	row := func(cells ...line) line {
		var l line
		for i, c := range cells {
			if i+1 < len(cells) {
				c = c.padded(11)
			}
			l = append(l, c...)
		}
		return l
	}
	return []line{
		{{text: "Marks", mod: bold}},
		row(sign(themes.Bad, "✗", "unknown"), sign(themes.Warn, "!", "failed"), sign(themes.Bad, "≡", "clash")),
		row(sign(themes.Warn, "–", "left out"), sign(themes.Changed, "◆", "changed"), sign(themes.Bad, "≠", "drift")),
		append(append(sign(themes.Text, "●", "form known"), blanks(2)), sign(themes.Off, "○", "none or not recorded")...),
	}
}

// columns returns the two columns of the page.
func (h *helpPage) columns(m *model) (left, right []line) {
	for _, g := range []group{groupMove, groupLook} {
		left = append(left, h.group(m, g, 10)...)
	}
	for _, g := range []group{groupAsk, groupTake, groupEverywhere} {
		right = append(right, h.group(m, g, 9)...)
	}
	if h.find == "" {
		left = append(left, helpMarks()...)
	}
	return left, right
}

// group is a heading with its keys, w columns each, and a blank line behind.
func (h *helpPage) group(m *model, g group, w int) []line {
	var rows []line
	for i := range m.keys {
		a := &m.keys[i]
		if a.group != g || a.help == "" || !a.there(m) {
			continue
		}
		l := helpRow(m, a, w)
		if h.find != "" && !strings.Contains(strings.ToLower(l.plain()), strings.ToLower(h.find)) {
			continue
		}
		rows = append(rows, highlight(l, h.find))
	}
	if len(rows) == 0 {
		return nil
	}
	return append(append([]line{{{text: string(g), mod: bold}}}, rows...), line{})
}

// helpRow is a key in w columns with what it does; a key that does nothing now says why.
func helpRow(m *model, a *action, w int) line {
	why, text := a.reason(m), a.help
	if s := a.helpOn[m.tab]; s != "" {
		text = s
	}
	l := line{{text: a.shown(), role: themes.Key}}.padded(w)
	if why != "" {
		l[0].role = themes.Muted
		return append(l, span{text: text + "  ", role: themes.Muted}, span{text: why, role: themes.Muted, mod: italic})
	}
	if a.state != nil {
		if s := a.state(m); s != "" && a.id == "scheme" {
			text += ": " + visible.Text(strings.TrimPrefix(s, "now "))
		}
	}
	return append(l, span{text: text})
}

// draw replaces the body by the page.
func (h *helpPage) draw(m *model, c *canvas) {
	c.blank(rect{0, 0, m.w, 1}, groundNone)
	name := "Journeys"
	if m.tab == tabSessions {
		name = "Sessions"
	}
	if own := m.own(); own != nil {
		name = own.title()
	}
	c.put(1, 0, m.w-2, line{{text: "hopscope", mod: bold}, {text: "  help  " + name}})
	body := rect{0, headRows, m.w, m.h - headRows - footRows}
	c.blank(body, groundNone)
	left, right := h.columns(m)
	if m.w < 80 {
		left, right = append(append(left, line{}), right...), nil
	}
	h.rows, h.height = max(len(left), len(right)), body.h
	h.scroll(0)
	first, n, above, below := cutRows(h.rows, h.offset, body.h)
	half, y := m.w/2, body.y
	if above > 0 {
		c.put(1, y, m.w-2, says(themes.Muted, "… "+comma(above)+" more above"))
		y++
	}
	for i := first; i < first+n; i++ {
		if i < len(left) {
			c.put(1, y, half-2, left[i])
		}
		if i < len(right) {
			c.put(half, y, m.w-half-1, right[i])
		}
		y++
	}
	if below > 0 {
		c.put(1, y, m.w-2, says(themes.Muted, comma(below)+" more below"))
	}
	if h.in != nil {
		c.blank(rect{0, m.h - 2, m.w, 1}, groundNone)
		c.put(1, m.h-2, m.w-2, append(line{{text: "/ ", role: themes.Key}}, h.in.line(m.w/2)...))
	}
}
