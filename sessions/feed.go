package sessions

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"time"

	"hopscope/journey"
	"hopscope/sessions/format"
	"hopscope/sessions/walk"
)

// updatePause is the shortest time between two updates.
const updatePause = time.Second / 60

// readersMax bounds the goroutines that read one input: more would only wait
// for the disk.
const readersMax = 8

// feed sends the documents, which are parsed already, then reads the other
// inputs one after another and sends what it finds.
type feed struct {
	op    *Opening
	b     *format.Builder
	last  time.Time
	index int
	// to is where updates go.
	to chan Update
	// before is the size of the inputs that are read, at how far the present
	// one is; total is -1 while a size is unknown.
	before, at, total int64
}

func newFeed(op *Opening) *feed {
	f := &feed{op: op, to: op.updates, b: format.NewBuilder(len(op.inputs) > 1 || op.grows && len(op.folders) > 0)}
	if op.grows {
		f.b.Growing()
	}
	for _, in := range op.inputs {
		if in.source.Size < 0 {
			f.total = -1
			break
		}
		f.total += in.source.Size
	}
	return f
}

func (f *feed) run(ctx context.Context) {
	defer close(f.op.read)
	defer close(f.op.updates)
	for i, in := range f.op.inputs {
		if in.agent.ID != "" {
			f.b.About(in.agent)
		}
		if in.store == nil {
			f.index = i
			f.document(in)
			if !f.done(in, nil) {
				return
			}
		}
	}
	captures := 0
	for _, in := range f.op.inputs {
		if in.captured() {
			captures++
		}
	}
	if captures > 0 && len(f.op.inputs) > 1 {
		f.b.Join(sessionsOf(f.op.inputs))
	}
	for _, captured := range [...]bool{false, true} { // captures prove calls that were read before
		if captured && captures == 0 {
			return
		}
		for i, in := range f.op.inputs {
			if in.store == nil || in.captured() != captured {
				continue
			}
			f.index = i
			err := f.guarded(ctx, in)
			in.stopped = err != nil
			if !f.done(in, err) || ctx.Err() != nil {
				return
			}
		}
	}
}

// captured reports whether the input shows what went over the wire.
func (in *input) captured() bool { return in.format != nil && in.format.Info().Capture }

// document takes over what was parsed when the input was opened.
func (f *feed) document(in *input) {
	var b journey.Batch
	if in.kase != nil {
		b = in.kase.Batch(uint8(f.index))
	}
	b.Problems = append(b.Problems, in.problem...)
	f.b.Adopt(b)
}

// done sends the last update of an input; false: nobody takes updates.
func (f *feed) done(in *input, err error) bool {
	f.before += max(in.source.Size, f.at)
	f.at = 0
	u := f.update()
	u.Catalog, u.Err, u.Done = in.catalog, err, true
	return f.send(u)
}

// guarded reads an input, also when a reader panics.
func (f *feed) guarded(ctx context.Context, in *input) error {
	var err error
	if fault := walk.Guarded(func() error { err = f.lines(ctx, in); return nil }); fault != nil {
		f.b.Problem(0, "reading stopped: "+fault.Error(), "what was read before is shown; please report it")
		return fault
	}
	return err
}

// lines reads an input line by line.
func (f *feed) lines(ctx context.Context, in *input) error {
	reader := f.b.Begin(uint8(f.index), filepath.Base(in.source.Path), in.agent.ID, in.format)
	f.b.Problems(in.problem)
	ahead := f.ahead(in)
	large := ahead
	merge := func(c walk.Chunk[*format.Events]) error {
		f.b.Add(c)
		if ahead { // behind the first lines
			ahead = false
			f.end(in)
		}
		if f.at = c.End; in.source.Size >= 0 && !in.source.Seekable {
			f.at = min(in.store.Consumed(), in.source.Size)
		}
		if f.b.Full() {
			return errFull
		}
		if err := f.pass(ctx); err != nil {
			return err
		}
		if len(f.to) == cap(f.to) || time.Since(f.last) < updatePause {
			return nil
		}
		if !f.send(f.update()) {
			return errGone
		}
		if large { // the first picture of it is drawn now
			large = false
			return f.breathe(ctx)
		}
		return nil
	}
	f.last = time.Time{} // the first lines go out at once
	paced := &pace{f: f, merge: merge}
	var err error
	if cut := in.cutter(); cut != nil && in.source.Seekable {
		err = walk.Records(ctx, io.NewSectionReader(in.store, 0, in.source.Size), cut, reader.Worker(), merge)
	} else if cut != nil {
		err = walk.Records(ctx, in.store.Reader(), cut, reader.Worker(), paced.chunk)
	} else if in.array {
		err = f.array(in, reader, merge)
	} else if in.whole {
		err = f.whole(in, reader, merge)
	} else if in.source.Seekable {
		n := min(runtime.GOMAXPROCS(0), readersMax)
		err = walk.Parallel(ctx, in.store, in.source.Size, n, f.worker(reader), merge)
	} else {
		err = walk.Stream(ctx, in.store.Reader(), reader.Worker(), paced.chunk)
	}
	paced.end()
	if err != nil {
		f.b.Stopped()
	}
	f.b.End()
	if err != nil && ctx.Err() == nil && !errors.Is(err, errGone) {
		f.b.Problem(0, "reading stopped: "+err.Error(), "what was read before is shown")
	}
	return err
}

// cutter finds the records of an input that is not made of lines, nil for one
// that is.
func (in *input) cutter() walk.Cutter {
	if f, ok := in.format.(format.Framed); ok {
		read, _ := f.Cutters()
		return read
	}
	return nil
}

// arrayPart is how many elements of an array make a chunk.
const arrayPart = 1000

// array reads the elements of a JSON array as if they were lines. It is small
// enough to be read whole.
func (f *feed) array(in *input, reader format.Reader, merge func(walk.Chunk[*format.Events]) error) error {
	data, err := in.content()
	if err != nil {
		return err
	}
	w := reader.Worker()
	n, line := 0, uint32(0)
	part := func(next uint32, end int64) {
		if err == nil {
			err = merge(walk.Chunk[*format.Events]{Lines: next - line, End: end, Out: w.End()})
		}
		n, line = 0, next
	}
	lines, st := walk.Elements(data, func(l walk.Line) {
		if n++; n > arrayPart {
			part(l.Number, l.At)
		}
		l.Number -= line
		w.Line(l)
	})
	if n := len(data); n > 0 && data[n-1] != '\n' {
		lines++ // the last line has no end
	}
	part(lines, int64(len(data)))
	if st.Result != walk.OK {
		f.b.Problem(0, "the array is cut or damaged after the last call that is shown", "the elements before that are read")
	}
	return err
}

// whole reads an input that is one JSON value.
func (f *feed) whole(in *input, reader format.Reader, merge func(walk.Chunk[*format.Events]) error) error {
	data, err := in.content()
	if err != nil {
		return err
	}
	w := reader.Worker()
	w.Line(walk.Line{Text: data, Last: true})
	return merge(walk.Chunk[*format.Events]{Lines: uint32(bytes.Count(data, []byte{'\n'})) + 1, End: int64(len(data)), Out: w.End()})
}

// errFull ends the reading of an input that is made to fill the memory.
var errFull = fmt.Errorf("more than %d different names and errors", format.TextsMax)

// errGone ends the reading when nobody takes updates any more.
var errGone = errors.New("closed")

// update takes what was found.
func (f *feed) update() Update {
	return Update{Source: f.index, Batch: f.b.Take(), Progress: f.progress()}
}

func (f *feed) progress() Progress {
	return Progress{Bytes: f.before + f.at, Total: f.total, Calls: f.b.Calls()}
}

// send waits until the update is taken; false: nobody takes it any more.
func (f *feed) send(u Update) bool {
	f.last = time.Now()
	select {
	case f.to <- u:
		return true
	case <-f.op.gone:
		return false
	}
}
