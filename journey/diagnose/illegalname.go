package diagnose

import (
	"fmt"

	"hopscope/journey"
)

// illegalName: a name in the list has a character, or a first character, that
// the provider does not take, and the whole request is refused. Whose
// character it is decides the hop: a legal own name that the client's join
// spoils is the safe form's fault.
func (c *scene) illegalName(e *Event, r refusal) *journey.Diagnosis {
	rule := c.ruleOf(r, e.Error, journey.PlaceDeclare)
	t, found := c.toFix(r, func(n Entry) bool { return !rule.takes(n.Name) || r.empty && n.Name == "" })
	d := c.finding(journey.KindIllegalName, r.pathLabel())
	d.Hop = journey.HopWire
	if !found {
		d.What = fmt.Sprintf("%s refused the request: a name in the list has a character it does not take.", c.provider())
		d.Advice = "Compare the names of the list with the pattern, and send a safe form of the odd one."
		seeError(d, e)
		return d
	}
	d.Target = t.Name
	c.blameName(d, t, rule.takes)
	sign, at := rule.firstBad(t.Name)
	switch {
	case at == 0 && isNameRune(sign):
		d.What = fmt.Sprintf("%s refused the request: %s may not begin with %q.", c.provider(), show(t.Name), string(sign))
	case at >= 0:
		d.What = fmt.Sprintf("%s refused the request: %s has %q at character %d.", c.provider(), show(t.Name), string(sign), at+1)
	case t.Name == "":
		d.What = fmt.Sprintf("%s refused the request: a name in the list is empty.", c.provider())
	default:
		d.What = fmt.Sprintf("%s refused the request: it does not take the name %s.", c.provider(), show(t.Name))
	}
	where := r.pathOr("tools[]")
	if rule.shown != "" {
		see(d, where, "%s, pattern %s", where, rule.shown)
	} else {
		see(d, where, "%s is refused", where)
	}
	see(d, "catalog", "%s", c.whoseSign(d.Hop, t))
	c.others(d, 1)
	d.Advice = c.illegalAdvice(d.Hop, t)
	return d
}

// blameName sets the hop of a name that is refused for what it is made of.
func (c *scene) blameName(d *journey.Diagnosis, t Entry, legal func(string) bool) {
	own := t.own()
	if own == "" || own == t.Name {
		d.Hop = unsentHop(t.Name)
		if own == "" && d.Hop == journey.HopRegistered {
			d.AcceptHops = []journey.Hop{journey.HopWire}
		}
		return
	}
	if legal(own) {
		d.Hop = journey.HopSafe
		return
	}
	d.Hop = unsentHop(own)
}

func (c *scene) whoseSign(h journey.Hop, t Entry) string {
	switch {
	case h == journey.HopSafe:
		return fmt.Sprintf("%s alone is legal: %s's join adds the character", show(t.own()), c.client())
	case h == journey.HopRegistered:
		return "It stands in the registered name, and no hosted provider takes it"
	case t.Own != "" || t.isServer():
		return "The character is in the server's own name"
	}
	return ""
}

func (c *scene) illegalAdvice(h journey.Hop, t Entry) string {
	safe := safeChars(t.Name)
	if r := []rune(safe); len(r) > 0 && (r[0] >= '0' && r[0] <= '9' || r[0] == '-') {
		safe = "t_" + safe
	}
	switch h {
	case journey.HopSafe:
		return "Change the separator that the client joins with; the server's name is fine."
	case journey.HopRegistered:
		return fmt.Sprintf("Give the tool a name of letters, digits, _ and -, for example %s.", show(safe))
	}
	if safe == t.Name {
		return "Send another form and map it back, or disable this one tool for now."
	}
	return fmt.Sprintf("Send %s and map it back; or disable this one tool for now.", show(safe))
}
