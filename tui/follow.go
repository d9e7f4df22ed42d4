package tui

import (
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/sessions"
	"hopscope/themes"
)

// Following: a file that is still being written is read on when its beginning
// is read. The cursor stays where it is; news are told in the status line.

const (
	// gatherTime is how long more is waited for when something came.
	gatherTime = 2 * time.Millisecond
	// rereadTime is the pause before a file that was rewritten is read again:
	// its writer may be at work.
	rereadTime = 500 * time.Millisecond
)

// follower is a reading that goes on when its files grow.
type follower interface {
	Follow(ctx context.Context) <-chan sessions.Update
}

// tailing is the state of a following.
type tailing struct {
	from <-chan sessions.Update // nil: nothing is followed
	stop context.CancelFunc
	// grew: something came, so that the header says it.
	grew bool
	// waits: a command waits for the next update, or a timer will make one.
	waits bool
	// late is what came while the following is held: it was waited for already.
	late *grownMsg
	// again: the files were rewritten and are to be opened again; told: that
	// this does not work was said.
	again, told bool
}

// followMsg brings the channel of a following.
type followMsg struct {
	number int
	from   <-chan sessions.Update
	stop   context.CancelFunc
}

// grownMsg is what was appended.
type grownMsg struct {
	number int
	list   []sessions.Update
	closed bool
}

// followOnMsg is the end of the pause between two of them, rereadMsg of that
// before files are opened again.
type (
	followOnMsg struct{ number int }
	rereadMsg   struct{ number int }
)

// follow begins to follow what is read to its end.
func (m *model) follow() tea.Cmd {
	r, ok := m.load.reading.(follower)
	if !ok || m.load.stopped || m.data.demo != "" {
		return nil
	}
	ctx, stop := context.WithCancel(m.ctx)
	number := m.load.number
	return func() tea.Msg { return followMsg{number, r.Follow(ctx), stop} }
}

func (m *model) followed(msg followMsg) tea.Cmd {
	if msg.number != m.load.number || msg.from == nil {
		msg.stop()
		return nil
	}
	m.load.tail.from, m.load.tail.stop = msg.from, msg.stop
	return m.waitGrowth()
}

// waitGrowth waits for the next update, unless the user holds the following:
// then what comes waits in the file.
func (m *model) waitGrowth() tea.Cmd {
	t := &m.load.tail
	if t.from == nil || t.waits || m.held {
		return nil
	}
	t.waits = true
	from, number := t.from, m.load.number
	return func() tea.Msg {
		msg := grownMsg{number: number}
		u, ok := <-from
		until := time.After(gatherTime)
		for ok {
			msg.list = append(msg.list, u)
			select {
			case u, ok = <-from:
			case <-until:
				return msg
			}
		}
		msg.closed = true
		return msg
	}
}

// grown takes what was appended.
func (m *model) grown(msg grownMsg) tea.Cmd {
	if msg.number != m.load.number {
		return nil
	}
	if m.waits(msg) {
		return nil
	}
	t := &m.load.tail
	t.waits = false
	if m.held {
		t.late = &msg
		return nil
	}
	var failed []uint32
	rewritten := false
	turns, atEnd := 0, m.replay.atEnd()
	if m.replay.line != nil {
		turns = len(m.replay.line.Turns)
	}
	for _, u := range msg.list {
		if u.Rewritten {
			rewritten = true
			continue
		}
		if u.New != nil {
			m.say("New in the folder, and followed too: " + shownPaths([]string{u.New.Path}) + ".")
		}
		failed = append(failed, newFailures(m.session(), u)...)
		m.data.loaded.Apply(u)
		t.grew = true
	}
	var cmd tea.Cmd
	if t.grew && len(msg.list) > 0 {
		m.data.moved = true // a failure that comes does not take the cursor
		m.rebuild()
		cmd = m.renewDetail()
		m.announce(failed)
		cmd = tea.Batch(cmd, m.replay.grew(m, turns, atEnd))
	}
	switch {
	case rewritten:
		t.from, t.again = nil, true
		return tea.Batch(cmd, m.after(rereadTime, rereadMsg{m.load.number}))
	case msg.closed:
		t.from = nil
		return cmd
	}
	t.waits = true
	return tea.Batch(cmd, m.after(frameTime, followOnMsg{m.load.number}))
}

func (m *model) followOn(msg followOnMsg) tea.Cmd {
	if msg.number != m.load.number {
		return nil
	}
	m.load.tail.waits = false
	return m.waitGrowth()
}

// newFailures are the rows that fail with an update, before it is applied.
func newFailures(s *journey.Session, u sessions.Update) []uint32 {
	var rows []uint32
	for i := range u.Batch.Rows {
		if u.Batch.Rows[i].Class.Failed() {
			rows = append(rows, uint32(len(s.Rows)+i))
		}
	}
	for _, p := range u.Batch.Patches {
		old := int(p.Row) < len(s.Rows) && s.Rows[p.Row].Class.Failed()
		if p.Class.Failed() && !old {
			rows = append(rows, p.Row)
		}
	}
	return rows
}

// announce tells of new failures until the next key.
func (m *model) announce(rows []uint32) {
	if len(rows) == 0 {
		return
	}
	s := m.session()
	row := int(rows[len(rows)-1])
	c := s.Call(row)
	text := "New failure: "
	if len(rows) > 1 {
		text = comma(len(rows)) + " new failures, the last: "
	}
	text += shownName(string(c.Called.Name)) + ", " + c.Class.Word()
	if c.Turn > 0 {
		text += ", turn " + comma(c.Turn)
	}
	m.warn(visible.Text(text) + ". " + m.keyOf("next-failure") + " goes to the next.")
	if !c.Class.Unknown() {
		m.status.role = themes.Warn
	}
}

// reread opens files again that were rewritten, when nothing is in the way.
func (m *model) reread(msg rereadMsg) tea.Cmd {
	if msg.number != m.load.number || !m.load.tail.again {
		return nil
	}
	if len(m.overlay) > 0 || m.filtering != nil || m.held {
		return m.after(rereadTime, msg)
	}
	ctx, stop := context.WithCancel(m.ctx)
	open, number, paths := m.same(), m.load.number, m.data.paths
	return func() tea.Msg {
		r, err := open(ctx, paths)
		return openedMsg{number: number, reading: r, stop: stop, paths: paths, err: err, again: true}
	}
}

// reopened shows files that were opened again where the user stands. What
// cannot be opened now is tried again: its writer may be at work.
func (m *model) reopened(msg openedMsg) tea.Cmd {
	if msg.number != m.load.number {
		if msg.stop != nil {
			msg.stop()
		}
		if msg.err != nil {
			return nil
		}
		return func() tea.Msg { msg.reading.Close(); return nil }
	}
	if msg.err != nil {
		msg.stop()
		if !m.load.tail.told {
			m.load.tail.told = true
			m.warn(shownPaths(msg.paths) + " has changed and cannot be read now; what was read stays.")
		}
		return m.after(2*rereadTime, rereadMsg{m.load.number})
	}
	old, place, failed := m.load, *m, m.failures(nil)
	key, _ := m.cursorKey()
	m.start(msg.reading, msg.paths, "")
	m.load.stop, m.load.back = msg.stop, &key
	m.load.tail.grew, m.load.failed = true, failed
	m.tab, m.focus, m.zoom, m.filter = place.tab, place.focus, place.zoom, place.filter
	m.say(shownPaths(msg.paths) + " has changed: read again from its beginning.")
	return tea.Batch(m.waitUpdates(0), func() tea.Msg {
		old.shut()
		return nil
	})
}

// failures counts the calls that failed, by call id, name and class; seen is
// told the row of each.
func (m *model) failures(seen func(key string, row uint32)) map[string]int {
	n := map[string]int{}
	s := m.session()
	for i := range s.Rows {
		if !s.Rows[i].Class.Failed() {
			continue
		}
		c := s.Call(i)
		key := fmt.Sprint(c.ID, "\x00", c.Called.Name, "\x00", c.Class)
		n[key]++
		if seen != nil {
			seen(key, uint32(i))
		}
	}
	return n
}

// announceMore tells of failures that were not there before the files were
// opened again.
func (m *model) announceMore() {
	before := m.load.failed
	if before == nil {
		return
	}
	var rows []uint32
	m.failures(func(key string, row uint32) {
		if before[key]--; before[key] < 0 {
			rows = append(rows, row)
		}
	})
	m.announce(rows)
}

// goBack puts the cursor where it was before the files were opened again, as
// soon as that row is read.
func (m *model) goBack() bool {
	if m.load.back == nil {
		return false
	}
	i := m.findKey(*m.load.back)
	if i < 0 {
		return false
	}
	m.data.tools.cursor, m.data.moved, m.load.back = i, true, nil
	m.clampTools()
	return true
}

// toggleFollow holds the following, or goes on.
func (m *model) toggleFollow() tea.Cmd {
	m.held = !m.held
	if m.held {
		m.say("Not following any more: what you see stays. " + m.keyOf("follow") + " goes on.")
		return nil
	}
	m.say("Following: what is appended comes in.")
	if late := m.load.tail.late; late != nil {
		m.load.tail.late = nil
		return m.grown(*late)
	}
	return m.waitGrowth()
}

// nothingGrows says why there is nothing to follow.
func nothingGrows(m *model) string {
	switch {
	case m.data.loaded == nil:
		return "open a session first"
	case m.data.demo != "":
		return "a demo does not grow"
	case m.load.paused:
		return "reading was stopped: " + m.keyOf("reload") + " reads on"
	case m.load.from != nil:
		return "it is still being read"
	case m.load.tail.from == nil && !m.load.tail.again:
		for _, s := range m.data.loaded.Sources {
			if !s.Seekable && s.Size < 0 {
				return "a pipe is read once"
			}
		}
		return "not followed: " + m.keyOf("reload") + " reads it again"
	}
	return ""
}

// followState is what the palette says.
func (m *model) followState() string {
	switch {
	case m.load.tail.from == nil:
		return ""
	case m.held:
		return "now held"
	}
	return "now on"
}

// followMark is the word of the header.
func (m *model) followMark() span {
	t := &m.load.tail
	switch {
	case t.from != nil && m.held:
		return span{text: "held", role: themes.Warn}
	case t.grew && (t.from != nil || t.again || m.reads()):
		return span{text: "follows", role: themes.Accent}
	}
	return span{}
}
