package diagnose

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"hopscope/journey"
)

// prefixLost is the last part of test 11: the echo is the end of exactly one
// catalog name, at a separator. Several such names give no target: with two
// owners none can be chosen.
func (c *scene) prefixLost(e *Event) *journey.Diagnosis {
	echo := spelled(e.Called)
	if runeLen(strings.TrimLeft(echo, "-_.:/")) < 2 {
		return nil
	}
	hits := c.keep(c.all(), func(t Entry) bool { return endsAt(t, echo) })
	hits = c.among(e, hits)
	if len(hits) == 0 {
		hits = c.keep(c.all(), func(t Entry) bool { return endsAt(lowered(t), strings.ToLower(echo)) })
	}
	if len(hits) == 0 {
		return nil
	}
	t, one := c.only(hits)
	d := c.finding(journey.KindPrefixLost, "test 11: the end of one name")
	if !one {
		d.Test = "test 11: the end of several names"
		c.place(d, e, "", false)
		d.What = fmt.Sprintf("%s is the end of %s, so none can be chosen.", show(echo), showAll(c.names(hits)))
		seeError(d, e)
		c.open(d)
		d.Advice = "Ask for the full name: with two owners an ending says nothing."
		return d
	}
	d.Target = t.Name
	c.place(d, e, t.Name, false)
	front := missing(t.Name, echo)
	d.What = fmt.Sprintf("%s is %s without %q.", show(echo), show(t.Name), middle(front, 24))
	seeError(d, e)
	if ran := c.siblingRan(front); ran != "" {
		see(d, "calls", "%s came with it and ran", show(ran))
	}
	if d.Hop == journey.HopReturn {
		see(d, "capture", "The full name came back; it was stripped on the way")
	}
	c.open(d)
	d.Advice = fmt.Sprintf("Put %s in the error that goes back. What takes fronts off must do it by a table of names, not by a pattern.", show(t.Name))
	return d
}

// lowered is the entry with its name in lower case.
func lowered(t Entry) Entry {
	t.Name, t.Bare = strings.ToLower(t.Name), strings.ToLower(t.Bare)
	return t
}

// endsAt reports whether a name ends in a separator and the echo, or in the
// echo when that begins with a separator, and something stands before.
func endsAt(t Entry, echo string) bool {
	if t.Bare != "" && t.Bare == echo {
		return true
	}
	head, ok := strings.CutSuffix(t.Name, echo)
	if !ok || head == "" {
		return false
	}
	return isSeparator(rune(echo[0])) || isSeparator(rune(head[len(head)-1]))
}

func missing(name, echo string) string {
	if len(echo) < len(name) {
		return name[:len(name)-len(echo)]
	}
	return ""
}

// siblingRan returns a name with the same front that ran in this session.
func (c *scene) siblingRan(front string) string {
	for _, n := range c.Past.Order {
		if _, ok := c.Past.Ran[n]; ok && front != "" && strings.HasPrefix(n, front) {
			return n
		}
	}
	return ""
}

// noRelation is the end of test 13: nothing fits, and nothing is suggested.
func (c *scene) noRelation(e *Event) *journey.Diagnosis {
	d := c.finding(journey.NoRelation, "test 13: nothing fits")
	d.Hop, d.AcceptHops = journey.HopEcho, []journey.Hop{journey.HopReturn}
	names := c.names(c.pool(e))
	switch {
	case len(names) == 0:
		d.What = fmt.Sprintf("%s is unknown, and no list of tools is at hand to compare it with.", show(spelled(e.Called)))
	case c.Assumed:
		d.What = fmt.Sprintf("%s has no relation to any of the %d tools that are assumed here.", show(spelled(e.Called)), len(names))
	default:
		d.What = fmt.Sprintf("%s has no relation to any of the %d tools.", show(spelled(e.Called)), len(names))
	}
	seeError(d, e)
	c.seeRepeats(d, e)
	if len(names) > 0 {
		see(d, "catalog", "The list: %s", showAll(slices.Clone(names)))
	}
	d.Advice = "Return the list of tools with the error, and look where the name comes from."
	if key, why := c.downServer(spelled(e.Called)); key != "" {
		see(d, "servers", "Server %s: %s", show(key), ending(why, 60))
		d.Advice = fmt.Sprintf("Connect server %s, then call it again; the list does not show what it has.", show(key))
	}
	return d
}

// downServer returns the server that a name names, if it is configured and was
// not up.
func (c *scene) downServer(echo string) (key, why string) {
	server, _, ok := splitServer(echo)
	if !ok {
		return "", ""
	}
	if why, ok := c.Down[server]; ok {
		return server, why
	}
	for _, key := range slices.Sorted(maps.Keys(c.Down)) {
		if safeChars(key) == server {
			return key, c.Down[key]
		}
	}
	return "", ""
}
