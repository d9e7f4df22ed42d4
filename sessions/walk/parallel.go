package walk

import (
	"context"
	"io"
	"sync"
)

// Parallel reads an input of known size with n goroutines and calls merge with
// the chunks in the order of the input, one after another, on any of them. A
// chunk owns the lines that begin in it; the first one is small. At most 4n
// chunks are under way, so memory does not grow with the input; a slow merge
// holds the readers up.
//
// An error of the input is returned after the chunks before it are merged.
// When ctx ends, what is merged stays merged and the context's error is
// returned. An error of merge ends the reading.
func Parallel[T any](ctx context.Context, src io.ReaderAt, size int64, n int, worker func() Worker[T], merge func(Chunk[T]) error) error {
	if n <= 1 || size <= firstChunk+chunkSize {
		return inOrder(ctx, src, size, worker(), merge)
	}
	p := &pipeline[T]{ctx: ctx, size: size, merge: merge, ring: make([]result[T], 4*n)}
	p.room.L = &p.mu
	var wg sync.WaitGroup
	for range n {
		r := &reader[T]{src: src, size: size, w: worker(), limit: MaxLine}
		wg.Go(func() { p.run(r) })
	}
	wg.Wait()
	if p.err != nil {
		return p.err
	}
	return ctx.Err()
}

func inOrder[T any](ctx context.Context, src io.ReaderAt, size int64, w Worker[T], merge func(Chunk[T]) error) error {
	r := &reader[T]{src: src, size: size, w: w, limit: MaxLine}
	for k := int64(0); chunkStart(k) < size; k++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		r.buf = r.buf[:0]
		c, err := r.chunk(chunkStart(k), min(chunkStart(k+1), size))
		if err != nil {
			return err
		}
		if err := merge(c); err != nil {
			return err
		}
	}
	return ctx.Err()
}

type result[T any] struct {
	chunk Chunk[T]
	err   error
	ready bool
}

// pipeline hands out chunk numbers and brings the results back in order: chunk
// k waits at place k modulo the length of the ring. Who brings the chunk that
// is next merges it, and those behind it that are ready: no goroutine waits
// for another one but where the ring is full.
type pipeline[T any] struct {
	ctx   context.Context
	size  int64
	merge func(Chunk[T]) error

	mu   sync.Mutex
	room sync.Cond // chunks were merged, or it is over
	ring []result[T]
	// next is the chunk that is handed out next, merged the first one that is
	// not merged yet.
	next, merged int64
	merging      bool
	err          error
}

func (p *pipeline[T]) run(r *reader[T]) {
	for {
		k, ok := p.take()
		if !ok {
			return
		}
		var c Chunk[T]
		err := Guarded(func() (err error) {
			r.buf = r.buf[:0]
			c, err = r.chunk(chunkStart(k), min(chunkStart(k+1), p.size))
			return err
		})
		p.put(k, result[T]{c, err, true})
	}
}

// take returns the next chunk; false: there is nothing more to read.
func (p *pipeline[T]) take() (k int64, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.err == nil && p.next-p.merged == int64(len(p.ring)) {
		p.room.Wait() // the chunk that is next is being read or merged
	}
	if p.err != nil || p.ctx.Err() != nil || chunkStart(p.next) >= p.size {
		return 0, false
	}
	p.next++
	return p.next - 1, true
}

// put brings a chunk back, and merges what is ready unless another goroutine
// does.
func (p *pipeline[T]) put(k int64, c result[T]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := func() *result[T] { return &p.ring[p.merged%int64(len(p.ring))] }
	p.ring[k%int64(len(p.ring))] = c
	if p.merging {
		return
	}
	p.merging = true
	for p.err == nil && at().ready {
		c := *at()
		*at() = result[T]{}
		if err := p.ctx.Err(); c.err == nil {
			c.err = err
		}
		if c.err == nil {
			p.mu.Unlock()
			c.err = Guarded(func() error { return p.merge(c.chunk) })
			p.mu.Lock()
		}
		p.err = c.err
		p.merged++
		p.room.Broadcast()
	}
	p.merging = false
}
