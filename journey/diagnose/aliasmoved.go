package diagnose

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"hopscope/journey"
)

// wireMaps is the first part of test 3: two turns map real names to sent names
// differently, and the called alias belonged to another tool, or to none, when
// it was made. It holds also when the call succeeded.
func (c *scene) wireMaps(e *Event) *journey.Diagnosis {
	hasMap := func(m Moment) bool { return m.Wire != nil }
	now := c.inForce(e.Turn, hasMap)
	if now <= 0 {
		return nil
	}
	owner, taken := keyOf(c.Timeline[now], e.Called)
	for i := now - 1; i >= 0; i-- {
		if !hasMap(c.Timeline[i]) {
			continue
		}
		real, had := keyOf(c.Timeline[i], e.Called)
		if !had || taken && owner == real {
			continue
		}
		return c.aliasMoved(e, c.Timeline[i], c.Timeline[now], real, owner)
	}
	return nil
}

// keyOf returns the real name that a call meant by the map of a moment. A map
// may join namespace and name in one of the usual ways.
func keyOf(m Moment, n journey.Called) (real string, ok bool) {
	forms := []string{spelled(n)}
	if n.Namespace != "" {
		for _, join := range []string{"__", "/", ":", ""} {
			forms = append(forms, string(n.Namespace)+join+string(n.Name))
		}
	}
	for _, k := range m.Order {
		if slices.Contains(forms, m.Wire[k]) {
			return k, true
		}
	}
	return "", false
}

func (c *scene) aliasMoved(e *Event, then, now Moment, real, owner string) *journey.Diagnosis {
	echo := spelled(e.Called)
	d := c.finding(journey.KindAliasMoved, "test 3: wire maps of two turns")
	unit, n := "turn", then.Turn
	d.Hop = journey.HopReplay
	if then.Run > 0 && then.Turn == 0 {
		unit, n = "run", then.Run
		d.Hop, d.AcceptHops = journey.HopSafe, []journey.Hop{journey.HopReplay}
		d.Test = "test 3: wire maps of two runs"
	}
	alias, still := now.Wire[real]
	switch {
	case owner != "":
		d.What = fmt.Sprintf("%s was the name of %s in %s %d; now it is another tool, %s.", show(echo), show(real), unit, n, show(owner))
	case still:
		d.What = fmt.Sprintf("%s was the name of %s in %s %d; now that travels as %s.", show(echo), show(real), unit, n, show(alias))
	default:
		d.What = fmt.Sprintf("%s was the name of %s in %s %d; now it is nobody's.", show(echo), show(real), unit, n)
	}
	if owner == "" {
		for _, t := range []string{alias, real} {
			if len(c.exact[t]) > 0 && t != "" {
				d.Target = t
				break
			}
		}
	}
	seeError(d, e)
	if e.Error == "" && e.Result != "" {
		see(d, e.retWhere(), "%s", ending(e.Result, 70))
	}
	if owner != "" && still {
		see(d, "timeline", "%s itself is sent as %s now", show(real), show(alias))
	}
	d.Advice = "Store real names in the history, and map them anew for each request."
	return d
}

// Keys that a client draws for one run stand before a mark of its own; hashes
// stand at the end.
var (
	runKey  = regexp.MustCompile(`^([A-Za-z0-9]{4,16})(0mcp0)(.+)$`)
	hashEnd = regexp.MustCompile(`^(.+?)[_-]([0-9a-f]{6,40}|[0-9a-z]{7})$`)
)

// aliasMax is the greatest length of an alias.
const aliasMax = 256

// oldAlias is the second part of test 11: no map was recorded, but the echo has
// the shape of the client's own keys or hashes, with a known tool part.
func (c *scene) oldAlias(e *Event) *journey.Diagnosis {
	echo := spelled(e.Called)
	if len(echo) > aliasMax {
		return nil
	}
	if m := runKey.FindStringSubmatch(echo); m != nil {
		hits := c.keep(c.all(), func(t Entry) bool {
			k := runKey.FindStringSubmatch(t.Name)
			return k != nil && k[2] == m[2] && k[3] == m[3] && k[1] != m[1]
		})
		if t, ok := c.only(hits); ok {
			return c.oldKey(e, t, "key "+m[1])
		}
	}
	if t, part, ok := c.otherHash(echo); ok {
		return c.oldKey(e, t, part)
	}
	said := segments(echo)
	hits := c.like(func(name []string) bool { return otherKey(said, name) })
	if t, ok := c.only(hits); ok {
		return c.oldKey(e, t, "key")
	}
	return nil
}

// otherHash finds the one entry that has the echo's readable part with another
// hash behind it, or with none.
func (c *scene) otherHash(echo string) (t Entry, part string, ok bool) {
	m := hashEnd.FindStringSubmatch(echo)
	if m == nil || !looksRandom(m[2]) {
		return Entry{}, "", false
	}
	hits := c.keep(c.all(), func(t Entry) bool {
		if t.Name == m[1] {
			return true
		}
		k := hashEnd.FindStringSubmatch(t.Name)
		return k != nil && k[1] == m[1] && looksRandom(k[2])
	})
	t, ok = c.only(hits)
	return t, "hash " + m[2], ok
}

// otherKey reports whether the segments of two names differ in exactly one, and that
// segment looks drawn at random in both.
func otherKey(x, y []string) bool {
	if len(x) != len(y) || len(x) < 2 {
		return false
	}
	at := -1
	for i := range x {
		if x[i] == y[i] {
			continue
		}
		if at >= 0 {
			return false
		}
		at = i
	}
	return at >= 0 && len(x[at]) == len(y[at]) && len(x[at]) >= 5 && looksRandom(x[at]) && looksRandom(y[at])
}

func looksRandom(s string) bool {
	return strings.ContainsAny(s, "0123456789") && strings.ContainsAny(s, "abcdefghijklmnopqrstuvwxyz")
}

// oldKey reports an alias of another run. A call that ran under the alias in
// this session was stored by an earlier turn; else the key is drawn anew.
func (c *scene) oldKey(e *Event, t Entry, part string) *journey.Diagnosis {
	d := c.finding(journey.KindAliasMoved, "test 11: an older alias")
	d.Hop, d.AcceptHops, d.Target = journey.HopSafe, []journey.Hop{journey.HopReplay}, t.Name
	if _, ran := c.Past.Ran[spelled(e.Called)]; ran {
		d.Hop, d.AcceptHops = journey.HopReplay, []journey.Hop{journey.HopSafe}
	}
	d.What = fmt.Sprintf("%s has an older %s; the tool is now sent as %s.", show(spelled(e.Called)), part, show(t.Name))
	seeError(d, e)
	see(d, "catalog", "The rest of the name fits this one tool")
	d.Advice = "Store real names in the history, and make aliases from parts that stay the same."
	return d
}
