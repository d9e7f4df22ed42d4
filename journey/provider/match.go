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
	text, seen := c.words(broken{place, ruleUnknown, path, r.Pattern, 0, 0, string(name.Name)})
	return journey.VerdictReject, []journey.Violation{{
		Place: place, Rule: ruleUnknown, At: -1, Detail: "no declared tool has this name",
		Error: text, ErrorHow: seen && text != "", Source: r.Source, AsOf: c.dated(r),
	}}
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
		text, seen := c.words(broken{journey.PlaceNamespace, ruleDuplicate, s.Path, "", 0, 0, string(s.Name)})
		list = append(list, journey.Violation{
			Place: journey.PlaceNamespace, Rule: ruleDuplicate, At: -1,
			Detail: "the namespace " + string(s.Name) + " is declared at " + at + " and at " + s.Path,
			Error:  text, ErrorHow: seen && text != "", Source: r.Source, AsOf: c.dated(r),
		})
	}
	return list
}
