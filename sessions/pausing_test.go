package sessions

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hopscope/journey"
)

// longFile is a file of a line format that takes many updates to read.
func longFile(t *testing.T, lines []string) string {
	t.Helper()
	var b strings.Builder
	for i := 0; b.Len() < 2*aheadTest; i++ {
		for _, l := range lines {
			l = strings.ReplaceAll(l, "%[2]s", strings.Repeat("word ", 200+i%900))
			b.WriteString(strings.ReplaceAll(l, "%[1]d", fmt.Sprint(i)) + "\n")
		}
	}
	return write(t, "s.jsonl", []byte(b.String()))
}

// A reading that waited several times gives what one gives that did not; while
// it waits the rows stand in file order, what was read ahead behind them.
func TestPause(t *testing.T) {
	t.Parallel()
	for id, lines := range longTemplates {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			path := longFile(t, lines)
			want := load(t, Options{Paths: []string{path}})
			op, err := Open(context.Background(), Options{Paths: []string{path}, Ahead: true, aheadFrom: aheadTest})
			if err != nil {
				t.Fatal(err)
			}
			defer op.Close()
			l := op.Loaded()
			waited := 0
			if !op.Pause() {
				t.Fatal("Pause() = false for a file")
			}
			for u := range op.Updates() {
				l.Apply(u)
				if !op.Waits() {
					continue
				}
				lastUpdate(op, l)
				if waited++; !inFileOrder(l.Session.Rows) {
					t.Fatalf("while it waits for the %d. time the rows are not in file order", waited)
				}
				op.Go()
				if waited < 5 {
					op.Pause()
				}
			}
			if waited == 0 {
				t.Errorf("it never waited")
			}
			if diff := cmp.Diff(told(t, want), told(t, l)); diff != "" {
				t.Errorf("a reading that waited is another one:\n%s", diff)
			}
		})
	}
}

// lastUpdate takes what a reading still sends before it waits.
func lastUpdate(op *Opening, l *Loaded) {
	for {
		select {
		case u := <-op.Updates():
			l.Apply(u)
		default:
			op.gate.mu.Lock()
			sent := op.gate.sent && len(op.updates) == 0
			op.gate.mu.Unlock()
			if sent {
				return
			}
			runtime.Gosched()
		}
	}
}

// inFileOrder looks at the rows that were not read ahead: no row stands behind
// one that stands later in the file, and those that were come last.
func inFileOrder(rows []journey.Row) bool {
	n := slices.IndexFunc(rows, func(r journey.Row) bool { return r.Flags&journey.FlagAhead != 0 })
	if n < 0 {
		n = len(rows)
	}
	return slices.IsSortedFunc(rows[:n], func(a, b journey.Row) int { return int(a.At - b.At) })
}

// What waits can be closed, and interrupted.
func TestPauseEnds(t *testing.T) {
	t.Parallel()
	path := longFile(t, longTemplates["claude-code"])
	ctx, cancel := context.WithCancel(context.Background())
	op, err := Open(ctx, Options{Paths: []string{path}})
	if err != nil {
		t.Fatal(err)
	}
	op.Pause()
	<-op.Updates()
	cancel()
	for range op.Updates() {
	}
	op.Close()

	op, err = Open(context.Background(), Options{Paths: []string{path}})
	if err != nil {
		t.Fatal(err)
	}
	op.Pause()
	op.Close()

	op, err = Open(context.Background(), Options{Paths: []string{"-"}, Stdin: strings.NewReader(strings.ReplaceAll(longTemplates["claude-code"][0], "%[1]d", "1") + "\n")})
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	if op.Pause() {
		t.Error("Pause() = true for a pipe")
	}
}
