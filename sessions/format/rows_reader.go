package format

import (
	"slices"

	"hopscope/journey"
	"hopscope/sessions/walk"
)

// rowReader reads rows of one input.
type rowReader struct {
	pool eventPool
	work func(eventPool) walk.Worker[*Events]
	last map[string][]string // the last list of each agent
	told bool                // the notes were given
	// logged: names come from a log of what the model wrote.
	logged bool
}

// rwDeclared is the Data of the list that a refusal gives, rwAgentKind of what
// a session of a subagent says about it.
type (
	rwDeclared  []string
	rwAgentKind struct{ agent, kind string }
	// rwLogged says that a log is kept of what the model wrote.
	rwLogged struct{}
)

// Worker returns a worker for one goroutine.
func (r *rowReader) Worker() walk.Worker[*Events] { return r.work(r.pool) }

// Recycle takes back events.
func (r *rowReader) Recycle(e *Events) { r.pool.put(e) }

// End says what the format cannot show. The first of its notes is about
// declared tools, of which there is more to say.
func (r *rowReader) End(b *Builder) {
	if r.told {
		return // the input goes on after its end
	}
	r.told = true
	if len(r.last) == 0 {
		b.Note("declared tools are not in this file; names that ran are taken as the list")
	} else {
		b.Note("of the declared tools only the lists are in this file that refusals of unknown tools give")
	}
	for _, n := range b.src.info.Notes[1:] {
		if r.logged && n == ocLowered {
			continue
		}
		if !r.logged && n == ocLog {
			continue
		}
		b.Note(n)
	}
}

// Merge makes a declared list of what a refusal gives, when it changes, and
// keeps what is known of subagents.
func (r *rowReader) Merge(b *Builder, e *Event) {
	switch d := e.Data.(type) {
	case ccStarted:
		b.About(journey.Agent{ID: d.agent, Parent: d.call})
	case rwAgentKind:
		b.About(journey.Agent{ID: d.agent, Type: d.kind})
	case rwDeclared:
		r.declared(b, e, d)
	case rwLogged:
		r.logged = true
	}
}

func (r *rowReader) declared(b *Builder, e *Event, names []string) {
	if slices.Equal(r.last[e.Agent], names) {
		return
	}
	r.last[e.Agent] = names
	c := journey.Catalog{Form: journey.FormSafe, Complete: true}
	for _, name := range names {
		if name != ocInvalid {
			c.Tools = append(c.Tools, journey.Tool{Form: journey.FormSafe, Safe: journey.Safe(name)})
		}
	}
	turn := b.turn(e.Turn)
	before := len(b.batch.Snapshots)
	b.snapshot(e, "refusal", c)
	if len(b.batch.Snapshots) > before {
		// The list was in force when the call was made, not from the next turn on.
		b.batch.Snapshots[before].Turn = turn
	}
}

// refusal keeps what a refusal says. Its list is all that is registered, so
// it is the declared list of that moment too.
func (w *rowWorker) refusal(turn uint64, r journey.Refused) *journey.Extra {
	if len(r.Offered) > 0 {
		w.add(Event{Kind: SpecialEvent, Turn: turn, Data: rwDeclared(r.Offered)})
	}
	if len(r.Offered) == 0 && r.Reason == "" {
		return nil
	}
	return &journey.Extra{Offered: r.Offered, Reason: cutText(r.Reason)}
}

// failed decides what a failed result is, by its text.
func (w *rowWorker) failed(e *Event, cancelled, denied []string) {
	r, ok := w.scheme.Recognise(e.Text)
	switch {
	case ok:
		e.Class = r.Class
		e.Extra = w.refusal(w.turnKey(), r)
	case hasAnyPrefix(e.Text, cancelled):
		e.Class = journey.ClassCancelled
	case hasAnyPrefix(e.Text, denied):
		e.Class = journey.ClassDenied
	default:
		e.Class = journey.ClassToolFailed
	}
}

// answered reports an answer of the model. id is the raw id of its message.
func (w *rowWorker) answered(id []byte) {
	w.message = 0
	if !walk.Equal(w.of(rwRole), "assistant") {
		return
	}
	if w.message = w.keys.of(id); w.message == 0 {
		w.message = uint64(w.line.At) + 1
	}
	w.add(Event{Kind: TurnEvent, Turn: w.message})
	if w.top[rwModel].Kind == walk.String && w.top[rwAgent].Kind != walk.String {
		w.add(Event{Kind: MetaEvent, Data: &Meta{Model: w.names.of(w.of(rwModel))}})
	}
}

// turnKey is the key of the message of the row, 0 when it is not the model's.
func (w *rowWorker) turnKey() uint64 { return w.message }

// each calls f for each element of the array whose slot is element, with the
// fields that stand in it, counted from rwSlots.
func (w *rowWorker) each(element walk.Slot, f func(at []walk.Range)) {
	at := make([]walk.Range, 64)
	for _, h := range w.more {
		i := int(h.Slot - rwSlots)
		if h.Slot != element {
			if at[i].Kind == walk.None { // of several texts the first
				at[i] = h.Range
			}
			continue
		}
		if h.Kind == walk.Object {
			f(at)
		}
		clear(at)
	}
}
