package tui

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"hopscope/sessions"
	"hopscope/themes"
)

// frameTime is the shortest time between two messages about what was read.
const frameTime = 33 * time.Millisecond

// loading is the state of what is being read.
type loading struct {
	// reading stays after the end: it reads bodies. from is nil when all is
	// read. Its number tells messages of an earlier opening.
	reading reading
	from    <-chan sessions.Update
	number  int
	stop    context.CancelFunc
	began   time.Time
	now     time.Time
	stopped bool
	tail    tailing
	// orders counts how often the rows were put in another order.
	orders int
	// back is where the cursor was when the files were rewritten.
	back *rowKey
	// failed are the calls that had failed when the files were opened again.
	failed map[string]int
	work   work
	// after is done as soon as all that follows from the record is known.
	after []outcome
	// paused: reading waits until the user goes on, rested: what was read by then
	// is all there, took: the time until then. wish is a place that is not read
	// yet.
	paused, rested bool
	took           time.Duration
	wish           *wish
}

// openedMsg is the answer to an attempt to open something.
type openedMsg struct {
	number  int
	reading reading
	stop    context.CancelFunc
	paths   []string
	demo    string
	err     error
	// again: the same files, which were rewritten while they were followed.
	again bool
}

// updatesMsg is what was read since the message before.
type updatesMsg struct {
	number int
	list   []sessions.Update
	closed bool
	at     time.Time
}

// start takes an opening as what is shown from now on.
func (m *model) start(r reading, paths []string, demoTitle string) {
	m.load = loading{reading: r, from: r.Updates(), number: m.load.number + 1, began: m.opts.Now()}
	m.load.now = m.load.began
	keep := m.data
	m.data = data{paths: paths, demo: demoTitle, loaded: r.Loaded(), bodies: r.Bodies(), kept: newKeptBodies(), json: newJSONPaint(), scroll: map[pane]int{}}
	m.data.scheme, m.data.schemeChosen = m.opts.Scheme, m.opts.Scheme != nil
	m.data.connected = m.opts.Connected
	if samePaths(keep.paths, paths) && keep.demo == demoTitle {
		m.data.options = keep.options
		if keep.serversSet {
			m.data.connected, m.data.serversSet = keep.connected, true
		}
	}
	if !samePaths(keep.paths, paths) || keep.demo != demoTitle {
		m.what = whatIf{}
		m.replay = replayTab{}
	}
	m.data.provider, m.data.providerChosen = m.opts.Provider, m.opts.Provider != nil
	if keep.schemeChosen && samePaths(keep.paths, paths) {
		m.data.scheme, m.data.schemeChosen = keep.scheme, true
	}
	if keep.providerChosen && samePaths(keep.paths, paths) {
		m.data.provider, m.data.providerChosen = keep.provider, true
	}
	m.fail, m.tab, m.focus, m.zoom, m.filter, m.filtering = nil, tabJourneys, paneTools, false, "", nil
	m.overlay = nil
	m.tour, m.tourWanted = nil, m.opts.Tours && demoTitle != ""
	m.startCase(samePaths(keep.paths, paths) && keep.demo == demoTitle)
	m.rebuild()
}

func samePaths(a, b []string) bool { return strings.Join(a, "\x00") == strings.Join(b, "\x00") }

// openPaths starts to read other paths, once no edits would be lost.
func (m *model) openPaths(paths []string) tea.Cmd {
	if samePaths(paths, m.data.paths) {
		return m.readPaths(paths)
	}
	return m.unlessUnsaved("Open another", "drop and open", func(m *model) tea.Cmd { return m.readPaths(paths) })
}

func (m *model) readPaths(paths []string) tea.Cmd { return m.readBy(m.open, paths) }

// opener opens paths.
type opener = func(ctx context.Context, paths []string) (reading, error)

// same opens what is open once more: of a path with several sessions the one
// that is shown, though another may be the newest by now.
func (m *model) same() opener {
	of, ok := m.load.reading.(interface {
		Again(ctx context.Context) (*sessions.Opening, error)
	})
	if !ok || m.data.demo != "" || m.fail != nil {
		return m.open
	}
	return func(ctx context.Context, _ []string) (reading, error) {
		r, err := of.Again(ctx)
		if err != nil {
			return nil, err
		}
		return r, nil
	}
}

func (m *model) readBy(open opener, paths []string) tea.Cmd {
	m.say("Opening " + shownPaths(paths))
	ctx, stop := context.WithCancel(m.ctx)
	number := m.load.number
	return func() tea.Msg {
		r, err := open(ctx, paths)
		return openedMsg{number: number, reading: r, stop: stop, paths: paths, err: err}
	}
}

// opened shows what was opened, or why it was not.
func (m *model) opened(msg openedMsg) tea.Cmd {
	if msg.again {
		return m.reopened(msg)
	}
	if msg.err != nil {
		if msg.stop != nil {
			msg.stop()
		}
		m.fail = newFailure(msg.paths, msg.err)
		m.fail.from = m.tab
		m.tab, m.overlay = tabJourneys, nil
		m.say("")
		return nil
	}
	if m.pick.stop != nil {
		m.pick.stop()
	}
	old := m.load
	m.fromSessions = m.fromSessions || m.tab == tabSessions
	m.start(msg.reading, msg.paths, msg.demo)
	m.load.stop = msg.stop
	m.say("")
	return tea.Batch(m.waitUpdates(0), func() tea.Msg {
		old.shut()
		return nil
	})
}

// shut ends the reading and closes the files.
func (l *loading) shut() {
	if l.tail.stop != nil {
		l.tail.stop()
	}
	if l.stop != nil {
		l.stop()
	}
	if l.reading != nil {
		l.reading.Close()
	}
}

// waitUpdates waits for the next update and gathers what comes within pause.
func (m *model) waitUpdates(pause time.Duration) tea.Cmd {
	from, number, now := m.load.from, m.load.number, m.opts.Now
	return func() tea.Msg {
		msg := updatesMsg{number: number}
		u, ok := <-from
		if !ok {
			msg.closed, msg.at = true, now()
			return msg
		}
		msg.list = append(msg.list, u)
		until := time.After(pause)
		for {
			select {
			case u, ok := <-from:
				if !ok {
					msg.closed, msg.at = true, now()
					return msg
				}
				msg.list = append(msg.list, u)
			case <-until:
				msg.at = now()
				return msg
			}
		}
	}
}

// updated applies what was read and waits for more.
func (m *model) updated(msg updatesMsg) tea.Cmd {
	if msg.number != m.load.number || m.load.from == nil || m.waits(msg) {
		return nil
	}
	for _, u := range msg.list {
		m.apply(u)
	}
	m.load.now = msg.at
	if msg.closed {
		m.load.from, m.load.paused = nil, false
		m.data.from = nothingYet() // all of it may be known better now
	}
	m.rebuild()
	cmd := m.renewDetail()
	if msg.closed {
		return tea.Batch(cmd, m.whenDerived(func(m *model) tea.Cmd {
			m.loadedAll()
			return tea.Batch(m.grant(), m.follow())
		}))
	}
	return tea.Batch(cmd, m.grant(), m.rest(), m.waitUpdates(m.updatePause()))
}

// updatePause is longer where the list is long, for all of it is made again.
func (m *model) updatePause() time.Duration {
	if len(m.data.rows) > 1000 {
		return 4 * frameTime
	}
	return frameTime
}

// loadedAll says what went wrong, if anything did.
func (m *model) loadedAll() {
	m.restoreCase()
	errs := m.data.loaded.Errors
	switch {
	case m.load.stopped:
		m.say(fmt.Sprintf("Stopped. %s calls were read; %s reads the file again.", comma(m.session().Tally.Calls), m.keyOf("reload")))
	case len(errs) > 0:
		m.warn(errs[0].Error())
	default:
		m.announceMore()
	}
}

// loadingLine is the row with bytes, bar, rate, calls and the time left.
func (m *model) loadingLine(w int) line {
	p := m.data.loaded.Progress
	l := line{{text: size(p.Bytes)}}
	if p.Total > 0 {
		l = append(l, span{text: " of " + size(p.Total)}, span{text: fmt.Sprintf("  %d %%", percent(p.Bytes, p.Total))})
		full := int(12 * min(p.Bytes, p.Total) / p.Total)
		l = append(l, span{text: "   " + strings.Repeat("━", full), role: themes.Accent}, span{text: strings.Repeat("─", 12-full), role: themes.Line})
	}
	took := m.load.now.Sub(m.load.began)
	if took > 0 && p.Bytes > 0 {
		rate := float64(p.Bytes) / took.Seconds()
		l = append(l, span{text: "    " + size(int64(rate)) + "/s"})
		l = append(l, span{text: "   " + comma(p.Calls) + " calls"})
		if p.Total > p.Bytes {
			left := time.Duration(float64(p.Total-p.Bytes) / rate * float64(time.Second))
			l = append(l, span{text: "   " + lasted(left) + " left", role: themes.Muted})
		}
		return l
	}
	return append(l, span{text: "   " + comma(p.Calls) + " calls"})
}

func percent(part, whole int64) int64 {
	if whole <= 0 {
		return 0
	}
	return min(part, whole) * 100 / whole
}
