package provider

import (
	"slices"

	"hopscope/journey"
)

// Match judges a name at a place where it must be that of a declared tool. At
// places without such a rule it is Check.
func (c *contract) Match(place journey.Place, name journey.WireName, index int, declared []journey.WireName, asOf string) (journey.Verdict, []journey.Violation) {
	r := c.ruleAt(place, asOf)
	if r == nil || !r.Declared {
		return c.Check(place, name, index, asOf)
	}
	if slices.Contains(declared, name) {
		return journey.VerdictAccept, nil
	}
	path := c.path(place, index)
	text, seen := c.words(broken{place: place, rule: ruleUnknown, path: path, pattern: r.Pattern, name: string(name.Name), asOf: r.AsOf})
	return journey.VerdictReject, []journey.Violation{c.violation(r, ruleUnknown, -1, "no declared tool has this name", text, seen)}
}

// CheckSpaces reports each namespace that the request declares again, where the
// provider takes a namespace once only.
func (c *contract) CheckSpaces(spaces []journey.DeclaredSpace, asOf string) []journey.Violation {
	r := c.ruleAt(journey.PlaceNamespace, asOf)
	if r == nil || !r.Unique {
		return nil
	}
	var list []journey.Violation
	first := make(map[journey.Namespace]string, len(spaces))
	for _, s := range spaces {
		at, twice := first[s.Name]
		if !twice {
			first[s.Name] = s.Path
			continue
		}
		text, seen := c.words(broken{place: r.Place, rule: ruleDuplicate, path: s.Path, name: string(s.Name), asOf: r.AsOf})
		detail := "the namespace " + string(s.Name) + " is declared at " + at + " and at " + s.Path
		list = append(list, c.violation(r, ruleDuplicate, -1, detail, text, seen))
	}
	return list
}
