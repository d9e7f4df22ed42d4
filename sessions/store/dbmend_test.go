package store

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// damagedClients are databases of each client with some hundred rows of one
// session, and what stands in each of these rows.
func damagedClients(t *testing.T) map[string]struct{ path, row string } {
	t.Helper()
	fill := func(n int, row func(i int) string) (list []string) {
		for i := range n {
			list = append(list, row(i))
		}
		return list
	}
	text := strings.Repeat("y", 300)
	opencode := append([]string{opencodeTables, opencodeRows}, fill(60, func(i int) string {
		return fmt.Sprintf(`INSERT INTO part VALUES ('prt_9%03d', 'msg_2', 'ses_b', 2, 2, '{"type":"tool","tool":"x","state":{"output":"%s"}}')`, i, text)
	})...)
	crush := append([]string{`CREATE TABLE sessions (id TEXT PRIMARY KEY, title TEXT, updated_at INTEGER)`, `CREATE TABLE messages (id TEXT PRIMARY KEY, session_id TEXT, role TEXT, parts TEXT)`, `INSERT INTO sessions VALUES ('s1', 't', 1)`},
		fill(60, func(i int) string {
			return fmt.Sprintf(`INSERT INTO messages VALUES ('m%d', 's1', 'assistant', '[{"type":"text","data":{"text":"%s"}}]')`, i, text)
		})...)
	goose := append([]string{`CREATE TABLE sessions (id TEXT PRIMARY KEY, updated_at TIMESTAMP)`, `CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content_json TEXT)`, `INSERT INTO sessions VALUES ('s1', '2026-01-01 00:00:00')`},
		fill(60, func(i int) string {
			return fmt.Sprintf(`INSERT INTO messages VALUES (%d, 's1', 'user', '[{"type":"text","text":"%s"}]')`, i+1, text)
		})...)
	zed := []string{zedTables, zedThread(t, "t1", "", "2026-01-01T00:00:00Z", "json", `{"messages":[`+strings.Join(fill(60, func(int) string { return `{"Agent":{"content":[{"Text":"` + text + `"}]}}` }), ",")+`]}`)}
	list := map[string]struct{ path, row string }{}
	for name, c := range map[string]struct {
		statements []string
		row        string
	}{"opencode": {opencode, `"table":"opencode.part"`}, "crush": {crush, `"table":"crush.messages"`}, "goose": {goose, `"table":"goose.messages"`}, "zed": {zed, `"table":"zed.message"`}} {
		list[name] = struct{ path, row string }{makeDatabase(t, false, c.statements...), c.row}
	}
	return list
}

// readDamaged reads a damaged database; it counts the rows that are whole.
func readDamaged(t *testing.T, path, row string) (rows int, notes string, err error) {
	t.Helper()
	in, err := Open(path, 1<<24)
	if err != nil {
		if err.Error() == "" || strings.Contains(err.Error(), "panic") {
			t.Errorf("%s: %v", path, err)
		}
		return 0, "", err
	}
	defer in.Close()
	data, err := io.ReadAll(in.Reader())
	for line := range strings.Lines(string(data)) {
		if strings.Contains(line, row) && !strings.Contains(line, `"error"`) {
			rows++
		}
	}
	return rows, strings.Join(in.Notes, "; "), err
}

// TestKindsOfDamage cuts the database of each client behind each page and
// inside pages, zeroes each page, damages its header and its log: what is whole
// is read, what is missing is told, and nothing panics.
func TestKindsOfDamage(t *testing.T) {
	const page = 4096
	step := page
	if racing {
		step = 9 * page
	}
	for name, c := range damagedClients(t) {
		t.Run(name, func(t *testing.T) {
			whole := read(t, c.path)
			path := filepath.Join(t.TempDir(), "x.db")
			all, notes, err := readDamaged(t, c.path, c.row)
			if all < 60 || err != nil || strings.Contains(notes, "damaged") {
				t.Fatalf("whole: %d rows, %q, %v", all, notes, err)
			}
			cutRows, zeroRows, cuts, pages := 0, 0, 0, 0
			for at := page; at < len(whole); at += step {
				for _, cut := range []int{at, at + 700} {
					write(t, path, whole[:min(cut, len(whole)-1)])
					rows, notes, err := readDamaged(t, path, c.row)
					want := fmt.Sprintf("ends at byte %d of %d", min(cut, len(whole)-1), len(whole))
					if said := notes + fmt.Sprint(err); !strings.Contains(said, want) {
						t.Errorf("cut at %d: %q does not say %q", cut, said, want)
					}
					cutRows, cuts = cutRows+rows, cuts+1
				}
				zeroed := bytes.Clone(whole)
				clear(zeroed[at:min(at+page, len(zeroed))])
				write(t, path, zeroed)
				rows, _, err := readDamaged(t, path, c.row)
				if err != nil && !strings.Contains(err.Error(), "database") {
					t.Errorf("page %d zeroed: %v", at/page+1, err)
				}
				zeroRows, pages = zeroRows+rows, pages+1
			}
			// On the average a cut costs what stands behind it, a page what stands on it.
			// A thread of Zed is one value, which is whole or not.
			if name != "zed" && !racing && (cutRows/cuts < all/8 || zeroRows/pages < all/2) {
				t.Errorf("of %d rows %d are read of a cut database, %d where a page is lost, on the average", all, cutRows/cuts, zeroRows/pages)
			}
			for what, change := range map[string]func(b []byte) []byte{
				"page size":         func(b []byte) []byte { b[16], b[17] = 3, 1; return b },
				"fractions":         func(b []byte) []byte { b[21], b[22], b[23] = 1, 2, 3; return b },
				"versions":          func(b []byte) []byte { b[18], b[19] = 77, 77; return b },
				"number of pages":   func(b []byte) []byte { binary.BigEndian.PutUint32(b[28:], 1<<20); return b },
				"two one behind":    func(b []byte) []byte { return append(b, b...) },
				"garbage behind it": func(b []byte) []byte { return append(b, strings.Repeat("\xff", 5000)...) },
			} {
				write(t, path, change(bytes.Clone(whole)))
				if rows, notes, err := readDamaged(t, path, c.row); rows != all || err != nil {
					t.Errorf("%s: %d of %d rows, %q, %v", what, rows, all, notes, err)
				}
			}
		})
	}
}

// TestDamagedSessionTable holds that rows are found without their session.
func TestDamagedSessionTable(t *testing.T) {
	for name, c := range damagedClients(t) {
		if name == "zed" {
			continue // a thread is its session
		}
		db, err := sql.Open("sqlite", c.path)
		if err != nil {
			t.Fatal(err)
		}
		table := "sessions"
		if name == "opencode" {
			table = "session"
		}
		var root int64
		if err := db.QueryRow("SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name = ?", table).Scan(&root); err != nil {
			t.Fatal(err)
		}
		db.Close()
		data := read(t, c.path)
		clear(data[(root-1)*4096 : root*4096])
		path := filepath.Join(t.TempDir(), "x.db")
		write(t, path, data)
		rows, notes, err := readDamaged(t, path, c.row)
		if rows < 57 || err != nil {
			t.Errorf("%s without its sessions: %d rows, %q, %v", name, rows, notes, err)
		}
	}
}

// TestDamagedLog tells of a write-ahead log that is none, or is cut.
func TestDamagedLog(t *testing.T) {
	path := makeDatabase(t, true, "PRAGMA journal_mode=WAL", opencodeTables, opencodeRows, "PRAGMA wal_checkpoint(TRUNCATE)", "UPDATE session SET title = 'x'")
	data, log := read(t, path), read(t, path+"-wal")
	for _, c := range []struct {
		log  []byte
		want string
	}{
		{log, ""},
		{nil, ""},
		{log[:20], "the write-ahead log is damaged from its first bytes on and left out"},
		{append([]byte("xxxx"), log[4:]...), "the write-ahead log is damaged from its first bytes on and left out"},
		{log[:len(log)-100], fmt.Sprintf("the write-ahead log is cut at byte %d, inside a page", len(log)-100)},
	} {
		other := filepath.Join(t.TempDir(), "x.db")
		write(t, other, data)
		write(t, other+"-wal", c.log)
		rows, notes, err := readDamaged(t, other, `"table":"opencode.part"`)
		if rows != 3 || err != nil || !strings.Contains(notes, c.want) || c.want == "" && strings.Contains(notes, "log") {
			t.Errorf("log of %d bytes: %d rows, %q, %v, want %q", len(c.log), rows, notes, err, c.want)
		}
	}
}

// TestLockedDatabase reads what another connection has locked: a transaction
// that is under way, also where it has written into the file already, does not
// hinder and does not count.
func TestLockedDatabase(t *testing.T) {
	for _, mode := range []string{"DELETE", "WAL", "PERSIST", "TRUNCATE"} {
		path := makeDatabase(t, false, "PRAGMA journal_mode="+mode, opencodeTables, opencodeRows)
		owner, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		owner.SetMaxOpenConns(1)
		for _, s := range []string{"PRAGMA cache_size=1", "PRAGMA cache_spill=1", "PRAGMA locking_mode=EXCLUSIVE", "BEGIN EXCLUSIVE", "UPDATE part SET data = '{\"type\":\"tool\",\"tool\":\"uncommitted\"}'"} {
			if _, err := owner.Exec(s); err != nil {
				t.Fatalf("%s: %v", s, err)
			}
		}
		for i := range 400 { // more than its cache holds, so that it goes to the file
			if _, err := owner.Exec(`INSERT INTO part VALUES (?, 'msg_2', 'ses_b', 2, 2, ?)`, fmt.Sprint("prt_x", i), strings.Repeat("z", 3000)); err != nil {
				t.Fatal(err)
			}
		}
		before := stamps(path)
		data, _ := lines(t, path)
		if n := len(rowIDs(data)); n != 7 || strings.Contains(data, "uncommitted") {
			t.Errorf("%s: %d rows, want the 7 that are committed:\n%.300s", mode, n, data)
		}
		if after := stamps(path); after != before {
			t.Errorf("%s: the original changed: %v, before %v", mode, after, before)
		}
		owner.Close()
	}
}
