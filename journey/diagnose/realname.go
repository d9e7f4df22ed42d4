package diagnose

import (
	"fmt"
	"strings"

	"hopscope/journey"
)

// realName stands at the end of test 11: the echo is the registered name of
// exactly one tool whose form in the request is another by more than separators:
// it was cut, or got a hash. The model cannot have read it in the request, so
// it comes from instructions or from an older list.
func (c *scene) realName(e *Event) *journey.Diagnosis {
	echo := spelled(e.Called)
	hits := c.keep(c.all(), func(t Entry) bool { return t.Own != "" && c.isReal(e.Called, t) })
	hits = c.among(e, hits)
	t, one := c.only(hits)
	if !one {
		return nil
	}
	d := c.finding(journey.KindSeparatorDrift, "test 11: the registered name")
	d.Target = t.Name
	c.place(d, e, t.Name, false)
	d.What = fmt.Sprintf("%s is the registered name; the request carries %s.", show(echo), show(t.Name))
	seeError(d, e)
	c.seeRepeats(d, e)
	see(d, "registered", "Its form is more than a change of separators: it was cut, or got a hash")
	c.open(d)
	d.Advice = fmt.Sprintf("Name %s in prompts and errors, or look registered names up as well: only one tool fits.", show(t.Name))
	return d
}

// isReal reports whether a call has the registered name of a tool, alone or
// behind the server as clients write it.
func (c *scene) isReal(n journey.Called, t Entry) bool {
	name := string(n.Name)
	if n.Namespace != "" {
		space := strings.TrimRight(string(n.Namespace), "_")
		return name == t.Own && (string(n.Namespace) == t.Namespace || t.Owner != "" && space == "mcp__"+safeChars(t.Owner))
	}
	if name == t.Own || name == t.Owner+"."+t.Own || name == t.Owner+"/"+t.Own {
		return t.Owner != "" || name == t.Own
	}
	return t.Owner != "" && (name == "mcp__"+t.Owner+"__"+t.Own || name == "mcp__"+safeChars(t.Owner)+"__"+t.Own)
}
