package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey/decide"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// pickTarget chooses the vocabulary that names are mapped into: a client's, or
// a list of demanded names.
func (m *model) pickTarget() tea.Cmd {
	w := &m.what
	targets := m.decideOptions().Targets()
	c := &chooser{title: "Map into", now: -1, standing: "The names of the request are mapped into those of another client."}
	for i, t := range targets {
		c.rows = append(c.rows, chooserRow{name: t.Title(), rule: "the names of " + visible.Text(t.Client), noteRole: themes.Muted})
		if !w.up.IsList() && t.Client == w.up.Client {
			c.now = i
		}
	}
	c.rows = append(c.rows, chooserRow{name: "a list of names", rule: "what an upstream demands, typed", noteRole: themes.Muted})
	c.take = func(m *model, i int) tea.Cmd {
		if i == len(targets) {
			m.push(&linePrompt{
				title: "Demanded names", hint: "Names with a comma or a blank between them.", in: newInput(strings.Join(w.up.Names, ", ")),
				done: func(m *model, text string) tea.Cmd {
					names := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
					if len(names) == 0 {
						m.say("Type a name, or esc.")
						return nil
					}
					m.pop()
					m.mapInto(decide.Upstream{Names: names})
					return nil
				},
			})
			return nil
		}
		m.mapInto(targets[i])
		return nil
	}
	return m.pushChooser(c)
}

// mapInto makes the map again for another target.
func (m *model) mapInto(up decide.Upstream) {
	m.what.up, m.what.upSet, m.what.moved, m.what.forget = up, true, false, nil
	m.say("The map goes to " + up.Title() + ".")
}

// linePrompt asks for one line of text.
type linePrompt struct {
	title, hint string
	in          *input
	// done takes the text; it closes the prompt when the text will do.
	done func(m *model, text string) tea.Cmd
}

func (p *linePrompt) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	if k.String() == "enter" {
		return p.done(m, p.in.String())
	}
	p.in.key(k)
	return nil
}

func (p *linePrompt) paste(_ *model, text string) tea.Cmd {
	p.in.insert(text)
	return nil
}

func (p *linePrompt) closed(*model) tea.Cmd { return nil }
func (p *linePrompt) status(*model) string  { return p.hint }

func (p *linePrompt) foot(*model) []footKey {
	return []footKey{{"enter", "take it"}, {"ctrl+l", "clear"}, {"esc", "close"}}
}

func (p *linePrompt) draw(m *model, c *canvas) {
	r := m.box(70, 3)
	c.frame(r, visible.Cut(p.title, r.w-8))
	c.put(r.x+2, r.y+1, r.w-4, append(line{{text: "> ", role: themes.Muted}}, p.in.line(r.w-6)...))
}
