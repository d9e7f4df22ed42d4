package tui

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/vt"

	"hopscope/sessions/store"
)

// terminal is an emulated terminal that a real program writes to.
type terminal struct {
	mu      sync.Mutex
	screen  *vt.Emulator
	written int
	raw     bytes.Buffer
	changed chan struct{} // has one entry after a write
}

// Write takes the program's output. Without a tty behind it the renderer sends
// bare line feeds and counts on the terminal driver to return the carriage.
func (t *terminal) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.written += len(p)
	t.raw.Write(p)
	select {
	case t.changed <- struct{}{}:
	default:
	}
	_, err := t.screen.Write(bytes.ReplaceAll(p, []byte("\n"), []byte("\r\n")))
	return len(p), err
}

func (t *terminal) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.screen.String()
}

func (t *terminal) bytes() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.written
}

// until waits for a text on the screen, five seconds at most.
func (t *terminal) until(tb testing.TB, text string) {
	tb.Helper()
	for end := time.After(5 * time.Second); !strings.Contains(t.text(), text); {
		select {
		case <-t.changed:
		case <-end:
			tb.Fatalf("screen never had %q:\n%s", text, t.text())
		}
	}
}

// running is a real program in a terminal.
type running struct {
	*terminal
	keys *io.PipeWriter
	done chan int
	err  error // of Run, once it is done
}

func runIn(t *testing.T, w, h int, o Options) *running {
	t.Helper()
	in, keys := io.Pipe()
	term := &terminal{screen: vt.NewEmulator(w, h), changed: make(chan struct{}, 1)}
	go func() { // what the terminal answers to queries is not read by anyone
		_, _ = io.Copy(io.Discard, term.screen)
	}()
	o.In, o.Out, o.Env = in, term, noEnv
	o.program = []tea.ProgramOption{
		tea.WithWindowSize(w, h), tea.WithColorProfile(colorprofile.TrueColor),
		tea.WithEnvironment([]string{"TERM=xterm-256color"}), tea.WithoutSignals(),
	}
	r := &running{terminal: term, keys: keys, done: make(chan int, 1)}
	go func() {
		code, err := Run(context.Background(), o)
		r.err = err
		r.done <- code
	}()
	t.Cleanup(func() { keys.Close() })
	return r
}

func (r *running) press(t *testing.T, text string) {
	t.Helper()
	if _, err := io.WriteString(r.keys, text); err != nil {
		t.Fatal(err)
	}
}

func (r *running) exit(t *testing.T) int {
	t.Helper()
	select {
	case code := <-r.done:
		return code
	case <-time.After(5 * time.Second):
		t.Fatalf("the program did not end")
		return -1
	}
}

func TestRealRun(t *testing.T) {
	r := runIn(t, 100, 30, Options{Schemes: someSchemes(), Demos: demos(), Find: noSessions, Open: noOpen})
	r.until(t, "No recorded sessions were found.")
	r.press(t, "j")
	r.press(t, "?")
	r.until(t, "hopscope  help  Sessions")
	r.press(t, "\x1b")
	r.until(t, "Searched")
	r.press(t, "q")
	if code := r.exit(t); code != ExitOK {
		t.Errorf("exit = %d, want %d", code, ExitOK)
	}
	if out := r.raw.String(); !strings.Contains(out, "\x1b[?1049l") {
		t.Errorf("the alternate screen was not left")
	}
}

func TestRealInterrupt(t *testing.T) {
	r := runIn(t, 80, 24, Options{Schemes: someSchemes(), Find: noSessions})
	r.until(t, "No recorded sessions")
	r.press(t, "\x03")
	if code := r.exit(t); code != ExitInterrupted {
		t.Errorf("exit = %d, want %d", code, ExitInterrupted)
	}
	if out := r.raw.String(); !strings.Contains(out, "\x1b[?1049l") {
		t.Errorf("the alternate screen was not left")
	}
}

// A panic in a command leaves a usable terminal and says what it was.
func TestRealPanic(t *testing.T) {
	r := runIn(t, 80, 24, Options{Find: func() ([]store.Entry, []store.Searched) { panic("a test of panics: this stack is wanted") }})
	if code := r.exit(t); code != ExitUsage || r.err == nil {
		t.Errorf("Run = %d, %v, want %d and an error", code, r.err, ExitUsage)
	}
	if out := r.raw.String(); strings.Contains(out, "\x1b[?1049h") && !strings.Contains(out, "\x1b[?1049l") {
		t.Errorf("the alternate screen was not left")
	}
}

// A key that moves the cursor in the list writes less than 2,000 bytes while
// keys follow each other: the detail waits for a pause.
func TestRealScrollBytes(t *testing.T) {
	const keys = 40
	var calls []string
	for i := range 200 {
		calls = append(calls, fmt.Sprintf("tool_number_%03d", i))
	}
	u := callsUpdate("claude-code", "2.0.37", calls...)
	r := runIn(t, 120, 40, Options{testOpening: readingOf(u), Paths: []string{"long.jsonl"}})
	r.until(t, "No failures in 200 calls.")
	r.press(t, "j")
	r.until(t, "▌  tool_number_001")
	before := r.bytes()
	for i := range keys {
		r.press(t, "j")
		r.until(t, fmt.Sprintf("▌  tool_number_%03d", i+2))
	}
	if n := (r.bytes() - before) / keys; n > 2000 {
		t.Errorf("%d bytes a key, want at most 2000", n)
	} else {
		t.Logf("%d bytes a key", n)
	}
	r.press(t, "q")
	r.exit(t)
}
