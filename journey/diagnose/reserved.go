package diagnose

import (
	"fmt"

	"hopscope/journey"
)

// reservedName: legal, short, unique, and still refused, because the provider
// keeps the name for a tool of its own, or because a typed tool of the
// provider lost its fixed name.
func (c *scene) reservedName(e *Event, r refusal) *journey.Diagnosis {
	d := c.finding(journey.KindReservedName, r.pathLabel())
	d.Hop = journey.HopWire
	t, found := c.toFix(r, func(n Entry) bool { return false })
	if !found && len(r.values) > 0 {
		t, found = c.only(c.fold[driftFold(r.values[0])])
	}
	name := "a name of the list"
	if found {
		d.Target, name = t.Name, show(t.Name)
	} else if len(r.values) > 0 {
		name = show(r.values[0])
	}
	d.What = fmt.Sprintf("%s keeps %s for a tool of its own and refuses the request.", upper(c.provider()), name)
	seeError(d, e)
	if len(r.values) > 0 && found && r.values[0] != t.Name {
		see(d, r.pathOr("tools[]"), "It must be called %s there", show(r.values[0]))
	}
	see(d, "catalog", "The same list passes without it; sending it again cannot help")
	d.Advice = fmt.Sprintf("Send %s under another name to this provider only, or leave it out there.", name)
	return d
}
