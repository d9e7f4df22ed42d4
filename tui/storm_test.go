package tui

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/journey/scheme"
	"hopscope/sessions"
	"hopscope/sessions/catalog"
	"hopscope/sessions/store"
)

// stormKeys are the keys that a storm presses: all that do something anywhere,
// and some that do not.
var stormKeys = []string{
	"j", "k", "g", "G", "h", "l", "up", "down", "left", "right", "home", "end", "pgup", "pgdown", "ctrl+d", "ctrl+u", "ctrl+f", "ctrl+b",
	"tab", "shift+tab", "enter", "esc", "esc", "z", "n", "N", "/", "?", ":", "ctrl+p", "ctrl+n", "y", "Y", "e", "s", "p", "t", "m", "o", "d", "r",
	"1", "2", "2", "3", "4", "5", "6", "0", "q", "space", "+", "backspace", "delete", "ctrl+a", "ctrl+e", "ctrl+k", "ctrl+w", "ctrl+z", "ctrl+r",
	"w", "u", "x", "R", "P", "P", "S", "S", "O", "O", "c", "K", "3", "3", "V", "3", "4", "4", "4", "u", "i", "shift+down", "a", "b", "c", "i", "J", "日", "é", "-", "_", ".", "alt+x", "shift+up", "alt+enter",
}

var stormSizes = []struct{ w, h int }{
	{120, 40}, {80, 24}, {60, 15}, {61, 16}, {200, 55}, {99, 15}, {100, 15}, {60, 60}, {149, 22}, {500, 200}, {59, 15}, {60, 14}, {1, 1}, {0, 0}, {2, 1}, {7, 3}, {1, 80}, {300, 1},
}

// storm drives a model by bytes: keys, sizes, the mouse, pastes, what is read
// and what timers send, in any order.
type storm struct {
	*driver
	names map[string]journey.Sym
	// done is what was pressed, for the message of a failure.
	done []string
	// patience is how long a command may take that does not wait for the reader.
	patience time.Duration
}

func newStorm(t *testing.T, kind byte) *storm {
	t.Helper()
	o := Options{Schemes: scheme.All(), Providers: provider.All(), Demos: demos()}
	if kind%2 == 0 {
		o.Find = func() ([]store.Entry, []store.Searched) {
			return []store.Entry{{Client: bad[0], Path: "/" + bad[4], Folder: bad[1], ID: bad[5], ModTime: at()}, {Client: "codex", Path: "/a"}},
				[]store.Searched{{Client: bad[0], Path: bad[1], Status: bad[2]}}
		}
		o.Inspect = func(_ ctxType, path string) (Inspected, error) { return Inspected{Calls: 3, First: bad[1]}, nil }
		o.Peek = func(string) (store.Peeked, error) { return store.Peeked{}, errors.New(bad[0]) }
	}
	if kind%3 == 0 {
		o.Theme = "plain"
		o.Vocabulary = hostileVocabulary()
		o.ReadVocabulary = func() (Vocabulary, error) { return Vocabulary{}, errors.New(bad[0]) }
	}
	o.Open = noOpen
	s := &storm{names: map[string]journey.Sym{}, patience: 5 * time.Millisecond}
	s.driver = drive(t, o)
	s.hasty = true
	s.m.open = func(_ context.Context, paths []string) (reading, error) {
		if len(paths[0])%2 == 1 {
			return nil, &sessions.Unreadable{Path: paths[0], What: bad[0], Seen: bad[1], Tried: bad, Fix: bad[2]}
		}
		return stormReading(kind), nil
	}
	s.m.openDemo = func(context.Context, string) (reading, error) { return stormReading(kind + 1), nil }
	if kind%4 != 3 {
		s.m.start(stormReading(kind), []string{bad[kind%8]}, "")
	} else {
		s.m.tab = tabSessions
	}
	s.begin(120, 40)
	return s
}

// stormReading is a file that is read; every third one never ends.
func stormReading(kind byte) reading {
	var r *fakeReading
	switch kind % 3 {
	case 0:
		r = readingOf(hostileUpdate(), sessions.Update{Err: errors.New(bad[0]), Done: true})
	case 1:
		r = readingOf(askCalls())
	default:
		huge := strings.Repeat("\x1b[2J", catalog.MaxName/4) // what the readers let through
		u := callsUpdate("claude-code", "2.1.0", "Read", huge+" unknown-tool")
		u.Batch.Texts = append(u.Batch.Texts, huge)
		u.Batch.Rows[1].Err = journey.Sym(len(u.Batch.Texts))
		r = readingOf(u)
		r.updates = make(chan sessions.Update, 2)
		r.updates <- u
	}
	r.bodies = hostileBodies{}
	return r
}

// run of a storm never waits: a reading that has nothing to say is left alone.
func (s *storm) begin(w, h int) {
	s.hold = true
	s.size(w, h)
	s.send(nil)
	s.driver.run(s.m.Init())
	s.answer()
}

// answer runs the commands that were held, but those that would wait.
func (s *storm) answer() {
	s.t.Helper()
	for range 8 {
		list := s.held
		s.held = nil
		for _, cmd := range list {
			s.one(cmd)
		}
	}
}

func (s *storm) one(cmd tea.Cmd) {
	s.t.Helper()
	if cmd == nil {
		return
	}
	got := make(chan tea.Msg, 1)
	go func() { got <- cmd() }()
	var msg tea.Msg
	select {
	case msg = <-got:
	case <-time.After(s.patience): // it waits for the reader
		return
	}
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		s.held = append(s.held, msg...)
	case openedMsg, updatesMsg, followMsg, grownMsg, bodiesMsg, workedMsg, filteredMsg, savedMsg, editedMsg, foundMsg, peekedMsg, inspectedMsg, everyRowMsg, whatAnswersMsg, whatMovedMsg, vocabReadMsg:
		s.send(msg)
	default:
		s.sent = append(s.sent, fmt.Sprintf("%T", msg))
	}
}

// step does what two bytes say.
func (s *storm) step(a, b byte) {
	s.t.Helper()
	s.sent = nil
	what := ""
	switch {
	case a < 200:
		what = stormKeys[(int(a)<<8+int(b))%len(stormKeys)]
		s.send(keyOf(what))
	case a < 212:
		z := stormSizes[int(b)%len(stormSizes)]
		what = fmt.Sprintf("%dx%d", z.w, z.h)
		s.size(z.w, z.h)
	case a < 220:
		what = "click"
		s.send(tea.MouseClickMsg{X: int(b) * 7 % (s.m.w + 3), Y: int(b) % (s.m.h + 3), Button: tea.MouseLeft})
	case a < 228:
		what = "wheel"
		s.send(tea.MouseWheelMsg{X: int(b) * 7 % (s.m.w + 3), Y: int(b) % (s.m.h + 3), Button: []tea.MouseButton{tea.MouseWheelUp, tea.MouseWheelDown}[b%2]})
	case a < 234:
		what = "paste"
		s.send(pasteOf(bad[int(b)%len(bad)] + "turn 3"))
	case a < 242:
		what = "timers"
		s.pause()
	case a < 248:
		what = "update"
		if sess := s.m.session(); sess != nil && s.m.load.from != nil {
			s.send(updatesMsg{number: s.m.load.number, list: []sessions.Update{{Batch: journey.Batch{Lines: 3, Turns: uint32(b), Problems: []journey.Problem{{What: bad[int(b)%len(bad)]}}}}}, at: at()})
			s.send(grownMsg{number: s.m.load.number, list: []sessions.Update{{Rewritten: b%5 == 0, Batch: journey.Batch{Lines: 4}}}})
			s.send(followOnMsg{s.m.load.number})
			s.send(rereadMsg{s.m.load.number})
		}
	default:
		what = "answers"
	}
	s.done = append(s.done, what)
	s.answer()
	s.check(what)
}

// check holds what is true after every step.
func (s *storm) check(what string) {
	s.t.Helper()
	quit := slices.ContainsFunc(s.sent, func(m string) bool { return m == "tea.QuitMsg" || m == "tea.InterruptMsg" })
	if quit && what != "q" && what != "enter" && what != "d" { // enter: the palette has Quit; d: the question of q
		s.t.Fatalf("%s leaves the program, after %q", what, s.done)
	}
	content := s.m.content()
	if s.m.w <= 0 || s.m.h <= 0 {
		if content != "" {
			s.t.Fatalf("a window of %dx%d has content", s.m.w, s.m.h)
		}
		return
	}
	if n := strings.Count(content, "\n") + 1; n != s.m.h {
		s.t.Fatalf("%d rows at %dx%d after %q", n, s.m.w, s.m.h, s.done)
	}
	s.harmless(fmt.Sprintf("%dx%d after %q", s.m.w, s.m.h, s.done))
}

// calm: esc leads out of everything and never out of the program.
func (s *storm) calm() {
	s.t.Helper()
	s.size(120, 40)
	for range 12 {
		s.sent = nil
		s.send(keyOf("esc"))
		s.answer()
		s.check("esc")
	}
	if len(s.m.overlay) > 0 || s.m.filtering != nil || s.m.zoom || s.m.tab == tabJourneys && s.m.filter != "" || s.m.tab == tabVocab && s.m.vocab.filter != "" || s.m.typed() {
		s.t.Fatalf("12 times esc leave %d overlays, filter %q, zoom %v, after %q", len(s.m.overlay), s.m.filter, s.m.zoom, s.done)
	}
	s.sent, s.held = nil, nil
	s.patience = 10 * time.Second // what leaves waits for nobody
	s.send(keyOf("q"))
	s.answer()
	if s.m.what.edits.Len() > 0 {
		s.send(keyOf("d")) // edits are asked about
		s.answer()
	}
	if !slices.Contains(s.sent, "tea.QuitMsg") {
		s.t.Fatalf("q does not leave, after %q", s.done)
	}
}

// FuzzKeys: no sequence of keys, sizes, clicks, pastes and news makes the
// model panic, a frame is exactly as large as the window and holds nothing but
// text and styles, esc never quits and closes everything.
func FuzzKeys(f *testing.F) {
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 1))
		data := make([]byte, 301)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		data[0] = byte(seed)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		s := newStorm(t, data[0])
		for i := 1; i+1 < len(data); i += 2 {
			s.step(data[i], data[i+1])
		}
		s.calm()
	})
}

// A word of a megabyte is wrapped whole. Work that grew with the square of its
// length would not end here.
func TestWrapLongWord(t *testing.T) {
	word := strings.Repeat(`\x1b日`, 1<<17)
	rows := wrap("a "+word+" b", 76)
	if got := strings.Join(rows, ""); got != "a"+word+" b" {
		t.Errorf("wrapped text is not what it was: %d bytes, want %d", len(got), len(word)+3)
	}
}

// The request of very many tools is not laid out whole for one pane.
func TestWireOfMany(t *testing.T) {
	plan := planOf()
	for i := range 100_000 {
		plan.Tools = append(plan.Tools, namingOf(fmt.Sprintf("tool_%d", i)))
	}
	for _, at := range []int{0, 50_000, 99_999} {
		d := &detail{plan: plan, provider: fakeProvider{}, full: true, json: newJSONPaint()}
		d.journey.Index = at
		p := wirePart(d, 120)
		if text := plainRows(p.body[p.focus:]); !strings.Contains(text, fmt.Sprintf(`"tool_%d"`, at)) {
			t.Errorf("tool %d is not where the focus is:\n%s", at, text)
		}
	}
}

func plainRows(rows []line) string {
	var b strings.Builder
	for _, l := range rows {
		b.WriteString(l.plain() + "\n")
	}
	return b.String()
}

// A failure whose name has no characters is a failure all the same.
func TestPreviewOfEmptyName(t *testing.T) {
	in := &Inspected{Calls: 5, Failed: 2, Unknown: 1, FirstKind: "illegal-name", Tools: []ToolCount{{"", 3}, {"Read", 2}}}
	if got := firstFailure(in).plain(); got != "✗ (empty)   illegal-name" {
		t.Errorf("first failure = %q", got)
	}
	if got := toolCounts(in, 60).plain(); got != "(empty) 3  Read 2" {
		t.Errorf("tools = %q", got)
	}
}

// A copy that a shell would obey is announced.
func TestPasteWarning(t *testing.T) {
	for _, tt := range []struct {
		label, text string
		want        bool
	}{
		{"real name", "read", false}, {"real name", "日本", false}, {"real name", "rm\n", true}, {"wire name", "a\tb", true}, {"wire name", "\x1b[201~", true},
		{"wire JSON", "{\n\t\"name\": \"read\"\n}", false}, {"Why", "a\u009bb", true},
	} {
		if got := pasteWarning(tt.label, tt.text) != ""; got != tt.want {
			t.Errorf("pasteWarning(%q, %q) warns: %v, want %v", tt.label, tt.text, got, tt.want)
		}
	}
}
