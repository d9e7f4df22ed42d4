package walk

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// collect is a worker that writes down what it gets.
type collect struct{ got []string }

func (c *collect) Line(l Line) {
	s := fmt.Sprintf("%d@%d %s", l.Number, l.At, l.Text)
	if l.Last {
		s += " (last)"
	}
	if l.Long {
		s = fmt.Sprintf("%d@%d long", l.Number, l.At)
	}
	c.got = append(c.got, s)
}

func (c *collect) End() []string {
	out := c.got
	c.got = nil
	return out
}

// recordsOf cuts an input and numbers its lines from 0 of the whole input.
func recordsOf(t testing.TB, cut Cutter, src io.Reader) (list []string, lines uint32) {
	t.Helper()
	err := Records(context.Background(), src, cut, &collect{}, func(c Chunk[[]string]) error {
		for _, s := range c.Out {
			var n uint32
			var rest string
			at := strings.IndexByte(s, '@')
			fmt.Sscan(s[:at], &n)
			rest = s[at:]
			list = append(list, fmt.Sprint(lines+n)+rest)
		}
		lines += c.Lines
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list, lines
}

func TestRecords(t *testing.T) {
	har := func() Cutter { return CutValues("log.entries") }
	for _, test := range []struct {
		name, in string
		cut      func() Cutter
		want     []string
	}{
		{"elements", `{"log":{"x":["a"],"entries":[{"a":1}, {"b":"]}"}]}}`, har, []string{`0@29 {"a":1}`, `0@38 {"b":"]}"}`}},
		{"lines", "{\"log\":\n{\"entries\":[\n{\"a\":\n1},\n{}]}}\n", har, []string{"2@21 {\"a\":\n1}", "4@31 {}"}},
		{"other arrays", `{"entries":[1],"log":{"entries":{"entries":[2]},"more":[{"entries":[3]}]}}`, har, nil},
		{"scalars", `{"log":{"entries":[1, "x\"y",true]}}`, har, []string{"0@19 1", `0@22 "x\"y"`, "0@29 true"}},
		{"cut", `{"log":{"entries":[{"a":1},{"b":`, har, []string{`0@19 {"a":1}`, `0@27 {"b": (last)`}},
		{"twice", `{"log":{"entries":[1]}}{"log":{"entries":[2]}}`, har, []string{"0@19 1", "0@42 2"}},
		{"values", "{\"a\":1}\n [2]\n3 \"x\"", func() Cutter { return CutValues() }, []string{`0@0 {"a":1}`, "1@9 [2]", "2@13 3", `2@15 "x"`}},
		{"number at the end", "12", func() Cutter { return CutValues() }, []string{"0@0 12"}},
		{"byte order mark", "\ufeff{\"log\":{\"entries\":[1]}}", har, []string{"0@22 1"}},
		{"empty", "", har, nil},
		{"whole", "a\nb", CutWhole, []string{"0@0 a\nb"}},
		{"items", "version: 1\ninteractions:\n- a: |\n    - x\n  b: 1\n# c\n\n- c\nother: 2\n", func() Cutter { return CutItems("interactions") },
			[]string{"2@25 - a: |\n    - x\n  b: 1\n# c\n\n", "7@52 - c\n"}},
		{"indented items", "interactions:\n  - a\n  - b\nend: 1", func() Cutter { return CutItems("interactions") }, []string{"1@14   - a\n", "2@20   - b\n"}},
		{"no items", "- a\n- b\n", func() Cutter { return CutItems("interactions") }, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, src := range []io.Reader{strings.NewReader(test.in), iotest.OneByteReader(strings.NewReader(test.in))} {
				got, lines := recordsOf(t, test.cut(), src)
				if !slices.Equal(got, test.want) {
					t.Errorf("Records(%q) = %q, want %q", test.in, got, test.want)
				}
				want := strings.Count(test.in, "\n")
				if test.in != "" && !strings.HasSuffix(test.in, "\n") {
					want++
				}
				if int(lines) != want {
					t.Errorf("Records(%q): %d lines, want %d", test.in, lines, want)
				}
			}
		})
	}
}

// zeros is a stream of n bytes.
type zeros struct{ n int64 }

func (z *zeros) Read(p []byte) (int, error) {
	if z.n <= 0 {
		return 0, io.EOF
	}
	n := min(int64(len(p)), z.n)
	for i := range p[:n] {
		p[i] = 'x'
	}
	z.n -= n
	return int(n), nil
}

// A record over the limit is told and left out; the next one is read.
func TestRecordsLong(t *testing.T) {
	in := io.MultiReader(strings.NewReader(`{"log":{"entries":[{"a":"`), &zeros{MaxLine + 1}, strings.NewReader(`"},{"b":1}]}}`))
	got, _ := recordsOf(t, CutValues("log.entries"), in)
	if len(got) != 2 || got[0] != "0@19 long" || !strings.HasSuffix(got[1], ` {"b":1}`) {
		t.Errorf("got %q", got)
	}
}

func TestRecord(t *testing.T) {
	for _, test := range []struct {
		cut  Cutter
		in   string
		last bool
		n    int
		ok   bool
	}{
		{CutValues(), `{"a":1},{"b":2}]`, false, 7, true},
		{CutValues(), `{"a":`, true, 5, false},
		{CutItem(), "- a\n  b\n- c\n", false, 8, true},
		{CutItem(), "- a\nend: 1", true, 4, true},
		{CutItem(), "- a", true, 3, true},
		{CutWhole(), "abc", true, 3, true},
		{CutWhole(), "abc", false, -1, false},
	} {
		if n, ok := Record(test.cut, []byte(test.in), test.last); ok != test.ok || ok && n != test.n {
			t.Errorf("Record(%q, %v) = %d, %v, want %d, %v", test.in, test.last, n, ok, test.n, test.ok)
		}
	}
}

// FuzzRecords: pieces of any size give the same records, which stand in the
// input one behind another.
func FuzzRecords(f *testing.F) {
	for _, s := range []string{`{"log":{"entries":[{"a":1},{"b":"]"}]}}`, "interactions:\n- a\n- b\n", "1 2 {} []", `{"log":{"entries":["x`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, cut := range []func() Cutter{
			func() Cutter { return CutValues("log.entries") }, func() Cutter { return CutValues() }, func() Cutter { return CutItems("interactions") }, CutWhole,
		} {
			a, n := recordsOf(t, cut(), strings.NewReader(s))
			b, m := recordsOf(t, cut(), iotest.OneByteReader(strings.NewReader(s)))
			if !slices.Equal(a, b) || n != m {
				t.Fatalf("Records(%q): %q and %q, %d and %d lines", s, a, b, n, m)
			}
		}
	})
}
