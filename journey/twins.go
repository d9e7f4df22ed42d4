package journey

import "slices"

// alikes groups the names that are easily taken for each other: those of the
// request, those of one server, and those of the request by their looks.
func (c *censor) alikes() (groups [3]*buckets) {
	n := len(c.plan.Tools)
	wire, own, looks := newBuckets(n), newBuckets(n), newBuckets(n)
	for i := range c.plan.Tools {
		n := &c.plan.Tools[i]
		if n.Tool.Disabled {
			continue
		}
		if n.Status != LeftOut {
			form := n.form()
			fold, look := sums(form)
			wire.add(fold, i)
			looks.add(look, i)
		}
		if n.RegisteredKnown {
			own.add(foldSum(string(n.Ref.Name), string(n.Tool.Server)), i)
		}
	}
	return [3]*buckets{wire, own, looks}
}

// twins reports the groups of alike names. Names that share a form already are
// told as that.
func (c *censor) twins(groups [3]*buckets) {
	form := func(n *Naming) string { return skeleton(n.form(), twinLook) }
	told := map[int][][]int{} // by the first tool of the group
	for k, kind := range [...]struct{ name, key func(*Naming) string }{
		{(*Naming).form, form},
		{(*Naming).name, func(n *Naming) string { return string(n.Tool.Server) + "\x00" + skeleton(n.name(), twinLook) }},
		{(*Naming).form, func(n *Naming) string { return looksLike(n.form()) }},
	} {
		for _, g := range groups[k].list {
			g = c.different(c.alike(g, kind.key), kind.name)
			if len(g) < 2 || slices.ContainsFunc(told[g[0]], func(other []int) bool { return slices.Equal(g, other) }) {
				continue
			}
			told[g[0]] = append(told[g[0]], g)
			c.addTwins(g, kind.name)
		}
	}
}

// alike keeps the tools whose key is that of the first: two keys may have one
// sum.
func (c *censor) alike(g []int, key func(*Naming) string) []int {
	one := key(&c.plan.Tools[g[0]])
	keep := g[:1]
	for _, i := range g[1:] {
		if key(&c.plan.Tools[i]) == one {
			keep = append(keep, i)
		}
	}
	return keep
}

// different keeps one tool of each name, in order, and of each shared form.
func (c *censor) different(g []int, name func(*Naming) string) []int {
	if len(g) == 2 {
		a, b := g[0], g[1]
		if c.group[a] > 0 && c.group[a] == c.group[b] || name(&c.plan.Tools[a]) == name(&c.plan.Tools[b]) {
			return g[:1]
		}
		return g
	}
	seen, forms := map[string]bool{}, map[int]bool{}
	var keep []int
	for _, i := range g {
		s := name(&c.plan.Tools[i])
		if seen[s] || forms[c.group[i]] {
			continue
		}
		seen[s] = true
		if c.group[i] > 0 {
			forms[c.group[i]] = true
		}
		keep = append(keep, i)
	}
	return keep
}

func (c *censor) addTwins(g []int, name func(*Naming) string) {
	how := twinCase
	one := name(&c.plan.Tools[g[0]])
	for _, i := range g[1:] {
		for how < twinLook && skeleton(name(&c.plan.Tools[i]), how) != skeleton(one, how) {
			how++
		}
	}
	hop := HopWire
	for _, i := range g {
		if c.plan.Tools[i].name() == c.plan.Tools[i].form() {
			hop = HopRegistered
		}
	}
	at := c.toRename(g)
	c.add(CensusFinding{
		Rule: twinRules[how], Severity: SeverityWarning, Indexes: g, Hop: hop,
		Message: c.list(g) + " differ only " + twinWords[how] + ".",
		Fix:     "Rename " + c.inServer(at) + " so that a word tells them apart, for example to " + c.propose(at) + ".",
	})
}
