package format

import (
	"hopscope/journey"
	"hopscope/sessions/walk"
)

// mcpReader reads one log. Ids are those of one connection, and a log may hold
// several one after another: an answer belongs to the last call with its id
// that is open.
type mcpReader struct {
	keys     Keys
	pool     eventPool
	refusals recogniser
	codec    journey.Codec
	// open are the calls without an answer, by the key of their id; asked the
	// requests for lists, true for a further page.
	open  map[uint64]uint64
	asked map[uint64]bool
	calls uint64
	// list is what was listed so far, nil when that was reported; last is where
	// its last page stands.
	list *journey.Catalog
	last Event
	// answered: the next call begins a turn.
	answered bool
	told     bool
	noted    bool
	client   string
	// text: the messages stand behind other text, see mcpClientLog.
	text bool
}

// mcpOpen bounds the calls and requests that wait for an answer.
const mcpOpen = 65536

// Worker returns a worker for one goroutine.
func (r *mcpReader) Worker() walk.Worker[*Events] {
	return &mcpWorker{r: r, text: r.text, walk: walk.New(walk.Compile([]string{""})), name: names{}, out: r.pool.get()}
}

// Recycle takes back events.
func (r *mcpReader) Recycle(e *Events) { r.pool.put(e) }

// Merge takes one message.
func (r *mcpReader) Merge(b *Builder, e *Event) {
	m, ok := e.Data.(*mcpSaid)
	if !ok {
		return
	}
	if !r.told {
		r.told = true
		if b.join.recordings == 0 {
			b.batch.Provider = "mcp"
		}
	}
	switch m.kind {
	case mcpStart:
		if m.client != "" && m.client != r.client {
			r.client = m.client
			b.Note("the client calls itself " + m.client)
		}
	case mcpList:
		if len(r.asked) < mcpOpen {
			r.asked[m.id] = m.more
		}
	case mcpCall:
		r.call(b, e, m)
	case mcpCancel:
		if key, ok := r.open[m.id]; ok && m.id != 0 {
			r.close(b, e, m, key, journey.ClassCancelled)
		}
	case mcpAnswer:
		if m.tools != nil {
			r.page(b, e, m)
		} else if key, ok := r.open[m.id]; ok && m.shaped {
			r.close(b, e, m, key, e.Class)
		} else {
			delete(r.asked, m.id)
		}
	}
}

func (r *mcpReader) call(b *Builder, e *Event, m *mcpSaid) {
	r.listed(b)
	r.calls++
	call := *e
	call.Kind, call.Data = CallEvent, nil
	call.Key = max(m.id^r.calls*0x9E3779B97F4A7C15, 1)
	if r.answered || r.calls == 1 {
		r.answered = false
		b.turn(call.Key)
	}
	if m.id == 0 {
		call.Key, call.From = 0, r.calls // a notification: nobody answers
	}
	b.call(&call)
	if m.id != 0 && len(r.open) < mcpOpen {
		r.open[m.id] = call.Key
	}
}

// close completes an open call.
func (r *mcpReader) close(b *Builder, e *Event, m *mcpSaid, key uint64, class journey.Class) {
	delete(r.open, m.id)
	r.answered = true
	done := *e
	done.Kind, done.Data, done.Key, done.Class, done.ID, done.Args = ResultEvent, nil, key, class, 0, 0
	b.result(&done)
}

// page takes a page of a list.
func (r *mcpReader) page(b *Builder, e *Event, m *mcpSaid) {
	further := r.asked[m.id]
	delete(r.asked, m.id)
	if !further {
		r.listed(b)
	}
	if r.list == nil {
		r.list = &journey.Catalog{Form: journey.FormWire}
	}
	r.list.Tools = append(r.list.Tools, m.tools.Tools...)
	r.last = *e
	if !m.more {
		r.list.Complete = true
		r.listed(b)
	}
}

// listed reports a list.
func (r *mcpReader) listed(b *Builder) {
	if r.list != nil {
		b.snapshot(&r.last, mcpLists, *r.list)
		r.list = nil
	}
}

// End reports a list whose last page did not come.
func (r *mcpReader) End(b *Builder) {
	r.listed(b)
	if r.noted {
		return // the input goes on after its end
	}
	r.noted = true
	b.Note("names are those of the server: what the model wrote is not in this log")
	if b.join.recordings > 0 && r.calls > 0 {
		b.count(int(r.calls), "1 call as the server saw it: counted apart", "%d calls as the server saw them: counted apart", "")
	}
}
