package walk

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// faulty is a worker that panics at a line.
type faulty struct{ record }

func (f *faulty) Line(l Line) {
	if strings.Contains(string(l.Text), "boom") {
		var list []int
		list[len(l.Text)] = 1
	}
	f.record.Line(l)
}

// A worker that panics ends the reading with an error; the chunks before it
// are merged.
func TestFaultOfWorker(t *testing.T) {
	data := strings.Repeat("line\n", 600_000) + "boom\n" + strings.Repeat("line\n", 600_000)
	g := &gather{t: t}
	err := Parallel(context.Background(), strings.NewReader(data), int64(len(data)), 4, func() Worker[[]string] { return &faulty{} }, g.merge)
	if err == nil || !strings.Contains(err.Error(), "a fault of hopscope (fault_test.go:16): runtime error: index out of range") {
		t.Errorf("Parallel = %v, want the fault with its place", err)
	}
	if len(g.lines) == 0 || len(g.lines) > 600_000 {
		t.Errorf("%d lines merged, want those of the chunks before the fault", len(g.lines))
	}
}

func TestGuarded(t *testing.T) {
	want := errors.New("an error")
	if got := Guarded(func() error { return want }); got != want {
		t.Errorf("Guarded = %v, want %v", got, want)
	}
	if got := Guarded(func() error { panic("no") }); got == nil || !strings.Contains(got.Error(), "(fault_test.go:") {
		t.Errorf("Guarded = %v, want the place of the panic", got)
	}
}
