package sessions

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// BenchmarkOpen reads a session of 64 MB, most of it bodies with many escaped
// quotes, and reports how often longer that takes than counting its newlines
// with one goroutine (x-newlines). Two cores without other load: about 1 GB in
// 0.45 s, twice to two and a half times `wc -l`.
func BenchmarkOpen(b *testing.B) {
	var text strings.Builder
	body := strings.Repeat(`func (r *Reader) line(\"x\") {\n\treturn nil // a word or two\n}\n`, 150)
	for i := 0; text.Len() < 64<<20; i++ {
		id := fmt.Sprintf("t%d", i)
		text.WriteString(line(id, "Read"))
		text.WriteString(answer(id, body))
	}
	path := b.TempDir() + "/s.jsonl"
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
		b.Fatal(err)
	}
	plain := time.Hour
	for range 3 {
		plain = min(plain, countLines(b, path))
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		l, op, err := Load(context.Background(), Options{Paths: []string{path}})
		if err != nil || l.Session.Tally.Failed() > 0 {
			b.Fatal(err)
		}
		op.Close()
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(plain), "x-newlines")
}

// countLines does what wc -l does and returns how long that took.
func countLines(b *testing.B, path string) time.Duration {
	start := time.Now()
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	buf := make([]byte, 256<<10)
	lines := 0
	for {
		n, err := f.Read(buf)
		lines += bytes.Count(buf[:n], []byte("\n"))
		if err != nil {
			break
		}
	}
	if lines == 0 {
		b.Fatal("no lines")
	}
	return time.Since(start)
}

// BenchmarkFirstUpdate is the time from Open to the first rows.
func BenchmarkFirstUpdate(b *testing.B) {
	path := b.TempDir() + "/s.jsonl"
	if err := os.WriteFile(path, []byte(manyCalls(20_000)), 0o644); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		op, err := Open(context.Background(), Options{Paths: []string{path}})
		if err != nil {
			b.Fatal(err)
		}
		if u := <-op.Updates(); len(u.Batch.Rows) == 0 {
			b.Fatal("no rows")
		}
		op.Close()
	}
}
