package format

import (
	"strconv"
	"sync"

	"hopscope/journey"
	"hopscope/sessions/walk"
)

// EventKind says what an event is.
type EventKind uint8

// The kinds. Turn: a request to the model was answered. Meta: Data is a *Meta.
// Fault: a line that could not be read; Data is a Problem. Refused: a request
// that was refused; Text is the error. Special: only the format knows.
const (
	CallEvent EventKind = iota
	ResultEvent
	TurnEvent
	MetaEvent
	FaultEvent
	RefusedEvent
	SpecialEvent
)

// Event is one fact of one line.
type Event struct {
	Kind  EventKind
	Class journey.Class // of a result
	Flags journey.RowFlags
	IDLen uint8
	// Line counts from 0 in its chunk until the builder takes the event, then
	// from 1 in the file.
	Line uint32
	// ID and Args are offsets from At, as in Row.
	ID, Args uint32
	At       int64
	Time     int64
	// Key stands for the call id (0: none), From for the line of the call, by
	// which calls without an id are paired, Turn for the message.
	Key, From, Turn uint64
	// CallKey is the key of the id that the provider gave to the call, where Key
	// is not.
	CallKey     uint64
	Name, Space string
	// Agent is the id of a subagent, empty for the main line.
	Agent string
	// Text is the beginning of an error text.
	Text string
	// Extra of a call, or of a result's call; nil for none.
	Extra *journey.Extra
	Data  any
}

// Meta is what lines say about the whole recording. Empty fields say nothing.
// Client and Label are for formats that several clients write.
type Meta struct{ Version, Session, Cwd, Model, Parent, Client, Label, Provider string }

// Problem is the Data of a FaultEvent.
type Problem struct{ What, Fix string }

// Events are the events of a chunk.
type Events struct {
	List []Event
	// MoreFaults counts the faults beyond faultsMax, which are not listed.
	MoreFaults int
	faults     int
}

// faultsMax bounds the faults of one chunk that are listed.
const faultsMax = 1000

// eventPool keeps the lists of chunks that are merged, as long as the reading
// goes on: a recording that is followed has none of them.
// The zero value keeps nothing.
type eventPool struct{ lists *sync.Pool }

func newEventPool() eventPool { return eventPool{&sync.Pool{}} }

func (p eventPool) get() *Events {
	if p.lists != nil {
		if e, ok := p.lists.Get().(*Events); ok {
			return e
		}
	}
	return &Events{List: make([]Event, 0, 256)}
}

func (p eventPool) put(e *Events) {
	if p.lists == nil || cap(e.List) > 8192 {
		return
	}
	clear(e.List)
	*e = Events{List: e.List[:0]}
	p.lists.Put(e)
}

func (e *Events) add(ev Event) { e.List = append(e.List, ev) }

// fault adds a line that could not be read.
func (e *Events) fault(l walk.Line, what, fix string) {
	if e.faults++; e.faults > faultsMax {
		e.MoreFaults++
		return
	}
	e.add(Event{Kind: FaultEvent, Line: l.Number, At: l.At, Data: Problem{what, fix}})
}

const skipped = "skipped; the other lines are read"

// status adds what is wrong with a line that is no JSON object and reports
// whether it is one.
func (e *Events) status(l walk.Line, st walk.Status) bool {
	switch {
	case l.Long:
		e.fault(l, "a line of more than 64 MiB, which begins at byte "+strconv.FormatInt(l.At, 10), skipped)
	case st.Result == walk.Empty:
	case st.Result == walk.Cut && l.Last:
		e.fault(l, "the last line is cut: the writer died or still writes", "skipped; read the file again when it is complete")
	case st.Result == walk.Cut:
		e.fault(l, "a line that ends too early", skipped)
	case st.Deep:
		e.fault(l, "brackets nested more than 10,000 deep", skipped)
	case st.Result == walk.Bad:
		e.fault(l, "not JSON from character "+itoa(st.At+1)+" on", skipped)
	case st.Root != walk.Object:
		e.fault(l, st.Root.String()+", not an object", skipped)
	default:
		return true
	}
	return false
}
