package tui

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"hopscope/journey"
)

// The rows of a session that grows are those of one that was there at once.
func TestToolTableGrows(t *testing.T) {
	plan := planOf(namingOf("read"), namingOf("write"), namingOf("a"), namingOf("b"), namingOf("mcp__docs__find"))
	plan.Index = map[string]int{"reader": 0, "find": 4}
	names := []string{"", "read", "reader", "write", "find", "mcp__docs__find", "zz", "ab", "aa", "Read", "wr"}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5))
		census := &journey.CensusResult{}
		if seed%3 == 0 {
			census.Findings = []*journey.CensusFinding{{Rule: journey.RuleSharedForm, Indexes: []int{2, 3}}, {Rule: journey.RuleRejected, Indexes: []int{4}}}
		}
		p := plan
		if seed%5 == 0 {
			p = nil
		}
		s := &journey.Session{}
		s.Apply(journey.Batch{Texts: names[1:]})
		table := newToolTable(s, p, census)
		var silent []uint32
		for range 30 {
			b := journey.Batch{}
			for range r.IntN(3) {
				b.Rows = append(b.Rows, journey.Row{Name: journey.Sym(r.IntN(len(names))), Class: journey.Classes[r.IntN(len(journey.Classes))], Ret: -1})
			}
			if n := len(s.Rows); n > 0 && r.IntN(2) == 0 {
				b.Patches = append(b.Patches, journey.Patch{Row: uint32(r.IntN(n)), Class: journey.Classes[r.IntN(len(journey.Classes))]})
			}
			s.Apply(b)
			silent = nil
			for i := range s.Rows {
				if s.Rows[i].Class == journey.ClassOK && i%4 == int(seed)%4 {
					silent = append(silent, uint32(i))
				}
			}
			if !table.isFor(s, p, census) {
				table = newToolTable(s, p, census)
			}
			got, want := table.renew(silent), buildTools(s, p, census, silent...)
			for i := range want {
				if a, b := got[i], want[i]; !sameRow(a, b) {
					t.Fatalf("seed %d, %d calls: row %d = %+v, want %+v", seed, len(s.Rows), i, a, b)
				}
			}
			if len(got) != len(want) {
				t.Fatalf("seed %d: %d rows, want %d", seed, len(got), len(want))
			}
		}
	}
}

func sameRow(a, b toolRow) bool {
	a.id, b.id = 0, 0
	if len(a.calls) == 0 && len(b.calls) == 0 {
		a.calls, b.calls = nil, nil
	}
	return reflect.DeepEqual(a, b)
}

// Rows stand in their groups, unknown names by their first call, others by
// name.
func TestToolTableOrder(t *testing.T) {
	s := sessionOf("ran", "zunknown unknown-tool", "aunknown unknown-tool", "failed tool-failed", "open no-result", "wrong")
	var got []string
	for _, r := range buildTools(s, planOf(namingOf("never"), namingOf("ran")), nil, 5) {
		got = append(got, r.name)
	}
	if want := []string{"zunknown", "aunknown", "wrong", "failed", "open", "ran", "never"}; !slices.Equal(got, want) {
		t.Errorf("rows = %q, want %q", got, want)
	}
}

// A call to its row in the list, with 5,000 tools and 200,000 calls.
func BenchmarkToolTable(b *testing.B) {
	s, plan := bigSession()
	table := newToolTable(s, plan, nil)
	table.renew(nil)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s.Apply(journey.Batch{Rows: []journey.Row{{Name: journey.Sym(1 + i%5000)}}})
		table.renew(nil)
	}
}

func bigSession() (*journey.Session, *journey.Plan) {
	var tools []journey.Naming
	var batch journey.Batch
	for i := range 5000 {
		name := fmt.Sprintf("mcp__server_%d__tool_%d", i%50, i)
		tools = append(tools, namingOf(name))
		batch.Texts = append(batch.Texts, name)
	}
	for i := range 200000 {
		batch.Rows = append(batch.Rows, journey.Row{Name: journey.Sym(1 + i%5000), Class: journey.Class(i % 6)})
	}
	s := &journey.Session{}
	s.Apply(batch)
	return s, planOf(tools...)
}
