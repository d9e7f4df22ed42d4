package cli

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file that comes into a followed folder is read too, without the calls of
// the others again.
func TestReplayFollowFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.jsonl"), []byte(callLine("t1", "Read")+resultLine("t1", "x", false)), 0o644); err != nil {
		t.Fatal(err)
	}
	f := startFollow(t, nil, dir)
	f.want("Read ok")
	other := filepath.Join(dir, "b.jsonl")
	if err := os.WriteFile(other, []byte(callLine("t2", "Bash")+resultLine("t2", "x", false)), 0o644); err != nil {
		t.Fatal(err)
	}
	f.want("Bash ok")
	appendTo(t, other, "{bad\n"+callLine("t3", "Grep")+resultLine("t3", "x", false))
	f.want("Grep ok")
	f.cancel()
	f.want("")
	<-f.code
	if text := f.errs.String(); strings.Count(text, "b.jsonl: line 3: ") != 1 {
		t.Errorf("the line that is none is not told once: %q", text)
	}
}

// A database is followed at the session that was the newest when it was opened.
func TestReplayFollowDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "crush.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	exec := func(statements string) {
		t.Helper()
		if _, err := db.Exec(statements); err != nil {
			t.Fatal(err)
		}
	}
	call := func(id, session, name string) string {
		return strings.NewReplacer("ID", id, "SES", session, "NAME", name).Replace(
			`INSERT INTO messages VALUES ('aID', 'SES', 'assistant', '[{"type":"tool_call","data":{"id":"cID","name":"NAME","input":"{}"}}]'), ('tID', 'SES', 'tool', '[{"type":"tool_result","data":{"tool_call_id":"cID","content":"x"}}]');`)
	}
	exec(`CREATE TABLE sessions (id TEXT PRIMARY KEY, updated_at INTEGER); CREATE TABLE messages (id TEXT PRIMARY KEY, session_id TEXT, role TEXT, parts TEXT);
		INSERT INTO sessions VALUES ('s1', 1000);` + call("1", "s1", "view"))
	f := startFollow(t, nil, path)
	f.want("view ok")
	exec(`INSERT INTO sessions VALUES ('s2', 2000);` + call("2", "s2", "other") + call("3", "s1", "grep"))
	f.want("grep ok")
	f.cancel()
	f.want("")
	<-f.code
}
