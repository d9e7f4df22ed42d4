package tui

import (
	"path/filepath"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey/visible"
	"hopscope/themes"
)

// tabName is a tab with its number and title.
type tabName struct {
	tab  tab
	text string
}

// tabNames are the tabs that are there.
func (m *model) tabNames() []tabName {
	name := func(t tab, id, title string) tabName {
		keys := keyMap(m.keys).firsts([]string{id})
		if len(keys) > 0 {
			title = keys[0] + " " + title
		}
		return tabName{t, title}
	}
	list := []tabName{name(tabJourneys, "tab-journeys", "Journeys"), name(tabReplay, "tab-replay", "Replay"), name(tabVocab, "tab-vocabulary", "Vocabulary"), name(tabWhatIf, "tab-what-if", "What-if")}
	if m.opts.Find != nil {
		list = append(list, name(tabSessions, "tab-sessions", "Sessions"))
	}
	return list
}

// tabPlaces are the columns where the tabs stand.
func (m *model) tabPlaces() []rect {
	gap := 2
	if m.w >= twoColumnsFrom {
		gap = 3
	}
	x := 1
	var list []rect
	for _, t := range m.tabNames() {
		w := utf8.RuneCountInString(t.text)
		list = append(list, rect{x, 1, w, 1})
		x += w + gap
	}
	return list
}

// drawTabs draws the second and the third row: tabs, scheme and provider, and
// the rule with its heavy piece under the active tab.
func (m *model) drawTabs(c *canvas) {
	c.rule(0, 2, m.w)
	end := 1
	for i, r := range m.tabPlaces() {
		t := m.tabNames()[i]
		s := span{text: t.text}
		if t.tab == m.tab {
			s.role, s.mod = themes.Accent, bold
			for x := r.x; x < r.x+r.w; x++ {
				c.set(x, 2, "━", look{role: themes.Accent, mod: bold})
			}
		}
		c.put(r.x, 1, r.w, line{s})
		end = r.x + r.w
	}
	if m.tab == tabSessions || m.fail != nil || m.data.scheme == nil {
		return
	}
	key := span{text: m.keyOf("scheme"), role: themes.Key, mod: bold}
	scheme := line{key, {text: " " + visible.Text(m.schemeShown())}}
	if text := m.serversShort(); text != "" {
		scheme = append(scheme, span{text: "  "}, span{text: m.keyOf("servers"), role: themes.Key, mod: bold}, span{text: " " + text, role: themes.Warn})
	}
	both := append(append(line{}, scheme...), span{text: "  "}, span{text: m.keyOf("provider"), role: themes.Key, mod: bold}, span{text: " " + visible.Text(m.providerShown())})
	if m.reads() && m.w < twoColumnsFrom {
		return
	}
	if m.w < twoColumnsFrom || m.data.provider == nil {
		both = scheme
	}
	for _, l := range []line{both, scheme, {key, {text: " " + visible.Text(m.data.scheme.Info().ID) + " …"}}} {
		if c.right(end+2, m.w-1, 1, l) < m.w-1 {
			return
		}
	}
}

// schemeShown is the scheme in force: its version where it is not that of the
// client in the header.
func (m *model) schemeShown() string {
	info := m.data.scheme.Info()
	if s := m.session(); s == nil || s.Client.Version == "" || info.Version == s.Client.Version {
		return info.ID
	}
	return schemeName(info)
}

func (m *model) providerShown() string { return m.data.provider.Info().ID }

func (m *model) clickTab(x int) tea.Cmd {
	for i, r := range m.tabPlaces() {
		if x >= r.x && x < r.x+r.w {
			return m.showTab(m.tabNames()[i].tab)
		}
	}
	return nil
}

// shownPaths names the first path by its last part and counts the others.
func shownPaths(paths []string) string {
	if len(paths) == 0 {
		return ""
	}
	name := "standard input"
	if paths[0] != "-" {
		name = filepath.Base(strings.TrimRight(paths[0], "/"))
	}
	if len(paths) > 1 {
		name += " +" + comma(len(paths)-1)
	}
	return visible.Name(name)
}

// drawFailure draws what could not be opened.
func (m *model) drawFailure(c *canvas) {
	c.put(1, 0, m.w-20, line{{text: "hopscope", mod: bold}, {text: "  " + shownPaths(m.fail.paths)}})
	c.right(20, m.w-1, 0, says(themes.Bad, "not readable"))
	for i, l := range m.fail.lines(m.w-2, m.keyOf("open-path")) {
		if headRows+i >= m.h-footRows {
			break
		}
		c.put(1, headRows+i, m.w-2, l)
	}
}
