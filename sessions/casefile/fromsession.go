package casefile

import (
	"encoding/json"
	"slices"
	"time"

	"hopscope/journey"
)

// FromSession makes a case of a recording: its client, the tools, the lists of
// its turns, and its calls and refused requests in file order. rows selects
// calls (nil: all); list is the catalog to save; bodies reads ids, arguments
// and results, of each at most limit bytes. What cannot be read any more is
// left out and counted in missing. Nothing is redacted.
func FromSession(s *journey.Session, list journey.Catalog, bodies journey.Bodies, rows []int, limit int) (c *Case, missing int) {
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
	c.Listed = []string{}
	for i := range list.Tools {
		c.Listed = append(c.Listed, list.Tools[i].Listed())
	}
	if len(list.Tools)+len(list.Servers) > 0 {
		c.Tools = &list
	}
	for i := range s.Snapshots {
		if p := &s.Snapshots[i]; p.Agent == 0 {
			own := p.Catalog
			own.Complete = p.Complete
			c.Timeline = append(c.Timeline, Moment{TimelineEntry: journey.TimelineEntry{Turn: int(max(p.Turn, 1))}, Tools: &own})
		}
	}
	if rows == nil {
		rows = make([]int, len(s.Rows))
		for i := range rows {
			rows[i] = i
		}
	}
	w := saver{s: s, bodies: bodies, limit: limit}
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
	limit   int
	missing int
}

func (w *saver) call(row int) Call {
	r := w.s.Call(row)
	x := &r.Extra
	c := Call{
		Name: string(r.Called.Name), Namespace: string(r.Called.Namespace),
		ID: r.ID, Turn: r.Turn, Agent: r.Agent, Kind: r.Kind, Note: x.Note, ExecutedBy: x.ExecutedBy, Via: x.Via,
		Stored: x.Stored, Dispatched: x.Dispatched,
	}
	if w.s.Rows[row].Flags&journey.FlagEmptyName != 0 && c.Name == "" {
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
	args, cut, err := w.bodies.Args(w.s, row, w.limit)
	w.lost(err)
	c.Args, c.ArgsText = args, args != "" && (cut || !json.Valid([]byte(args)))
	w.outcome(row, r, &c)
	return c
}

// outcome writes what the model read: the error of a call that failed, the
// result of one that ran.
func (w *saver) outcome(row int, r journey.Call, c *Call) {
	if r.Class == journey.ClassNoResult {
		return
	}
	text, _, err := w.bodies.Result(w.s, row, w.limit)
	w.lost(err)
	if err != nil {
		text = ""
	}
	if r.Error == "" {
		c.Result, c.HasResult = text, true
		return
	}
	c.Error = r.Error
	if len(text) > len(c.Error) && text[:len(c.Error)] == c.Error {
		c.Error = text // the session keeps only the beginning
	} else if r.Extra.Result != "" {
		c.Result, c.HasResult = text, true
	}
}

func (w *saver) lost(err error) {
	if err != nil {
		w.missing++
	}
}
