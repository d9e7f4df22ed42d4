package store

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

const zedTables = `CREATE TABLE threads (id TEXT PRIMARY KEY, summary TEXT NOT NULL, updated_at TEXT NOT NULL, data_type TEXT NOT NULL, data BLOB NOT NULL, parent_id TEXT, folder_paths TEXT, folder_paths_order TEXT, created_at TEXT);`

// zedThread is a row of Zed's table; its document is packed as kind says.
func zedThread(t testing.TB, id, parent, updated, kind, doc string) string {
	t.Helper()
	data := []byte(doc)
	if kind == "zstd" {
		data = zstded(t, data)
	}
	if parent = "'" + parent + "'"; parent == "''" {
		parent = "NULL"
	}
	return fmt.Sprintf("INSERT INTO threads VALUES ('%s', 'sum', '%s', '%s', x'%s', %s, '/repo'||char(10)||'/b', '0,1', '%[2]s');", id, updated, kind, hex.EncodeToString(data), parent)
}

func zstded(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := z.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const zedDoc = `{"title":"t","messages":[{"User":{"content":[{"Text":"go"}]}},` + "\n" + `{"Agent":{"content":[],"tool_results":{}}},"Resume"],"model":{"provider":"p","model":"m"},"version":"0.3.0"}`

func TestPackedThreads(t *testing.T) {
	path := makeDatabase(t, false, zedTables,
		zedThread(t, "t1", "", "2026-11-01T00:00:00.5+00:00", "zstd", zedDoc),
		zedThread(t, "t2", "t1", "2026-11-01T00:00:01+00:00", "json", `{"messages":[{"Agent":{}}]}`),
		zedThread(t, "t3", "", "2026-11-02T00:00:00+00:00", "zstd", `{"title":"draft","messages":[]}`),
		zedThread(t, "t4", "", "2026-10-01T00:00:00+00:00", "lzma", "x"),
	)
	data, notes := lines(t, path)
	want := `{"table":"zed.threads","row":1,"id":"t1","parent_id":null,"folder_paths":"/repo\n/b","summary":"sum","created_at":"2026-11-01T00:00:00.5+00:00","updated_at":"2026-11-01T00:00:00.5+00:00"}
{"table":"zed.thread","row":1,"session_id":"t1","data":{"version":"0.3.0","model":{"provider":"p","model":"m"}}}
{"table":"zed.message","row":1,"session_id":"t1","message":0,"data":{"User":{"content":[{"Text":"go"}]}}}
{"table":"zed.message","row":1,"session_id":"t1","message":1,"data":{"Agent":{"content":[],"tool_results":{}}}}
{"table":"zed.message","row":1,"session_id":"t1","message":2,"data":"Resume"}
{"table":"zed.threads","row":2,"subagent":"t2","id":"t2","parent_id":"t1","folder_paths":"/repo\n/b","summary":"sum","created_at":"2026-11-01T00:00:01+00:00","updated_at":"2026-11-01T00:00:01+00:00"}
{"table":"zed.thread","row":2,"subagent":"t2","session_id":"t2","data":{}}
{"table":"zed.message","row":2,"subagent":"t2","session_id":"t2","message":0,"data":{"Agent":{}}}
`
	if data != want {
		t.Errorf("lines\n%s\nwant\n%s", data, want)
	}
	if got, want := strings.Join(notes, "; "), "the newest of 3 sessions, t1; another opens as "+path+"#ID"; got != want {
		t.Errorf("notes %q, want %q", got, want)
	}
	kept, err := SessionsOf(path)
	if err != nil || len(kept) != 4 || kept[0].ID != "t3" || kept[1].Folder != "/repo" || kept[1].Updated.Unix() != 1793491201 {
		t.Errorf("SessionsOf = %+v, %v", kept, err)
	}
	if data, _ := lines(t, path+"#t4"); !strings.Contains(data, `"error":"packed as \"lzma\", which is not known"`) {
		t.Errorf("an unknown packing:\n%s", data)
	}
}

// TestDamagedThreads cuts a packed document and flips its bits: the messages
// before the damage are read, and the damage is told.
func TestDamagedThreads(t *testing.T) {
	var doc strings.Builder
	doc.WriteString(`{"title":"t","messages":[`)
	for i := range 3000 {
		fmt.Fprintf(&doc, `{"Agent":{"content":[{"ToolUse":{"id":"c%d","name":"n%d"}}],"tool_results":{}}},`, i, i*7919%1000)
	}
	doc.WriteString(`"Resume"],"version":"0.3.0"}`)
	packed := zstded(t, []byte(doc.String()))
	row := func(kind string, data []byte) string {
		return fmt.Sprintf("INSERT INTO threads VALUES ('t1', 's', '2026', '%s', x'%x', NULL, NULL, NULL, NULL);", kind, data)
	}
	for _, c := range []struct {
		name, kind string
		data       []byte
		least      int
		want       string
	}{
		{"cut JSON", "json", []byte(doc.String()[:doc.Len()/2]), 1400, `"data":null,"error":"not JSON"`},
		{"cut zstd", "zstd", packed[:len(packed)*3/4], 0, `"error":"the zstd data is cut: unexpected EOF"`},
		{"no zstd", "zstd", []byte("nothing"), 0, `"error":"the zstd data is damaged: `},
		{"no object", "json", []byte("[1]"), 0, `"error":"no JSON object"`},
		{"empty", "json", nil, 0, `"error":"no JSON object"`},
	} {
		data, err := readHostile(t, makeDatabase(t, false, zedTables, row(c.kind, c.data)))
		if err != nil || !strings.Contains(data, c.want) || strings.Count(data, `"table":"zed.message"`) < c.least {
			t.Errorf("%s: %d lines, %v, want %s in\n%.300s ... %s", c.name, strings.Count(data, "\n"), err, c.want, data, data[max(len(data)-200, 0):])
		}
	}
	flips := 20
	if racing {
		flips = 3
	}
	for i := 0; i < len(packed); i += max(len(packed)/flips, 1) {
		bad := bytes.Clone(packed)
		bad[i] ^= 0x10
		if _, err := readHostile(t, makeDatabase(t, false, zedTables, row("zstd", bad))); err != nil {
			t.Errorf("byte %d flipped: %v", i, err)
		}
	}
	if racing {
		return
	}
	bomb := zstded(t, []byte(`{"messages":[`+"0,"+strings.Repeat(" ", threadMax)))
	if data, err := readHostile(t, makeDatabase(t, false, zedTables, row("zstd", bomb))); err != nil || !strings.Contains(data, "more than 48 MB, unpacked") {
		t.Errorf("a bomb: %v, %d lines", err, strings.Count(data, "\n"))
	}
}
