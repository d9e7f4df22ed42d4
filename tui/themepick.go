package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/themes"
)

// themeIDs are the themes that t goes through.
func (m *model) themeIDs() []string {
	ids := append([]string{"auto"}, themes.List()...)
	for _, f := range m.opts.Themes {
		ids = append(ids, f.ID)
	}
	return ids
}

// nextTheme goes to the next theme.
func (m *model) nextTheme() tea.Cmd {
	ids := m.themeIDs()
	for i, id := range ids {
		if id == m.themeID {
			return m.useTheme(ids[(i+1)%len(ids)])
		}
	}
	return m.useTheme(ids[0])
}

// useTheme puts a theme in force.
func (m *model) useTheme(id string) tea.Cmd {
	m.themeID = id
	m.restyle()
	m.say("Theme: " + id)
	if id == "auto" {
		return tea.RequestBackgroundColor
	}
	return nil
}

func (m *model) themeState() string { return "now " + m.themeID }

// restyle makes the styles for theme, background and colours of now.
func (m *model) restyle() {
	m.styles = newStyles(m.themeID, m.dark, m.profile, m.asciiOnly(), m.opts.Themes...)
}

// asciiOnly says whether the terminal draws no more than ASCII: the Linux
// console, or a locale that is not UTF-8.
func (m *model) asciiOnly() bool {
	env := m.opts.Env
	if env("TERM") == "linux" {
		return true
	}
	for _, k := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := env(k); v != "" {
			return !isUTF8(v)
		}
	}
	return false
}

// isUTF8 reports whether the value of a locale variable names UTF-8.
func isUTF8(locale string) bool {
	l := strings.ToLower(locale)
	return strings.Contains(l, "utf-8") || strings.Contains(l, "utf8")
}
