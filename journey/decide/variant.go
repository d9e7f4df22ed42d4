package decide

import (
	"strings"

	"hopscope/vocab"
)

// tier is one way in which a declared name can be another spelling of the
// called one.
type tier struct {
	via  Via
	hits func(c *chooser, i int) bool
}

var tiers = [...]tier{
	{ViaTrim, func(c *chooser, i int) bool { return c.parts[i].bare == c.own.bare }},
	{ViaCase, func(c *chooser, i int) bool { return c.parts[i].lower == c.own.lower }},
	{ViaFormat, func(c *chooser, i int) bool { return c.parts[i].alike(c.own) }},
	{ViaAlias, (*chooser).isAlias},
}

// sameFold reports whether two names have the same ASCII letters and digits in
// any case, and at least one.
func sameFold(a, b string) bool {
	f := vocab.AsciiFold(a)
	return f != "" && f == vocab.AsciiFold(b)
}

// alike is sameFold of two split names, namespaces aside.
func (s split) alike(other split) bool { return s.folded != "" && s.folded == other.folded }

// isAlias reports whether the vocabulary has the called name as an alias of
// this declared one. Only the called side is folded.
func (c *chooser) isAlias(i int) bool {
	if c.own.namespace != "" || c.parts[i].namespace != "" {
		return false
	}
	for _, hit := range c.opts.Vocab.Lookup(c.parts[i].bare) {
		if hit.Via != vocab.ViaName {
			continue
		}
		for _, alias := range hit.Aliases {
			if sameFold(alias, c.own.bare) {
				return true
			}
		}
	}
	return false
}

// variant is rule 4. It looks only inside the call's own namespace.
func (c *chooser) variant() (Decision, bool) {
	for _, t := range tiers {
		var hits []int
		for i := range c.declared {
			if c.parts[i].namespace == c.own.namespace && t.hits(c, i) {
				hits = append(hits, i)
			}
		}
		if len(hits) == 0 {
			continue
		}
		return c.variantHit(t.via, hits), true
	}
	c.trace.passed(ruleVariant, "trim, case, format, alias: no hit")
	return Decision{}, false
}

func (c *chooser) variantHit(via Via, hits []int) Decision {
	names := c.named(hits)
	if len(hits) > 1 {
		c.trace.fired(ruleVariant, string(via)+": "+list(names)+" are all written alike")
		return refuse(Ambiguous, names...)
	}
	hit := c.declared[hits[0]]
	if reason, ok := payloadReason(hit.Kind); ok {
		c.trace.fired(ruleVariant, string(via)+": "+hit.Title()+" is a "+hit.Kind.String()+" tool, no function")
		return refuse(reason, names...)
	}
	c.trace.fired(ruleVariant, string(via)+": "+hit.Title())
	return c.take(Variant, hits[0], via)
}

// namespace is rule 5: a call with a namespace and no variant there ends here.
func (c *chooser) namespace() (Decision, bool) {
	if c.own.namespace == "" {
		c.trace.passed(ruleNamespace, "the call has none")
		return Decision{}, false
	}
	if twins := c.twins(func(s split) bool { return s.namespace != c.own.namespace }); len(twins) > 0 {
		c.trace.fired(ruleNamespace, list(twins)+have(twins)+" this name elsewhere than in "+c.own.namespace)
		return refuse(CrossNamespace, twins...), true
	}
	c.trace.fired(ruleNamespace, "nothing alike in "+c.own.namespace+", and a task is never looked for across namespaces")
	return refuse(Namespaced), true
}

// twins are the declared tools of the given places whose bare name folds to
// that of the call.
func (c *chooser) twins(where func(split) bool) []string {
	var names []string
	for i, p := range c.parts {
		if where(p) && p.alike(c.own) {
			names = append(names, c.declared[i].Title())
		}
	}
	return names
}

// list joins names as a sentence does.
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// have is the verb after list.
func have(names []string) string {
	if len(names) == 1 {
		return " has"
	}
	return " have"
}

// noFunction says after list that these tools take no call of a function.
func noFunction(names []string) string {
	if len(names) == 1 {
		return " does it, and is no function"
	}
	return " do it, and are no functions"
}
