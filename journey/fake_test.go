package journey

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// fakeScheme turns each character outside A-Z a-z 0-9 _ - into _ and leaves
// out what shares a form, but for the tool that is the form itself.
type fakeScheme struct{ note string }

func (f fakeScheme) Info() SchemeInfo {
	return SchemeInfo{ID: "fake", Limit: 64, Note: f.note, Sources: []Fact{{Source: "a test"}}}
}

func (f fakeScheme) Plan(s Setting) Plan {
	p := Plan{Setting: s, ByWire: map[WireName]int{}}
	forms := map[string][]int{}
	for i, t := range s.Catalog.Tools {
		form := strings.Map(func(r rune) rune {
			if strings.ContainsRune("_-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", r) {
				return r
			}
			return '_'
		}, string(t.Registered))
		n := Naming{Tool: t, Ref: Ref{t.Server, t.Registered, t.Builtin}, RegisteredKnown: true, Safe: Safe(form), SafeKnown: true}
		n.Wire = WireName{Name: Wire(form)}
		if t.Deferred {
			n.Status, n.Reason = Deferred, "loaded by a search"
		}
		if t.Disabled {
			n.Status, n.Reason = LeftOut, "switched off"
		}
		forms[form] = append(forms[form], i)
		p.Tools = append(p.Tools, n)
	}
	for i := range p.Tools {
		n := &p.Tools[i]
		for _, k := range forms[string(n.Safe)] {
			if k != i {
				n.SharesWith = append(n.SharesWith, k)
			}
		}
		if len(n.SharesWith) > 0 && string(n.Safe) != string(n.Ref.Name) {
			n.Status, n.Reason = LeftOut, "another tool has the same form"
		}
		if n.Status != LeftOut {
			p.ByWire[n.Wire] = i
		}
	}
	return p
}

func (f fakeScheme) Resolve(p *Plan, inv Invocation) Resolution {
	for i := range p.Tools {
		n := &p.Tools[i]
		if n.Status != LeftOut && (string(n.Ref.Name) == string(inv.Called.Name) || n.Wire == inv.Called.Wire()) {
			return Resolution{Outcome: OutcomeRan, Tool: i, Ref: &n.Ref, Via: "exact", Stored: inv.Called}
		}
	}
	return Resolution{Outcome: OutcomeUnknown, Tool: -1, Error: fmt.Sprintf("unknown tool '%s'", inv.Called.Name), Stored: inv.Called}
}

func (f fakeScheme) Identity(p *Plan, i int) Identity {
	return Identity{PublicName: string(p.Tools[i].Ref.Name), Namespace: p.Tools[i].Wire.Namespace}
}

func (f fakeScheme) Recognise(string) (Refused, bool) { return Refused{}, false }

// fakeProvider takes A-Z a-z 0-9 _ - up to 20 characters, refuses duplicates
// and more than most tools, and has no verdict about names that end in "?".
type fakeProvider struct{ most int }

func (f fakeProvider) Info() ProviderInfo { return ProviderInfo{ID: "fake-api", MaxTools: f.most} }

func (f fakeProvider) Rule(place Place, asOf string) (NameRule, bool) {
	return NameRule{Place: place, Pattern: "^[a-zA-Z0-9_-]{1,20}$", Chars: "A-Z a-z 0-9 _ -", Min: 1, Max: 20}, place == PlaceDeclare
}

func (f fakeProvider) Check(place Place, name WireName, index int, asOf string) (Verdict, []Violation) {
	s := string(name.Name)
	if strings.HasSuffix(s, "?") {
		return VerdictUnknown, nil
	}
	if n := utf8.RuneCountInString(s); n > 20 {
		return VerdictReject, []Violation{{Place: place, Rule: "too-long", At: -1, Detail: fmt.Sprintf("%d characters, maximum 20", n)}}
	}
	at := 0
	for _, r := range s {
		if !strings.ContainsRune("_-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", r) {
			return VerdictReject, []Violation{{Place: place, Rule: "illegal-name", At: at, Detail: "character outside the allowed set"}}
		}
		at++
	}
	return VerdictAccept, nil
}

func (f fakeProvider) CheckRequest(names []WireName, asOf string) []Violation {
	var list []Violation
	seen := map[WireName]bool{}
	for _, n := range names {
		if seen[n] {
			list = append(list, Violation{Rule: "duplicate-name", At: -1, Detail: "names must be unique"})
			break
		}
		seen[n] = true
	}
	if f.most > 0 && len(names) > f.most {
		list = append(list, Violation{Place: PlaceToolCount, Rule: "too-many", At: -1, Detail: fmt.Sprintf("%d tools, maximum %d", len(names), f.most)})
	}
	return list
}

func (f fakeProvider) Declare(n Naming, index int) Declaration {
	return Declaration{Path: fmt.Sprintf("tools[%d].name", index), JSON: fmt.Sprintf("{\n  \"name\": %q\n}", n.Wire.Name)}
}

func (f fakeProvider) Frame() (before, after string) { return "{ \"tools\": [", "] }" }

func (f fakeProvider) Recognise(string) (Refusal, bool) { return Refusal{}, false }

// plainPlan sends every name as it is.
func plainPlan(tools ...Tool) *Plan {
	p := &Plan{ByWire: map[WireName]int{}}
	for i, t := range tools {
		n := Naming{Tool: t, Ref: Ref{t.Server, t.Registered, t.Builtin}, RegisteredKnown: true, Safe: Safe(t.Registered), SafeKnown: true, Wire: WireName{Name: Wire(t.Registered)}, Rule: "unchanged"}
		p.Tools = append(p.Tools, n)
		p.ByWire[n.Wire] = i
	}
	return p
}

func named(names ...string) []Tool {
	var list []Tool
	for i, n := range names {
		t := Tool{Line: i + 1}
		if server, own, ok := strings.Cut(n, "/"); ok {
			t.Server, n = Server(server), own
		}
		t.Registered = Registered(n)
		list = append(list, t)
	}
	return list
}

func sanitised(tools ...Tool) *Plan {
	p := fakeScheme{}.Plan(Setting{Catalog: Catalog{Tools: tools}})
	return &p
}
