package diagnose

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"hopscope/journey"
)

// A session that grows gets the same answers as one that was there at once.
func TestGrownSession(t *testing.T) {
	names := []string{"Bash", "bash", "Read", "read", "Grep", "mcp__docs__find", "mcp__docs__find_1a2b3c", "zzqq"}
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 3))
		tp := newTape("claude-code", "2.1.332")
		if seed%2 == 0 {
			tp.offers("Bash", "Read", "mcp__docs__find", "mcp__docs__open", "mcp__docs__open")
		}
		for range 40 {
			n := names[r.IntN(len(names))]
			switch r.IntN(4) {
			case 0:
				tp.unknown(n)
			case 1:
				tp.call(n, journey.ClassNoResult, "")
			case 2:
				tp.call(n, journey.ClassToolFailed, "boom")
			default:
				tp.ran(n)
			}
		}
		whole := tp.batch
		s := &journey.Session{Sources: []journey.Source{{Path: "a.jsonl"}}}
		first := whole
		first.Rows = whole.Rows[:1]
		s.Apply(first)
		grown := New(Input{Session: s})
		for at := 1; at < len(whole.Rows); {
			n := min(1+r.IntN(5), len(whole.Rows)-at)
			b := journey.Batch{Rows: whole.Rows[at : at+n]}
			at += n
			row := uint32(r.IntN(at))
			if s2 := whole.Rows[row]; s2.Class == journey.ClassNoResult && int(row) < len(s.Rows) {
				b.Patches = append(b.Patches, journey.Patch{Row: row, Ret: 1, RetLine: s2.RetLine, Class: []journey.Class{journey.ClassOK, journey.ClassUnknownTool}[r.IntN(2)], Err: s2.Err})
			}
			s.Apply(b)
			fresh := New(Input{Session: s})
			if got, want := grown.Silent(), fresh.Silent(); !slices.Equal(got, want) {
				t.Fatalf("seed %d, %d calls: Silent() = %v, want %v", seed, at, got, want)
			}
			for i := range s.Rows {
				got, want := grown.Finding(i), fresh.Finding(i)
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("seed %d, %d calls: Finding(%d) = %s, want %s", seed, at, i, said(got), said(want))
				}
				if got, want := grown.newestLike(i), fresh.newestLike(i); got != want {
					t.Fatalf("seed %d, %d calls: newestLike(%d) = %d, want %d", seed, at, i, got, want)
				}
			}
		}
	}
}

func said(f journey.Finding) string {
	if f.Diagnosis == nil {
		return fmt.Sprintf("%+v", f.Predicted)
	}
	return fmt.Sprintf("%+v %+v", f.Predicted, *f.Diagnosis)
}
