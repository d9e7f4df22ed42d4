package journey

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// joinedPlan names tools as PREFIX SERVER SEPARATOR TOOL; a longer form than
// most is cut.
func joinedPlan(prefix, sep string, most int, names ...string) *Plan {
	p := plainPlan(named(names...)...)
	for i := range p.Tools {
		n := &p.Tools[i]
		if n.Ref.Server == "" {
			continue
		}
		form := prefix + string(n.Ref.Server) + sep + string(n.Ref.Name)
		n.Rule = "prefixed"
		if most > 0 && len(form) > most {
			form, n.Rule = form[:most], "cut"
		}
		n.Safe, n.Wire = Safe(form), WireName{Name: Wire(form)}
	}
	return p
}

// referring is a provider whose tool references take 10 characters and that
// defines two tools itself.
type referring struct{ fakeProvider }

func (referring) Rule(place Place, _ string) (NameRule, bool) {
	most := map[Place]int{PlaceDeclare: 20, PlaceToolReference: 10}[place]
	return NameRule{Place: place, Chars: "A-Z a-z 0-9 _ -", Min: 1, Max: most}, most > 0
}

func (r referring) Check(place Place, name WireName, index int, asOf string) (Verdict, []Violation) {
	if place == PlaceToolReference && len(name.Name) > 10 {
		return VerdictReject, []Violation{{Place: place, Rule: "too-long", At: -1, Detail: "too long"}}
	}
	return r.fakeProvider.Check(place, name, index, asOf)
}

func (referring) Defined() []DefinedName {
	return []DefinedName{{"bash", "bash_20250124"}, {"memory", "memory_20250818"}}
}

func findingLines(list []*CensusFinding) []string {
	var lines []string
	for _, f := range list {
		lines = append(lines, fmt.Sprintf("%s %s %v: %s | %s", f.Rule, f.Severity, f.Tools, f.Message, f.Fix))
	}
	return lines
}

func TestCensusOfNames(t *testing.T) {
	t.Parallel()
	own := plainPlan(named("shell", "read")...)
	own.Setting.Own = []Wire{"shell", "patch"}
	listed := plainPlan(named("shell")...)
	listed.Setting.Own, listed.Tools[0].Tool.Builtin = []Wire{"shell"}, true
	typed := plainPlan(named("bash")...)
	typed.Tools[0].Tool.Type = "bash_20250124"
	late := plainPlan(named("eleven_char")...)
	late.Tools[0].Tool.Deferred = true
	tests := []struct {
		name string
		plan *Plan
		prov Provider
		want []string
	}{
		{"a name of the client", own, nil, []string{
			"built-in-name warning [shell]: shell has the name of a tool that the client brings itself. | Rename it, for example to shell_2.",
		}},
		{"the client's own tool itself", listed, nil, nil},
		{"a name that the provider defines", plainPlan(named("bash", "Bash")...), referring{}, []string{
			"built-in-name warning [bash]: bash has the name of a tool that fake-api defines (type bash_20250124); both in one request are refused. | Keep the provider's own tool out of the request, or rename this one, for example to bash_2.",
			"case-twin warning [bash Bash]: bash and Bash differ only in case. | Rename Bash so that a word tells them apart, for example to Bash_2.",
		}},
		{"the provider's own tool itself", typed, referring{}, nil},
		{"tool reference", plainPlan(named("ten_chars_", "eleven_char")...), referring{}, []string{
			"tool-reference warning [eleven_char]: eleven_char passes as a declaration, but fake-api refuses it in a tool reference: 11 characters, 1 over the limit of 10. | Shorten the name by 1 or more.",
		}},
		{"tool reference of a deferred tool", late, referring{}, []string{
			"tool-reference error [eleven_char]: eleven_char passes as a declaration, but fake-api refuses it in a tool reference: 11 characters, 1 over the limit of 10. | Shorten the name by 1 or more.",
		}},
		{"cut", joinedPlan("mcp__", "__", 18, "docs/open_document", "docs/open"), nil, []string{
			"cut-name warning [open_document]: open_document is cut: it is sent as mcp__docs__open_do, 18 characters. | Shorten the name or the server key docs so that nothing is cut off.",
		}},
		{"the key again", joinedPlan("mcp__", "__", 0, "docs/docs_open", "docs/read", "docs/Docs-close"), nil, []string{
			"prefix-doubled warning [docs_open Docs-close]: docs_open of server docs is sent as mcp__docs__docs_open: the server's name stands in it twice; likewise 1 more tool of this server. | Take it out of the tool's own name, or give the server another key.",
		}},
		{"the whole prefix again", joinedPlan("mcp__", "__", 0, "docs/mcp__docs__open"), nil, []string{
			"prefix-doubled warning [mcp__docs__open]: mcp__docs__open of server docs is sent as mcp__docs__mcp__docs__open: the prefix mcp__docs__ stands in it twice. | List the tool under its own name: open.",
		}},
		{"a word that begins like the key", joinedPlan("mcp__", "__", 0, "doc/document", "doc/doc"), nil, nil},
		{"the separator in a key", joinedPlan("mcp__", "__", 0, "a__b/c", "a__b/d"), nil, []string{
			"ambiguous-separator warning [c d]: mcp__a__b__c is c of server a__b, and reads as b__c of key a as well: the separator __ stands in it more than once; likewise 1 more tool of this server. | Rename the server key a__b so that it does not hold __.",
		}},
		{"the separator in a name, no other server", joinedPlan("mcp__", "__", 0, "a/b__c"), nil, nil},
		{"two servers that fit", joinedPlan("", "_", 0, "web/search_all", "web_search/one"), nil, []string{
			"ambiguous-separator warning [search_all]: web_search_all is search_all of server web, and reads as all of server web_search as well: the separator _ stands in it more than once. | Rename one of the two server keys.",
			"ambiguous-separator warning [one]: web_search_one is one of server web_search, and reads as search_one of server web as well: the separator _ stands in it more than once. | Rename the server key web_search so that it does not hold _.",
		}},
		{"a key with _ alone", joinedPlan("", "_", 0, "web_search/one"), nil, nil},
		{"a__b and c, a and b__c", joinedPlan("mcp__", "__", 0, "a__b/c", "a/b__c"), nil, []string{
			"shared-form error [c b__c]: c and b__c stand in one request as mcp__a__b__c, so a call to it cannot be told apart. | Rename c in server a__b, for example to c_2.",
		}},
		{"look-alikes of ASCII", plainPlan(named("tool_1", "tool_l", "mod", "rnod")...), nil, []string{
			"look-alike warning [tool_1 tool_l]: tool_1 and tool_l differ only in look-alike characters. | Rename tool_l so that a word tells them apart, for example to tool_l_2.",
			"look-alike warning [mod rnod]: mod and rnod differ only in look-alike characters. | Rename rnod so that a word tells them apart, for example to rnod_2.",
		}},
		{"scripts that stand together", plainPlan(named("検索する", "search検索", "поиск", "größe")...), nil, nil},
		{"scripts that do not", plainPlan(named("ℓоg")...), nil, nil}, // the script l belongs to all scripts, о and g do not
	}
	tests[len(tests)-1].want = []string{
		"mixed-script warning [ℓоg]: ℓоg mixes scripts: g at character 3 is Latin, what stands before it is Cyrillic. | Write it in one script: log.",
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := findingLines(Census(tt.plan, tt.prov, "").Findings)
			if g, w := strings.Join(got, "\n"), strings.Join(tt.want, "\n"); g != w {
				t.Errorf("Census findings:\n%s\nwant:\n%s", g, w)
			}
		})
	}
}

// Several providers at once give each what it gives alone.
func TestCensuses(t *testing.T) {
	t.Parallel()
	plan := sanitised(named("Read", "read", "a.b", "a:b", "docs/docs_open", "a_much_too_long_name_of_a_tool", "bash", "bash")...)
	provs := []Provider{nil, fakeProvider{}, fakeProvider{most: 2}, referring{}, wordyProvider{}}
	for i, got := range Censuses(plan, provs, "") {
		want := Census(plan, provs[i], "")
		if g, w := findingLines(got.Findings), findingLines(want.Findings); !slices.Equal(g, w) {
			t.Errorf("provider %d together:\n%s\nalone:\n%s", i, strings.Join(g, "\n"), strings.Join(w, "\n"))
		}
	}
}

// Every rule says all that a list of rules shows, and every finding is of a rule.
func TestCensusRules(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range CensusRules() {
		if r.ID == "" || seen[r.ID] || r.Title == "" || r.Help == "" || r.Fix == "" || r.Hop == HopNone {
			t.Errorf("rule %+v lacks something, or stands twice", r)
		}
		seen[r.ID] = true
		if got, ok := CensusRuleOf(r.ID); !ok || got.ID != r.ID {
			t.Errorf("CensusRuleOf(%q) = %v, %v", r.ID, got.ID, ok)
		}
	}
	if _, ok := CensusRuleOf("no-such-rule"); ok {
		t.Error("CensusRuleOf(no-such-rule) found one")
	}
	for _, f := range Census(manyTools(100), fakeProvider{}, "").Findings {
		if !seen[f.Rule] {
			t.Errorf("a finding of %q, which is no rule", f.Rule)
		}
	}
}
