package sessions

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hopscope/journey"
	"hopscope/sessions/format"
)

// aheadTest is the size from which on the tests look at the end first.
const aheadTest = 2 << 20

// told are the calls of a session with all that is known of them.
func told(t *testing.T, l *Loaded) []string {
	t.Helper()
	s := l.Session
	list := make([]string, len(s.Rows))
	for i := range s.Rows {
		id, err := l.Bodies.ID(s, i)
		if err != nil {
			t.Fatal(err)
		}
		o := s.OfferedAt(i)
		x := s.Extras[uint32(i)]
		c := s.Call(i)
		c.Extra = journey.Extra{}
		list[i] = fmt.Sprintf("%+v %s %d %v %v %q", c, id, s.Rows[i].At, o.Known, o.Names, x.Reason)
	}
	for _, n := range s.Tally.Names() {
		list = append(list, fmt.Sprintf("%v %v %v", n.Called, n.ByClass, n.Rows))
	}
	return append(list, fmt.Sprint(s.Lines, s.Turns, s.ProblemCount, s.Problems, len(s.Snapshots), s.Tally.ByClass, l.Sources[0].Notes))
}

// TestAhead reads each line format with and without its end first: the same
// calls in the same order, and on the way no row becomes another one.
func TestAhead(t *testing.T) {
	t.Parallel()
	for id, lines := range longTemplates {
		if f, ok := format.Get(id); ok && f.Info().Capture {
			continue // its end is not looked at: recordings come first
		}
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			for i := 0; b.Len() < aheadTest+aheadTest/2; i++ {
				for k, l := range lines {
					if k > 0 && i%7 == 3 {
						continue // a call without a result
					}
					l = strings.ReplaceAll(l, "%[2]s", strings.Repeat("word ", 200+i%900))
					b.WriteString(strings.ReplaceAll(l, "%[1]d", fmt.Sprint(i)) + "\n")
				}
			}
			path := write(t, "s.jsonl", []byte(b.String()))
			want := load(t, Options{Paths: []string{path}})
			op, err := Open(context.Background(), Options{Paths: []string{path}, Ahead: true, aheadFrom: aheadTest})
			if err != nil {
				t.Fatal(err)
			}
			defer op.Close()
			l := op.Loaded()
			early, moved := 0, 0
			for u := range op.Updates() {
				before := slices.Clone(l.Session.Rows)
				ordered := u.Batch.Order != nil
				l.Apply(u)
				for i := range l.Session.Rows {
					r := &l.Session.Rows[i]
					if r.Flags&journey.FlagAhead != 0 {
						early++
					}
					if i < len(before) && before[i].At != r.At {
						moved++
						if !ordered {
							t.Fatalf("row %d stood at %d and is at %d", i, before[i].At, r.At)
						}
					}
				}
			}
			held := id == "langsmith" || id == "langfuse" // what ran is known when all runs were met
			if (early == 0 || moved == 0) && !held {
				t.Errorf("%d rows of the end came early, %d moved", early, moved)
			}
			if diff := cmp.Diff(told(t, want), told(t, l)); diff != "" {
				t.Fatalf("without the end first and with it:\n%.2000s", diff)
			}
		})
	}
}

// lateFailure is a session of some megabytes whose last call but one failed.
func lateFailure() string {
	return manyCalls(1500) + line("late", "read") + strings.Replace(answer("late", "<tool_use_error>Error: No such tool available: read</tool_use_error>"), `"content":"<`, `"is_error":true,"content":"<`, 1) + line("last", "Read")
}

// A failure at the end shows with the first rows.
func TestAheadShowsLateFailures(t *testing.T) {
	t.Parallel()
	path := write(t, "s.jsonl", []byte(lateFailure()))
	op, err := Open(context.Background(), Options{Paths: []string{path}, Ahead: true, aheadFrom: aheadTest})
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	l := op.Loaded()
	l.Apply(<-op.Updates())
	s := l.Session
	row := slices.IndexFunc(s.Rows, func(r journey.Row) bool { return r.Class == journey.ClassUnknownTool })
	if s.Tally.Unknown() != 1 || row < 0 {
		t.Fatalf("%d unknown in the first %d rows", s.Tally.Unknown(), len(s.Rows))
	}
	if text, _, err := l.Bodies.Result(s, row, 100); !strings.Contains(text, "No such tool available: read") || err != nil {
		t.Errorf("its result is %q, %v", text, err)
	}
	if c := s.Call(row); c.Turn != 0 || c.Line != 0 || c.Called.Name != "read" {
		t.Errorf("the row is %+v", c)
	}
}

// What was read ahead stays when the reading is stopped, behind the rest.
func TestAheadStopped(t *testing.T) {
	t.Parallel()
	path := write(t, "s.jsonl", []byte(strings.Repeat(manyCalls(1), 1)+lateFailure()))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	op, err := Open(ctx, Options{Paths: []string{path}, Ahead: true, aheadFrom: aheadTest})
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	l := op.Loaded()
	for u := range op.Updates() {
		l.Apply(u)
		cancel()
	}
	s := l.Session
	if !slices.IsSortedFunc(s.Rows, func(a, b journey.Row) int { return int(a.At - b.At) }) || s.Tally.Unknown() != 1 {
		t.Errorf("%d rows, %d unknown, in order: no", len(s.Rows), s.Tally.Unknown())
	}
}

// A file that is followed goes on after its end was read first.
func TestAheadFollow(t *testing.T) {
	t.Parallel()
	path := write(t, "s.jsonl", []byte(lateFailure()))
	op, err := Open(context.Background(), Options{Paths: []string{path}, Ahead: true, aheadFrom: aheadTest, Follow: true})
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	l := op.Loaded()
	for u := range op.Updates() {
		l.Apply(u)
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	n := len(l.Session.Rows)
	if _, err := file.WriteString(answer("last", "ok") + line("new", "Bash")); err != nil {
		t.Fatal(err)
	}
	news := op.Follow(context.Background())
	for len(l.Session.Rows) == n {
		l.Apply(<-news)
	}
	if last := l.Session.Call(n - 1); last.Class != journey.ClassOK || last.Called.Name != "Read" || l.Session.Call(n).Called.Name != "Bash" {
		t.Errorf("the last calls are %+v, %+v", last, l.Session.Call(n))
	}
}
