package sessions

import (
	"context"
	"io"
	"testing"
)

// What a pipe says last is seen, however soon it came after what it said
// before: nothing follows that would bring it.
func TestStreamThatFallsSilent(t *testing.T) {
	r, w := io.Pipe()
	op, err := make(chan *Opening, 1), make(chan error, 1)
	go func() {
		o, e := Open(context.Background(), Options{Paths: []string{"-"}, Stdin: r})
		op <- o
		err <- e
	}()
	for _, text := range []string{line("t1", "Read"), answer("t1", "one"), line("t2", "Bash"), answer("t2", "two")} {
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
	}
	o, e := <-op, <-err
	if e != nil {
		t.Fatal(e)
	}
	defer o.Close()
	l := o.Loaded()
	for l.Session.Tally.Calls < 2 || l.Session.Rows[1].Ret < 0 {
		u, ok := <-o.Updates()
		if !ok {
			t.Fatal("no more updates")
		}
		l.Apply(u)
	}
	w.Close()
}
