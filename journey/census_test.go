package journey

import (
	"fmt"
	"strings"
	"testing"
)

func TestCensus(t *testing.T) {
	t.Parallel()
	off := named("go.es")
	off[0].Disabled = true
	late := named("later")
	late[0].Deferred = true
	tests := []struct {
		name string
		plan *Plan
		prov Provider
		want []string
	}{
		{"nothing", plainPlan(), fakeProvider{}, nil},
		{"healthy", plainPlan(named("read", "write")...), fakeProvider{}, nil},
		{"clash, neither offered", sanitised(named("mcp__w.c__docs.open", "mcp__w.c__docs_open", "read")...), nil, []string{
			"shared-form error [mcp__w.c__docs.open mcp__w.c__docs_open] safe: mcp__w.c__docs.open and mcp__w.c__docs_open are both sent as mcp__w_c__docs_open, so neither is offered. | Rename mcp__w.c__docs.open, for example to mcp__w_c__docs_open_2.",
		}},
		{"clash, one is the form", sanitised(named("m.x", "m_x")...), nil, []string{
			"shared-form error [m.x m_x] safe: m.x and m_x share the form m_x; only m_x is offered, m.x is left out. | Rename m.x, for example to m_x_2.",
		}},
		{"clash of three", sanitised(named("a.b", "a:b", "a b")...), nil, []string{
			"shared-form error [a.b a:b a b] safe: a.b, a:b and a b are all sent as a_b, so none of them is offered. | Rename a.b, for example to a_b_2.",
		}},
		{"two servers, one name", plainPlan(named("docs/search", "web/search")...), fakeProvider{}, []string{
			"duplicate-name error [search search] registered: search of server docs and search of server web stand in one request as search, so a call to it cannot be told apart. | Put the server key in the name, or disable one of the two.",
		}},
		{"listed twice", plainPlan(named("read", "read")...), nil, []string{
			"duplicate-name warning [read read] registered: read is listed twice. | Remove all entries but one: lines 1, 2.",
		}},
		{"listed twice and refused", plainPlan(named("read", "read")...), fakeProvider{}, []string{
			"duplicate-name error [read read] registered: read is listed twice and fake-api refuses such a request. | Remove all entries but one: lines 1, 2.",
		}},
		{"refused character", plainPlan(named("read", "docs.open")...), fakeProvider{}, []string{
			`rejected error [docs.open] wire: docs.open has "." at character 5; fake-api takes A-Z a-z 0-9 _ -. | Send docs_open and map it back, or disable this one tool for now.`,
		}},
		{"unknown verdict", plainPlan(named("read?")...), fakeProvider{}, nil},
		{"too long, one server of two tools", plainPlan(named("warehouse/list_recent_shipments", "warehouse/x")...), fakeProvider{}, []string{
			"rejected error [list_recent_shipments] wire: list_recent_shipments is 21 characters, 1 over; fake-api takes 20. | Shorten the server key warehouse by 1 or more: one edit for all its 2 tools.",
		}},
		{"too many", plainPlan(named("a", "b", "c")...), fakeProvider{most: 2}, []string{
			"too-many-tools error [] wire: fake-api: 3 tools, maximum 2. | Disable tools, or let a tool search load them when they are needed.",
		}},
		{"switched off and deferred", sanitised(off[0], late[0]), fakeProvider{}, nil},
		{"twins in case", plainPlan(named("Read", "read")...), fakeProvider{}, []string{
			"case-twin warning [Read read] registered: Read and read differ only in case. | Rename read so that a word tells them apart, for example to read_2.",
		}},
		{"twins in dashes", plainPlan(named("get-item", "get_item")...), nil, []string{
			"dash-twin warning [get-item get_item] registered: get-item and get_item differ only in - and _. | Rename get_item so that a word tells them apart, for example to get_item_2.",
		}},
		{"look-alike", plainPlan(named("read", "rеad")...), nil, []string{
			"look-alike warning [read rеad] registered: read and rеad differ only in look-alike characters. | Rename rеad so that a word tells them apart, for example to read_2.",
			"mixed-script warning [rеad] registered: rеad mixes scripts: е at character 2 is Cyrillic, what stands before it is Latin. | Write it in one script: read_2.",
		}},
		{"full width", plainPlan(named("read", "ｒead")...), nil, []string{
			"look-alike warning [read ｒead] registered: read and ｒead differ only in look-alike characters. | Rename ｒead so that a word tells them apart, for example to read_2.",
		}},
		{"invisible", plainPlan(named("read", "re\u200bad")...), nil, []string{
			"look-alike warning [read re\u200bad] registered: read and re\u200bad differ only in invisible characters. | Rename re\u200bad so that a word tells them apart, for example to read_2.",
			"invisible-character warning [re\u200bad] registered: re\u200bad has U+200B at character 3, which cannot be seen. | Rename it without that character: read_2.",
		}},
		{"twins of two servers are none", plainPlan(named("a/x1", "b/X2")...), nil, nil},
		{"worst first, then in catalog order", plainPlan(named("Read", "read", "a.b", "c.d")...), fakeProvider{}, []string{
			`rejected error [a.b] wire: a.b has "." at character 2; fake-api takes A-Z a-z 0-9 _ -. | Send a_b and map it back, or disable this one tool for now.`,
			`rejected error [c.d] wire: c.d has "." at character 2; fake-api takes A-Z a-z 0-9 _ -. | Send c_d and map it back, or disable this one tool for now.`,
			"case-twin warning [Read read] registered: Read and read differ only in case. | Rename read so that a word tells them apart, for example to read_2.",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Census(tt.plan, tt.prov, "")
			if len(got.Tools) != len(tt.plan.Tools) {
				t.Errorf("Census: %d tools judged, want %d", len(got.Tools), len(tt.plan.Tools))
			}
			var lines []string
			for _, f := range got.Findings {
				lines = append(lines, fmt.Sprintf("%s %s %v %s: %s | %s", f.Rule, f.Severity, f.Tools, f.Hop, f.Message, f.Fix))
			}
			if g, w := strings.Join(lines, "\n"), strings.Join(tt.want, "\n"); g != w {
				t.Errorf("Census findings:\n%s\nwant:\n%s", g, w)
			}
		})
	}
}

func TestCensusReserved(t *testing.T) {
	t.Parallel()
	p := plainPlan(named("web_search", "read")...)
	p.Setting.Reserved = []Wire{"web_search"}
	got := Census(p, nil, "")
	if got.Count(RuleReserved) != 1 {
		t.Errorf("Count(%q) = %d, want 1: %v", RuleReserved, got.Count(RuleReserved), got.Findings)
	}
	if worst, ok := got.Worst(); !ok || worst != SeverityError {
		t.Errorf("Worst() = %v, %v, want error, true", worst, ok)
	}
}

func TestCensusLeftOut(t *testing.T) {
	t.Parallel()
	p := plainPlan(named("tool_search", "read")...)
	p.Tools[0].Status, p.Tools[0].Reason = LeftOut, "the runtime owns this name"
	got := Census(p, fakeProvider{}, "")
	if len(got.Findings) != 1 || got.Findings[0].Message != "tool_search is left out of the request: the runtime owns this name." {
		t.Errorf("Census of a left-out tool: %+v", got.Findings)
	}
	if d := got.Tools[0].Declared; d != -1 {
		t.Errorf("Declared of the left-out tool = %d, want -1", d)
	}
	if d := got.Tools[1].Declared; d != 0 {
		t.Errorf("Declared of the other = %d, want 0", d)
	}
	// A name without a server is a built-in: a finding where the user listed
	// it, none where the scheme added it.
	p.Tools[0].Tool.Builtin = true
	if got := Census(p, fakeProvider{}, ""); len(got.Findings) != 0 {
		t.Errorf("Census of a left-out tool that nobody listed: %+v", got.Findings)
	}
	p.Setting.Catalog.Tools = []Tool{p.Tools[0].Tool, p.Tools[1].Tool}
	if got := Census(p, fakeProvider{}, ""); got.Count(RuleLeftOut) != 1 {
		t.Errorf("Census of a left-out tool of a plain list: %+v", got.Findings)
	}
}

// manyTools has a near-twin, a clash and a refused name among every ten tools.
func manyTools(n int) *Plan {
	var names []string
	for i := range n / 10 {
		for k := range 7 {
			names = append(names, fmt.Sprintf("server_%d/tool_%d_%d", i%40, i, k))
		}
		names = append(names, fmt.Sprintf("a.b_%d", i), fmt.Sprintf("a:b_%d", i), fmt.Sprintf("Tool-%d-0", i))
	}
	return sanitised(named(names...)...)
}

// The budget is 50 ms for 10,000 tools; the bound here is wide, so that a slow
// machine does not fail: a quadratic census takes seconds.
func TestCensusIsLinear(t *testing.T) {
	var foreign []string
	for i := range 10_000 {
		foreign = append(foreign, string([]rune{'一' + rune(i/100), '一' + rune(i%100)}))
	}
	tests := []struct {
		name string
		plan *Plan
		rule string
		want int
	}{
		{"clashes", manyTools(10_000), RuleSharedForm, 1000},
		{"all refused, all with one proposal", plainPlan(named(foreign...)...), RuleRejected, 10_000},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Census(tt.plan, fakeProvider{}, "")
			if n := got.Count(tt.rule); n != tt.want {
				t.Errorf("Count(%q) = %d, want %d", tt.rule, n, tt.want)
			}
		})
	}
}

// wordyProvider tells of every name that stands in a request twice, and only
// advises against it.
type wordyProvider struct{ fakeProvider }

func (wordyProvider) CheckRequest(names []WireName, _ string) []Violation {
	var list []Violation
	seen := map[WireName]bool{}
	for _, n := range names {
		if seen[n] {
			list = append(list, Violation{Rule: "duplicate-name", At: -1, Severity: SeverityWarning, Detail: "twice: " + string(n.Name)})
		}
		seen[n] = true
	}
	return list
}

// Work that grew with the square of the number of duplicates would not end.
func TestCensusOfDuplicates(t *testing.T) {
	t.Parallel()
	const n = 100_000
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("tool_%d", i), fmt.Sprintf("tool_%d", i))
	}
	got := Census(plainPlan(named(names...)...), wordyProvider{}, "")
	if c := got.Count(RuleDuplicate); c != n || len(got.Findings) != n {
		t.Errorf("%d duplicates, %d findings, want %d", c, len(got.Findings), n)
	}
}

// 10,000 tools: about 20 ms on two cores of 2024.
func BenchmarkCensus(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		p := manyTools(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Census(p, fakeProvider{}, "")
			}
		})
	}
}

// Nor would work that grew with the square of the tools of one name.
func TestCensusOfOneName(t *testing.T) {
	t.Parallel()
	const n = 100_000
	names := make([]string, n)
	for i := range names {
		names[i] = "same_name"
	}
	got := Census(plainPlan(named(names...)...), wordyProvider{}, "")
	if got.Count(RuleDuplicate) != 1 || len(got.Findings) != 1 || len(got.Findings[0].Indexes) != n {
		t.Errorf("%d tools of one name: %d findings, want 1 with all of them", n, len(got.Findings))
	}
}
