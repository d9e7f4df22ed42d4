package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Kept is one session of a database or a folder that holds several.
type Kept struct {
	ID, Parent string
	Folder     string // the working folder
	Title      string
	Updated    time.Time
}

// SessionMark stands between the path of a database, or of a storage folder,
// and the id of one of its sessions: opencode.db#ses_1.
const SessionMark = "#"

// sessionsMax is how many sessions of a database are looked at.
const sessionsMax = 100_000

// SessionsOf lists the sessions of a client's database or of OpenCode's
// storage folder, newest first. Each opens as path#id. A database is copied
// for that.
func SessionsOf(path string) ([]Kept, error) { return (*Databases)(nil).SessionsOf(path) }

// SessionsOf is SessionsOf with copies that are made once.
func (h *Databases) SessionsOf(path string) ([]Kept, error) {
	if isDir(path) {
		s, ok := openStorage(path)
		if !ok {
			return nil, &Unfit{What: "is no folder of a client that holds several sessions"}
		}
		return s.sessions()
	}
	d, closer, err := h.take(path)
	if err != nil {
		return nil, err
	}
	defer closer.Close()
	ctx, cancel := context.WithTimeout(d.ctx, lookTime)
	defer cancel()
	return d.sessions(ctx)
}

// sessions lists the sessions, newest first.
func (d *database) sessions(ctx context.Context) ([]Kept, error) {
	updated := d.column(d.shape.updated)
	list, err := d.someSessions(ctx, fmt.Sprintf("ORDER BY %s DESC, id DESC LIMIT %d", updated, sessionsMax))
	if err == nil {
		return list, nil
	}
	if list = d.salvageSessions(ctx); len(list) > 0 {
		return list, nil
	}
	return nil, damagedDatabase(err)
}

// someSessions reads rows of the table of sessions.
func (d *database) someSessions(ctx context.Context, which string) ([]Kept, error) {
	s := d.shape
	rows, err := d.db.QueryContext(ctx, fmt.Sprintf("SELECT id, %s, %s, %s, %s FROM %s %s",
		d.column(s.parent), d.column(s.folder), d.column(s.title), d.column(s.updated), s.session.name, which))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []Kept
	for rows.Next() {
		var v [5]any
		if err := rows.Scan(&v[0], &v[1], &v[2], &v[3], &v[4]); err != nil {
			return list, err
		}
		list = append(list, Kept{ID: wordOf(v[0]), Parent: wordOf(v[1]), Folder: firstLine(wordOf(v[2])), Title: wordOf(v[3]), Updated: timeOf(v[4])})
	}
	return list, rows.Err()
}

// salvageSessions lists the sessions of a damaged database: those whose rows
// are whole, newest first, then those of which other tables speak, by their last
// row.
func (d *database) salvageSessions(ctx context.Context) []Kept {
	var list []Kept
	known := map[string]bool{}
	blocks(ctx, d.lastRow(ctx, &d.shape.session), func(from, to int64) (int, error) {
		some, err := d.someSessions(ctx, fmt.Sprintf("NOT INDEXED WHERE rowid BETWEEN %d AND %d", from, to))
		for _, k := range some {
			if err == nil && !known[k.ID] && len(list) < sessionsMax {
				known[k.ID] = true
				list = append(list, k)
			}
		}
		return len(some), err
	})
	slices.SortStableFunc(list, func(a, b Kept) int { return b.Updated.Compare(a.Updated) })
	last := map[string]int64{}
	for i := range d.shape.rows {
		d.spokenOf(ctx, &d.shape.rows[i], last)
	}
	var more []Kept
	for id := range last {
		if !known[id] && len(list)+len(more) < sessionsMax {
			more = append(more, Kept{ID: id})
		}
	}
	slices.SortFunc(more, func(a, b Kept) int { return cmp.Or(cmp.Compare(last[b.ID], last[a.ID]), cmp.Compare(b.ID, a.ID)) })
	return append(list, more...)
}

// spokenOf notes the last row of each session in a table.
func (d *database) spokenOf(ctx context.Context, t *table, last map[string]int64) {
	blocks(ctx, d.lastRow(ctx, t), func(from, to int64) (n int, err error) {
		rows, err := d.db.QueryContext(ctx, fmt.Sprintf("SELECT %s, max(rowid) FROM %s NOT INDEXED WHERE rowid BETWEEN %d AND %d GROUP BY 1", t.session(), t.name, from, to))
		if err != nil {
			return 0, err
		}
		defer rows.Close()
		for ; rows.Next(); n++ {
			var id any
			var row int64
			if err := rows.Scan(&id, &row); err != nil {
				return n, err
			}
			if id := wordOf(id); id != "" && len(last) < sessionsMax {
				last[id] = max(last[id], row)
			}
		}
		return n, rows.Err()
	})
}

// firstLine is the first of several folders, which Zed keeps one a line.
func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// wordMax bounds ids and titles.
const wordMax = 4096

// wordOf returns a value of a column as text.
func wordOf(v any) string {
	switch v := v.(type) {
	case string:
		return v[:min(len(v), wordMax)]
	case []byte:
		return string(v[:min(len(v), wordMax)])
	case int64:
		return fmt.Sprint(v)
	}
	return ""
}

// timeOf returns a value of a column as time: milliseconds or seconds since
// 1970, or one of the forms of SQLite.
func timeOf(v any) time.Time {
	switch v := v.(type) {
	case time.Time:
		return v
	case int64:
		if v > 1e11 {
			return time.UnixMilli(v)
		}
		return time.Unix(v, 0)
	case string:
		for _, form := range [...]string{time.RFC3339, time.DateTime} {
			if t, err := time.Parse(form, v); err == nil {
				return t
			}
		}
	}
	return time.Time{}
}

// choice is one session and the sessions of its subagents, and a note about
// those beside it.
type choice struct {
	list []Kept
	note string
}

// wanted is the session that is asked for: by its id, or without one the newest;
// again says that the id is that of the session that was the newest when it was
// read before.
type wanted struct {
	id    string
	again bool
}

// choose takes the session with the id, or with the only id that begins so;
// without an id the newest that is no subagent's and has something in it. The
// sessions that it started follow it, oldest first.
func choose(all []Kept, want wanted, path string, filled func(id string) (bool, error)) (choice, error) {
	at, err := pick(all, want.id, filled)
	if err != nil {
		return choice{}, err
	}
	newest := at
	if want.again {
		newest, _ = pick(all, "", filled)
	}
	c := choice{list: []Kept{all[at]}}
	seen := map[string]bool{all[at].ID: true}
	for i := 0; i < len(c.list); i++ {
		for j := len(all) - 1; j >= 0; j-- {
			if all[j].Parent == c.list[i].ID && !seen[all[j].ID] {
				seen[all[j].ID] = true
				c.list = append(c.list, all[j])
			}
		}
	}
	roots := 0
	for _, k := range all {
		if k.Parent == "" {
			roots++
		}
	}
	if roots > 1 {
		c.note = fmt.Sprintf("session %s, one of %d", all[at].ID, roots)
		switch {
		case newest != at:
			c.note = fmt.Sprintf("session %s, the newest when it was opened; newer is %s and opens as %s", all[at].ID, all[newest].ID, path+SessionMark+all[newest].ID)
		case want.id == "" || want.again:
			c.note = fmt.Sprintf("the newest of %d sessions, %s; another opens as %s#ID", roots, all[at].ID, path)
		}
	}
	return c, nil
}

// filledTries is how many sessions are asked whether they hold anything.
const filledTries = 100

func pick(all []Kept, id string, filled func(id string) (bool, error)) (int, error) {
	found := -1
	if at := slices.IndexFunc(all, func(k Kept) bool { return k.ID == id }); at >= 0 && id != "" {
		return at, nil
	}
	for i, k := range all {
		switch {
		case id != "" && strings.HasPrefix(k.ID, id):
			if found >= 0 {
				return 0, &Unfit{What: fmt.Sprintf("holds several sessions whose id begins with %q", id), Fix: "Give more of the id"}
			}
			found = i
		case id == "" && k.Parent == "" && found < 0 && i < filledTries:
			ok, err := filled(k.ID)
			if err != nil && !errors.Is(err, context.DeadlineExceeded) {
				ok = true // reading says what is wrong
			}
			if ok {
				return i, nil
			}
		}
	}
	switch {
	case found >= 0:
		return found, nil
	case id != "":
		return 0, &Unfit{What: fmt.Sprintf("holds no session %q among its %d", id, len(all)), Fix: "Leave the id out for the newest; hopscope sessions lists them"}
	case len(all) > 0:
		return 0, nil
	}
	return 0, &Unfit{What: "holds no session", Fix: "A session is kept once its first turn has begun"}
}
