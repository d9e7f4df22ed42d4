package journey

import (
	"sync"
	"sync/atomic"
)

// workersMost is how many pieces of work are done at once: no more than most
// machines have processors.
const workersMost = 8

// inParallel does n pieces of work that do not touch each other's results, side
// by side, and returns when all are done. A panic of one is that of the
// caller. Few pieces of little work are done one after the other.
func inParallel(n int, small bool, do func(i int)) {
	workers := min(n, workersMost)
	if small || workers < 2 {
		for i := range n {
			do(i)
		}
		return
	}
	var next atomic.Int64
	var failed atomic.Value
	work := func() {
		defer func() {
			if r := recover(); r != nil {
				failed.CompareAndSwap(nil, panicked{r})
			}
		}()
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			do(i)
		}
	}
	var group sync.WaitGroup
	for range workers - 1 {
		group.Go(work)
	}
	work()
	group.Wait()
	if p, ok := failed.Load().(panicked); ok {
		panic(p.value)
	}
}

type panicked struct{ value any }
