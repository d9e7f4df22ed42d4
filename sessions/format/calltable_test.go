package format

import (
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
)

// TestCallTable compares the table with a map, also with keys that fall into
// one place.
func TestCallTable(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for name, key := range map[string]func(i int) uint64{
		"any":           func(int) uint64 { return random.Uint64() },
		"a shard":       func(int) uint64 { return random.Uint64() >> 10 },
		"one place":     func(int) uint64 { return uint64(random.Uint32() & 0xFFFF) },
		"one after one": func(i int) uint64 { return uint64(i) },
	} {
		var table callTable
		want := map[uint64]uint32{}
		for i := range 20_000 {
			k := key(i)
			row, ok := table.find(k)
			if was, again := want[k]; row != was || ok != again {
				t.Fatalf("%s: find(%x) = %d, %v, want %d, %v", name, k, row, ok, was, again)
			}
			if !ok {
				n := uint32(i)
				if i%7 == 0 {
					n = rowCopied
				}
				table.add(k, n)
				want[k] = n
			}
			if strings.HasPrefix(name, "one ") && i > 1500 { // the search is long there
				break
			}
		}
		if table.count != len(want) {
			t.Errorf("%s: %d keys, want %d", name, table.count, len(want))
		}
		table.renumber(func(row uint32) uint32 {
			if row == rowCopied {
				return row
			}
			return row + 7
		})
		for k, row := range want {
			if row != rowCopied {
				row += 7
			}
			if got, ok := table.find(k); got != row || !ok {
				t.Errorf("%s: find(%x) = %d, %v behind renumber, want %d", name, k, got, ok, row)
			}
		}
	}
}

// TestCallTableSize holds what the table takes: less than 13 bytes a call.
func TestCallTableSize(t *testing.T) {
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for _, n := range []int{100_000, 300_000, 500_000} {
		before := heap()
		var table callTable
		for i := range n {
			table.add(maphash.Comparable(seed, i), uint32(i))
		}
		if got := (heap() - before - 25<<10) / uint64(n); got > 12 {
			t.Errorf("%d bytes a call with %d calls, want at most 12", got, n)
		}
		runtime.KeepAlive(&table)
	}
}

var seed = maphash.MakeSeed()

// BenchmarkCallTable adds calls and finds them again, as reading does.
func BenchmarkCallTable(b *testing.B) {
	for _, n := range []int{1000, 50_000, 1_000_000} {
		keys := make([]uint64, n)
		for i := range keys {
			keys[i] = maphash.Comparable(seed, i)
		}
		b.Run(fmt.Sprintf("table-%d", n), func(b *testing.B) {
			for b.Loop() {
				var t callTable
				for i, k := range keys {
					if _, ok := t.find(k); !ok {
						t.add(k, uint32(i))
					}
					t.find(k)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/call")
		})
		b.Run(fmt.Sprintf("map-%d", n), func(b *testing.B) {
			for b.Loop() {
				t := map[uint64]uint32{}
				for i, k := range keys {
					if _, ok := t[k]; !ok {
						t[k] = uint32(i)
					}
					_ = t[k]
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/call")
		})
	}
}
