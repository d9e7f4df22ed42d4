package tui

import (
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey/redact"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// clipboardMax is the longest text that goes to the terminal's clipboard: the
// limit of OSC 52 in common terminals. Longer ones go to a file.
const clipboardMax = 74_000

// copier is the copy menu: one key a thing.
type copier struct{ items []copyChoice }

// copyChoice is one line of the menu; why says why there is nothing to copy.
type copyChoice struct {
	key, label, text, why string
	// late makes the text when it is taken: it is long. nil: text is it.
	late func() string
}

// content is the text of a choice.
func (c *copyChoice) content() string {
	if c.late != nil {
		return c.late()
	}
	return c.text
}

func nothingToCopy(m *model) string {
	if m.tab == tabJourneys && m.fail == nil && m.row() == nil {
		return "nothing is selected"
	}
	return ""
}

func (m *model) copyMenu() tea.Cmd {
	m.push(&copier{m.copyChoices()})
	return nil
}

// copyChoices are what can be copied on the tab of now.
func (m *model) copyChoices() []copyChoice {
	if own := m.own(); own != nil {
		return own.copies(m)
	}
	switch {
	case m.tab == tabSessions:
		path := ""
		if e := m.pick.entry(); e != nil {
			path = e.Path
		}
		return []copyChoice{{key: "p", label: "path", text: path, why: orReason(path, "no session is selected")}}
	case m.fail != nil:
		text := strings.Join(m.fail.plain(), "\n")
		return []copyChoice{{key: "a", label: "message", text: text}, {key: "p", label: "path", text: shownPaths(m.fail.paths)}}
	}
	long := m.focus == paneTools && len(m.data.shown) > m.manyRows
	p := part{}
	if !long {
		p = m.partOf(m.focus)
	}
	name := m.row().name
	if m.focus > paneCalls && len(p.copies) > 0 {
		name = p.copies[0].text
	}
	wire, request := m.copyOf(paneWire, "w"), m.requestChoice()
	list := []copyChoice{
		{key: "n", label: "name", text: name, why: orReason(name, "no name stands here")},
		{key: "w", label: "wire JSON", text: wire, why: orReason(wire, "not in the request")},
		request,
		{key: "p", label: "path of its place", text: m.wirePath(), why: orReason(m.wirePath(), "not in the request")},
	}
	d := m.data.detail
	errText, id := "", ""
	if d != nil && d.call != nil {
		errText, id = d.call.Error, d.call.ID
		if d.call.Class.Failed() && d.result != "" {
			errText = d.result
		}
	}
	why := plainLines(m.whyAll())
	text := func(p part) string { return plainLines(append([]line{says(themes.Text, p.title)}, p.body...)) }
	whole := copyChoice{key: "a", label: "all of the pane"}
	if long {
		whole.late = func() string { return text(m.partOf(paneTools)) }
	} else {
		whole.text = text(p)
		whole.why = orReason(strings.TrimSpace(whole.text), "the pane is empty")
	}
	return append(list,
		copyChoice{key: "e", label: "error", text: errText, why: orReason(errText, "nothing was refused")},
		copyChoice{key: "i", label: "call id", text: id, why: orReason(id, "no call, or no id")},
		copyChoice{key: "y", label: "Why as text", text: why, why: orReason(why, "nothing broke")},
		whole,
	)
}

// noRequestWords is why there is no whole request to copy.
const noRequestWords = "this provider's is not known, or not in it"

// requestChoice offers the whole request. A long one is made when it is taken.
func (m *model) requestChoice() copyChoice {
	c := copyChoice{key: "r", label: "whole request"}
	if d := m.data.detail; d != nil && d.plan != nil && len(d.plan.Tools) > m.manyTools {
		c.late = m.requestText
		return c
	}
	c.text = m.requestText()
	c.why = orReason(c.text, noRequestWords)
	return c
}

// requestText is the whole request around the selected tool.
func (m *model) requestText() string {
	d := m.data.detail
	if d == nil || d.provider == nil || d.plan == nil {
		return ""
	}
	r, ok := newWireRequest(newWireView(d, m.paneWidth()))
	if !ok {
		return ""
	}
	return r.doc
}

// copyOf is the text that a pane offers under a key of the menu.
func (m *model) copyOf(p pane, key string) string {
	for _, c := range m.partOf(p).copies {
		if c.key == key {
			return c.text
		}
	}
	return ""
}

// wirePath is the path of the name's place in the request.
func (m *model) wirePath() string { return m.copyOf(paneWire, "p") }

func orReason(text, why string) string {
	if text == "" {
		return why
	}
	return ""
}

func plainLines(list []line) string {
	rows := make([]string, len(list))
	for i, l := range list {
		rows[i] = strings.TrimRight(l.plain(), " ")
	}
	return strings.Join(rows, "\n")
}

// copyCommands are the entries of the palette.
func (m *model) copyCommands() []command {
	var list []command
	for _, c := range m.copyChoices() {
		list = append(list, command{label: "Copy: " + c.label, key: "y " + c.key, why: c.why,
			run: func(m *model) tea.Cmd { return m.copyText(c.label, c.content()) }})
	}
	return list
}

// savedMsg says where a copy was written.
type savedMsg struct {
	label, path string
	err         error
}

// copyText puts a text into the clipboard of the terminal, or into a file
// where it is too long for that.
func (m *model) copyText(label, text string) tea.Cmd {
	if text == "" {
		m.say("There is no " + label + " to copy.")
		return nil
	}
	if len(text) <= clipboardMax && !m.opts.NoClipboard {
		m.say("Copied: " + label + ", " + plural(utf8.RuneCountInString(text), "character.", "characters.") + maskedNote(text) + pasteWarning(label, text))
		return tea.SetClipboard(text)
	}
	save := m.opts.SaveCopy
	if save == nil {
		m.warn("The " + label + " is too long for the clipboard: " + size(int64(len(text))) + ".")
		return nil
	}
	return func() tea.Msg {
		path, err := save("copy.txt", []byte(text))
		return savedMsg{label, path, err}
	}
}

// maskedNote says that a copy is what the screen shows: its secrets are masked.
func maskedNote(text string) string {
	if !redact.Masked(text) {
		return ""
	}
	return " Secrets in it are masked."
}

// pasteWarning is for a copy that does more than stand there when it is pasted
// into a terminal: a name is copied as it is, and may hold anything.
func pasteWarning(label, text string) string {
	risky := func(r rune) bool {
		return unicode.IsControl(r) && (r != '\n' && r != '\t' || strings.HasSuffix(label, "name"))
	}
	if !strings.ContainsFunc(text, risky) {
		return ""
	}
	return " Control characters are among them: do not paste it into a shell."
}

func (m *model) saved(msg savedMsg) {
	if msg.err != nil {
		m.warn("The " + msg.label + " was not copied: " + msg.err.Error())
		return
	}
	m.say("The " + msg.label + " is in " + msg.path)
	m.status.sticky, m.status.fresh = true, false
}

func (c *copier) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	for _, it := range c.items {
		if it.key != k.String() {
			continue
		}
		m.pop()
		if it.why != "" {
			m.refuse("y "+it.key, it.why)
			return nil
		}
		return m.copyText(it.label, it.content())
	}
	m.say("No such copy: choose a letter of the list.")
	return nil
}

func (c *copier) paste(*model, string) tea.Cmd { return nil }
func (c *copier) closed(*model) tea.Cmd        { return nil }
func (c *copier) status(m *model) string {
	text := "Names are copied as they are, unseen characters too."
	if m.data.loaded != nil && m.data.loaded.Masked() > 0 {
		text += " Masked secrets stay masked."
	}
	return text
}

func (c *copier) foot(*model) []footKey {
	return []footKey{{"letter", "copy"}, {"esc", "close"}}
}

func (c *copier) draw(m *model, cv *canvas) {
	w := min(64, m.w-4)
	r := rect{m.w - w - 1, m.h - footRows - len(c.items) - 2, w, len(c.items) + 2}
	cv.frame(r, "Copy")
	for i, it := range c.items {
		text := line{{text: it.key, role: themes.Key, mod: bold}, {text: "  " + it.label}}
		room := r.w - 26
		note := says(themes.Muted, visible.Middle(it.text, room))
		if it.why != "" {
			text = line{{text: it.key + "  " + it.label, role: themes.Muted}}
			note = says(themes.Muted, it.why)
		}
		listRow(cv, r, r.y+1+i, false, text, note)
	}
}
