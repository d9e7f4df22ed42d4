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
		d.What = fmt.Sprintf("%s refused the request: a name in the list has a character it does not take.", upper(c.provider()))
		d.Advice = "Compare the names of the list with the pattern, and send a safe form of the odd one."
		seeError(d, e)
		return d
	}
	d.Target = t.Name
	c.blameName(d, t, rule.takes)
	sign, at := rule.firstBad(t.Name)
	switch {
	case at == 0 && isNameRune(sign):
		d.What = fmt.Sprintf("%s refused the request: %s may not begin with %q.", upper(c.provider()), show(t.Name), string(sign))
	case at >= 0:
		d.What = fmt.Sprintf("%s refused the request: %s has %s at character %d.", upper(c.provider()), show(t.Name), journey.QuotedChar(string(sign)), at+1)
	case t.Name == "":
		d.What = fmt.Sprintf("%s refused the request: a name in the list is empty.", upper(c.provider()))
	default:
		d.What = fmt.Sprintf("%s refused a name of the request; in this list it would be %s, which fits the rule.", upper(c.provider()), show(t.Name))
	}
	where := r.pathOr("tools[]")
	if rule.shown != "" {
		see(d, where, "the pattern is %s", rule.shown)
	} else {
		see(d, where, "this name is refused")
	}
	c.seePosition(d, r, t)
	if t.Name != "" && at < 0 { // nothing in the list breaks the rule: the list is not the one that was refused
		d.Advice = "Look up the name at this position in the list that was sent: the one here fits the rule."
		return d
	}
	see(d, "catalog", "%s", c.whoseSign(d.Hop, t))
	c.others(d, 1)
	d.Advice = c.illegalAdvice(d.Hop, t, rule)
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

func (c *scene) illegalAdvice(h journey.Hop, t Entry, rule charRule) string {
	taken := func(name string) bool { return len(c.exact[name]) > 0 }
	safe := journey.FreeName(t.Name, taken)
	if !rule.takes(safe) {
		safe = journey.FreeName("t_"+safe, taken)
	}
	switch {
	case h == journey.HopSafe:
		return "Change the separator that the client joins with; the server's name is fine."
	case h == journey.HopRegistered:
		return fmt.Sprintf("Give the tool a name of letters, digits, _ and -, for example %s.", show(safe))
	case safe == t.Name:
		return "Send another form and map it back, or disable this one tool for now."
	}
	return fmt.Sprintf("Send %s and map it back, or disable this one tool for now.", show(safe))
}
