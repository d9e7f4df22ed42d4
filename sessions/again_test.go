package sessions

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
)

// A database without the id of a session is read again at the session that was
// read, though another one is the newest by now; so are storage folders, and
// databases in a folder.
func TestAgain(t *testing.T) {
	path := clientDatabase(t, "opencode.db", opencodeSchema)
	root := filepath.Join(t.TempDir(), "storage")
	put(t, filepath.Join(root, "session", "p", "ses_1.json"), `{"id":"ses_1","version":"1.1.65","time":{"updated":5000}}`)
	put(t, filepath.Join(root, "message", "ses_1", "msg_1.json"), `{"id":"msg_1","role":"assistant"}`)
	put(t, filepath.Join(root, "part", "msg_1", "prt_1.json"), `{"id":"prt_1","type":"tool","tool":"task","callID":"c1","state":{"status":"running"}}`)
	later := func() {
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec(`INSERT INTO session (id, version, time_created, time_updated) VALUES ('ses_9', '1.19.0', 1, 1895976009000);
			INSERT INTO message VALUES ('msg_9', 'ses_9', 1, '{"role":"assistant"}');
			INSERT INTO part VALUES ('prt_9', 'msg_9', 'ses_9', 1, '{"type":"tool","tool":"other","callID":"c9"}'),
			 ('prt_4', 'msg_1', 'ses_1', 3, '{"type":"tool","tool":"more","callID":"c4","state":{"status":"running"}}')`); err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(root, "session", "p", "ses_9.json"), `{"id":"ses_9","time":{"updated":9000}}`)
		put(t, filepath.Join(root, "message", "ses_9", "msg_9.json"), `{"id":"msg_9","role":"assistant"}`)
		put(t, filepath.Join(root, "part", "msg_1", "prt_2.json"), `{"id":"prt_2","type":"tool","tool":"more","callID":"c2","state":{"status":"running"}}`)
	}
	paths := []string{path, root, filepath.Dir(path)}
	var ops []*Opening
	for _, p := range paths {
		_, op, err := Load(context.Background(), Options{Paths: []string{p}})
		if err != nil {
			t.Fatal(err)
		}
		op.Close()
		ops = append(ops, op)
	}
	later()
	for i, op := range ops {
		for range 2 { // and once more from there
			again, err := op.Again(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			l := again.Loaded()
			for u := range again.Updates() {
				l.Apply(u)
			}
			if got := (&followed{l: l}).calls(); !strings.Contains(got, "more ") || strings.Contains(got, "other") {
				t.Errorf("%s: calls %q, want those of ses_1", paths[i], got)
			}
			if s := l.Sources[0]; s.Session != "ses_1" || !strings.Contains(strings.Join(s.Notes, "; "), "the newest when it was opened; newer is ses_9") {
				t.Errorf("%s: session %s, notes %q", paths[i], s.Session, s.Notes)
			}
			again.Close()
			op = again
		}
		if l := load(t, Options{Paths: []string{paths[i]}}); l.Sources[0].Session != "ses_9" {
			t.Errorf("%s opened anew: session %s, want the newest", paths[i], l.Sources[0].Session)
		}
	}
}
