package cli

import (
	"runtime/debug"
	"testing"
)

// TestBoundHeap sets the soft limit and takes it back; one of the environment
// stands.
func TestBoundHeap(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	for env, want := range map[string]int64{"": heapSoft, "1GiB": before} {
		restore := (&app{env: func(string) string { return env }}).boundHeap()
		if got := debug.SetMemoryLimit(-1); got != want {
			t.Errorf("GOMEMLIMIT %q: limit %d, want %d", env, got, want)
		}
		restore()
		if got := debug.SetMemoryLimit(-1); got != before {
			t.Errorf("GOMEMLIMIT %q: limit %d afterwards, want %d", env, got, before)
		}
	}
}
