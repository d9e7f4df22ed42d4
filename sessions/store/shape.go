package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// shape is the database of one client: which tables and columns it has. A
// column that is not required may be missing, and others may be there: clients
// change their tables.
type shape struct {
	// client stands in the lines: "opencode.part".
	client  string
	session table
	rows    []table // tables with the rows of a session
	// parent, updated, folder and title are columns of the session table; of
	// those that are listed the first that is there counts.
	parent, updated, folder, title []string
	// order lists the rows of one session, whose id is ?1: row, index in rows,
	// and two columns by which they stand in order. The first verb is empty or
	// NOT INDEXED, the second a further condition. more stand behind it where
	// the table that may be missing is there; sorted ends it.
	order, sorted string
	more          []added
	// log is the table, the last of rows, with a log of all changes; empty for
	// none.
	log string
}

// added is a part of the order for a table that may be missing.
type added struct{ table, order string }

type table struct {
	name     string
	required []string
	optional []string
	// maybe: the table may be missing.
	maybe bool
	// json is the column that holds JSON, empty for none; packed is the column
	// that says how that one is compressed.
	json, packed string
	// of is the column with the id of the session, empty for session_id.
	of string
	// some is what rows must be to make a session that is not empty.
	some string
	// as is the name that stands in the lines where it is not that of the table.
	as string
}

// called is the name that stands in the lines.
func (t *table) called() string { return cmp.Or(t.as, t.name) }

// session is the column with the id of the session.
func (t *table) session() string { return cmp.Or(t.of, "session_id") }

// column is a column that is there.
type column struct {
	name string
	json bool
}

// shapes are those of the clients; the first that fits counts. Sources:
// OpenCode 1.18.33, run (2026-11), its session_message by @opencode-ai/sdk
// 1.19.3, its event table run (2026-11-30); Crush, migrations up to 2026-09,
// goose, schema @dbec1655, and Zed, crates/agent/src/db.rs @0642ec7e, read.
var shapes = []shape{
	{
		client:  "opencode",
		session: table{name: "session", required: []string{"id"}, optional: []string{"parent_id", "directory", "version", "title", "time_created", "time_updated"}},
		rows: []table{
			{name: "message", required: []string{"id", "session_id", "data"}, optional: []string{"time_created"}, json: "data"},
			{name: "part", required: []string{"id", "message_id", "session_id", "data"}, optional: []string{"time_created"}, json: "data"},
			{name: "session_message", required: []string{"id", "session_id", "data"}, optional: []string{"type", "time_created"}, json: "data", maybe: true},
			{name: "event", required: []string{"id", "aggregate_id", "type", "data"}, json: "data", maybe: true, of: "aggregate_id",
				some: "(type LIKE 'message.part.%' OR type LIKE 'session.next.tool.%')"},
		},
		parent: []string{"parent_id"}, updated: []string{"time_updated", "time_created"}, folder: []string{"directory"}, title: []string{"title"},
		order: `SELECT rowid, 0, id AS m, '' AS p FROM message %[1]s WHERE session_id = ?1 %[2]s
			UNION ALL SELECT rowid, 1, message_id, id FROM part %[1]s WHERE session_id = ?1 %[2]s`,
		// A newer core keeps whole messages instead; where both are there they
		// tell the same.
		more: []added{{"session_message",
			` UNION ALL SELECT rowid, 2, '', '' FROM session_message %[1]s WHERE session_id = ?1 %[2]s AND NOT EXISTS (SELECT 1 FROM part WHERE session_id = ?1)`}},
		sorted: ` ORDER BY 3, 4, 1`,
		log:    "event",
	},
	{
		client:  "crush",
		session: table{name: "sessions", required: []string{"id"}, optional: []string{"parent_session_id", "title", "created_at", "updated_at"}},
		rows: []table{
			{name: "messages", required: []string{"session_id", "role", "parts"}, optional: []string{"id", "model", "provider", "created_at"}, json: "parts"},
		},
		parent: []string{"parent_session_id"}, updated: []string{"updated_at", "created_at"}, title: []string{"title"},
		order: `SELECT rowid, 0, '', '' FROM messages %[1]s WHERE session_id = ?1 %[2]s ORDER BY rowid`,
	},
	{
		client:  "goose",
		session: table{name: "sessions", required: []string{"id"}, optional: []string{"name", "description", "working_dir", "created_at", "updated_at", "parent_session_id", "parent_id", "provider_name", "goose_version", "version"}},
		rows: []table{
			{name: "messages", required: []string{"session_id", "role", "content_json"}, optional: []string{"id", "message_id", "created_timestamp", "timestamp"}, json: "content_json"},
		},
		parent: []string{"parent_session_id", "parent_id"}, updated: []string{"updated_at", "created_at"}, folder: []string{"working_dir"}, title: []string{"name", "description"},
		order: `SELECT rowid, 0, '', '' FROM messages %[1]s WHERE session_id = ?1 %[2]s ORDER BY rowid`,
	},
	{
		client:  "zed",
		session: table{name: "threads", required: []string{"id"}, optional: []string{"parent_id", "folder_paths", "summary", "created_at", "updated_at"}},
		rows: []table{
			{name: "threads", as: "thread", required: []string{"id", "data_type", "data"}, json: "data", packed: "data_type", of: "id"},
		},
		parent: []string{"parent_id"}, updated: []string{"updated_at", "created_at"}, folder: []string{"folder_paths"}, title: []string{"summary"},
		order: `SELECT rowid, 0, '', '' FROM threads %[1]s WHERE id = ?1 %[2]s`,
	},
}

// recognise finds the shape of the database.
func (d *database) recognise(ctx context.Context) error {
	tables, err := d.tables(ctx)
	if err != nil {
		return damagedDatabase(err)
	}
	have := map[string][]string{}
	for _, name := range tables {
		if have[name], err = d.columnsOf(ctx, name); err != nil && !d.mended {
			return damagedDatabase(err)
		}
	}
	for i := range shapes {
		if d.fits(&shapes[i], have) {
			d.shape = &shapes[i]
			return nil
		}
	}
	what := "is an SQLite database without tables"
	if len(tables) > 0 {
		slices.Sort(tables)
		what = "is an SQLite database of no client that hopscope knows; its tables: " + strings.Join(tables[:min(len(tables), 8)], ", ")
		if len(tables) > 8 {
			what += fmt.Sprintf(" and %d more", len(tables)-8)
		}
	}
	return &Unfit{What: what, Fix: "Read are those of OpenCode (session, message, part), Crush and goose (sessions, messages), and Zed (threads)"}
}

// tablesMax bounds the tables that are looked at.
const tablesMax = 1000

// tables lists the real tables that a shape asks for first, then the others.
// Views and virtual tables are not looked into: they run code.
func (d *database) tables(ctx context.Context) ([]string, error) {
	rows, err := d.db.QueryContext(ctx, "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'create virtual%' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' LIMIT ?", tablesMax)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		list = append(list, name)
	}
	if err := rows.Err(); err != nil && (!d.mended || len(list) == 0) {
		return nil, err
	}
	return list, nil
}

// columnsOf lists the stored columns of a table; generated ones are left out.
func (d *database) columnsOf(ctx context.Context, name string) ([]string, error) {
	rows, err := d.db.QueryContext(ctx, "SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0", name)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var column string
		if err := rows.Scan(&column); err != nil {
			return nil, err
		}
		list = append(list, column)
	}
	return list, rows.Err()
}

// fits reports whether all required columns are there, and keeps those that
// are.
func (d *database) fits(s *shape, have map[string][]string) bool {
	d.columns = map[string][]column{}
	for _, t := range append([]table{s.session}, s.rows...) {
		if _, there := have[t.name]; !there && (t.maybe || d.mended && t.name == s.session.name && t.as == "") {
			continue
		}
		for _, name := range t.required {
			if !slices.Contains(have[t.name], name) {
				return false
			}
		}
		for _, name := range append(slices.Clone(t.required), t.optional...) {
			if slices.Contains(have[t.name], name) {
				d.columns[t.called()] = append(d.columns[t.called()], column{name, name == t.json})
			}
		}
	}
	return true
}

// column returns the first of the names that the session table has, else a
// word for nothing.
func (d *database) column(names []string) string {
	for _, name := range names {
		if slices.Contains(d.columns[d.shape.session.name], column{name: name}) {
			return name
		}
	}
	return "NULL"
}
