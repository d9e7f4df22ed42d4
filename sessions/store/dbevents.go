package store

import (
	"context"
	"database/sql"
	"strings"
	"time"
)

// OpenCode keeps, beside what it shows, a log of all changes: the table event,
// one row for each state of a message and a part (OpenCode 1.18.33, run
// 2026-11-30), or for each step of a call (types of @opencode-ai/sdk 1.19.3,
// read 2026-11-30; not verified on a recording). The log tells of the same
// calls, so they are taken from it only where the session has no rows beside
// it. One thing stands in the log alone: the name as the model wrote it, in the
// first state of a call, before the client looks it up and stores another.

// Conditions and values of the rows of the log. What is no JSON has none.
const (
	// The first state of a call is short: what came back is not in it. The size
	// is known without reading a row, of which a log has many and large ones.
	ocPending   = "type LIKE 'message.part.updated.%' AND octet_length(data) < 16384 AND instr(data, '\"pending\"') > 0"
	ocEventPart = "CASE WHEN json_valid(data) THEN json_extract(data, '$.part.id') END"
	ocEventTool = "CASE WHEN json_valid(data) THEN coalesce(json_extract(data, '$.part.tool'), json_extract(data, '$.tool'), json_extract(data, '$.name')) END"
	ocEventKind = "CASE WHEN json_valid(data) THEN json_extract(data, '$.part.type') END"
	ocEventOf   = "CASE WHEN json_valid(data) THEN coalesce(json_extract(data, '$.part.id'), json_extract(data, '$.partID'), json_extract(data, '$.callID'), json_extract(data, '$.info.id'), json_extract(data, '$.messageID')) END"
	ocEventIn   = "CASE WHEN json_valid(data) THEN coalesce(json_extract(data, '$.part.messageID'), json_extract(data, '$.messageID')) END"
	ocStored    = "CASE WHEN json_valid(p.data) THEN json_extract(p.data, '$.tool') END"
)

// logMax is how long the logs of all sessions that are read may be looked
// through for names.
const logMax = 5 * time.Second

// logged takes what the log of a session says; alone: the session has no rows
// beside it. A log that cannot be read costs nothing but what it alone says.
func (r *dbReader) logged(ctx context.Context, kept uint16, id string, alone bool) {
	log := uint8(len(r.d.shape.rows) - 1)
	if len(r.d.columns[r.d.shape.log]) == 0 {
		return
	}
	var err error
	if alone {
		var rows []int64
		if rows, err = r.events(ctx, id); len(rows) > 0 {
			r.sees(kept)
			r.notes = append(r.notes, "the calls are those of the table event: the session has no other rows")
		}
		for _, row := range rows {
			r.todo = append(r.todo, rowAt{row, log, kept})
		}
	} else if began := time.Now(); r.logTime < logMax {
		look, cancel := context.WithTimeout(ctx, logMax-r.logTime)
		err = r.written(look, kept, id)
		cancel()
		r.logTime += time.Since(began)
	} else {
		err = context.DeadlineExceeded
	}
	if err != nil && ctx.Err() == nil && !r.logTold {
		r.logTold = true
		r.notes = append(r.notes, "the table event cannot be read: "+err.Error()+"; names that were changed before they were stored are shown as they are stored")
	}
}

// written finds the names that the model wrote.
func (r *dbReader) written(ctx context.Context, kept uint16, id string) error {
	var logged bool
	if err := r.d.db.QueryRowContext(ctx, "SELECT EXISTS(SELECT 1 FROM event WHERE aggregate_id = ? AND "+ocPending+")", id).Scan(&logged); err != nil || !logged {
		return err
	}
	r.sees(kept)
	rows, err := r.d.db.QueryContext(ctx, "SELECT w.part, w.tool FROM (SELECT rowid AS n, "+ocEventPart+" AS part, "+ocEventTool+" AS tool FROM event WHERE aggregate_id = ? AND "+
		ocPending+") AS w JOIN part AS p ON p.id = w.part WHERE w.tool <> "+ocStored+" ORDER BY w.n LIMIT ?", id, rowsMax)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var part, tool sql.NullString
		if err := rows.Scan(&part, &tool); err != nil {
			return err
		}
		r.write(part.String, tool.String)
	}
	return rows.Err()
}

// sees says that a log of the session is kept.
func (r *dbReader) sees(kept uint16) {
	if r.log == nil {
		r.log = map[uint16]bool{}
	}
	r.log[kept] = true
}

// write keeps the first name of a row.
func (r *dbReader) write(row, name string) {
	if r.wrote == nil {
		r.wrote = map[string]string{}
	}
	if _, ok := r.wrote[row]; !ok && row != "" && len(name) <= wordMax {
		r.wrote[row] = name
	}
}

// events lists the rows of the log that tell the state in which the messages and
// calls of a session are now: of those that speak of one thing the last, where
// the first stands.
func (r *dbReader) events(ctx context.Context, id string) ([]int64, error) {
	rows, err := r.d.db.QueryContext(ctx, "SELECT rowid, id, type, "+strings.Join([]string{ocEventKind, ocEventOf, ocEventIn, ocEventTool}, ", ")+
		" FROM event WHERE aggregate_id = ? ORDER BY rowid", id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	s := eventState{at: map[string]int{}}
	for rows.Next() && len(s.list) <= rowsMax {
		var e ocEvent
		if err := rows.Scan(&e.row, &e.id, &e.kind, &e.part, &e.of, &e.in, &e.tool); err != nil {
			return s.rows(r), err
		}
		s.take(&e)
	}
	return s.rows(r), rows.Err()
}

// ocEvent is a row of the log.
type ocEvent struct {
	row                          int64
	id, kind, part, of, in, tool sql.NullString
}

// eventState is what the log has told so far.
type eventState struct {
	list []loggedRow
	at   map[string]int // where in list a thing stands
}

type loggedRow struct {
	row             int64
	id, first, tool string // first is the name before the client looked it up
	in              string // the message of a part
}

func (s *eventState) take(e *ocEvent) {
	kind := e.kind.String
	if dot := strings.LastIndexByte(kind, '.'); dot > 0 {
		kind = kind[:dot] // without the version
	}
	switch kind {
	case "message.updated":
		s.set("m"+e.of.String, e)
	case "message.part.updated":
		if e.part.String == "tool" || !e.of.Valid {
			s.set("p"+e.of.String, e)
		}
	case "message.part.removed":
		s.drop("p" + e.of.String)
	case "message.removed":
		s.drop("m" + e.in.String)
		for i := range s.list {
			if s.list[i].in == e.in.String && e.in.Valid {
				s.list[i].row = 0
			}
		}
	case "session.next.tool.input.started", "session.next.tool.called":
		s.set("c"+e.of.String, e)
	case "session.next.tool.success", "session.next.tool.failed":
		s.set("r"+e.of.String, e)
	case "session.next.step.started", "session.next.step.failed":
		s.list = append(s.list, loggedRow{row: e.row})
	}
}

// set keeps the last state of a thing; what has no id stands for itself.
func (s *eventState) set(key string, e *ocEvent) {
	if i, ok := s.at[key]; ok && e.of.Valid {
		s.list[i].row, s.list[i].id, s.list[i].tool = e.row, e.id.String, e.tool.String
		return
	}
	s.at[key] = len(s.list)
	s.list = append(s.list, loggedRow{e.row, e.id.String, e.tool.String, e.tool.String, e.in.String})
}

func (s *eventState) drop(key string) {
	if i, ok := s.at[key]; ok {
		s.list[i].row = 0
		delete(s.at, key)
	}
}

// rows are those that are left; the names that were changed go to r.
func (s *eventState) rows(r *dbReader) []int64 {
	var list []int64
	for _, l := range s.list {
		if l.row == 0 {
			continue
		}
		list = append(list, l.row)
		if l.first != l.tool {
			r.write(l.id, l.first)
		}
	}
	return list
}
