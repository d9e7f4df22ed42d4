package format

import (
	"hopscope/journey"
	"hopscope/sessions/walk"
)

// cxReader reads one rollout file.
type cxReader struct {
	spec   *walk.Spec
	keys   Keys
	pool   eventPool
	scheme recogniser

	requests cxRequests
	// ended holds what events said of calls until their result comes, kinds the
	// calls that are no function calls.
	ended map[uint64]cxEnd
	kinds map[uint64]journey.ToolKind
	id    string
	// branched: the file says that it goes on from another one.
	branched bool
	// declared: a list stands in the file. flat: an MCP call without an event.
	declared  bool
	compacted int
}

// cxEnd is how an event says that a call ended.
type cxEnd struct {
	class journey.Class
	text  string
	ran   *journey.Ref
}

// cxPending bounds what waits for results.
const cxPending = 4096

// cxRequests finds out where one request to the model ends and the next one
// begins, which no line says. Items of one answer follow each other, in old
// versions with the results between them; between two answers stand results or
// the user's words, and then a count of tokens or a new context. Files without
// such counts are divided at the results.
type cxRequests struct {
	n        uint64
	answered bool // results or the user's words since the model spoke
	marked   bool // a mark behind them
	marks    bool // the file has marks
}

// said returns the number of the request that the model answers now.
func (q *cxRequests) said() uint64 {
	if q.n == 0 || q.answered && (q.marked || !q.marks) {
		q.n++
		q.answered, q.marked = false, false
	}
	return q.n
}

func (q *cxRequests) mark() {
	q.marks = true
	q.marked = q.marked || q.answered
}

func (q *cxRequests) asked() { q.answered, q.marked = true, true }

// Merge takes the events in file order.
func (r *cxReader) Merge(b *Builder, e *Event) {
	switch d := e.Data.(type) {
	case cxCall:
		r.original(b, e, d)
		r.call(b, e)
	case cxReturned:
		r.returned(b, e)
	case cxSaid:
		b.turn(r.requests.said())
	case cxAsked:
		r.requests.asked()
	case cxMarked:
		r.requests.mark()
	case cxEnded:
		r.end(b, e)
	case *cxMeta:
		r.meta(b, d)
	case cxStarted:
		b.About(journey.Agent{ID: d.agent, Type: d.role, Parent: d.call})
	case cxDeclaredList:
		r.declared = true
		b.snapshot(e, d.where, journey.Catalog{Form: journey.FormWire, Tools: d.tools})
	case cxCompacted:
		r.compacted++
		r.requests.asked()
	}
}

// original keeps a call that is known by its time as one that a branch may
// repeat. In a file that is no branch it is no repetition: test programs write
// the same ids and times again.
func (r *cxReader) original(b *Builder, e *Event, d cxCall) {
	if d.timed && !r.branched && b.copies != nil {
		b.copies.met(e.Key ^ e.From*0x9E3779B97F4A7C15)
		e.From = 0
	}
}

func (r *cxReader) call(b *Builder, e *Event) {
	if e.Agent != "" {
		e.Flags |= journey.FlagSidechain
	}
	e.Turn = r.requests.said()
	if x := e.Extra; x != nil && e.Key != 0 && len(r.kinds) < cxPending {
		r.kinds[e.Key] = x.Kind
	}
	b.call(e)
}

// returned completes a call with its result and with what an event said before
// it. A refusal in the text counts only where no event says that a tool ran.
func (r *cxReader) returned(b *Builder, e *Event) {
	if e.Flags&journey.FlagServer == 0 {
		r.requests.answered = true
	}
	end, ended := r.ended[e.Key]
	if ended {
		delete(r.ended, e.Key)
		if e.Class == journey.ClassOK || e.Class.Unknown() {
			e.Class, e.Text = end.class, first(end.text, e.Text)
		}
	}
	if e.Class == journey.ClassOK {
		e.Text = ""
	}
	kind, other := r.kinds[e.Key]
	delete(r.kinds, e.Key)
	if end.ran != nil || e.Extra != nil {
		x := journey.Extra{Dispatched: end.ran}
		if e.Extra != nil {
			x.Offered = e.Extra.Offered
		}
		if other {
			x.Kind = kind
		}
		e.Extra = &x
	}
	b.result(e)
}

// end keeps what an event says of a call until its result comes. What ran is
// noted at once: a call may stay without a result.
func (r *cxReader) end(b *Builder, e *Event) {
	end := cxEnd{class: e.Class, text: cutText(e.Text)}
	if e.Extra != nil {
		end.ran = e.Extra.Dispatched
		if row, ok := b.src.pairing.row(e.Key); ok {
			b.extra(row, &journey.Extra{Dispatched: end.ran, Kind: r.kinds[e.Key]})
		}
	}
	if len(r.ended) >= cxPending {
		clear(r.ended)
	}
	r.ended[e.Key] = end
}

// meta takes the first session_meta of the file. Others are copied with the
// lines of the session that this one was forked from; those with the same id
// were written when it was resumed, perhaps by another version.
func (r *cxReader) meta(b *Builder, d *cxMeta) {
	r.branched = r.branched || d.parent != "" || d.forked || r.id != "" && d.id != r.id
	if r.id != "" && d.id != r.id {
		return
	}
	r.id = d.id
	m := &Meta{Session: d.id, Cwd: d.cwd, Parent: d.parent}
	if v := d.version; v != "" && v[0] >= '0' && v[0] <= '9' {
		m.Version = v
	}
	b.meta(m)
	if d.provider != "" {
		b.batch.Provider = d.provider
	}
}

// Recycle takes back events that are merged.
func (r *cxReader) Recycle(e *Events) { r.pool.put(e) }

// End says what the file does not show.
func (r *cxReader) End(b *Builder) {
	if r.declared {
		b.Note("of the declared tools only dynamic ones and those that tool_search loaded are in this file")
	} else {
		b.Note("declared tools are not in this file; names that ran are taken as the list")
	}
	b.count(r.compacted, "the context was compacted once", "the context was compacted %d times", "")
}
