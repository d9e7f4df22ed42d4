package casefile

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hopscope/journey"
)

func parsed(t testing.TB, data string) *Case {
	t.Helper()
	c, _, err := Parse([]byte(data))
	if err != nil {
		t.Fatalf("Parse(%s): %v", data, err)
	}
	return c
}

// What a file holds is written back as it stands, but for what was changed.
func TestWriteKeepsTheFile(t *testing.T) {
	const file = `{
  "x_first": {"z": 1,   "a": [1, {"deep": null}]},
  "calls": [
    {"x": 1, "call": "read",   "error": "no such tool", "dispatched": {"name": "Read", "x": true}},
    "odd",
    {"call": "Read", "args": {"b": 1, "a": 2}, "result": "", "result": "twice"}
  ],
  "catalog": [ "Read", {"name": "Bash", "schema": {"type":"object"}, "x": "BIDI"} ],
  "timeline": [3, {"turn": 1, "offered": ["Read"], "x": 1}],
  "tools": {"form": "safe", "x": 1, "tools": [{"name": "Read", "x": {}}]},
  "notes": ["one", {"text": "two", "call": 1, "x": 1}],
  "edits": [{"kind": "future", "x": 1}],
  "view": {"tab": "replay", "x": 1},
  "title": null,
  "model": 7
}
`
	seen := strings.Replace(file, "BIDI", `\u202e`, 1)
	schema := "{\n  \"schema\": \"hopscope.case/1\","
	for _, c := range []struct {
		name   string
		change func(*Case)
		want   [][2]string // replaced in the file
	}{
		{"nothing", func(*Case) {}, nil},
		{"a note more", func(c *Case) { c.Notes = append(c.Notes, Note{Text: "three", Call: 3}) },
			[][2]string{{`"call": 1, "x": 1}]`, `"call": 1, "x": 1}, {"call": 3, "text": "three"}]`}}},
		{"a note less", func(c *Case) { c.Notes = c.Notes[1:] }, [][2]string{{`["one", {`, `[{`}}},
		{"a title", func(c *Case) { c.Title = "t" }, [][2]string{{`"title": null`, `"title": "t"`}}},
		{"a model", func(c *Case) { c.Model = "m" }, [][2]string{{`"model": 7`, `"model": "m"`}}},
		{"another tab", func(c *Case) { c.View.Tab = "what-if" }, [][2]string{{`"tab": "replay"`, `"tab": "what-if"`}}},
		{"no tab", func(c *Case) { c.View.Tab = "" }, [][2]string{{`"tab": "replay", `, ``}}},
		{"no view", func(c *Case) { c.View = nil }, [][2]string{{`  "view": {"tab": "replay", "x": 1},` + "\n", ``}}},
		{"an edit more", func(c *Case) { c.Edits = append(c.Edits, json.RawMessage(`{"kind":"add","tool":"x"}`)) },
			[][2]string{{`"x": 1}],` + "\n" + `  "view"`, `"x": 1}, {"kind": "add", "tool": "x"}],` + "\n" + `  "view"`}}},
		{"a name of the edits", func(c *Case) { c.EditsName = "n" }, [][2]string{{`  "edits": [`, `  "edits_name": "n",` + "\n" + `  "edits": [`}}},
		{"a note of a call", func(c *Case) { c.Calls[0].Note = "n" }, [][2]string{
			{`{"x": 1, "call": "read",   "error": "no such tool", "dispatched"`, `{"x": 1, "call": "read", "error": "no such tool", "note": "n", "dispatched"`}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := parsed(t, strings.Replace(file, "BIDI", "\u202e", 1))
			c.change(k)
			want := strings.Replace(seen, "{", schema, 1)
			for _, r := range c.want {
				if !strings.Contains(want, r[0]) {
					t.Fatalf("the file has no %s", r[0])
				}
				want = strings.Replace(want, r[0], r[1], 1)
			}
			out := Write(k)
			if d := cmp.Diff(want, string(out)); d != "" {
				t.Errorf("Write, -want +got:\n%s", d)
			}
			if again := Write(parsed(t, string(out))); !bytes.Equal(again, out) {
				t.Errorf("Write is not stable:\n%s\n%s", out, again)
			}
		})
	}
}

// A file of a later version is read as far as it is understood, says so, and
// keeps its schema; older ones and those without become files of now.
func TestSchemaVersions(t *testing.T) {
	for _, c := range []struct{ schema, newer, written string }{
		{`"hopscope.case/1"`, "", "hopscope.case/1"},
		{`"hopscope.case/0"`, "", "hopscope.case/1"},
		{`"hopscope.case/2"`, "hopscope.case/2", "hopscope.case/2"},
		{`"hopscope.case/2.1"`, "hopscope.case/2.1", "hopscope.case/2.1"},
		{`"hopscope.case/99999999999999999999"`, "hopscope.case/99999999999999999999", "hopscope.case/99999999999999999999"},
		{``, "", "hopscope.case/1"},
	} {
		file := `{"schema": ` + c.schema + `, "catalog": ["Read"], "calls": [{"call": "read"}], "new": {"a": 1}}`
		if c.schema == "" {
			file = strings.Replace(file, `"schema": , `, "", 1)
		}
		k, problems, err := Parse([]byte(file))
		if err != nil {
			t.Errorf("Parse of schema %s: %v", c.schema, err)
			continue
		}
		if k.Newer() != c.newer || (len(problems) > 0) != (c.newer != "") || len(k.Calls) != 1 {
			t.Errorf("schema %s: newer %q, problems %v, %d calls; want %q and 1", c.schema, k.Newer(), problems, len(k.Calls), c.newer)
		}
		got := object(t, Write(k))
		var with map[string]any
		if err := json.Unmarshal(Write(k), &with); err != nil || with["schema"] != c.written || got["new"] == nil {
			t.Errorf("schema %s is written as %v, %v: %v", c.schema, with["schema"], err, got)
		}
	}
}

func TestCatalogOfObjects(t *testing.T) {
	c := parsed(t, `{"client": "claude-code", "catalog": ["Read", {"name": "mcp__docs__docs_open", "server": "docs", "registered": "docs.open",
		"description": "Open.", "schema": {"type": "object", "required": ["id"]}}], "offered": ["mcp__docs__docs_open"], "calls": []}`)
	list := c.Catalog().Tools
	want := []journey.Tool{
		{Form: journey.FormSafe, Safe: "Read", Builtin: true},
		{Form: journey.FormSafe, Safe: "mcp__docs__docs_open", Registered: "docs.open", Server: "docs", Description: "Open.", Schema: `{"type": "object", "required": ["id"]}`},
	}
	if d := cmp.Diff(want, list); d != "" {
		t.Errorf("Catalog, -want +got:\n%s", d)
	}
	if b := c.Batch(0); len(b.Snapshots) != 1 || b.Snapshots[0].Catalog.Tools[0].Schema == "" {
		t.Errorf("the offered list has no schema: %+v", b.Snapshots)
	}
	k := *c
	k.read = nil // as a program would write it
	if again := parsed(t, string(Write(&k))); cmp.Diff(want, again.Catalog().Tools) != "" {
		t.Errorf("written as\n%s", Write(&k))
	}
}

// Sizes stand where bodies were left out: the call still ran.
func TestSizesOfBodies(t *testing.T) {
	c := parsed(t, `{"catalog": ["a"], "calls": [{"call": "a", "args_size": 40, "result_size": 70}, {"call": "a", "args": {"x": "cut"}, "args_size": 4000}]}`)
	var s journey.Session
	s.Apply(c.Batch(0))
	if s.Rows[0].Class != journey.ClassOK || s.Rows[1].Class != journey.ClassNoResult {
		t.Errorf("classes %v, %v; want ok, no-result", s.Rows[0].Class, s.Rows[1].Class)
	}
	b := c.Bodies()
	if _, _, err := b.Args(&s, 0, -1); err == nil || !strings.Contains(err.Error(), "40 bytes") {
		t.Errorf("Args = %v, want their size", err)
	}
	if _, _, err := b.Result(&s, 0, -1); err == nil || !strings.Contains(err.Error(), "70 bytes") {
		t.Errorf("Result = %v, want its size", err)
	}
	if text, cut, err := b.Args(&s, 1, -1); text != `{"x": "cut"}` || !cut || err != nil {
		t.Errorf("Args = %q, %t, %v; want them cut", text, cut, err)
	}
}

// FuzzRoundTrip holds that nothing of a file is lost when it is written: it is
// the same JSON, but for the schema.
func FuzzRoundTrip(f *testing.F) {
	for _, raw := range vectors(f) {
		f.Add([]byte(raw), "n")
	}
	f.Add([]byte(`{"schema":"hopscope.case/1","x":[1,{"y":null}],"view":{"call":"no","z":1},"notes":[1,{"q":2}],"catalog":[{"name":"a","schema":7}],"calls":[{"call":null},"odd"]}`), "n")
	f.Fuzz(func(t *testing.T, data []byte, note string) {
		c, problems, err := Parse(data)
		if err != nil {
			return
		}
		out := Write(c)
		var read, written map[string]any
		if json.Unmarshal(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), &read) != nil || json.Unmarshal(out, &written) != nil {
			t.Fatalf("not JSON: %q, %q", data, out)
		}
		if c.Newer() == "" {
			delete(read, "schema")
			delete(written, "schema")
		}
		if d := cmp.Diff(read, written); d != "" {
			t.Errorf("Write(Parse(%q)), -want +got:\n%s", data, d)
		}
		again, more, err := Parse(out)
		if err != nil || len(more) > len(problems) {
			t.Fatalf("Parse(Write(%q)) = %v, %v; at first %v", data, more, err, problems)
		}
		if !bytes.Equal(canonical(again), canonical(c)) {
			t.Errorf("%q is another case when it was written:\n%s\n%s", data, canonical(c), canonical(again))
		}
		c.Notes = append(c.Notes, Note{Text: note})
		last, _, err := Parse(Write(c))
		if err != nil || !bytes.Equal(canonical(last), canonical(c)) {
			t.Errorf("%q with a note is another case when it was written, %v:\n%s\n%s", data, err, canonical(c), canonical(last))
		}
	})
}
