package catalog

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"hopscope/journey"
)

// describe writes all that matters of a reading, one fact a line.
func describe(r Reading) string {
	var b strings.Builder
	if r.OK {
		state := "complete"
		if !r.Catalog.Complete {
			state = "incomplete"
		}
		fmt.Fprintf(&b, "%s, %s, %s\n", r.Format, r.Catalog.Form, state)
	} else {
		b.WriteString("no catalog\n")
	}
	for _, t := range r.Catalog.Tools {
		fmt.Fprintf(&b, "%d: %q", t.Line, t.Listed())
		for _, f := range []struct {
			word string
			on   bool
		}{
			{"server=" + string(t.Server), t.Server != ""}, {"plugin=" + t.Plugin, t.Plugin != ""},
			{"form=" + t.Form.String(), t.Form != r.Catalog.Form},
			{"namespace=" + string(t.Wire.Namespace), t.Wire.Namespace != ""},
			{"registered=" + string(t.Registered), t.Registered != "" && t.Form != journey.FormRegistered},
			{"builtin", t.Builtin}, {"deferred", t.Deferred}, {"disabled", t.Disabled},
			{t.Kind.String(), t.Kind != journey.KindFunction}, {"type=" + t.Type, t.Type != ""},
			{"title=" + t.Title, t.Title != ""}, {"about=" + t.Description, t.Description != ""},
			{"schema=" + t.Schema, t.Schema != ""},
		} {
			if f.on {
				b.WriteString(" " + f.word)
			}
		}
		b.WriteByte('\n')
	}
	for _, s := range r.Catalog.Servers {
		fmt.Fprintf(&b, "server %q %s unknown=%t\n", s.Key, s.Status, s.NamesUnknown)
	}
	for _, n := range r.Catalog.Notes {
		fmt.Fprintf(&b, "note: %s\n", n)
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "problem: %s: %s (%s)\n", p.Where, p.What, p.Fix)
	}
	return b.String()
}

// TestForms reads the pairs NAME and NAME.want of every archive in testdata.
func TestForms(t *testing.T) {
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
			t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar")+"/"+in.Name, func(t *testing.T) {
				got := describe(Read(in.Name, in.Data))
				if d := cmp.Diff(string(want.Data), got); d != "" {
					t.Errorf("Read(%s), -want +got:\n%s\ngot:\n%s", in.Name, d, got)
				}
			})
		}
	}
}

func names(c journey.Catalog) []string {
	var list []string
	for _, t := range c.Tools {
		list = append(list, t.Listed())
	}
	return list
}

// TestSamples reads the recorded catalogs. Counts and names were taken from the
// files by hand.
func TestSamples(t *testing.T) {
	dir := os.Getenv("HOPSCOPE_SAMPLES")
	if dir == "" {
		t.Skip("HOPSCOPE_SAMPLES is not set: the recorded catalogs were not read")
	}
	dir = filepath.Join(dir, "catalogs")
	want := map[string]struct {
		format      string
		form        journey.Form
		tools       int
		servers     []string
		first, last string
	}{
		"anthropic-tools.json":                      {"anthropic-tools", journey.FormWire, 3, nil, "get_exchange_rate", "tool_search_tool_bm25"},
		"bedrock-toolconfig.json":                   {"bedrock-tools", journey.FormWire, 1, nil, "get_weather", "get_weather"},
		"claude-action.mcp.json":                    {"mcp-config", journey.FormRegistered, 0, []string{"test-server"}, "", ""},
		"codex-config.toml":                         {"codex-config", journey.FormRegistered, 0, []string{"word_craft"}, "", ""},
		"gemini-function-declarations.json":         {"gemini-tools", journey.FormWire, 21, nil, "update_topic", "activate_skill"},
		"mcp-inspector-cli-tools-list.json":         {"mcp-tools-list", journey.FormRegistered, 5, nil, "new_document", "a_very_long_tool_name_that_goes_on_and_on_until_it_is_well_over_sixty_four_characters"},
		"mcp-tools-list-result.json":                {"mcp-tools-list", journey.FormRegistered, 5, nil, "new_document", "a_very_long_tool_name_that_goes_on_and_on_until_it_is_well_over_sixty_four_characters"},
		"names.txt":                                 {"name-list", journey.FormRegistered, 22, nil, "mcp__word.craft__new_document", "monitor"},
		"openai-chat-tools.json":                    {"openai-chat-tools", journey.FormWire, 14, nil, "bash", "write"},
		"openai-responses-tools-codex-0.61.0.json":  {"openai-responses-tools", journey.FormWire, 11, nil, "shell", "mcp__word_craft__new_document"},
		"openai-responses-tools-codex-0.118.0.json": {"openai-responses-tools", journey.FormWire, 19, nil, "exec_command", "mcp__word_craft__new_document"},
		"openai-responses-tools-codex-0.145.0.json": {"openai-responses-tools", journey.FormWire, 14, nil, "exec_command", "web_search"},
		"openai-responses-tools-namespace.json":     {"openai-responses-tools", journey.FormWire, 21, nil, "exec_command", "web_search"},
		"opencode.json":                             {"mcp-config", journey.FormRegistered, 0, []string{"word.craft"}, "", ""},
		"qwen-stream-json-init.json":                {"init-line", journey.FormSafe, 22, []string{"word.craft"}, "mcp__word.craft__new_document", "monitor"},
		"snap-happy.mcp.json":                       {"mcp-config", journey.FormRegistered, 0, []string{"snap-happy"}, "", ""},
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatalf("HOPSCOPE_SAMPLES names a folder that cannot be read: %v", err)
	}
	if len(files) != len(want) {
		t.Errorf("%d recorded catalogs, want %d", len(files), len(want))
	}
	for _, f := range files {
		w, ok := want[f.Name()]
		if !ok {
			t.Errorf("%s: not in the table", f.Name())
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		r := Read(f.Name(), data)
		if !r.OK || r.Format != w.format || r.Catalog.Form != w.form || len(r.Catalog.Tools) != w.tools || len(r.Problems) != 0 {
			t.Errorf("Read(%s) = %s, %v, %d tools, problems %v, want %s, %v, %d tools, none", f.Name(), r.Format, r.Catalog.Form, len(r.Catalog.Tools), r.Problems, w.format, w.form, w.tools)
			continue
		}
		if list := names(r.Catalog); w.tools > 0 && (list[0] != w.first || list[len(list)-1] != w.last) {
			t.Errorf("Read(%s): first %q, last %q, want %q, %q", f.Name(), list[0], list[len(list)-1], w.first, w.last)
		}
		var servers []string
		for _, s := range r.Catalog.Servers {
			servers = append(servers, string(s.Key))
		}
		if !slices.Equal(servers, w.servers) {
			t.Errorf("Read(%s): servers %q, want %q", f.Name(), servers, w.servers)
		}
	}
}

func TestServerKey(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"open\nclose\n", "docs/open docs/close"},
		{"git\topen\nBash\n", "git/open /Bash"},
		{`{"tools":[{"name":"open","inputSchema":{}}]}`, "docs/open"},
	} {
		got, _, ok := Parse("in", []byte(c.in))
		if !ok {
			t.Fatalf("Parse(%q) is no catalog", c.in)
		}
		ServerKey(&got, "docs")
		var list []string
		for _, tool := range got.Tools {
			list = append(list, string(tool.Server)+"/"+tool.Listed())
			if tool.Server != "" && tool.Builtin {
				t.Errorf("ServerKey(%q): %s has a server and is built-in", c.in, tool.Listed())
			}
		}
		if s := strings.Join(list, " "); s != c.want {
			t.Errorf("ServerKey(%q) = %q, want %q", c.in, s, c.want)
		}
		if slices.Contains(got.Notes, NoKeyNote) {
			t.Errorf("ServerKey(%q) keeps the note that a key is missing", c.in)
		}
	}
}

func TestSetForm(t *testing.T) {
	c, _, _ := Parse("in", []byte(`[{"type":"namespace","name":"mcp__a","tools":[{"type":"function","name":"b"}]},{"type":"function","name":"c"}]`))
	SetForm(&c, journey.FormSafe)
	if got := strings.Join(names(c), " "); got != "mcp__a.b c" {
		t.Errorf("names after SetForm(safe) = %q, want mcp__a.b c", got)
	}
	for _, tool := range c.Tools {
		if tool.Form != journey.FormSafe || tool.Wire != (journey.WireName{}) || tool.Registered != "" {
			t.Errorf("SetForm left other forms in %+v", tool)
		}
	}
}

func TestWriteReadsBack(t *testing.T) {
	c := journey.Catalog{
		Form: journey.FormRegistered, Complete: true, Notes: []string{"a note\nof two lines"},
		Servers: []journey.ServerEntry{{Key: "docs", Status: "connected"}, {Key: "off", NamesUnknown: true, Error: "no such file"}},
		Tools: []journey.Tool{
			{Registered: "docs.open", Server: "docs", Title: "Open", Description: "Opens.", Schema: `{"type": "object"}`},
			{Registered: "Bash\u202e", Builtin: true},
			{Registered: " ", Plugin: "p", Disabled: true},
			{Form: journey.FormSafe, Safe: "docs_open", Registered: "docs.open", Deferred: true},
			{Form: journey.FormWire, Wire: journey.WireName{Namespace: "mcp__docs", Name: "open"}, Kind: journey.KindCustom},
			{Form: journey.FormWire, Wire: journey.WireName{Name: "bash"}, Kind: journey.KindProvider, Type: "bash_20250124"},
		},
	}
	text := Write(c)
	got, problems, ok := Parse("x", text)
	if !ok || len(problems) > 0 {
		t.Fatalf("Parse(Write(c)) = %v, %v\n%s", ok, problems, text)
	}
	got.Source = ""
	for i := range got.Tools {
		got.Tools[i].Line = 0
	}
	if d := cmp.Diff(c, got); d != "" {
		t.Errorf("Parse(Write(c)), -want +got:\n%s", d)
	}
	if again := Write(got); string(again) != string(text) {
		t.Errorf("Write is not stable:\n%s\n%s", text, again)
	}
	if strings.ContainsRune(string(text), '\u202e') {
		t.Errorf("Write left a bidi character unescaped")
	}
}

func TestTooManyTools(t *testing.T) {
	var b strings.Builder
	for i := range MaxTools + 5 {
		fmt.Fprintf(&b, "tool_%d\n", i)
	}
	c, problems, ok := Parse("many", []byte(b.String()))
	if !ok || len(c.Tools) != MaxTools || len(problems) != 1 || c.Complete {
		t.Errorf("Parse of %d names = %v, %d tools, %d problems, complete %v, want %d tools, one problem, incomplete", MaxTools+5, ok, len(c.Tools), len(problems), c.Complete, MaxTools)
	}
}

func FuzzParse(f *testing.F) {
	archives, _ := filepath.Glob("testdata/*.txtar")
	for _, path := range archives {
		if a, err := txtar.ParseFile(path); err == nil {
			for i := 0; i < len(a.Files); i += 2 {
				f.Add(a.Files[i].Data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, problems, ok := Parse("in", data)
		for _, p := range problems {
			if p.Where == "" || p.What == "" {
				t.Errorf("Parse(%q): a problem without place or text: %+v", data, p)
			}
		}
		if !ok {
			return
		}
		again, _, ok := Parse("in", Write(c))
		if !ok || !slices.Equal(names(c), names(again)) && !strings.Contains(string(data), "\xff") {
			// Bytes that are no UTF-8 cannot be written as JSON.
			for _, n := range names(c) {
				if strings.ToValidUTF8(n, "") != n {
					return
				}
			}
			t.Errorf("Parse(Write(%q)) = %q, want %q", data, names(again), names(c))
		}
	})
}

func BenchmarkParse10000(b *testing.B) {
	var s strings.Builder
	s.WriteString(`{"tools":[`)
	for i := range 10_000 {
		if i > 0 {
			s.WriteByte(',')
		}
		fmt.Fprintf(&s, `{"name":"tool_%d","description":"does a thing","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}`, i)
	}
	s.WriteString(`]}`)
	data := []byte(s.String())
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if c, _, ok := Parse("x", data); !ok || len(c.Tools) != 10_000 {
			b.Fatal("not read")
		}
	}
}

// A name has a limit, which is reported; the tool is there, and what is behind
// it is read.
func TestNameLimit(t *testing.T) {
	long := strings.Repeat("é", MaxName)
	for _, in := range []string{
		`{"tools":[{"name":"` + long + `","inputSchema":{}},{"name":"Read","inputSchema":{}}]}`,
		`[{"type":"function","function":{"name":"` + long + `"}},{"type":"function","function":{"name":"Read"}}]`,
		`["` + long + `","Read"]`,
	} {
		r := Read("long.json", []byte(in))
		if !r.OK || len(r.Catalog.Tools) != 2 || len(r.Problems) != 1 {
			t.Fatalf("Read(%.40s) = %d tools, problems %v, want 2 tools and 1 problem", in, len(r.Catalog.Tools), r.Problems)
		}
		if got := r.Catalog.Tools[0].Listed(); got != long[:MaxName] {
			t.Errorf("Read(%.40s): a name of %d bytes, want %d", in, len(got), MaxName)
		}
		if got, want := r.Problems[0].What, "a name of 8192 bytes"; got != want {
			t.Errorf("problem = %q, want %q", got, want)
		}
	}
}

// Every server is found once, however many there are.
func TestManyServers(t *testing.T) {
	var b strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&b, "server%d\ttool\nserver%d\tother\n", i, i)
	}
	r := Read("many.txt", []byte(b.String()))
	if len(r.Catalog.Servers) != 100_000 || len(r.Catalog.Tools) != 200_000 {
		t.Errorf("%d servers, %d tools, want 100000 and 200000", len(r.Catalog.Servers), len(r.Catalog.Tools))
	}
}

// A configuration has a limit.
func TestConfigLimit(t *testing.T) {
	r := Read("config.toml", []byte("[mcp_servers."+strings.Repeat("a.", tomlMax/2)+"a]\ncommand = 1\n"))
	if r.OK || len(r.Problems) != 1 || r.Problems[0].What != "a configuration of more than 1 MB" {
		t.Errorf("Read = %v, %v, want a problem about its size", r.OK, r.Problems)
	}
}

// TestNoLists: logs, documents and one JSON string are no lists of names.
func TestNoLists(t *testing.T) {
	for _, text := range []string{
		"2026-10-01 12:00:00 INFO start\n2026-10-01T12:00:01 WARN x\n", "Some text with `code`.\n```sh\nls\n```\n", `"text"`,
	} {
		if read := Read("x", []byte(text)); read.OK {
			t.Errorf("%q is read as %s with %d tools", text, read.Format, len(read.Catalog.Tools))
		}
	}
}
