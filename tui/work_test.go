package tui

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/google/go-cmp/cmp"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/journey/scheme"
	"hopscope/sessions"
)

// loop runs commands beside the model, as a program does.
type loop struct {
	*driver
	msgs    chan tea.Msg
	running atomic.Int64
}

// looping is a model that does all it can beside the loop.
func looping(t *testing.T, always bool, r reading) *loop {
	t.Helper()
	l := &loop{driver: drive(t, Options{Schemes: scheme.All(), Providers: provider.All(), SchemeAt: scheme.Get}), msgs: make(chan tea.Msg, 10_000)}
	if always {
		l.m.manyTools, l.m.manyCalls, l.m.manyRows = -1, -1, -1
	}
	l.m.after = func(_ time.Duration, msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }
	l.m.start(r, []string{"long-session.jsonl"}, "")
	_, cmd := l.m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	l.run(cmd)
	l.run(l.m.Init())
	return l
}

func (l *loop) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	l.running.Add(1)
	go func() {
		defer l.running.Add(-1)
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			for _, c := range msg {
				l.run(c)
			}
		case tea.QuitMsg, tea.InterruptMsg, tea.SuspendMsg:
		default:
			l.msgs <- msg
		}
	}()
}

func (l *loop) take(msg tea.Msg) {
	if strings.HasPrefix(fmt.Sprintf("%T", msg), "tea.") { // for the program
		if _, ok := msg.(tea.KeyPressMsg); !ok {
			return
		}
	}
	_, cmd := l.m.Update(msg)
	l.m.content()
	l.run(cmd)
}

// calm takes messages until no command runs.
func (l *loop) calm() {
	for {
		select {
		case msg := <-l.msgs:
			l.take(msg)
		default:
			if l.running.Load() == 0 && len(l.msgs) == 0 {
				return
			}
			runtime.Gosched()
		}
	}
}

// growth is a session in updates, and what comes when it is read.
func growth(seed uint64) (list, later []sessions.Update) {
	r := rand.New(rand.NewPCG(seed, 9))
	var names []string
	for i := range 60 {
		names = append(names, fmt.Sprintf("mcp__server_%d__tool_%d", i%5, i))
	}
	cat := journey.Catalog{Form: journey.FormSafe, Complete: true, Source: "tools.json"}
	for _, n := range names[:40] {
		cat.Tools = append(cat.Tools, journey.Tool{Form: journey.FormSafe, Safe: journey.Safe(n)})
	}
	turn := 0
	update := func(first bool) sessions.Update {
		b := journey.Batch{}
		if first {
			b.Texts = names
			b.Client = journey.Client{ID: "claude-code", Version: "2.0.37", Label: "claude-code"}
		}
		for range 1 + r.IntN(20) {
			turn++
			row := journey.Row{Name: journey.Sym(1 + r.IntN(len(names))), Turn: uint32(turn), Line: uint32(2 * turn), RetLine: uint32(2*turn + 1), Ret: 1}
			if r.IntN(5) == 0 {
				row.Class = journey.ClassUnknownTool
			}
			b.Rows = append(b.Rows, row)
		}
		b.Turns, b.Lines = uint32(turn), uint32(2*turn+1)
		return sessions.Update{Batch: b}
	}
	for i := range 20 {
		list = append(list, update(i == 0))
	}
	if seed%2 == 0 {
		list[3].Catalog = &cat
	}
	for range 10 {
		later = append(later, update(false))
	}
	return list, later
}

// Whatever is pressed and comes meanwhile: what was worked out beside the loop
// is what the loop would have made.
func TestBesideTheLoop(t *testing.T) {
	keys := strings.Fields("j j k G g n N ctrl+d tab l z z esc s j j enter p j enter / m esc 2 j n 1 3 1 i esc : esc S esc P esc y esc O esc 4 1")
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			var screens [2]string
			for i, always := range []bool{false, true} {
				list, later := growth(seed)
				l := looping(t, always, readingOf(list...))
				r := rand.New(rand.NewPCG(seed, 11))
				press := func(keys []string) {
					l.take(keyOf(keys[r.IntN(len(keys))]))
					for range r.IntN(4) {
						select {
						case msg := <-l.msgs:
							l.take(msg)
						default:
						}
					}
				}
				for range 20 {
					press(keys[:7]) // esc would end the reading
				}
				l.calm()
				for range 60 {
					press(keys)
				}
				for _, u := range later {
					press(keys)
					press(keys)
					l.take(grownMsg{number: l.m.load.number, list: []sessions.Update{u}})
				}
				for _, tab := range []string{"2", "3", "1"} {
					for range 8 {
						l.take(keyOf("esc"))
					}
					l.take(keyOf(tab))
					l.calm()
				}
				if c, err := scheme.Get("claude-code@2.0.37"); err == nil {
					l.m.setScheme(c, false)
				}
				l.take(keyOf("1"))
				l.calm()
				l.m.focus, l.m.data.scroll = paneTools, map[pane]int{}
				for _, row := range []int{3, 40, 77} { // where the keys led depends on when answers came
					l.run(l.m.goTo(row))
					l.calm()
					l.m.data.tools.offset = 0
					l.m.clampTools()
					screens[i] += l.screen()
				}
				l.m.replay = replayTab{}
				l.take(keyOf("2"))
				l.calm()
				for _, k := range []string{"g", "G"} {
					l.take(keyOf(k))
					l.calm()
					screens[i] += l.screen()
				}
				l.m.shut()
			}
			if diff := cmp.Diff(strings.Split(screens[0], "\n"), strings.Split(screens[1], "\n")); diff != "" {
				t.Errorf("- on the loop, + beside it:\n%s", diff)
			}
		})
	}
}
