package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"hopscope/journey"
)

// incompleteEye is the second part of test 3: a real result stands beside the
// refusal, so whoever says "unknown" has an incomplete list, and the agent is
// fine. It is not-offered at dispatch.
func (c *scene) incompleteEye(e *Event) *journey.Diagnosis {
	if e.Error == "" && e.Note == "" || strings.TrimSpace(e.Result) == "" {
		return nil
	}
	d := c.finding(journey.KindNotOffered, "test 3: a result beside the refusal")
	d.Hop, d.Target = journey.HopDispatch, spelled(e.Called)
	d.What = fmt.Sprintf("%s ran and gave a result; only the list of who reports it lacks the name.", show(spelled(e.Called)))
	seeError(d, e)
	if e.Error == "" {
		see(d, e.Where, "%s", ending(e.Note, 90))
	}
	see(d, e.retWhere(), "Result: %s", ending(e.Result, 60))
	if e.ExecutedBy != "" {
		see(d, e.retWhere(), "Run by %s", ending(e.ExecutedBy, 40))
	}
	d.Advice = "Complete the list of the observer; the agent and the name are fine."
	return d
}

// exactName is test 4: the called name is in the catalog, letter by letter, and
// was refused all the same.
func (c *scene) exactName(e *Event) *journey.Diagnosis {
	hits := c.exactly(e.Called)
	if len(hits) == 0 {
		return c.wrongSplit(e)
	}
	t := c.Catalog[hits[0]]
	if d := c.vanished(e, t.Name); d != nil {
		return d
	}
	list := c.offered(e)
	if list.Known && !list.has(t) {
		return c.leftOut(e, t, list)
	}
	if d := c.wrongSplit(e); d != nil {
		return d
	}
	if d := c.forwarded(e, t); d != nil {
		return d
	}
	return c.refusedExact(e, t, list)
}

// forwarded: the client found the tool, and the error comes from the server
// behind it: the gateway called the server with its own, prefixed name.
func (c *scene) forwarded(e *Event, t Entry) *journey.Diagnosis {
	own := t.own()
	if own == "" || own == t.Name || !strings.Contains(e.Error, t.Name) {
		return nil
	}
	if !saysServer(e.Error) && !c.clientIsGateway() && e.Via == "" {
		return nil
	}
	d := c.finding(journey.KindRenameLeak, "test 4: the server refused, not the client")
	d.Hop, d.Target = journey.HopDispatch, own
	d.What = fmt.Sprintf("The call found the tool, but the server was asked for %s; there it is %s.", show(t.Name), show(own))
	seeError(d, e)
	see(d, "catalog", "The name is in the list, and the error comes from the server")
	d.Advice = "Call the server with its own name: the prefix is for routing only."
	return d
}

// refusedExact is the rest of test 4: the name is in the list as far as the
// list is known, and was refused.
func (c *scene) refusedExact(e *Event, t Entry, list Listing) *journey.Diagnosis {
	d := c.finding(journey.KindNotOffered, "test 4: exact name, refused")
	d.Hop, d.Target = journey.HopSafe, spelled(e.Called)
	d.AcceptHops = []journey.Hop{journey.HopDispatch}
	d.What = fmt.Sprintf("%s is spelled as declared, and %s refused it all the same.", show(spelled(e.Called)), c.client())
	if list.Known {
		d.Hop, d.AcceptHops = journey.HopDispatch, nil
	}
	seeError(d, e)
	if !list.Known {
		see(d, "offered", "What this turn offered is not recorded")
	}
	d.Advice = "Look at mode, permissions and the agent's own list. The name is right: renaming will not help."
	return d
}

// wrongSplit: the error names a server that is not configured, because
// something cut the name at a separator that belongs to the tool.
func (c *scene) wrongSplit(e *Event) *journey.Diagnosis {
	server, tool := serverAndTool(e.Error)
	if server == "" || c.keys[strings.ToLower(server)] {
		return nil
	}
	echo := spelled(e.Called)
	rest, ok := strings.CutPrefix(echo, server)
	if !ok || rest == "" || !isSeparator(rune(rest[0])) {
		return nil
	}
	if tool != "" && strings.TrimLeft(rest, "-_.:/") != tool {
		return nil
	}
	hits := c.exactly(e.Called)
	t, found := c.only(hits)
	if !found {
		return nil
	}
	d := c.finding(journey.KindPrefixLost, "test 4: split at the wrong place")
	d.Hop, d.Target = journey.HopDispatch, t.Name
	d.What = fmt.Sprintf("%s was cut at a separator of its own: %s is no server here.", show(echo), show(server))
	seeError(d, e)
	switch k := t.server(); {
	case k != "" && t.own() != "":
		see(d, "catalog", "Server %s with tool %s fits", show(k), show(t.own()))
	case k != "":
		see(d, "catalog", "The tool belongs to server %s", show(k))
	}
	d.Advice = "Find the boundary by the known server keys, longest first, never by the first separator."
	return d
}

// earlierName is test 4 for a name that the catalog of this turn lacks and an
// earlier list of the session had.
func (c *scene) earlierName(e *Event) *journey.Diagnosis {
	if e.Called.Name == "" {
		return nil
	}
	name := spelled(e.Called)
	if _, _, _, known := c.newName(name); known {
		return nil // the client renamed it: test 8
	}
	if _, ok := c.sameTask(name, e); ok && c.ownerOf(name) == "" && !c.listedBefore(name) {
		return nil // another tool does the task now: test 8
	}
	return c.vanished(e, name)
}

// listedBefore reports whether an earlier list of the session had the name.
func (c *scene) listedBefore(name string) bool {
	return slices.ContainsFunc(c.Timeline, func(m Moment) bool { return slices.Contains(m.Offered.Names, name) })
}

// vanished: the name was offered, or ran, earlier in the session and is gone.
// What stands between is reported, not a cause.
func (c *scene) vanished(e *Event, name string) *journey.Diagnosis {
	now := c.inForce(e.Turn, func(m Moment) bool { return m.Offered.Known })
	then := -1
	if now >= 0 && !slices.Contains(c.Timeline[now].Offered.Names, name) {
		for i := now - 1; i >= 0; i-- {
			if slices.Contains(c.Timeline[i].Offered.Names, name) {
				then = i
				break
			}
		}
	}
	ran, ok := c.Past.Ran[spelled(e.Called)]
	ok = ok && ran.Seq < e.Seq && c.offeredStill(e, name)
	if then < 0 && !ok {
		return nil
	}
	d := c.finding(journey.KindVanished, "test 4: offered earlier, gone now")
	d.Hop, d.Target = journey.HopDispatch, spelled(e.Called)
	switch {
	case then >= 0:
		d.What = fmt.Sprintf("%s was offered in turn %d and is gone in turn %d.", show(name), c.Timeline[then].Turn, c.Timeline[now].Turn)
		c.seeGone(d, then, now, name)
	default:
		d.What = fmt.Sprintf("%s ran in turn %d and is unknown now.", show(name), ran.Turn)
		if ran.Turn == 0 {
			d.What = fmt.Sprintf("%s ran before in this session and is unknown now.", show(name))
		}
		see(d, ran.Where, "It ran")
	}
	seeError(d, e)
	for _, b := range c.Past.Breaks {
		if b.Seq < e.Seq {
			see(d, b.Where, "%s", ending(b.Text, 60))
			break
		}
	}
	d.Advice = "Connect the server again, or start a new session. The name is right: renaming will not help."
	if c.ownerOf(name) == "" {
		d.Advice = "Look at what switched the tool off, or start a new session. The name is right: renaming will not help."
	}
	return d
}

// offeredStill is false when the list of this turn has the name: then it did
// not vanish.
func (c *scene) offeredStill(e *Event, name string) bool {
	list := c.offered(e)
	return !list.Known || !slices.Contains(list.Names, name)
}

func (c *scene) ownerOf(name string) string {
	for _, i := range c.exact[name] {
		if k := c.Catalog[i].server(); k != "" {
			return k
		}
	}
	s, _, _ := splitServer(name)
	return s
}

// seeGone says what left the list: a whole server, or single names.
func (c *scene) seeGone(d *journey.Diagnosis, then, now int, name string) {
	var gone []string
	still := setOf(c.Timeline[now].Offered.Names)
	for _, n := range c.Timeline[then].Offered.Names {
		if !still[n] {
			gone = append(gone, n)
		}
	}
	key := c.ownerOf(name)
	if key != "" && !slices.ContainsFunc(gone, func(n string) bool { return c.ownerOf(n) != key }) {
		see(d, "timeline", "All %s of server %s left the list between them", plural(len(gone), "tool", "tools"), show(key))
		return
	}
	see(d, "timeline", "%s left the list between them", plural(len(gone), "tool", "tools"))
}
