package sessions

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is not read line by line from a file is opened again when it changes:
// databases, also when only their log does, storage folders, packed files.
func TestFollowSnapshots(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	packed := func(text string) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write([]byte(text))
		z.Close()
		return b.String()
	}
	file("s.jsonl.gz", packed(session()))
	file("storage/session/p/ses_1.json", `{"id":"ses_1","time":{"updated":5000}}`)
	file("storage/message/ses_1/msg_1.json", `{"id":"msg_1","sessionID":"ses_1","role":"assistant"}`)
	file("storage/part/msg_1/prt_1.json", `{"id":"prt_1","type":"tool","tool":"bash","callID":"c1","state":{"status":"running","input":{}}}`)
	base := clientDatabase(t, "opencode.db", opencodeSchema)
	for name, c := range map[string]struct {
		path   string
		watch  string // behind the path
		change func() error
	}{
		"database": {base, "-wal", func() error {
			db, err := sql.Open("sqlite", base)
			if err != nil {
				return err
			}
			defer db.Close()
			_, err = db.Exec(`INSERT INTO part VALUES ('prt_9', 'msg_1', 'ses_1', 9, '{"type":"text"}')`)
			return err
		}},
		"log": {base + "#ses_1", "", func() error { return os.WriteFile(base+"-wal", []byte("x"), 0o644) }},
		"storage": {filepath.Join(dir, "storage"), "", func() error {
			file("storage/part/msg_1/prt_1.json", `{"id":"prt_1","type":"tool","tool":"bash","callID":"c1","state":{"status":"completed","input":{}}}`)
			return nil
		}},
		"new part": {filepath.Join(dir, "storage"), "", func() error {
			file("storage/part/msg_1/prt_2.json", `{"id":"prt_2","type":"tool","tool":"read","callID":"c2","state":{"status":"running","input":{}}}`)
			return nil
		}},
		"gzip": {filepath.Join(dir, "s.jsonl.gz"), "", func() error { file("s.jsonl.gz", packed(session()+line("t9", "Bash"))); return nil }},
	} {
		t.Run(name, func(t *testing.T) {
			f := following(t, c.path)
			if f.news == nil {
				t.Fatal("not followed")
			}
			if c.watch != "" && !strings.HasSuffix(f.bell.paths[len(f.bell.paths)-1], c.watch) {
				t.Errorf("watched: %q", f.bell.paths)
			}
			f.bell.ring()
			if err := c.change(); err != nil {
				t.Fatal(err)
			}
			f.bell.ring()
			if u, ok := <-f.news; !ok || !u.Rewritten {
				t.Errorf("update %+v, %v, want rewritten", u, ok)
			}
		})
	}
	// What changes between opening and following is seen too.
	op, err := Open(context.Background(), Options{Paths: []string{filepath.Join(dir, "s.jsonl.gz")}, Follow: true})
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	for range op.Updates() {
	}
	file("s.jsonl.gz", packed(session()))
	if u, ok := <-op.Follow(context.Background()); !ok || !u.Rewritten {
		t.Errorf("update %+v, %v, want rewritten", u, ok)
	}
}
