package format

import (
	"fmt"
	"slices"

	"hopscope/journey"
	"hopscope/sessions/walk"
)

// captureReader puts the exchanges of a capture in order: each call counts
// once, where it was answered, and histories complete it.
type captureReader struct {
	format   *capture
	keys     Keys
	pool     eventPool
	refusals recogniser
	// talking are the conversations, opened those by their first words, spoke
	// those by the keys of their calls.
	talking       []*conversation
	opened, spoke map[uint64][]*conversation
	// ids are those by which requests may name a session of the recordings.
	ids []string
	// list is the key of the list that was offered last.
	list uint64
	// turn of the last exchange.
	turn uint32
	// told: client and provider were said.
	told, provided  bool
	talks, unjoined int
	matched         int
	byOrder         int // those of matched that have another id
	hidden          int // answers about keys, rates and servers
}

// capturedCall is what is known of one call.
type capturedCall struct {
	row    uint32
	called journey.Called
	joined string
	time   int64
	// own: the row stands in the capture; extra is its extra.
	own, done bool
	// unknown: the history says that the name was refused.
	unknown bool
	extra   *journey.Extra
	seen    *joinedRow
}

// Worker returns a worker for one goroutine.
func (r *captureReader) Worker() walk.Worker[*Events] {
	return &captureWorker{r: r, exchanges: r.format.taker(), bodies: newBodyReader(r.keys), out: r.pool.get()}
}

// Recycle takes back events that are merged.
func (r *captureReader) Recycle(e *Events) { r.pool.put(e) }

// Merge takes one exchange.
func (r *captureReader) Merge(b *Builder, e *Event) {
	s := e.Data.(*said)
	c := r.conversation(s)
	if c.bind(b, e, len(c.pending) >= pendingMax) {
		c.pending = append(c.pending, *e)
		return
	}
	r.flush(b, c)
	r.exchange(b, e, c, s)
}

// flush takes the exchanges that waited.
func (r *captureReader) flush(b *Builder, c *conversation) {
	list := c.pending
	c.pending = nil
	for i := range list {
		r.exchange(b, &list[i], c, list[i].Data.(*said))
	}
}

// exchange takes one whose conversation is known.
func (r *captureReader) exchange(b *Builder, e *Event, c *conversation, s *said) {
	r.talks++
	r.meta(b, s)
	number := e.ID
	for i := range s.past {
		r.past(b, e, c, s, &s.past[i], number)
		number++
	}
	for i := range s.results {
		r.result(b, e, c, &s.results[i])
	}
	rows := r.recorded(b, e, c, s)
	if s.ex.log == nil && s.id != "mcp" && !s.runs() {
		r.turn = r.nextTurn(b, s, rows)
	}
	if s.tools != nil && s.list != r.list && s.list != 0 {
		r.list = s.list
		n := len(b.batch.Snapshots)
		tools := *s.tools
		tools.Tools = slices.Clone(tools.Tools) // others have the same list
		b.snapshot(e, "request", tools)
		for ; n < len(b.batch.Snapshots); n++ {
			b.batch.Snapshots[n].Turn = max(r.turn, 1)
		}
	}
	for i := range s.calls {
		r.answer(b, e, c, &s.calls[i], rows[i], number)
		number++
	}
	switch {
	case s.refusal != "":
		r.refused(b, e, s)
	case s.ex.status >= 400:
		r.hidden++
	}
}

// meta says whose capture it is, unless a recording says it.
func (r *captureReader) meta(b *Builder, s *said) {
	if !r.provided && s.id != "" && s.ex.log == nil {
		r.provided = true
		b.batch.Provider = s.id
	}
	m := s.client
	if s.ex.log != nil {
		m = s.ex.log.meta
	}
	m.Model = first(s.model, m.Model)
	if b.join.recordings > 0 {
		if m.Model != "" && !r.told {
			b.batch.Models = append(b.batch.Models, m.Model)
		}
		return
	}
	if r.told {
		m = Meta{Model: m.Model}
	}
	if m.Client != "" {
		r.told = true
		r.refusals = recognisers{refusalsOf(m.Client), refusalsOf("verbatim")}
	}
	b.meta(&m)
}

// recorded finds the calls of an answer in the recordings.
func (r *captureReader) recorded(b *Builder, e *Event, t *conversation, s *said) []*joinedRow {
	rows := make([]*joinedRow, len(s.calls))
	for i := range s.calls {
		c := &s.calls[i]
		if id := c.key; id == 0 || t.known[id] == nil {
			rows[i] = r.match(b, e, t, id, c)
		}
	}
	return rows
}

// nextTurn returns the turn of an exchange: that of its calls where a recording
// has them, else a new one.
func (r *captureReader) nextTurn(b *Builder, s *said, rows []*joinedRow) uint32 {
	if b.join.recordings > 0 {
		for _, j := range rows {
			if j != nil {
				return j.turn
			}
		}
		if len(s.calls) == 0 {
			return max(r.turn, 1)
		}
	}
	b.turns++
	b.batch.Turns = b.turns
	return b.turns
}

// past takes a call of a history.
func (r *captureReader) past(b *Builder, e *Event, t *conversation, s *said, c *spoken, number uint32) {
	id, seq := c.key, c.seq
	k := t.known[id]
	if id == 0 || k == nil {
		if k = t.known[seq]; k != nil && id != 0 {
			t.known[id] = k // the client gave it an id
		}
	}
	if k == nil {
		k = r.add(b, e, c, r.match(b, e, t, id, c), number, max(r.turn, 1), false)
		t.remember(k, id, seq)
	}
	if c.ran != nil && !k.unknown && !notFound(s, c.ID) {
		k.extra = k.more()
		k.extra.Dispatched = c.ran
		r.put(b, k)
	}
	if c.stored != nil {
		k.unknown = true
		k.extra = k.more()
		k.extra.Stored = c.stored
		r.put(b, k)
	}
	if k.called == c.Called || k.extra != nil && (k.extra.Stored != nil || k.extra.Returned != nil) {
		return
	}
	called := c.Called
	k.extra = k.more()
	if k.joined != "" && string(called.Name) == k.joined {
		k.extra.Returned = &called
	} else if s.ex.log == nil && c.ran == nil {
		k.extra.Stored = &called
	}
	r.put(b, k)
}

func (k *capturedCall) more() *journey.Extra {
	if k.extra == nil {
		return &journey.Extra{}
	}
	return k.extra
}

// put writes an extra that has grown.
func (r *captureReader) put(b *Builder, k *capturedCall) {
	if k.own {
		b.extra(k.row, k.extra)
	}
}

func (t *conversation) remember(k *capturedCall, keys ...uint64) {
	for _, key := range keys {
		if key != 0 {
			t.known[key] = k
		}
	}
}

// answer takes a call of an answer. One whose id came before in an answer was
// seen on two stretches of the way, with a gateway between.
func (r *captureReader) answer(b *Builder, e *Event, t *conversation, c *spoken, j *joinedRow, number uint32) {
	id, seq := c.key, c.seq
	if k := t.known[id]; id != 0 && k != nil {
		if k.called != c.Called && k.own {
			called := c.Called
			k.extra = k.more()
			if e.Time > k.time { // the request behind the gateway begins later
				k.extra.Came = &called
			} else {
				k.extra.Returned = &called
			}
			r.put(b, k)
		}
		return
	}
	k := r.add(b, e, c, j, number, r.turn, true)
	if id == 0 {
		t.remember(k, seq)
	}
	t.remember(k, id)
}

// add makes a row of a call, unless a recording has one.
func (r *captureReader) add(b *Builder, e *Event, c *spoken, j *joinedRow, number, turn uint32, answer bool) *capturedCall {
	k := &capturedCall{called: c.Called, joined: c.joined, time: e.Time}
	if j != nil {
		r.matched++
		k.row, k.seen, k.called = j.row, j, j.called
		b.sighting(j, e, c, answer)
		return k
	}
	if b.join.recordings > 0 {
		r.unjoined++
	}
	ev := Event{
		Kind: CallEvent, Line: e.Line, At: e.At, Time: e.Time, ID: number, Name: string(c.Called.Name), Space: string(c.Called.Namespace), Agent: e.Agent,
	}
	if c.Kind != journey.KindFunction {
		k.extra = &journey.Extra{Kind: c.Kind}
		ev.Extra = k.extra
	}
	if answer {
		k.extra = k.more()
		k.extra.Seen = &journey.Sighting{
			Row: b.rows, Source: b.src.index, Line: e.Line, At: e.At, Turn: turn, Called: c.Called, Requested: true, Own: true,
		}
		ev.Extra = k.extra
	}
	if c.Nameless || c.Called.Name == "" {
		ev.Flags |= journey.FlagEmptyName
	}
	if c.Remote {
		ev.Flags |= journey.FlagServer
	}
	k.row, k.own = b.rows, true
	b.callAt(&ev, turn)
	if c.Remote {
		k.done = true
		b.complete(k.row, &Event{Line: e.Line, At: e.At, Extra: k.extra})
	}
	return k
}

// result completes a call by what its next request says.
func (r *captureReader) result(b *Builder, e *Event, t *conversation, a *answered) {
	k := t.known[a.key]
	if a.ID == "" || k == nil {
		k = t.known[a.seq]
	}
	if k == nil || k.done || a.ID == "" && a.seq == 0 {
		return
	}
	k.done = true
	class, refused := r.class(a)
	if k.unknown {
		class = journey.ClassUnknownTool
	}
	if !k.own {
		b.judge(k.seen, e, class)
		return
	}
	if len(refused.Offered) > 0 || refused.Reason != "" {
		k.extra = k.more()
		k.extra.Offered, k.extra.Reason = refused.Offered, refused.Reason
	}
	ev := &Event{Line: e.Line, At: e.At, Class: class, Extra: k.extra}
	if class != journey.ClassOK {
		ev.Text = a.Text
	}
	b.complete(k.row, ev)
}

// refused keeps a request that the provider refused, once.
func (r *captureReader) refused(b *Builder, e *Event, s *said) {
	key := r.keys.text(cutText(s.refusal))
	if b.join.refusals[key] > 0 {
		b.join.refusals[key]--
		return
	}
	e.Text = s.refusal
	n := len(b.batch.Requests)
	b.refused(e)
	if len(b.batch.Requests) > n {
		x := &b.batch.Requests[n]
		x.Turn = max(r.turn, 1)
		x.Note = fmt.Sprintf("%s answered HTTP %d", s.id, s.ex.status)
	}
}

// End notes what the capture adds to the recordings before it.
func (r *captureReader) End(b *Builder) {
	for _, c := range r.talking {
		if len(c.pending) > 0 {
			c.bind(b, &c.pending[0], true)
			r.flush(b, c)
		} else {
			c.bind(b, &Event{}, true)
		}
	}
	b.count(r.hidden, "1 request was refused for another reason than names", "%d requests were refused for another reason than names", ": not listed")
	if b.join.recordings == 0 {
		if r.talks == 0 {
			b.Note("no request to a model was found in it")
		}
		return
	}
	b.count(r.matched, "1 call stands in the recording too", "%d calls stand in the recording too", ": joined with it, counted once")
	b.count(r.byOrder, "1 of them has another id in the capture", "%d of them have other ids in the capture", ": joined by name and order")
	b.count(r.unjoined, "1 call stands in no recording", "%d calls stand in no recording", ": counted apart")
	b.conflicts()
}
