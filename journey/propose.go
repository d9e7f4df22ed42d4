package journey

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// propose makes a legal name for a tool that no other tool has and that is
// proposed for no other.
func (c *censor) propose(i int) string {
	if name, ok := c.proposed[i]; ok {
		return name
	}
	if c.used == nil {
		c.proposed, c.tried = map[int]string{}, map[string]int{}
		c.used = make(map[string]bool, 2*len(c.plan.Tools))
		for k := range c.plan.Tools {
			n := &c.plan.Tools[k]
			c.used[n.name()] = true
			c.used[n.form()] = true
		}
	}
	n := &c.plan.Tools[i]
	own, form := n.name(), n.form()
	base := legal(own)
	// A form that was cut leaves no room for a suffix: cut the proposal too.
	if cut := utf8.RuneCountInString(own) - utf8.RuneCountInString(form); form != "" && cut > 0 {
		base = base[:max(1, len(base)-cut-2)]
	}
	front := strings.TrimSuffix(form, base)
	for {
		c.tried[base]++
		name := base
		if k := c.tried[base]; k > 1 {
			name += "_" + strconv.Itoa(k)
		}
		if !c.used[name] && !c.used[front+name] {
			c.used[name], c.proposed[i] = true, name
			return name
		}
	}
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
