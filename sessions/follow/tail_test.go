package follow

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hopscope/sessions/walk"
)

// fake is a file in memory.
type fake struct {
	data  []byte
	moved bool
	err   error
	read  int // bytes that were asked for and came
}

func (f *fake) Now() (int64, bool, error) { return int64(len(f.data)), !f.moved, f.err }

func (f *fake) ReadAt(p []byte, off int64) (int, error) {
	if off >= int64(len(f.data)) {
		return 0, io.EOF
	}
	n := copy(p, f.data[off:])
	f.read += n
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// texts is a worker that keeps lines.
type texts struct{ list []string }

func (w *texts) Line(l walk.Line) {
	w.list = append(w.list, fmt.Sprintf("%d %s", l.At, l.Text))
}

func (w *texts) End() []string {
	out := w.list
	w.list = nil
	return out
}

func tailOf(t testing.TB, f File, at int64, mid bool) *Tail[[]string] {
	t.Helper()
	tail, err := NewTail(f, &texts{}, at, mid)
	if err != nil {
		t.Fatal(err)
	}
	return tail
}

func step(t testing.TB, tail *Tail[[]string]) (lines []string, s State) {
	t.Helper()
	s, err := tail.Step(func(c walk.Chunk[[]string]) error {
		lines = append(lines, c.Out...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines, s
}

func TestStep(t *testing.T) {
	f := &fake{data: []byte("old\n")}
	tail := tailOf(t, f, 4, false)
	for _, c := range []struct {
		add   string
		lines []string
		state State
	}{
		{"", nil, Same},
		{"ha", nil, Same},
		{"lf", nil, Same},
		{"\r\n", []string{"4 half"}, Grew},
		{"a\nb\n\nc", []string{"10 a", "12 b", "14 "}, Grew},
		{"", nil, Same},
		{"d\n", []string{"15 cd"}, Grew},
	} {
		f.data = append(f.data, c.add...)
		if lines, s := step(t, tail); !slices.Equal(lines, c.lines) || s != c.state {
			t.Errorf("behind %q: %q, %v, want %q, %v", c.add, lines, s, c.lines, c.state)
		}
	}
}

func TestStepRewritten(t *testing.T) {
	for name, change := range map[string]func(*fake){
		"truncated":        func(f *fake) { f.data = f.data[:3] },
		"emptied":          func(f *fake) { f.data = nil },
		"written over":     func(f *fake) { f.data = []byte("another one\nwith more\nlines\n") },
		"of the same size": func(f *fake) { f.data = []byte("ONE\nTWO\n") },
		"half line gone":   func(f *fake) { f.data = []byte("one\n") },
	} {
		f := &fake{data: []byte("one\ntwo\n")}
		tail := tailOf(t, f, 4, false)
		if lines, _ := step(t, tail); !slices.Equal(lines, []string{"4 two"}) {
			t.Fatalf("%s: first lines %q", name, lines)
		}
		change(f)
		if lines, s := step(t, tail); s != Rewritten || len(lines) > 0 {
			t.Errorf("%s: %q, %v, want no lines, rewritten", name, lines, s)
		}
	}
}

// Of a file that was moved away, the last lines are read first.
func TestStepRotated(t *testing.T) {
	f := &fake{data: []byte("one\n")}
	tail := tailOf(t, f, 4, false)
	f.data, f.moved = append(f.data, "last\n"...), true
	if lines, s := step(t, tail); s != Rewritten || !slices.Equal(lines, []string{"4 last"}) {
		t.Errorf("rotated: %q, %v", lines, s)
	}
}

// What was handed over as a last line without its end is not handed over again.
func TestStepMid(t *testing.T) {
	f := &fake{data: []byte(`{"a":1}`)}
	tail := tailOf(t, f, 7, true)
	for _, c := range []struct {
		add   string
		lines []string
	}{{"", nil}, {" ", nil}, {"\n", nil}, {"{}\n", []string{"9 {}"}}} {
		f.data = append(f.data, c.add...)
		if lines, s := step(t, tail); !slices.Equal(lines, c.lines) || s == Rewritten {
			t.Errorf("behind %q: %q, %v, want %q", c.add, lines, s, c.lines)
		}
	}
}

// A step reads what is new and a mark of 64 bytes, however long the file is.
func TestStepReadsNewBytesOnly(t *testing.T) {
	old := bytes.Repeat([]byte("0123456789abcde\n"), 1<<16)
	f := &fake{data: slices.Clone(old)}
	tail := tailOf(t, f, int64(len(old)), false)
	half := strings.Repeat("x", 1<<20)
	for i := range 20 {
		f.read = 0
		f.data = append(f.data, half...)
		if _, s := step(t, tail); s != Same || f.read > len(half)+2*markSize {
			t.Errorf("step %d: state %v, read %d bytes of %d new ones", i, s, f.read, len(half))
		}
	}
}

func TestStepStops(t *testing.T) {
	f := &fake{data: []byte("a\n")}
	tail := tailOf(t, f, 0, false)
	want := fmt.Errorf("no more")
	if _, err := tail.Step(func(walk.Chunk[[]string]) error { return want }); err != want {
		t.Errorf("error %v, want that of each", err)
	}
	f.err = os.ErrPermission
	if _, err := tail.Step(nil); err != os.ErrPermission {
		t.Errorf("error %v, want that of the file", err)
	}
}

// TestWatch holds that a write to the file, through a link too, brings a
// notice.
func TestWatch(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "real", "s.jsonl")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	list := []string{path}
	if link := filepath.Join(dir, "link.jsonl"); os.Symlink(path, link) == nil {
		list = append(list, link)
	}
	for _, p := range list {
		w := Watch([]string{p})
		if err := os.WriteFile(path, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
		<-w.C()
		w.Close()
		w.Close()
	}
}

// Where a folder cannot be watched, files are looked at again and again.
func TestWatchPolls(t *testing.T) {
	w := Watch([]string{filepath.Join(t.TempDir(), "absent", "s.jsonl")})
	defer w.Close()
	<-w.C()
}

func FuzzTail(f *testing.F) {
	f.Add([]byte("a\nb\n\r\nc"), uint8(3))
	f.Fuzz(func(t *testing.T, data []byte, at uint8) {
		file := &fake{}
		tail := tailOf(t, file, 0, false)
		var got []string
		for len(file.data) < len(data) {
			file.data = data[:min(len(file.data)+1+int(at%7), len(data))]
			lines, s := step(t, tail)
			if got = append(got, lines...); s == Rewritten {
				t.Fatal("rewritten, and it only grew")
			}
		}
		all := &fake{data: data}
		want, _ := step(t, tailOf(t, all, 0, false))
		if !slices.Equal(got, want) {
			t.Errorf("piece by piece %q, at once %q", got, want)
		}
	})
}
