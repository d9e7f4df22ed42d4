package casefile

import (
	"encoding/json"
	"slices"
	"time"

	"hopscope/journey"
	"hopscope/sessions/node"
)

// Keep says how much of the bodies of calls a case holds. Names, ids, error
// texts and the sizes of what is left out are always kept.
type Keep struct {
	// Args and Results are bytes of each; 0 keeps none. Longer arguments keep
	// their keys and the beginnings of their values, longer results their
	// beginning.
	Args, Results int
}

// bodyMax is the longest body that is looked at, in bytes.
const bodyMax = 256 << 20

// FromSession makes a case of a recording: its client, the tools, the lists of
// its turns, and its calls and refused requests in file order. rows selects
// calls (nil: all); list is the catalog to save; bodies reads ids, arguments
// and results, of which keep says how much is wanted. What cannot be read any
// more is left out and counted in missing. Nothing is redacted.
func FromSession(s *journey.Session, list journey.Catalog, bodies journey.Bodies, rows []int, keep Keep) (c *Case, missing int) {
	c = &Case{
		Client: s.Client.Label, ClientVersion: s.Client.Version, Provider: s.Provider,
		Session: s.ID, Cwd: s.Cwd, Sources: slices.Clone(s.Sources),
	}
	if c.Client == "" {
		c.Client = s.Client.ID
	}
	if len(s.Models) > 0 {
		c.Model = s.Models[len(s.Models)-1]
	}
	c.Servers, c.Prompts = s.Servers, append(slices.Clone(s.Instructions), s.Prompts...)
	if s.Background != nil {
		c.take(s.Background)
	}
	if len(list.Tools)+len(list.Servers) > 0 {
		c.Tools = &list
	}
	for i := range s.Snapshots {
		p := &s.Snapshots[i]
		own := p.Catalog
		own.Complete = p.Complete
		m := Moment{TimelineEntry: journey.TimelineEntry{Turn: int(max(p.Turn, 1))}, Tools: &own}
		if int(p.Agent) < len(s.Agents) {
			m.Agent = s.Agents[p.Agent].ID
		}
		c.Timeline = append(c.Timeline, m)
	}
	if rows == nil {
		rows = make([]int, len(s.Rows))
		for i := range rows {
			rows[i] = i
		}
	}
	w := saver{s: s, bodies: bodies, keep: keep}
	c.Calls = make([]Call, 0, len(rows)+len(s.Requests))
	next := 0
	for _, row := range rows {
		for ; next < len(s.Requests) && earlier(&s.Requests[next], &s.Rows[row]); next++ {
			c.Calls = append(c.Calls, refused(&s.Requests[next]))
		}
		c.Calls = append(c.Calls, w.call(row))
	}
	for ; next < len(s.Requests); next++ {
		c.Calls = append(c.Calls, refused(&s.Requests[next]))
	}
	return c, w.missing
}

// take keeps the evidence of a case that was one of several inputs.
func (c *Case) take(bg *journey.Background) {
	c.Listed, c.WireNames, c.Join, c.Cut = bg.Catalog, bg.WireNames, bg.Join, bg.Cut
	c.Offered, c.OfferedKnown = bg.Offered, bg.OfferedKnown
	c.Context, c.Capture = bg.Context, bg.Capture
	for _, r := range bg.Registered {
		c.Registered = append(c.Registered, Real{Server: r.Owner, Name: r.Name})
	}
}

// earlier reports whether a request stands before a call: by line within one
// source, else by turn.
func earlier(q *journey.Request, r *journey.Row) bool {
	if q.Source == r.Source && q.Line > 0 && r.Line > 0 && q.Line != r.Line {
		return q.Line < r.Line
	}
	return q.Turn < r.Turn
}

func refused(r *journey.Request) Call {
	return Call{Null: true, Error: r.Error, Note: r.Note, Turn: int(r.Turn)}
}

// saver reads the bodies of calls.
type saver struct {
	s       *journey.Session
	bodies  journey.Bodies
	keep    Keep
	missing int
}

func (w *saver) call(row int) Call {
	r := w.s.Call(row)
	x := &r.Extra
	c := Call{
		Name: string(r.Called.Name), Namespace: string(r.Called.Namespace),
		ID: r.ID, Turn: r.Turn, Agent: r.Agent, Kind: r.Kind, Note: x.Note, ExecutedBy: x.ExecutedBy, Via: x.Via,
		Stored: x.Stored, Dispatched: x.Dispatched, Class: r.Class.String(),
	}
	flags := w.s.Rows[row].Flags
	c.NoEcho, c.Orphan, c.ByProvider = r.NoEcho, flags&journey.FlagOrphan != 0, flags&journey.FlagServer != 0
	if flags&journey.FlagEmptyName != 0 && c.Name == "" {
		c.Null, c.NameLost = true, true
	}
	if r.Time != 0 {
		c.Time = time.UnixMilli(r.Time).UTC().Format("2006-01-02T15:04:05.000Z07:00")
	}
	if c.ID == "" {
		id, err := w.bodies.ID(w.s, row)
		c.ID = id
		w.lost(err)
	}
	w.args(row, x, &c)
	w.outcome(row, r, &c)
	return c
}

func (w *saver) args(row int, x *journey.Extra, c *Call) {
	if c.ArgsSize = x.ArgsSize; x.Args == "" && c.ArgsSize > 0 {
		return // a case left them out before
	}
	args, cut, err := w.bodies.Args(w.s, row, bodyMax)
	w.lost(err)
	c.Args, c.ArgsText = args, args != "" && (cut || !json.Valid([]byte(args)))
	if len(args) > w.keep.Args {
		c.ArgsSize = max(len(args), c.ArgsSize)
		c.shorten(w.keep.Args)
	}
}

// outcome writes what the model read: the error of a call that failed, the
// result of one that ran.
func (w *saver) outcome(row int, r journey.Call, c *Call) {
	if r.Class == journey.ClassNoResult {
		return
	}
	c.ResultSize = r.Extra.ResultSize
	text := ""
	if r.Extra.Result != "" || c.ResultSize == 0 { // else a case left it out before
		var err error
		text, _, err = w.bodies.Result(w.s, row, bodyMax)
		w.lost(err)
		if err != nil {
			text = ""
		}
	}
	c.Error = r.Error
	switch {
	case r.Error == "":
		c.Result, c.HasResult = text, c.ResultSize == 0 || text != ""
	case len(text) > len(c.Error) && text[:len(c.Error)] == c.Error:
		c.Error = cut(text, errorMax) // the session keeps only the beginning
	case r.Extra.Result != "":
		c.Result, c.HasResult = text, true
	}
	if len(c.Result) > w.keep.Results {
		c.ResultSize = max(len(c.Result), c.ResultSize)
		c.Result = cut(c.Result, w.keep.Results)
		c.HasResult = c.Result != ""
	}
}

// errorMax is how much of an error text a case holds, in bytes.
const errorMax = 16 << 10

// shorten cuts the arguments to n bytes. An object keeps its keys and the
// beginnings of its values, as far as there is room.
func (c *Call) shorten(n int) {
	if n <= 0 {
		c.Args, c.ArgsText = "", false
		return
	}
	if c.ArgsText {
		c.Args = cut(c.Args, n)
		return
	}
	v := node.Loose([]byte(c.Args))
	for room := min(n, valueMax); v.Kind() == node.Object && room >= valueMin; room /= 2 {
		var f fields
		for key, m := range v.Members() {
			f.raw(key, shortValue(m, room))
		}
		if text := f.object(); len(text) <= n {
			c.Args = text
			return
		}
	}
	c.Args = ""
}

// valueMax and valueMin are how much of one value of shortened arguments is
// kept, in bytes.
const (
	valueMax = 1 << 10
	valueMin = 16
)

func shortValue(v node.Value, n int) string {
	if len(v.Raw()) <= n {
		return string(v.Raw())
	}
	text, ok := v.Text()
	if !ok {
		text = string(v.Raw())
	}
	return node.Quote(cut(text, n) + "…")
}

func (w *saver) lost(err error) {
	if err != nil {
		w.missing++
	}
}
