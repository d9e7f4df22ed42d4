package sessions

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"hopscope/sessions/follow"
	"hopscope/sessions/format"
	"hopscope/sessions/walk"
)

// rereadMax is the size in bytes of the largest input that is read again from
// its beginning because it has changed.
const rereadMax = 64 << 20

// growth goes on with the inputs of an Opening that has read them.
type growth struct {
	feed    *feed
	tails   []*tailed
	whole   []*rewritten
	updates chan Update
	// full: it was told that no further file is read.
	full bool
}

// tailed is an input whose new lines are read.
type tailed struct {
	index uint8
	tail  *follow.Tail[*format.Events]
	// cut is the number of the line that was cut when the input was read and
	// comes again, 0 for none.
	cut uint32
}

// rewritten is an input that has to be read again when it has changed.
type rewritten struct {
	in    *input
	stamp string
}

// Follow reads on when the files grow. It is called once, when the channel of
// Updates is closed and was not stopped, and needs Options.Follow. The channel
// ends with ctx, with Close, and behind an update that is Rewritten: then the
// inputs have to be opened Again: databases, storage folders, documents and what
// is compressed are Rewritten when they change at all. It is nil when no input
// can be followed: streams, and of those that are read again the large ones.
//
// A file that comes into one of the folders is read too: the first update about
// it has New, the last one Done. Where captures are joined with recordings it is
// Rewritten instead.
//
// Each update is sent as soon as a line is whole. Batch and Progress are those
// of other updates; Done is set for new files only.
func (o *Opening) Follow(ctx context.Context) <-chan Update {
	<-o.read
	select {
	case <-o.gone:
		return nil
	default:
	}
	if !o.grows {
		return nil
	}
	g := &growth{feed: o.feed, updates: make(chan Update)}
	var paths []string
	for i, in := range o.inputs {
		if g.take(uint8(i), in) {
			paths = append(paths, in.store.Watched()...)
		}
	}
	for _, f := range o.folders {
		paths = append(paths, f.watched()...)
	}
	if len(paths) == 0 {
		return nil
	}
	o.feed.to = g.updates
	notify := o.notify
	if notify == nil {
		notify = follow.Watch
	}
	n := notify(paths)
	o.following.Go(func() {
		defer n.Close()
		defer close(g.updates)
		g.run(ctx, n)
	})
	return g.updates
}

// take decides how an input is followed; false: not at all.
func (g *growth) take(index uint8, in *input) bool {
	if in.store == nil {
		return false
	}
	if !in.source.Seekable || in.array || in.whole || in.stopped || !format.Tails(in.format) || in.captured() && g.recorded() {
		if in.stamp == "" || in.source.Size > rereadMax {
			return false
		}
		g.whole = append(g.whole, &rewritten{in: in, stamp: in.stamp})
		return true
	}
	reader, lines := g.feed.b.Resume(index)
	if reader == nil {
		return false
	}
	at, mid, cut := lastLine(in)
	t := &tailed{index: index}
	if cut && lines > 0 {
		t.cut = lines
		g.feed.b.Again()
	}
	var err error
	t.tail, err = follow.NewTail(in.store, reader.Worker(), at, mid)
	if err != nil {
		return false
	}
	g.tails = append(g.tails, t)
	return true
}

// recorded reports whether there are recordings beside captures. A capture is
// joined with what is there by then: of a call that it shows, the client writes
// its line later.
func (g *growth) recorded() bool {
	return slices.ContainsFunc(g.feed.op.inputs, func(in *input) bool { return in.store != nil && !in.captured() })
}

// lastLine finds where reading goes on: behind the last line end, or behind
// all when what stands there is a whole line (mid) or no beginning of one.
// cut: it is the beginning of a line.
func lastLine(in *input) (at int64, mid, cut bool) {
	size := in.source.Size
	for n := int64(4 << 10); ; n *= 8 {
		from := max(size-n, 0)
		buf := make([]byte, size-from)
		if got, err := in.store.ReadAt(buf, from); got < len(buf) || err != nil && got == 0 {
			return size, false, false
		}
		end := bytes.LastIndexByte(buf, '\n')
		if end < 0 && from > 0 && n < walk.MaxLine {
			continue
		}
		rest := buf[end+1:]
		_, st := walk.New(walk.Compile([]string{""})).Walk(rest)
		switch {
		case st.Result == walk.Empty:
			return size, false, false
		case st.Result == walk.Cut:
			return size - int64(len(rest)), false, true
		}
		return size, true, false
	}
}

func (g *growth) run(ctx context.Context, n follow.Notifier) {
	for {
		ended := false
		if fault := walk.Guarded(func() error { ended = !g.look(ctx) || !g.lookForFiles(ctx, n); return nil }); fault != nil || ended {
			return
		}
		select {
		case <-n.C():
		case <-ctx.Done():
			return
		case <-g.feed.op.gone:
			return
		}
	}
}

// look looks at every input once; false: nothing more is to be followed.
func (g *growth) look(ctx context.Context) bool {
	for _, t := range g.tails {
		state, err := t.step(ctx, g)
		switch {
		case errors.Is(err, errGone):
			return false
		case state == follow.Rewritten:
			g.send(ctx, Update{Source: int(t.index), Rewritten: true})
			return false
		}
	}
	for _, r := range g.whole {
		if now := r.in.store.Stamp(); now != r.stamp {
			g.send(ctx, Update{Rewritten: true})
			return false
		}
	}
	return true
}

func (t *tailed) step(ctx context.Context, g *growth) (follow.State, error) {
	f := g.feed
	return t.tail.Step(func(c walk.Chunk[*format.Events]) error {
		f.b.Resume(t.index)
		f.index = int(t.index)
		f.b.Add(c)
		f.at += c.End - c.Start
		u := f.update()
		u.Progress.Total = u.Progress.Bytes
		if t.cut > 0 {
			u.Mended = fmt.Sprintf("%s: line %d", filepath.Base(f.op.inputs[t.index].source.Path), t.cut)
			t.cut = 0
		}
		if f.b.Full() {
			u.Err = errFull
		}
		if !g.send(ctx, u) || u.Err != nil {
			return errGone
		}
		return nil
	})
}

// send waits until the update is taken; false: nobody takes it any more.
func (g *growth) send(ctx context.Context, u Update) bool {
	select {
	case g.updates <- u:
		return true
	case <-ctx.Done():
	case <-g.feed.op.gone:
	}
	return false
}
