package tui

import (
	"path/filepath"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/sessions/demo"
	"hopscope/sessions/store"
	"hopscope/themes"
)

// previewRows is the height of the preview at the bottom of the tab, its rule
// included.
func (m *model) previewRows() int {
	if m.h < 20 {
		return 3
	}
	return 7
}

// demoRoom is the number of rows that the demos take, with the blank row before
// them.
func (m *model) demoRoom() int {
	n := len(m.opts.Demos)
	switch {
	case n == 0:
		return 0
	case len(m.pick.cases) > 0 && m.h < 20:
		return 2
	case len(m.pick.cases) > 0 && m.h < 30:
		return min(n, 2) + 2
	case m.h < 20:
		return min(n+1, 3)
	case n > 4:
		return 6
	}
	return n + 2
}

// room is the number of rows for sessions.
func (p *picker) room(m *model) int {
	return max(m.h-headRows-footRows-1-m.demoRoom()-m.caseRoom()-m.previewRows(), 1)
}

// height is the number of sessions that are seen at once.
func (p *picker) height(m *model) int {
	h := p.room(m)
	if len(p.shown) > h {
		h-- // that row says how many are below
	}
	return max(h, 1)
}

// draw draws the tab.
func (p *picker) draw(m *model, c *canvas) {
	p.drawHead(m, c)
	if p.ready && len(p.entries)+len(p.cases) == 0 {
		p.drawFirst(m, c)
		return
	}
	if m.zoom {
		m.drawBody(c, rect{1, headRows, m.w - 2, m.h - headRows - footRows}, p.previewLines(m), p.off)
		return
	}
	p.clamp(m)
	y := headRows
	cols := p.columns(m)
	p.drawHeading(m, c, y, cols)
	y++
	n := min(p.height(m), max(len(p.shown), 1))
	for i := p.list.offset; i < min(p.list.offset+n, len(p.shown)); i++ {
		p.drawEntry(m, c, y, cols, p.entries[p.shown[i]], i == p.list.cursor)
		y++
	}
	if len(p.shown) == 0 {
		text := "Looking for sessions."
		switch {
		case p.ready && len(p.entries) == 0:
			text = "No recorded sessions were found."
		case p.filter != "":
			text = `No session matches "` + visible.Text(p.filter) + `". esc shows all ` + comma(len(p.entries)) + "."
		}
		c.put(1, y, m.w-2, says(themes.Muted, text))
	} else if text := moreWords(p.list.offset, len(p.shown)-p.list.offset-n); text != "" {
		c.put(1, y, m.w-2, says(themes.Muted, text))
	}
	bottom := m.h - footRows - m.previewRows()
	y = min(y+1, bottom-m.demoRoom()-m.caseRoom())
	if m.h >= 20 {
		y++
	}
	p.caseTop = y
	y = p.drawCases(m, c, y, cols)
	p.drawDemos(m, c, y, bottom-y)
	c.rule(0, bottom, m.w)
	m.drawBody(c, rect{1, bottom + 1, m.w - 2, m.previewRows() - 1}, p.previewLines(m), p.off)
	if p.preview {
		c.put(0, bottom+1, 1, line{{text: "▌", role: themes.Accent, mod: bold}})
	}
}

func (p *picker) drawHead(m *model, c *canvas) {
	l := line{{text: "hopscope", mod: bold}, {text: "  sessions"}}
	clients := map[string]bool{}
	for _, s := range p.searched {
		if s.Client != store.AnyClient {
			clients[s.Client] = true
		}
	}
	if len(p.entries) > 0 && len(clients) > 0 && m.w >= 70 {
		l = append(l, span{text: "  " + plural(len(clients), "client", "clients") + " searched", role: themes.Muted})
	}
	c.put(1, 0, m.w-2, l)
	right := plural(len(p.entries), "session", "sessions") + "  "
	if n := len(p.cases); n > 0 {
		right += plural(n, "case", "cases") + "  "
	}
	right += plural(len(m.opts.Demos), "demo", "demos")
	if !p.ready {
		right = "searching"
	}
	c.right(20, m.w-1, 0, says(themes.Text, right))
}

// pickCols are the columns where the fields of a row begin or end.
type pickCols struct{ folder, folderW, age, calls, failed, unknown int }

func (p *picker) columns(m *model) pickCols {
	end := m.w - 1
	c := pickCols{folder: 15, unknown: end, failed: end - 10, calls: end - 19, age: end - 26}
	c.folderW = max(c.age-8-c.folder, 6)
	return c
}

func (p *picker) drawHeading(m *model, c *canvas, y int, cols pickCols) {
	role, m2 := themes.Text, bold
	if !p.preview && p.list.cursor < len(p.shown) {
		role = themes.Accent
		c.put(0, y, 1, line{{text: "▌", role: themes.Accent, mod: bold}})
	}
	c.put(1, y, 12, line{{text: "client", role: role, mod: m2}})
	c.put(cols.folder, y, cols.folderW, says(themes.Muted, "folder"))
	for _, h := range []struct {
		end  int
		text string
	}{{cols.age, "age"}, {cols.calls, "calls"}, {cols.failed, "failed"}, {cols.unknown, "unknown"}} {
		c.right(1, h.end, y, says(themes.Muted, h.text))
	}
}

func (p *picker) drawEntry(m *model, c *canvas, y int, cols pickCols, e store.Entry, on bool) {
	c.put(1, y, cols.folder-2, highlight(line{{text: visible.Name(p.client(e))}}, p.filter))
	folder := tailOf(visible.Name(p.folder(e)), cols.folderW)
	c.put(cols.folder, y, cols.folderW, highlight(line{{text: folder, role: themes.Muted}}, p.filter))
	p.drawCounts(m, c, y, cols, e, on)
}

// drawCounts draws age and counts of a row.
func (p *picker) drawCounts(m *model, c *canvas, y int, cols pickCols, e store.Entry, on bool) {
	c.right(1, cols.age, y, says(themes.Text, m.since(e.ModTime)))
	k := p.known[e.Path]
	calls, failed, unknown := "…", "…", "…"
	roles := [3]themes.Role{themes.Muted, themes.Muted, themes.Muted}
	switch {
	case k.err != nil:
		calls, failed, unknown = "?", "?", "?"
	case k.inspected != nil:
		calls, failed, unknown = comma(k.inspected.Calls), comma(k.inspected.Failed), comma(k.inspected.Unknown)
		roles = [3]themes.Role{themes.Text, themes.Text, badIf(k.inspected.Unknown)}
	}
	c.right(1, cols.calls, y, says(roles[0], calls))
	c.right(1, cols.failed, y, says(roles[1], failed))
	c.right(1, cols.unknown, y, says(roles[2], unknown))
	if on {
		m.drawCursor(c, 0, y, m.w, !p.preview)
	}
}

// tailOf keeps the end of a path, whole parts where possible.
func tailOf(path string, w int) string {
	if visible.Width(path) <= w {
		return path
	}
	parts := strings.Split(path, "/")
	for i := 1; i < len(parts); i++ {
		if t := "…/" + strings.Join(parts[i:], "/"); visible.Width(t) <= w {
			return t
		}
	}
	return ansi.TruncateLeft(path, visible.Width(path)-w+1, "…")
}

// drawDemos lists the built-in sessions in at most h rows.
func (p *picker) drawDemos(m *model, c *canvas, y, h int) {
	demos := m.opts.Demos
	if len(demos) == 0 || h < 2 {
		return
	}
	at := p.demoAt(m)
	title := span{text: "Demos", mod: bold}
	if at >= 0 && !p.preview {
		title.role = themes.Accent
		c.put(0, y, 1, line{{text: "▌", role: themes.Accent, mod: bold}})
	}
	c.put(1, y, m.w-2, sides(line{title}, says(themes.Muted, comma(len(demos))), m.w-2))
	p.demoRows(m, c, rect{0, y + 1, m.w, h - 1}, demos, at)
}

func (p *picker) demoRows(m *model, c *canvas, r rect, demos []demo.Demo, at int) {
	rows := r.h
	if len(demos) > rows {
		rows--
	}
	v := window{cursor: max(at, 0)}
	v.clamp(len(demos), rows)
	for i := range min(rows, len(demos)) {
		d := demos[v.offset+i]
		c.put(1, r.y+i, 13, line{{text: d.Name}})
		c.put(15, r.y+i, m.w-16, says(themes.Muted, d.Title))
		if v.offset+i == at {
			m.drawCursor(c, 0, r.y+i, m.w, !p.preview)
		}
	}
	if text := moreWords(v.offset, len(demos)-v.offset-rows); text != "" {
		c.put(1, r.y+rows, m.w-2, says(themes.Muted, text))
	}
}

// previewLines say what is known of what stands under the cursor.
func (p *picker) previewLines(m *model) []line {
	if i := p.demoAt(m); i >= 0 {
		d := m.opts.Demos[i]
		out := []line{sides(line{{text: "Demo", mod: bold}}, says(themes.Muted, d.Name), m.w-2)}
		out = append(out, line{{text: d.Title}})
		return append(out, prose(themes.Muted, d.Story, m.w-2)...)
	}
	e := p.entry()
	if e == nil {
		return nil
	}
	k := p.known[e.Path]
	who, title := strings.TrimSpace(p.client(*e)+" "+k.peeked.Version), "Preview"
	if p.caseAt() != nil {
		if title = "Saved case"; k.inspected != nil {
			who = strings.TrimSpace(k.inspected.Client + " " + k.inspected.Version)
		}
	}
	out := []line{sides(line{{text: title, mod: bold}}, says(themes.Muted, visible.Name(who)), m.w-2)}
	fact := func(label string, l line) {
		out = append(out, append(line{{text: label, role: themes.Muted}}.padded(16), l...))
	}
	switch in := k.inspected; {
	case k.err != nil:
		fact("not readable", line{{text: visible.Text(k.err.Error()), role: themes.Warn}})
	case in == nil:
		fact("counting", says(themes.Muted, "…"))
	default:
		if text := holds(in); text != "" {
			fact("holds", line{{text: visible.Cut(text, max(m.w-20, 20))}})
		}
		fact("first failure", firstFailure(in))
		fact("tools", toolCounts(in, m.w-20))
		if !in.From.IsZero() {
			fact("time", line{{text: in.From.UTC().Format("2006-01-02 15:04") + " to " + untilTime(in)}})
		}
	}
	fact("file", line{{text: visible.Middle(filepath.Base(e.Path), max(m.w-40, 20))}, {text: "   " + size(e.Size)}})
	return out
}

func firstFailure(in *Inspected) line {
	if in.Failed == 0 && in.First == "" {
		return says(themes.Muted, wordsNoFailures(in.Calls))
	}
	l := line{{text: "✗ ", role: themes.Bad}, {text: shownName(in.First)}}
	if in.Unknown == 0 {
		l[0] = span{text: "! ", role: themes.Warn}
	}
	if in.FirstKind != "" {
		l = append(l, span{text: "   " + in.FirstKind})
		if in.FirstHop != journey.HopNone {
			l = append(l, span{text: ", breaks at " + in.FirstHop.Title()})
		}
	}
	return l
}

// shownName is a name, or what stands for one without characters.
func shownName(name string) string {
	if name == "" {
		return emptyName
	}
	return visible.Name(name)
}

func toolCounts(in *Inspected, w int) line {
	text := ""
	for _, t := range in.Tools {
		next := shownName(t.Name) + " " + comma(t.Calls)
		if visible.Width(text)+2+visible.Width(next) > w {
			text += " …"
			break
		}
		if text != "" {
			text += "  "
		}
		text += next
	}
	return line{{text: text}}
}

func untilTime(in *Inspected) string {
	if in.From.UTC().Format("2006-01-02") == in.To.UTC().Format("2006-01-02") {
		return in.To.UTC().Format("15:04")
	}
	return in.To.UTC().Format("2006-01-02 15:04")
}

// drawFirst is the tab when no session was found: where it looked, and the
// demos.
func (p *picker) drawFirst(m *model, c *canvas) {
	y := headRows + 1
	if m.h < 20 {
		y--
	}
	c.put(1, y, m.w-2, line{{text: "No recorded sessions were found.", mod: bold}})
	y += 2
	y = p.drawSearched(m, c, y, m.h-footRows-y-5-min(len(m.opts.Demos), 3))
	where := line{{text: "Elsewhere?", role: themes.Muted}, {text: "   hopscope FILE or FOLDER, or CLAUDE_CONFIG_DIR, CODEX_HOME, XDG_*"}}
	c.put(1, y, m.w-2, where)
	y += 2
	if len(m.opts.Demos) == 0 {
		return
	}
	c.put(1, y, m.w-2, sides(line{{text: "Or see it on a built-in session", mod: bold}}, says(themes.Muted, "five minutes"), m.w-2))
	p.drawFirstDemos(m, c, y+1)
}

// drawSearched lists the places in at most room rows, its heading not counted,
// and returns the row behind it.
func (p *picker) drawSearched(m *model, c *canvas, y, room int) int {
	if room < 1 {
		return y
	}
	c.put(1, y, m.w-2, line{{text: "Searched", mod: bold}})
	y++
	rows := room
	if len(p.searched) > room {
		rows--
	}
	status := max(m.w*5/8, 15)
	for i, s := range p.searched[:min(rows, len(p.searched))] {
		if i == 0 || p.searched[i-1].Client != s.Client {
			c.put(1, y, 14, line{{text: visible.Name(s.Client)}})
		}
		c.put(15, y, status-16, line{{text: visible.Middle(visible.Text(homely(s.Path, m.opts.Home)), status-17)}})
		c.put(status, y, m.w-status-1, says(themes.Muted, visible.Text(s.Status)))
		y++
	}
	if more := len(p.searched) - rows; more > 0 {
		c.put(1, y, m.w-2, says(themes.Muted, plural(more, "more place; hopscope sessions lists all", "more places; hopscope sessions lists all")))
		y++
	}
	return y + 1
}

func (p *picker) drawFirstDemos(m *model, c *canvas, y int) {
	rows := m.h - footRows - y
	demos := m.opts.Demos
	if len(demos) > rows {
		rows--
	}
	at := p.demoAt(m)
	v := window{cursor: max(at, 0)}
	v.clamp(len(demos), rows)
	for i := range min(rows, len(demos)) {
		d := demos[v.offset+i]
		c.put(2, y, 12, line{{text: d.Name}})
		c.put(16, y, m.w-17, says(themes.Muted, d.Title))
		if v.offset+i == at {
			m.drawCursor(c, 0, y, m.w, true)
		}
		y++
	}
	if text := moreWords(v.offset, len(demos)-v.offset-rows); text != "" {
		c.put(2, y, m.w-3, says(themes.Muted, text))
	}
}

// homely writes the home folder as ~.
func homely(path, home string) string {
	if home != "" && (path == home || strings.HasPrefix(path, strings.TrimRight(home, "/")+"/")) {
		return "~" + path[len(strings.TrimRight(home, "/")):]
	}
	return path
}
