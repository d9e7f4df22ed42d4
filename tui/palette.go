package tui

import (
	"regexp"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/sahilm/fuzzy"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// command is one entry of the palette.
type command struct {
	label, state, key string
	why               string
	run               func(*model) tea.Cmd
}

// palette finds an action by its words, or goes to a turn, a line or a call.
type palette struct {
	in   *input
	list choice
	all  []command
	hits []hit
	// can is how many of the hits can run; the others stand last.
	can int
}

// hit is a command with the characters that matched.
type hit struct {
	command
	at []int
}

func (m *model) openPalette() tea.Cmd {
	p := &palette{in: newInput(""), all: m.commands()}
	p.match(m)
	m.push(p)
	return nil
}

// commands are all actions with a name, then one for each scheme, provider,
// pane and theme.
func (m *model) commands() []command {
	var list []command
	for i := range m.keys {
		a := &m.keys[i]
		if a.name == "" || !a.there(m) {
			continue
		}
		c := command{label: a.name, key: a.shown(), why: a.reason(m), run: a.run}
		if len(a.keys) > 0 {
			c.key = a.keys[0]
		}
		if a.state != nil {
			c.state = a.state(m)
		}
		list = append(list, c)
	}
	if s := m.session(); m.tab == tabJourneys && s != nil && s.ProblemCount > 0 {
		list = append(list, command{label: "Show: skipped lines", state: comma(s.ProblemCount), run: (*model).showProblems})
	}
	if m.tab == tabJourneys && m.data.detail != nil {
		list = append(list, m.copyCommands()...)
		for i, p := range hopPanes {
			list = append(list, command{label: "Go to: " + journey.Rail[i].Title(), run: func(m *model) tea.Cmd { m.focus = p; return nil }})
		}
		list = append(list, m.schemeCommands()...)
		list = append(list, m.providerCommands()...)
	}
	for _, id := range m.themeIDs() {
		list = append(list, command{label: "Theme: " + id, run: func(m *model) tea.Cmd { return m.useTheme(id) }})
	}
	return list
}

// match finds the commands for what is typed, those that can run first.
func (p *palette) match(m *model) {
	p.hits = p.hits[:0]
	text := strings.TrimSpace(p.in.String())
	if c, ok := m.place(text); ok {
		p.hits = append(p.hits, hit{command: c})
	}
	var found []hit
	if text == "" {
		for _, c := range p.all {
			found = append(found, hit{command: c})
		}
	} else {
		for _, f := range fuzzy.FindFrom(text, commandSource(p.all)) {
			found = append(found, hit{p.all[f.Index], f.MatchedIndexes})
		}
	}
	for _, h := range found {
		if h.why == "" {
			p.hits = append(p.hits, h)
		}
	}
	p.can = len(p.hits)
	for _, h := range found {
		if h.why != "" {
			p.hits = append(p.hits, h)
		}
	}
	p.list.window = window{}
}

type commandSource []command

func (s commandSource) String(i int) string { return s[i].label }
func (s commandSource) Len() int            { return len(s) }

func (p *palette) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	switch {
	case k.String() == "enter":
		return p.run(m)
	case p.list.key(k.String(), len(p.hits), false):
	case p.in.key(k):
		p.match(m)
	}
	return nil
}

// run closes the palette and does what stands under the cursor.
func (p *palette) run(m *model) tea.Cmd {
	if p.list.cursor >= len(p.hits) {
		return nil
	}
	h := p.hits[p.list.cursor]
	if h.why != "" {
		m.refuse(h.label, h.why)
		return nil
	}
	m.pop()
	return h.run(m)
}

func (p *palette) paste(m *model, text string) tea.Cmd {
	p.in.insert(text)
	p.match(m)
	return nil
}

func (p *palette) closed(*model) tea.Cmd { return nil }

func (p *palette) status(*model) string { return "" }

func (p *palette) foot(*model) []footKey {
	return []footKey{{"enter", "run"}, {"up/down", "choose"}, {"esc", "close"}}
}

// draw draws the palette over the dimmed screen.
func (p *palette) draw(m *model, c *canvas) {
	c.dim()
	r := m.box(64, 16)
	r.y = headRows
	c.frame(r, "Palette")
	n := comma(p.can) + " of " + comma(len(p.all)) + " actions"
	in := append(line{{text: "> "}}, p.in.line(r.w-len(n)-8)...)
	c.put(r.x+2, r.y+1, r.w-len(n)-6, in)
	c.right(r.x+2, r.x+r.w-2, r.y+1, says(themes.Muted, n))
	c.divide(r, r.y+2)
	c.divide(r, r.y+r.h-3)
	rows := r.h - 6
	hint := p.placeHint(m)
	if hint != nil && rows > len(hint)+3 {
		for i, l := range hint {
			c.put(r.x+2, r.y+r.h-3-len(hint)+i, r.w-4, l)
		}
		rows -= len(hint) + 1
	}
	more := p.drawHits(c, r, rows)
	c.put(r.x+2, r.y+r.h-2, r.w-4, footLine(p.foot(m), r.w-4-len(more)-2))
	c.right(r.x+2, r.x+r.w-2, r.y+r.h-2, says(themes.Muted, more))
}

// drawHits draws the hits; a heading stands before those that cannot run. It
// says how many were not drawn.
func (p *palette) drawHits(c *canvas, r rect, rows int) string {
	head := 0
	if p.can < len(p.hits) {
		head = 2
	}
	p.list.h = max(rows-head, 1)
	p.list.clamp(len(p.hits), p.list.h)
	y, last := r.y+3, r.y+3+rows
	i := p.list.offset
	for ; i < len(p.hits) && y < last; i++ {
		if i == p.can {
			if i > p.list.offset {
				y++
			}
			c.put(r.x+2, y, r.w-4, line{{text: "Not now", mod: bold}})
			y++
		}
		if y >= last {
			break
		}
		h := p.hits[i]
		note := line{{text: h.state, role: themes.Muted}}
		if h.key != "" {
			note = append(note, span{text: " "}, span{text: h.key, role: themes.Key})
		}
		role := themes.Text
		if h.why != "" {
			note, role = says(themes.Muted, h.why), themes.Muted
		}
		listRow(c, r, y, i == p.list.cursor, matchedLabel(h, role), note)
		y++
	}
	if len(p.hits) == 0 {
		c.put(r.x+2, y, r.w-4, says(themes.Muted, "No action has these letters."))
	}
	return moreWords(p.list.offset, len(p.hits)-i)
}

// matchedLabel marks the characters that were typed.
func matchedLabel(h hit, role themes.Role) line {
	var l line
	at := 0
	for _, i := range h.at {
		if i < at || i >= len(h.label) {
			continue
		}
		l = append(l, span{text: h.label[at:i], role: role}, span{text: h.label[i : i+1], role: themes.Match})
		at = i + 1
	}
	return append(l, span{text: h.label[at:], role: role})
}

// placeHint says which places the palette understands.
func (p *palette) placeHint(m *model) []line {
	s := m.session()
	if m.tab != tabJourneys || s == nil || len(s.Rows) == 0 {
		return nil
	}
	row := max(m.callRow(), 0)
	id := m.data.kept.callID(s, row)
	if id == "" {
		id = "toolu_..."
	} else {
		id = visible.Name(id[:min(len(id), 10)])
	}
	text := "turn " + strconv.Itoa(int(s.Rows[row].Turn)) + "   line " + strconv.Itoa(int(s.Rows[row].Line)) + "   " + id
	return []line{
		{{text: "Also understood here:  ", role: themes.Muted}, {text: text}},
		says(themes.Muted, "goes there and closes the palette"),
	}
}

// placeWords is how a place is typed.
var placeWords = regexp.MustCompile(`^(turn|line|call)\s+([0-9][0-9,]*)$`)

// place understands turn 12, line 45, call 7 and the beginning of a call id.
func (m *model) place(text string) (command, bool) {
	s := m.session()
	if m.tab != tabJourneys || s == nil || len(s.Rows) == 0 || text == "" {
		return command{}, false
	}
	if w := placeWords.FindStringSubmatch(strings.ToLower(text)); w != nil {
		n, err := strconv.Atoi(strings.ReplaceAll(w[2], ",", ""))
		if err != nil {
			return command{}, false
		}
		return command{label: "Go to: " + w[1] + " " + comma(n), run: func(m *model) tea.Cmd { return m.goToNumber(w[1], n) }}, true
	}
	if looksLikeID(text) {
		return command{label: "Go to: the call with id " + visible.Cut(text, 30), run: func(m *model) tea.Cmd { return m.findCall(text) }}, true
	}
	return command{}, false
}

// looksLikeID tells a call id from words: one word with a prefix of a provider
// or with a digit in it, eight characters at least.
func looksLikeID(text string) bool {
	if strings.ContainsAny(text, " \t") || len(text) < 8 {
		return false
	}
	for _, p := range []string{"toolu_", "call_", "chatcmpl-tool-", "fc_", "item_", "prt_"} {
		if strings.HasPrefix(text, p) {
			return true
		}
	}
	return strings.ContainsAny(text, "0123456789")
}
