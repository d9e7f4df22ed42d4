package tui

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// chooser picks a scheme or a provider. Rail, list and JSON follow the cursor;
// enter takes it, esc puts the old one back.
type chooser struct {
	title string
	list  choice
	names []string
	rules []string
	now   int // of the one in force before, -1 for none
	why   string
	// show puts one in force; undo puts the old one back.
	show func(m *model, i int)
	undo func(m *model)
}

// setScheme puts a scheme in force.
func (m *model) setScheme(s journey.Scheme, chosen bool) {
	m.data.scheme, m.data.schemeChosen = s, chosen
	m.reanalyse()
}

// setProvider puts a provider in force.
func (m *model) setProvider(p journey.Provider, chosen bool) {
	m.data.provider, m.data.providerChosen = p, chosen
	m.reanalyse()
}

// reanalyse makes all again under another scheme or provider; the cursor keeps
// its row.
func (m *model) reanalyse() {
	moved := m.data.moved
	m.data.moved = true
	m.data.analyzer = nil
	m.rebuild()
	m.data.moved = moved
	m.makeDetail()
}

func (m *model) pickScheme() tea.Cmd {
	old, chosen, why := m.data.scheme, m.data.schemeChosen, m.data.schemeWhy
	c := &chooser{title: "Scheme", now: -1, why: why}
	schemes := m.schemes()
	for i, s := range schemes {
		info := s.Info()
		c.names, c.rules = append(c.names, schemeName(info)), append(c.rules, info.Rule)
		if old != nil && info.ID == old.Info().ID {
			c.now = i
		}
	}
	c.show = func(m *model, i int) {
		m.setScheme(schemes[i], true)
	}
	c.undo = func(m *model) {
		m.setScheme(old, chosen)
		m.data.schemeWhy = why
	}
	return m.pushChooser(c)
}

// schemes are those to choose from: the newest of each, but for the one in force
// and the recording's own, which come in their version.
func (m *model) schemes() []journey.Scheme {
	list := slices.Clone(m.opts.Schemes)
	for _, s := range []journey.Scheme{m.data.own, m.data.scheme} {
		if s == nil {
			continue
		}
		for i := range list {
			if list[i].Info().ID == s.Info().ID {
				list[i] = s
			}
		}
	}
	return list
}

func (m *model) pickProvider() tea.Cmd {
	old, chosen := m.data.provider, m.data.providerChosen
	c := &chooser{title: "Provider", now: -1}
	for i, p := range m.opts.Providers {
		info := p.Info()
		c.names, c.rules = append(c.names, info.ID), append(c.rules, info.Contract)
		if old != nil && info.ID == old.Info().ID {
			c.now = i
		}
	}
	c.show = func(m *model, i int) { m.setProvider(m.opts.Providers[i], true) }
	c.undo = func(m *model) { m.setProvider(old, chosen) }
	return m.pushChooser(c)
}

func (m *model) pushChooser(c *chooser) tea.Cmd {
	if len(c.names) == 0 {
		m.say("There is nothing to choose from.")
		return nil
	}
	c.list.cursor = max(c.now, 0)
	m.push(c)
	return nil
}

func schemeName(i journey.SchemeInfo) string {
	if i.Version == "" {
		return i.ID
	}
	return i.ID + " " + i.Version
}

func (c *chooser) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	if k.String() == "enter" {
		m.pop()
		if c.list.cursor == c.now {
			c.undo(m)
			return nil
		}
		c.show(m, c.list.cursor)
		m.say(c.title + ": " + c.names[c.list.cursor])
		return nil
	}
	was := c.list.cursor
	if c.list.key(k.String(), len(c.names), true) && c.list.cursor != was {
		c.show(m, c.list.cursor)
	}
	return nil
}

func (c *chooser) paste(*model, string) tea.Cmd { return nil }

func (c *chooser) closed(m *model) tea.Cmd {
	c.undo(m)
	m.say(c.title + " as before.")
	return nil
}

func (c *chooser) status(*model) string {
	if c.why != "" {
		return "By the recording: " + c.why + ". What stands behind follows the cursor."
	}
	return "What stands behind follows the cursor; nothing is changed before enter."
}

func (c *chooser) foot(*model) []footKey {
	return []footKey{{"j/k", "choose"}, {"enter", "take it"}, {"esc", "as before"}}
}

// place is where the list lies: over the hop panes, so that tools, rail,
// answer and JSON stay in view; in small windows over the answer.
func (c *chooser) place(m *model) rect {
	h := len(c.names) + 4
	if m.w < twoColumnsFrom || m.zoom {
		h = min(h, max(m.h-footRows-headRows-10, 8))
		return rect{2, m.h - footRows - h, m.w - 4, h}
	}
	top := m.h / 2
	if at := m.places().panes[paneReal]; !at.empty() {
		top = min(at.y-1, top)
	}
	return rect{listWidth(m.w) + 1, top, max(m.paneWidth()+4, 44), min(h, m.h-footRows-top)}
}

func (c *chooser) draw(m *model, cv *canvas) {
	r := c.place(m)
	cv.frame(r, c.title)
	c.list.h = r.h - 4
	c.list.clamp(len(c.names), c.list.h)
	for i := range c.list.h {
		at := c.list.offset + i
		if at >= len(c.names) {
			break
		}
		note := ""
		if at == c.now {
			note = "now"
		}
		name := visible.Text(c.names[at])
		room := max(r.w-6-visible.Width(name)-5, 0)
		text := line{{text: name}, {text: "  " + visible.Cut(c.rules[at], room), role: themes.Muted}}
		listRow(cv, r, r.y+1+i, at == c.list.cursor, text, says(themes.Accent, note))
	}
	cv.divide(r, r.y+r.h-3)
	pos := strconv.Itoa(c.list.cursor+1) + " of " + strconv.Itoa(len(c.names))
	if text := moreWords(c.list.offset, len(c.names)-c.list.offset-c.list.h); text != "" {
		pos = text
	}
	cv.put(r.x+2, r.y+r.h-2, r.w-4, footLine(c.foot(m), r.w-4-len(pos)-2))
	cv.right(r.x+2, r.x+r.w-2, r.y+r.h-2, says(themes.Muted, pos))
}

func (m *model) schemeState() string {
	if m.data.scheme == nil {
		return ""
	}
	return "now " + schemeName(m.data.scheme.Info())
}

func (m *model) providerState() string {
	if m.data.provider == nil {
		return ""
	}
	return "now " + m.data.provider.Info().ID
}

// schemeCommands are a palette entry for each scheme and provider.
func (m *model) schemeCommands() []command {
	var list []command
	for _, s := range m.schemes() {
		name := schemeName(s.Info())
		list = append(list, command{label: "Scheme: " + name, run: func(m *model) tea.Cmd {
			m.setScheme(s, true)
			m.say("Scheme: " + name)
			return nil
		}})
	}
	for _, p := range m.opts.Providers {
		name := p.Info().ID
		list = append(list, command{label: "Provider: " + name, run: func(m *model) tea.Cmd {
			m.setProvider(p, true)
			m.say("Provider: " + name)
			return nil
		}})
	}
	return list
}
