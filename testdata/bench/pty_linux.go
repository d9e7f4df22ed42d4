package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// screen is a program in a pseudo terminal of 120x40 that answers the usual
// queries at once.
type screen struct {
	cmd    *exec.Cmd
	master *os.File
	start  time.Time
	mu     sync.Mutex
	raw    []byte
	// last is when something was written, marked when a marker was first there.
	last, marked time.Time
	markers      [][]byte
	closed       chan struct{}
}

// answers are what a terminal says to the queries of programs.
var answers = []struct{ query, answer string }{
	{"\x1b]11;?", "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\"},
	{"\x1b]10;?", "\x1b]10;rgb:dddd/dddd/dddd\x1b\\"},
	{"\x1b[?2026$p", "\x1b[?2026;2$y"},
	{"\x1b[?2027$p", "\x1b[?2027;0$y"},
	{"\x1b[?u", "\x1b[?0u"},
	{"\x1b[c", "\x1b[?62;22c"},
}

func startScreen(home string, markers []string, args ...string) (*screen, error) {
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("no pseudo terminal: %w", err)
	}
	s := &screen{master: os.NewFile(uintptr(fd), "ptmx"), closed: make(chan struct{})}
	for _, m := range markers {
		s.markers = append(s.markers, []byte(m))
	}
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: 120})
	}
	if err != nil {
		return nil, err
	}
	tty, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, err
	}
	defer tty.Close()
	s.cmd = &exec.Cmd{
		Path: args[0], Args: args, Stdin: tty, Stdout: tty, Stderr: tty,
		Env:         []string{"TERM=xterm-256color", "COLORTERM=truecolor", "HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_STATE_HOME=" + home, "PATH=" + os.Getenv("PATH")},
		SysProcAttr: &syscall.SysProcAttr{Setsid: true, Setctty: true},
	}
	s.start = time.Now()
	s.last = s.start
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	go s.read()
	return s, nil
}

func (s *screen) read() {
	defer close(s.closed)
	buf := make([]byte, 64<<10)
	answered := make([]bool, len(answers))
	for {
		n, err := s.master.Read(buf)
		now := time.Now()
		s.mu.Lock()
		s.raw, s.last = append(s.raw, buf[:n]...), now
		for i, a := range answers {
			if !answered[i] && bytes.Contains(s.raw, []byte(a.query)) {
				answered[i] = true
				s.master.WriteString(a.answer)
			}
		}
		for _, m := range s.markers {
			if s.marked.IsZero() && bytes.Contains(s.raw, m) {
				s.marked = now
			}
		}
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// state is how much was written, for how long nothing was, and when a marker
// was.
func (s *screen) state() (size int, quiet time.Duration, marked time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.marked.IsZero() {
		marked = s.marked.Sub(s.start)
	}
	return len(s.raw), time.Since(s.last), marked
}

// firstFrame waits for a marker.
func (s *screen) firstFrame() (time.Duration, error) {
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(200 * time.Microsecond) {
		if _, _, marked := s.state(); marked > 0 {
			return marked, nil
		}
	}
	return 0, fmt.Errorf("%s drew no row in 30 s", s.cmd.Path)
}

// calm waits until nothing was written for a while.
func (s *screen) calm(quiet, most time.Duration) int {
	for end := time.Now().Add(most); ; time.Sleep(2 * time.Millisecond) {
		size, since, _ := s.state()
		if since >= quiet || time.Now().After(end) {
			return size
		}
	}
}

// end presses ctrl+c and waits.
func (s *screen) end() sample {
	s.master.WriteString("\x03")
	done := make(chan struct{})
	go func() {
		s.cmd.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		s.cmd.Process.Kill()
		<-done
	}
	s.master.Close()
	<-s.closed
	return sample{wall: time.Since(s.start)}.of(s.cmd.ProcessState)
}

const scrollKeys = 20

// rowMarkers are names that stand in no frame without rows.
var rowMarkers = []string{"Bash", "Glob", "Grep", "TodoWrite", "mcp__", "apply_patch", "str_replace_editor"}

// measureScreen prints the time of the first frame against that of an empty
// program, the memory of the workbench and the bytes that it writes for a key.
func (s *settings) measureScreen(path string) error {
	empty := filepath.Join(s.dir, "empty.out")
	if out, err := exec.Command("go", "build", "-o", empty, "./testdata/bench/empty").CombinedOutput(); err != nil {
		return fmt.Errorf("build: %w\n%s", err, out)
	}
	home, err := os.MkdirTemp("", "hopscope-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	var bare, rows, later []float64
	for range 3 * s.rounds {
		a, err := frameOf(home, []string{"EMPTY-FRAME"}, empty)
		if err != nil {
			return err
		}
		b, err := frameOf(home, rowMarkers, s.bin, path)
		if err != nil {
			return err
		}
		bare, rows, later = append(bare, a), append(rows, b), append(later, b-a)
	}
	w, err := startScreen(home, rowMarkers, s.bin, path)
	if err != nil {
		return err
	}
	if _, err := w.firstFrame(); err != nil {
		return err
	}
	w.calm(time.Second, 5*time.Minute)
	first, _, _ := w.state()
	for range scrollKeys {
		w.master.WriteString("j")
		time.Sleep(time.Second / 30) // as a key that is held down
	}
	scrolled, _, _ := w.state()
	idle := w.calm(time.Second, 10*time.Second)
	time.Sleep(time.Second)
	after, _, _ := w.state()
	used := w.end()
	fmt.Printf("\n| the workbench, in a terminal of 120x40 | |\n|---|---|\n")
	fmt.Printf("| first frame of an empty program of the same libraries, ms | %.1f |\n", median(bare))
	fmt.Printf("| first frame with rows of the transcript, ms | %.1f |\n", median(rows))
	fmt.Printf("| later than the empty one, ms (median of the rounds) | %.1f |\n", median(later))
	fmt.Printf("| bytes written for a key that moves the cursor, of %d keys 30 a second | %d |\n", scrollKeys, (scrolled-first)/scrollKeys)
	fmt.Printf("| bytes written once when the keys pause | %d |\n", idle-scrolled)
	fmt.Printf("| bytes written in an idle second | %d |\n", after-idle)
	fmt.Printf("| memory at most, MB, the whole file read | %d |\n", used.rss>>20)
	return nil
}

// frameOf is the time of a first frame in milliseconds.
func frameOf(home string, markers []string, args ...string) (float64, error) {
	p, err := startScreen(home, markers, args...)
	if err != nil {
		return 0, err
	}
	took, err := p.firstFrame()
	p.end()
	return float64(took.Microseconds()) / 1000, err
}
