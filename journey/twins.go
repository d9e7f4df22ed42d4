package journey

import (
	"fmt"
)

// twins reports names of one request, or of one server, that are easily taken
// for each other. Names that share a form already are told as that.
func (c *censor) twins() {
	n := len(c.plan.Tools)
	wire, own, looks := newBuckets(n), newBuckets(n), newBuckets(n)
	for i := range c.plan.Tools {
		n := &c.plan.Tools[i]
		if n.Tool.Disabled {
			continue
		}
		if n.Status != LeftOut {
			form := n.form()
			wire.add(foldSum(form, ""), i)
			looks.add(lookSum(form), i)
		}
		if n.RegisteredKnown {
			own.add(foldSum(string(n.Ref.Name), string(n.Tool.Server)), i)
		}
	}
	form := func(n *Naming) string { return skeleton(n.form(), twinLook) }
	told := map[string]bool{}
	for _, kind := range []struct {
		*buckets
		name, key func(*Naming) string
	}{
		{wire, (*Naming).form, form},
		{own, (*Naming).name, func(n *Naming) string { return string(n.Tool.Server) + "\x00" + skeleton(n.name(), twinLook) }},
		{looks, (*Naming).form, func(n *Naming) string { return looksLike(n.form()) }},
	} {
		for _, g := range kind.list {
			g = c.different(c.alike(g, kind.key), kind.name)
			if key := fmt.Sprint(g); len(g) > 1 && !told[key] {
				told[key] = true
				c.addTwins(g, kind.name)
			}
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
		Message: fmt.Sprintf("%s differ only %s.", c.list(g), twinWords[how]),
		Fix:     "Rename " + c.inServer(at) + " so that a word tells them apart, for example to " + c.propose(at) + ".",
	})
}

// buckets groups tools by the sum of a key. list holds the groups of two and
// more, in the order of their second tool.
type buckets struct {
	at   map[uint64]int // first tool, or ^ the group's index in list
	list [][]int
}

func newBuckets(n int) *buckets { return &buckets{at: make(map[uint64]int, n)} }

func (b *buckets) add(key uint64, i int) {
	k, ok := b.at[key]
	switch {
	case !ok:
		b.at[key] = i
	case k >= 0:
		b.at[key] = ^len(b.list)
		b.list = append(b.list, []int{k, i})
	default:
		b.list[^k] = append(b.list[^k], i)
	}
}

// The sums of FNV-1a, 64 bits.
const (
	sumStart = 14695981039346656037
	sumPrime = 1099511628211
)

// foldSum is a sum of the skeleton of a name, and of what stands before it, that
// makes no string of a name in plain ASCII.
func foldSum(name, before string) uint64 {
	if !ascii(name) || hasControl(name) {
		name = skeleton(name, twinLook)
	}
	sum := uint64(sumStart)
	for i := 0; i < len(before); i++ {
		sum = (sum ^ uint64(before[i])) * sumPrime
	}
	sum *= sumPrime
	for i := 0; i < len(name); i++ {
		b := name[i]
		switch {
		case b >= 'A' && b <= 'Z':
			b += 'a' - 'A'
		case b == '-':
			b = '_'
		}
		sum = (sum ^ uint64(b)) * sumPrime
	}
	return sum
}

// lookSum likewise is a sum of what a name looks like.
func lookSum(name string) uint64 {
	if !ascii(name) || hasControl(name) {
		name = looksLike(name)
	}
	sum := uint64(sumStart)
	for i := 0; i < len(name); i++ {
		b := name[i]
		switch b {
		case '1', 'I', '|':
			b = 'l'
		case '0':
			b = 'O'
		case 'm':
			sum = (sum ^ 'r') * sumPrime
			b = 'n'
		}
		sum = (sum ^ uint64(b)) * sumPrime
	}
	return sum
}
