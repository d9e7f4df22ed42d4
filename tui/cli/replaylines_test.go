package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// full takes so many bytes and then no more.
type full struct{ room int }

func (w *full) Write(p []byte) (int, error) {
	if w.room -= len(p); w.room < 0 {
		return 0, errors.New("no room is left")
	}
	return len(p), nil
}

// manyLines writes a session of so many calls.
func manyLines(t *testing.T, calls int) (path string) {
	var b strings.Builder
	for i := range calls {
		fmt.Fprintf(&b, `{"type":"assistant","sessionId":"s","uuid":"u%d","message":{"id":"m%d","role":"assistant","content":[{"type":"tool_use","id":"toolu_%d","name":"Read","input":{}}]}}`+"\n", i, i, i)
	}
	path = filepath.Join(t.TempDir(), "many.jsonl")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReplayLinesOrder(t *testing.T) {
	for _, calls := range []int{1, callsBlock - 1, callsBlock, callsBlock + 1, (blocksMax + 2) * callsBlock} {
		var out, errs bytes.Buffer
		a := &app{in: strings.NewReader(""), out: &out, err: &errs, env: func(string) string { return "" }}
		if code := a.run(context.Background(), []string{"replay", "--format", "ndjson", manyLines(t, calls)}); code != exitFine {
			t.Fatalf("replay of %d calls = exit %d: %s", calls, code, &errs)
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		if len(lines) != calls {
			t.Fatalf("replay of %d calls has %d lines", calls, len(lines))
		}
		for i, line := range lines {
			if !strings.Contains(line, fmt.Sprintf(`"id":"toolu_%d"`, i)) {
				t.Fatalf("line %d of %d is %s", i, calls, line)
			}
		}
	}
}

func TestReplayLinesFull(t *testing.T) {
	path := manyLines(t, (blocksMax+6)*callsBlock)
	for _, room := range []int{0, 100_000, 250_000} {
		var errs bytes.Buffer
		a := &app{in: strings.NewReader(""), out: &full{room}, err: &errs, env: func(string) string { return "" }}
		if code := a.run(context.Background(), []string{"replay", "--format", "ndjson", path}); code != exitUnreadable || !strings.Contains(errs.String(), "no room is left") {
			t.Errorf("replay into %d bytes = exit %d, %q", room, code, &errs)
		}
	}
}
