package cli

import (
	"bytes"
	"context"
	"testing"
	"time"
)

// stuck is a pipe that nobody writes to: reading never returns.
type stuck struct{ reached context.CancelFunc }

func (s stuck) Read([]byte) (int, error) {
	s.reached()
	select {}
}

// An interrupted command ends, also where it waits for what never comes.
func TestInterrupted(t *testing.T) {
	for _, args := range [][]string{{"--plain", "-"}, {"replay", "--format", "json", "-"}, {"check", "-"}} {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		var out, errs bytes.Buffer
		a := &app{in: stuck{cancel}, out: &out, err: &errs, env: func(string) string { return "" }}
		code := make(chan int, 1)
		go func() { code <- a.runUntil(ctx, args) }()
		select {
		case got := <-code:
			if got != exitInterrupted {
				t.Errorf("%q interrupted: exit %d, want %d; %s", args, got, exitInterrupted, errs.String())
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%q does not end when it is interrupted", args)
		}
	}
}
