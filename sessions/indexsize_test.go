package sessions

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// What a recording may cost in memory when it is read, in bytes.
const (
	indexCall = 64
	indexLine = 8
)

// TestIndexSize holds what a recording costs in memory when it is read: 64 bytes
// a call and 8 a line, names once. Two sizes are compared, so that nothing that
// grows is taken for something fixed. A recording that is followed keeps the
// keys of its calls too; where call and result stand in one line they take some
// bytes more than that.
func TestIndexSize(t *testing.T) {
	if testing.Short() || racing {
		t.Skip("skipped: -short, or the race detector")
	}
	for _, test := range []struct {
		format   string
		followed bool
	}{
		{"codex", false}, {"codex", true}, {"claude-code", false}, {"claude-code", true}, {"qwen-code", true}, {"kimi", true},
		{"copilot-cli", true}, {"cursor", true}, {"gemini-cli", false},
	} {
		t.Run(fmt.Sprintf("%s followed %v", test.format, test.followed), func(t *testing.T) {
			text := strings.Join(longTemplates[test.format], "\n") + "\n"
			if test.format == "kimi" { // without the lists, of which it keeps some thousands
				text = text[strings.Index(text, `{"type":"context`):]
			}
			const few, many = 20_000, 120_000
			lines := strings.Count(text, "\n") * (many - few)
			small, large := indexSize(t, text, few, test.followed), indexSize(t, text, many, test.followed)
			used, most := large-small, indexCall*(many-few)+indexLine*lines
			t.Logf("%.1f bytes a call with %d lines; %d bytes for %d calls", float64(used)/(many-few), lines/(many-few), large, many)
			if used > most {
				t.Errorf("%d bytes for %d calls in %d lines, want at most %d", used, many-few, lines, most)
			}
		})
	}
}

// indexSize is how many bytes of memory a recording of so many calls takes
// when it is read.
func indexSize(t *testing.T, text string, calls int, followed bool) int {
	t.Helper()
	var b bytes.Buffer
	for i := range calls {
		b.WriteString(strings.ReplaceAll(strings.ReplaceAll(text, "%[2]s", "text"), "%[1]d", fmt.Sprint(i)))
	}
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
	l, op, err := Load(context.Background(), Options{Paths: []string{path}, Follow: followed})
	if err != nil || l.Session.Tally.Calls != calls || l.Session.Tally.ByClass[0] != calls {
		t.Fatalf("%d calls, %v", l.Session.Tally.Calls, err)
	}
	defer op.Close()
	used := heap() - before
	runtime.KeepAlive(l)
	return used
}
