package format

import (
	"bytes"

	"hopscope/journey"
	"hopscope/sessions/walk"
)

// Rows of a client's database, or files of its storage folder, come as lines:
// {"table":"opencode.part","row":7,"id":"prt_1","session_id":"ses_1",...}. A
// column that holds JSON stands in its line as it is; the lines of a session
// that another one started have its id as "subagent". This file has what is the
// same for all clients.

// The slots of a row. Others follow them, one list a client.
const (
	rwNothing walk.Slot = iota
	rwTable
	rwRow
	rwID
	rwMessage
	rwSession
	rwAgent
	rwError
	rwLong
	rwFolder
	rwVersion
	rwParent
	rwModel
	rwRole
	rwTime
	rwName
	rwSlots
)

var rwPaths = [...]string{
	rwTable: "table", rwRow: "row", rwID: "id", rwMessage: "message_id", rwSession: "session_id",
	rwAgent: "subagent", rwError: "error", rwLong: "long", rwFolder: "directory", rwVersion: "version",
	rwParent: "parent_id", rwModel: "model", rwRole: "role", rwTime: "time_created", rwName: "name",
}

// rowPaths returns the paths of a row with those of one client, which may
// rename some.
func rowPaths(more map[walk.Slot]string) []string {
	n := int(rwSlots)
	for slot := range more {
		n = max(n, int(slot)+1)
	}
	paths := make([]string, n)
	copy(paths, rwPaths[:])
	for slot, path := range more {
		paths[slot] = path
	}
	return paths
}

// rowsOf reports whether the first line of a head is a row of the client;
// numbered says that rows have their number, as those of a database have.
func rowsOf(h *Head, client string) (yes, numbered bool) {
	w := walk.New(walk.Compile(rwPaths[:rwID]))
	for _, line := range h.Lines {
		hits, st := w.Walk(line)
		if st.Result != walk.OK {
			continue
		}
		for _, hit := range hits {
			switch hit.Slot {
			case rwTable:
				yes = bytes.HasPrefix(hit.Of(line), []byte(`"`+client+"."))
			case rwRow:
				numbered = hit.Kind == walk.Number
			}
		}
		return yes, numbered
	}
	return false, false
}

// peekRows reads the session and the first time.
func peekRows(h *Head, paths []string) (p Peeked) {
	w := walk.New(walk.Compile(paths))
	for _, line := range h.Lines {
		hits, _ := w.Walk(line)
		for _, hit := range hits {
			switch {
			case hit.Slot == rwSession && p.Session == "":
				p.Session, _ = walk.Head(hit.Of(line), NameMax)
			case hit.Slot == rwTime && p.Time == 0:
				p.Time = epoch(hit.Of(line))
			}
		}
	}
	return p
}

// epoch reads milliseconds or seconds since 1970, or an RFC 3339 time.
func epoch(raw []byte) int64 {
	if len(raw) == 0 || raw[0] == '"' {
		return millis(raw)
	}
	n := int64(0)
	for _, c := range raw {
		if c < '0' || c > '9' || n > 1e15 {
			break
		}
		n = n*10 + int64(c-'0')
	}
	switch {
	case n > 1e15:
		return 0
	case n < 1e11:
		return n * 1000
	}
	return n
}

// rowWorker is the part of a worker that reads the fields of a row.
type rowWorker struct {
	walker *walk.Walker
	pool   eventPool
	keys   Keys
	names  names
	scheme recogniser
	out    *Events

	line walk.Line
	top  [rwSlots]walk.Range
	// more are the hits of the client's own slots.
	more []walk.Hit
	// at and shift say where the value that is read stands: its offset for
	// events, and what to add to places in it.
	at    int64
	shift uint32
	// message is the key of the message of the row.
	message uint64
}

func newRowWorker(paths []string, pool eventPool, k Keys, r recogniser) rowWorker {
	return rowWorker{walker: walk.New(walk.Compile(paths)), pool: pool, keys: k, names: names{}, scheme: r, out: pool.get()}
}

// End hands over the events.
func (w *rowWorker) End() *Events {
	out := w.out
	w.out = w.pool.get()
	return out
}

// read sorts the fields of a line; false: there is nothing to take.
func (w *rowWorker) read(l walk.Line) bool {
	if l.Long {
		return w.out.status(l, walk.Status{})
	}
	hits, st := w.walker.Walk(l.Text)
	if !w.out.status(l, st) {
		return false
	}
	w.line, w.at, w.shift = l, l.At, 0
	w.top, w.more = [rwSlots]walk.Range{}, w.more[:0]
	for _, h := range hits {
		if h.Slot < rwSlots {
			w.top[h.Slot] = h.Range
		} else {
			w.more = append(w.more, h)
		}
	}
	switch {
	case w.top[rwTable].Kind != walk.String:
	case w.top[rwError].Kind == walk.String:
		w.out.fault(l, w.place()+" cannot be read: "+textOf(l.Text, w.top[rwError]), "skipped; the other rows are read")
		return false
	case w.top[rwLong].Kind == walk.Number:
		w.out.fault(l, w.place()+" holds "+string(w.of(rwLong))+" bytes, over the limit of 32 MiB", "skipped; the other rows are read")
		return false
	}
	return true
}

// place names the row for a problem.
func (w *rowWorker) place() string {
	name := textOf(w.line.Text, w.top[rwTable])
	if w.top[rwRow].Kind == walk.Number {
		return "row " + string(w.of(rwRow)) + " of " + name
	}
	return name + " " + textOf(w.line.Text, w.top[rwID])
}

func (w *rowWorker) of(s walk.Slot) []byte { return w.top[s].Of(w.line.Text) }

// table reports whether the row is of this table.
func (w *rowWorker) table(name string) bool { return walk.Equal(w.of(rwTable), name) }

// session reports what the row of a session says. Those of sessions that
// another one started speak of their agents only.
func (w *rowWorker) session() {
	text := w.line.Text
	if w.top[rwAgent].Kind == walk.String {
		w.add(Event{Kind: SpecialEvent, Data: ccStarted{agent: textOf(text, w.top[rwAgent])}})
		return
	}
	w.add(Event{Kind: MetaEvent, Data: &Meta{
		Session: textOf(text, w.top[rwID]), Version: textOf(text, w.top[rwVersion]),
		Cwd: textOf(text, w.top[rwFolder]), Parent: textOf(text, w.top[rwParent]),
	}})
}

// add adds an event with what the row gives to all of them.
func (w *rowWorker) add(e Event) {
	e.Line, e.At = w.line.Number, w.at
	if w.top[rwAgent].Kind == walk.String {
		e.Agent = w.names.of(w.of(rwAgent))
		if e.Kind == CallEvent {
			e.Flags |= journey.FlagSidechain
		}
	}
	w.out.add(e)
}

// idKey is the key of the id of a call. Sessions of one database may share
// ids, so that of a session which another one started is its own.
func (w *rowWorker) idKey(id []byte) uint64 {
	key := w.keys.of(id)
	if key != 0 && w.top[rwAgent].Kind == walk.String {
		key = max(key^w.keys.of(w.of(rwAgent))*0x9E3779B97F4A7C15, 1)
	}
	return key
}

// callID fills in where the id of a call stands.
func (w *rowWorker) callID(e *Event, id walk.Range) {
	if id.Kind == walk.String && id.Len() > 2 && id.Len() < 256 {
		e.ID, e.IDLen = w.shift+id.Start, uint8(id.Len())
	}
	if e.Name == "" {
		e.Flags |= journey.FlagEmptyName
	}
}
