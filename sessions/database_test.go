package sessions

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hopscope/journey"
)

// clientDatabase makes a database with these statements.
func clientDatabase(t *testing.T, name string, statements ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range append([]string{"PRAGMA synchronous=OFF"}, statements...) {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%v in %.80s", err, s)
		}
	}
	return path
}

const (
	opencodeSchema = `
CREATE TABLE session (id text PRIMARY KEY, project_id text, parent_id text, slug text, directory text, title text, version text, agent text, model text, time_created integer, time_updated integer);
CREATE TABLE message (id text PRIMARY KEY, session_id text, time_created integer, data text);
CREATE TABLE part (id text PRIMARY KEY, message_id text, session_id text, time_created integer, data text);
INSERT INTO session VALUES ('ses_1', 'p', NULL, 's', '/repo/demo', 't', '1.18.33', 'build', '{"id":"m"}', 1795976000000, 1795976009000),
 ('ses_2', 'p', 'ses_1', 's', '/repo/demo', 'look', '1.18.33', 'explore', NULL, 1795976001000, 1795976002000);
INSERT INTO message VALUES ('msg_1', 'ses_1', 1, '{"role":"assistant","modelID":"m"}'), ('msg_2', 'ses_2', 2, '{"role":"assistant","agent":"explore","modelID":"small"}');
INSERT INTO part VALUES
 ('prt_1', 'msg_1', 'ses_1', 1, '{"type":"tool","tool":"task","callID":"c1","state":{"status":"completed","input":{"prompt":"x"},"output":"done","metadata":{"sessionId":"ses_2"}}}'),
 ('prt_2', 'msg_1', 'ses_1', 1, '{"type":"tool","tool":"invalid","callID":"c2","state":{"status":"completed","input":{"tool":"Reed","error":"Model tried to call unavailable tool ''Reed''. Available tools: bash, invalid, read."},"output":"The arguments provided to the tool are invalid: Model tried to call unavailable tool ''Reed''. Available tools: bash, invalid, read."}}'),
 ('prt_3', 'msg_2', 'ses_2', 2, '{"type":"tool","tool":"grep","callID":"c1","state":{"status":"error","input":{},"error":"no"}}');`
	opencodeLog = `
CREATE TABLE event (id text PRIMARY KEY, aggregate_id text, seq integer, type text, data text);
INSERT INTO event VALUES ('evt_1', 'ses_1', 0, 'message.part.updated.1', '{"part":{"id":"prt_1","messageID":"msg_1","type":"tool","tool":"Task","callID":"c1","state":{"status":"pending","input":{},"raw":""}}}'),
 ('evt_2', 'ses_1', 1, 'message.part.updated.1', '{"part":{"id":"prt_1","messageID":"msg_1","type":"tool","tool":"task","callID":"c1","state":{"status":"completed","input":{"prompt":"x"},"output":"done"}}}');`
	zedSchema = `
CREATE TABLE threads (id TEXT PRIMARY KEY, summary TEXT NOT NULL, updated_at TEXT NOT NULL, data_type TEXT NOT NULL, data BLOB NOT NULL, parent_id TEXT, folder_paths TEXT);
INSERT INTO threads VALUES ('t1', 's', '2026-11-29T10:00:00+00:00', 'json', '{"messages":[{"Agent":{"content":[{"ToolUse":{"id":"c1","name":"read_file","input":{"p":1}}},{"ToolUse":{"id":"c2","name":"Bash","input":{}}}],"tool_results":{"c1":{"tool_use_id":"c1","is_error":false,"content":[{"Text":"x"}]},"c2":{"tool_use_id":"c2","is_error":true,"content":[{"Text":"No tool named Bash exists"}]}}}},{"Agent":{"content":[{"ToolUse":{"id":"c3","name":"spawn_agent","input":{}}}],"tool_results":{"c3":{"tool_use_id":"c3","is_error":false,"content":"{}","output":{"session_id":"t2"}}}}}],"version":"0.3.0"}', NULL, '/repo/demo'),
 ('t2', 's', '2026-11-29T10:01:00+00:00', 'json', '{"messages":[{"Agent":{"content":[{"ToolUse":{"id":"c1","name":"grep","input":{}}}],"tool_results":{"c1":{"tool_use_id":"c1","is_error":true,"content":"no"}}}}],"version":"0.3.0"}', 't1', NULL);`
	crushSchema = `
CREATE TABLE sessions (id TEXT PRIMARY KEY, parent_session_id TEXT, title TEXT, message_count INTEGER, updated_at INTEGER, created_at INTEGER);
CREATE TABLE messages (id TEXT PRIMARY KEY, session_id TEXT, role TEXT, parts TEXT DEFAULT '[]', model TEXT, created_at INTEGER, updated_at INTEGER, finished_at INTEGER);
CREATE TABLE files (id TEXT);
INSERT INTO sessions VALUES ('s1', NULL, 't', 2, 1795976000, 1795976000);
INSERT INTO messages VALUES ('m1', 's1', 'assistant', '[{"type":"tool_call","data":{"id":"c1","name":"Read","input":"{\"path\":\"a\"}","finished":true}}]', 'm', 1795976000, 1, 1),
 ('m2', 's1', 'tool', '[{"type":"tool_result","data":{"tool_call_id":"c1","name":"Read","content":"tool not found: Read. Available tools: bash, view","is_error":true}}]', NULL, 1795976001, 1, 1);`
	gooseSchema = `
CREATE TABLE schema_version (version INTEGER);
CREATE TABLE sessions (id TEXT PRIMARY KEY, name TEXT, description TEXT, working_dir TEXT, created_at TIMESTAMP, updated_at TIMESTAMP);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT, session_id TEXT, role TEXT, content_json TEXT, created_timestamp INTEGER, timestamp TIMESTAMP, tokens INTEGER, metadata_json TEXT);
INSERT INTO sessions VALUES ('20261129_1', 'n', '', '/repo/demo', '2026-11-29 10:00:00', '2026-11-29 10:10:00');
INSERT INTO messages VALUES (1, 'msg_1', '20261129_1', 'assistant', '[{"type":"toolRequest","id":"c1","toolCall":{"status":"success","value":{"name":"docs__open","arguments":{"id":1}}}}]', 1795976000, '2026-11-29 10:00:00', NULL, '{}'),
 (2, 'msg_2', '20261129_1', 'user', '[{"type":"toolResponse","id":"c1","toolResult":{"status":"success","value":{"content":[{"type":"text","text":"locked"}],"isError":true}}}]', 1795976001, '2026-11-29 10:00:01', NULL, '{}');`
)

// TestDatabases opens the database of each client as the user does, and reads
// every body again after the database is gone.
func TestDatabases(t *testing.T) {
	for _, c := range []struct {
		name, schema, format, version, session, cwd string
		calls                                       []string
	}{
		{"opencode.db", opencodeSchema, "opencode", "1.18.33", "ses_1", "/repo/demo", []string{"task ok", "Reed stored invalid unknown-tool", "grep tool-failed ses_2 explore c1"}},
		{"crush.db", crushSchema, "crush", "", "s1", "", []string{"Read unknown-tool"}},
		{"logged.db", opencodeSchema + opencodeLog, "opencode", "1.18.33", "ses_1", "/repo/demo", []string{"Task stored task ok", "Reed stored invalid unknown-tool", "grep tool-failed ses_2 explore c1"}},
		{"log.db", opencodeSchema + opencodeLog + "DELETE FROM part; DELETE FROM message;", "opencode", "1.18.33", "ses_1", "/repo/demo", []string{"Task stored task ok"}},
		{"threads.db", zedSchema, "zed", "", "t1", "/repo/demo", []string{"read_file ok", "Bash unknown-tool", "spawn_agent ok", "grep tool-failed t2  c3"}},
		{"sessions.db", gooseSchema, "goose", "", "20261129_1", "/repo/demo", []string{"docs__open tool-failed"}},
	} {
		t.Run(c.format, func(t *testing.T) {
			path := clientDatabase(t, c.name, c.schema)
			l := load(t, Options{Paths: []string{path}})
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			src := l.Sources[0]
			if src.Format != c.format || src.Version != c.version || src.Session != c.session || l.Session.Cwd != c.cwd {
				t.Errorf("source %+v, folder %q", src, l.Session.Cwd)
			}
			var got []string
			for i := range l.Session.Rows {
				call := l.Session.Call(i)
				text := string(call.Called.Name)
				if x := call.Extra.Stored; x != nil {
					text += " stored " + string(x.Name)
				}
				text += " " + call.Class.String()
				if a := l.Session.Rows[i].Agent; a > 0 {
					agent := l.Session.Agents[a]
					text += " " + strings.Join([]string{agent.ID, agent.Type, agent.Parent}, " ")
				}
				got = append(got, text)
			}
			if !slices.Equal(got, c.calls) {
				t.Errorf("calls %q, want %q", got, c.calls)
			}
			if err := sound(l); err != nil {
				t.Error(err)
			}
			if l.Progress.Bytes != l.Progress.Total || l.Progress.Total <= 0 {
				t.Errorf("progress %+v at the end", l.Progress)
			}
		})
	}
}

func TestDatabaseOfNobody(t *testing.T) {
	path := clientDatabase(t, "x.db", "CREATE TABLE cookies (value)")
	_, _, err := Load(context.Background(), Options{Paths: []string{path}})
	var u *Unreadable
	if !errors.As(err, &u) || !strings.Contains(u.What, "cookies") || u.Fix == "" {
		t.Errorf("Load = %v, want an *Unreadable that names the tables", err)
	}
	// On a pipe there is no log beside it, so its path is asked for.
	f, err := os.Open(clientDatabase(t, "opencode.db", opencodeSchema))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	_, _, err = Load(context.Background(), Options{Paths: []string{"-"}, Stdin: f})
	if !errors.As(err, &u) || !strings.Contains(u.Error(), "Give its path") {
		t.Errorf("Load(-) = %v, want to be asked for the path", err)
	}
}

// TestDatabaseFolder opens a folder that holds a database and what stands
// beside it, and cancels.
func TestDatabaseFolder(t *testing.T) {
	path := clientDatabase(t, "opencode.db", "PRAGMA journal_mode=WAL", opencodeSchema)
	for _, suffix := range []string{"-shm", "-wal"} {
		if err := os.WriteFile(path+suffix, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	l := load(t, Options{Paths: []string{filepath.Dir(path)}})
	if l.Session.Tally.Calls != 3 || len(l.Sources) != 1 || strings.Contains(strings.Join(l.Sources[0].Notes, " "), "no recordings") {
		t.Errorf("%d calls, sources %+v", l.Session.Tally.Calls, l.Sources)
	}
	ctx, cancel := context.WithCancel(context.Background())
	op, err := Open(ctx, Options{Paths: []string{path}})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	for range op.Updates() {
	}
	op.Close()
}

// TestStorageFolder reads the files of two sessions, one of them started by the
// other.
func TestStorageFolder(t *testing.T) {
	root := filepath.Join(t.TempDir(), "opencode")
	for name, text := range map[string]string{
		"storage/session/p/ses_1.json":         "{\n \"id\": \"ses_1\",\n \"version\": \"1.1.65\", \"directory\": \"/repo/demo\", \"time\": {\"updated\": 5000}\n}",
		"storage/session/p/ses_2.json":         `{"id":"ses_2","parentID":"ses_1","version":"1.1.65","time":{"updated":9000}}`,
		"storage/session/p/ses_0.json":         `{"id":"ses_0","version":"1.1.0","time":{"updated":1000}}`,
		"storage/message/ses_1/msg_1.json":     `{"id":"msg_1","sessionID":"ses_1","role":"assistant","modelID":"m"}`,
		"storage/message/ses_2/msg_2.json":     `{"id":"msg_2","sessionID":"ses_2","role":"assistant","agent":"explore"}`,
		"storage/message/ses_0/msg_0.json":     `{"id":"msg_0","role":"assistant"}`,
		"storage/part/msg_1/prt_1.json":        "{\n \"id\": \"prt_1\", \"type\": \"tool\", \"tool\": \"task\", \"callID\": \"c1\",\n \"state\": {\"status\": \"completed\", \"input\": {\"a\": 1}, \"output\": \"x\", \"metadata\": {\"sessionId\": \"ses_2\"}}\n}",
		"storage/part/msg_1/prt_2.json":        `{"id":"prt_2","type":"tool","tool":"ba`,
		"storage/part/msg_2/prt_3.json":        `{"id":"prt_3","type":"tool","tool":"grep","callID":"c1","state":{"status":"running","input":{}}}`,
		"storage/part/msg_0/prt_0.json":        `{"id":"prt_0","type":"tool","tool":"old","callID":"c1","state":{"status":"success","input":{},"output":"y"}}`,
		"storage/part/msg_1/notes.txt":         "no part",
		"storage/session_diff/ses_1.json":      "[]",
		"storage/part/msg_1/sub/prt_9.json":    "{}",
		"storage/session/p/ses_1.json.tmp.bak": "x",
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	storage := filepath.Join(root, "storage")
	for _, c := range []struct {
		path, names string
		problems    int
	}{
		{root, "task grep", 1}, {storage, "task grep", 1}, {storage + "#ses_1", "task grep", 1},
		{storage + "#ses_0", "old", 0}, {storage + "#ses_2", "grep", 0},
	} {
		l := load(t, Options{Paths: []string{c.path}})
		var names []string
		for i := range l.Session.Rows {
			names = append(names, string(l.Session.Echo(i).Name))
		}
		if got := strings.Join(names, " "); got != c.names || l.Session.ProblemCount != c.problems || l.Sources[0].Format != "opencode-storage" {
			t.Errorf("%s: %q, problems %v, source %+v; want %q", c.path, got, l.Session.Problems, l.Sources[0], c.names)
		}
		if err := sound(l); err != nil {
			t.Error(err)
		}
	}
	l := load(t, Options{Paths: []string{root}})
	if a := l.Session.Agents; len(a) != 2 || a[1] != (journey.Agent{ID: "ses_2", Type: "explore", Parent: "c1"}) || l.Session.Client.Version != "1.1.65" {
		t.Errorf("agents %+v, client %+v", a, l.Session.Client)
	}
	_, _, err := Load(context.Background(), Options{Paths: []string{storage + "#ses_7"}})
	if err == nil || !strings.Contains(err.Error(), `holds no session "ses_7" among its 3`) {
		t.Errorf("an id that is not there: %v", err)
	}
}
