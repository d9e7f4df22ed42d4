package diagnose

import (
	"fmt"
	"strings"

	"hopscope/journey"
)

// referenceMax is the limit of tool_reference.tool_name at Anthropic, where
// the text gives none.
const referenceMax = 64

// tooLong: the joined name is over the limit of the place where it stands.
func (c *scene) tooLong(e *Event, r refusal) *journey.Diagnosis {
	limit := r.limit
	at := journey.PlaceDeclare
	if r.site == siteReference {
		at = journey.PlaceToolReference
	}
	if limit == 0 && c.Rules != nil {
		if rule, ok := c.Rules.Rule(at, ""); ok {
			limit = rule.Max
		}
	}
	if limit == 0 && r.site == siteReference {
		limit = referenceMax
	}
	d := c.finding(journey.KindTooLong, r.pathLabel())
	d.Hop = journey.HopWire
	over := func(n Entry) bool { return limit > 0 && runeLen(n.Name) > limit }
	t, found := c.longOne(e, r, over)
	if !found {
		d.What = fmt.Sprintf("A name is too long for %s, which takes %d characters.", c.provider(), limit)
		d.Advice = "Shorten the longest name of the list, or its server key."
		seeError(d, e)
		return d
	}
	d.Target = t.Name
	n := runeLen(t.Name)
	where := r.pathOr("tools[]")
	d.What = fmt.Sprintf("%s is %d characters; %s takes %d in %s.", show(t.Name), n, c.provider(), limit, placeWord(r.site))
	if r.site != siteReference {
		c.blameLength(d, t, limit)
	}
	see(d, where, "%s", c.sum(t, n, limit))
	if r.site != siteReference {
		c.seePosition(d, r, t)
	}
	if r.site == siteReference {
		see(d, where, "In tools[] the same name passes; the result now fails each request")
	} else if k := c.sameServer(t); k > 1 {
		see(d, "catalog", "One server key is the prefix of %d tools", k)
	}
	d.Advice = c.lengthAdvice(t, n-limit)
	return d
}

// longOne finds the entry that is too long. A tool reference names none: the
// one entry over the limit, else the one that an earlier result mentions.
func (c *scene) longOne(e *Event, r refusal, over func(Entry) bool) (Entry, bool) {
	if r.site != siteReference {
		return c.toFix(r, over)
	}
	long := c.keep(c.all(), over)
	if t, ok := c.only(long); ok {
		return t, true
	}
	said := c.keep(long, func(t Entry) bool { return strings.Contains(c.Past.Results, t.Name) })
	return c.only(said)
}

// blameLength sets the hop: an own part that would pass alone makes it the
// client's join. Where the own part is not recorded, it may be what follows a
// start that several names of the catalog share up to a separator.
func (c *scene) blameLength(d *journey.Diagnosis, t Entry, limit int) {
	own := t.own()
	if own == "" {
		if start := c.sharedStart(t.Name); start != "" {
			own = strings.TrimPrefix(t.Name, start)
		}
	}
	switch {
	case own == "" || own == t.Name:
		d.Hop = unsentHop(t.Name)
		if d.Hop == journey.HopWire {
			d.AcceptHops = []journey.Hop{journey.HopRegistered}
		}
	case limit <= 0 || runeLen(own) <= limit:
		d.Hop = journey.HopSafe
	default:
		d.Hop = unsentHop(own)
	}
}

// sharedStart returns the longest start of a name, up to a separator, that
// another name of the catalog has too.
func (c *scene) sharedStart(name string) string {
	best := ""
	for _, e := range c.Catalog {
		if e.Name == name {
			continue
		}
		start, at := "", 0
		for at < len(name) && at < len(e.Name) && name[at] == e.Name[at] {
			at++
			if isSeparator(rune(name[at-1])) {
				start = name[:at]
			}
		}
		if len(start) > len(best) {
			best = start
		}
	}
	return best
}

// sum writes a length out: prefix, server, separators and tool.
func (c *scene) sum(t Entry, n, limit int) string {
	over := ""
	if limit > 0 && n > limit {
		over = fmt.Sprintf(", %d over", n-limit)
	}
	if server, tool, ok := splitServer(t.Name); ok {
		return fmt.Sprintf("mcp__ 5 + server %d + __ 2 + tool %d = %d%s", runeLen(server), runeLen(tool), n, over)
	}
	own := t.own()
	if own != "" && own != t.Name && strings.Contains(t.Name, own) {
		k := runeLen(own)
		return fmt.Sprintf("tool %d + what the client adds %d = %d%s", k, n-k, n, over)
	}
	return fmt.Sprintf("%d characters in one part%s", n, over)
}

func (c *scene) sameServer(t Entry) int {
	key := t.server()
	if key == "" {
		return 0
	}
	n := 0
	for i := range c.Catalog {
		if c.Catalog[i].server() == key {
			n++
		}
	}
	return n
}

func (c *scene) lengthAdvice(t Entry, over int) string {
	if over < 1 {
		over = 1
	}
	key := t.server()
	if key != "" && runeLen(key) > over {
		if k := c.sameServer(t); k > 1 {
			return fmt.Sprintf("Shorten the server key by %d or more: one edit for all %d tools.", over, k)
		}
		return fmt.Sprintf("Shorten the server key by %d or more characters.", over)
	}
	return fmt.Sprintf("Shorten the name by %d or more, or let the client cut it and add a hash.", over)
}

func placeWord(s site) string {
	if s == siteReference {
		return "a tool reference"
	}
	return "tools[]"
}
