package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/themes"
)

// A chooser is a list to take one thing from: a scheme, a provider, a server.
// It has groups, a search, and a few lines about the row under the cursor.
// What stands behind it follows the cursor; enter takes, esc puts the old one
// back.
//
//	╭─ Scheme ──────────────── 7 of 31 ─╮
//	│ Coding agents                     │  a group
//	│▌claude-code 2.1.20  rule      now │  a row
//	├───────────────────────────────────┤
//	│ the whole rule, and more          │  about
//	╰─ 4 above, 12 below ───────────────╯
type chooser struct {
	title string
	rows  []chooserRow
	// now is the row that was in force before, -1 for none.
	now int
	// show puts a row in force, undo what was before. take is called after
	// show when a row is taken; nil: the status line names the row. Without
	// show nothing follows the cursor, and take does all.
	show func(m *model, i int)
	undo func(m *model)
	take func(m *model, i int) tea.Cmd
	// about are the lines below the list, for a width; nil: the rule.
	about func(m *model, i, w int) []line
	// standing is the text of the status line, empty for the usual one.
	standing string
	// more are the keys that only this list has; they do not work while the
	// search is typed.
	more []chooserKey

	list choice
	in   *input // nil: the search is not open
	find string
	hits []int // rows that the search lets through, by group and as given
	top  int   // first drawn line of rows and headings
	// settling, dirty and wait: as of the detail, for what follows the cursor.
	settling, dirty bool
	wait            int
}

// chooserRow is one thing to choose. All texts have passed journey/visible.
type chooserRow struct {
	// name is what the row is called, also in the status line; rule says it in
	// a line; note stands at the right: "recorded", "no request".
	name, rule, note string
	noteRole         themes.Role
	// group is the heading that the row stands under; rows of one group stand
	// together.
	group string
	// also is searched beside name and rule: aliases, other versions.
	also string
}

// chooserKey is one more key of a chooser.
type chooserKey struct {
	keys []string
	// show is how the last row writes them, word what they do.
	show, word string
	// why says why it cannot be done for row i; nil or empty: it can.
	why func(m *model, i int) string
	run func(m *model, i int) tea.Cmd
}

// chooserSettled says that no key moved the cursor of a chooser for a moment.
type chooserSettledMsg struct {
	c    *chooser
	wait int
}

// pushChooser opens a chooser on the row that is in force.
func (m *model) pushChooser(c *chooser) tea.Cmd {
	if len(c.rows) == 0 {
		m.say("There is nothing to choose from.")
		return nil
	}
	c.search("")
	c.stand(max(c.now, 0))
	m.push(c)
	return nil
}

// search keeps the rows that have every word of the text; what begins with it
// is not put first, so that rows keep their places.
func (c *chooser) search(text string) {
	was := c.at()
	c.find = text
	words := strings.Fields(strings.ToLower(text))
	c.hits = c.hits[:0]
	for i, r := range c.rows {
		all := strings.ToLower(r.name + " " + r.rule + " " + r.also + " " + r.group)
		ok := true
		for _, w := range words {
			ok = ok && strings.Contains(all, w)
		}
		if ok {
			c.hits = append(c.hits, i)
		}
	}
	c.stand(was)
	if text == "" || c.at() < 0 {
		return
	}
	for _, i := range c.hits { // the best hit is one whose name has it
		if strings.Contains(strings.ToLower(c.rows[i].name), strings.ToLower(strings.TrimSpace(text))) {
			c.stand(i)
			return
		}
	}
}

// at is the row under the cursor, -1 for none.
func (c *chooser) at() int {
	if c.list.cursor < 0 || c.list.cursor >= len(c.hits) {
		return -1
	}
	return c.hits[c.list.cursor]
}

// stand puts the cursor on a row, or on the first where it is not shown.
func (c *chooser) stand(row int) {
	c.list.cursor = 0
	for i, r := range c.hits {
		if r == row {
			c.list.cursor = i
		}
	}
}

func (c *chooser) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	was := c.at()
	switch key := k.String(); {
	case key == "enter":
		return c.enter(m)
	case c.list.key(key, len(c.hits), c.in == nil):
	case c.in != nil:
		if c.in.key(k) {
			c.search(c.in.String())
		}
	case key == "/":
		c.in = newInput(c.find)
	default:
		return c.other(m, key)
	}
	return c.moved(m, was)
}

// other runs one of the keys that only this list has.
func (c *chooser) other(m *model, key string) tea.Cmd {
	i := c.at()
	for _, x := range c.more {
		for _, k := range x.keys {
			if k != key || i < 0 {
				continue
			}
			if x.why != nil {
				if why := x.why(m, i); why != "" {
					m.refuse(key, why)
					return nil
				}
			}
			return x.run(m, i)
		}
	}
	return nil
}

// moved lets what stands behind follow: the first time at once, and while keys
// follow each other quickly only after they pause.
func (c *chooser) moved(m *model, was int) tea.Cmd {
	if c.show == nil || c.at() == was || c.at() < 0 {
		return nil
	}
	c.wait++
	if c.settling {
		c.dirty = true
	} else {
		c.settling = true
		c.show(m, c.at())
	}
	return m.after(settleTime, chooserSettledMsg{c, c.wait})
}

// chooserSettled shows the row that the cursor came to.
func (m *model) chooserSettled(msg chooserSettledMsg) {
	c := msg.c
	if msg.wait != c.wait {
		return
	}
	c.settling = false
	if c.dirty && c.open(m) && c.at() >= 0 {
		c.show(m, c.at())
	}
	c.dirty = false
}

// open reports whether the chooser still lies there.
func (c *chooser) open(m *model) bool {
	for _, o := range m.overlay {
		if o == overlay(c) {
			return true
		}
	}
	return false
}

// enter takes the row under the cursor.
func (c *chooser) enter(m *model) tea.Cmd {
	i := c.at()
	if i < 0 {
		m.say("Nothing matches; esc shows all.")
		return nil
	}
	m.pop()
	if c.show != nil && i == c.now {
		c.undo(m)
		return nil
	}
	if c.show != nil {
		c.show(m, i)
	}
	if c.take != nil {
		return c.take(m, i)
	}
	m.say(c.title + ": " + c.rows[i].name)
	return nil
}

func (c *chooser) paste(m *model, text string) tea.Cmd {
	if c.in == nil {
		return nil
	}
	was := c.at()
	c.in.insert(text)
	c.search(c.in.String())
	return c.moved(m, was)
}

// stepBack leaves the search before the list: all rows are there again, the
// cursor keeps its own.
func (c *chooser) stepBack(m *model) (tea.Cmd, bool) {
	if c.in == nil && c.find == "" {
		return nil, false
	}
	was := c.at()
	c.in = nil
	c.search("")
	return c.moved(m, was), true
}

func (c *chooser) closed(m *model) tea.Cmd {
	if c.undo != nil {
		c.undo(m)
	}
	if c.show != nil {
		m.say(c.title + " as before.")
	}
	return nil
}

func (c *chooser) status(*model) string {
	if c.standing != "" {
		return c.standing
	}
	return "What stands behind follows the cursor; nothing is changed before enter."
}

func (c *chooser) foot(*model) []footKey {
	if c.in != nil {
		return []footKey{{"type", "search"}, {"up/down", "choose"}, {"enter", "take it"}, {"esc", "all again"}}
	}
	keys := []footKey{{"j/k", "choose"}, {"enter", "take it"}}
	for _, x := range c.more {
		if x.show != "" {
			keys = append(keys, footKey{x.show, x.word})
		}
	}
	return append(keys, footKey{"/", "search"}, footKey{"esc", "as before"})
}
