package scheme_test

import (
	"slices"
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

func TestGptmeNames(t *testing.T) {
	tees := strings.Repeat("t", 70)
	for _, c := range []struct {
		id, server, tool, want, rule string
	}{
		{"gptme", "docs", "open", "docs_open_59712d42", ". to _, hashed"},
		{"gptme", "my-server", "get item", "my-server_get_item_d54b3d57", "several to _, hashed"},
		{"gptme", "s", tees, "s_" + tees[:53] + "_629a136f", ". to _, cut, hashed"},
		{"gptme", "", "", "tool_e3b0c442", "hashed"},
		{"gptme", "", "shell", "shell", "unchanged"},
		{"gptme", "", tees[:64], tees[:64], "unchanged"},
		{"gptme@2026-08", "docs", "open", "docs.open", "unchanged"},
		{"gptme@2026-08", "my server", "a/b", "my server.a/b", "unchanged"},
		{"gptme@2026-08", "s", tees, "s." + tees, "unchanged"},
		{"gptme@0.28.1", "docs", "open", "docs.open", "unchanged"},
		{"gptme@2026-12", "docs", "open", "docs_open_59712d42", ". to _, hashed"},
	} {
		p := mustGet(t, c.id).Plan(catalogOf(mcp(c.server, c.tool)))
		n := p.Tools[0]
		if string(n.Wire.Name) != c.want || n.Rule != c.rule || n.Status != journey.Offered {
			t.Errorf("%s: %q %q = %q (%s) %v, want %q (%s)", c.id, c.server, c.tool, n.Wire.Name, n.Rule, n.Status, c.want, c.rule)
		}
	}
}

// A retry takes the name, NUL and a number as its hash input.
func TestGptmeAliasIsTaken(t *testing.T) {
	s := mustGet(t, "gptme")
	for _, list := range [][]string{{"docs.open", "docs_open_59712d42"}, {"docs_open_59712d42", "docs.open"}} {
		p := s.Plan(journey.Setting{Catalog: names(list...)})
		for _, n := range p.Tools {
			want := "docs_open_1cf8f55d"
			if n.Ref.Name == "docs_open_59712d42" {
				want = string(n.Ref.Name)
			}
			if string(n.Wire.Name) != want {
				t.Errorf("%q: %q travels as %q, want %q", list, n.Ref.Name, n.Wire.Name, want)
			}
		}
	}
	set := catalogOf(mcp("docs", "open"))
	set.Reserved = []journey.Wire{"docs_open_59712d42"}
	if got := s.Plan(set).Tools[0].Wire.Name; got != "docs_open_1cf8f55d" {
		t.Errorf("beside a reserved name: %q", got)
	}
	set = catalogOf(mcp("docs", "open"), journey.Tool{Registered: "python"})
	set.Options = map[string]string{"block_types": "python=ipython|docs_open_59712d42"}
	p := s.Plan(set)
	if got := p.Tools[0].Wire.Name; got != "docs_open_1cf8f55d" {
		t.Errorf("beside a block type: %q", got)
	}
	if r := s.Resolve(&p, echo("docs_open_59712d42")); r.Tool != 1 || r.Via != "block type" || r.Stored.Name != "python" {
		t.Errorf("a block type that looks like an alias = %v tool %d via %q stored %q", r.Outcome, r.Tool, r.Via, r.Stored.Name)
	}
}

func TestGptmeResolve(t *testing.T) {
	set := catalogOf(mcp("docs", "open"), journey.Tool{Registered: "python"}, journey.Tool{Registered: "note"}, mcp("my-docs", "open"))
	set.Options = map[string]string{"block_types": "python=ipython|py", "not_runnable": "note"}
	const unknown = "Tool 'X' is not available for execution."
	for _, c := range []struct {
		id, call string
		tool     int
		via      string
		stored   string
		err      string
	}{
		{"gptme", "docs.open", 0, "exact", "docs.open", ""},
		{"gptme", "docs_open_59712d42", 0, "alias", "docs.open", ""},
		{"gptme", "docs_open", -1, "", "docs_open", unknown},
		{"gptme", "ipython", 1, "block type", "python", ""},
		{"gptme", "py", 1, "block type", "python", ""},
		{"gptme", "Python", -1, "", "Python", unknown},
		{"gptme", "note", -1, "", "note", unknown},
		{"gptme", "my-docs.open", 3, "exact", "my-docs.open", ""},
		{"gptme@2026-08", "docs.open", 0, "exact", "docs.open", ""},
		{"gptme@2026-08", "py", 1, "block type", "py", ""},
		{"gptme@2026-08", "docs_open_59712d42", -1, "", "docs_open_59712d42", unknown},
		{"gptme@2026-08", "note", -1, "", "note", unknown},
		{"gptme@2026-08", "my-docs.open", -1, "lost: the stored line is not read as a call", "my-docs.open", ""},
		{"gptme@2026-08", "", -1, "lost: the stored line is not read as a call", "", ""},
		{"gptme@2026-08", "検索", -1, "", "検索", unknown},
	} {
		s := mustGet(t, c.id)
		p := s.Plan(set)
		r := s.Resolve(&p, echo(c.call))
		want := strings.Replace(c.err, "X", c.call, 1)
		if r.Tool != c.tool || r.Via != c.via || string(r.Stored.Name) != c.stored || r.Error != want {
			t.Errorf("%s: Resolve(%q) = %d via %q stored %q error %q, want %d %q %q %q", c.id, c.call, r.Tool, r.Via, r.Stored.Name, r.Error, c.tool, c.via, c.stored, want)
		}
		if r.Error != "" {
			if got, ok := s.Recognise(r.Error); !ok || got.Class != journey.ClassUnknownTool || got.Name != c.call {
				t.Errorf("%s: Recognise(%q) = %+v %v", c.id, r.Error, got, ok)
			}
		}
	}
}

// A stored call means the tool of its registered name, whatever else took its
// alias meanwhile; one that was stored as an alias means the new tool.
func TestGptmeReplay(t *testing.T) {
	s := mustGet(t, "gptme")
	later := s.Plan(journey.Setting{Catalog: names("docs_open_59712d42", "docs.open")})
	before := journey.Ref{Name: "docs.open"}
	for _, c := range []struct {
		stored string
		want   journey.Meaning
	}{
		{"docs.open", journey.MeansSame}, {"docs_open_59712d42", journey.MeansAnother}, {"docs_open", journey.MeansGone},
	} {
		if got, _ := journey.StoredMeaning(s, &later, journey.Called{Name: journey.Echo(c.stored)}, journey.KindFunction, before); got != c.want {
			t.Errorf("StoredMeaning(%q) = %v, want %v", c.stored, got, c.want)
		}
	}
}

func TestGptmeTwice(t *testing.T) {
	set := catalogOf(mcp("a.b", "c"), mcp("a", "b.c"), journey.Tool{Registered: "x"}, journey.Tool{Registered: "x"})
	p := mustGet(t, "gptme").Plan(set)
	for i, want := range []string{"", "another tool is registered under this name and is found first", "", "listed twice: one name is one entry"} {
		if got := p.Tools[i].Reason; got != want || (want == "") != (p.Tools[i].Status == journey.Offered) {
			t.Errorf("tool %d: %v (%s), want (%s)", i, p.Tools[i].Status, got, want)
		}
		if len(p.Tools[i].SharesWith) != 1 {
			t.Errorf("tool %d shares with %v", i, p.Tools[i].SharesWith)
		}
	}
	old := mustGet(t, "gptme@2026-08")
	p = old.Plan(set)
	for i := range p.Tools {
		if n := &p.Tools[i]; n.Status != journey.Offered || len(n.SharesWith) != 1 {
			t.Errorf("before the fix tool %d is %v and shares with %v", i, n.Status, n.SharesWith)
		}
	}
	if r := old.Resolve(&p, echo("a.b.c")); r.Tool != 0 {
		t.Errorf("before the fix a.b.c reaches %d, want the first", r.Tool)
	}
}

func TestGptmeOptions(t *testing.T) {
	for _, c := range []struct{ key, value, want string }{
		{"allow", "docs.*", "docs.open"},
		{"allow", "DOCS.*", ""},
		{"allow", "shell, *.op[ef]n", "docs.open shell"},
		{"allow", "hint:readonly", "docs.open shell"},
		{"connected", "other", "shell"},
		{"not_runnable", "shell", "docs.open"},
		{"provider", "bedrock", ""},
		{"provider", "anthropic", "docs.open shell"},
	} {
		set := catalogOf(mcp("docs", "open"), journey.Tool{Registered: "shell"})
		set.Options = map[string]string{c.key: c.value}
		var got []string
		for _, n := range mustGet(t, "gptme@2026-08").Plan(set).Tools {
			if n.Status == journey.Offered {
				got = append(got, string(n.Wire.Name))
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s=%s: offered %q, want %q", c.key, c.value, s, c.want)
		}
	}
}

func TestGptmeBackward(t *testing.T) {
	for _, c := range []struct {
		id, wire, tool string
		known          bool
	}{
		{"gptme", "docs_open_59712d42", "docs_open_59712d42", false},
		{"gptme", "shell", "shell", true},
		{"gptme", "ipython", "python", true},
		{"gptme@2026-08", "docs_open_59712d42", "docs_open_59712d42", true},
		{"gptme@2026-08", "ipython", "python", true},
	} {
		set := catalogOf(journey.Tool{Form: journey.FormWire, Wire: journey.WireName{Name: journey.Wire(c.wire)}})
		set.Options = map[string]string{"block_types": "python=ipython"}
		s := mustGet(t, c.id)
		p := s.Plan(set)
		if n := p.Tools[0]; string(n.Ref.Name) != c.tool || n.RegisteredKnown != c.known || string(n.Wire.Name) != c.wire {
			t.Errorf("%s: behind %q stands %q, known %v; want %q, %v", c.id, c.wire, n.Ref.Name, n.RegisteredKnown, c.tool, c.known)
		}
		if r := s.Resolve(&p, echo(c.wire)); r.Tool != 0 {
			t.Errorf("%s: Resolve(%q) = %v", c.id, c.wire, r.Outcome)
		}
	}
}

func TestGptmeIdentity(t *testing.T) {
	for _, c := range []struct{ id, stored string }{{"gptme", "docs.open"}, {"gptme@2026-08", "docs.open"}} {
		s := mustGet(t, c.id)
		p := s.Plan(catalogOf(mcp("docs", "open")))
		id := s.Identity(&p, 0)
		if id.LookupKey != "docs.open" || !slices.Equal(id.ApprovalKeys, []string{"docs.open"}) || id.StoredAs != c.stored || id.PublicName != string(p.Tools[0].Wire.Name) || id.CallID != "" {
			t.Errorf("%s: identity = %+v", c.id, id)
		}
	}
}

func TestGptmeCalls(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"@a(c):{}", "a c {}"},
		{"@a(c):\n\n  {}", "a c {}"},
		{"@a(c):\u00a0\u2028{}", "a c {}"},
		{"@a(c) : {}", ""},
		{"@a(c): [1]", ""},
		{" @a(c): {}", ""},
		{"\r@a(c): {}", ""},
		{"@a(c): {} @b(d): {}", "a c {}"},
		{"@a(c): {\"x\": {\"y\": \"\\\"}\"}}\n@b(d): {}", `a c {"x": {"y": "\"}"}};b d {}`},
		{"@a(c): {\n@b(d): {}\n}\n@e(f): {}", "a c {\n@b(d): {}\n};e f {}"},
		{"@a-b(c): {}\n@a(c): {}", "a c {}"},
		{"@ſ_é.٣²(c): {}", "ſ_é.٣² c {}"},
		{"@e\u0301(c): {}", ""},
		{"@a\xff(c): {}", ""},
		{"@a(c:1-2.3): {}", "a c:1-2.3 {}"},
		{"@a(c c): {}", ""},
		{"```py\n@a(c): {}\n```\n", ""},
		{"```py\n@a(c): {}\n", "a c {}"},
		{"````\n```\n@a(c): {}\n````\n@b(d): {}", "b d {}"},
		{"```\n@a(c): {}\n``` \t\n@b(d): {}", "b d {}"},
		{"```\n@a(c): {}\n```x\n@b(d): {}", "a c {};b d {}"},
		{"text ```\n@a(c): {}\n```", "a c {}"},
		{"@a(c): {\"x\": \"\n```\n\"}\n@b(d): {}\n```\n", "a c {\"x\": \"\n```\n\"}"},
		{"@a(c): {\\}}", "a c {\\}}"},
	} {
		var got []string
		for _, r := range scheme.GptmeCalls(c.text) {
			got = append(got, r.Name+" "+r.CallID+" "+r.JSON)
		}
		if s := strings.Join(got, ";"); s != c.want {
			t.Errorf("GptmeCalls(%q) = %q, want %q", c.text, s, c.want)
		}
	}
}

func FuzzGptmeCalls(f *testing.F) {
	f.Add("@a.b(c-1): {\"x\": 1}")
	f.Add("```\n@a(b): {}\n```\n@c(d): {")
	f.Fuzz(func(t *testing.T, text string) {
		at := 0
		for _, c := range scheme.GptmeCalls(text) {
			k := strings.Index(text[at:], "@"+c.Name+"("+c.CallID+"):")
			if k < 0 || c.Name == "" || c.CallID == "" || !strings.HasPrefix(c.JSON, "{") || !strings.HasSuffix(c.JSON, "}") || strings.ContainsAny(c.Name, "-/: ") {
				t.Fatalf("GptmeCalls(%q) read %+v", text, c)
			}
			at += k + strings.Index(text[at+k:], c.JSON) + len(c.JSON)
		}
	})
}

// Different names never share an alias, valid ones stay, and the order of the
// tools does not matter.
func FuzzGptmeAliases(f *testing.F) {
	f.Add("a.b", "a/b", "a_b")
	f.Add("", "tool_e3b0c442", "検索")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		tools := []scheme.GptmeTool{{Name: journey.Registered(a)}, {Name: journey.Registered(b)}, {Name: journey.Registered(c)}}
		got := scheme.GptmeAliases(tools, nil)
		back := slices.Clone(tools)
		slices.Reverse(back)
		turned := scheme.GptmeAliases(back, nil)
		for i, wire := range got {
			name := string(tools[i].Name)
			if !scheme.GptmeValid(string(wire)) || scheme.GptmeValid(name) != (string(wire) == name) {
				t.Fatalf("%q travels as %q", name, wire)
			}
			if turned[len(turned)-1-i] != wire {
				t.Fatalf("%q travels as %q and, turned round, as %q", name, wire, turned[len(turned)-1-i])
			}
			for k := range i {
				if (tools[k].Name == tools[i].Name) != (got[k] == wire) {
					t.Fatalf("%q and %q travel as %q and %q", tools[k].Name, name, got[k], wire)
				}
			}
		}
	})
}
