package journey

import (
	"fmt"
	"slices"
	"strings"
)

// groups returns the shared forms, each as the indexes of its tools in order,
// and numbers them in c.group: tools that the scheme says share one, and those
// that stand in the request under one name all the same.
func (c *censor) groups() [][]int {
	tools := c.plan.Tools
	leader := make([]int, len(tools))
	for i := range leader {
		leader[i] = i
	}
	find := func(i int) int {
		for leader[i] != i {
			leader[i] = leader[leader[i]]
			i = leader[i]
		}
		return i
	}
	join := func(i, k int) {
		a, b := find(i), find(k)
		leader[max(a, b)] = min(a, b)
	}
	for i := range tools {
		for _, k := range some(tools[i].SharesWith) {
			if k >= 0 && k < len(tools) {
				join(i, k)
			}
		}
	}
	for k, first := range FirstPlaces(c.sent) {
		if int(first) != k {
			join(c.planned[k], c.planned[first])
		}
	}
	number := map[int]int{}
	var list [][]int
	for i := range tools {
		l := find(i)
		if l == i {
			continue
		}
		g, ok := number[l]
		if !ok {
			list = append(list, []int{l})
			g = len(list)
			number[l] = g
			c.group[l] = g
		}
		c.group[i] = g
		list[g-1] = append(list[g-1], i)
	}
	return list
}

// fewShared bounds what is looked at of the others that share a form: they share
// it with each other too, so that a few lead to all. Without it ten thousand
// tools of one name would be a hundred million steps.
const fewShared = 32

func some(others []int) []int { return others[:min(len(others), fewShared)] }

// addShared words one shared form.
func (c *censor) addShared(g []int) {
	var sent, kept []int
	for _, i := range g {
		if c.declared[i] >= 0 {
			sent = append(sent, i)
		} else {
			kept = append(kept, i)
		}
	}
	f := CensusFinding{Rule: RuleSharedForm, Indexes: g, Hop: HopSafe}
	one := c.plan.Tools[g[0]]
	same, own := true, true
	for _, i := range g {
		n := &c.plan.Tools[i]
		own = own && n.name() == one.name()
		same = same && n.name() == one.name() && n.Tool.Server == one.Tool.Server
	}
	switch {
	case same:
		c.twice = append(c.twice, g)
		return
	case own:
		f.Rule, f.Hop = RuleDuplicate, HopRegistered
		f.Fix = "Put the server key in the name, or disable one of the two."
	default:
		at := c.toRename(g)
		f.Fix = "Rename " + c.inServer(at) + ", for example to " + c.propose(at) + "."
	}
	form := c.shownForm(g)
	switch {
	case len(sent) == 0 && len(g) == 2:
		f.Message = fmt.Sprintf("%s are both sent as %s, so neither is offered.", c.list(g), form)
	case len(sent) == 0:
		f.Message = fmt.Sprintf("%s are all sent as %s, so none of them is offered.", c.list(g), form)
	case len(sent) == 1:
		f.Message = fmt.Sprintf("%s share the form %s; only %s is offered, %s left out.", c.list(g), form, c.list(sent), c.list(kept)+isOrAre(kept))
	default:
		f.Message = fmt.Sprintf("%s stand in one request as %s, so a call to it cannot be told apart.", c.list(g), form)
	}
	c.add(f)
}

// listedTwice words the tools that the catalog lists more than once: an error
// where the provider refuses such a request.
func (j *judge) listedTwice() {
	for _, g := range j.twice {
		j.tellListedTwice(g)
	}
}

func (j *judge) tellListedTwice(g []int) {
	sent := 0
	for _, i := range g {
		if j.declared[i] >= 0 {
			sent++
		}
	}
	f := CensusFinding{Rule: RuleDuplicate, Severity: SeverityWarning, Indexes: g, Hop: HopRegistered}
	what := j.name(g[0]) + " is listed " + times(len(g))
	f.Message = what + "."
	if sent > 1 && j.refusing {
		f.Severity, f.Judged = SeverityError, true
		f.Message = what + " and " + j.title + " refuses such a request."
		f.Neutral = what + ", and such a request is refused."
	}
	f.Fix = "Remove all entries but one"
	var lines []string
	for _, i := range f.Indexes {
		if l := j.plan.Tools[i].Tool.Line; l > 0 && len(lines) < 4 {
			lines = append(lines, fmt.Sprint(l))
		}
	}
	if len(lines) > 1 {
		f.Fix += ": lines " + strings.Join(lines, ", ")
	}
	f.Fix += "."
	j.tell(f)
}

// refusesTwice reports whether the provider refuses the request for a name that
// stands in it twice.
func (j *judge) refusesTwice() bool {
	return slices.ContainsFunc(j.out.Request, func(v Violation) bool {
		return v.Rule == "duplicate-name" && v.Severity == SeverityError
	})
}

func times(n int) string {
	if n == 2 {
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

func isOrAre(list []int) string {
	if len(list) == 1 {
		return " is"
	}
	return " are"
}

// shownForm is the form that the tools of a group share: that of one that is
// sent, else the safe form.
func (c *censor) shownForm(g []int) string {
	for _, i := range g {
		if c.declared[i] >= 0 {
			return c.plan.Tools[i].form()
		}
	}
	return c.plan.Tools[g[0]].form()
}

// toRename picks the tool of a group that is renamed most easily: one that is
// not its form or has characters beyond ASCII, and no built-in.
func (c *censor) toRename(g []int) int {
	best := g[0]
	for _, i := range g {
		n := &c.plan.Tools[i]
		if n.Tool.Builtin {
			continue
		}
		if n.name() != n.form() || !ascii(n.name()) || hasControl(n.name()) {
			return i
		}
		best = i
	}
	return best
}

func (c *censor) inServer(i int) string {
	if s := c.plan.Tools[i].Tool.Server; s != "" {
		return c.name(i) + " in server " + string(s)
	}
	return c.name(i)
}

// namesInMessage bounds a list of names in a message.
const namesInMessage = 4

// list names the tools of a group, with their servers where two names are alike.
func (c *censor) list(g []int) string {
	shown := len(g)
	if shown > namesInMessage+1 {
		shown = namesInMessage
	}
	room := [namesInMessage + 2]string{}
	words := room[:0]
	for _, i := range g[:shown] {
		word := c.name(i)
		if word == "" {
			word = "the empty name"
		}
		if s := c.plan.Tools[i].Tool.Server; s != "" && c.namedTwice(g, i) {
			word += " of server " + string(s)
		}
		words = append(words, word)
	}
	if shown < len(g) {
		words = append(words, fmt.Sprintf("%d more", len(g)-shown))
	}
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// namedTwice reports whether two tools of a group have the name of tool i.
func (c *censor) namedTwice(g []int, i int) bool {
	n := 0
	for _, k := range g {
		if c.name(k) == c.name(i) {
			n++
		}
	}
	return n > 1
}

// leftOut reports tools that are missing from the request and share no form.
func (c *censor) leftOut() {
	for i := range c.plan.Tools {
		n := &c.plan.Tools[i]
		if n.Status != LeftOut || c.group[i] > 0 || n.Tool.Disabled || n.Tool.Builtin && !c.listed(n.Tool) {
			continue
		}
		message := c.name(i) + " is left out of the request"
		if n.Reason != "" {
			message += ": " + n.Reason
		}
		c.add(CensusFinding{
			Rule: RuleLeftOut, Indexes: c.only(i), Hop: HopSafe,
			Message: strings.TrimSuffix(message, ".") + ".",
			Fix:     "Rename it, for example to " + c.propose(i) + ", or disable it.",
		})
	}
}

// listed reports whether a built-in stands in the catalog that was read, and
// was not added by the scheme as the client's own.
func (c *censor) listed(t Tool) bool {
	if c.read == nil {
		c.read = map[string]bool{}
		for _, l := range c.plan.Setting.Catalog.Tools {
			if l.Builtin {
				c.read[l.Listed()] = true
			}
		}
	}
	return c.read[t.Listed()]
}
