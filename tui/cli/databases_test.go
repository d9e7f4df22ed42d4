package cli

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// clientDatabase makes a home folder with a database of two sessions in it.
func clientDatabase(t *testing.T) (home, path string) {
	t.Helper()
	home = t.TempDir()
	path = filepath.Join(home, ".local", "share", "opencode", "opencode.db")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range []string{
		`CREATE TABLE session (id text PRIMARY KEY, parent_id text, directory text, title text, version text, time_created integer, time_updated integer)`,
		`CREATE TABLE message (id text PRIMARY KEY, session_id text, time_created integer, data text)`,
		`CREATE TABLE part (id text PRIMARY KEY, message_id text, session_id text, time_created integer, data text)`,
		`INSERT INTO session VALUES ('ses_older111', NULL, '/repo/a', 'a', '1.18.33', 1790000000000, 1790000000000), ('ses_newer222', NULL, '/repo/b', 'b', '1.18.33', 1790000100000, 1790000100000),
			('ses_child333', 'ses_newer222', '/repo/b', 'c', '1.18.33', 1790000100000, 1790000100000)`,
		`INSERT INTO message VALUES ('msg_1', 'ses_older111', 1, '{"role":"assistant"}'), ('msg_2', 'ses_newer222', 1, '{"role":"assistant"}')`,
		`INSERT INTO part VALUES ('prt_1', 'msg_1', 'ses_older111', 1, '{"type":"tool","tool":"older_tool","callID":"c1","state":{"status":"completed","input":{},"output":"x"}}'),
			('prt_2', 'msg_2', 'ses_newer222', 1, '{"type":"tool","tool":"newer_tool","callID":"c2","state":{"status":"completed","input":{},"output":"x"}}')`,
	} {
		if _, err := db.Exec(s); err != nil {
			t.Fatal(err)
		}
	}
	return home, path
}

// TestDatabaseSessions lists, opens by id and scans the sessions of a
// database.
func TestDatabaseSessions(t *testing.T) {
	home, path := clientDatabase(t)
	t.Setenv("HOME", home)
	for _, name := range []string{"CODEX_HOME", "XDG_DATA_HOME", "CLAUDE_CONFIG_DIR"} {
		t.Setenv(name, "")
	}
	for _, c := range []struct {
		args        string
		want, avoid []string
	}{
		{"sessions", []string{"ses_older111", "ses_newer222", "/repo/a", "2 sessions"}, []string{"ses_child333", "opencode.db "}},
		{"sessions --format ndjson", []string{`"path":"` + path + "#ses_newer222\""}, nil},
		{"replay ses_older111 --plain", []string{"older_tool"}, []string{"newer_tool"}},
		{"replay ses_newer222 --plain", []string{"newer_tool"}, []string{"older_tool"}},
		{"scan " + path, []string{"2 sessions, 2 calls"}, nil},
		{"scan --format ndjson", []string{"older_tool", "newer_tool"}, nil},
	} {
		var out, errw bytes.Buffer
		if code := Main(strings.Fields(c.args), strings.NewReader(""), &out, &errw); code != 0 {
			t.Errorf("%s: exit %d: %s", c.args, code, errw.String())
		}
		for _, want := range c.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: no %q in\n%s", c.args, want, out.String())
			}
		}
		for _, avoid := range c.avoid {
			if strings.Contains(out.String(), avoid) {
				t.Errorf("%s: %q in\n%s", c.args, avoid, out.String())
			}
		}
	}
}
