package sessions

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"hopscope/journey"
)

// fixtureLines returns the lines of all fixtures of one file.
func fixtureLines(t testing.TB) []byte {
	t.Helper()
	files, _ := filepath.Glob("../testdata/sessions/*.txtar")
	var all []byte
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range ar.Files {
			if f.Name == "in/s.jsonl" && !strings.Contains(file, "qwen") {
				all = append(all, f.Data...)
			}
		}
	}
	if len(all) == 0 {
		t.Fatal("no fixtures")
	}
	return all
}

// readAny loads whatever data is, reads all bodies, and checks what must hold
// for any input. Nil means that it was nothing that hopscope knows.
func readAny(t testing.TB, dir string, data []byte) *Loaded {
	t.Helper()
	path := filepath.Join(dir, "x")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	l, op, err := Load(context.Background(), Options{Paths: []string{path}})
	var unreadable *Unreadable
	if errors.As(err, &unreadable) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	if err := sound(l); err != nil {
		t.Fatalf("%v in %.300q", err, data)
	}
	return l
}

// sound checks that the record does not contradict itself.
func sound(l *Loaded) error {
	s := l.Session
	if l.Done != len(l.Sources) {
		return fmt.Errorf("%d of %d sources done", l.Done, len(l.Sources))
	}
	sum := 0
	for _, n := range s.Tally.ByClass {
		sum += n
	}
	if sum != s.Tally.Calls || sum != len(s.Rows) || len(l.Errors) > 0 {
		return fmt.Errorf("%d rows, %d calls, %d by class, errors %v", len(s.Rows), s.Tally.Calls, sum, l.Errors)
	}
	var last uint32
	for i := range s.Rows {
		r := &s.Rows[i]
		recording := l.Sources[r.Source].Format != "case"
		switch {
		case recording && (r.Line == 0 || r.Line < last || r.Line > s.Lines):
			return fmt.Errorf("row %d stands at line %d of %d, after %d", i, r.Line, s.Lines, last)
		case r.Turn > s.Turns:
			return fmt.Errorf("row %d has turn %d of %d", i, r.Turn, s.Turns)
		case recording && (r.Ret < 0) != (r.Class == journey.ClassNoResult):
			return fmt.Errorf("row %d: result at %d, class %v", i, r.Ret, r.Class)
		}
		last = r.Line
		if err := bodiesAgree(l, i); err != nil {
			return fmt.Errorf("row %d: %w", i, err)
		}
	}
	return nil
}

func TestCutAtEveryByte(t *testing.T) {
	dir := t.TempDir()
	data := session()
	whole := strings.Count(data, "\n")
	for n := range len(data) {
		l := readAny(t, dir, []byte(data[:n]))
		if l == nil {
			continue
		}
		// A line without its last bracket is cut; without its end only it is whole.
		lines := strings.Count(data[:n], "\n")
		cut := n > 0 && data[n-1] != '\n' && (n >= len(data) || data[n] != '\n')
		if cut != (l.Session.ProblemCount == 1) || lines > whole {
			t.Fatalf("cut at byte %d: problems %v, want one: %v", n, l.Session.Problems, cut)
		}
	}
	all := fixtureLines(t)
	for n := 0; n < len(all); n += 61 {
		readAny(t, dir, all[:n])
	}
}

func TestBitFlips(t *testing.T) {
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(3, 4))
	all := fixtureLines(t)
	for range 400 {
		data := bytes.Clone(all)
		for range 1 + r.IntN(20) {
			data[r.IntN(len(data))] ^= 1 << r.IntN(8)
		}
		readAny(t, dir, data)
	}
}

func TestConcatenated(t *testing.T) {
	dir := t.TempDir()
	all := fixtureLines(t)
	once, twice := readAny(t, dir, all), readAny(t, dir, append(bytes.Clone(all), all...))
	if once == nil || twice == nil {
		t.Fatal("the fixtures together are not readable")
	}
	// Calls without an id come twice, all others once.
	unnamed := 0
	for i := range once.Session.Rows {
		if once.Session.Rows[i].ID == 0 {
			unnamed++
		}
	}
	if got, want := twice.Session.Tally.Calls, once.Session.Tally.Calls+unnamed; got != want {
		t.Errorf("twice the same lines: %d calls, want %d", got, want)
	}
}

// TestManyChunks reads a file of many chunks with several goroutines and as a
// stream, and compares everything.
func TestManyChunks(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var b strings.Builder
	for i := 0; b.Len() < 3<<20; i++ {
		id := fmt.Sprintf("t%d", i)
		b.WriteString(line(id, []string{"Read", "Bash", "bash_tool", "Edit"}[r.IntN(4)]))
		b.WriteString(answer(id, strings.Repeat(`a \"word\" `, r.IntN(900))))
		if r.IntN(50) == 0 {
			b.WriteString("[1]\n")
		}
	}
	data := b.String()
	file := load(t, Options{Paths: []string{write(t, "s.jsonl", []byte(data))}})
	stream := load(t, Options{Paths: []string{"-"}, Stdin: strings.NewReader(data)})
	a, z := file.Session, stream.Session
	if a.Tally.Calls < 300 || a.ProblemCount == 0 {
		t.Fatalf("%d calls, %d problems", a.Tally.Calls, a.ProblemCount)
	}
	if diff := cmp.Diff(rows(t, file), rows(t, stream)); diff != "" {
		t.Errorf("(-file +stream):\n%s", diff)
	}
	if a.Lines != z.Lines || a.Turns != z.Turns || a.ProblemCount != z.ProblemCount || a.Lines != uint32(strings.Count(data, "\n")) {
		t.Errorf("lines %d and %d, turns %d and %d, problems %d and %d", a.Lines, z.Lines, a.Turns, z.Turns, a.ProblemCount, z.ProblemCount)
	}
	for _, l := range []*Loaded{file, stream} {
		if err := sound(l); err != nil {
			t.Error(err)
		}
	}
}

// TestHostileCounts holds what must stay bounded when every line is bad.
func TestHostileCounts(t *testing.T) {
	head := line("t1", "Read")
	l := load(t, Options{Paths: []string{write(t, "s.jsonl", []byte(head+strings.Repeat("x\n", 200_000)))}})
	if l.Session.ProblemCount != 200_000 || len(l.Session.Problems) != 1000 {
		t.Errorf("%d problems, %d kept", l.Session.ProblemCount, len(l.Session.Problems))
	}
	if p := l.Session.Problems[999]; p.Line != 1001 {
		t.Errorf("problem 1000 is %+v", p)
	}
	var b strings.Builder
	b.WriteString(head)
	for i := range 3000 {
		fmt.Fprintf(&b, `{"type":"attachment","sessionId":"s1","attachment":{"type":"prompt_snapshot","tools":[%s{"name":"n%d"}]}}`+"\n", strings.Repeat(`{"name":"same","description":"d"},`, 99), i)
	}
	l = load(t, Options{Paths: []string{write(t, "s.jsonl", []byte(b.String()))}})
	if n := len(l.Session.Snapshots); n != 1000 || l.Session.ProblemCount != 1 {
		t.Errorf("%d snapshots, problems %v", n, l.Session.Problems)
	}
}
