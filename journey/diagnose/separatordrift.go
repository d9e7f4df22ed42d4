package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"hopscope/journey"
)

// separatorDrift is the second part of test 9: without - _ . : / and case the
// echo equals exactly one offered name. Where calls have a namespace field the
// fold is taken over both fields, so a glued or differently split name is this
// kind.
func (c *scene) separatorDrift(e *Event) *journey.Diagnosis {
	echo := spelled(e.Called)
	f := driftFold(string(e.Called.Namespace) + string(e.Called.Name))
	hits := c.keep(c.fold[f], func(t Entry) bool { return !c.crosses(echo, t) })
	hits = c.among(e, hits)
	if f == "" || len(hits) == 0 {
		return nil
	}
	d := c.finding(journey.KindSeparatorDrift, "test 9: equal but for separators")
	t, one := c.only(hits)
	if one {
		d.Target = t.Name
	}
	c.place(d, e, t.Name, false)
	switch {
	case !one:
		d.What = fmt.Sprintf("%s equals %s but for separators, so none can be chosen.", show(echo), showAll(c.names(hits)))
		d.Advice = "Rename one of them: names that differ only by separators get mixed up."
		seeError(d, e)
		return d
	case t.Namespace != "" && e.Called.Namespace == "":
		d.What = fmt.Sprintf("The model wrote namespace and name as one word; %s knows only the pair.", c.client())
	case t.Namespace != "":
		d.What = fmt.Sprintf("Namespace and name are split in another place than %s has it.", c.client())
	default:
		d.What = fmt.Sprintf("%s and %s differ only in separators (%s).", show(echo), show(t.Name), sepWords(echo, t.Name))
	}
	seeError(d, e)
	c.seeRepeats(d, e)
	c.whySeparators(d, e, t)
	c.open(d)
	d.Advice = c.separatorAdvice(d.Hop, t)
	return d
}

// whySeparators adds what can be seen about who wrote the other spelling.
func (c *scene) whySeparators(d *journey.Diagnosis, e *Event, t Entry) {
	echo := spelled(e.Called)
	switch {
	case d.Hop == journey.HopSafe:
		see(d, "request", "The request gave the model %s; the look-up knows %s", show(echo), show(t.Name))
	case t.Own == echo:
		see(d, "registered", "%s is the registered name: the request carries the safe form", show(echo))
	case t.Namespace != "":
		if at, ok := c.Past.Ran[t.Name]; ok {
			see(d, at.Where, "Both fields, and it ran")
		}
	}
	if h := c.words.elsewhere(echo); len(h) > 0 && h[0].Client != "" {
		see(d, "vocabulary", "It is also a name of %s", c.words.title(h[0].Client))
	}
}

func (c *scene) separatorAdvice(h journey.Hop, t Entry) string {
	switch {
	case t.Namespace != "":
		return fmt.Sprintf("Send the call as namespace %q, name %q. No tool needs a new name.", middle(t.Namespace, 30), middle(t.Bare, 30))
	case h == journey.HopSafe:
		return "Make one function produce the name for the schema and for the look-up."
	case h == journey.HopReturn:
		return "Keep separators as they are on the way back: map names by table, not by pattern."
	}
	return fmt.Sprintf("Turn it back into %s before the look-up: safe while only one tool fits. Store that name.", show(t.Name))
}

// sepWords says how two names differ: ". for _".
func sepWords(echo, name string) string {
	a, b := separatorsOf(echo), separatorsOf(name)
	switch {
	case len(a) == 0:
		return "no separator for " + strings.Join(b, " ")
	case len(b) == 0:
		return strings.Join(a, " ") + " for no separator"
	case slices.Equal(a, b):
		return "their places"
	}
	return strings.Join(a, " ") + " for " + strings.Join(b, " ")
}

// separatorsOf returns the distinct separators of a name.
func separatorsOf(name string) []string {
	var out []string
	for _, r := range name {
		if isSeparator(r) && !slices.Contains(out, string(r)) {
			out = append(out, string(r))
		}
	}
	return out
}

// seeRepeats says how often the same wrong name was called.
func (c *scene) seeRepeats(d *journey.Diagnosis, e *Event) {
	if n := c.Past.Refused[spelled(e.Called)]; n > 1 {
		see(d, "calls", "Called %s, refused each time", times(n))
	}
}
