package vocab

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// The few nearest are the front of all of them, whatever was skipped.
func TestNearestFew(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		b := make([]byte, r.IntN(12))
		for i := range b {
			b[i] = "abéX\xff"[r.IntN(6)]
		}
		return string(b)
	}
	for i := range 500 {
		var among []string
		for range r.IntN(30) {
			among = append(among, word())
		}
		name, n := word(), 1+r.IntN(5)
		want := Nearest(name, among, 0)
		want = want[:min(n, len(want))]
		if got := Nearest(name, among, n); !slices.Equal(got, want) {
			t.Fatalf("%d: Nearest(%q, %q, %d) = %v, want %v", i, name, among, n, got, want)
		}
	}
	if got := fmt.Sprint(Nearest("read", []string{"Bash", "Read", "Head"}, 2)); got != "[{Read 1 1} {Head 1 2}]" {
		t.Errorf("Nearest(read) = %s", got)
	}
}
