package diagnose

import (
	"fmt"
	"strings"

	"hopscope/journey"
)

// sameName handles refusals that speak of one name twice. Equal names of the
// catalog are a duplicate; different names that become one on the way are a
// lossy collision; a clean catalog means that something behind the client
// added an entry.
func (c *scene) sameName(e *Event, r refusal) *journey.Diagnosis {
	for _, v := range r.values {
		switch hits := c.exact[v]; {
		case len(hits) > 1 && c.ownDiffers(hits):
			return c.lossy(e, r, hits, v)
		case len(hits) > 1:
			return c.duplicate(e, r, hits)
		}
		if met := c.meet(v); len(c.names(met)) > 1 {
			return c.lossy(e, r, met, v)
		}
		if hits := c.exact[v]; len(hits) == 1 {
			return c.addedLater(e, r, hits)
		}
	}
	if len(r.values) > 0 && len(c.Catalog) > 0 {
		return c.addedLater(e, r, nil)
	}
	if hits := c.firstGroup(); len(hits) > 1 {
		if c.ownDiffers(hits) {
			return c.lossy(e, r, hits, c.Catalog[hits[0]].Name)
		}
		return c.duplicate(e, r, hits)
	}
	if met, name := c.sentTwice(); len(met) > 0 {
		if len(c.names(met)) > 1 {
			return c.lossy(e, r, met, name)
		}
		return c.addedLater(e, r, met)
	}
	if met, name := c.anyMeeting(); len(met) > 1 {
		return c.lossy(e, r, met, name)
	}
	return c.addedLater(e, r, c.serverToolNames())
}

// firstGroup returns the entries of the first name that stands twice in the
// catalog.
func (c *scene) firstGroup() []int {
	for _, e := range c.Catalog {
		if hits := c.exact[e.Name]; len(hits) > 1 {
			return hits
		}
	}
	return nil
}

// ownDiffers reports whether entries of one name are different tools by their
// own names.
func (c *scene) ownDiffers(hits []int) bool {
	first := c.Catalog[hits[0]].Own
	for _, i := range hits[1:] {
		if own := c.Catalog[i].Own; own != "" && first != "" && own != first {
			return true
		}
	}
	return false
}

// sentTwice returns the entries whose sent name stands twice in the request,
// by the capture or the list of sent names.
func (c *scene) sentTwice() (hits []int, name string) {
	if (c.Capture == nil || len(c.Capture.Tools) == 0) && len(c.Wire) == 0 {
		return nil, ""
	}
	names, entry := c.asSent()
	seen := map[string][]int{}
	for i, n := range names {
		seen[n] = append(seen[n], entry[i])
	}
	for _, n := range names {
		if len(seen[n]) < 2 {
			continue
		}
		for _, i := range seen[n] {
			if i >= 0 {
				hits = append(hits, i)
			}
		}
		return hits, n
	}
	return nil, ""
}

// duplicate: the same tool name is twice in one request.
func (c *scene) duplicate(e *Event, r refusal, hits []int) *journey.Diagnosis {
	t := c.Catalog[hits[0]]
	d := c.finding(journey.KindDuplicateName, r.pathLabel())
	d.Target = t.Name
	d.Hop, d.AcceptHops = c.duplicateHop(hits)
	d.What = fmt.Sprintf("%s is offered %s%s.", show(t.Name), times(len(hits)), c.byOwners(hits))
	see(d, "catalog", "%s", c.positions(hits))
	seeError(d, e)
	if d.Hop == journey.HopSafe {
		see(d, "catalog", "The prefix is the same for both, so it does not tell them apart")
	}
	if e.Error == "" {
		see(d, "catalog", "One of the two answers every call; the other can never run")
	} else {
		c.others(d, len(hits))
	}
	switch {
	case d.Hop == journey.HopRegistered && c.oneOwner(hits):
		d.Advice = "Remove one of the two from the server's list: no prefix can tell them apart."
	default:
		d.Advice = "Put the server key in the name, or disable one of the two."
	}
	return d
}

// duplicateHop: owners unknown, then something after the client added an
// entry; one server twice, or names sent unchanged, then it is their own name;
// else the client's join made them equal.
func (c *scene) duplicateHop(hits []int) (journey.Hop, []journey.Hop) {
	for _, i := range hits {
		if c.Catalog[i].server() == "" {
			return journey.HopWire, []journey.Hop{journey.HopSafe}
		}
	}
	if c.oneOwner(hits) {
		return journey.HopRegistered, nil
	}
	for _, i := range hits {
		if t := c.Catalog[i]; t.own() != "" && t.own() != t.Name {
			return journey.HopSafe, nil
		}
	}
	return journey.HopRegistered, nil
}

// positions says where in the list the entries stand.
func (c *scene) positions(hits []int) string {
	const most = 4
	var at []string
	for i, h := range hits {
		if i == most {
			at = append(at, "more")
			break
		}
		at = append(at, fmt.Sprintf("[%d]", h))
	}
	return "Entries " + strings.Join(at[:len(at)-1], ", ") + " and " + at[len(at)-1]
}

func (c *scene) oneOwner(hits []int) bool {
	for _, i := range hits[1:] {
		if c.Catalog[i].server() != c.Catalog[hits[0]].server() {
			return false
		}
	}
	return true
}

func (c *scene) byOwners(hits []int) string {
	first, second := c.Catalog[hits[0]].server(), c.Catalog[hits[1]].server()
	switch {
	case first == "" || second == "":
		return ""
	case first == second:
		return fmt.Sprintf(", both by server %s", show(first))
	}
	return fmt.Sprintf(", by server %s and by server %s", show(first), show(second))
}

// addedLater: the refusal speaks of one name twice and the catalog has it once
// or not at all, so something behind the client added an entry.
func (c *scene) addedLater(e *Event, r refusal, hits []int) *journey.Diagnosis {
	d := c.finding(journey.KindDuplicateName, r.pathLabel())
	d.Hop = journey.HopWire
	if t, ok := c.only(hits); ok {
		d.Target = t.Name
		d.What = fmt.Sprintf("The client sends %s once, so something behind it adds a second one.", show(t.Name))
		see(d, "vocabulary", "%s is also the fixed name of a provider's own tool", show(t.Name))
		if !c.words.isProviderTool(t.Name) {
			d.Evidence = nil
		}
	} else if len(hits) == 0 && len(r.values) > 0 && len(c.exact[r.values[0]]) == 0 {
		d.What = fmt.Sprintf("The request has %s twice and the catalog has no tool of that name, so something behind the client adds it.", show(r.values[0]))
	} else {
		d.What = "The catalog has no name twice, so something behind the client adds an entry."
		if len(hits) > 1 {
			see(d, "catalog", "Names that provider tools have too: %s", showAll(c.names(hits)))
		}
	}
	seeError(d, e)
	d.Advice = "Capture the request and count its names; then switch off the added tool, or rename yours."
	return d
}

// serverToolNames returns the entries that have the fixed name of a provider's
// own tool.
func (c *scene) serverToolNames() []int {
	return c.keep(c.all(), func(e Entry) bool { return c.words.isProviderTool(e.Name) })
}

// twoOwners is the silent part of test 3: a call ran, and its name has two
// owners.
func (c *scene) twoOwners(e *Event) *journey.Diagnosis {
	echo := spelled(e.Called)
	hits := c.exactly(e.Called)
	if len(hits) > 1 && !c.ownDiffers(hits) {
		d := c.duplicate(e, refusal{index: -1}, hits)
		d.Test = "test 3: one name, two owners"
		c.seeWinner(d, e)
		return d
	}
	met := hits
	if len(hits) < 2 {
		met = c.meet(echo)
	}
	if len(c.names(met)) < 2 && !(len(met) > 1 && c.ownDiffers(met)) {
		return nil
	}
	d := c.lossy(e, refusal{index: -1}, met, echo)
	d.Test = "test 3: one form, two names"
	c.seeWinner(d, e)
	return d
}

func (c *scene) seeWinner(d *journey.Diagnosis, e *Event) {
	switch {
	case e.ExecutedBy != "":
		see(d, e.retWhere(), "Run by %s", ending(e.ExecutedBy, 60))
	case e.Result != "":
		see(d, e.retWhere(), "%s", ending(e.Result, 60))
	}
}
