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
			wire.add("", skeleton(form, twinLook), i)
			looks.add("", looksLike(form), i)
		}
		if n.RegisteredKnown {
			own.add(n.Tool.Server, skeleton(string(n.Ref.Name), twinLook), i)
		}
	}
	told := map[string]bool{}
	for k, buckets := range []*buckets{wire, own, looks} {
		for _, g := range buckets.list {
			name := (*Naming).form
			if k == 1 {
				name = (*Naming).name
			}
			g = c.different(g, name)
			if key := fmt.Sprint(g); len(g) > 1 && !told[key] {
				told[key] = true
				c.addTwins(g, name)
			}
		}
	}
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

// buckets groups tools by server and skeleton. list holds the groups of two
// and more, in the order of their second tool.
type buckets struct {
	at   map[bucketKey]int // first tool, or ^ the group's index in list
	list [][]int
}

type bucketKey struct {
	server Server
	name   string
}

func newBuckets(n int) *buckets { return &buckets{at: make(map[bucketKey]int, n)} }

func (b *buckets) add(server Server, name string, i int) {
	key := bucketKey{server, name}
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
