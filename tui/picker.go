package tui

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"hopscope/sessions/store"
)

// picker is the Sessions tab: recorded sessions, newest first, the saved cases,
// and the demos.
type picker struct {
	asked, ready bool
	entries      []store.Entry
	cases        []store.Entry
	searched     []store.Searched
	// known is what was read of the sessions so far, by path; busy is the path
	// that is being read.
	known map[string]known
	busy  string
	stop  context.CancelFunc // of the reading of busy

	filter string
	// text is what the filter looks at of each entry, beside the real folder.
	text  []string
	shown []int
	// shownCases are the cases that the filter lets through.
	shownCases []int
	list       window // over the shown sessions, then the cases, then the demos
	caseTop    int    // the row of their heading
	preview    bool   // the focus is on the preview
	off        int    // of the preview
}

// known is what is read of one session while the user looks.
type known struct {
	peeked    store.Peeked
	peekedAt  bool
	inspected *Inspected
	err       error
}

// foundMsg brings the sessions.
type foundMsg struct {
	entries  []store.Entry
	searched []store.Searched
	// spread: databases are taken apart already.
	spread bool
}

// peekedMsg brings the heads of sessions, by path.
type peekedMsg struct{ heads map[string]store.Peeked }

// inspectedMsg brings the counts of one session.
type inspectedMsg struct {
	path string
	in   Inspected
	err  error
}

// find looks for recorded sessions.
func (m *model) find() tea.Cmd {
	m.pick.asked = true
	find := m.opts.Find
	if find == nil {
		m.pick.ready = true
		return m.findCases("")
	}
	return tea.Batch(m.findCases(""), func() tea.Msg {
		entries, searched := find()
		return foundMsg{entries: entries, searched: searched}
	})
}

func (m *model) found(msg foundMsg) tea.Cmd {
	p := &m.pick
	before := p.stands()
	p.ready, p.entries, p.searched = true, msg.entries, msg.searched
	if p.known == nil {
		p.known = map[string]known{}
	}
	p.text = make([]string, len(p.entries))
	for i, e := range p.entries {
		p.text[i] = strings.ToLower(e.Client + " " + e.Folder + " " + e.ID)
	}
	p.setFilter(p.filter)
	p.back(m, before)
	return tea.Batch(p.look(m), m.spread(msg))
}

// look reads what the sessions in view do not show yet: heads first, then the
// counts, one file at a time, the one under the cursor before the others.
func (p *picker) look(m *model) tea.Cmd {
	if m.tab != tabSessions || !p.ready {
		return nil
	}
	return tea.Batch(p.peekVisible(m), p.inspectNext(m))
}

func (p *picker) peekVisible(m *model) tea.Cmd {
	peek := m.opts.Peek
	var paths []string
	for _, i := range p.visible(m) {
		e := p.entries[i]
		if k := p.known[e.Path]; !k.peekedAt {
			k.peekedAt = true
			p.known[e.Path] = k
			paths = append(paths, e.Path)
		}
	}
	if len(paths) == 0 || peek == nil {
		return nil
	}
	return func() tea.Msg {
		heads := map[string]store.Peeked{}
		for _, path := range paths {
			if h, err := peek(path); err == nil {
				heads[path] = h
			}
		}
		return peekedMsg{heads}
	}
}

func (m *model) peeked(msg peekedMsg) tea.Cmd {
	for path, h := range msg.heads {
		k := m.pick.known[path]
		k.peeked = h
		m.pick.known[path] = k
	}
	return nil
}

func (p *picker) inspectNext(m *model) tea.Cmd {
	if p.busy != "" || m.opts.Inspect == nil {
		return nil
	}
	next := ""
	if e := p.entry(); e != nil && p.open1(e.Path) {
		next = e.Path
	}
	for _, path := range p.visiblePaths(m) {
		if next != "" {
			break
		}
		if p.open1(path) {
			next = path
		}
	}
	if next == "" {
		return nil
	}
	p.busy = next
	inspect := m.opts.Inspect
	ctx, stop := context.WithCancel(m.ctx)
	p.stop = stop
	return func() tea.Msg {
		defer stop()
		in, err := inspect(ctx, next)
		return inspectedMsg{next, in, err}
	}
}

// open1 reports whether a session was not counted yet.
func (p *picker) open1(path string) bool {
	k := p.known[path]
	return k.inspected == nil && k.err == nil
}

func (m *model) inspected(msg inspectedMsg) tea.Cmd {
	p := &m.pick
	k := p.known[msg.path]
	switch {
	case errors.Is(msg.err, context.Canceled): // another session was opened meanwhile
	case msg.err != nil:
		k.err = msg.err
	default:
		k.inspected = &msg.in
	}
	p.known[msg.path] = k
	if p.busy == msg.path {
		p.busy = ""
	}
	return p.look(m)
}

// visible are the entries that are drawn now.
func (p *picker) visible(m *model) []int {
	from := min(p.list.offset, len(p.shown))
	return p.shown[from:min(from+p.height(m), len(p.shown))]
}

// visiblePaths are the files of the sessions and cases that are drawn now.
func (p *picker) visiblePaths(m *model) []string {
	var paths []string
	for _, i := range p.visible(m) {
		paths = append(paths, p.entries[i].Path)
	}
	from, n := p.caseWindow(m)
	for _, i := range p.shownCases[from:min(from+n, len(p.shownCases))] {
		paths = append(paths, p.cases[i].Path)
	}
	return paths
}

// rows is the number of rows of sessions, cases and demos together.
func (p *picker) rows(m *model) int { return len(p.shown) + len(p.shownCases) + len(m.opts.Demos) }

// entry is the session or case under the cursor, nil for a demo or none.
func (p *picker) entry() *store.Entry { return p.inRow(p.list.cursor) }

// demoAt is the demo under the cursor, -1 for none.
func (p *picker) demoAt(m *model) int {
	if i := p.list.cursor - len(p.shown) - len(p.shownCases); i >= 0 && i < len(m.opts.Demos) {
		return i
	}
	return -1
}

func (p *picker) move(m *model, d int) tea.Cmd {
	if p.preview {
		p.off = max(p.off+max(min(d, 1000), -1000), 0)
		return nil
	}
	p.list.cursor = max(min(p.list.cursor+d, p.rows(m)-1), 0)
	p.off = 0
	p.clamp(m)
	return p.look(m)
}

// clamp keeps the cursor in view.
func (p *picker) clamp(m *model) {
	c := min(p.list.cursor, max(len(p.shown)-1, 0))
	v := window{c, p.list.offset}
	v.clamp(len(p.shown), p.height(m))
	p.list.offset = v.offset
}

// open opens what stands under the cursor.
func (p *picker) open(m *model) tea.Cmd {
	if e := p.entry(); e != nil {
		if m.opts.Open == nil {
			m.refuse("enter", "files cannot be opened here")
			return nil
		}
		return m.openPaths([]string{e.Path})
	}
	i := p.demoAt(m)
	if i < 0 || m.opts.OpenDemo == nil && m.openDemo == nil {
		return nil
	}
	d := m.opts.Demos[i]
	return m.unlessUnsaved("Open another", "drop and open", func(m *model) tea.Cmd { return m.startDemo(d) })
}

func (p *picker) setFilter(text string) {
	p.filter = text
	p.shown = p.shown[:0]
	words := strings.Fields(strings.ToLower(text))
	for i := range p.entries {
		if len(words) == 0 || matches(words, p.text[i]) || p.matchesHead(words, i) {
			p.shown = append(p.shown, i)
		}
	}
	p.filterCases()
	p.list = window{}
}

// matchesHead looks also at the real folder and the client of a session whose
// head was read.
func (p *picker) matchesHead(words []string, i int) bool {
	head := p.known[p.entries[i].Path].peeked
	return head.Cwd+head.Client != "" && matches(words, p.text[i]+" "+strings.ToLower(head.Client+" "+head.Cwd))
}

// client is who made a session; ? where nothing has told it yet.
func (p *picker) client(e store.Entry) string {
	k := p.known[e.Path]
	who := cmp.Or(e.Client, k.peeked.Client)
	if who == "" && k.inspected != nil {
		who = k.inspected.Client
	}
	return cmp.Or(who, "?")
}

// folder is the working folder of a session, the real one where it is read.
func (p *picker) folder(e store.Entry) string {
	if k := p.known[e.Path]; k.peeked.Cwd != "" {
		return k.peeked.Cwd
	}
	return e.Folder
}

// nextUnknown goes to the next session with unknown names, among those that
// were counted.
func (p *picker) nextUnknown(m *model, d int) tea.Cmd {
	n := len(p.shown) + len(p.shownCases)
	for i := 1; i <= n; i++ {
		at := ((p.list.cursor+d*i)%n + n) % n
		if k := p.known[p.inRow(at).Path]; k.inspected != nil && k.inspected.Unknown > 0 {
			p.list.cursor = at
			p.clamp(m)
			return p.look(m)
		}
	}
	m.say("No session with unknown names among those that are counted.")
	return nil
}

func (m *model) toDemos() tea.Cmd {
	m.pick.list.cursor = len(m.pick.shown) + len(m.pick.shownCases)
	m.pick.clamp(m)
	return nil
}

func noDemos(m *model) string {
	if len(m.opts.Demos) == 0 {
		return "no demos are built in"
	}
	return ""
}

func (p *picker) clicked(m *model, e tea.Mouse) tea.Cmd {
	if at, ok := p.caseRow(m, e.Y); ok {
		p.preview = false
		return p.move(m, at-p.list.cursor)
	}
	y := e.Y - headRows - 1
	if y >= 0 && y < p.height(m) && p.list.offset+y < len(p.shown) {
		p.preview = false
		return p.move(m, p.list.offset+y-p.list.cursor)
	}
	return nil
}

// standing is the status text of the tab.
func (p *picker) standing(m *model) string {
	switch {
	case !p.ready:
		return "Looking where the clients keep their sessions."
	case len(p.entries)+len(p.cases) == 0:
		return "hopscope only reads. It sends nothing anywhere."
	case p.caseAt() != nil:
		return "A saved case is a file of yours: " + m.keyOf("rename-case") + " renames it, " + m.keyOf("delete-case") + " moves it to the trash."
	}
	return "Failures are counted while you look. Nothing is changed, files are only read."
}

// since is how long ago a session was written.
func (m *model) since(t time.Time) string { return age(m.opts.Now().Sub(t)) }
