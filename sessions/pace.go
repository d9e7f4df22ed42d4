package sessions

import (
	"sync"
	"time"

	"hopscope/sessions/format"
	"hopscope/sessions/walk"
)

// pace sends what a stream brought too soon after the last update, when nothing
// follows within the pause: a pipe may be silent for long, and what it said
// last must be seen.
type pace struct {
	f     *feed
	merge func(walk.Chunk[*format.Events]) error
	mu    sync.Mutex
	late  *time.Timer // nil: nothing is held back
	ended bool
}

// chunk merges one chunk; what merge holds back goes out a pause later.
func (p *pace) chunk(c walk.Chunk[*format.Events]) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.f.last
	err := p.merge(c)
	if err == nil && p.f.last.Equal(before) && p.late == nil {
		p.late = time.AfterFunc(updatePause, p.flush)
	}
	return err
}

// flush sends what was held back.
func (p *pace) flush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.late = nil
	if !p.ended {
		p.f.send(p.f.update())
	}
}

// end stops the pace: what is still held back belongs to the last update.
func (p *pace) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	if p.late != nil {
		p.late.Stop()
	}
}
