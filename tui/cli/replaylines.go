package cli

import (
	"io"
	"sync/atomic"

	"hopscope/journey/diagnose"
	"hopscope/journey/report"
)

const (
	// callsBlock is how many calls are handed over at a time.
	callsBlock = 128
	// blocksMax is how many blocks there are, so that not all calls are kept.
	blocksMax = 4
)

// lineWriter writes calls, one line each, beside the goroutine that gathers
// them.
type lineWriter struct {
	full, empty chan []report.ReplayCall
	failed      atomic.Bool
	done        chan error
}

// replayLines writes one line a call, without keeping them.
func replayLines(w io.Writer, l *loaded, an *diagnose.Analyzer, f filter) error {
	x := &lineWriter{full: make(chan []report.ReplayCall), empty: make(chan []report.ReplayCall, blocksMax), done: make(chan error, 1)}
	for range blocksMax {
		x.empty <- make([]report.ReplayCall, 0, callsBlock)
	}
	go func() { x.done <- x.write(w) }()
	block := <-x.empty
	for row := range l.Session.Rows {
		if !f.has(l.Session, row) {
			continue
		}
		if block = append(block, replayCall(l, an, row)); len(block) == callsBlock {
			x.full <- block
			block = <-x.empty
			if x.failed.Load() {
				break
			}
		}
	}
	x.full <- block
	close(x.full)
	return <-x.done
}

// write writes what comes. After an error it only gives the blocks back, until
// no more come.
func (x *lineWriter) write(w io.Writer) (err error) {
	for block := range x.full {
		for i := 0; i < len(block) && err == nil; i++ {
			if err = report.Line(w, &block[i]); err != nil {
				x.failed.Store(true)
			}
		}
		clear(block)
		x.empty <- block[:0]
	}
	return err
}
