package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/themes"
)

// prompt asks for a path.
type prompt struct{ in *input }

func (m *model) askPath() tea.Cmd {
	m.push(&prompt{newInput("")})
	return nil
}

func (p *prompt) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	if k.String() != "enter" {
		p.in.key(k)
		return nil
	}
	paths := splitPaths(p.in.String(), m.opts.Home)
	if len(paths) == 0 {
		m.say("Type a path, or esc.")
		return nil
	}
	m.pop()
	return m.openPaths(paths)
}

// splitPaths cuts a line into paths at blanks, as a shell does: quotes and
// backslashes keep them together, ~ is the home folder.
func splitPaths(text, home string) []string {
	var paths []string
	var b strings.Builder
	var quote rune
	open, escaped := false, false
	for _, r := range strings.TrimSpace(text) {
		switch {
		case escaped:
			b.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, open = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, open = r, true
		case quote == 0 && r == ' ':
			if open {
				paths = append(paths, b.String())
			}
			b.Reset()
			open = false
		default:
			b.WriteRune(r)
			open = true
		}
	}
	if open {
		paths = append(paths, b.String())
	}
	for i, p := range paths {
		if home != "" && (p == "~" || strings.HasPrefix(p, "~/")) {
			paths[i] = home + p[1:]
		}
	}
	return paths
}

func (p *prompt) paste(_ *model, text string) tea.Cmd {
	p.in.insert(strings.TrimSpace(text))
	return nil
}

func (p *prompt) closed(*model) tea.Cmd { return nil }
func (p *prompt) status(*model) string {
	return "A session, a capture, a catalog or a case; several paths make one workbench."
}

func (p *prompt) foot(*model) []footKey {
	return []footKey{{"enter", "open"}, {"ctrl+u", "clear"}, {"esc", "close"}}
}

func (p *prompt) draw(m *model, c *canvas) {
	r := m.box(70, 3)
	c.frame(r, "Open")
	c.put(r.x+2, r.y+1, r.w-4, append(line{{text: "> ", role: themes.Muted}}, p.in.line(r.w-6)...))
}
