package cli

import "runtime/debug"

// heapSoft is the size in bytes that the heap should keep to while a recording
// is read and written a line at a time: what is read is garbage at once, and
// 22 MB give 38 MB of memory in all for recordings of 1 GB with 57,000 calls and
// of 350 MB with 120,000 (2026-11-30, 2 cores). What needs more than that gets
// it, with more work for the collector.
const heapSoft = 22 << 20

// boundHeap sets the soft limit and returns what takes it back. GOMEMLIMIT in
// the environment stands, since the user chose it.
func (a *app) boundHeap() (restore func()) {
	if a.env("GOMEMLIMIT") != "" {
		return func() {}
	}
	old := debug.SetMemoryLimit(heapSoft)
	return func() { debug.SetMemoryLimit(old) }
}
