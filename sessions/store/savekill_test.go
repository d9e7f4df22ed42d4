//go:build !windows

package store

import (
	"bufio"
	"bytes"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// saverEnv makes the test program a saver that saves without end.
const saverEnv = "HOPSCOPE_TEST_SAVER"

func TestMain(m *testing.M) {
	if path := os.Getenv(saverEnv); path != "" {
		saveForever(path)
		return
	}
	os.Exit(m.Run())
}

// contentOf is the content of one save: its number, again and again.
func contentOf(n byte) []byte { return bytes.Repeat([]byte{'a' + n%26}, 64<<10+int(n)) }

// noisy is a pending file that is written in pieces and tells each step.
type noisy struct {
	pending
	out io.Writer
}

func (p noisy) step() { p.out.Write([]byte{'.'}) }

func (p noisy) Write(data []byte) (int, error) {
	for at := 0; at < len(data); at += 8 << 10 {
		p.step()
		if n, err := p.pending.Write(data[at:min(at+8<<10, len(data))]); err != nil {
			return at + n, err
		}
	}
	return len(data), nil
}

func (p noisy) CloseAtomicallyReplace() error {
	p.step()
	defer p.step()
	return p.pending.CloseAtomicallyReplace()
}

func saveForever(path string) {
	s := saver{func(path string, mode fs.FileMode) (pending, error) {
		p, err := newPending(path, mode)
		return noisy{p, os.Stdout}, err
	}}
	for n := byte(0); ; n++ {
		how := Saving{Replace: n%2 == 0}
		if !how.Replace {
			how.Was = VersionOf(contentOf(n - 1))
		}
		if err := s.save(path, contentOf(n), how); err != nil {
			os.Stderr.WriteString(err.Error())
			os.Exit(1)
		}
	}
}

// TestSaveThatIsKilled kills a program that saves without end, after a random
// number of its steps: the file is always a whole one, that of a save or of the
// one before it.
func TestSaveThatIsKilled(t *testing.T) {
	kills := 60
	if testing.Short() {
		kills = 10
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.case.json")
	if err := os.WriteFile(path, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	whole := map[string]bool{"before": true}
	for n := range 256 {
		whole[string(contentOf(byte(n)))] = true
	}
	seen := map[string]bool{}
	for range kills {
		steps := rand.IntN(120)
		killAfter(t, program, path, steps)
		data, err := os.ReadFile(path)
		if err != nil || !whole[string(data)] {
			t.Fatalf("killed after %d steps: %d bytes, %v, that no save wrote", steps, len(data), err)
		}
		seen[string(data[:1])] = true
	}
	if len(seen) < 3 {
		t.Errorf("%d different saves were the last one in %d kills: the kills are too much alike", len(seen), kills)
	}
}

// killAfter runs the saver and kills it when it told so many steps.
func killAfter(t *testing.T, program, path string, steps int) {
	t.Helper()
	c := exec.Command(program)
	c.Env = append(os.Environ(), saverEnv+"="+path)
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	_, err = io.ReadFull(bufio.NewReaderSize(out, 16), make([]byte, steps))
	c.Process.Kill()
	c.Wait()
	if err != nil || said.Len() > 0 {
		t.Fatalf("the saver ended by itself: %v %s", err, said.String())
	}
}
