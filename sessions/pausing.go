package sessions

import (
	"context"
	"sync"
)

// gate holds a reading up while it is shut.
type gate struct {
	mu   sync.Mutex
	shut chan struct{} // closed to go on; nil: the gate is open
	// waits: the reading stands before the gate; sent: it has sent all.
	waits, sent bool
}

func (g *gate) wait() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waits, g.sent = g.shut != nil, false
	return g.shut
}

func (g *gate) told() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sent = g.waits
}

// Pause has the reading wait where it is, until Go. What was read so far is sent
// in file order first; Waits then tells that nothing more comes. It is false
// where reading cannot wait: of a pipe, and of what is read through one, such as
// compressed files.
func (o *Opening) Pause() bool {
	for _, in := range o.all() {
		if in.store != nil && !in.source.Seekable {
			return false
		}
	}
	o.gate.mu.Lock()
	defer o.gate.mu.Unlock()
	if o.gate.shut == nil {
		o.gate.shut = make(chan struct{})
	}
	return true
}

// Go goes on with a reading that waits.
func (o *Opening) Go() {
	o.gate.mu.Lock()
	defer o.gate.mu.Unlock()
	if o.gate.shut != nil {
		close(o.gate.shut)
		o.gate.shut, o.gate.waits = nil, false
	}
}

// Waits reports whether the reading waits: at most one more update comes before
// Go.
func (o *Opening) Waits() bool {
	o.gate.mu.Lock()
	defer o.gate.mu.Unlock()
	return o.gate.waits
}

// pass lets the reading through the gate, or waits before it once all that was
// read is sent.
func (f *feed) pass(ctx context.Context) error {
	shut := f.op.gate.wait()
	if shut == nil {
		return nil
	}
	f.b.Pause()
	if !f.send(f.update()) {
		return errGone
	}
	f.op.gate.told()
	select {
	case <-shut:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-f.op.gone:
		return errGone
	}
}
