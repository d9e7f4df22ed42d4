package walk

import (
	"context"
	"io"
	"sync"
)

// Parallel reads an input of known size with n goroutines and calls merge, on
// the goroutine of the caller, with the chunks in the order of the input. A
// chunk owns the lines that begin in it; the first one is small. At most
// 4n chunks are under way, so memory does not grow with the input; a slow
// merge holds the readers up.
//
// An error of the input is returned after the chunks before it are merged.
// When ctx ends, what is merged stays merged and the context's error is
// returned. An error of merge ends the reading.
func Parallel[T any](ctx context.Context, src io.ReaderAt, size int64, n int, worker func() Worker[T], merge func(Chunk[T]) error) error {
	if n <= 1 || size <= firstChunk+chunkSize {
		return inOrder(ctx, src, size, worker(), merge)
	}
	ctx, cancel := context.WithCancel(ctx)
	p := &pipeline[T]{size: size, slots: make([]chan result[T], 4*n), tokens: make(chan struct{}, 4*n)}
	for i := range p.slots {
		p.slots[i] = make(chan result[T], 1)
	}
	var wg sync.WaitGroup
	for range n {
		r := &reader[T]{src: src, size: size, w: worker(), limit: MaxLine}
		wg.Go(func() { p.run(ctx, r) })
	}
	err := p.merge(ctx, merge)
	cancel()
	wg.Wait()
	return err
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
}

// pipeline hands out chunk numbers and brings the results back in order:
// chunk k comes through slot k modulo the number of slots. A token stands for
// a chunk that is handed out and not merged yet, so no slot is used twice at a
// time and the oldest chunk always has its token.
type pipeline[T any] struct {
	size   int64
	slots  []chan result[T]
	tokens chan struct{}
	mu     sync.Mutex
	next   int64
}

func (p *pipeline[T]) run(ctx context.Context, r *reader[T]) {
	for {
		select {
		case p.tokens <- struct{}{}:
		case <-ctx.Done():
			return
		}
		p.mu.Lock()
		k := p.next
		p.next++
		p.mu.Unlock()
		if chunkStart(k) >= p.size || ctx.Err() != nil {
			return
		}
		var c Chunk[T]
		err := Guarded(func() (err error) {
			r.buf = r.buf[:0]
			c, err = r.chunk(chunkStart(k), min(chunkStart(k+1), p.size))
			return err
		})
		p.slots[k%int64(len(p.slots))] <- result[T]{c, err}
		if err != nil {
			return
		}
	}
}

func (p *pipeline[T]) merge(ctx context.Context, merge func(Chunk[T]) error) error {
	for k := int64(0); chunkStart(k) < p.size; k++ {
		select {
		case r := <-p.slots[k%int64(len(p.slots))]:
			if r.err != nil {
				return r.err
			}
			if err := merge(r.chunk); err != nil {
				return err
			}
			<-p.tokens
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return ctx.Err()
}
