package journey

import (
	"slices"
	"strings"
	"testing"
)

// FuzzCensus names a list line by line: whatever the names are, every finding
// stands on tools of the plan, the worst comes first, a way out is given, and
// the journey of every tool can be traced.
func FuzzCensus(f *testing.F) {
	for _, s := range []string{"", "read\nRead", "docs.open\ndocs_open\ndocs open", "a/x\nb/x\na/x", "re\u200bad\nread", "\xff\n\xff", "日本\n調査", strings.Repeat("x", 200) + "\n" + strings.Repeat("x", 201)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, list string) {
		if len(list) > 600 {
			t.Skip("long lists are covered by a test of their own")
		}
		tools := named(strings.Split(list, "\n")...)
		for _, plan := range []*Plan{plainPlan(tools...), sanitised(tools...)} {
			c := Census(plan, fakeProvider{most: 20}, "")
			for i, x := range c.Findings {
				if x.Message == "" || x.Fix == "" || x.Rule == "" {
					t.Errorf("finding without words: %+v", x)
				}
				if i > 0 && x.Severity < c.Findings[i-1].Severity {
					t.Errorf("finding %d is worse than the one before", i)
				}
				if !slices.IsSorted(x.Indexes) || len(x.Indexes) > 0 && x.Indexes[len(x.Indexes)-1] >= len(plan.Tools) {
					t.Errorf("indexes %v of %d tools", x.Indexes, len(plan.Tools))
				}
			}
			for i := range plan.Tools {
				j := Trace(TraceInput{Plan: plan, Scheme: fakeScheme{}, Provider: fakeProvider{}, Tool: i, CatalogKnown: true, Census: &c})
				if j.Naming != &plan.Tools[i] || (j.Position < 0) != (plan.Tools[i].Status != Offered) {
					t.Errorf("tool %d: index %d, position %d", i, j.Index, j.Position)
				}
			}
		}
	})
}

// A proposed name is no name of the plan, neither as it stands nor as a form.
func TestProposedNamesAreFree(t *testing.T) {
	t.Parallel()
	plan := sanitised(named("a.b", "a:b", "a_b_2", "", "tool", "_", "é", strings.Repeat("x", 300))...)
	c := newCensor(plan, "")
	seen := map[string]bool{}
	for i := range plan.Tools {
		name := c.propose(i)
		if seen[name] {
			t.Errorf("propose(%q) = %q, which was proposed before", plan.Tools[i].name(), name)
		}
		seen[name] = true
		if again := c.propose(i); again != name {
			t.Errorf("propose(%q) = %q, then %q", plan.Tools[i].name(), name, again)
		}
		for k := range plan.Tools {
			if n := &plan.Tools[k]; n.name() == name || n.form() == name {
				t.Errorf("propose(%q) = %q, which is tool %d", plan.Tools[i].name(), name, k)
			}
		}
		if name == "" || legal(name) != name {
			t.Errorf("propose(%q) = %q, which is no legal name", plan.Tools[i].name(), name)
		}
	}
}
