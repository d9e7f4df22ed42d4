package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopscope/journey/scheme"
)

func TestReadMapFile(t *testing.T) {
	for _, c := range []struct{ text, want, fault string }{
		{`{"a.b": "c"}`, `{"a.b":"c"}`, ""},
		{"\ufeff{}", `{}`, ""},
		{"", `{}`, ""},
		{"\"a.b\" = \"c\"\nd = 'e'\n", `{"a.b":"c","d":"e"}`, ""},
		{"{\"a\": \"b\"\n", "", "line 2: the object does not end"},
		{"{\"a\": \"b\"}\n{}", "", "line 2: more text follows the object"},
		{"{\n\"a\": 1}", "", "line 2: want a name in quotes for each name"},
		{"{\n\n\"a\": \"\"}", "", `line 3: "a" to "": a name is empty`},
		{"a = \"b\"\nc = 1\n", "", "line 2: want a name in quotes for each name"},
		{"a = \"b\"\na = \"c\"\n", "", "line 2: "},
	} {
		path := filepath.Join(t.TempDir(), "map")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := readMapFile(path)
		fault := ""
		if err != nil {
			fault = strings.TrimPrefix(err.Error(), "--map "+path+": ")
		}
		if got != c.want || c.fault == "" && fault != "" || !strings.HasPrefix(fault, c.fault) {
			t.Errorf("readMapFile(%q) = %s, %q, want %s, %q", c.text, got, fault, c.want, c.fault)
		}
	}
}

// FuzzMapFile holds that no file makes the reader fail, that a fault has a line
// of the file, and that what is read is an option that the gateway takes.
func FuzzMapFile(f *testing.F) {
	for _, s := range []string{`{"a": "b"}`, "a = \"b\"", "{", "{\"a\": [", "[a]\nb = 1", "\xff"} {
		f.Add(s)
	}
	s, err := scheme.Get("gateway")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, read := range []func([]byte) (map[string]string, int, error){jsonMap, tomlMap} {
			names, line, err := read([]byte(text))
			if err != nil {
				if line < 1 || line > 2+strings.Count(text, "\n") {
					t.Fatalf("%q: the fault %v stands in line %d", text, err, line)
				}
				continue
			}
			option, err := json.Marshal(names)
			if err != nil {
				t.Fatal(err)
			}
			if err := scheme.CheckOptions(s.Info(), map[string]string{"map": string(option)}); err != nil {
				t.Fatalf("%q is read as %s: %v", text, option, err)
			}
		}
	})
}
