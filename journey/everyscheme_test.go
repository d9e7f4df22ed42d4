package journey_test

import (
	"slices"
	"testing"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/journey/scheme"
)

// under compares a tool under the named schemes.
func under(t *testing.T, made string, set journey.Setting, tool int, ids ...string) []journey.UnderScheme {
	t.Helper()
	inForce, err := scheme.Get(made)
	if err != nil {
		t.Fatal(err)
	}
	plan := inForce.Plan(set)
	judge, err := provider.Get("anthropic-messages")
	if err != nil {
		t.Fatal(err)
	}
	in := journey.EverySchemeInput{Plan: &plan, Tool: tool, InForce: inForce, Provider: judge}
	for _, id := range ids {
		s, err := scheme.Get(id)
		if err != nil {
			t.Fatal(err)
		}
		in.Schemes = append(in.Schemes, s)
	}
	return journey.EveryScheme(in)
}

func schemeIDs() []string {
	var ids []string
	for _, s := range scheme.All() {
		ids = append(ids, s.Info().ID)
	}
	return ids
}

func listed(server journey.Server, names ...journey.Registered) journey.Catalog {
	var c journey.Catalog
	for _, n := range names {
		c.Tools = append(c.Tools, journey.Tool{Server: server, Registered: n})
	}
	return c
}

// Form, length, status and way back of one tool under schemes of all kinds.
func TestEveryScheme(t *testing.T) {
	set := journey.Setting{Catalog: listed("docs", "docs.open", "docs_open", "read")}
	ids := []string{"verbatim", "native", "claude-code", "codex", "opencode"}
	want := []struct {
		wire   journey.WireName
		length int
		status journey.OfferStatus
		back   journey.WayBack
		clash  string
	}{
		{journey.WireName{Name: "docs.open"}, 9, journey.Offered, journey.BackItself, ""},
		{journey.WireName{Name: "docs_open"}, 9, journey.LeftOut, journey.BackOther, "the other one is offered, this one is not"},
		{journey.WireName{Name: "mcp__docs__docs_open"}, 20, journey.Offered, journey.BackItself, "this one is offered, the other is not"},
		{journey.WireName{Namespace: "mcp__docs", Name: "docs_open_52c0fdca"}, 0, journey.Offered, journey.BackItself, ""},
		{journey.WireName{Name: "docs_docs_open"}, 14, journey.LeftOut, journey.BackOther, "the other one is offered, this one is not"},
	}
	for i, got := range under(t, "verbatim", set, 0, ids...) {
		w := want[i]
		if w.wire.Namespace != "" { // the hash is a matter of the scheme's own tests
			w.wire, w.length = got.Wire, len(got.Wire.Namespace)+len(got.Wire.Name)+2
		}
		if !got.Known || got.Wire != w.wire || got.Length != w.length || got.Status != w.status || got.Back != w.back {
			t.Errorf("%s: %v %d %v %v, want %v %d %v %v", ids[i], got.Wire, got.Length, got.Status, got.Back, w.wire, w.length, w.status, w.back)
		}
		if w.clash != "" && got.Clash != w.clash {
			t.Errorf("%s: clash = %q, want %q", ids[i], got.Clash, w.clash)
		}
		if len(got.Clashes) > 0 && got.Clashes[0] != (journey.Ref{Server: "docs", Name: "docs_open"}) {
			t.Errorf("%s: clashes = %v", ids[i], got.Clashes)
		}
	}
	first := under(t, "verbatim", set, 0, "verbatim")[0]
	if first.Verdict != journey.VerdictReject || len(first.Violations) == 0 {
		t.Errorf("verbatim docs.open: verdict %v, want reject", first.Verdict)
	}
}

// Other schemes begin with the real name where the way back is known, and with
// what was read where it is not.
func TestEverySchemeRestates(t *testing.T) {
	wire := func(n journey.Wire) journey.Tool {
		return journey.Tool{Form: journey.FormWire, Wire: journey.WireName{Name: n}}
	}
	set := journey.Setting{Catalog: journey.Catalog{Form: journey.FormWire, Tools: []journey.Tool{wire("Read"), wire("mcp__docs__open"), wire("mcp__docs__open_it")},
		Servers: []journey.ServerEntry{{Key: "docs"}}}}
	for _, tt := range []struct {
		made   string
		tool   int
		scheme string
		want   journey.WireName
		asRead bool
	}{
		{"claude-code", 1, "opencode", journey.WireName{Name: "docs_open"}, false},
		{"claude-code", 1, "codex", journey.WireName{Namespace: "mcp__docs", Name: "open"}, false},
		{"claude-code", 1, "claude-code", journey.WireName{Name: "mcp__docs__open"}, false},
		{"claude-code", 0, "opencode", journey.WireName{Name: "Read"}, false},
		{"verbatim", 1, "opencode", journey.WireName{Name: "mcp__docs__open"}, true},
	} {
		got := under(t, tt.made, set, tt.tool, tt.scheme)[0]
		if !got.Known || got.Wire != tt.want {
			t.Errorf("%s tool %d under %s = %v, want %v", tt.made, tt.tool, tt.scheme, got.Wire, tt.want)
		}
		if tt.asRead && got.Ref.Server != "" {
			t.Errorf("%s tool %d under %s has server %q out of nothing", tt.made, tt.tool, tt.scheme, got.Ref.Server)
		}
	}
}

// A tool that only the client in force has is no tool of the others; two tools
// that nothing tells apart are still two.
func TestEverySchemeWhose(t *testing.T) {
	set := journey.Setting{Catalog: listed("a", "x", "x"), Builtins: true}
	own, err := scheme.Get("claude-code")
	if err != nil {
		t.Fatal(err)
	}
	plan := own.Plan(set)
	bash := slices.IndexFunc(plan.Tools, func(n journey.Naming) bool { return n.Ref.Name == "Bash" })
	if bash < 0 {
		t.Fatal("claude-code declares no Bash")
	}
	if got := under(t, "claude-code", set, bash, "qwen-code")[0]; got.Known || got.Reason == "" {
		t.Errorf("Bash under qwen-code: known %v, reason %q; want not known and why", got.Known, got.Reason)
	}
	first, second := under(t, "verbatim", journey.Setting{Catalog: listed("a", "x", "x")}, 0, "gemini-cli")[0], under(t, "verbatim", journey.Setting{Catalog: listed("a", "x", "x")}, 1, "gemini-cli")[0]
	if first.Status == second.Status && first.Back == second.Back {
		t.Errorf("both of two equal entries are %v, %v: one place was shown twice", first.Status, first.Back)
	}
}

// Lengths are counted as the client counts.
func TestEverySchemeUnits(t *testing.T) {
	set := journey.Setting{Catalog: listed("", "é🙂")}
	for _, u := range under(t, "verbatim", set, 0, schemeIDs()...) {
		if !u.Known || u.Wire.Name != "é🙂" {
			continue
		}
		want := map[string]int{"code points": 2, "UTF-16 units": 3, "bytes": 6}[u.Unit]
		if u.Length != want {
			t.Errorf("%s: length = %d %s, want %d", u.Scheme.ID, u.Length, u.Unit, want)
		}
	}
}

// Every scheme answers for every tool of a catalog, and the same twice.
func TestEverySchemeAll(t *testing.T) {
	set := journey.Setting{Catalog: listed("docs", "docs.open", "docs_open", "", "a-b", "日本")}
	ids := schemeIDs()
	for tool := range set.Catalog.Tools {
		a, b := under(t, "native", set, tool, ids...), under(t, "native", set, tool, ids...)
		for i := range a {
			if a[i].Wire != b[i].Wire || a[i].Status != b[i].Status || a[i].Back != b[i].Back || a[i].Clash != b[i].Clash {
				t.Errorf("%s, tool %d: %+v, then %+v", ids[i], tool, a[i], b[i])
			}
			if a[i].Known && a[i].Status == journey.LeftOut && a[i].Reason == "" {
				t.Errorf("%s, tool %d is left out without a reason", ids[i], tool)
			}
		}
	}
}

// Each tool has its counterpart in another order of the request; what the other
// client does not have has none.
func TestCounterparts(t *testing.T) {
	from, err := scheme.Get("verbatim")
	if err != nil {
		t.Fatal(err)
	}
	to, err := scheme.Get("codex")
	if err != nil {
		t.Fatal(err)
	}
	set := journey.Setting{Catalog: listed("b", "z", "a", "z")}
	set.Catalog.Tools = append(set.Catalog.Tools, listed("a", "m").Tools...)
	p, q := from.Plan(set), to.Plan(set)
	seen := map[int]bool{}
	for i, k := range journey.Counterparts(&p, from, &q) {
		if k < 0 || seen[k] || q.Tools[k].Ref != p.Tools[i].Ref {
			t.Errorf("tool %d, %v, has the counterpart %d", i, p.Tools[i].Ref, k)
		}
		seen[k] = true
	}
	p.Tools[1].Tool.Registered = "gone"
	if got := journey.Counterparts(&p, from, &q)[1]; got != -1 {
		t.Errorf("a tool that the other plan lacks has the counterpart %d", got)
	}
}

// Cursor counts the server key and the tool name together, without a form.
func TestEverySchemeCountsServer(t *testing.T) {
	set := journey.Setting{Catalog: listed("docs", "docs.open")}
	u := under(t, "verbatim", set, 0, "cursor")[0]
	if u.Length != 13 || u.Limit != 59 {
		t.Errorf("cursor counts %d/%d of docs and docs.open, want 13/59", u.Length, u.Limit)
	}
}

// What became of three tools with one form is said of all of them.
func TestEverySchemeClashOfThree(t *testing.T) {
	set := journey.Setting{Catalog: listed("", "a.b", "a/b", "a_b")}
	for tool, want := range []string{"another one is offered, this one is not", "another one is offered, this one is not", "this one is offered, the others are not"} {
		if u := under(t, "verbatim", set, tool, "native")[0]; u.Clash != want {
			t.Errorf("native, tool %d: clash %q, want %q", tool, u.Clash, want)
		}
	}
}
