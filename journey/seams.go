package journey

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// seam is where a scheme joined the key of a server and the own name of a tool:
// prefix, key, separator, own are the pieces of the form, in order.
type seam struct {
	prefix, key, sep, own string
	// form is all of them.
	form string
}

// seamOf finds the pieces of a form by the lengths of the key and the name; ok
// is false for a form that is no such join, or that was cut. A key or a name
// stands in the form if its letters and digits do, with any other character
// between them.
func seamOf(n *Naming) (s seam, ok bool) {
	if !n.RegisteredKnown || n.Ref.Server == "" || n.Wire.Namespace != "" || n.Tool.Form != FormRegistered {
		return s, false
	}
	form, name, key := string(n.Safe), string(n.Ref.Name), string(n.Ref.Server)
	if form == "" {
		form = string(n.Wire.Name)
	}
	if !ascii(form) || len(form) <= utf8.RuneCountInString(name) || name == "" {
		return s, false
	}
	cut := len(form) - utf8.RuneCountInString(name)
	s.own = form[cut:]
	if !written(name, s.own) {
		return s, false
	}
	head, size := form[:cut], utf8.RuneCountInString(key)
	for at := len(head) - size; at >= 0; at-- {
		if written(key, head[at:at+size]) {
			s.prefix, s.key, s.sep, s.form = head[:at], head[at:at+size], head[at+size:], form
			return s, true
		}
	}
	return s, false
}

// written reports whether an ASCII form is the name with other characters in
// place of what is no letter or digit.
func written(name, form string) bool {
	i := 0
	for _, r := range name {
		b := form[i]
		i++
		if r < utf8.RuneSelf && wordByte(byte(r)) && r != '_' && byte(r) != b && byte(r)|0x20 != b {
			return false
		}
	}
	return i == len(form)
}

// seams reports, one finding a server, own names that begin with what the
// scheme puts before them, and separators that stand inside what they separate.
func (c *censor) seams() {
	keys := map[string]Server{} // by the key as it stands in forms
	doubled, ambiguous := seamGroups{}, seamGroups{}
	var list []seam // empty, or one for each tool
	last := -1
	for i := range c.plan.Tools {
		s, ok := seamOf(&c.plan.Tools[i])
		if !ok {
			continue
		}
		if list == nil {
			list = make([]seam, len(c.plan.Tools))
		}
		list[i] = s
		if server := c.plan.Tools[i].Ref.Server; last < 0 || list[last].key != s.key || c.plan.Tools[last].Ref.Server != server {
			keys[s.key] = server
		}
		last = i
	}
	for i := range list {
		s, n := &list[i], &c.plan.Tools[i]
		if s.own == "" || n.Tool.Disabled {
			continue
		}
		if s.doubled() {
			doubled.add(n.Ref.Server, i)
		}
		if _, _, ok := s.other(keys); ok && c.group[i] == 0 {
			ambiguous.add(n.Ref.Server, i)
		}
	}
	for _, g := range doubled.list {
		c.addDoubled(g, &list[g[0]])
	}
	for _, g := range ambiguous.list {
		c.addAmbiguous(g, &list[g[0]], keys)
	}
}

// head is what stands before the own name.
func (s *seam) head() string { return s.form[:len(s.form)-len(s.own)] }

// doubled reports whether the own name begins with the whole head again, or
// with the key and one more separator.
func (s *seam) doubled() bool {
	if s.sep != "" && strings.HasPrefix(s.own, s.head()) {
		return true
	}
	if n := len(s.key); n < 2 || len(s.own) < n+2 || !strings.EqualFold(s.own[:n], s.key) {
		return false
	}
	return strings.IndexByte("_-.:", s.own[len(s.key)]) >= 0
}

// other finds another way to take the form apart: at a boundary where the key of
// another server ends, or, for a separator of several characters, at its first
// occurrence.
func (s *seam) other(keys map[string]Server) (key, own string, ok bool) {
	if s.sep == "" {
		return "", "", false
	}
	rest := s.form[len(s.prefix):]
	for from := 0; ; {
		at := strings.Index(rest[from:], s.sep)
		if at < 0 {
			return "", "", false
		}
		at += from
		from = at + 1
		key, own = rest[:at], rest[at+len(s.sep):]
		if key == "" || own == "" || at == len(s.key) {
			continue
		}
		if _, known := keys[key]; known || len(s.sep) > 1 && at < len(s.key) {
			return key, own, true
		}
	}
}

func (c *censor) addDoubled(g []int, s *seam) {
	n := &c.plan.Tools[g[0]]
	what := fmt.Sprintf("%s of server %s is sent as %s", c.name(g[0]), n.Ref.Server, n.Safe)
	f := CensusFinding{
		Rule: RulePrefixDoubled, Severity: SeverityWarning, Indexes: g, Hop: HopSafe,
		Message: what + ": the server's name stands in it twice.",
		Fix:     "Take it out of the tool's own name, or give the server another key.",
	}
	if strings.HasPrefix(s.own, s.prefix+s.key+s.sep) && s.prefix != "" {
		f.Message = what + ": the prefix " + s.prefix + s.key + s.sep + " stands in it twice."
		f.Fix = "List the tool under its own name: " + strings.TrimPrefix(s.own, s.prefix+s.key+s.sep) + "."
	}
	if len(g) > 1 {
		f.Message = strings.TrimSuffix(f.Message, ".") + fmt.Sprintf("; likewise %s of this server.", more(len(g)-1))
	}
	c.add(f)
}

func (c *censor) addAmbiguous(g []int, s *seam, keys map[string]Server) {
	n := &c.plan.Tools[g[0]]
	key, own, _ := s.other(keys)
	what := "key " + key
	if other, ok := keys[key]; ok {
		what = "server " + string(other)
	}
	f := CensusFinding{
		Rule: RuleAmbiguousSeam, Severity: SeverityWarning, Indexes: g, Hop: HopSafe,
		Message: fmt.Sprintf("%s is %s of server %s, and reads as %s of %s as well: the separator %s stands in it more than once.",
			n.Safe, c.name(g[0]), n.Ref.Server, own, what, s.sep),
		Fix: "Rename the server key " + string(n.Ref.Server) + " so that it does not hold " + s.sep + ".",
	}
	if len(key) > len(s.key) {
		f.Fix = "Rename one of the two server keys."
	}
	if len(g) > 1 {
		f.Message = strings.TrimSuffix(f.Message, ".") + fmt.Sprintf("; likewise %s of this server.", more(len(g)-1))
	}
	c.add(f)
}

func more(n int) string {
	if n == 1 {
		return "1 more tool"
	}
	return fmt.Sprintf("%d more tools", n)
}

// seamGroups are tools by server, in the order of their first tool.
type seamGroups struct {
	at   map[Server]int
	list [][]int
}

func (g *seamGroups) add(s Server, i int) {
	if g.at == nil {
		g.at = map[Server]int{}
	}
	k, ok := g.at[s]
	if !ok {
		k = len(g.list)
		g.at[s] = k
		g.list = append(g.list, nil)
	}
	g.list[k] = append(g.list[k], i)
}

// cut reports names that the scheme shortens. What shares a form is told as
// that.
func (c *censor) cut() {
	for i := range c.plan.Tools {
		n := &c.plan.Tools[i]
		if n.Tool.Disabled || c.group[i] > 0 || !wasCut(n) {
			continue
		}
		form := n.form()
		c.add(CensusFinding{
			Rule: RuleCutName, Severity: SeverityWarning, Indexes: c.only(i), Hop: HopSafe,
			Message: fmt.Sprintf("%s is cut: it is sent as %s, %d characters.", c.name(i), form, utf8.RuneCountInString(form)),
			Fix:     "Shorten the name" + orKey(n.Tool.Server) + " so that nothing is cut off.",
		})
	}
}

func orKey(s Server) string {
	if s == "" {
		return ""
	}
	return " or the server key " + string(s)
}

// wasCut reports whether the scheme shortened a name: by its own words, or for
// the form is shorter than the name alone.
func wasCut(n *Naming) bool {
	if !n.RegisteredKnown || n.Tool.Form != FormRegistered {
		return false
	}
	if strings.Contains(n.Rule, "cut") {
		return true
	}
	if n.Safe == "" || len(n.Safe) >= len(n.Ref.Name) && !strings.Contains(n.Rule, "hash") {
		return false
	}
	size := utf8.RuneCountInString(string(n.Safe))
	if strings.Contains(n.Rule, "hash") {
		// A hash stands for what was cut, or for characters that were replaced.
		return size < utf8.RuneCountInString(string(n.Ref.Server))+utf8.RuneCountInString(string(n.Ref.Name))
	}
	return size < utf8.RuneCountInString(NFKC(string(n.Ref.Name)))
}
