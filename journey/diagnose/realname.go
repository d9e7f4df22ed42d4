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
	var hits []int
	for _, own := range ownNames(string(e.Called.Name)) {
		hits = append(hits, c.keep(c.own[own], func(t Entry) bool { return isReal(e.Called, t) })...)
	}
	if len(hits) == 0 {
		hits = c.keep(c.stems[driftFold(string(e.Called.Name))], func(t Entry) bool {
			return t.Namespace == "" || e.Called.Namespace == "" || t.Namespace == string(e.Called.Namespace)
		})
	}
	hits = c.among(e, hits)
	t, one := c.only(hits)
	if len(hits) == 0 {
		return nil
	}
	d := c.finding(journey.KindSeparatorDrift, "test 11: the registered name")
	if !one {
		c.place(d, e, "", false)
		d.What = fmt.Sprintf("%s fits %s, which have a hash because they share this form, so none can be chosen.", show(echo), showAll(c.names(hits)))
		seeError(d, e)
		c.open(d)
		d.Advice = "Rename one of them in its server: without the hash the two cannot be told apart."
		return d
	}
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
func isReal(n journey.Called, t Entry) bool {
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

// ownNames are the parts of a call's name that may be a registered name: the
// whole, and what stands behind a sign that joins it to its server.
func ownNames(name string) []string {
	const most = 8
	out := []string{name}
	for i := 1; i < len(name) && len(out) < most; i++ {
		switch {
		case name[i-1] == '.', name[i-1] == '/', i > 1 && name[i-2:i] == "__":
			out = append(out, name[i:])
		}
	}
	return out
}

// beforeHash returns the form of an entry without the hash at its end.
func beforeHash(e Entry) (stem string, ok bool) {
	form := e.Name
	if e.Namespace != "" {
		form = e.Bare
	}
	if n := len(form); n < 8 || !strings.ContainsAny(form[n-6:], "0123456789") {
		return "", false // most names, without a pattern
	}
	m := hashEnd.FindStringSubmatch(form)
	if m == nil || !looksRandom(m[2]) {
		return "", false
	}
	return m[1], true
}
