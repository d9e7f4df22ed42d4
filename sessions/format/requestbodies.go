package format

import (
	"bytes"
	"context"

	"hopscope/sessions/walk"
)

// RequestBodies are the bodies of the requests that content holds, oldest
// first: those of a capture in any of its forms, or the content itself, which
// may be one.
func RequestBodies(data []byte) [][]byte {
	if batch := batchRequests(data); len(batch) > 0 {
		var bodies [][]byte
		for i := range batch {
			bodies = append(bodies, batch[i].request)
		}
		return bodies
	}
	h := NewHead(data, true)
	for _, f := range All() {
		c, ok := f.(*capture)
		if !ok || !c.Detect(h) {
			continue
		}
		w := &bodyWorker{exchanges: c.taker()}
		done := func(walk.Chunk[struct{}]) error { return nil }
		if read, _ := c.Cutters(); read != nil {
			_ = walk.Records(context.Background(), bytes.NewReader(data), read, w, done) // bytes have no errors
		} else if rest := walk.Each(data, w.Line); len(rest) > 0 {
			w.Line(walk.Line{Text: rest, Last: true})
		}
		return w.bodies
	}
	return [][]byte{bytes.TrimPrefix(data, byteOrderMark)}
}

// bodyWorker gathers the bodies of requests. What cannot be read has none.
type bodyWorker struct {
	exchanges func(record []byte) ([]exchange, error)
	bodies    [][]byte
}

// Line takes one record.
func (w *bodyWorker) Line(l walk.Line) {
	if l.Long || len(l.Text) == 0 {
		return
	}
	var list []exchange
	if walk.Guarded(func() (err error) { list, err = w.exchanges(l.Text); return err }) != nil {
		return
	}
	for i := range list {
		if body := list[i].request; len(body) > 0 {
			w.bodies = append(w.bodies, bytes.Clone(body))
		}
	}
}

// End hands over nothing.
func (w *bodyWorker) End() struct{} { return struct{}{} }
