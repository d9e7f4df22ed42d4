package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"hopscope/journey"
)

// Lengths at which clients and gateways cut names.
var cutLengths = []int{64, 63, 60, 128}

// meet returns the entries that some usual rule turns into this name: other
// characters to an underscore, the first or the last characters up to a limit,
// owner and own name joined. The rule is not known, so one entry alone proves
// nothing; two are a collision.
func (c *scene) meet(name string) []int {
	for _, rule := range c.meetingRules(name) {
		if hits := c.keep(c.all(), rule); len(c.names(hits)) > 1 || len(hits) > 1 && c.ownDiffers(hits) {
			return hits
		}
	}
	return nil
}

func (c *scene) meetingRules(name string) []func(Entry) bool {
	n := runeLen(name)
	rules := []func(Entry) bool{
		func(e Entry) bool { return c.wireOf(e) == name },
		func(e Entry) bool { return safeChars(e.Name) == name },
	}
	if strings.HasPrefix(c.Cut, "first") || c.Cut == "" && slices.Contains(cutLengths, n) {
		rules = append(rules, func(e Entry) bool { return cutAt(e.Name, n, false) == name })
	}
	if strings.HasPrefix(c.Cut, "last") || c.Cut == "" && slices.Contains(cutLengths, n) {
		rules = append(rules, func(e Entry) bool { return cutAt(e.Name, n, true) == name })
	}
	for _, join := range c.joins() {
		rules = append(rules, func(e Entry) bool {
			return e.Owner != "" && e.Own != "" && e.Owner+join+e.Own == name
		})
	}
	return append(rules, func(e Entry) bool { return strings.ToLower(e.Name) == name })
}

func (c *scene) joins() []string {
	if c.Join != "" {
		return []string{c.Join}
	}
	return []string{"__", "_", "-"}
}

// wireOf returns the name as it was sent, where that is known by position.
func (c *scene) wireOf(e Entry) string {
	if len(c.Wire) != len(c.Catalog) {
		return ""
	}
	for i := range c.Catalog {
		if c.Catalog[i] == e {
			return c.Wire[i]
		}
	}
	return ""
}

// anyMeeting looks for two names of the catalog that a usual rule turns into
// one; the limit of the provider says where names are cut.
func (c *scene) anyMeeting() (hits []int, name string) {
	forms := []func(Entry) string{
		func(e Entry) string { return safeChars(e.Name) },
		func(e Entry) string { return cutAt(e.Name, 64, false) },
		func(e Entry) string { return cutAt(e.Name, 64, true) },
		func(e Entry) string { return cutAt(safeChars(e.Name), 64, false) },
	}
	if c.Join != "" {
		forms = append(forms, func(e Entry) string {
			if e.Owner == "" {
				return e.Name
			}
			return e.Owner + c.Join + e.Own
		})
	}
	for _, form := range forms {
		groups := map[string][]int{}
		for i, e := range c.Catalog {
			n := form(e)
			groups[n] = append(groups[n], i)
		}
		for _, e := range c.Catalog {
			if g := groups[form(e)]; len(c.names(g)) > 1 {
				return g, form(e)
			}
		}
	}
	return nil, ""
}

// pairShown is the greatest length of a name in a sentence with three of them.
const pairShown = 34

// lossy: two registered names become one on the wire. Both are meant or
// neither, so there is never a target.
func (c *scene) lossy(e *Event, r refusal, hits []int, name string) *journey.Diagnosis {
	d := c.finding(journey.KindLossyCollision, r.pathLabel())
	d.Hop = journey.HopSafe
	names := c.names(hits)
	d.About = names
	if e.NoCall && c.Cut == "" && c.Join == "" && c.gateway() {
		d.Hop = journey.HopWire
	}
	how := c.howMet(hits, name)
	are := "are both sent"
	if c.pasted && len(names) > 1 {
		are = "may both be sent"
	}
	d.What = fmt.Sprintf("%s %s as %s (%s).", showAllIn(c.tellApart(hits, names), pairShown), are, showIn(name, pairShown), how)
	seeError(d, e)
	if e.Error == "" {
		see(d, "catalog", "Only one of them can be reached; a call may run the wrong one")
	} else {
		see(d, "catalog", "Neither can be chosen: a read and a delete may share the name")
	}
	d.Advice = "Rename one of them, or take a rule that adds a hash of the whole real name."
	return d
}

// tellApart writes entries that have one name with their owners.
func (c *scene) tellApart(hits []int, names []string) []string {
	if len(names) > 1 {
		return names
	}
	var out []string
	for _, i := range hits {
		out = append(out, c.Catalog[i].Owner+"/"+c.Catalog[i].Own)
	}
	return out
}

// howOwnMet says how different own names got one form.
func (c *scene) howOwnMet(hits []int) string {
	a, b := c.Catalog[hits[0]].Own, c.Catalog[hits[len(hits)-1]].Own
	switch {
	case c.Catalog[hits[0]].Owner != c.Catalog[hits[len(hits)-1]].Owner:
		return "owner and own name joined"
	case safeChars(a) == safeChars(b):
		return "other characters to _"
	case strings.EqualFold(a, b):
		return "lower case"
	}
	return "the client's own rule"
}

func (c *scene) howMet(hits []int, name string) string {
	first := c.Catalog[hits[0]].Name
	n := runeLen(name)
	switch {
	case len(c.names(hits)) == 1:
		return c.howOwnMet(hits)
	case cutAt(first, n, false) == name && runeLen(first) >= n:
		return fmt.Sprintf("cut to the first %d", n)
	case cutAt(first, n, true) == name:
		return fmt.Sprintf("cut to the last %d", n)
	case safeChars(first) == name || safeChars(c.Catalog[hits[len(hits)-1]].Name) == name:
		return "other characters to _"
	case strings.ToLower(first) == name:
		return "lower case"
	}
	return "the client's own rule"
}
