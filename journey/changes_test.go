package journey

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func changeLines(c Changes) []string {
	var lines []string
	for i := range c.Tools {
		t := &c.Tools[i]
		name := func(n *Naming) string {
			if n == nil {
				return "-"
			}
			return string(n.Ref.Server) + "/" + n.name()
		}
		line := fmt.Sprintf("%s %s %s", t.Kind, name(t.Was), name(t.Is))
		for _, h := range t.Hops {
			line += fmt.Sprintf("; %s %s %q to %q", h.Hop, h.What, h.Was, h.Is)
		}
		lines = append(lines, line)
	}
	for _, s := range c.Stored {
		now := "none"
		if s.Now != nil {
			now = string(s.Now.Server) + "/" + string(s.Now.Name)
		}
		lines = append(lines, fmt.Sprintf("stored %s: %s/%s now %s, %s%s", s.Stored.Name, s.Was.Server, s.Was.Name, now, s.Severity, s.Refused))
	}
	return lines
}

func TestChanged(t *testing.T) {
	t.Parallel()
	off := sanitised(named("read", "write")...)
	off.Tools[1].Status, off.Tools[1].Reason = LeftOut, "switched off"
	custom := sanitised(named("read")...)
	custom.Tools[0].Tool.Kind = KindCustom
	schema := func(s string) *Plan {
		p := sanitised(named("read")...)
		p.Tools[0].Tool.Schema = s
		return p
	}
	tests := []struct {
		name     string
		old, new *Plan
		prov     Provider
		same     int
		want     []string
	}{
		{"nothing", sanitised(named("read", "write")...), sanitised(named("read", "write")...), nil, 2, nil},
		{"came and went", sanitised(named("read", "list")...), sanitised(named("read", "search")...), nil, 1, []string{
			"went /list -", "came - /search", "stored list: /list now none, warning",
		}},
		{"renamed by its characters", sanitised(named("x/docs.open")...), sanitised(named("x/docs-open")...), nil, 0, []string{
			`renamed x/docs.open x/docs-open; registered name "docs.open" to "docs-open"; safe name "docs_open" to "docs-open"; wire name "docs_open" to "docs-open"`,
			"stored docs_open: x/docs.open now none, warning",
		}},
		{"another server", sanitised(named("a/open")...), sanitised(named("b/open")...), nil, 0, []string{
			`renamed a/open b/open; registered server "a" to "b"`,
		}},
		{"two that could be it are none", sanitised(named("a/open")...), sanitised(named("b/open", "c/close", "c/open")...), nil, 0, []string{
			"went a/open -", "came - b/open", "came - c/close", "came - c/open", "stored open: a/open now b/open, error",
		}},
		{"the name means another tool", sanitised(named("x/a.b", "y/other")...), sanitised(named("y/a_b", "y/other")...), nil, 1, []string{
			"went x/a.b -", "came - y/a_b", "stored a_b: x/a.b now y/a_b, error",
		}},
		{"moved", sanitised(named("a", "b", "c", "d")...), sanitised(named("b", "c", "d", "a")...), nil, 3, []string{"moved /a /a"}},
		{"left out now", sanitised(named("read", "write")...), off, nil, 1, []string{
			`changed /write /write; wire status "offered" to "left_out"`, "stored write: /write now none, warning",
		}},
		{"another kind", sanitised(named("read")...), custom, nil, 0, []string{`changed /read /read; wire kind "function" to "custom"`}},
		{"schema", schema(`{"a": 1}`), schema(`{"a":2}`), nil, 0, []string{`changed /read /read; wire schema "as before" to "another one"`}},
		{"schema with other blanks", schema(`{"a": 1}`), schema(`{"a":1}`), nil, 1, nil},
		{"listed twice, then once", sanitised(named("read", "read")...), sanitised(named("read")...), nil, 1, []string{"went /read -"}},
		{"empty names", plainPlan(named("")...), plainPlan(named("x/")...), nil, 0, []string{"went / -", "came - x/", "stored : / now x/, error"}},
		{"refused in the history", plainPlan(named("docs.open")...), plainPlan(named("docs.open")...), fakeProvider{}, 1, []string{
			"stored docs.open: /docs.open now /docs.open, warningcharacter outside the allowed set",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Changed(ChangeSide{Scheme: fakeScheme{}, Plan: tt.old, Provider: tt.prov}, ChangeSide{Scheme: fakeScheme{}, Plan: tt.new, Provider: tt.prov})
			if g, w := strings.Join(changeLines(got), "\n"), strings.Join(tt.want, "\n"); g != w {
				t.Errorf("Changed:\n%s\nwant:\n%s", g, w)
			}
			if got.Same != tt.same {
				t.Errorf("Same = %d, want %d", got.Same, tt.same)
			}
		})
	}
}

// Each tool of both sides stands in the result once, or is one of the same.
func FuzzChanged(f *testing.F) {
	f.Add("read\nx/a.b\nwrite", "x/a_b\nread\nread")
	f.Add("", "\n\n/")
	f.Fuzz(func(t *testing.T, before, after string) {
		if strings.Count(before, "\n")+strings.Count(after, "\n") > 200 {
			t.Skip()
		}
		old, now := sanitised(named(strings.Split(before, "\n")...)...), sanitised(named(strings.Split(after, "\n")...)...)
		c := Changed(ChangeSide{Scheme: fakeScheme{}, Plan: old, Provider: fakeProvider{}}, ChangeSide{Scheme: fakeScheme{}, Plan: now, Provider: fakeProvider{}})
		was, is := c.Same, c.Same
		for i := range c.Tools {
			if c.Tools[i].Was != nil {
				was++
			}
			if c.Tools[i].Is != nil {
				is++
			}
		}
		if was != len(old.Tools) || is != len(now.Tools) {
			t.Errorf("%d of %d and %d of %d tools", was, len(old.Tools), is, len(now.Tools))
		}
		if !slices.IsSortedFunc(c.Tools, func(a, b ToolChange) int { return int(a.Kind) - int(b.Kind) }) {
			t.Error("not by kind")
		}
	})
}

func TestChangedIsLinear(t *testing.T) {
	t.Parallel()
	const n = 30_000
	var one, other []string
	for i := range n {
		one = append(one, fmt.Sprintf("s%d/tool.%d", i%50, i))
		other = append(other, fmt.Sprintf("s%d/tool-%d", i%50, n-i))
	}
	side := func(names []string) ChangeSide {
		return ChangeSide{Scheme: idleScheme{}, Plan: plainPlan(named(names...)...)}
	}
	got := Changed(side(one), side(other))
	if len(got.Tools) < n/2 {
		t.Errorf("%d changes among %d tools", len(got.Tools), n)
	}
}

// idleScheme finds nothing, at once.
type idleScheme struct{ fakeScheme }

func (idleScheme) Resolve(_ *Plan, inv Invocation) Resolution {
	return Resolution{Outcome: OutcomeUnknown, Tool: -1, Stored: inv.Called}
}
