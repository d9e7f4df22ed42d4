package journey

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// ruled is a provider of one rule for the tests of panels.
type ruled struct {
	fakeProvider
	id      string
	rule    NameRule
	verdict func(name string) Verdict
	mild    bool
}

func (r ruled) Info() ProviderInfo { return ProviderInfo{ID: r.id} }

func (r ruled) Rule(place Place, asOf string) (NameRule, bool) {
	if place != r.rule.Place || asOf != "" && asOf < r.rule.AsOf {
		return NameRule{}, false
	}
	return r.rule, true
}

func (r ruled) Check(place Place, name WireName, index int, asOf string) (Verdict, []Violation) {
	if _, ok := r.Rule(place, asOf); !ok {
		return VerdictUnknown, nil
	}
	text := string(name.Name)
	if place == PlaceNamespace {
		text = string(name.Namespace)
	}
	v := r.verdict(text)
	if v != VerdictReject {
		return v, nil
	}
	x := Violation{Place: place, Rule: "illegal-name", At: 0, Detail: fmt.Sprintf("tools[%d]", index)}
	if r.mild {
		x.Severity = SeverityWarning
	}
	return v, []Violation{x}
}

func (r ruled) CheckRequest(names []WireName, _ string) []Violation {
	if !r.rule.Unique {
		return nil
	}
	var list []Violation
	for i := range names {
		if k := slices.Index(names, names[i]); k < i {
			list = append(list, Violation{Place: PlaceDeclare, Rule: "duplicate-name", At: -1, Indexes: []int{k, i}})
		}
	}
	return list
}

func refuses(what string) func(string) Verdict {
	return func(name string) Verdict {
		if strings.Contains(name, what) {
			return VerdictReject
		}
		return VerdictAccept
	}
}

func unsure(string) Verdict { return VerdictUnknown }

func testPanel() []Provider {
	declare := func(chars string, most int, unique bool) NameRule {
		return NameRule{Place: PlaceDeclare, Chars: chars, Min: 1, Max: most, Unique: unique, Source: "a test", AsOf: "2025-06-01"}
	}
	return []Provider{
		ruled{id: "wide", rule: declare("A-Z a-z 0-9 _ - .", 128, true), verdict: refuses("!")},
		ruled{id: "narrow", rule: declare("A-Z a-z 0-9 _ -", 64, false), verdict: refuses(".")},
		ruled{id: "mild", rule: declare("A-Z a-z", 10, false), verdict: refuses("_"), mild: true},
		ruled{id: "unsure", rule: NameRule{Place: PlaceIdentity}, verdict: unsure},
		ruled{id: "any", rule: declare("any", 0, false), verdict: refuses("\x00")},
	}
}

func TestEverywhere(t *testing.T) {
	p := NewPanel(testPanel(), "")
	for _, c := range []struct {
		name, words, strictest string
		verdict                Verdict
	}{
		{"read", "fits everywhere, unknown at unsure", "mild", VerdictAccept},
		{"read_file", "fits everywhere, advised against by mild, unknown at unsure", "mild", VerdictAccept},
		{"docs.open", "refused by 1 of 5: narrow; unknown at unsure", "narrow", VerdictReject},
		{"docs.open!", "refused by 2 of 5: wide, narrow; unknown at unsure", "narrow", VerdictReject},
		{"docs_!", "refused by 1 of 5: wide; advised against by mild; unknown at unsure", "wide", VerdictReject},
	} {
		e := p.Judge(WireName{Name: Wire(c.name)}, 3)
		if e.Words() != c.words || e.Verdict != c.verdict || e.Strictest.Provider != c.strictest {
			t.Errorf("Judge(%q) = %v %q, strictest %s; want %v %q, strictest %s", c.name, e.Verdict, e.Words(), e.Strictest.Provider, c.verdict, c.words, c.strictest)
		}
		if n := len(e.Accepts) + len(e.Refuses) + len(e.Advises) + len(e.Unknown); n != 5 || e.Length != len(c.name) {
			t.Errorf("Judge(%q): %d providers, length %d; want each of 5 once, length %d", c.name, n, e.Length, len(c.name))
		}
	}
}

// Before its first rule a provider is unknown, and who knows nothing refuses
// nothing.
func TestEverywhereAsOf(t *testing.T) {
	e := NewPanel(testPanel(), "2025-01-01").Judge(WireName{Name: "docs.open!"}, 0)
	if e.Verdict != VerdictUnknown || e.Fits() || e.Strictest != nil || len(e.Unknown) != 5 || e.Words() != "unknown at all 5 providers" {
		t.Errorf("Judge before all rules = %v %q, strictest %v", e.Verdict, e.Words(), e.Strictest)
	}
}

func TestEverywhereNamespace(t *testing.T) {
	list := testPanel()
	list = append(list, ruled{id: "spaces", rule: NameRule{Place: PlaceNamespace}, verdict: refuses("/")})
	e := NewPanel(list, "").Judge(WireName{Namespace: "a/b", Name: "read"}, 0)
	if !slices.Equal(e.Refuses, []string{"spaces"}) {
		t.Errorf("refused by %v, want by the one that judges namespaces", e.Refuses)
	}
}

// A name that stands twice is refused where names are unique, at both places
// and nowhere else.
func TestEverywhereTwice(t *testing.T) {
	names := []WireName{{Name: "read"}, {Name: "write"}, {Name: "read"}}
	for i, e := range NewPanel(testPanel(), "").JudgeRequest(names) {
		want := []string{"wide"}
		if i == 1 {
			want = []string{}
		}
		if !slices.Equal(e.Refuses, want) {
			t.Errorf("name %d: refused by %v, want %v", i, e.Refuses, want)
		}
		if one := NewPanel(testPanel(), "").JudgeOne(names, i); one.Words() != e.Words() {
			t.Errorf("JudgeOne(%d) = %q, want %q", i, one.Words(), e.Words())
		}
		if i == 0 && e.Strictest.Provider != "wide" {
			t.Errorf("strictest = %s, want wide", e.Strictest.Provider)
		}
	}
}

func TestRuleWords(t *testing.T) {
	for _, c := range []struct {
		rule NameRule
		want string
	}{
		{NameRule{}, "any name"},
		{NameRule{Pattern: "^[a-z]+$", Chars: "a-z", First: "a letter", Min: 1, Max: 64, Unique: true}, "^[a-z]+$, 1 to 64, unique"},
		{NameRule{Chars: "a-z .", First: "a letter", Max: 9}, "a-z ., at most 9, first a letter"},
		{NameRule{Min: 1}, "at least 1"},
	} {
		if got := c.rule.Words(); got != c.want {
			t.Errorf("%+v.Words() = %q, want %q", c.rule, got, c.want)
		}
	}
}

func TestRequestWith(t *testing.T) {
	p := fakeScheme{}.Plan(Setting{Catalog: Catalog{Tools: []Tool{{Registered: "a"}, {Registered: "b.c", Disabled: true}, {Registered: "d"}}}})
	for index, want := range map[int]string{0: "a d 0", 1: "a b_c d 1", 2: "a d 1", 9: "a d -1"} {
		names, at := p.RequestWith(index)
		got := ""
		for _, n := range names {
			got += string(n.Name) + " "
		}
		if got += fmt.Sprint(at); got != want {
			t.Errorf("RequestWith(%d) = %s, want %s", index, got, want)
		}
	}
}
