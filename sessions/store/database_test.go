package store

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const opencodeTables = `
CREATE TABLE session (id text PRIMARY KEY, parent_id text, directory text NOT NULL, title text NOT NULL, version text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, agent text DEFAULT 'build');
CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE INDEX part_session_idx ON part (session_id);
CREATE INDEX message_session_idx ON message (session_id);
`

// opencodeRows are two sessions, the newer one with a subagent, and an empty
// one that is newer still.
const opencodeRows = `
INSERT INTO session (id, parent_id, directory, title, version, time_created, time_updated) VALUES ('ses_a', NULL, '/repo/a', 'old', '1.18.33', 1000, 2000), ('ses_b', NULL, '/repo/b', 'new', '1.18.33', 3000, 9000),
 ('ses_c', 'ses_b', '/repo/b', 'child', '1.18.33', 3500, 9500), ('ses_d', NULL, '/repo/b', 'empty', '1.18.33', 9800, 9900);
INSERT INTO message VALUES ('msg_1', 'ses_a', 1, 1, '{"role":"assistant"}'), ('msg_2', 'ses_b', 2, 2, '{"role":"assistant"}'), ('msg_3', 'ses_c', 3, 3, '{"role":"assistant"}');
INSERT INTO part VALUES ('prt_1', 'msg_1', 'ses_a', 1, 1, '{"type":"tool","tool":"a"}'), ('prt_3', 'msg_2', 'ses_b', 2, 2, '{"type":"tool","tool":"c"}'),
 ('prt_2', 'msg_2', 'ses_b', 2, 2, '{"type":"tool",` + "\n" + `"tool":"b"}'), ('prt_4', 'msg_3', 'ses_c', 3, 3, '{"type":"tool","tool":"d"}');
`

// makeDatabase makes a database of these statements and returns its path. Its
// owner stays connected until the test ends when keep is set.
func makeDatabase(t testing.TB, keep bool, statements ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	for _, s := range append([]string{"PRAGMA synchronous=OFF"}, statements...) {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%v in %.80s", err, s)
		}
	}
	if keep {
		t.Cleanup(func() { db.Close() })
	} else if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// lines reads an input to its end.
func lines(t testing.TB, path string) (string, []string) {
	t.Helper()
	in, err := Open(path, 1<<20)
	if err != nil {
		t.Fatalf("Open(%s): %v", path, err)
	}
	defer in.Close()
	if _, _, err := in.Head(); err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(in.Reader())
	if err != nil {
		t.Fatal(err)
	}
	kept := make([]byte, len(data))
	if n, err := in.ReadAt(kept, 0); n != len(data) || err != nil && !errors.Is(err, io.EOF) || !bytes.Equal(kept, data) {
		t.Errorf("%s: what was read is not kept: %d of %d bytes, %v", path, n, len(data), err)
	}
	if got, want := in.Consumed(), in.Size; got != want {
		t.Errorf("%s: %d of %d consumed at the end", path, got, want)
	}
	return string(data), in.Notes
}

// ids lists the ids of the rows, in order.
func rowIDs(data string) (list []string) {
	for line := range strings.Lines(data) {
		_, rest, _ := strings.Cut(line, `"id":"`)
		id, _, _ := strings.Cut(rest, `"`)
		list = append(list, id)
	}
	return list
}

func TestDatabaseRows(t *testing.T) {
	path := makeDatabase(t, false, opencodeTables, opencodeRows)
	for _, c := range []struct {
		path string
		want string
		note string
	}{
		{path, "ses_b msg_2 prt_2 prt_3 ses_c msg_3 prt_4", "the newest of 3 sessions, ses_b; another opens as " + path + "#ID"},
		{path + "#ses_a", "ses_a msg_1 prt_1", "session ses_a, one of 3"},
		{path + "#ses_c", "ses_c msg_3 prt_4", "session ses_c, one of 3"},
		{path + "#ses_d", "ses_d", "session ses_d, one of 3"},
	} {
		data, notes := lines(t, c.path)
		if got := strings.Join(rowIDs(data), " "); got != c.want {
			t.Errorf("%s: rows %q, want %q", c.path, got, c.want)
		}
		if !slices.Equal(notes, []string{c.note}) {
			t.Errorf("%s: notes %q, want %q", c.path, notes, c.note)
		}
	}
	data, _ := lines(t, path)
	want := `{"table":"opencode.part","row":3,"id":"prt_2","message_id":"msg_2","session_id":"ses_b","data":{"type":"tool", "tool":"b"},"time_created":2}`
	if !strings.Contains(data, want+"\n") {
		t.Errorf("no line %s in\n%s", want, data)
	}
	if !strings.Contains(data, `"row":4,"subagent":"ses_c","id":"prt_4"`) {
		t.Errorf("the rows of the subagent are not marked:\n%s", data)
	}
}

func TestSessionOfDatabase(t *testing.T) {
	path := makeDatabase(t, false, opencodeTables, opencodeRows)
	kept, err := SessionsOf(path)
	if err != nil || len(kept) != 4 || kept[0].ID != "ses_d" || kept[1].Parent != "ses_b" || kept[2].Folder != "/repo/b" || kept[2].Updated.Unix() != 9000 {
		t.Errorf("SessionsOf = %+v, %v", kept, err)
	}
	for id, want := range map[string]string{
		"ses_x": `holds no session "ses_x" among its 4`,
		"ses_":  `holds several sessions whose id begins with "ses_"`,
	} {
		in, err := Open(path+"#"+id, 0)
		if err == nil {
			in.Close()
			t.Errorf("Open(#%s) = nil error, want %q", id, want)
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("Open(#%s): %v, want %q", id, err, want)
		}
	}
}

// TestLogIsRead holds the reason for the copy: what stands in the write-ahead
// log only is read, and its owner notices nothing.
func TestLogIsRead(t *testing.T) {
	path := makeDatabase(t, true, "PRAGMA journal_mode=WAL", "PRAGMA wal_autocheckpoint=0", opencodeTables, opencodeRows)
	before, log := stamps(path), read(t, path+"-wal")
	if len(log) == 0 || len(read(t, path)) > 4096 {
		t.Fatalf("the log holds %d bytes: it should hold all", len(log))
	}
	data, _ := lines(t, path)
	if got := len(rowIDs(data)); got != 7 {
		t.Errorf("%d rows, want 7", got)
	}
	if after := stamps(path); after != before || !bytes.Equal(read(t, path+"-wal"), log) {
		t.Errorf("the original changed: %v, before %v", after, before)
	}
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	if data, _ := lines(t, link); len(rowIDs(data)) != 7 {
		t.Errorf("through a link: %d rows, want 7", len(rowIDs(data)))
	}
	// The log may be cut or garbage: what is whole counts.
	for _, garbage := range []string{"", "x", string(log[:len(log)/2]), strings.Repeat("\xFF", 5000)} {
		other := filepath.Join(t.TempDir(), "x.db")
		write(t, other, read(t, path))
		write(t, other+"-wal", []byte(garbage))
		readHostile(t, other)
	}
}

func TestCopyIsRemoved(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	path := makeDatabase(t, false, opencodeTables, opencodeRows)
	lines(t, path)
	if in, err := Open(makeDatabase(t, false, "CREATE TABLE x (y)"), 0); err == nil {
		in.Close()
		t.Error("a database without a known table opens")
	}
	left, err := filepath.Glob(filepath.Join(dir, "hopscope-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func write(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// readHostile opens and reads whatever is there; an error is a message.
func readHostile(t testing.TB, path string) (string, error) {
	t.Helper()
	in, err := Open(path, 1<<20)
	if err != nil {
		if strings.Contains(err.Error(), "panic") || strings.TrimSpace(err.Error()) == "" {
			t.Fatalf("Open: %v", err)
		}
		return "", err
	}
	defer in.Close()
	if in.Seekable() {
		return "", nil
	}
	data, err := io.ReadAll(in.Reader())
	return string(data), err
}

func TestHostileDatabases(t *testing.T) {
	for _, c := range []struct {
		name       string
		statements []string
		want       string // in the error, or in the lines
	}{
		{"no tables", []string{"PRAGMA user_version=1"}, "is an SQLite database without tables"},
		{"other tables", []string{"CREATE TABLE cookies (v)", "CREATE TABLE session (id)"}, "no client that hopscope knows; its tables: cookies, session"},
		{"a view", []string{"CREATE TABLE message (id, session_id, data)", "CREATE TABLE session (id)", "CREATE VIEW part AS SELECT 1 AS id, 1 AS message_id, 1 AS session_id, 1 AS data"}, "no client that hopscope knows"},
		{"a generated column", []string{"CREATE TABLE message (id, session_id, data)", "CREATE TABLE session (id)", "CREATE TABLE part (id, message_id, session_id, x, data AS (zeroblob(900000000)))"}, "no client that hopscope knows"},
		{"no rowid", []string{"CREATE TABLE session (id PRIMARY KEY) WITHOUT ROWID", "CREATE TABLE message (id PRIMARY KEY, session_id, data) WITHOUT ROWID", "CREATE TABLE part (id, message_id, session_id, data)", "INSERT INTO session VALUES ('s')"}, "rowid"},
		{"no session", []string{opencodeTables}, "holds no session"},
		{"only what is needed", []string{"CREATE TABLE session (id)", "CREATE TABLE message (id, session_id, data)", "CREATE TABLE part (id, message_id, session_id, data)", "INSERT INTO session VALUES ('s')", "INSERT INTO message VALUES ('m','s','{}')"}, `"id":"m"`},
		{"no JSON", []string{opencodeTables, opencodeRows, `UPDATE part SET data = '1,"subagent":"x"' WHERE id = 'prt_2'`}, `"data":null,"error":"not JSON"`},
		{"null, number, blob", []string{"CREATE TABLE session (id)", "CREATE TABLE message (id, session_id, data)", "CREATE TABLE part (id, message_id, session_id, data)", "INSERT INTO session VALUES ('s')", "INSERT INTO part VALUES (NULL, 1.5, 's', x'00'), (x'6162', NULL, 's', 7), ('p', 'm', 's', '{}')"}, `"id":"p"`},
		{"a huge value", []string{opencodeTables, opencodeRows, `UPDATE part SET data = zeroblob(40000000) WHERE id = 'prt_2'`}, `"long":40000000`},
		{"a huge id", []string{opencodeTables, opencodeRows, `UPDATE part SET id = hex(zeroblob(9000)) WHERE id = 'prt_2'`}, `"id":null`},
		{"a circle of parents", []string{opencodeTables, opencodeRows, `UPDATE session SET parent_id = 'ses_c' WHERE id = 'ses_b'`, `DELETE FROM session WHERE id IN ('ses_a', 'ses_d')`}, `"id":"prt_4"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			data, err := readHostile(t, makeDatabase(t, false, c.statements...))
			if err != nil {
				data = err.Error()
			}
			if !strings.Contains(data, c.want) {
				t.Errorf("%.600s\nwant %q in it", data, c.want)
			}
		})
	}
}

// TestDamagedPages flips bytes and cuts: rows that are whole are read, and
// nothing panics or hangs.
func TestDamagedPages(t *testing.T) {
	fill := []string{opencodeTables, opencodeRows}
	for i := range 200 {
		fill = append(fill, fmt.Sprintf(`INSERT INTO part VALUES ('prt_9%03d', 'msg_2', 'ses_b', 2, 2, '{"type":"tool","tool":"x","state":{"output":"%s"}}')`, i, strings.Repeat("y", i*40)))
	}
	whole := read(t, makeDatabase(t, false, fill...))
	path := filepath.Join(t.TempDir(), "x.db")
	r := rand.New(rand.NewPCG(1, 2))
	some := 0
	tries := 60
	if racing {
		tries = 9
	}
	for n := range tries {
		data := bytes.Clone(whole)
		for range 1 + r.IntN(200) {
			data[len(sqliteMagic)+r.IntN(len(data)-len(sqliteMagic))] ^= 1 << r.IntN(8)
		}
		if n%3 == 0 {
			data = data[:len(sqliteMagic)+r.IntN(len(data)-len(sqliteMagic))]
		}
		write(t, path, data)
		if got, err := readHostile(t, path); err == nil && len(got) > 0 {
			some++
		}
	}
	if some == 0 && !racing {
		t.Error("nothing at all was read of 60 damaged databases")
	}
	// One page of zeros in the middle costs the rows that stand on it.
	data := bytes.Clone(whole)
	clear(data[len(data)/2&^4095 : len(data)/2&^4095+4096])
	write(t, path, data)
	got, err := readHostile(t, path)
	if n := strings.Count(got, "\n"); n < 20 {
		t.Errorf("with one damaged page: %d rows, %v", n, err)
	}
}

// TestProjectedRows reads the table of the newer core where the session has no
// parts.
func TestProjectedRows(t *testing.T) {
	path := makeDatabase(t, false, opencodeTables, opencodeRows, `
		CREATE TABLE session_message (id text PRIMARY KEY, session_id text NOT NULL, type text NOT NULL, seq integer NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
		INSERT INTO session_message VALUES ('msg_8', 'ses_d', 'assistant', 1, 1, 1, '{"content":[]}'), ('msg_9', 'ses_d', 'user', 2, 2, 2, '{}'), ('msg_7', 'ses_a', 'assistant', 1, 1, 1, '{}');`)
	for _, c := range []struct{ path, want string }{
		{path, "ses_d msg_8 msg_9"}, {path + "#ses_a", "ses_a msg_1 prt_1"},
	} {
		data, _ := lines(t, c.path)
		if got := strings.Join(rowIDs(data), " "); got != c.want {
			t.Errorf("%s: rows %q, want %q", c.path, got, c.want)
		}
		if c.path == path && !strings.Contains(data, `{"table":"opencode.session_message","row":1,"id":"msg_8","session_id":"ses_d","data":{"content":[]},"type":"assistant","time_created":1}`) {
			t.Errorf("rows\n%s", data)
		}
	}
}
