package sessions

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// BenchmarkReaders reads 16 MB of each line format, most of it bodies of 4 KB:
// that is where the readers differ.
func BenchmarkReaders(b *testing.B) {
	body := strings.Repeat(`a \"word\" or two, `, 4096/20)
	for _, id := range slices.Sorted(maps.Keys(longTemplates)) {
		b.Run(id, func(b *testing.B) {
			var text strings.Builder
			calls := 0
			for ; text.Len() < 16<<20; calls++ {
				for _, l := range longTemplates[id] {
					l = strings.ReplaceAll(l, "%[2]s", body)
					text.WriteString(strings.ReplaceAll(l, "%[1]d", fmt.Sprint(calls)) + "\n")
				}
			}
			benchLoad(b, text.String(), calls)
		})
	}
}

// benchLoad measures the reading of a recording with that many calls.
func benchLoad(b *testing.B, text string, calls int) {
	b.Helper()
	path := b.TempDir() + "/s.jsonl"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		l, op, err := Load(b.Context(), Options{Paths: []string{path}})
		if err != nil || l.Session.Tally.Calls != calls {
			b.Fatalf("%d calls of %d, %v", l.Session.Tally.Calls, calls, err)
		}
		op.Close()
	}
}
