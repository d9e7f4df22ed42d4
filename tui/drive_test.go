package tui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/journey/scheme"
	"hopscope/sessions"
	"hopscope/sessions/store"
)

// driver presses keys and looks at the screen, without a program and without
// waiting: commands run at once, messages for later are kept.
type driver struct {
	t *testing.T
	m *model
	// later are the messages of timers that did not come yet.
	later []tea.Msg
	// held are commands that were not run, while hold is set.
	held []tea.Cmd
	hold bool
	// hasty leaves the pause of the cursor to the test.
	hasty bool
	// sent are messages that only a program answers: quit, clipboard, editor.
	sent []string
}

// at is the clock of all tests.
func at() time.Time { return time.Date(2026, 11, 29, 20, 0, 0, 0, time.UTC) }

func noEnv(string) string { return "" }

// drive makes a model without a file, at 120x40.
func drive(t *testing.T, o Options) *driver {
	t.Helper()
	if o.Env == nil {
		o.Env = noEnv
	}
	o.Now, o.Home = at, "/home/user"
	d := &driver{t: t}
	d.m = newModel(context.Background(), o)
	d.m.jobs = func() bool { return true }
	d.m.after = func(_ time.Duration, msg tea.Msg) tea.Cmd {
		d.later = append(d.later, msg)
		return nil
	}
	return d
}

// begin runs the first command and gives the window its size.
func (d *driver) begin(w, h int) *driver {
	d.t.Helper()
	d.size(w, h)
	d.run(d.m.Init())
	return d
}

func (d *driver) size(w, h int) { d.send(tea.WindowSizeMsg{Width: w, Height: h}) }

func (d *driver) send(msg tea.Msg) {
	d.t.Helper()
	_, cmd := d.m.Update(msg)
	d.run(cmd)
}

// run runs a command and what follows from it.
func (d *driver) run(cmd tea.Cmd) {
	d.t.Helper()
	if cmd == nil {
		return
	}
	if d.hold {
		d.held = append(d.held, cmd)
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			d.run(c)
		}
	case openedMsg, updatesMsg, followMsg, grownMsg, bodiesMsg, workedMsg, filteredMsg, savedMsg, editedMsg, foundMsg, peekedMsg, inspectedMsg, everyRowMsg, whatAnswersMsg, whatMovedMsg, casesMsg, caseMovedMsg, exportedMsg, exportWrittenMsg, caseSavedMsg, vocabReadMsg:
		d.send(msg)
	default:
		d.sent = append(d.sent, fmt.Sprintf("%T %v", msg, msg))
	}
}

// pause lets all timers run out.
func (d *driver) pause() {
	d.t.Helper()
	list := d.later
	d.later = nil
	for _, msg := range list {
		d.send(msg)
	}
}

// press presses keys one after another: "j", "enter", "ctrl+p". A word in
// quotes is typed letter by letter.
func (d *driver) press(keys ...string) *driver {
	d.t.Helper()
	for _, k := range keys {
		if text, ok := strings.CutPrefix(k, `"`); ok {
			for _, r := range strings.TrimSuffix(text, `"`) {
				d.send(keyOf(string(r)))
			}
		} else {
			d.send(keyOf(k))
		}
		if !d.hasty {
			d.settle()
		}
	}
	return d
}

// settle lets the pause of the cursor pass; answers in the status line stay.
func (d *driver) settle() {
	d.t.Helper()
	list := d.later
	d.later = nil
	for _, msg := range list {
		switch msg.(type) {
		case settledMsg, chooserSettledMsg, replaySettledMsg:
			d.send(msg)
		default:
			d.later = append(d.later, msg)
		}
	}
}

// keyOf is the message of a key by its name.
func keyOf(name string) tea.KeyPressMsg {
	special := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown,
		"left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp,
		"pgdown": tea.KeyPgDown, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete, "space": tea.KeySpace,
		"f1": tea.KeyF1, "f9": tea.KeyF9,
	}
	k := tea.KeyPressMsg{}
	rest := name
	for _, m := range []struct {
		name string
		mod  tea.KeyMod
	}{{"ctrl+", tea.ModCtrl}, {"alt+", tea.ModAlt}, {"shift+", tea.ModShift}} {
		if r, ok := strings.CutPrefix(rest, m.name); ok && r != "" {
			rest, k.Mod = r, k.Mod|m.mod
		}
	}
	if code, ok := special[rest]; ok {
		k.Code = code
		if rest == "space" {
			k.Text = " "
		}
		return k
	}
	k.Code = []rune(rest)[0]
	if k.Mod == 0 {
		k.Text = rest
	}
	return k
}

// lines are the rows of the screen, without blanks at their ends.
func (d *driver) lines() []string {
	d.t.Helper()
	d.m.paint()
	rows := d.m.screen.plain()
	for i, r := range rows {
		rows[i] = strings.TrimRight(r, " ")
	}
	return rows
}

func (d *driver) screen() string { return strings.Join(d.lines(), "\n") + "\n" }

// status is the last row but one.
func (d *driver) status() string {
	d.t.Helper()
	rows := d.lines()
	return strings.TrimSpace(rows[len(rows)-2])
}

// sees fails unless the screen has the text.
func (d *driver) sees(text string) {
	d.t.Helper()
	if s := d.screen(); !strings.Contains(s, text) {
		d.t.Errorf("screen lacks %q:\n%s", text, s)
	}
}

func (d *driver) seesNot(text string) {
	d.t.Helper()
	if s := d.screen(); strings.Contains(s, text) {
		d.t.Errorf("screen has %q:\n%s", text, s)
	}
}

// says fails unless the status line has the text.
func (d *driver) says(text string) {
	d.t.Helper()
	if s := d.status(); !strings.Contains(s, text) {
		d.t.Errorf("status = %q, want it to have %q", s, text)
	}
}

// under fails unless the cursor of the tool list stands on this name.
func (d *driver) under(name string) {
	d.t.Helper()
	r := d.m.row()
	if r == nil || r.name != name {
		d.t.Errorf("cursor is on %+v, want %q", r, name)
	}
}

// did fails unless the program was sent a message with this text.
func (d *driver) did(text string) {
	d.t.Helper()
	if !slices.ContainsFunc(d.sent, func(s string) bool { return strings.Contains(s, text) }) {
		d.t.Errorf("sent %q, want one with %q", d.sent, text)
	}
}

// fakeReading gives updates that stand ready.
type fakeReading struct {
	loaded  *sessions.Loaded
	updates chan sessions.Update
	bodies  journey.Bodies
	closed  bool
}

func (f *fakeReading) Updates() <-chan sessions.Update { return f.updates }
func (f *fakeReading) Bodies() journey.Bodies          { return f.bodies }
func (f *fakeReading) Close()                          { f.closed = true }
func (f *fakeReading) Loaded() *sessions.Loaded {
	if f.loaded == nil {
		return &sessions.Loaded{Session: &journey.Session{}}
	}
	return f.loaded
}

// readingOf is a reading that gives these updates and then ends.
func readingOf(list ...sessions.Update) *fakeReading {
	f := &fakeReading{updates: make(chan sessions.Update, len(list))}
	for _, u := range list {
		f.updates <- u
	}
	close(f.updates)
	return f
}

// staged is a model that shows a detail made by hand.
func staged(t *testing.T, d *detail, path string, w, h int) *driver {
	t.Helper()
	dr := drive(t, Options{Find: nil})
	m := dr.m
	s := d.session
	if s == nil {
		s = &journey.Session{Sources: []journey.Source{{Path: path, Format: "plain list, registered names"}}}
	}
	m.tab = tabJourneys
	m.data.loaded = &sessions.Loaded{Session: s, Sources: s.Sources}
	m.data.paths = []string{path}
	m.data.kept = newKeptBodies()
	m.data.scheme, m.data.provider = d.scheme, d.provider
	m.data.plan, m.data.census = d.plan, d.census
	if m.data.census == nil {
		m.data.census = &journey.CensusResult{}
		d.census = m.data.census
	}
	dr.size(w, h)
	m.data.rows = buildTools(d.session, d.plan, d.census)
	m.data.finds = m.listFindings()
	m.applyFilter()
	m.data.counted = -1
	if d.call != nil {
		m.standOn(d.call.Index)
	} else {
		m.standOnTool(d.row.tool)
	}
	d.row = *m.row()
	d.callID = func(row int) string { return m.data.kept.callID(s, row) }
	m.data.detail = d
	return dr
}

func pasteOf(text string) tea.PasteMsg { return tea.PasteMsg{Content: text} }

type ctxType = context.Context

func noOpen(context.Context, []string) (*sessions.Opening, error) {
	return nil, errors.New("nothing can be opened in this test")
}

func noDemo(context.Context, string) (*sessions.Opening, error) {
	return nil, errors.New("nothing can be opened in this test")
}

func noSessions() ([]store.Entry, []store.Searched) { return nil, nil }

// someSchemes and someProviders are what s and p offer in tests: not all, for
// new ones must not change the screens of old tests.
func someSchemes() []journey.Scheme {
	var list []journey.Scheme
	for _, id := range []string{"claude-code", "native", "verbatim"} {
		s, err := scheme.Get(id)
		if err != nil {
			panic(err)
		}
		list = append(list, s)
	}
	return list
}

func someProviders() []journey.Provider {
	var list []journey.Provider
	for _, id := range []string{"anthropic-messages", "openai-chat"} {
		p, err := provider.Get(id)
		if err != nil {
			panic(err)
		}
		list = append(list, p)
	}
	return list
}
