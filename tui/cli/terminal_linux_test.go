package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// onTerminal is the program in a pseudo terminal that answers no queries.
type onTerminal struct {
	t      *testing.T
	cmd    *exec.Cmd
	master *os.File
	mu     sync.Mutex
	raw    bytes.Buffer
	closed chan struct{} // the program's side is closed: all output is read
}

// startOn starts the test binary as hopscope in a pseudo terminal.
func startOn(t *testing.T, w, h uint16, args ...string) *onTerminal {
	t.Helper()
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Skipf("no pseudo terminals here: %v", err)
	}
	o := &onTerminal{t: t, master: os.NewFile(uintptr(fd), "ptmx"), closed: make(chan struct{})}
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: h, Col: w})
	}
	if err != nil {
		t.Fatal(err)
	}
	tty, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	o.cmd = &exec.Cmd{
		Path: exe, Args: append([]string{"hopscope"}, args...), Stdin: tty, Stdout: tty, Stderr: tty,
		Env:         []string{"TERM=xterm-256color", "HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_STATE_HOME=" + home, "PATH=" + os.Getenv("PATH")},
		SysProcAttr: &syscall.SysProcAttr{Setsid: true, Setctty: true},
	}
	if err := o.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	tty.Close()
	go o.read()
	t.Cleanup(func() {
		o.cmd.Process.Kill()
		o.master.Close()
	})
	return o
}

func (o *onTerminal) read() {
	defer close(o.closed)
	buf := make([]byte, 64<<10)
	for {
		n, err := o.master.Read(buf)
		o.mu.Lock()
		o.raw.Write(buf[:n])
		o.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (o *onTerminal) output() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.raw.String()
}

// until waits for a text.
func (o *onTerminal) until(text string) {
	o.t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if strings.Contains(o.output(), text) {
			return
		}
	}
	o.t.Fatalf("%q was never written: %q", text, o.output())
}

// press presses a key and waits until the screen changes, for keys that come
// together are drawn together; not for long, for some change nothing.
func (o *onTerminal) press(keys string) {
	o.t.Helper()
	before := len(o.output())
	defer func() {
		for end := time.Now().Add(50 * time.Millisecond); len(o.output()) == before && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
	}()
	if _, err := o.master.WriteString(keys); err != nil {
		o.t.Fatal(err)
	}
}

// end waits for the program and returns its exit code and all that it wrote.
func (o *onTerminal) end() (code int, raw string) {
	o.t.Helper()
	timer := time.AfterFunc(20*time.Second, func() { o.cmd.Process.Kill() })
	defer timer.Stop()
	_ = o.cmd.Wait() // the exit code says it
	<-o.closed
	return o.cmd.ProcessState.ExitCode(), o.output()
}

// restored fails unless the terminal is as it was before.
func restored(t *testing.T, raw, how string) {
	t.Helper()
	for _, mode := range []string{"1049", "25", "2004", "1002", "1006"} {
		on, off := strings.LastIndex(raw, "\x1b[?"+mode+"h"), strings.LastIndex(raw, "\x1b[?"+mode+"l")
		if mode == "25" {
			on, off = off, on // the cursor was there before
		}
		if on > off {
			t.Errorf("after %s mode %s is not put back", how, mode)
		}
	}
}

// allowed are the sequences that the screen writes of itself: styles, moves,
// modes, the questions of the start, and a window title of text.
var allowed = regexp.MustCompile("\x1b\\[[0-9;:?<=>$ ]*[a-zA-Z`@{|}~]|\x1b\\]2;[ -~\u00a1-\uffff]*\x07|\x1b\\]11;\\?\x07|\x1b[M78=>]")

// TestTerminalGetsTextOnly reads hostile files in the real program, looks at
// every pane, and at every byte that reached the terminal.
func TestTerminalGetsTextOnly(t *testing.T) {
	for _, path := range hostileFiles(t) {
		o := startOn(t, 100, 30, path)
		o.until("help")
		for _, k := range strings.Split("j G g t z z t z z t z z t z z ? ? s \r p \r n N / x \r :", " ") {
			o.press(strings.ReplaceAll(k, "t", "\t"))
		}
		o.press("\x03")
		code, raw := o.end()
		if code != exitInterrupted {
			t.Errorf("%q: exit %d, want %d", filepath.Base(path), code, exitInterrupted)
		}
		text := strings.NewReplacer("\r", "", "\b", "", "\t", "").Replace(allowed.ReplaceAllString(raw, ""))
		if bad := badText(text); bad != "" {
			t.Errorf("%q: the terminal got %s", filepath.Base(path), bad)
		}
		restored(t, raw, "ctrl+c")
	}
}

// TestTerminalIsGivenBack ends the program in every way from outside.
func TestTerminalIsGivenBack(t *testing.T) {
	for _, tt := range []struct {
		how  string
		do   func(*onTerminal)
		want int
	}{
		{"q", func(o *onTerminal) { o.press("q") }, exitFine},
		{"ctrl+c", func(o *onTerminal) { o.press("\x03") }, exitInterrupted},
		{"SIGINT", func(o *onTerminal) { o.cmd.Process.Signal(os.Interrupt) }, exitInterrupted},
		{"SIGTERM", func(o *onTerminal) { o.cmd.Process.Signal(syscall.SIGTERM) }, exitFine},
	} {
		o := startOn(t, 80, 24, "demo")
		o.until("quit")
		tt.do(o)
		code, raw := o.end()
		if code != tt.want {
			t.Errorf("%s: exit %d, want %d", tt.how, code, tt.want)
		}
		restored(t, raw, tt.how)
	}
}

// TestTerminalIsNotAsked: what prints and ends asks a terminal nothing, for one
// that does not answer would delay it by seconds.
func TestTerminalIsNotAsked(t *testing.T) {
	for _, args := range [][]string{
		{"--help"}, {"help", "replay"}, {"version"}, {"replay", "nothing.jsonl"}, {"--nothing"}, {"check"}, {"demo", "nothing"}, {"demo", "--plain"}, {"last"},
	} {
		_, raw := startOn(t, 80, 24, args...).end()
		if raw == "" || strings.Contains(raw, "\x1b]") || strings.Contains(raw, "\x1b[c") || strings.Contains(raw, "\x1b[?") {
			t.Errorf("%q writes %q to a terminal", args, raw)
		}
	}
}
