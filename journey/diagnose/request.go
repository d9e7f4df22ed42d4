package diagnose

import (
	"slices"

	"hopscope/journey"
)

// refused is test 1: a request that the provider, or the client before
// sending, refused. The path in the text decides first: the declared tools, an
// old call, or another place of the same request.
func (c *scene) refused(e *Event) *journey.Diagnosis {
	r, ok := readRefusal(e.Error)
	if !ok {
		return c.refusedUnread(e)
	}
	switch {
	case r.site == siteReference && !r.missing && (r.length || r.pattern || r.empty):
		return c.tooLong(e, r)
	case r.missing, r.site == siteHistory, r.site == siteReference, r.site == siteChoice && !r.duplicate:
		return c.requestInconsistent(e, r)
	case r.site == siteNone && !r.duplicate && !r.reserved && c.isOldName(r):
		return c.requestInconsistent(e, r)
	case r.reserved:
		return c.reservedName(e, r)
	case r.duplicate:
		return c.sameName(e, r)
	case r.empty:
		return c.illegalName(e, r)
	case r.length && !r.pattern:
		return c.tooLong(e, r)
	}
	return c.lengthOrPattern(e, r)
}

// lengthOrPattern decides between the two where the text states one rule for
// both: a name of legal characters that is over the limit is too long.
func (c *scene) lengthOrPattern(e *Event, r refusal) *journey.Diagnosis {
	rule := c.ruleOf(r, e.Error, journey.PlaceDeclare)
	target, ok := c.toFix(r, func(n Entry) bool { return !rule.fits(n.Name) })
	if ok && rule.takes(target.Name) && rule.over(target.Name) {
		return c.tooLong(e, r)
	}
	return c.illegalName(e, r)
}

// refusedUnread looks at what a case shows when the text of the refusal says
// nothing that can be read.
func (c *scene) refusedUnread(e *Event) *journey.Diagnosis {
	if c.Capture != nil && len(c.strangers()) > 0 {
		return c.requestInconsistent(e, refusal{index: -1, missing: true})
	}
	return nil
}

// isOldName reports whether the value that a text without a path quotes is no
// tool of the catalog but a name that was called before.
func (c *scene) isOldName(r refusal) bool {
	for _, v := range r.values {
		if len(c.exact[v]) > 0 {
			return false
		}
	}
	return slices.ContainsFunc(r.values, func(v string) bool { return slices.Contains(c.Past.Order, v) })
}

// asSent returns the names of the request in order, with the entry that each
// belongs to (-1: none). The capture is nearest to the request, then the sent
// names, then the catalog.
func (c *scene) asSent() (names []string, entry []int) {
	switch {
	case c.Capture != nil && len(c.Capture.Tools) > 0:
		for _, t := range c.Capture.Tools {
			names = append(names, t.Name)
		}
	case len(c.Wire) > 0:
		names = c.Wire
	default:
		for i, e := range c.Catalog {
			names, entry = append(names, e.Name), append(entry, i)
		}
		return names, entry
	}
	for i, n := range names {
		at := -1
		switch hits := c.exact[n]; {
		case len(hits) > 0:
			at = hits[0]
		case len(names) == len(c.Catalog):
			at = i
		default:
			if f := c.fold[driftFold(n)]; len(f) == 1 {
				at = f[0]
			}
		}
		entry = append(entry, at)
	}
	return names, entry
}

// toFix returns the entry that a refusal is about: the one that the text
// quotes, the one at the position if it breaks the rule, the only one or the
// first that breaks it, and last the one at the position.
func (c *scene) toFix(r refusal, breaks func(Entry) bool) (Entry, bool) {
	for _, v := range r.values {
		if hits := c.exact[v]; len(hits) > 0 {
			return c.Catalog[hits[0]], true
		}
	}
	at, there := c.atIndex(r)
	if there && breaks(at) {
		return at, true
	}
	if r.got > 0 {
		if e, ok := c.only(c.keep(c.all(), func(e Entry) bool { return runeLen(e.Name) == r.got })); ok {
			return e, true
		}
	}
	if bad := c.keep(c.all(), breaks); len(bad) > 0 {
		return c.Catalog[bad[0]], true
	}
	if there {
		return at, true
	}
	if len(c.Catalog) == 0 && len(r.values) > 0 {
		return Entry{Name: r.values[0]}, true
	}
	return Entry{}, false
}

func (c *scene) all() []int {
	all := make([]int, len(c.Catalog))
	for i := range all {
		all[i] = i
	}
	return all
}

// atIndex returns the entry at the position that the text gives.
func (c *scene) atIndex(r refusal) (Entry, bool) {
	i := r.index
	if i < 0 {
		return Entry{}, false
	}
	if r.oneBased && i > 0 {
		i--
	}
	_, entry := c.asSent()
	if i >= len(entry) || entry[i] < 0 {
		return Entry{}, false
	}
	return c.Catalog[entry[i]], true
}

// seePosition says so where the position that a text gives is not that of the
// tool that it is taken to be about: it may speak of another list.
func (c *scene) seePosition(d *journey.Diagnosis, r refusal, t Entry) {
	if r.index < 0 || len(c.Catalog) == 0 {
		return
	}
	at, there := c.atIndex(r)
	position := r.index + 1
	if r.oneBased && r.index > 0 {
		position = r.index
	}
	switch {
	case !there:
		see(d, "catalog", "This list has no position %d: %s is found by the rule alone", position, show(t.Name))
	case at.Name != t.Name:
		see(d, "catalog", "At position %d this list has %s, which fits: %s is found by the rule alone", position, show(at.Name), show(t.Name))
	}
}

// others says how many tools fail with those at fault.
func (c *scene) others(d *journey.Diagnosis, atFault int) {
	switch n := len(c.Catalog) - atFault; {
	case n == 1:
		see(d, "catalog", "The other tool fails with it")
	case n > 1:
		see(d, "catalog", "The %d other tools fail with it", n)
	}
}

// pathOr is the path of a refusal, or another word where it gives none.
func (r refusal) pathOr(word string) string {
	if r.path == "" {
		return word
	}
	return r.path
}

// pathLabel names test 1 by the place that the path points at.
func (r refusal) pathLabel() string {
	switch r.site {
	case siteHistory:
		return "test 1: messages[] path"
	case siteReference:
		return "test 1: tool_reference path"
	case siteChoice:
		return "test 1: tool_choice"
	case siteNone:
		return "test 1: the refusal"
	}
	return "test 1: tools[] path"
}
