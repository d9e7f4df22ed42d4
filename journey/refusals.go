package journey

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// RefusalText is the text in which a provider refuses one kind of name.
type RefusalText struct {
	Place Place  `json:"place"`
	Rule  string `json:"rule"` // as in Violation
	Text  string `json:"text"`
	// Seen: the text was seen for this place, not carried over from another.
	Seen bool `json:"seen"`
	// Advice: no request fails, the text is a warning.
	Advice bool `json:"advice,omitempty"`
}

// Refusals collects the texts that a provider has for names that break its
// rules of a day, one for each place and rule, by asking it about such names:
// an empty one, one too long, characters outside the set, a wrong first one, a
// name twice, one tool too many.
func Refusals(p Provider, asOf string) []RefusalText {
	var list []RefusalText
	seen := map[string]bool{}
	add := func(found []Violation) {
		for _, v := range found {
			key := string(v.Place) + " " + v.Rule
			if v.Error == "" || seen[key] {
				continue
			}
			seen[key] = true
			list = append(list, RefusalText{Place: v.Place, Rule: v.Rule, Text: v.Error, Seen: v.ErrorHow, Advice: v.Severity == SeverityWarning})
		}
	}
	for _, place := range Places(p, asOf) {
		rule, _ := p.Rule(place, asOf)
		if place == PlaceToolCount {
			if rule.Max > 0 {
				add(p.CheckRequest(manyNames(rule.Max+1), asOf))
			}
			continue
		}
		for _, name := range probes(rule) {
			n := WireName{Name: Wire(name)}
			if place == PlaceNamespace {
				n = WireName{Namespace: Namespace(name), Name: "docs_open"}
			}
			v, found := p.Check(place, n, 0, asOf)
			if v == VerdictReject {
				add(found)
			}
		}
		if rule.Unique && place == PlaceDeclare {
			n := WireName{Name: "docs_open"}
			add(p.CheckRequest([]WireName{n, n}, asOf))
		}
	}
	return list
}

// probes are names that break a rule, in the order in which a reader expects
// the texts: characters, length, empty, first character.
func probes(r NameRule) []string {
	list := []string{"docs open", "docs.open", "docs:open", "docs/open"}
	if r.Max > 0 {
		list = append(list, strings.Repeat("a", r.Max+1))
	}
	return append(list, "", "7docs", "-docs")
}

func manyNames(n int) []WireName {
	names := make([]WireName, n)
	for i := range names {
		names[i] = WireName{Name: Wire("tool_" + strconv.Itoa(i))}
	}
	return names
}

// Places are the places for which a provider has a rule on a day, in the order
// of its rules.
func Places(p Provider, asOf string) []Place {
	var list []Place
	seen := map[Place]bool{}
	for _, r := range p.Info().Rules {
		if seen[r.Place] {
			continue
		}
		seen[r.Place] = true
		if _, ok := p.Rule(r.Place, asOf); ok {
			list = append(list, r.Place)
		}
	}
	return list
}

// AskedPlaces are the places about which everybody asks: the declaration, a
// past call, a forced choice and the number of tools.
var AskedPlaces = [...]Place{PlaceDeclare, PlaceHistoryCall, PlaceToolChoice, PlaceToolCount}

// NoRule are the asked places for which a provider has no rule on a day: what a
// name does there is unknown.
func NoRule(p Provider, asOf string) []Place {
	var list []Place
	for _, place := range AskedPlaces {
		if _, ok := p.Rule(place, asOf); !ok {
			list = append(list, place)
		}
	}
	return list
}

// Count is a length against a limit at one place: 15 of 128.
type Count struct {
	Place  Place `json:"place"`
	Length int   `json:"length"`          // code points
	Limit  int   `json:"limit,omitempty"` // 0: no limit is known
}

// Over is how many characters the name is too long; 0 where it fits.
func (c Count) Over() int {
	if c.Limit == 0 {
		return 0
	}
	return max(c.Length-c.Limit, 0)
}

// Counts measures a name against every place that has a limit on a day: the
// name itself, and its namespace where it has one. Call ids and the number of
// tools are no lengths of names and are left away.
func Counts(p Provider, name WireName, asOf string) []Count {
	var list []Count
	for _, place := range Places(p, asOf) {
		rule, _ := p.Rule(place, asOf)
		text := string(name.Name)
		switch place {
		case PlaceToolCount, PlaceCallID, PlaceIdentity, PlaceCall, PlaceModelEcho:
			continue
		case PlaceNamespace:
			if name.Namespace == "" {
				continue
			}
			text = string(name.Namespace)
		}
		if rule.Max > 0 {
			list = append(list, Count{Place: place, Length: utf8.RuneCountInString(text), Limit: rule.Max})
		}
	}
	return list
}

// UniqueWord says whether the names of one request must differ: yes where the
// provider refuses the second of two, no where it is known to take both, else
// unknown.
func UniqueWord(p Provider, asOf string) string {
	rule, ok := p.Rule(PlaceDeclare, asOf)
	switch {
	case ok && rule.Unique:
		return "yes"
	case ok && rule.Twice:
		return "no"
	}
	return "unknown"
}
