package format

import (
	"encoding/json"
	"sync"

	"hopscope/journey"
	"hopscope/sessions/walk"
)

// capture is a format that shows requests and answers. Its records are read by
// one reader, whatever they are wrapped in.
type capture struct {
	info   Info
	detect func(h *Head) bool
	// cutters find the records, nil: they are lines.
	cutters func() (read, again walk.Cutter)
	// exchanges takes a record apart. An error says why it is none.
	exchanges func(record []byte) ([]exchange, error)
	// opens returns such a function for one goroutine, where it keeps something.
	opens func() func(record []byte) ([]exchange, error)
	// tails: its writers append lines.
	tails bool

	again again
}

// again reads records again, one at a time.
type again struct {
	sync.Mutex
	exchanges func(record []byte) ([]exchange, error)
	bodies    *bodyReader
}

// taker returns a function that takes records apart for one goroutine.
func (c *capture) taker() func(record []byte) ([]exchange, error) {
	if c.opens != nil {
		return c.opens()
	}
	return c.exchanges
}

// Info describes the format.
func (c *capture) Info() Info { return c.info }

// Detect reports whether the beginning of an input is of this format.
func (c *capture) Detect(h *Head) bool { return c.detect(h) }

// Peek knows nothing: captures belong to no session.
func (c *capture) Peek(*Head) Peeked { return Peeked{} }

// Open returns a reader for one input.
func (c *capture) Open(k Keys) Reader {
	return &captureReader{
		format: c, keys: k, pool: newEventPool(), opened: map[uint64][]*conversation{}, spoke: map[uint64][]*conversation{},
		refusals: recognisers{refusalsOf("verbatim")},
	}
}

// Cutters find the records.
func (c *capture) Cutters() (read, again walk.Cutter) {
	if c.cutters == nil {
		return nil, nil
	}
	return c.cutters()
}

// Call finds a call by its number among those of the record.
func (c *capture) Call(record []byte, p Place) (CallBody, bool) {
	c.again.Lock()
	defer c.again.Unlock()
	t, s, ok := c.nth(record, p)
	if !ok {
		return CallBody{ID: s.ID}, false
	}
	return CallBody{ID: s.ID, Text: t.args(s)}, true
}

// Result finds the result of a call by its id.
func (c *capture) Result(record []byte, id string, max int) (text string, cut, ok bool) {
	c.again.Lock()
	defer c.again.Unlock()
	return c.result(record, &spoken{WireCall: journey.WireCall{ID: id}}, max)
}

// ResultOf finds the result of a call by its id, or by what it called.
func (c *capture) ResultOf(record, call []byte, p Place, max int) (text string, cut, ok bool) {
	c.again.Lock()
	defer c.again.Unlock()
	_, s, ok := c.nth(call, p)
	if !ok {
		return "", false, false
	}
	if s.Remote {
		return "", false, true // the provider keeps it
	}
	return c.result(record, s, max)
}

func (c *capture) result(record []byte, s *spoken, max int) (text string, cut, ok bool) {
	for _, t := range c.talks(record) {
		for i := range t.results {
			r := &t.results[i]
			same := s.ID != "" && r.ID == s.ID || r.seq != 0 && r.seq == s.seq
			// A client may give an id to a call that came without one.
			for k := 0; !same && s.ID == "" && r.ID != "" && k < len(t.past); k++ {
				p := &t.past[k]
				same = p.ID == r.ID && p.seq == s.seq
			}
			if same {
				text, cut = cutAt(t.text(r), max)
				return text, cut, true
			}
		}
	}
	return "", false, false
}

func cutAt(s string, max int) (string, bool) {
	if len(s) <= max {
		return s, false
	}
	for max > 0 && s[max]&0xC0 == 0x80 {
		max--
	}
	return s[:max], true
}

// nth returns the call that a row points at.
func (c *capture) nth(record []byte, p Place) (*talk, *spoken, bool) {
	n := uint32(0)
	for _, t := range c.talks(record) {
		for _, list := range [...][]spoken{t.past, t.calls} {
			for i := range list {
				if n++; n == p.ID {
					return &t, &list[i], kept(string(list[i].Called.Name)) == p.Name
				}
			}
		}
	}
	return nil, &spoken{}, false
}

func (c *capture) talks(record []byte) []talk {
	if c.again.bodies == nil {
		c.again.exchanges, c.again.bodies = c.taker(), newBodyReader(newKeys())
	}
	list, err := c.again.exchanges(record)
	if err != nil {
		return nil
	}
	var talks []talk
	for i := range list {
		if t, ok := c.again.bodies.talk(&list[i]); ok {
			talks = append(talks, t)
		}
	}
	return talks
}

// kept is a name as far as it is kept.
func kept(name string) string {
	s, _ := cutAt(name, NameMax)
	return s
}

// captureWorker turns records into events.
type captureWorker struct {
	r         *captureReader
	exchanges func(record []byte) ([]exchange, error)
	bodies    *bodyReader
	out       *Events
}

// Line takes one record.
func (w *captureWorker) Line(l walk.Line) {
	if len(l.Text) == 0 {
		return
	}
	if l.Long {
		w.out.fault(l, "a record of more than 64 MiB", "skipped; the other records are read")
		return
	}
	var list []exchange
	err := walk.Guarded(func() (err error) { list, err = w.exchanges(l.Text); return err })
	if err != nil {
		what := err.Error()
		if _, st := walk.New(walk.Compile(nil)).Walk(l.Text); l.Last && st.Result == walk.Cut {
			what = "the last record is cut: the writer died or still writes"
		}
		w.out.fault(l, what, "skipped; the other records are read")
		return
	}
	first := uint32(1)
	for i := range list {
		var t talk
		ok := false
		if err := walk.Guarded(func() error { t, ok = w.bodies.talk(&list[i]); return nil }); err != nil {
			w.out.fault(l, err.Error(), "skipped; please report it")
			continue
		}
		if t.trouble != "" {
			w.out.fault(l, t.trouble, "the call or the list of this request is missing")
		}
		if !ok {
			continue
		}
		for i := range t.past {
			t.past[i].forget()
		}
		for i := range t.calls {
			t.calls[i].forget()
		}
		for i := range t.results {
			t.results[i].Text, _ = cutAt(t.results[i].Text, errorHead)
		}
		w.out.add(Event{Kind: SpecialEvent, Line: l.Number, At: l.At, Time: t.ex.time, ID: first, Data: w.said(&t)})
		first += uint32(len(t.past) + len(t.calls))
	}
}

// forget drops what is read again when it is asked for.
func (s *spoken) forget() {
	s.Args, s.Path = "", ""
	s.Called.Name = journey.Echo(kept(string(s.Called.Name)))
	s.Called.Namespace = journey.Namespace(kept(string(s.Called.Namespace)))
}

// End hands over the events.
func (w *captureWorker) End() *Events {
	out := w.out
	w.out = w.r.pool.get()
	return out
}

// isObject reports whether a record is a JSON object.
func isObject(record []byte) bool {
	return len(record) > 0 && record[0] == '{' && json.Valid(record)
}
