package walk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
)

// record is a worker that writes down the lines that it gets.
type record struct{ lines []string }

func (r *record) Line(l Line) {
	s := fmt.Sprintf("%d:%s", l.At, l.Text)
	if len(s) > 100 {
		s = fmt.Sprintf("%s...%d", s[:100], len(s))
	}
	if l.Last {
		s += " last"
	}
	if l.Long {
		s += " long"
	}
	r.lines = append(r.lines, s)
}

func (r *record) End() []string {
	lines := r.lines
	r.lines = nil
	return lines
}

// gather merges chunks and checks that they follow each other.
type gather struct {
	t     *testing.T
	lines []string
	end   int64
}

func (g *gather) merge(c Chunk[[]string]) error {
	if c.Start != g.end || c.End < c.Start || int(c.Lines) != len(c.Out) {
		g.t.Fatalf("chunk %d to %d with %d lines after offset %d with %d lines", c.Start, c.End, c.Lines, g.end, len(c.Out))
	}
	g.end = c.End
	g.lines = append(g.lines, c.Out...)
	return nil
}

func newRecord() Worker[[]string] { return &record{} }

// plainLines is the reference: all lines of data, split in one go.
func plainLines(data string) []string {
	r := &record{}
	rest := Each([]byte(data), r.Line)
	if len(rest) > 0 {
		l := trim(rest, int64(len(data)-len(rest)))
		l.Last = true
		r.Line(l)
	}
	return r.End()
}

func equal(a, b []string) string {
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return fmt.Sprintf("line %d of %d and %d differs: %q, %q", i, len(a), len(b), a[min(i, len(a)):min(i+1, len(a))], b[min(i, len(b)):min(i+1, len(b))])
		}
	}
	return ""
}

func randomLines(r *rand.Rand, size int) string {
	var b strings.Builder
	for b.Len() < size {
		n := r.IntN(200)
		switch r.IntN(40) {
		case 0:
			n = chunkSize + r.IntN(3*chunkSize)
		case 1:
			n = firstChunk - b.Len()%firstChunk - 1 // ends at a border
		case 2:
			n = 0
		}
		b.WriteString(strings.Repeat(string(rune('a'+r.IntN(26))), max(n, 0)))
		b.WriteString([]string{"\n", "\n", "\n", "\r\n", "\x00\n"}[r.IntN(5)])
	}
	if r.IntN(2) == 0 {
		b.WriteString("no end")
	}
	return b.String()
}

func TestParallelAndStream(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 30 {
		data := randomLines(r, []int{10, firstChunk, firstChunk + chunkSize, 6 * chunkSize}[round%4])
		if round%5 == 0 {
			data = "\xEF\xBB\xBF" + data
		}
		want := plainLines(data)
		for n := 1; n <= 3; n++ {
			g := &gather{t: t}
			if err := Parallel(context.Background(), strings.NewReader(data), int64(len(data)), n, newRecord, g.merge); err != nil {
				t.Fatal(err)
			}
			if diff := equal(g.lines, want); diff != "" || g.end != int64(len(data)) {
				t.Fatalf("Parallel with %d: end %d of %d: %s", n, g.end, len(data), diff)
			}
		}
		for name, src := range map[string]io.Reader{"whole": strings.NewReader(data), "half": iotest.HalfReader(strings.NewReader(data)), "eof with data": iotest.DataErrReader(strings.NewReader(data))} {
			g := &gather{t: t}
			if err := Stream(context.Background(), src, newRecord(), g.merge); err != nil {
				t.Fatal(err)
			}
			if diff := equal(g.lines, want); diff != "" || g.end != int64(len(data)) {
				t.Fatalf("Stream %s: end %d of %d: %s", name, g.end, len(data), diff)
			}
		}
	}
}

func TestTrim(t *testing.T) {
	tests := []struct{ raw, want string }{
		{"a", "0:a"},
		{"a\r", "0:a"},
		{"\xEF\xBB\xBFa", "3:a"},
		{"\x00\x00a\x00\r\x00", "2:a"},
		{"\x00\x00", "2:"},
		{"", "0:"},
	}
	for _, test := range tests {
		l := trim([]byte(test.raw), 0)
		if got := fmt.Sprintf("%d:%s", l.At, l.Text); got != test.want {
			t.Errorf("trim(%q) = %q, want %q", test.raw, got, test.want)
		}
	}
}

func TestLongLine(t *testing.T) {
	const limit = 3 * chunkSize
	data := "a\n" + strings.Repeat("x", limit+2*overhang+chunkSize) + "\nb\n" + strings.Repeat("y", limit-5) + "\nc\n"
	// summary keeps the first character of each line and its flags.
	summary := func(lines []string) string {
		var out []string
		for _, l := range lines {
			_, text, _ := strings.Cut(l, ":")
			short := text[:1]
			if strings.HasSuffix(text, " long") {
				short += " long"
			}
			out = append(out, short)
		}
		return strings.Join(out, "|")
	}
	const want = "a|x long|b|y|c"
	var got []string
	r := &reader[[]string]{src: strings.NewReader(data), size: int64(len(data)), w: newRecord(), limit: limit}
	for k := int64(0); chunkStart(k) < r.size; k++ {
		r.buf = r.buf[:0]
		c, err := r.chunk(chunkStart(k), min(chunkStart(k+1), r.size))
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, c.Out...)
	}
	if s := summary(got); s != want {
		t.Errorf("chunks: %s, want %s", s, want)
	}
	s := &stream[[]string]{w: newRecord(), limit: limit}
	got = nil
	for i := 0; i < len(data); i += readSize {
		s.buf = append(s.buf, data[i:min(i+readSize, len(data))]...)
		c, _ := s.chunk(i+readSize >= len(data))
		got = append(got, c.Out...)
	}
	if s := summary(got); s != want {
		t.Errorf("stream: %s, want %s", s, want)
	}
}

func TestStops(t *testing.T) {
	data := strings.Repeat(strings.Repeat("x", 99)+"\n", 100_000)
	stop := errors.New("stop")
	for _, n := range []int{1, 2} {
		err := Parallel(context.Background(), strings.NewReader(data), int64(len(data)), n, newRecord, func(c Chunk[[]string]) error {
			if c.Start > 0 {
				return stop
			}
			return nil
		})
		if err != stop {
			t.Errorf("Parallel with %d returned %v, want the error of merge", n, err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		g := &gather{t: t}
		err = Parallel(ctx, strings.NewReader(data), int64(len(data)), n, newRecord, func(c Chunk[[]string]) error {
			cancel()
			return g.merge(c)
		})
		if err != context.Canceled || len(g.lines) == 0 {
			t.Errorf("Parallel with %d and a cancelled context returned %v and %d lines", n, err, len(g.lines))
		}
		err = Parallel(context.Background(), strings.NewReader(data), int64(len(data))+1, n, newRecord, (&gather{t: t}).merge)
		if err != ErrShort {
			t.Errorf("Parallel with %d over a truncated file returned %v", n, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	pr, pw := io.Pipe()
	defer pw.Close()
	go io.WriteString(pw, "one\ntwo\nthr")
	g := &gather{t: t}
	err := Stream(ctx, pr, newRecord(), func(c Chunk[[]string]) error {
		cancel()
		return g.merge(c)
	})
	if err != context.Canceled || equal(g.lines, []string{"0:one", "4:two"}) != "" {
		t.Errorf("Stream of a hanging pipe returned %v, %q", err, g.lines)
	}
	broken := io.MultiReader(strings.NewReader("one\ntwo"), iotest.ErrReader(stop))
	g = &gather{t: t}
	if err := Stream(context.Background(), broken, newRecord(), g.merge); err != stop || len(g.lines) != 2 {
		t.Errorf("Stream of a broken input returned %v, %q", err, g.lines)
	}
}

func BenchmarkWalk(b *testing.B) {
	line := []byte(`{"type":"user","uuid":"0123","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":"` +
		strings.Repeat(`func (r *Reader) line(\"x\") {\n\treturn nil // a word or two\n}\n`, 150) + `"}]},"timestamp":"2026-01-01T00:00:00.000Z"}`)
	w := New(Compile(testPaths))
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		if _, st := w.Walk(line); st.Result != OK {
			b.Fatal(st)
		}
	}
}

func BenchmarkNewlines(b *testing.B) {
	data := bytes.Repeat([]byte(strings.Repeat("x", 4600)+"\n"), 100)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		bytes.Count(data, []byte("\n"))
	}
}
