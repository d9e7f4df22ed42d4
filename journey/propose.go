package journey

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// propose makes a legal name for a tool that no other tool has and that is
// proposed for no other.
func (c *censor) propose(i int) string {
	c.takeNames()
	if name := c.proposed[i]; name != "" {
		return name
	}
	n := &c.plan.Tools[i]
	own, form := n.name(), n.form()
	base := legal(unfold(withoutHidden(own)))
	// A form that was cut leaves no room for a suffix: cut the proposal too.
	if cut := utf8.RuneCountInString(own) - utf8.RuneCountInString(form); form != "" && cut > 0 {
		base = base[:max(1, len(base)-cut-2)]
	}
	name := c.firstFree(base, strings.TrimSuffix(form, base))
	c.proposed[i] = name
	return name
}

// firstFree is the base, or the base with the first number behind it, that is
// nobody's name, with or without what a client puts in front.
func (c *censor) firstFree(base, front string) string {
	for {
		c.tried[base]++
		if name := numbered(base, c.tried[base]); !c.used[name] && !c.used[front+name] {
			c.used[name] = true
			return name
		}
	}
}

// takeNames notes all names that a proposal must not take.
func (c *censor) takeNames() {
	if c.used != nil {
		return
	}
	c.proposed, c.tried = make([]string, len(c.plan.Tools)), map[string]int{}
	c.used = make(map[string]bool, len(c.plan.Tools))
	for k := range c.plan.Tools {
		n := &c.plan.Tools[k]
		name, form := n.name(), n.form()
		c.used[name] = true
		if form != name {
			c.used[form] = true
		}
	}
}

// freeOf is the name that tool i should have, or what is proposed where another
// tool has it.
func (c *censor) freeOf(i int, name string) string {
	if c.takeNames(); name != "" && !c.used[name] {
		return name
	}
	return c.propose(i)
}

// proposeForm is what would stand in the request instead of the form of a tool:
// the proposed name with what the client puts in front.
func (c *censor) proposeForm(i int) string {
	n := &c.plan.Tools[i]
	name, form := c.propose(i), n.form()
	if front, ok := strings.CutSuffix(form, n.name()); ok && n.name() != "" && n.Wire.Namespace == "" {
		return legalFront(front) + name
	}
	return name
}

func legalFront(front string) string {
	if front == "" {
		return ""
	}
	return legal(front)
}

// FreeName is what is proposed instead of a name: what hosted providers take,
// with a number behind it where taken says that another tool has it.
func FreeName(name string, taken func(string) bool) string {
	base := legal(unfold(withoutHidden(name)))
	for k := 1; ; k++ {
		if free := numbered(base, k); free == name || !taken(free) {
			return free
		}
	}
}

func numbered(base string, k int) string {
	if k < 2 {
		return base
	}
	return base + "_" + strconv.Itoa(k)
}

// legal replaces what no hosted provider refuses: letters, digits, _ and - stay.
func legal(name string) string {
	if name == "" {
		return "tool"
	}
	out := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' {
			return r
		}
		return '_'
	}, name)
	if strings.Trim(out, "_") == "" {
		return "tool"
	}
	return out
}
