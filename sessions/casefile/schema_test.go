package casefile_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"hopscope/journey"
	"hopscope/sessions/casefile"
	"hopscope/sessions/demo"
)

// compiled is the JSON Schema of case files.
func compiled(t *testing.T) func(data []byte) error {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile("../../testdata/schema/case.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return func(data []byte) error {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			return err
		}
		return schema.Validate(v)
	}
}

// TestSchema holds that demos, bug reports and what is saved of a session are
// as the JSON Schema says, before and after they were written.
func TestSchema(t *testing.T) {
	valid := compiled(t)
	files := map[string][]byte{}
	for _, d := range demo.List() {
		data, err := demo.Get(d.Name)
		if err != nil {
			t.Fatal(err)
		}
		files["demo "+d.Name] = data
	}
	a, err := txtar.ParseFile("testdata/bugreports.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		if strings.HasSuffix(f.Name, ".case.json") {
			files[f.Name] = f.Data
		}
	}
	if len(files) < 10 {
		t.Errorf("only %d files", len(files))
	}
	for name, data := range files {
		c, problems, err := casefile.Parse(data)
		if err != nil || len(problems) > 0 {
			t.Errorf("%s: %v, %v", name, err, problems)
			continue
		}
		var s journey.Session
		s.Apply(c.Batch(0))
		saved, _ := casefile.FromSession(&s, c.Catalog(), c.Bodies(), nil, casefile.Keep{Args: 100})
		saved.Notes = []casefile.Note{{Text: "a"}, {Text: "b", Call: 1, Time: "2026-11-30T00:00:00Z"}}
		saved.View = &casefile.View{Tab: "what-if", Tool: "x", Call: 1, Options: map[string]string{"a": "b"}, Connected: []string{}}
		saved.Sources = []journey.Source{{Path: "a.jsonl", Format: "claude-code"}}
		saved.Details = []casefile.Detail{{Server: "s", Schema: "{}"}}
		for what, data := range map[string][]byte{"as it stands": data, "written": casefile.Write(c), "saved of its session": casefile.Write(saved)} {
			if err := valid(data); err != nil {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
	}
	for _, bad := range []string{`{}`, `[]`, `{"schema": "hopscope.case/2"}`, `{"schema": "hopscope.case/1", "calls": [{}]}`,
		`{"schema": "hopscope.case/1", "view": {"tab": "nowhere"}}`, `{"catalog": [1], "calls": []}`} {
		if valid([]byte(bad)) == nil {
			t.Errorf("%s is valid", bad)
		}
	}
}

// TestReadmeCase reads the case of the README: it is the same as the file that
// its commands are tried with, and gets the diagnosis that the text names.
func TestReadmeCase(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile("../../testdata/readme/case.json")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "```json\n"+string(file)+"```\n") {
		t.Error("the README has another case than testdata/readme/case.json")
	}
	if err := compiled(t)(file); err != nil {
		t.Error(err)
	}
	c, problems, err := casefile.Parse(file)
	if err != nil || len(problems) > 0 {
		t.Fatalf("Parse = %v, %v", err, problems)
	}
	got := verdict(c)
	if got == nil || got.Kind != journey.KindCaseDrift || got.Target != "Read" {
		t.Errorf("Verdict() = %+v, want %s, target Read", got, journey.KindCaseDrift)
	}
	if want := "`" + string(journey.KindCaseDrift) + "`"; !strings.Contains(string(text), want) {
		t.Errorf("the README does not name the diagnosis %s", want)
	}
}
