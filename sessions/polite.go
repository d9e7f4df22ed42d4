package sessions

import (
	"context"
	"runtime"
	"time"

	"hopscope/sessions/format"
	"hopscope/sessions/walk"
)

// polite gives way after each chunk to what else wants to run. Readers compute
// without a pause on all processors: without it a key, and the first frame,
// would wait until one of them is preempted, which takes up to 10 ms.
type polite struct {
	walk.Worker[*format.Events]
}

// End gives way, then ends the chunk.
func (p polite) End() *format.Events {
	runtime.Gosched()
	return p.Worker.End()
}

// worker makes the workers of a reader; those of a recording that is shown while
// it is read are polite.
func (f *feed) worker(r format.Reader) func() walk.Worker[*format.Events] {
	if f.op.ahead == 0 {
		return r.Worker
	}
	return func() walk.Worker[*format.Events] { return polite{r.Worker()} }
}

// firstPicture is how long the reading of a large recording leaves all
// processors to the first picture of it.
const firstPicture = 30 * time.Millisecond

func (f *feed) breathe(ctx context.Context) error {
	select {
	case <-time.After(firstPicture):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-f.op.gone:
		return errGone
	}
}
