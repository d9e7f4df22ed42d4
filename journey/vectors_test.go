package journey_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The conformance vectors: every file of testdata/vectors is run, whatever its
// name. What a file is, its header and the ids of its cases say; a file without
// a header is a body of vectors/wire, named PROVIDER.(request|response|stream).
//
// A case belongs to a group: the id without its number; for clients the client;
// for providers provider and place; for a wire body wire/PROVIDER. Each group
// has one runner, registered by the file of its system:
//
//	var _ = register(runThis, "group-a", "group-b")
//
// A group that has none stands in testdata/pending.txt. That list only shrinks:
// a group that has a runner, or that no file has, must not stand in it.

// vectorFile is one file of the folder.
type vectorFile struct {
	name   string // relative to the folder, with /
	system string
	body   []byte
	cases  []vectorCase
}

// vectorCase is one case with its group.
type vectorCase struct {
	ID       string          `json:"id"`
	Client   string          `json:"client"`
	Provider string          `json:"provider"`
	Where    string          `json:"where"`
	Verdict  string          `json:"verdict"`
	Input    json.RawMessage `json:"input"`
	Expected json.RawMessage `json:"expected"`

	group string
	raw   json.RawMessage
}

// read decodes the whole case.
func (c *vectorCase) read(into any) error { return json.Unmarshal(c.raw, into) }

// caseRunner checks one case; an error is another outcome than the expected.
type caseRunner func(f *vectorFile, c *vectorCase) error

var runners = map[string]caseRunner{}

// register gives groups their runner.
func register(run caseRunner, groups ...string) struct{} {
	for _, g := range groups {
		if runners[g] != nil {
			panic("two runners for vector group " + g)
		}
		runners[g] = run
	}
	return struct{}{}
}

// groupOf tells the group of a case of each system.
var groupOf = map[string]func(*vectorCase) string{
	"native-runtime": byID,
	"gptme":          byID,
	"agents-sdk":     byID,
	"repair":         byID,
	"failure-kinds":  byID,
	"clients":        func(c *vectorCase) string { return c.Client },
	"providers":      func(c *vectorCase) string { return c.Provider + "/" + c.Where },
}

var idNumber = regexp.MustCompile(`-?[0-9]+$`)

func byID(c *vectorCase) string { return idNumber.ReplaceAllString(c.ID, "") }

func TestVectors(t *testing.T) {
	dir, own := vectorsFolder()
	files, err := readVectorFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	pending, err := readPending(filepath.Join("..", "testdata", "pending.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range checkPending(pending, files, own) {
		t.Error(p)
	}
	waiting := map[string]bool{}
	for _, f := range files {
		r := runFile(f, pending)
		fmt.Println(r.line(f.name))
		for _, problem := range r.problems {
			t.Errorf("%s: %s", f.name, problem)
		}
		for _, g := range r.waiting {
			waiting[g] = true
		}
	}
	for _, g := range pending {
		if waiting[g] {
			fmt.Println("vectors: pending: " + g)
		}
	}
}

// vectorsFolder is testdata/vectors, or what HOPSCOPE_VECTORS names: absolute
// or relative to the root of the module.
func vectorsFolder() (dir string, own bool) {
	switch dir := os.Getenv("HOPSCOPE_VECTORS"); {
	case dir == "":
		return filepath.Join("..", "testdata", "vectors"), true
	case filepath.IsAbs(dir):
		return dir, false
	default:
		return filepath.Join("..", dir), false
	}
}

// readVectorFiles reads all files below a folder, in the order of their names.
func readVectorFiles(dir string) ([]*vectorFile, error) {
	var files []*vectorFile
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		f, err := parseVectors(filepath.ToSlash(name), body)
		files = append(files, f)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("vectors: %w", err)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("vectors: %s: no files", dir)
	}
	return files, nil
}

// parseVectors tells what a file is and cuts it into cases.
func parseVectors(name string, body []byte) (*vectorFile, error) {
	f := &vectorFile{name: name, body: body}
	var header struct {
		System string
		Cases  []json.RawMessage
	}
	if json.Unmarshal(body, &header) != nil || header.System == "" || header.Cases == nil {
		return f, parseWire(f)
	}
	f.system = header.System
	group := groupOf[f.system]
	if group == nil {
		return f, fmt.Errorf("%s: unknown kind of file: system %q", name, f.system)
	}
	seen := map[string]bool{}
	for i, raw := range header.Cases {
		c := vectorCase{raw: raw}
		if err := json.Unmarshal(raw, &c); err != nil {
			return f, fmt.Errorf("%s: case %d: %w", name, i, err)
		}
		if c.ID == "" || seen[c.ID] {
			return f, fmt.Errorf("%s: case %d: id %q is empty or stands there twice", name, i, c.ID)
		}
		seen[c.ID] = true
		c.group = group(&c)
		f.cases = append(f.cases, c)
	}
	if len(f.cases) == 0 {
		return f, fmt.Errorf("%s: no cases", name)
	}
	return f, nil
}

var wireName = regexp.MustCompile(`^([a-z0-9-]+)\.(request|response|stream|spans)\.(json|sse|jsonl|ndjson)$`)

// parseWire makes a body one case.
func parseWire(f *vectorFile) error {
	m := wireName.FindStringSubmatch(filepath.Base(f.name))
	if m == nil {
		return fmt.Errorf("%s: unknown kind of file: neither a header nor a wire body", f.name)
	}
	f.system = "wire"
	f.cases = []vectorCase{{ID: m[0], Provider: m[1], Where: m[2], group: "wire/" + m[1]}}
	return nil
}

// fileResult is what became of the cases of a file.
type fileResult struct {
	cases, passed, unknown int
	waiting, problems      []string
}

func (r *fileResult) line(name string) string {
	return fmt.Sprintf("vectors: %s: %d cases, %d passed, %d unknown", name, r.cases, r.passed, r.unknown)
}

func runFile(f *vectorFile, pending []string) fileResult {
	r := fileResult{cases: len(f.cases)}
	for i := range f.cases {
		c := &f.cases[i]
		run := runners[c.group]
		switch {
		case run == nil && slices.Contains(pending, c.group):
			if !slices.Contains(r.waiting, c.group) {
				r.waiting = append(r.waiting, c.group)
			}
		case run == nil:
			r.problems = append(r.problems, fmt.Sprintf("%s: unknown group %q", c.ID, c.group))
		case c.Verdict == "unknown":
			r.unknown++
		default:
			if err := runSafely(run, f, c); err != nil {
				r.problems = append(r.problems, c.ID+": "+err.Error())
			} else {
				r.passed++
			}
		}
	}
	return r
}

func runSafely(run caseRunner, f *vectorFile, c *vectorCase) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return run(f, c)
}

// readPending reads the groups that are not built yet, one a line.
func readPending(path string) ([]string, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []string
	for line := range strings.Lines(string(data)) {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list, nil
}

// checkPending says what stands in the list of pending groups without need. In
// a foreign folder groups may be missing.
func checkPending(pending []string, files []*vectorFile, own bool) []string {
	groups := map[string]bool{}
	for _, f := range files {
		for i := range f.cases {
			groups[f.cases[i].group] = true
		}
	}
	var problems []string
	seen := map[string]bool{}
	for _, g := range pending {
		switch {
		case seen[g]:
			problems = append(problems, fmt.Sprintf("pending.txt: %s stands there twice", g))
		case runners[g] != nil:
			problems = append(problems, fmt.Sprintf("pending.txt: %s is built, take it out", g))
		case own && !groups[g]:
			problems = append(problems, fmt.Sprintf("pending.txt: no case has the group %s", g))
		}
		seen[g] = true
	}
	return problems
}

// differ compares what is with what a case expects, as JSON.
func differ(what string, got, want any) error {
	a, err := json.Marshal(got)
	if err != nil {
		return err
	}
	b, err := json.Marshal(want)
	if err != nil {
		return err
	}
	if !bytes.Equal(a, b) {
		return fmt.Errorf("%s = %s, want %s", what, a, b)
	}
	return nil
}

// sameJSON compares two JSON texts by value.
func sameJSON(a, b []byte) error {
	var x, y any
	if err := json.Unmarshal(a, &x); err != nil {
		return fmt.Errorf("%.80s: %w", a, err)
	}
	if err := json.Unmarshal(b, &y); err != nil {
		return fmt.Errorf("%.80s: %w", b, err)
	}
	return differ("JSON", x, y)
}
