package journey_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestVectorsHarnessFiles(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body string
		groups     []string
		err        string
	}{
		{"any-name.json", `{"system":"native-runtime","cases":[{"id":"native-safe-01"},{"id":"native-safe-99"}]}`, []string{"native-safe", "native-safe"}, ""},
		{"x.json", `{"system":"clients","cases":[{"id":"claude-code-001","client":"claude-code"}]}`, []string{"claude-code"}, ""},
		{"x.json", `{"system":"providers","cases":[{"id":"a","provider":"gemini","where":"declare"}]}`, []string{"gemini/declare"}, ""},
		{"x.json", `{"system":"failure-kinds","cases":[{"id":"TL-5"}]}`, []string{"TL"}, ""},
		{"x.json", `{"system":"repair","cases":[{"id":"two-case-twins"}]}`, []string{"two-case-twins"}, ""},
		{"wire/gemini.request.json", `{"contents":[]}`, []string{"wire/gemini"}, ""},
		{"wire/ollama.stream.ndjson", "{}\n{}\n", []string{"wire/ollama"}, ""},
		{"anthropic-messages.request.json", `{"system":"You help.","tools":[]}`, []string{"wire/anthropic-messages"}, ""},
		{"x.json", `{"system":"weather","cases":[{"id":"a-1"}]}`, nil, "unknown kind of file"},
		{"README.md", "text", nil, "unknown kind of file"},
		{"x.json", `{"tools":[]}`, nil, "unknown kind of file"},
		{"x.json", `{"system":"repair","cases":[]}`, nil, "no cases"},
		{"x.json", `{"system":"repair","cases":[{"id":"a-1"},{"id":"a-1"}]}`, nil, "twice"},
		{"x.json", `{"system":"repair","cases":[{}]}`, nil, "empty"},
	}
	for _, tt := range tests {
		f, err := parseVectors(tt.name, []byte(tt.body))
		if tt.err != "" {
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("parseVectors(%q, %s) = %v, want an error with %q", tt.name, tt.body, err, tt.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("parseVectors(%q, %s) = %v", tt.name, tt.body, err)
			continue
		}
		var groups []string
		for _, c := range f.cases {
			groups = append(groups, c.group)
		}
		if !slices.Equal(groups, tt.groups) {
			t.Errorf("groups of %s = %q, want %q", tt.body, groups, tt.groups)
		}
	}
}

func TestVectorsHarnessOutcomes(t *testing.T) {
	register(func(_ *vectorFile, c *vectorCase) error {
		switch c.ID {
		case "harness-2":
			return errors.New("another outcome")
		case "harness-3":
			panic("no")
		}
		return nil
	}, "harness")
	defer delete(runners, "harness")
	f := &vectorFile{name: "f", cases: []vectorCase{
		{ID: "harness-1", group: "harness"}, {ID: "harness-2", group: "harness"}, {ID: "harness-3", group: "harness"},
		{ID: "harness-4", group: "harness", Verdict: "unknown"}, {ID: "later-1", group: "later"}, {ID: "later-2", group: "later"}, {ID: "nobody-1", group: "nobody"},
	}}
	r := runFile(f, []string{"later"})
	if got, want := r.line("f"), "vectors: f: 7 cases, 1 passed, 1 unknown"; got != want {
		t.Errorf("line = %q, want %q", got, want)
	}
	if want := []string{"harness-2: another outcome", "harness-3: panic: no", `nobody-1: unknown group "nobody"`}; !slices.Equal(r.problems, want) {
		t.Errorf("problems = %q, want %q", r.problems, want)
	}
	if !slices.Equal(r.waiting, []string{"later"}) {
		t.Errorf("waiting = %q, want later", r.waiting)
	}
	got := checkPending([]string{"later", "harness", "ghost", "later"}, []*vectorFile{f}, true)
	if len(got) != 3 || !strings.Contains(got[0], "harness is built") || !strings.Contains(got[1], "ghost") || !strings.Contains(got[2], "twice") {
		t.Errorf("checkPending = %q", got)
	}
	if got := checkPending([]string{"ghost"}, []*vectorFile{f}, false); len(got) != 0 {
		t.Errorf("checkPending of a foreign folder = %q, want nothing", got)
	}
}

func TestVectorsHarnessFolder(t *testing.T) {
	dir := t.TempDir()
	if _, err := readVectorFiles(dir); err == nil {
		t.Error("an empty folder is no error")
	}
	if _, err := readVectorFiles(filepath.Join(dir, "none")); err == nil {
		t.Error("a missing folder is no error")
	}
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readVectorFiles(dir); err == nil {
		t.Error("an unknown kind of file is no error")
	}
	t.Setenv("HOPSCOPE_VECTORS", dir)
	if got, own := vectorsFolder(); got != dir || own {
		t.Errorf("vectorsFolder() = %q, %v, want %q, false", got, own, dir)
	}
	t.Setenv("HOPSCOPE_VECTORS", "testdata/other")
	if got, _ := vectorsFolder(); got != filepath.Join("..", "testdata", "other") {
		t.Errorf("vectorsFolder() = %q, want it relative to the root of the module", got)
	}
	t.Setenv("HOPSCOPE_VECTORS", "")
	if got, own := vectorsFolder(); got != filepath.Join("..", "testdata", "vectors") || !own {
		t.Errorf("vectorsFolder() = %q, %v", got, own)
	}
}
