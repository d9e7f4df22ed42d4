package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"hopscope/journey"
	"hopscope/vocab"
)

// nearMiss is test 13: one name is clearly closest. A hint, never a repair.
func (c *scene) nearMiss(e *Event) *journey.Diagnosis {
	echo := spelled(e.Called)
	if runeLen(echo) > nearMax {
		return nil
	}
	pool := c.keep(c.pool(e), func(t Entry) bool { return c.sameServerPart(echo, t) })
	names := c.names(pool)
	name, how := closest(echo, names)
	if name == "" {
		name, how = oneWordOff(echo, names)
	}
	if name == "" {
		name, how = startOf(echo, names)
	}
	if name == "" {
		return nil
	}
	d := c.finding(journey.KindNearMiss, "test 13: closest name")
	d.Target = name
	c.place(d, e, name, false)
	d.What = fmt.Sprintf("%s is close to %s (%s).", show(echo), show(name), how)
	seeError(d, e)
	c.seeRepeats(d, e)
	if list := c.offered(e); e.Error != "" && list.Where != "the error's own list" {
		see(d, "error", "The error does not list the tools")
	}
	c.open(d)
	d.Advice = fmt.Sprintf("Put %s and the called name in the error that goes back to the model.", show(name))
	return d
}

// nearMax bounds the work on names that no tool has.
const nearMax = 256

// sameServerPart keeps names with a server part apart: they are compared only
// when the server part is exact.
func (c *scene) sameServerPart(echo string, t Entry) bool {
	said, _ := c.serverPart(echo)
	theirs, _ := c.serverPart(t.Name)
	return said == theirs
}

// serverPart returns the server that a name shows in front.
func (c *scene) serverPart(echo string) (server string, ok bool) {
	if s, _, ok := splitServer(echo); ok {
		return s, true
	}
	for i := len(echo) - 1; i > 0; i-- {
		if isSeparator(rune(echo[i])) && c.owners[echo[:i]] {
			return echo[:i], true
		}
	}
	return "", false
}

// closest finds the name within a quarter of the longer length, the next one
// at least two further.
func closest(echo string, names []string) (name, how string) {
	near := vocab.Nearest(echo, names, 2)
	if len(near) == 0 {
		return "", ""
	}
	best := near[0]
	if best.Distance > max(runeLen(echo), runeLen(best.Name))/4 {
		return "", ""
	}
	if len(near) > 1 && near[1].Distance < best.Distance+2 {
		return "", ""
	}
	return best.Name, plural(best.Distance, "letter", "letters") + " off"
}

// oneWordOff finds the only name with as many words of which one differs.
func oneWordOff(echo string, names []string) (name, how string) {
	said := wordsOf(echo)
	if len(said) < 2 {
		return "", ""
	}
	for _, n := range names {
		words := wordsOf(n)
		if len(words) != len(said) {
			continue
		}
		odd := -1
		for i := range said {
			if said[i] != words[i] {
				if odd >= 0 {
					odd = -2
					break
				}
				odd = i
			}
		}
		if odd < 0 {
			continue
		}
		if name != "" {
			return "", ""
		}
		name, how = n, fmt.Sprintf("%s for %s", said[odd], words[odd])
	}
	return name, how
}

// startOf finds the only name that begins with the echo.
func startOf(echo string, names []string) (name, how string) {
	if runeLen(echo) < 3 {
		return "", ""
	}
	hits := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !strings.HasPrefix(n, echo) })
	if len(hits) != 1 {
		return "", ""
	}
	return hits[0], "its beginning"
}
