package diagnose

import (
	"fmt"
	"slices"

	"hopscope/journey"
)

// requestInconsistent: the declared tools, the forced tool and the earlier
// calls of one request do not agree on a name, or an earlier call holds a name
// that the provider refuses. The list of tools is fine.
func (c *scene) requestInconsistent(e *Event, r refusal) *journey.Diagnosis {
	d := c.finding(journey.KindRequestInconsistent, r.pathLabel())
	if r.missing {
		return c.missedPlace(d, e, r)
	}
	if r.site == siteChoice {
		d.Hop = journey.HopWire
	} else {
		d.Hop = journey.HopReplay
	}
	bad := c.badOldName(r, e)
	d.What = fmt.Sprintf("%s refuses an EARLIER call, not your tool list.", upper(c.provider()))
	where := r.pathOr("messages[]")
	if bad == "" {
		see(d, where, "%s breaks the rule for names; that call is not in this file", where)
	} else {
		see(d, where, "%s: the name %s %s", where, show(bad), c.brokenRule(bad, r, e))
		see(d, "history", "It is sent again each time, so each request fails")
	}
	d.Advice = "Clean that name when the history is sent, or start a new session."
	if bad != "" {
		if first := c.asCall(bad, e); first != nil {
			d.Target = first.Target
			d.First = &journey.Fault{Kind: first.Kind, Hop: first.Hop}
		}
	}
	return d
}

// brokenRule says in which way a stored name breaks the rule of the text.
func (c *scene) brokenRule(name string, r refusal, e *Event) string {
	rule := c.ruleOf(r, e.Error, journey.PlaceHistoryCall)
	switch sign, at := rule.firstBad(name); {
	case at >= 0:
		return fmt.Sprintf("has %s at character %d", journey.QuotedChar(string(sign)), at+1)
	case rule.over(name):
		return fmt.Sprintf("is %d characters, %d allowed", runeLen(name), rule.max)
	case name == "":
		return "is empty"
	}
	return "is not taken"
}

// badOldName finds the stored name that the text speaks of: the value that it
// quotes, the captured history, or the first called name that breaks the rule.
func (c *scene) badOldName(r refusal, e *Event) string {
	if len(r.values) > 0 {
		return r.values[0]
	}
	rule := c.ruleOf(r, e.Error, journey.PlaceHistoryCall)
	bad := func(n string) bool { return !rule.fits(n) || n == "" && r.empty }
	if c.Capture != nil {
		if i := slices.IndexFunc(c.Capture.History, bad); i >= 0 {
			return c.Capture.History[i]
		}
	}
	for _, names := range [][]string{c.Past.RefusedOrder, c.Past.Order} {
		if i := slices.IndexFunc(names, bad); i >= 0 {
			return names[i]
		}
	}
	return ""
}

// missedPlace: one place of the request has a name that its list lacks. An old
// call is the history's fault, another place of the same request the wire's.
func (c *scene) missedPlace(d *journey.Diagnosis, e *Event, r refusal) *journey.Diagnosis {
	name := ""
	if s := c.strangers(); len(s) > 0 {
		name = s[0]
	}
	for _, v := range r.values {
		if v != "function" && v != "tools" && v != "required" {
			name = v
			break
		}
	}
	d.Hop = journey.HopWire
	old := c.Capture != nil && slices.Contains(c.Capture.History, name) && name != c.Capture.Choice
	if r.site == siteHistory || r.site == siteReference || old {
		d.Hop = journey.HopReplay
	}
	if t, ok := c.meantBy(name, e); ok {
		d.Target = t
	}
	switch {
	case name == "":
		d.What = "The request forces or repeats a tool that its own list does not have."
	case d.Target != "" && d.Target != name:
		d.What = fmt.Sprintf("The request lists %s and says %s in another place: only one was renamed.", show(d.Target), show(name))
	default:
		d.What = fmt.Sprintf("The request says %s where its own list does not have that name.", show(name))
	}
	seeError(d, e)
	if c.Capture != nil && len(c.Capture.Tools) > 0 {
		see(d, "capture", "tools[] holds %s", showAll(c.Capture.Names()))
	}
	d.Advice = "Rename in tools[], the forced choice, earlier calls and references in one step."
	return d
}

// strangers are the names of a captured request that its own list lacks.
func (c *scene) strangers() []string {
	if c.Capture == nil || len(c.Capture.Tools) == 0 {
		return nil
	}
	declared := c.Capture.Names()
	for _, t := range c.Capture.Tools {
		declared = append(declared, t.Members...)
	}
	var out []string
	for _, n := range append([]string{c.Capture.Choice}, c.Capture.History...) {
		if n != "" && n != "auto" && n != "any" && n != "required" && n != "none" && !slices.Contains(declared, n) {
			out = append(out, n)
		}
	}
	return out
}

// meantBy finds the catalog entry that a name stands for: itself, or what the
// tests on spelling say.
func (c *scene) meantBy(name string, e *Event) (string, bool) {
	if name == "" {
		return "", false
	}
	if t, ok := c.only(c.exact[name]); ok {
		return t.Name, true
	}
	if d := c.asCall(name, e); d != nil && d.Target != "" {
		return d.Target, true
	}
	return "", false
}

// asCall judges a name as if it had been called and refused.
func (c *scene) asCall(name string, e *Event) *journey.Diagnosis {
	if len(c.exact[name]) > 0 {
		return nil
	}
	probe := Event{Row: -1, Turn: e.Turn, Called: journey.Called{Name: journey.Echo(name)}, Class: journey.ClassUnknownTool}
	return c.call(&probe)
}
