package sessions

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"hopscope/sessions/format"
)

func manyCalls(n int) string {
	var b strings.Builder
	for i := range n {
		id := fmt.Sprintf("t%d", i)
		b.WriteString(line(id, "Read"))
		b.WriteString(answer(id, strings.Repeat("x", 2000)))
	}
	return b.String()
}

// TestCancelKeepsWhatWasRead stops a reading after its first update.
func TestCancelKeepsWhatWasRead(t *testing.T) {
	path := write(t, "s.jsonl", []byte(manyCalls(5000)))
	names := write(t, "names.txt", []byte("Read\nBash\n"))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	op, err := Open(ctx, Options{Paths: []string{path, names}})
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	l := op.Loaded()
	for u := range op.Updates() {
		l.Apply(u)
		if l.Session.Tally.Calls > 0 {
			cancel()
		}
	}
	if n := l.Session.Tally.Calls; n == 0 {
		t.Error("no call was kept")
	}
	if len(l.Catalog.Tools) != 2 {
		t.Errorf("%d tools of the catalog, want 2: documents come first", len(l.Catalog.Tools))
	}
	if id, err := op.Bodies().ID(l.Session, 0); id != "t0" || err != nil {
		t.Errorf("ID(0) = %q, %v", id, err)
	}
	if l.Session.Tally.Calls < 5000 && len(l.Errors) == 0 {
		t.Error("reading stopped and no error says so")
	}
}

// TestFirstUpdateIsEarly holds that rows come before the file is read.
func TestFirstUpdateIsEarly(t *testing.T) {
	path := write(t, "s.jsonl", []byte(manyCalls(5000)))
	op, err := Open(context.Background(), Options{Paths: []string{path}})
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	u := <-op.Updates()
	if u.Done || len(u.Batch.Rows) == 0 || u.Progress.Bytes >= u.Progress.Total/2 {
		t.Errorf("first update: %d rows, %+v, done %v", len(u.Batch.Rows), u.Progress, u.Done)
	}
}

// TestPipe reads line by line what a slow writer writes, while it writes.
func TestPipe(t *testing.T) {
	pr, pw := io.Pipe()
	go io.WriteString(pw, line("t1", "Read"))
	op, err := Open(context.Background(), Options{Paths: []string{"-"}, Stdin: pr})
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	l := op.Loaded()
	l.Apply(<-op.Updates())
	if l.Session.Tally.Calls != 1 || l.Progress.Total != -1 {
		t.Fatalf("after one line: %d calls, %+v", l.Session.Tally.Calls, l.Progress)
	}
	go func() {
		io.WriteString(pw, answer("t1", "ok"))
		pw.Close()
	}()
	for u := range op.Updates() {
		l.Apply(u)
	}
	if text, _, err := l.Bodies.Result(l.Session, 0, 10); text != "ok" || err != nil {
		t.Errorf("Result = %q, %v", text, err)
	}
}

// TestCloseWithoutReading closes while nobody takes updates, and while a pipe
// hangs.
func TestCloseWithoutReading(t *testing.T) {
	path := write(t, "s.jsonl", []byte(manyCalls(2000)))
	op, err := Open(context.Background(), Options{Paths: []string{path}})
	if err != nil {
		t.Fatal(err)
	}
	op.Close()
	op.Close()
	pr, pw := io.Pipe()
	defer pw.Close()
	go io.WriteString(pw, line("t1", "Read"))
	op, err = Open(context.Background(), Options{Paths: []string{"-"}, Stdin: pr})
	if err != nil {
		t.Fatal(err)
	}
	op.Close()
}

// TestBodiesWhileReading reads bodies on one goroutine while updates come.
func TestBodiesWhileReading(t *testing.T) {
	for _, o := range []Options{
		{Paths: []string{write(t, "s.jsonl", []byte(manyCalls(3000)))}},
		{Paths: []string{"-"}, Stdin: strings.NewReader(manyCalls(3000))},
	} {
		op, err := Open(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		l := op.Loaded()
		for u := range op.Updates() {
			l.Apply(u)
			if n := len(l.Session.Rows); n > 0 {
				if err := bodiesAgree(l, n-1); err != nil {
					t.Fatal(err)
				}
			}
		}
		op.Close()
		if l.Session.Tally.Calls != 3000 {
			t.Errorf("%d calls", l.Session.Tally.Calls)
		}
		if _, err := l.Bodies.ID(l.Session, 0); err == nil {
			t.Error("ID after Close is no error")
		}
	}
}

// endless gives calls of one new name after another.
type endless struct {
	n    int
	rest []byte
}

func (e *endless) Read(p []byte) (int, error) {
	if len(e.rest) == 0 {
		e.rest = []byte(line(fmt.Sprint(e.n), fmt.Sprint(e.n)))
		e.n++
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

// TestEndlessNames holds that a stream of new names ends when there are too
// many, with what was read.
func TestEndlessNames(t *testing.T) {
	if racing {
		t.Skip("half a million names: without the race detector")
	}
	l, op, err := Load(context.Background(), Options{Paths: []string{"-"}, Stdin: &endless{}, SpoolMax: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	if n := l.Session.Tally.Calls; n < format.TextsMax || n > 2*format.TextsMax {
		t.Errorf("%d calls, want about %d", n, format.TextsMax)
	}
	if len(l.Errors) != 1 || len(l.Session.Problems) != 1 || !strings.Contains(l.Session.Problems[0].What, "more than 500000 different names") {
		t.Errorf("errors %v, problems %v, want one that says why reading stopped", l.Errors, l.Session.Problems)
	}
}
