package tui

import (
	"bufio"
	"context"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey/visible"
	"hopscope/themes"
)

// The window in which a tour is walked without a terminal: one pane below the
// other, and room for all of each.
const tourPlainW, tourPlainH = 98, 70

// PlainTour prints the tour of a built-in session as numbered text: for each
// step what it points at, what it says, and what stands there. The steps are
// walked on the same screen that a terminal shows.
func PlainTour(ctx context.Context, w io.Writer, o Options) error {
	o.Tours, o.Theme = true, "dark"
	m := newModel(ctx, o)
	defer m.shut()
	r := &tourWalk{m: m}
	m.after = func(_ time.Duration, msg tea.Msg) tea.Cmd {
		r.later = append(r.later, msg)
		return nil
	}
	r.send(tea.WindowSizeMsg{Width: tourPlainW, Height: tourPlainH})
	r.run(m.Init())
	p := &plainView{out: bufio.NewWriter(w)}
	if m.tour == nil {
		return p.out.Flush()
	}
	n := len(m.tour.steps)
	p.line("tour: " + visible.Text(m.data.demo) + ", " + plural(n, "step", "steps"))
	p.block()
	for i := 0; i < n && m.tour != nil; i++ {
		r.settle()
		p.block()
		for _, l := range r.step(i, n) {
			p.line(l)
		}
		if i+1 < n {
			for _, l := range r.press() {
				p.line(l)
			}
		}
	}
	p.block()
	if next := m.nextDemo(); next != nil {
		p.line("next: hopscope demo " + next.Name + ": " + next.Story)
	} else {
		p.line("next: hopscope FILE: a session of your own")
	}
	return p.out.Flush()
}

// tourFacts is how many rows of a pane a step shows at most.
const tourFacts = 14

// tourWalk runs the screen without a program: commands run at once.
type tourWalk struct {
	m     *model
	later []tea.Msg
	// shown are the facts of the step before.
	shown []string
}

func (r *tourWalk) send(msg tea.Msg) {
	_, cmd := r.m.Update(msg)
	r.run(cmd)
}

func (r *tourWalk) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			r.run(c)
		}
	default:
		r.send(msg)
	}
}

// settle lets the pause pass in which details wait for more keys.
func (r *tourWalk) settle() {
	list := r.later
	r.later = nil
	for _, msg := range list {
		switch msg.(type) {
		case settledMsg, replaySettledMsg:
			r.send(msg)
		}
	}
}

// step is a step as lines.
func (r *tourWalk) step(i, n int) []string {
	m := r.m
	s := &m.tour.steps[i]
	out := []string{"step " + comma(i+1) + " of " + comma(n) + ": " + visible.Text(s.Title)}
	out = append(out, "at: "+m.tabTitle()+", "+tourPaneWords[s.Pane], "text: "+visible.Text(s.Text))
	facts := r.facts(s.Pane)
	if !slices.Equal(facts, r.shown) {
		out = append(out, facts...)
	}
	r.shown = facts
	if s.Key != "" {
		out = append(out, "key: "+m.tour.key(m)+", to "+visible.Text(s.Does))
	}
	return out
}

// press presses the key of the step; what it opens is read and closed.
func (r *tourWalk) press() []string {
	m := r.m
	r.run(m.tourOn(keyNamed(m.tour.key(m))))
	r.settle()
	var out []string
	for len(m.overlay) > 0 {
		c := newCanvas(m.w, m.h)
		m.overlay[len(m.overlay)-1].draw(m, c)
		for _, l := range factsIn(c, rect{0, 0, m.w, m.h}) {
			out = append(out, "opened: "+l)
		}
		r.run(m.back())
	}
	return out
}

// facts are what stands in a pane: the lines that other commands print for the
// rail and the answer, else the rows of the screen.
func (r *tourWalk) facts(pane string) []string {
	m := r.m
	d := m.data.detail
	if m.tab == tabReplay {
		d = m.replay.shownDetail(m)
	}
	switch {
	case d == nil || pane != "rail" && pane != "why":
	case pane == "rail":
		return kept(plainCall(d), func(l string) bool {
			return strings.HasPrefix(l, "hop ") || strings.HasPrefix(l, "came back: ")
		})
	default:
		return kept(plainCall(d), func(l string) bool {
			for _, start := range []string{"kind: ", "what: ", "seen: ", "do: "} {
				if strings.HasPrefix(l, start) {
					return true
				}
			}
			return false
		})
	}
	m.paint()
	at := m.tourPlace()
	if pane != "list" && pane != "matrix" { // the heading is the pane's name
		at = at.below(1)
	}
	if !m.touring() {
		return nil
	}
	t := m.tour
	m.tour = nil // the box is not part of it
	m.paint()
	m.tour = t
	rows := factsIn(m.screen, at)
	if pane == "matrix" { // an empty cell is a fact
		rows = rows[:0]
		for y := at.y; y < at.y+at.h; y++ {
			rows = append(rows, factOf(strings.ReplaceAll(strings.Join(m.screen.plain()[y:y+1], ""), " – ", " none ")))
		}
		rows = kept(rows, func(l string) bool { return l != "" })
	}
	if n := len(rows); n > tourFacts {
		rows = append(rows[:tourFacts], comma(n-tourFacts)+" more rows")
	}
	for i := range rows {
		rows[i] = "shown: " + rows[i]
	}
	return rows
}

func kept(lines []string, keep func(string) bool) []string {
	var out []string
	for _, l := range lines {
		if keep(l) {
			out = append(out, l)
		}
	}
	return out
}

// factsIn reads the rows of a place as words: columns by commas, without the
// marks that only draw.
func factsIn(c *canvas, at rect) []string {
	var out []string
	for y := at.y; y < min(at.y+at.h, c.h); y++ {
		var b strings.Builder
		for x := max(at.x, 0); x < min(at.x+at.w, c.w); x++ {
			if l := c.at(x, y); l.look.role != themes.Line {
				b.WriteString(l.text)
			} else {
				b.WriteByte(' ')
			}
		}
		if l := factOf(b.String()); l != "" {
			out = append(out, l)
		}
	}
	return out
}

// factOf is a row of the screen in words.
func factOf(row string) string {
	row = strings.Trim(strings.ReplaceAll(row, "──", "  "), " │├┤╭╮╰╯─▌")
	first, _ := utf8.DecodeRuneInString(row)
	if strings.ContainsRune("✗!≡–◆≠~+·^-●○", first) {
		if rest := strings.TrimLeft(row, "✗!≡–◆≠~+·^- "); rest != "" && !strings.HasPrefix(row, "- ") {
			row = rest
		}
	}
	row = strings.ReplaceAll(row, "▌", "here: ")
	var cells []string
	for cell := range strings.SplitSeq(row, "  ") {
		if cell = strings.TrimSpace(cell); strings.IndexFunc(cell, wordRune) >= 0 {
			cells = append(cells, cell)
		}
	}
	return strings.Join(cells, ", ")
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// tabTitle is the title of the tab of now.
func (m *model) tabTitle() string {
	for _, n := range m.tabNames() {
		if n.tab == m.tab {
			_, title, _ := strings.Cut(n.text, " ")
			return title
		}
	}
	return ""
}

// tourPaneWords are the panes as the screen calls them.
var tourPaneWords = map[string]string{
	"list": "Tools", "calls": "Calls", "rail": "the line of hops", "why": "the answer", "registered": "Real name", "safe": "Safe form",
	"wire": "Wire shape", "echo": "Model echo", "dispatch": "Dispatch", "replay": "History", "identity": "Identity",
	"timeline": "Timeline", "offered": "Offered", "predicted": "Recorded and predicted", "schemes": "Other schemes",
	"meaning": "What each stored name means", "matrix": "the table", "names": "names of the cell",
	"pairs": "Not interchangeable", "users": "Who uses the name", "open": "In the open session", "input": "Call",
	"arguments": "arguments", "trace": "How it was decided", "clients": "What clients would really do", "map": "Rename map",
	"places": "Places that move together", "edits": "Edits", "picker": "Sessions", "preview": "Preview",
}

// keyNamed is a key of a tour as the terminal sends it.
func keyNamed(name string) tea.KeyPressMsg {
	codes := map[string]rune{
		"enter": tea.KeyEnter, "tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
	}
	if name == "shift+tab" {
		return tea.KeyPressMsg{Code: tea.KeyTab, Mod: tea.ModShift}
	}
	if name == "space" {
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	}
	if code, ok := codes[name]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	code, _ := utf8.DecodeRuneInString(name)
	return tea.KeyPressMsg{Code: code, Text: name}
}
