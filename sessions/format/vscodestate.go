package format

import "fmt"

// vsLog is the session as far as its calls need it.
type vsLog struct {
	requests []*vlState
	// held are the calls in file order, of which the first waits for the end of
	// its request: then they are those that the model said, or what was shown.
	held         []vlHeld
	made         uint64
	undone, lost int
}

// vlState is a request as it stands. shown are its parts by their keys.
type vlState struct {
	key    uint64
	time   int64
	length int
	shown  map[uint64]*vsFact
	// said: the model's own calls are known. final: nothing more comes.
	said, final bool
}

type vlHeld struct {
	of   *vlState
	fact *vsFact
}

// vlHeldMax bounds the calls that wait: a request with more is taken as it was
// shown.
const vlHeldMax = 20_000

// vlRequestsMax bounds the requests of a session.
const vlRequestsMax = 100_000

func vlMerge(r *lineReader, b *Builder, e *Event) {
	p, ok := e.Data.(vlPatch)
	if !ok {
		return
	}
	s := &r.chat
	switch {
	case p.op == vlRequests, p.op == vlSession:
		s.cut(p.from, p.op == vlRequests)
		for i := range p.requests {
			s.ask(b, e, &p.requests[i])
		}
	case p.at > len(s.requests) || p.at == len(s.requests) && p.op != vlRequest:
		s.lost++
	case p.op == vlRequest:
		if p.at < len(s.requests) {
			s.requests[p.at].final = true
			s.undone++
		}
		rest := append([]*vlState(nil), s.requests[min(p.at+1, len(s.requests)):]...)
		s.requests = s.requests[:p.at]
		s.ask(b, e, &p.requests[0])
		s.requests = append(s.requests, rest...)
	case p.op == vlPart:
		s.requests[p.at].parts(s, e, p.requests[0].parts, p.from)
	case p.op == vlResponse:
		q := s.requests[p.at]
		if p.from >= 0 {
			q.length = min(q.length, p.from)
		}
		q.parts(s, e, p.requests[0].parts, q.length)
		q.length += p.requests[0].length
	case p.op == vlResult:
		s.requests[p.at].end(s, e, p.requests[0].rounds)
	}
	s.release(b, false)
}

// cut drops the requests from the n-th on, which are taken back by an edit.
func (s *vsLog) cut(n int, edit bool) {
	if n < 0 || n >= len(s.requests) {
		return
	}
	for _, q := range s.requests[n:] {
		q.final = true
		if edit {
			s.undone++
		}
	}
	s.requests = s.requests[:n]
}

// ask adds a request.
func (s *vsLog) ask(b *Builder, e *Event, a *vlAsked) {
	if len(s.requests) >= vlRequestsMax {
		if len(s.requests) == vlRequestsMax {
			b.Problem(e.Line, fmt.Sprintf("more than %d requests", vlRequestsMax), "the rest is not listed")
		}
		return
	}
	s.made++
	q := &vlState{key: s.made << 20, time: a.time}
	s.requests = append(s.requests, q)
	q.parts(s, e, a.parts, 0)
	q.length = a.length
	if a.ended {
		q.end(s, e, a.rounds)
	}
}

// parts takes what the chat shows, from the n-th part on. A part that comes
// again has changed.
func (q *vlState) parts(s *vsLog, e *Event, facts []vsFact, n int) {
	vsStamp(facts, q.key, q.time)
	for i := range facts {
		f := &facts[i]
		key := f.call.Key
		if key == 0 {
			key = max(q.key^uint64(n+f.index+1)*0x9E3779B97F4A7C15, 1)
			f.call.Key, f.result.Key = key, key
		}
		f.place(e)
		if before := q.shown[key]; before != nil {
			before.result, before.said, before.answered = f.result, f.said, before.answered || f.answered
			if f.answered && before.emitted {
				s.held = append(s.held, vlHeld{q, &vsFact{result: f.result, answered: true, part: true, emitted: true}})
			}
			continue
		}
		if q.shown == nil {
			q.shown = map[uint64]*vsFact{}
		}
		q.shown[key] = f
		s.held = append(s.held, vlHeld{q, f})
	}
}

// end takes the calls of the model.
func (q *vlState) end(s *vsLog, e *Event, rounds []vsFact) {
	shown := q.shown
	q.final, q.shown = true, nil
	if len(rounds) == 0 {
		return
	}
	q.said = true
	vsRefine(rounds, shown)
	vsStamp(rounds, q.key, q.time)
	for i := range rounds {
		rounds[i].place(e)
		s.held = append(s.held, vlHeld{q, &rounds[i]})
	}
}

// place says on which line a call stands.
func (f *vsFact) place(e *Event) {
	f.call.Line, f.call.At, f.result.Line, f.result.At = e.Line, e.At, e.Line, e.At
}

// release takes the calls that wait no longer; all: all of them.
func (s *vsLog) release(b *Builder, all bool) {
	n := 0
	for ; n < len(s.held); n++ {
		h := &s.held[n]
		if h.fact.part && !h.of.final && !all && len(s.held)-n <= vlHeldMax {
			break
		}
		if f := h.fact; !f.part || !h.of.said {
			if !f.emitted {
				b.event(&f.call)
			}
			if f.emitted = true; f.answered {
				b.event(&f.result)
			}
		}
		*h = vlHeld{}
	}
	if s.held = s.held[n:]; len(s.held) == 0 {
		s.held = nil
	}
}
