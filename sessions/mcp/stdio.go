package mcp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Passed are the environment variables that every child gets; without them
// hardly a command starts. All others must be named.
var Passed = []string{
	"PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "TMPDIR", "TERM",
	"SystemRoot", "SystemDrive", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TEMP", "TMP", "PATHEXT", "COMSPEC",
}

// lineMax is the longest message that is read, in bytes. Some copies of it are
// in memory at once.
const lineMax = 16 << 20

// grace is how long a server may take to leave after its input was closed.
const grace = 500 * time.Millisecond

// process is a server that was started.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    io.ReadCloser
	said   *record
	probe  *probe
	errors tail
	once   sync.Once
	exited chan struct{}
	// broken: the server takes no more input; spent: all that it sent was read,
	// or as much as is read of it.
	broken atomic.Bool
	spent  chan struct{}
	// ended: the server has ended its output.
	ended atomic.Bool
}

// start runs the command of a server. Nothing is given to a shell.
func start(_ context.Context, s Server, limits Limits) (conversation, error) {
	p := &process{said: &record{max: limits.Bytes}, probe: newProbe(limits.Patience), exited: make(chan struct{}), spent: make(chan struct{})}
	p.cmd = exec.Command(s.Command[0], s.Command[1:]...)
	p.cmd.Dir = s.Dir
	p.cmd.Env = environment(os.LookupEnv, s.Env)
	p.cmd.Stderr = &p.errors
	ownGroup(p.cmd)
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	// A pipe of our own: that of the command would be closed when the server
	// leaves, before all of it is read.
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p.out, p.cmd.Stdout = r, w
	err = p.cmd.Start()
	w.Close()
	if err != nil {
		r.Close()
		p.in.Close()
		if errors.Is(err, exec.ErrNotFound) {
			return nil, fmt.Errorf("%s: no such command", s.Command[0])
		}
		return nil, err
	}
	go func() {
		p.cmd.Wait()
		close(p.exited)
	}()
	return p, nil
}

// environment is what a child gets: the variables of Passed that are set, then
// the given pairs.
func environment(look func(string) (string, bool), pairs []string) []string {
	var env []string
	for _, name := range Passed {
		named := slices.ContainsFunc(pairs, func(p string) bool { return strings.HasPrefix(p, name+"=") })
		if v, ok := look(name); ok && !named {
			env = append(env, name+"="+v)
		}
	}
	return append(env, pairs...)
}

func (p *process) transport() sdk.Transport {
	h := &heard{p: p, lines: bufio.NewReaderSize(p.out, 64<<10), to: p.said, next: make(chan heardLine), closed: make(chan struct{})}
	go h.pump()
	return &sdk.IOTransport{
		Reader:        h,
		Writer:        &spoken{WriteCloser: p.in, p: p, to: lineWriter{to: p.said}},
		MaxLineLength: lineMax,
	}
}

func (p *process) log() *record { return p.said }

func (p *process) stderr() string { return p.errors.String() }

// left reports whether the server has ended its output by itself.
func (p *process) left() bool {
	select {
	case <-p.spent:
	case <-time.After(grace):
	}
	return p.ended.Load()
}

func (p *process) gaveUp() bool { return p.probe.stop() }

// end closes the server's input, gives it a moment, and kills its group.
func (p *process) end() {
	p.once.Do(func() {
		p.in.Close()
		select {
		case <-p.exited:
		case <-time.After(grace):
		}
		killGroup(p.cmd)
		select {
		case <-p.exited:
		case <-time.After(grace):
		}
		if p.broken.Load() {
			select {
			case <-p.spent:
			case <-time.After(grace):
			}
		}
		p.out.Close()
	})
}

func (p *process) kill() {
	killGroup(p.cmd)
	p.end()
}

// heard is the server's output line by line, copied to the record. Lines that
// are no JSON, such as a greeting that a server logs there, are left out; the
// SDK would end the conversation at them.
type heard struct {
	p      *process
	lines  *bufio.Reader
	to     *record
	rest   []byte
	next   chan heardLine
	closed chan struct{}
	once   sync.Once
}

// heardLine is a message, or the end.
type heardLine struct {
	text []byte
	err  error
}

// pump reads to the end, whether or not somebody still listens: what the server
// had sent says what it is.
func (h *heard) pump() {
	defer close(h.p.spent)
	for {
		line, err := h.line()
		if len(line) > 0 {
			if e := h.to.heard(line); e != nil {
				h.hand(heardLine{err: e})
				return
			}
			if !h.p.probe.answered(line) {
				h.hand(heardLine{text: line})
			}
		}
		if err != nil {
			h.p.ended.Store(err == io.EOF)
			h.hand(heardLine{err: err})
			return
		}
	}
}

func (h *heard) hand(l heardLine) {
	select {
	case h.next <- l:
	case <-h.closed:
	}
}

// Close ends the reading. Of a server that left without a word of MCP, what it
// had sent is read first.
func (h *heard) Close() error {
	h.once.Do(func() { close(h.closed) })
	if h.p.broken.Load() {
		select {
		case <-h.p.spent:
		case <-time.After(grace):
		}
	}
	return h.p.out.Close()
}

// Read waits for the next line of the server.
func (h *heard) Read(b []byte) (int, error) {
	if len(h.rest) == 0 {
		select {
		case l := <-h.next:
			if l.err != nil {
				return 0, l.err
			}
			h.rest = append(l.text, '\n')
		case refused := <-h.p.probe.refused:
			h.rest = append(refused, '\n')
		case <-h.closed:
			return 0, io.EOF
		}
	}
	n := copy(b, h.rest)
	h.rest = h.rest[n:]
	return n, nil
}

// line reads one line; empty where it is no message.
func (h *heard) line() ([]byte, error) {
	var line []byte
	for {
		piece, err := h.lines.ReadSlice('\n')
		if len(line) <= lineMax {
			line = append(line, piece...)
		}
		if err == bufio.ErrBufferFull && (len(line) <= lineMax || line[0] != '{' && line[0] != '[') {
			continue
		}
		if len(line) > lineMax && (line[0] == '{' || line[0] == '[') {
			return nil, h.to.tooLong()
		}
		if line = bytes.TrimSpace(line); len(line) > lineMax || len(line) > 0 && line[0] != '{' && line[0] != '[' {
			if e := h.to.heard(line[:min(len(line), noiseMax)]); e != nil {
				return nil, e
			}
			line = nil
		}
		return line, err
	}
}

// spoken is the server's input, copied likewise.
type spoken struct {
	io.WriteCloser
	p  *process
	to lineWriter
}

// Write notes what is asked, then sends it.
func (s *spoken) Write(b []byte) (int, error) {
	if _, err := s.to.Write(b); err != nil {
		return 0, err
	}
	s.p.probe.asked(b)
	n, err := s.WriteCloser.Write(b)
	if err != nil {
		s.p.broken.Store(true)
	}
	return n, err
}
