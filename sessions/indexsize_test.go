package sessions

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// TestIndexSize holds what a recording costs in memory when it is read: 64 bytes
// a call and 8 a line, names once.
func TestIndexSize(t *testing.T) {
	if testing.Short() || racing {
		t.Skip("skipped: -short, or the race detector")
	}
	const calls = 100_000
	var b bytes.Buffer
	call := strings.Join(longTemplates["codex"], "\n") + "\n"
	for i := range calls {
		b.WriteString(strings.ReplaceAll(strings.ReplaceAll(call, "%[2]s", "text"), "%[1]d", fmt.Sprint(i)))
	}
	lines := bytes.Count(b.Bytes(), []byte("\n"))
	path := write(t, "s.jsonl", b.Bytes())
	b = bytes.Buffer{}
	heap := func() int {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	before := heap()
	l, op, err := Load(context.Background(), Options{Paths: []string{path}})
	if err != nil || l.Session.Tally.Calls != calls {
		t.Fatalf("%d calls, %v", l.Session.Tally.Calls, err)
	}
	defer op.Close()
	const fixed = 1 << 20 // what does not grow: names, buffers, tables
	used, most := heap()-before, 64*calls+8*lines+fixed
	t.Logf("%d bytes a call, with %d lines", used/calls, lines)
	if used > most {
		t.Errorf("%d bytes for %d calls in %d lines, want at most %d", used, calls, lines, most)
	}
	runtime.KeepAlive(l)
}
