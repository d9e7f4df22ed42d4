package casefile

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"hopscope/journey"
	"hopscope/sessions/catalog"
)

// vectors returns the cases of the failure kinds as raw JSON.
func vectors(t testing.TB) []json.RawMessage {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "vectors", "failure-kinds.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []json.RawMessage }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file.Cases
}

// object decodes a case as plain JSON, without its schema.
func object(t *testing.T, data []byte) map[string]any {
	t.Helper()
	var o map[string]any
	if err := json.Unmarshal(data, &o); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	delete(o, "schema")
	return o
}

// TestVectorsKeepEveryField reads the 59 cases and writes them back: nothing is
// unknown, nothing is lost.
func TestVectorsKeepEveryField(t *testing.T) {
	cases := vectors(t)
	if len(cases) != 59 {
		t.Errorf("%d cases, want 59", len(cases))
	}
	for _, raw := range cases {
		c, problems, err := Parse(raw)
		if err != nil || len(problems) > 0 {
			t.Errorf("Parse(%.60q) = %v, %v", raw, problems, err)
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			if len(c.Extra) > 0 {
				t.Errorf("unknown fields %v", c.Extra)
			}
			for _, call := range c.Calls {
				if len(call.Extra) > 0 {
					t.Errorf("unknown fields in a call: %v", call.Extra)
				}
			}
			if c.Client == "" || c.Provider == "" || len(c.Listed) == 0 || len(c.Calls) == 0 || c.Expect == nil || c.Expect.Kind == "" || c.Expect.Hop == "" {
				t.Errorf("a field that every case has is missing: %+v", c)
			}
			out := Write(c)
			if d := cmp.Diff(object(t, raw), object(t, out)); d != "" {
				t.Errorf("Write(Parse(case)), -want +got:\n%s", d)
			}
			again, _, err := Parse(out)
			if err != nil || string(Write(again)) != string(out) {
				t.Errorf("Write is not stable: %v\n%s", err, out)
			}
		})
	}
}

// describe writes what a batch holds, one fact a line.
func describe(c *Case, problems []journey.Problem) string {
	var w strings.Builder
	var s journey.Session
	b := c.Batch(3)
	s.Apply(b)
	fmt.Fprintf(&w, "client %q %q label %q; provider %q; turns %d\n", s.Client.ID, s.Client.Version, s.Client.Label, s.Provider, s.Turns)
	for i := range s.Rows {
		call := s.Call(i)
		fmt.Fprintf(&w, "row %d: line %d turn %d %q", i, call.Line, call.Turn, call.Called.Name)
		for _, f := range [][2]string{
			{"namespace", string(call.Called.Namespace)}, {"id", call.ID}, {"agent", call.Agent}, {"args", call.Extra.Args},
			{"result", call.Extra.Result}, {"error", call.Error}, {"note", call.Extra.Note}, {"by", call.Extra.ExecutedBy},
			{"via", call.Extra.Via}, {"offered", strings.Join(call.Extra.Offered, ",")},
		} {
			if f[1] != "" {
				fmt.Fprintf(&w, " %s=%q", f[0], f[1])
			}
		}
		if call.Extra.Stored != nil {
			fmt.Fprintf(&w, " stored=%v", *call.Extra.Stored)
		}
		if call.Extra.Dispatched != nil {
			fmt.Fprintf(&w, " dispatched=%v", *call.Extra.Dispatched)
		}
		if call.Time != 0 {
			fmt.Fprintf(&w, " time=%d", call.Time)
		}
		if s.Rows[i].Flags&journey.FlagEmptyName != 0 {
			w.WriteString(" name-lost")
		}
		fmt.Fprintf(&w, " -> %v", call.Class)
		if o := s.OfferedAt(i); o.Known != journey.OfferNone {
			fmt.Fprintf(&w, "; offered %v %q", o.Known, o.Names)
		}
		w.WriteByte('\n')
	}
	for _, r := range s.Requests {
		fmt.Fprintf(&w, "request: line %d turn %d %q\n", r.Line, r.Turn, r.Error)
	}
	for _, e := range s.Background.Events {
		fmt.Fprintf(&w, "event before row %d: error %q note %q\n", e.Before, e.Error, e.Note)
	}
	for _, t := range c.Catalog().Tools {
		fmt.Fprintf(&w, "tool %v %q = %q of %q%s\n", t.Form, t.Listed(), t.Registered, t.Server, t.Plugin)
	}
	if x := s.Background.Capture; x != nil {
		fmt.Fprintf(&w, "capture: stages %v, deltas %d, name %q %q expected %q, tools %t choice %q\n", x.Stages, len(x.Deltas), x.Name, x.Namespace, x.Expected, x.Tools != "", x.ToolChoice)
	}
	for _, p := range problems {
		fmt.Fprintf(&w, "problem: %s: %s (%s)\n", p.Where, p.What, p.Fix)
	}
	return w.String()
}

// TestCases reads the pairs NAME and NAME.want of every archive in testdata: a
// case, and what its batch holds.
func TestCases(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives in testdata: %v", err)
	}
	for _, path := range archives {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+1 < len(a.Files); i += 2 {
			in, want := a.Files[i], a.Files[i+1]
			if want.Name != in.Name+".want" {
				t.Fatalf("%s: %s stands where %s.want should", path, want.Name, in.Name)
			}
			t.Run(in.Name, func(t *testing.T) {
				c, problems, err := Parse(in.Data)
				got := ""
				if err != nil {
					got = "error: " + err.Error() + "\n"
				} else {
					got = describe(c, problems)
				}
				if d := cmp.Diff(string(want.Data), got); d != "" {
					t.Errorf("%s, -want +got:\n%s", in.Name, d)
				}
				if err == nil && !strings.HasPrefix(in.Name, "wrong-types") {
					if d := cmp.Diff(object(t, in.Data), object(t, Write(c))); d != "" {
						t.Errorf("%s written, -want +got:\n%s", in.Name, d)
					}
				}
			})
		}
	}
}

func TestTurns(t *testing.T) {
	for _, c := range []struct {
		name string
		in   Case
		want []int
	}{
		{"no timeline", Case{Calls: make([]Call, 3)}, []int{1, 2, 3}},
		{"as many turns", Case{Calls: make([]Call, 4), Timeline: moments(1, 4)}, []int{1, 2, 3, 4}},
		{"later turns", Case{Calls: make([]Call, 2), Timeline: moments(1, 7)}, []int{6, 7}},
		{"never below one", Case{Calls: make([]Call, 4), Timeline: moments(2)}, []int{1, 1, 1, 2}},
		{"stated", Case{Calls: []Call{{Turn: 5}, {}}, Timeline: moments(9)}, []int{5, 9}},
		{"runs", Case{Calls: make([]Call, 1), Timeline: []Moment{{TimelineEntry: journey.TimelineEntry{Run: 1}}, {TimelineEntry: journey.TimelineEntry{Run: 2}}}}, []int{2}},
	} {
		if got := c.in.Turns(); !slices.Equal(got, c.want) {
			t.Errorf("%s: Turns() = %v, want %v", c.name, got, c.want)
		}
	}
}

func moments(turns ...int) []Moment {
	var list []Moment
	for _, n := range turns {
		list = append(list, Moment{TimelineEntry: journey.TimelineEntry{Turn: n}})
	}
	return list
}

func TestIs(t *testing.T) {
	for in, want := range map[string]bool{
		`{"schema": "hopscope.case/1"}`:                true,
		`{"schema": "hopscope.case/9", "x": 1}`:        true,
		`{"catalog": [], "calls": []}`:                 true,
		`{"catalog": ["a"], "calls": [{"call": "cut`:   true,
		"\xef\xbb\xbf" + `{"calls":[],"catalog":[]}`:   true,
		`{"schema": "other", "catalog":[],"calls":[]}`: false,
		`{"catalog": ["a"]}`:                           false,
		`{"catalog": {}, "calls": []}`:                 false,
		`[]`:                                           false,
		``:                                             false,
		`{"tools": [{"catalog": [], "calls": []}]}`:    false,
	} {
		if got := Is([]byte(in)); got != want {
			t.Errorf("Is(%q) = %v, want %v", in, got, want)
		}
	}
}

func TestBodies(t *testing.T) {
	long := strings.Repeat("é", 400)
	c, _, err := Parse([]byte(`{"catalog":[],"calls":[{"call":"a","id":"id1","args":{"x": 1},"result":"four"},{"call":"b","error":"` + long + `"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	var s journey.Session
	s.Apply(c.Batch(0))
	b := c.Bodies()
	if id, err := b.ID(&s, 0); id != "id1" || err != nil {
		t.Errorf("ID = %q, %v, want id1", id, err)
	}
	if args, cut, err := b.Args(&s, 0, 100); args != `{"x": 1}` || cut || err != nil {
		t.Errorf("Args = %q, %v, %v", args, cut, err)
	}
	if text, cut, err := b.Result(&s, 0, 2); text != "fo" || !cut || err != nil {
		t.Errorf("Result(2) = %q, %v, %v, want fo, cut", text, cut, err)
	}
	text, cut, err := b.Result(&s, 1, 5)
	if text != "éé" || !cut || err != nil {
		t.Errorf("Result of an error = %q, %v, %v, want éé, cut", text, cut, err)
	}
	if got := s.Text(s.Rows[1].Err); len(got) > journey.ErrorMax || !strings.HasPrefix(long, got) {
		t.Errorf("the session keeps %d bytes of the error, want at most %d", len(got), journey.ErrorMax)
	}
}

func TestWriteOfAProgramsCase(t *testing.T) {
	c := &Case{
		Client: "claude-code", Listed: []string{"Bash\u202e"}, OfferedKnown: true,
		Context: journey.Context{HistoryUsed: []string{"bash"}, System: "s"},
		Capture: &journey.Capture{Tools: `["a"]`, Deltas: []string{`{"index": 0}`, "odd"}, Stages: []journey.Stage{{At: "sent", Name: "b"}}},
		Tools:   &journey.Catalog{Form: journey.FormRegistered, Complete: true, Tools: []journey.Tool{{Registered: "docs.open", Server: "docs"}}},
		Calls:   []Call{{Null: true, NameLost: true, Args: "not json"}, {Name: "x", Kind: journey.KindCustom, Args: "text", ArgsText: true, HasResult: true}},
		Tour:    []Step{{Title: "t", Pane: "rail", Text: "s", Key: "l"}},
		View:    &View{Tab: "replay"},
	}
	out := Write(c)
	got, problems, err := Parse(out)
	if err != nil || len(problems) > 0 {
		t.Fatalf("Parse(Write(c)) = %v, %v\n%s", problems, err, out)
	}
	if string(Write(got)) != string(out) {
		t.Errorf("Write is not stable:\n%s\n%s", out, Write(got))
	}
	if !got.OfferedKnown || got.Context.System != "s" || got.Capture.Stages[0].Name != "b" || got.Tools.Tools[0].Server != "docs" ||
		!got.Calls[0].NameLost || got.Calls[1].Kind != journey.KindCustom || got.Tour[0].Key != "l" || strings.ContainsRune(string(out), '\u202e') {
		t.Errorf("Write lost something:\n%s", out)
	}
}

func FuzzParse(f *testing.F) {
	for _, raw := range vectors(f) {
		f.Add([]byte(raw))
	}
	f.Add([]byte(`{"schema":"hopscope.case/1","tools":{"form":"wire","tools":["a"]},"timeline":[{"run":1,"tools":{"tools":[{"name":"x"}]}}],"calls":[{"call":null,"echo_null":true},{"call":1},{}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, _, err := Parse(data)
		if err != nil {
			return
		}
		var s journey.Session
		s.Apply(c.Batch(0))
		for i := range s.Rows {
			s.Call(i)
			s.OfferedAt(i)
			c.Bodies().Result(&s, i, 10)
		}
		out := Write(c)
		again, _, err := Parse(out)
		if err != nil {
			t.Fatalf("Parse(Write(%q)): %v\n%s", data, err, out)
		}
		if string(Write(again)) != string(out) {
			t.Errorf("Write is not stable for %q:\n%s\n%s", data, out, Write(again))
		}
	})
}

func TestBuiltinsBesideOwnedTools(t *testing.T) {
	c, _, err := Parse([]byte(`{"catalog":["Bash","mcp__docs__docs_open"],"registered":["Bash",{"server":"docs","tool":"docs.open"}],"calls":[]}`))
	if err != nil {
		t.Fatal(err)
	}
	list := c.Catalog()
	if got := list.Tools; !got[0].Builtin || got[1].Builtin || got[1].Server != "docs" || got[1].Registered != "docs.open" {
		t.Errorf("Catalog() = %+v", got)
	}
	if len(list.Servers) != 1 || list.Servers[0].Key != "docs" {
		t.Errorf("servers %+v, want docs", list.Servers)
	}
}

// Names of any length are read to a limit; the case itself keeps them.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("é", 1<<19)
	data := `{"client":"` + long + `","client_version":"` + long + `","provider":"` + long + `","session":"` + long + `","model":"` + long + `","cwd":"` + long +
		`","catalog":["` + long + `","Read"],"registered":[{"server":"` + long + `","tool":"` + long + `"},"Read"],"calls":[{"call":"` + long + `","args":{}}]}`
	c, problems, err := Parse([]byte(data))
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	b := c.Batch(0)
	for _, text := range append(b.Texts, b.Client.Label, b.Client.Version, b.Provider, b.ID, b.Model, b.Cwd) {
		if len(text) > catalog.MaxName {
			t.Errorf("a text of %d bytes in the batch", len(text))
		}
	}
	tool := c.Catalog().Tools[0]
	for _, name := range []string{string(tool.Safe), string(tool.Registered), string(tool.Server)} {
		if len(name) != catalog.MaxName {
			t.Errorf("a name of %d bytes in the catalog, want %d", len(name), catalog.MaxName)
		}
	}
	if c.Calls[0].Name != long {
		t.Errorf("the case keeps %d bytes of a name, want %d", len(c.Calls[0].Name), len(long))
	}
}

// Real names are paired with very many forms. Work that grew with the square
// of their number would not end here.
func TestManyNames(t *testing.T) {
	c := &Case{Registered: []Real{{Name: "lonely"}}, OfferedKnown: true}
	for i := range 100_000 {
		form := fmt.Sprintf("mcp__s%d__t%d", i%100, i)
		c.Listed = append(c.Listed, form)
		c.Offered = append([]string{form}, c.Offered[:min(len(c.Offered), 50)]...)
		c.Registered = append(c.Registered, Real{Server: fmt.Sprintf("s%d", i%100), Name: journey.Registered(fmt.Sprintf("t%d", i))})
	}
	for i, tool := range c.Catalog().Tools {
		if want := fmt.Sprintf("t%d", i); string(tool.Registered) != want {
			t.Fatalf("%s is %q, want %q", tool.Safe, tool.Registered, want)
		}
	}
}
