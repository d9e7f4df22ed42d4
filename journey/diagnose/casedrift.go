package diagnose

import (
	"fmt"
	"strings"

	"hopscope/journey"
)

// caseDrift is the first part of test 9: the echo equals exactly one name but
// for capitals. Two names that differ only by case give no target.
func (c *scene) caseDrift(e *Event) *journey.Diagnosis {
	echo := spelled(e.Called)
	hits := c.lower[strings.ToLower(echo)]
	if len(hits) == 0 {
		return nil
	}
	hits = c.keep(hits, func(t Entry) bool { return !c.crosses(echo, t) })
	if len(hits) == 0 {
		return nil
	}
	d := c.finding(journey.KindCaseDrift, "test 9: case only")
	t, one := c.only(hits)
	if one {
		d.Target = t.Name
	}
	c.place(d, e, t.Name, false)
	if !one {
		d.What = fmt.Sprintf("%s equals %s but for capitals, so none can be chosen.", show(echo), showAll(c.names(hits)))
	} else {
		d.What = fmt.Sprintf("%s is %s with other capitals; %s compares exactly.", show(echo), show(t.Name), c.client())
	}
	seeError(d, e)
	if low, all := c.lowerCased(); low > 1 {
		see(d, "calls", "%d of %d refused names came in lower case", low, all)
	}
	if d.Hop == journey.HopWire && c.Capture == nil {
		see(d, "calls", "Other names with capitals came back right, so a rename table is likely")
	}
	c.open(d)
	d.Advice = fmt.Sprintf("Turn %s back into %s before the look-up: that is safe, for only one tool fits.", show(echo), show(t.Name))
	if !one {
		d.Advice = "Rename one of them: names that differ only by capitals get mixed up."
	}
	return d
}

// lowerCased counts the refused names that are a declared name in lower case.
func (c *scene) lowerCased() (low, all int) {
	if !c.memo.lowered {
		c.memo.lowered = true
		for _, n := range c.Past.RefusedOrder {
			if len(c.lower[n]) > 0 && len(c.exact[n]) == 0 {
				c.memo.low++
			}
		}
	}
	return c.memo.low, len(c.Past.RefusedOrder)
}
