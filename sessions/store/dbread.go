package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

const (
	// cellMax is the size in bytes of the largest value that is read.
	cellMax = 32 << 20
	// rowsMax is how many rows of one session are read.
	rowsMax = 2_000_000
	// badRowsMax is how many damaged rows are passed over.
	badRowsMax = 1000
)

// rowAt is where a row stands.
type rowAt struct {
	row   int64
	table uint8 // index in shape.rows; sessionRow for the session's own row
	kept  uint16
}

const sessionRow = 255

// dbReader writes the rows of a session, and of those that it started, as
// lines: {"table":"opencode.part","row":7,"id":"prt_1",...,"data":{...}}. The
// lines of a session that another one started have its id as "subagent". A row
// that cannot be read is a line with "error".
type dbReader struct {
	d       *database
	chosen  []Kept
	todo    []rowAt
	queries map[uint8]string
	next    int
	bad     int
	// wrote are the names that the model wrote where others are stored, by the id
	// of the row; log are the sessions of which a log is kept.
	wrote map[string]string
	log   map[uint16]bool
	// logTime is how long the log was looked through, logTold that it could not be
	// read was said.
	logTime time.Duration
	logTold bool
	// parts writes the next line of a row that becomes several; false: there is
	// none.
	parts func() bool
	// notes say which part of the database is read.
	notes []string
	buf   []byte // lines that are not taken yet
	taken int
	// size of the input; n is how far it is read, in the same measure.
	size int64
	n    *atomic.Int64
}

// reader plans the reading of one session.
func (d *database) reader(want wanted, path string, size int64, n *atomic.Int64) (*dbReader, error) {
	ctx, cancel := context.WithTimeout(d.ctx, lookTime)
	defer cancel()
	all, err := d.sessions(ctx)
	if err != nil {
		return nil, err
	}
	c, err := choose(all, want, path, func(id string) (bool, error) { return d.filled(ctx, id) })
	if err != nil {
		return nil, err
	}
	r := &dbReader{d: d, chosen: c.list[:min(len(c.list), math.MaxUint16)], queries: map[uint8]string{}, size: size, n: n}
	if c.note != "" {
		r.notes = append(r.notes, c.note)
	}
	for i, k := range r.chosen {
		if err := r.plan(ctx, uint16(i), k.ID); err != nil {
			return nil, damagedDatabase(err)
		}
		if len(r.todo) > rowsMax {
			r.todo = r.todo[:rowsMax]
			r.notes = append(r.notes, fmt.Sprintf("more than %d rows; the rest is not read", rowsMax))
			break
		}
	}
	return r, nil
}

// filled reports whether a session has messages.
func (d *database) filled(ctx context.Context, id string) (ok bool, err error) {
	for _, t := range d.shape.rows {
		switch some := t.some; {
		case len(d.columns[t.called()]) == 0:
			continue
		case t.packed != "":
			ok, err = d.unpackedFilled(ctx, &t, id)
		default:
			if some != "" {
				some = " AND " + some
			}
			err = d.db.QueryRowContext(ctx, "SELECT EXISTS(SELECT 1 FROM "+t.name+" WHERE "+t.session()+" = ?"+some+")", id).Scan(&ok)
		}
		if ok || err != nil {
			break
		}
	}
	return ok, err
}

// Read fills p with lines.
func (r *dbReader) Read(p []byte) (int, error) {
	for r.taken == len(r.buf) {
		if r.parts != nil {
			r.buf, r.taken = r.buf[:0], 0
			if !r.parts() {
				r.parts = nil
			}
			continue
		}
		if r.next == len(r.todo) {
			r.n.Store(r.size)
			return 0, io.EOF
		}
		if err := r.d.ctx.Err(); err != nil {
			return 0, err
		}
		r.buf, r.taken = r.buf[:0], 0
		if cap(r.buf) > keepLine {
			r.buf = nil
		}
		if err := r.line(r.todo[r.next]); err != nil {
			return 0, err
		}
		r.next++
		r.n.Store(int64(float64(r.size) * float64(r.next) / float64(len(r.todo))))
	}
	n := copy(p, r.buf[r.taken:])
	r.taken += n
	return n, nil
}

// keepLine is the largest buffer that is kept for the next line.
const keepLine = 1 << 20

// line writes one row into buf.
func (r *dbReader) line(at rowAt) error {
	t := &r.d.shape.session
	if at.table != sessionRow {
		if int(at.table) >= len(r.d.shape.rows) {
			return nil
		}
		t = &r.d.shape.rows[at.table]
	}
	r.begin(t.called(), at)
	var err error
	if t.packed != "" {
		err = r.unpack(t, at)
	} else {
		err = r.cells(t, at)
	}
	if err != nil {
		if r.bad++; r.bad > badRowsMax || r.d.ctx.Err() != nil {
			return &Unfit{What: "is a damaged database: " + err.Error(), Err: err}
		}
		r.buf = appendText(append(r.buf, `,"error":`...), err.Error())
	}
	if at.table == sessionRow && r.log[at.kept] {
		r.buf = append(r.buf, `,"logged":true`...)
	}
	r.buf = append(r.buf, "}\n"...)
	return nil
}

// begin writes what all lines begin with.
func (r *dbReader) begin(name string, at rowAt) {
	r.buf = fmt.Appendf(r.buf, `{"table":"%s.%s","row":%d`, r.d.shape.client, name, at.row)
	if at.kept > 0 {
		r.buf = appendText(append(r.buf, `,"subagent":`...), r.chosen[at.kept].ID)
	}
}

// cells adds the columns of a row.
func (r *dbReader) cells(t *table, at rowAt) error {
	columns := r.d.columns[t.called()]
	query, ok := r.queries[at.table]
	if !ok {
		query = selectRow(t, columns)
		r.queries[at.table] = query
	}
	values, into := make([]any, len(columns)+1), make([]any, len(columns)+1)
	for i := range values {
		into[i] = &values[i]
	}
	if err := r.d.db.QueryRowContext(r.d.ctx, query, at.row).Scan(into...); err != nil {
		if errors.Is(err, sql.ErrNoRows) {
			err = errors.New("the row is listed and not there")
		}
		return err
	}
	for i, c := range columns {
		r.buf = append(append(append(r.buf, `,"`...), c.name...), `":`...)
		r.buf = appendValue(r.buf, values[i], c.json)
		if c.name == "id" && len(r.wrote) > 0 {
			if name, ok := r.wrote[wordOf(values[i])]; ok {
				r.buf = appendText(append(r.buf, `,"wrote":`...), name)
			}
		}
	}
	if n, ok := values[len(columns)].(int64); ok && n > cellMax {
		r.buf = strconv.AppendInt(append(r.buf, `,"long":`...), n, 10)
	}
	return nil
}

// selectRow asks for the columns of one row; a value over the limit is not
// taken out, only measured.
func selectRow(t *table, columns []column) string {
	var list []string
	longest := "0"
	for _, c := range columns {
		limit := wordMax
		if c.json {
			limit = cellMax
			longest = "octet_length(" + c.name + ")"
		}
		list = append(list, fmt.Sprintf("CASE WHEN octet_length(%s) <= %d THEN %s END", c.name, limit, c.name))
	}
	return "SELECT " + strings.Join(append(list, longest), ", ") + " FROM " + t.name + " NOT INDEXED WHERE rowid = ?"
}

// appendValue writes a value of a column as JSON; raw means that it is JSON.
func appendValue(buf []byte, v any, raw bool) []byte {
	switch v := v.(type) {
	case int64:
		return strconv.AppendInt(buf, v, 10)
	case float64:
		return strconv.AppendInt(buf, int64(v), 10)
	case time.Time:
		return appendText(buf, v.UTC().Format("2006-01-02T15:04:05.000Z"))
	case string:
		if raw {
			return appendRaw(buf, v)
		}
		return appendText(buf, v)
	case []byte:
		return appendValue(buf, string(v), raw)
	}
	return append(buf, "null"...)
}

// appendRaw writes JSON on one line; a line end in it can only be white space.
// What is no JSON becomes null and an error; nothing is null.
func appendRaw(buf []byte, text string) []byte {
	if strings.TrimSpace(text) == "" {
		return append(buf, "null"...)
	}
	start := len(buf)
	buf = append(buf, text...)
	if !json.Valid(buf[start:]) {
		return append(buf[:start], `null,"error":"not JSON"`...)
	}
	for i := start; i < len(buf); i++ {
		if buf[i] == '\n' || buf[i] == '\r' {
			buf[i] = ' '
		}
	}
	return buf
}

func appendText(buf []byte, s string) []byte {
	quoted, err := json.Marshal(s)
	if err != nil {
		return append(buf, "null"...)
	}
	return append(buf, quoted...)
}
