package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
)

// plan lists the rows of a session. An index may be damaged where the rows are
// not, so it is tried without, and where a page of the table itself is damaged
// the rows are looked for a few at a time.
func (r *dbReader) plan(ctx context.Context, kept uint16, id string) error {
	had := len(r.todo)
	if row, err := r.sessionRow(ctx, id); err == nil {
		r.todo = append(r.todo, rowAt{row, sessionRow, kept})
	}
	start := len(r.todo)
	err := r.list(ctx, kept, id, "", "", nil)
	if err != nil && ctx.Err() == nil {
		r.todo = r.todo[:start]
		err = r.list(ctx, kept, id, "NOT INDEXED", "", nil)
	}
	if err == nil && r.d.shape.log != "" {
		r.logged(ctx, kept, id, len(r.todo) == start)
	}
	if err == nil || ctx.Err() != nil {
		return err
	}
	r.todo = r.todo[:start]
	r.salvage(ctx, kept, id)
	if len(r.todo) == had {
		return err
	}
	if r.d.shape.log != "" {
		r.logged(ctx, kept, id, len(r.todo) == start)
	}
	r.notes = append(r.notes, "the database is damaged: "+err.Error()+"; the rows on damaged pages are missing")
	return nil
}

func (r *dbReader) sessionRow(ctx context.Context, id string) (row int64, err error) {
	err = r.d.db.QueryRowContext(ctx, "SELECT rowid FROM "+r.d.shape.session.name+" WHERE id = ?", id).Scan(&row)
	return row, err
}

// order is the query for the rows of a session.
func (d *database) order() string {
	s := d.shape
	order := s.order
	for _, a := range s.more {
		if len(d.columns[a.table]) > 0 {
			order += a.order
		}
	}
	return order + s.sorted
}

// orderKey is by what a row stands in order.
type orderKey struct {
	a, b string
	at   rowAt
}

// list adds the rows to todo, or with keys to those.
func (r *dbReader) list(ctx context.Context, kept uint16, id, hint, more string, keys *[]orderKey) error {
	rows, err := r.d.db.QueryContext(ctx, fmt.Sprintf(r.d.order(), hint, more), id)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() && len(r.todo) <= rowsMax {
		at := rowAt{kept: kept}
		var a, b sql.RawBytes
		if err := rows.Scan(&at.row, &at.table, &a, &b); err != nil {
			return err
		}
		if keys != nil {
			*keys = append(*keys, orderKey{string(a[:min(len(a), wordMax)]), string(b[:min(len(b), wordMax)]), at})
			continue
		}
		r.todo = append(r.todo, at)
	}
	return rows.Err()
}

const (
	// salvageRows is how many rows are looked for at a time, salvageMax the
	// greatest number of a row that is looked for.
	salvageRows = 32
	salvageMax  = 500_000
	// salvageTries is in how many damaged places rows are looked for one by one,
	// salvageStep the largest step.
	salvageTries = 50
	salvageStep  = 8192
)

// salvage lists the rows that stand on pages that are whole.
func (r *dbReader) salvage(ctx context.Context, kept uint16, id string) {
	last := int64(0)
	for i := range r.d.shape.rows {
		last = max(last, r.d.lastRow(ctx, &r.d.shape.rows[i]))
	}
	var keys []orderKey
	block := func(from, to int64) (int, error) {
		had := len(keys)
		err := r.list(ctx, kept, id, "NOT INDEXED", fmt.Sprintf("AND rowid BETWEEN %d AND %d", from, to), &keys)
		if err != nil {
			keys = keys[:had]
		}
		return len(keys) - had, err
	}
	blocks(ctx, last, block)
	slices.SortStableFunc(keys, func(x, y orderKey) int {
		return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b), cmp.Compare(x.at.row, y.at.row))
	})
	for _, k := range keys {
		r.todo = append(r.todo, k.at)
	}
}

// lastRow is the greatest number of a row of a table that is looked for, 0 for
// a table that is not there.
func (d *database) lastRow(ctx context.Context, t *table) int64 {
	if len(d.columns[t.called()]) == 0 {
		return 0
	}
	var n int64
	if d.db.QueryRowContext(ctx, "SELECT max(rowid) FROM "+t.name).Scan(&n) != nil {
		n = salvageMax / 10
	}
	return min(n, salvageMax)
}

// blocks calls f for the rows up to the last, some at a time, and one by one
// where that fails; f returns how many it found. Where there are none, or
// nothing can be read, the steps become larger.
func blocks(ctx context.Context, last int64, f func(from, to int64) (int, error)) {
	bad, size := 0, int64(salvageRows)
	for from := int64(0); from <= last && ctx.Err() == nil; {
		n, err := f(from, from+size-1)
		switch {
		case err == nil && n == 0:
			from, size = from+size, min(2*size, salvageStep)
			continue
		case err == nil:
			from += size
		case bad > salvageTries:
			from, size = from+size, min(2*size, salvageStep)
			continue
		case size == salvageRows:
			lost := true
			for row := from; row < from+size && ctx.Err() == nil; row++ {
				_, err := f(row, row)
				lost = lost && err != nil
			}
			if bad++; lost {
				bad += salvageTries / 5
			}
			from += size
		}
		size = salvageRows
	}
}
