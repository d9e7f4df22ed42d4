package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"hopscope/journey"
	"hopscope/journey/diagnose"
	"hopscope/sessions"
)

// model is the one model of the workbench. Update and what it calls own every
// field; commands get copies.
type model struct {
	ctx  context.Context
	opts Options
	keys []action
	exit int

	// w and h are the window, known after the first size message.
	w, h    int
	screen  *canvas // reused from frame to frame
	styles  *styles
	themeID string
	dark    bool
	profile colorprofile.Profile
	mouse   bool

	tab     tab
	overlay []overlay
	focus   pane
	zoom    bool
	// filter is the text that the tool list is filtered by; input is open
	// while it is typed.
	filter    string
	filtering *input
	status    status

	load  loading
	data  data
	pick  picker
	vocab vocabTab
	what  whatIf
	kase  caseState
	fail  *failure // the unreadable file, instead of the tab
	// tour is on; tourWanted: it begins when the demo is read.
	tour       *tour
	tourWanted bool
	// held: what is appended to a file does not come in until f is pressed.
	held bool
	// fromSessions: what is open was opened in the Sessions tab, where esc
	// goes back to.
	fromSessions bool
	// fromReplay: Journeys was opened by a call or tool of Replay, where esc goes
	// back to.
	fromReplay bool

	// replay is the session turn by turn.
	replay replayTab

	// open and openDemo start reading; after sends a message later. Tests put
	// others in.
	open     func(ctx context.Context, paths []string) (reading, error)
	openDemo func(ctx context.Context, name string) (reading, error)
	after    func(d time.Duration, msg tea.Msg) tea.Cmd
	// manyTools, manyCalls and manyRows are from where on work is done beside the
	// loop.
	manyTools, manyCalls, manyRows int
	// jobs tells whether a shell could bring a suspended process back.
	jobs func() bool
}

// data is what is open and what was derived from it.
type data struct {
	paths  []string
	demo   string
	loaded *sessions.Loaded
	bodies journey.Bodies
	// kept are the bodies that were read, the only ones diagnosis sees.
	kept *keptBodies

	scheme    journey.Scheme
	provider  journey.Provider
	schemeWhy string
	// options were set on the screen, connected is who was up and in which
	// order; serversSet: that was chosen on the screen too.
	options    schemeOptions
	connected  []journey.Server
	serversSet bool
	// chosen: picked by the user, so the recording does not change it.
	schemeChosen, providerChosen bool

	// own is the scheme that the recording names, or the command.
	own journey.Scheme
	derived
	// from is what they were derived from. stale: they are to be derived again,
	// working: that is done, for what was asked for as number asked.
	from           derivedFrom
	stale, working bool
	asked          int
	// aside is the recording's analyzer that only jobs ask, nil: none was made.
	aside *diagnose.Analyzer

	rows     []toolRow
	finds    []journey.CensusFinding
	refused  []refusal
	requests int   // refused were made from so many
	shown    []int // indexes of rows that the filter lets through
	tools    window
	calls    int // index of the selected call among those of the row
	moved    bool
	failures []uint32 // rows of failed calls in file order
	counted  int      // failures were made when so many calls had failed
	hits     filterHits

	detail *detail
	cache  partCache
	scroll map[pane]int
	// scrolled is what the panes were scrolled for.
	scrolled place
	json     *jsonPaint
	// blind: a call was diagnosed before its arguments were read.
	blind bool
	// settling: a key moved the cursor a moment ago, so the next one waits
	// before the detail is made again. wait numbers the pauses.
	settling, dirty bool
	wait            int
}

// tab is one of the tabs of the first row.
type tab uint8

const (
	tabJourneys tab = iota
	tabReplay
	tabVocab
	tabWhatIf
	tabSessions
)

// pane is a place that can have the focus.
type pane uint8

// The panes of Journeys in the order of tab. Those
// behind panesJourneys only show something.
const (
	paneTools pane = iota
	paneCalls
	paneReal
	paneSafe
	paneWire
	paneEcho
	paneDispatch
	paneHistory
	paneIdentity
	panesJourneys
	paneElsewhere
	paneTwins
	paneExtra
)

// hopPanes are the panes of the six hops, in the order of the rail.
var hopPanes = [...]pane{paneReal, paneSafe, paneWire, paneEcho, paneDispatch, paneHistory}

func newModel(ctx context.Context, o Options) *model {
	o.fill()
	m := &model{ctx: ctx, opts: o, dark: true, profile: colorprofile.TrueColor, mouse: !o.NoMouse, themeID: o.Theme}
	m.keys, m.jobs = newKeys(o.Keys), jobControl
	m.manyTools, m.manyCalls, m.manyRows = manyTools, manyCalls, manyRows
	m.after = func(d time.Duration, msg tea.Msg) tea.Cmd {
		return tea.Tick(d, func(time.Time) tea.Msg { return msg })
	}
	m.open = func(ctx context.Context, paths []string) (reading, error) {
		return asReading(o.Open(ctx, paths))
	}
	m.openDemo = func(ctx context.Context, name string) (reading, error) {
		return asReading(o.OpenDemo(ctx, name))
	}
	m.restyle()
	m.data.scroll = map[pane]int{}
	switch {
	case o.Err != nil:
		m.fail = newFailure(o.Paths, o.Err)
	case o.testOpening != nil:
		m.start(o.testOpening, o.Paths, o.Demo)
	case o.Opening != nil:
		m.start(o.Opening, o.Paths, o.Demo)
		m.load.stop = o.Stop
	default:
		m.tab = tabSessions
	}
	return m
}

// asReading keeps a nil Opening from becoming a reading that is not nil.
func asReading(op *sessions.Opening, err error) (reading, error) {
	if err != nil {
		return nil, err
	}
	return op, nil
}

// Init asks the terminal for its background and starts to wait for rows.
func (m *model) Init() tea.Cmd {
	var cmds []tea.Cmd
	if m.themeID == "auto" {
		cmds = append(cmds, tea.RequestBackgroundColor)
	}
	if m.load.from != nil {
		cmds = append(cmds, m.waitUpdates(0))
	}
	if m.tab == tabSessions {
		cmds = append(cmds, m.find())
	}
	return tea.Batch(cmds...)
}

// shut closes what is open.
func (m *model) shut() { m.load.shut() }

// row returns the tool row under the cursor, nil for an empty list.
func (m *model) row() *toolRow {
	if m.data.tools.cursor >= len(m.data.shown) {
		return nil
	}
	return &m.data.rows[m.data.shown[m.data.tools.cursor]]
}

// session is the record of what is open, nil for nothing.
func (m *model) session() *journey.Session {
	if m.data.loaded == nil {
		return nil
	}
	return m.data.loaded.Session
}

// hasCalls tells a recording from catalogs alone.
func (m *model) hasCalls() bool {
	s := m.session()
	return s != nil && (len(s.Rows) > 0 || s.Lines > 0 || s.Background != nil || len(s.Requests) > 0)
}
