package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"hopscope/journey"
)

// mark is what a gateway puts before or behind names, folded.
type mark struct {
	text   string
	behind bool
	names  int // refused names that have it
}

// Marks of known gateways, folded: proxy_ and Proxy, oc_.
var knownMarks = []string{"proxy", "oc"}

// renameLeak is test 10: a gateway's rename was not undone. The echo is a name
// with a mark: a known one in front, or a piece that two or more refused names
// of the session have in common.
func (c *scene) renameLeak(e *Event) *journey.Diagnosis {
	echo := spelled(e.Called)
	f := driftFold(echo)
	for _, k := range knownMarks {
		rest, ok := strings.CutPrefix(f, k)
		if !ok || k == "oc" && !marked(echo, k) {
			continue
		}
		if t, ok := c.only(c.fold[rest]); ok && rest != "" && !c.crosses(echo, t) {
			return c.leak(e, t, mark{text: k, names: c.withMark(mark{text: k})})
		}
	}
	if len(c.words.elsewhere(echo)) > 0 {
		return nil // another agent's name is no mark
	}
	for _, m := range c.commonMarks() {
		rest, ok := m.off(f)
		if !ok || rest == "" {
			continue
		}
		if t, ok := c.only(c.fold[rest]); ok && !c.crosses(echo, t) {
			return c.leak(e, t, m)
		}
	}
	return nil
}

// marked reports whether a short mark stands apart from the name: by a
// separator or a capital.
func marked(echo, k string) bool {
	if len(echo) <= len(k) {
		return false
	}
	next := rune(echo[len(k)])
	return isSeparator(next) || next >= 'A' && next <= 'Z'
}

func (m mark) off(f string) (rest string, ok bool) {
	if m.behind {
		return strings.CutSuffix(f, m.text)
	}
	return strings.CutPrefix(f, m.text)
}

// withMark counts the refused names that are a name of the catalog with the
// mark.
func (c *scene) withMark(m mark) int {
	if n, ok := c.memo.byMark[m]; ok {
		return n
	}
	n := 0
	for _, r := range c.Past.RefusedOrder {
		if rest, ok := m.off(driftFold(r)); ok && len(c.fold[rest]) > 0 {
			n++
		}
	}
	if c.memo.byMark == nil {
		c.memo.byMark = map[mark]int{}
	}
	c.memo.byMark[m] = n
	return n
}

// Bounds of the search for common pieces.
const (
	markNames  = 2000 // refused names
	markLength = 256  // bytes of a name
	markPieces = 4000
)

// commonMarks are the pieces that two or more refused names have before or
// behind different names of the catalog, longest first.
func (c *scene) commonMarks() []mark {
	if c.memo.marked {
		return c.memo.marks
	}
	c.memo.marked = true
	targets := map[mark][]string{}
	var order []mark
	for k, r := range c.Past.RefusedOrder {
		if k > markNames || len(order) > markPieces {
			break
		}
		f := driftFold(r)
		if len(r) > markLength || len(c.fold[f]) > 0 || len(c.words.elsewhere(r)) > 0 {
			continue
		}
		for i := 1; i < len(f); i++ {
			for _, m := range []mark{{text: f[:i]}, {text: f[i:], behind: true}} {
				rest, _ := m.off(f)
				if len(c.fold[rest]) == 0 || slices.Contains(targets[m], rest) {
					continue
				}
				if targets[m] == nil {
					order = append(order, m)
				}
				targets[m] = append(targets[m], rest)
			}
		}
	}
	for _, m := range order {
		if n := len(targets[m]); n > 1 {
			m.names = n
			c.memo.marks = append(c.memo.marks, m)
		}
	}
	slices.SortStableFunc(c.memo.marks, func(a, b mark) int { return len(b.text) - len(a.text) })
	return c.memo.marks
}

func (c *scene) leak(e *Event, t Entry, m mark) *journey.Diagnosis {
	d := c.finding(journey.KindRenameLeak, "test 10: a gateway's mark")
	d.Target = t.Name
	c.place(d, e, t.Name, true)
	side := "in front"
	if m.behind {
		side = "behind"
	}
	d.What = fmt.Sprintf("%s is %s with %q %s: a rename that was not undone.", show(spelled(e.Called)), show(t.Name), m.text, side)
	seeError(d, e)
	if m.names > 1 {
		see(d, "calls", "%d different refused names carry the same mark", m.names)
	}
	c.open(d)
	d.Advice = "Undo the rename on every way back, streamed or not, by the request's own table."
	return d
}
